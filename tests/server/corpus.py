"""Stored games of every variant, refolded from now on: `python -m tests.server.corpus` writes those of this version to `samples`.

What is there already is left alone: each file holds logs as the code of its day wrote them, and beside it the hash of what
followed from each. A hash that changes means that a stored game has become another one: mend the code, never the hash.
"""

import asyncio
import gzip
import hashlib
import json
import random
import sqlite3
import tempfile
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

import msgspec

from tessela.server import seating
from tessela.server.course import Course
from tessela.server.frames import Resign, Takeback
from tessela.server.house import House
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.schema import MIGRATIONS
from tessela.server.sqlite_store import SqliteStore, back_up
from tessela.server.store import Entry, GuestRow, SeatRow, Store, TableRow
from tessela.server.table import Table
from tests.server.room import house_on, play, until
from tests.server.sample import ADA, BOB, SAMPLES
from tests.variants import VARIANTS, choose

PEOPLE = (ADA, BOB, GuestRow("cleo-012345678", "Cleo", 1_700_000_000_000), GuestRow("dan-0123456789", "Dan", 1_700_000_000_000))
SOME_BACK = 0.06  # of all moves after which something is taken back


def digest(row: TableRow, log: list[Entry]) -> str:
    """What follows from a log: the game with all its boards and its chance, what was taken back, how it ended."""
    course = Course.from_log(row, log)
    state, record = course.game.state(), course.game.record()
    del state["rng"], record["seed"]  # a replay draws nothing, so its generator may begin anywhere
    folded = [state, record, course.history, course.to_move, course.ending, sorted(course.taken_over)]
    return hashlib.sha256(json.dumps(json.loads(msgspec.json.encode(folded)), sort_keys=True).encode()).hexdigest()


async def digests(store: Store, of: Collection[str] | None = None) -> dict[str, str]:
    """Those of all games that have begun, by their tables, or of some."""
    rows = {row.id: row for guest in PEOPLE for row in await store.tables_of(guest.id, 10_000)}
    rows = {table: row for table, row in rows.items() if of is None or table in of}
    logs = {table: await store.entries(table) for table in rows}
    return {table: digest(rows[table], log) for table, log in sorted(logs.items()) if log}


def unpacked(sample: Path, folder: Path) -> Path:
    """A file of the corpus, as a database."""
    file = folder / "tessela.db"
    file.write_bytes(gzip.decompress(sample.read_bytes()))
    return file


def known(sample: Path) -> dict[str, str]:
    """The hashes that are kept beside a file of the corpus."""
    hashes: dict[str, str] = json.loads(sample.with_suffix("").with_suffix(".json").read_text(encoding="utf-8"))
    return hashes


async def fill(folder: Path) -> dict[str, str]:
    """Every variant drawn by a key alone with moves taken back, and by promise and salts; bots, clocks, games given up."""
    house = house_on(SqliteStore(folder))
    for guest in PEOPLE:
        await house.store.save_guest(guest)
    for number, variant in enumerate(VARIANTS):
        await _alone(house, variant, random.Random(number))
        await _promised(house, variant, random.Random(100 + number), clocked=bool(number % 2))
    for game in ("azul", "duel"):
        await _against_a_bot(house, game)
    found = await digests(house.store)
    await house.close()
    return found


async def _alone(house: House, variant: str, dice: random.Random) -> None:
    """Somebody at all seats, drawn by a key alone (version 1 of the derivation), to the end, with moves taken back."""
    game, options = VARIANTS[variant]
    seats = [SeatRow("person", "Ada", None, [ADA.id]) for _ in range(options.get("players", 2))]
    row = TableRow(f"{variant}-alone", game, options, seats, "waiting", None, False, "chosen", 0, "invitation")
    table = house.new_table(row)
    async with table.lock:
        await table.begin(row)
    house.take_in(table)
    while table.course and not table.course.is_over:
        await play(table, choose(table.course.game, dice, 2))
        if dice.random() < SOME_BACK and table.course.back_to([0], True):
            everybody = list(range(len(seats)))
            to = dice.choice(table.course.back_to(everybody, True))
            await table.takeback(everybody, Takeback(table.version, f"b{table.version}", to))


async def _promised(house: House, variant: str, dice: random.Random, clocked: bool) -> None:
    """People who each bring a salt (version 2); every other game is given up in its middle."""
    game, options = VARIANTS[variant]
    players = options.get("players", 2)
    seats, clock = [SeatWish("me"), *[SeatWish("open")] * (players - 1)], Clock("live", 3600, 5) if clocked else None
    table = await seating.create(house, PEOPLE[0], NewTable(game, seats, dict(options), clock=clock, order="random"))
    for guest in PEOPLE[1:players]:
        await seating.join(house, table, guest, Joining(invitation=table.row.invitation))
    while table.course and not table.course.is_over:
        await play(table, choose(table.course.game, dice, 2))
        if clocked and table.version > 30 and not table.course.is_over:
            await table.resign([dice.randrange(players)], Resign(table.version, "enough"))


async def _against_a_bot(house: House, game: str) -> None:
    seats = [SeatWish("me"), SeatWish("bot", "sprout")]
    table = await seating.create(house, ADA, NewTable(game, seats, {}))
    dice = random.Random(7)
    while not _course(table).is_over:
        await until(lambda: table.bot_to_move() is None)
        if not _course(table).is_over:
            await play(table, choose(_course(table).game, dice, 2))


def _course(table: Table) -> Course:
    assert table.course is not None
    return table.course


def main() -> None:
    """Write the corpus of this version, if it is not there."""
    target = SAMPLES / f"games-{len(MIGRATIONS)}.db.gz"
    if target.exists():
        raise SystemExit(f"{target} is there")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(fill(Path(folder) / "data"))
        back_up(Path(folder) / "data", Path(folder) / "copy.db")
        with closing(sqlite3.connect(Path(folder) / "copy.db")) as connection:
            connection.execute("VACUUM")
        target.write_bytes(gzip.compress((Path(folder) / "copy.db").read_bytes(), 9, mtime=0))
    target.with_suffix("").with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(target, len(found))


if __name__ == "__main__":
    main()
