"""Where `tessela serve` keeps games, listens and may be reached, and what it says when it is ready."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tessela.cli import serve
from tessela.game.errors import OptionError


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("darwin", "Library/Application Support/Tessela"),
        ("win32", "AppData/Local/Tessela"),
        ("linux", ".local/share/tessela"),
    ],
)
def test_games_are_kept_where_the_system_keeps_such_things(
    system: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert serve.data_folder() == tmp_path / folder


@pytest.mark.parametrize(
    ("system", "name", "folder"), [("win32", "LOCALAPPDATA", "Tessela"), ("linux", "XDG_DATA_HOME", "tessela")]
)
def test_or_where_a_person_wants_them(
    system: str, name: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv(name, str(tmp_path))
    assert serve.data_folder() == tmp_path / folder


HERE = frozenset(f"http://{host}:8000" for host in serve.LOOPBACK)


@pytest.mark.parametrize(
    ("lan", "more", "origins"),
    [
        (None, (), HERE),
        ("10.0.0.7", (), HERE | {"http://10.0.0.7:8000"}),
        (None, ("https://games.example.org",), HERE | {"https://games.example.org"}),
        ("10.0.0.7", ("https://a.example.org",), HERE | {"http://10.0.0.7:8000", "https://a.example.org"}),
    ],
)
def test_browsers_may_come_by_these_addresses(lan: str | None, more: tuple[str, ...], origins: frozenset[str]) -> None:
    assert serve.origins_for(8000, lan, more) == origins


@pytest.mark.parametrize("origin", ["games.example.org", "https://games.example.org/", "ftp://games.example.org", ""])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(OptionError, match=r"an origin looks like https://games\.example\.org, not "):
        serve.origins_for(8000, None, (origin,))


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert serve.checked_proxies(("127.0.0.1", "10.0.0.0/8", "::1")) == ("127.0.0.1", "10.0.0.0/8", "::1")
    with pytest.raises(OptionError, match=r"a proxy is an address .* not 'nginx'"):
        serve.checked_proxies(("127.0.0.1", "nginx"))


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_named(taken: int) -> None:
    with pytest.raises(serve.ServeError, match=f"cannot listen on port {taken}: .*; choose another with --port"):
        serve.bind("127.0.0.1", taken)


class Nowhere(socket.socket):
    """A socket of a machine that is in no network."""

    def connect(self, address: object) -> None:
        raise OSError("network is unreachable")


def test_without_a_network_there_is_no_lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket", Nowhere)
    with pytest.raises(serve.ServeError, match="this machine is in no network; leave --lan away"):
        serve.lan_address()


def test_one_listens_at_an_address_of_this_machine() -> None:
    with closing(serve.bind(serve.checked_host("127.0.0.2"), 0)) as listening:
        assert listening.getsockname()[0] == "127.0.0.2"
    with pytest.raises(serve.ServeError, match=r"cannot listen at 192\.0\.2\.1 on port 8000: "):
        serve.bind("192.0.2.1", 8000)
    for wrong in ("localhost", "10.0.0.1:8080", "::1", "999.0.0.1"):
        with pytest.raises(OptionError, match=f"or 0.0.0.0, not '{wrong}'"):
            serve.checked_host(wrong)
    with pytest.raises(OptionError, match="--host and --lan both say"):
        serve.checked(serve.ServerWish(8000, None, True, False, host="0.0.0.0"))


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_text("mine")
    with pytest.raises(serve.ServeError, match=r"games\.sqlite3 exists; choose another file"):
        serve.back_up(file, tmp_path)
    with pytest.raises(serve.ServeError):
        serve.back_up(tmp_path / "other", tmp_path / "nothing here")
    assert file.read_text() == "mine"


def wish(lan: bool = False, opens: bool = False) -> serve.ServerWish:
    return serve.ServerWish(data=None, port=8000, lan=lan, open=opens)


@pytest.mark.parametrize(("wanted", "screen", "opened"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_browser_is_opened_where_one_is_wanted_and_could_be_seen(
    wanted: bool, screen: bool, opened: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0" if screen else "")
    serve.welcome(8000, None, wish(opens=wanted))
    assert capsys.readouterr().out == "Tessela is ready: http://127.0.0.1:8000/\n"
    assert shown == ["http://127.0.0.1:8000/"] * opened


def test_others_in_the_network_get_the_address_and_a_code_for_their_phones(capsys: pytest.CaptureFixture[str]) -> None:
    serve.welcome(8000, "10.0.0.7", wish(lan=True))
    first, second, *code = capsys.readouterr().out.splitlines()
    assert (first, second) == (
        "Tessela is ready: http://127.0.0.1:8000/",
        "Others in your network join at: http://10.0.0.7:8000/",
    )
    assert len(code) > 10
