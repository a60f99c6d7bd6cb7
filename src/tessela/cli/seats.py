"""Who sits where: people and bots."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tessela.game.errors import OptionError, shortened

if TYPE_CHECKING:
    from tessela.bots.bot import Bot

DEFAULT_BOT = "greedy"
HUMAN = "human"


def seat_names(wishes: Sequence[str], players: int) -> list[str]:
    """The name for each seat from `human`, `human:NAME` or the name of a bot; seats not wished for go to a default bot.

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
    if wish not in bot_names():
        raise OptionError(f"there is no bot {wish!r}; a seat is human, human:NAME or one of {shortened(bot_names())}")
    return wish


def _checked_name(name: str) -> str:
    if not name or not name.isprintable():
        raise OptionError("human: needs a name after it, such as human:Ada")
    if name in bot_names():
        raise OptionError(f"a person cannot be called {name!r}, which is a bot; bots are {shortened(bot_names())}")
    return name


def bot_names() -> tuple[str, ...]:
    """The bots there are."""
    from tessela.bots.registry import BOT_NAMES

    return tuple(BOT_NAMES)


def bots_for(names: Sequence[str], seed: int) -> list["Bot | None"]:
    """The bot of each seat, nobody where a person sits. Their dice are not those of the game."""
    from tessela.bots.registry import make_bot

    dice = [random.Random(f"bot {seed} {seat}").getrandbits(53) for seat in range(len(names))]
    known = bot_names()
    return [make_bot(name, seed=dice[seat]) if name in known else None for seat, name in enumerate(names)]
