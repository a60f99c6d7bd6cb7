"""Writes a small database as this version does: `python -m tests.server.sample` adds it to `samples`.

There is one for each version of the schema. What is there already is left alone: each file was written by the
code of its day, and test_samples.py opens them all.
"""

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tessela.game import Game
from tessela.server import seating
from tessela.server.clubs.keeping import Clubs
from tessela.server.frames import Resign
from tessela.server.identity import Identity
from tessela.server.meeting import BondRow
from tessela.server.messages.clubs import NewClub
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.messages.tournaments import NewTournament
from tessela.server.reviews import engine_digest
from tessela.server.schema import MIGRATIONS
from tessela.server.sqlite_store import SqliteStore, back_up
from tessela.server.store import GuestRow
from tessela.server.table import Table
from tessela.server.talk import LineRow
from tessela.server.tournaments.holder import Tournaments
from tests.server.room import house_on, play
from tests.variants import choose

SAMPLES = Path(__file__).parent / "samples"
ADA, BOB = GuestRow("ada-0123456789", "Ada", 1_700_000_000_000), GuestRow("bob-0123456789", "Bob", 1_700_000_000_000)
TWO = [SeatWish("me"), SeatWish("open")]
DECISIONS = 40  # of the game that goes on


async def play_on(table: Table, decisions: int) -> None:
    """Play so many decisions at random, or until the game is over."""
    dice = random.Random(4)
    while table.course and not table.course.is_over and table.version < decisions:
        await play(table, choose(table.course.game, dice, 2))


async def fill(folder: Path) -> None:
    """A game of Azul that is over and has a review, one of Duel that goes on, a table that waits, a record that was brought; then
    a name that is kept, a rated game, a friend, a line of a chat, a club and its tournament."""
    house = house_on(SqliteStore(folder))
    for guest in (ADA, BOB):
        await house.store.save_guest(guest)
    for game, decisions in (("azul", 10_000), ("duel", DECISIONS)):
        table = await seating.create(house, ADA, NewTable(game, TWO, {}))
        await seating.join(house, table, BOB, Joining(invitation=table.row.invitation))
        await play_on(table, decisions)
        if table.row.status == "over":
            await house.store.save_review(table.row.id, engine_digest(), b'{"a": "review"}')
    await seating.create(house, BOB, NewTable("azul", TWO, {}, listed=True))
    await house.store.save_record("i0123456789", Game("azul", players=2, seed=4).record())
    await Identity(house).make_code(ADA)
    kept = await house.store.guest(ADA.id)
    assert kept is not None
    club = await Clubs(house).found(kept, NewClub("Dragons"))
    table = await seating.create(house, ADA, NewTable("azul", TWO, {}, clock=Clock("live", 300, 5), rated=True))
    await house.store.save_line(LineRow(table.row.id, 0, ADA.id, 0, "Good evening", "said", 1_700_000_000_000))
    house.guests.seen(ADA.id, "10.0.0.1")
    house.guests.seen(BOB.id, "10.0.0.2")
    await seating.join(house, table, BOB, Joining(invitation=table.row.invitation))
    await table.resign([1], Resign(table.version, "r"))
    await house.store.save_bond(BondRow(ADA.id, BOB.id, "friend", 1_700_000_000_000))
    cup = await Tournaments(house).create(ADA, NewTournament("Cup", "azul", Clock("live", 300, 5)), None)
    await Tournaments(house).enter(cup.id, BOB, None)
    await Tournaments(house).create(ADA, NewTournament("Inner cup", "azul", Clock("live", 300, 5), club=club.id), None)
    await house.close()


def main() -> None:
    """Write the sample of this version, if it is not there."""
    target = SAMPLES / f"version-{len(MIGRATIONS)}.db"
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(fill(Path(folder)))
        back_up(Path(folder), target)
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("VACUUM")
    print(target)


if __name__ == "__main__":
    main()
