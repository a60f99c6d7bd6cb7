"""Lessons: tables that begin in positions of our own, for one person who learns and a gentle bot.

Only a position of `lessons.json` can be asked for, by its name, and nobody else can sit down: what is hidden in it is no
advantage over anybody.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from tessela.game import Game
from tessela.game.ruleset import Json
from tessela.server.house import House, HouseError
from tessela.server.seating import put_up, row_at
from tessela.server.store import GuestRow, SeatRow
from tessela.server.table import Table

POSITIONS = Path(__file__).parent / "lessons.json"
TEACHER = "sprout"


@cache
def lessons() -> dict[str, Json]:
    """The positions by their names."""
    read: dict[str, Json] = json.loads(POSITIONS.read_text())
    return read


async def begin_lesson(house: House, guest: GuestRow, name: str) -> Table:
    """A new table in the position of a lesson: the guest sits first, the bot second."""
    position = lessons().get(name)
    if position is None:
        raise HouseError(404, "no-lesson", f"there is no lesson {name!r}; lessons are {', '.join(lessons())}")
    game = Game.from_state(position)
    game.draw_by(hashlib.sha256(f"tessela lesson {name}".encode()).digest())  # everybody learns by the same tiles
    seats = [SeatRow("person", guest.nickname, None, [guest.id]), SeatRow("bot", TEACHER.capitalize(), TEACHER)]
    return await put_up(house, row_at(game, seats, name), game)
