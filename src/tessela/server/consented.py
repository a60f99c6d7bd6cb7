"""Finished games of people who said that theirs may become puzzles, read from a copy of a store; no name leaves it."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import structlog

from tessela.game import TesselaError
from tessela.game.game import RECORD_VERSION
from tessela.game.ruleset import Json
from tessela.server.replays import recorded
from tessela.server.reviews import nameless
from tessela.server.sqlite_store import FILE, SqliteStore, back_up
from tessela.server.store import SeatRow, Store, TableRow, is_program

MOST_OF_A_GUEST: Final = 1_000_000  # games: all of them
PLAYERS: Final = 2  # as in all puzzles
log = structlog.get_logger()


def consented_games(folder: Path, game: str) -> list[Json]:
    """The records of a game, without names, whose people have all consented. A server may be using the folder meanwhile."""
    with tempfile.TemporaryDirectory(prefix="tessela-") as place:
        copy = Path(place)
        back_up(folder, copy / FILE)
        with closing(SqliteStore(copy)) as store:
            return asyncio.run(records_in(store, game))


async def records_in(store: Store, game: str) -> list[Json]:
    """The same from a store that is open, the oldest first."""
    consenting = set(await store.consenting())
    rows = {row.id: row for guest in sorted(consenting) for row in await store.tables_of(guest, MOST_OF_A_GUEST)}
    free = [row for row in rows.values() if row.game == game and may_be_mined(row, consenting)]
    found = [await _record(store, row) for row in sorted(free, key=lambda row: (row.created, row.id))]
    return [record for record in found if record is not None]


async def _record(store: Store, row: TableRow) -> Json | None:
    """The record of a game; nothing where its log cannot be read, or somebody left it to a bot and is forgotten."""
    try:
        record = nameless(recorded(row, await store.entries(row.id)))
    except TesselaError as error:
        log.warning("table-unreadable", table=row.id, error=str(error))
        return None
    if any(not row.seats[gone["seat"]].guests for gone in record.get("gone", ())):
        return None
    return {**{key: value for key, value in record.items() if key != "proof"}, "version": RECORD_VERSION}


def may_be_mined(row: TableRow, consenting: set[str]) -> bool:
    """Whether a game is over, for two, no lesson and no deal of a day, and everybody who played it has consented."""
    plain = row.status == "over" and len(row.seats) == PLAYERS and row.lesson is None and row.daily is None
    return plain and all(set(people) <= consenting and people for people in _people(row.seats))


def _people(seats: list[SeatRow]) -> Iterator[list[str]]:
    """Who played each seat that a person had, one for whom a bot played on among them; nobody where they are forgotten."""
    for seat in seats:
        people = [guest for guest in seat.guests if not is_program(guest)]
        if people or (seat.who != "bot" and not seat.guests):
            yield people
