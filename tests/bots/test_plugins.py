"""Bots that others wrote in Python: by their place, and by their names in installed packages."""

import pickle
import re
import sys

import pytest

from tessela.arena.specs import parse_spec
from tessela.bots import registry
from tessela.bots.bot import Budget
from tessela.bots.dialogue import BotError
from tessela.bots.plugins import PythonBot
from tessela.bots.registry import make_bot
from tessela.cli.serve import checked_bots
from tessela.game import Game, OptionError

SOURCE = '''
import sys

from tessela import Game
from tessela.bots.bot import Choice


class First:
    """The first legal move, in notation."""

    def __init__(self, seed):
        self.name, self.seed = f"first of {seed}", seed

    def choose(self, view, budget=None):
        return str(Game.from_view(view).legal_moves()[0])


class Plain:
    def choose(self, view, budget=None):
        return Choice(Game.from_view(view).legal_moves()[-1], {"budget": budget})


class Numbers(Plain):
    def choose(self, view, budget=None):
        return 7


class Quits(Plain):
    def choose(self, view, budget=None):
        sys.exit("done")


class Prose(Plain):
    def choose(self, view, budget=None):
        return "the best one"


class Torn(Plain):
    def choose(self, view, budget=None):
        raise KeyError("no\\nkey")


class Broken(Plain):
    def __init__(self):
        raise RuntimeError("no weights found")


def last(seed):
    return Plain()


def nothing():
    return None


SEVEN = 7
'''


@pytest.fixture
def mybots(tmp_path, monkeypatch):
    """A folder with bots, and we are in it."""
    (tmp_path / "somebodys_bots.py").write_text(SOURCE)
    (tmp_path / "ending_bots.py").write_text("raise SystemExit(2)")
    (tmp_path / "spoilt_bots.py").write_text("import nothing_that_exists")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.delitem(sys.modules, "somebodys_bots", raising=False)
    return tmp_path


def test_a_class_plays_by_its_place(mybots):
    game = Game("azul", seed=3)
    view = game.view(game.turn)
    bot = make_bot("py:somebodys_bots:First", seed=5)
    assert bot.choose(view).move == game.legal_moves()[0]
    assert bot.name == "first of 5"
    for text in ("py:somebodys_bots:Plain", "py:somebodys_bots:last"):  # takes no seed; a function
        choice = make_bot(text).choose(view, Budget(simulations=3))
        assert (choice.move, choice.thoughts["budget"]) == (game.legal_moves()[-1], Budget(simulations=3))


def test_as_a_bot_of_a_match(mybots):
    spec = parse_spec("mine=py@0.5s:somebodys_bots:First")
    spec.check()
    assert (spec.label, spec.budget, spec.is_ours, spec.is_external) == ("mine", Budget(seconds=0.5), False, False)
    bot = spec.make(4)
    assert isinstance(bot, PythonBot)
    bot.begin()
    assert bot.name == "first of 4"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("py:somebodys_bots", "MODULE:CLASS|module and a class"),
        ("py:no_such_bots:First", "ModuleNotFoundError: No module named 'no_such_bots'"),
        ("py:spoilt_bots:First", "No module named 'nothing_that_exists'"),
        ("py:ending_bots:First", "cannot be imported: SystemExit: 2"),
        ("py:somebodys_bots:Second", "somebodys_bots has no Second"),
        ("py:somebodys_bots:SEVEN", "7 cannot be called"),
    ],
)
def test_what_is_no_bot_is_said_before_anybody_plays(mybots, text, says):
    for check in (make_bot, lambda text: parse_spec(text).check()):
        with pytest.raises(OptionError, match=says):
            check(text)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nothing", r"is no bot: NoneType has no method choose\(view, budget\)"),
        ("Numbers", "answered 7; an answer is a Choice"),
        ("Prose", "answered 'the best one'; an answer is a Choice"),
        ("Broken", r"failed with RuntimeError: no weights found \(somebodys_bots.py, line \d+\)"),
        ("Quits", r"failed with SystemExit: done \(somebodys_bots.py, line \d+\)"),
        ("Torn", r"failed with KeyError: [^\n]* \(somebodys_bots.py, line \d+\)"),
    ],
)
def test_whatever_it_does_is_its_own_fault_in_one_line(mybots, name, says):
    game = Game("azul", seed=3)
    with pytest.raises(BotError) as found:
        make_bot(f"py:somebodys_bots:{name}").choose(game.view(game.turn))
    assert re.fullmatch(f"{says}.*", str(found.value))
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)


@pytest.fixture
def package(mybots, monkeypatch):
    """An installed package that brings a bot."""
    about = mybots / "careful_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: careful-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tessela.bots]\ncareful = somebodys_bots:First\n")
    monkeypatch.syspath_prepend(mybots)
    registry.installed.cache_clear()
    yield
    registry.installed.cache_clear()


@pytest.mark.usefixtures("package")
def test_installed_packages_bring_bots():
    game = Game("duel", seed=3)
    assert make_bot("careful", seed=1).choose(game.view(game.turn)).move == game.legal_moves()[0]
    spec = parse_spec("careful@0.1s")
    spec.check()
    assert (spec.kind, spec.is_ours) == ("careful", False)
    assert registry.about("careful") == "from careful-bots"
    with pytest.raises(OptionError, match="careful"):
        parse_spec("carefree")


@pytest.mark.usefixtures("package")
def test_a_server_offers_an_installed_bot_by_its_own_name():
    assert checked_bots(("careful=careful", "slow=careful@2s")) == {"careful": "careful", "slow": "careful@2s"}
    with pytest.raises(OptionError, match="NAME=BOT"):
        checked_bots(("careful",))
