"""Who sits where: people and bots."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tessela.game.errors import OptionError

if TYPE_CHECKING:
    from tessela.arena.specs import BotSpec
    from tessela.bots.bot import Bot, Budget
    from tessela.game.move import Move
    from tessela.game.ruleset import Json

DEFAULT_BOT = "greedy"
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot on a seat, and how long it may think."""

    bot: "Bot"
    budget: "Budget | None"

    def choose(self, view: "Json") -> "Move":
        """Its move. One that cannot be made is its fault, and said to be."""
        from tessela.bots.external import BotError
        from tessela.game import Game, TesselaError

        try:
            move = self.bot.choose(view, self.budget).move
            Game.from_view(view).play(move)
        except BotError as error:
            raise BotError(f"{self.bot.name} {error}") from None
        except TesselaError as error:
            raise BotError(f"{self.bot.name} failed: {error}") from None
        return move

    def close(self) -> None:
        """Let it go, if it is a program."""
        from tessela.bots.external import ExternalBot

        if isinstance(self.bot, ExternalBot):
            self.bot.close()


def seat_names(wishes: Sequence[str], players: int) -> list[str]:
    """The name for each seat from `human`, `human:NAME` or a bot; seats not wished for go to a default bot.

    Without any wish, one person plays.
    """
    if len(wishes) > players:
        raise OptionError(f"there are {players} seats, but --seat was given {len(wishes)} times")
    wishes = list(wishes) or [HUMAN]
    wishes += [DEFAULT_BOT] * (players - len(wishes))
    several = sum(wish.strip() == HUMAN for wish in wishes) > 1
    return [_name(wish.strip(), f"Human {seat + 1}" if several else "Human") for seat, wish in enumerate(wishes)]


def _name(wish: str, unnamed: str) -> str:
    if wish == HUMAN:
        return unnamed
    kind, _, name = wish.partition(":")
    if kind == HUMAN:
        return _checked_name(name.strip())
    try:
        _spec(wish).check()
    except OptionError as error:
        raise OptionError(f"{error}; a seat is human, human:NAME or a bot") from None
    return wish


def _checked_name(name: str) -> str:
    if not name or not name.isprintable():
        raise OptionError("human: needs a name after it, such as human:Ada")
    if spec_of(name):
        raise OptionError(f"a person cannot be called {name!r}, which is a bot")
    return name


def _spec(text: str) -> "BotSpec":
    from tessela.arena.specs import parse_spec

    return parse_spec(text, label=text)


def spec_of(name: str) -> "BotSpec | None":
    """The bot that a seat is named after; none for a person."""
    try:
        return _spec(name)
    except OptionError:
        return None


def check_trusted(names: Sequence[str]) -> None:
    """Refuse to run what only a file asks for: a game of somebody else could start any program."""
    for name in names:
        spec = spec_of(name)
        if spec and not spec.is_ours:
            raise OptionError(f"the file seats {name!r}, a program: name all seats with --seat to let it run")


def bots_for(names: Sequence[str], seed: int) -> list[SeatedBot | None]:
    """The bot of each seat, nobody where a person sits. Their dice are not those of the game."""
    dice = [random.Random(f"bot {seed} {seat}").getrandbits(53) for seat in range(len(names))]
    specs = [spec_of(name) for name in names]
    return [SeatedBot(spec.make(number), spec.budget) if spec else None for spec, number in zip(specs, dice, strict=True)]
