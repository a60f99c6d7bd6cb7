"""`tessela serve` with a file of options and with options in the environment."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from typer.main import get_group

from tessela.cli.app import app
from tessela.cli.config import NOT_IN_FILES, key_of, variable_of
from tessela.cli.serve import ServerWish
from tessela.server.bounds import Bounds, Transport, names_of_limits
from tessela.server.limits import Rate

EXAMPLE = Path(__file__).parents[2] / "docs" / "tessela.toml"
SERVE = get_group(app).commands["serve"]
OPTIONS = {key_of(option): option for option in SERVE.params}
Wished = Callable[..., ServerWish]


@pytest.fixture
def wished(run: Run, monkeypatch: pytest.MonkeyPatch) -> Wished:
    """What server is asked for by these arguments."""

    def wish_of(*arguments: object) -> ServerWish:
        wishes: list[ServerWish] = []
        monkeypatch.setattr("tessela.cli.serve.serve", lambda wish: len(wishes.append(wish) or ()))
        ran = run("serve", *arguments)
        assert (ran.code, ran.err) == (0, "")
        return wishes[0]

    return wish_of


def written(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text)
    return file


def test_a_file_has_any_option(tmp_path: Path, wished: Wished) -> None:
    text = 'port = 9000\nlan = true\nopen = false\norigin = ["https://a.example.org"]\nbot-pace = 2\nlimits = false\n'
    wish = wished("--config", written(tmp_path, text))
    assert (wish.port, wish.lan, wish.open, wish.limits) == (9000, True, False, False)
    assert (wish.origins, wish.bot_pace) == (("https://a.example.org",), 2.0)


def test_the_command_line_is_heard_before_the_environment_and_that_before_the_file(
    tmp_path: Path, wished: Wished, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, 'port = 1001\ndata = "from the file"\norigin = ["https://file.example.org"]\n')
    monkeypatch.setenv("TESSELA_CONFIG", str(file))
    assert (wished().port, str(wished().data)) == (1001, "from the file")
    monkeypatch.setenv("TESSELA_PORT", "1002")
    monkeypatch.setenv("TESSELA_ORIGIN", "https://a.example.org https://b.example.org")
    assert wished().port == 1002
    assert wished().origins == ("https://a.example.org", "https://b.example.org")
    assert wished("--port", 1003).port == 1003
    assert (wished().lan, wished().limits) == (False, True)


def test_limits_are_chosen_one_by_one(tmp_path: Path, wished: Wished, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, '[limits]\nunfinished = 7\nrequests = "30/10"\nhead-seconds = 2.5\n')
    wish = wished("--config", file)
    assert wish.bounds == Bounds()._replace(unfinished=7, requests=Rate(30, 10))
    assert wish.transport == Transport()._replace(head_seconds=2.5)
    monkeypatch.setenv("TESSELA_LIMIT", "unfinished=8 pings=5/1")
    wish = wished("--config", file)
    assert (wish.bounds.unfinished, wish.bounds.requests, wish.transport.pings) == (8, Rate(30, 10), Rate(5, 1))
    assert wished("--config", file, "--limit", "unfinished=9").bounds.unfinished == 9


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 9000", ["there is no option 'prot'", "port", "trust-proxy"]),
        ("check = true", ["there is no option 'check'"]),
        ('port = "80"', ["port", "a whole number from 0 to 65535", "'80'"]),
        ("port = true", ["port", "a whole number"]),
        ("port = 70000", ["port", "65535", "70000"]),
        ("lan = 1", ["lan", "true or false"]),
        ("data = 3", ["data", "a text"]),
        ('origin = "https://a.example.org"', ["origin", "a list of texts"]),
        ("bot = [1]", ["bot", "a list of texts"]),
        ("bot-pace = -1", ["bot-pace", "a number from 0", "-1"]),
        ('bot-pace = "1"', ["bot-pace", "a number from 0"]),
        ("port =", ["cannot be read as TOML"]),
        ("[limits]\nunfinishd = 1", ["limits.unfinishd", "is no limit", "unfinished", "connections"]),
        ("[limits]\nunfinished = 0", ["limits.unfinished", "a whole number above 0"]),
        ("[limits]\nunfinished = 1.5", ["limits.unfinished", "a whole number above 0"]),
        ('[limits]\nunfinished = "5"', ["limits.unfinished", "a whole number above 0"]),
        ("[limits]\nhead-seconds = nan", ["limits.head-seconds", "a number above 0"]),
        ("[limits]\nrequests = 3", ["limits.requests", '"120/60"']),
        ('[limits]\nrequests = "3/0"', ["limits.requests", '"120/60"']),
    ],
)
def test_what_a_file_cannot_say_is_refused_in_a_line_that_names_it(text: str, says: list[str], tmp_path: Path, run: Run) -> None:
    file = written(tmp_path, text)
    for more in ([], ["--check"]):
        ran = run("serve", "--config", file, *more)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert all(word in ran.err for word in [str(file), *says])


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [("PORT", "eighty", "a whole number from 0 to 65535"), ("LAN", "maybe", "true or false"), ("LIMIT", "pings=x", "120/60")],
)
def test_so_is_what_the_environment_cannot(name: str, value: str, says: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"TESSELA_{name}", value)
    ran = run("serve", "--check")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err
    assert name in ran.err.upper()


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, run: Run) -> None:
    ran = run("serve", "--config", tmp_path / "none.toml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "none.toml cannot be read: no such file" in ran.err


def test_a_file_is_only_checked_where_that_is_asked(tmp_path: Path, run: Run) -> None:
    ran = run("serve", "--config", written(tmp_path, "port = 1\n"), "--check")
    assert (ran.code, ran.out, ran.err) == (0, "All options are right.\n", "")
    ran = run("serve", "--config", written(tmp_path, 'origin = ["games.example.org"]\n'), "--check")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "an origin looks like https://games.example.org" in ran.err


def test_the_example_says_what_is_so_by_itself(wished: Wished, run: Run, tmp_path: Path) -> None:
    wish = wished("--config", EXAMPLE)
    assert wish == wished()
    assert (wish.bounds, wish.transport) == (Bounds(), Transport())
    assert list(tomllib.loads(EXAMPLE.read_text())["limits"]) == names_of_limits()


def test_the_example_has_every_option(run: Run, tmp_path: Path) -> None:
    every = re.sub(r"^# ([a-z-]+ = )", r"\1", EXAMPLE.read_text(), flags=re.MULTILINE)
    keys = set(tomllib.loads(every)) - {"limits"}
    assert keys == set(OPTIONS) - {*NOT_IN_FILES, "limits"}
    either = every.replace("\nstore", "\n# store").replace("\nbus", "\n# bus")
    assert run("serve", "--config", written(tmp_path, either), "--check").code == 0


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_has_a_variable_of_its_name(key: str) -> None:
    context = SERVE.make_context("serve", ["--check"])
    option = OPTIONS[key]
    assert variable_of(option) in (option.envvar, f"{context.auto_envvar_prefix}_{option.name.upper()}")
