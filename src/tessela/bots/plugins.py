"""Bots that others wrote in Python: a class by its place, `py:module:Class`, or by its name in an installed package."""

import contextlib
import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tessela.bots.bot import Bot, Budget, Choice
from tessela.bots.dialogue import BotError, failure
from tessela.bots.registry import PYTHON, installed
from tessela.game.errors import MoveSyntaxError, OptionError, quoted
from tessela.game.move import Move
from tessela.game.ruleset import Json

OURS = str(Path(__file__).parents[1])  # whose lines are no place of a fault of others
FORM = "py:MODULE:CLASS, such as py:mybots:Careful"


def maker_of(text: str) -> Callable[[int], Bot]:
    """What makes the bot of `py:module:Class`, or of an installed name, from a seed."""
    called = _loaded(text)
    if not callable(called):
        raise OptionError(f"{text} is no bot: {quoted(called)} cannot be called")
    return lambda seed: PythonBot(text, called, seed)


def _loaded(text: str) -> Any:
    if not text.startswith(f"{PYTHON}:"):
        return _imported(text, installed()[text].load)
    module, _, name = text.removeprefix(f"{PYTHON}:").partition(":")
    if not module or not name:
        raise OptionError(f"{text!r} is no bot; a bot in Python is {FORM}")
    found = _imported(text, lambda: _module(module))
    for part in name.split("."):
        if not hasattr(found, part):
            raise OptionError(f"{text} cannot be found: {module} has no {name}")
        found = getattr(found, part)
    return found


def _module(name: str) -> Any:
    """A module; also from the folder one is in, as with `python -m`."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    return importlib.import_module(name)


def _imported(text: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (Exception, SystemExit) as error:  # a module may do anything while it is imported
        raise OptionError(f"{text} cannot be imported: {type(error).__name__}: {error}") from error


def _takes_something(called: Callable[..., Any]) -> bool:
    try:
        return bool(inspect.signature(called).parameters)
    except ValueError:  # of something built in
        return True


@contextlib.contextmanager
def _faults_told() -> Iterator[None]:
    """Whatever code of others raises, even a wish to end the program, is a fault of its bot; told with its place."""
    try:
        yield
    except (Exception, SystemExit) as error:
        places = [place for place in traceback.extract_tb(error.__traceback__) if not place.filename.startswith(OURS)]
        where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
        raise BotError(f"{failure(error)}{where}") from error


class PythonBot:
    """A bot of somebody else. It may answer with a bare move in place of a `Choice`, as a `Move` or in notation."""

    def __init__(self, text: str, called: Callable[..., Any], seed: int):
        self.name = text
        self._called, self._seed = called, seed
        self._bot: Any = None

    def begin(self) -> None:
        """Make the bot: with the seed, unless the call takes nothing. That may take a while, and anything may be raised."""
        with _faults_told():
            bot = self._called(self._seed) if _takes_something(self._called) else self._called()
        if not callable(getattr(bot, "choose", None)):
            raise BotError(f"is no bot: {type(bot).__name__} has no method choose(view, budget)")
        self._bot, self.name = bot, str(getattr(bot, "name", self.name))

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """What the bot chooses."""
        if self._bot is None:
            self.begin()
        with _faults_told():
            answer = self._bot.choose(view, budget)
        if isinstance(answer, Choice):
            return answer
        try:
            return Choice(Move.parse(answer))
        except MoveSyntaxError:
            raise BotError(f"answered {quoted(answer)}; an answer is a Choice, a Move or a move in notation") from None
