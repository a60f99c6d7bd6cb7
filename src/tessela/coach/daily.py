"""What is the same for everybody on one day: a deal against a bot, and a puzzle (`coach/puzzles.py`)."""

import hashlib
from datetime import date
from typing import Any, Final

import msgspec

from tessela.coach.forms import VERSION
from tessela.game.registry import ruleset_of

# The opponent by the day of the week, from Monday on: harder towards the weekend
OPPONENTS: Final = ("glazier", "tiler", "painter", "surveyor", "architect", "court", "astronomer")


class DailyDeal(msgspec.Struct, frozen=True):
    """A game that everybody can play once on a day: `Game(game, seed=seed, **options)`, from a seat, against a bot."""

    game: str
    day: str
    options: dict[str, Any]
    seed: int
    seat: int
    bot: str
    version: int = VERSION


def deal_of_the_day(game: str, day: date) -> DailyDeal:
    """The deal of a day; nothing but the name of the game and the date decides it. A server has a secret and deals others.

    >>> deal_of_the_day("azul", date(2026, 1, 1)).bot
    'surveyor'
    """
    options = daily_options(game)
    digest = hashlib.sha256(f"tessela deal of the day 1 {game} {day.isoformat()}".encode()).digest()
    seed = int.from_bytes(digest[:8], "big") >> 11
    complete = ruleset_of(game).check_options(options, seed)
    return DailyDeal(game, day.isoformat(), complete, seed, digest[8] % 2, opponent_of(day))


def opponent_of(day: date) -> str:
    """The bot of a day.

    >>> opponent_of(date(2026, 11, 18))
    'painter'
    """
    return OPPONENTS[day.weekday()]


def daily_options(game: str) -> dict[str, Any]:
    """How the deal of a day is played: with two players, and in Duel with whatever tablets."""
    return {"tablets": "random"} if "tablets" in ruleset_of(game).options else {}
