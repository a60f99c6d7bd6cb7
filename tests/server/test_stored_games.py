"""Games that earlier versions stored are what they were: every log leads to its stored hash, from every version of the schema, in
SQLite and in PostgreSQL."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tessela.server import copying, schema
from tessela.server.schema import MIGRATIONS, in_postgres
from tessela.server.sqlite_store import FILE, SqliteStore
from tests.databases import Postgres, needed, running
from tests.server.corpus import digests, known, unpacked
from tests.server.sample import SAMPLES
from tests.server.test_store import shared_store
from tests.variants import VARIANTS

CORPUS = sorted(SAMPLES.glob("games-*.db.gz"))
KEPT = {  # since the first version of the schema
    "guest": "id, nickname, created",
    "game_table": "number, id, status, listed, clocked, bots, about",
    "head": "number, version, to_move, round, scores",
    "seat_guest": "guest, number",
    "event": "number, version, seat, kind, payload, client_move_id, at",
}
LATER = [pytest.param(version, marks=pytest.mark.long) for version in range(2, len(MIGRATIONS) + 1)]
SOME = "azul-2p-coloured-alone", "azul-4p-grey-jokers-alone", "duel-random-alone"
VERSIONS = pytest.mark.parametrize("version", [1, *LATER])


def rows_of(sample: Path, folder: Path) -> Iterator[tuple[str, str, list[tuple[Any, ...]]]]:
    """What the first version of the schema had of everything in a sample: table, columns, rows."""
    folder.mkdir()
    with closing(sqlite3.connect(unpacked(sample, folder))) as connection:
        for table, columns in KEPT.items():
            yield table, columns, connection.execute(f"SELECT {columns} FROM {table}").fetchall()


def shape(connection: sqlite3.Connection) -> list[Any]:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return [(name, connection.execute(f"PRAGMA table_info({name})").fetchall()) for name in names]


def test_the_corpus_has_every_variant_both_ways_of_chance_takebacks_bots_and_games_given_up(tmp_path: Path) -> None:
    assert CORPUS
    variants: set[str] = set()
    kinds: set[str] = set()
    ways: set[bool] = set()
    for number, sample in enumerate(CORPUS):
        kept = {table: rows for table, _, rows in rows_of(sample, tmp_path / f"{number}")}
        variants |= {row[1].removesuffix("-alone") for row in kept["game_table"]} & set(VARIANTS)
        kinds |= {row[3] for row in kept["event"]}
        ways |= {"fair" in json.loads(row[4]) for row in kept["event"] if row[3] == "began"}
        bots = [row for row in kept["game_table"] if row[5]]
        assert bots
    assert variants == set(VARIANTS)
    assert kinds >= {"began", "move", "takeback", "resigned"}
    assert ways == {True, False}


@pytest.mark.parametrize("sample", CORPUS, ids=lambda sample: sample.name)
def test_every_stored_game_leads_to_its_hash(sample: Path, tmp_path: Path) -> None:
    unpacked(sample, tmp_path)

    async def check() -> None:
        with closing(SqliteStore(tmp_path)) as store:
            assert await digests(store) == known(sample)

    asyncio.run(check())


@VERSIONS
def test_sqlite_is_brought_forward_from_every_version(version: int, tmp_path: Path) -> None:
    folder, fresh = tmp_path / "old", tmp_path / "fresh"
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for number, step in enumerate(MIGRATIONS[:version], start=1):
            connection.executescript(f"{step}; PRAGMA user_version = {number};")
        for table, columns, rows in rows_of(CORPUS[0], tmp_path / "sample"):
            marks = ", ".join("?" * len(columns.split(",")))
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        connection.commit()

    async def check() -> None:
        with closing(SqliteStore(folder)) as store:
            assert await digests(store, SOME) == {table: known(CORPUS[0])[table] for table in SOME}

    asyncio.run(check())
    SqliteStore(fresh).close()
    with closing(sqlite3.connect(folder / FILE)) as old, closing(sqlite3.connect(fresh / FILE)) as new:
        assert shape(old) == shape(new)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    needed("postgres")
    with running(Postgres("fsync=off")) as cluster:
        yield cluster


SHAPE = """
    SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, column_name
"""


@pytest.mark.xdist_group("postgres")
@VERSIONS
def test_postgres_is_brought_forward_from_every_version(version: int, postgres: Postgres, tmp_path: Path) -> None:
    import psycopg

    address = postgres.new()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(schema._BEFORE_ALL.encode())
        for step in MIGRATIONS[:version]:
            connection.execute(in_postgres(step).encode())
        connection.execute("UPDATE schema_version SET version = %s", (version,))
        for table, columns, rows in rows_of(CORPUS[0], tmp_path / "sample"):
            marks = ", ".join(["%s"] * len(columns.split(",")))
            with connection.transaction():
                connection.cursor().executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})".encode(), rows)

    async def check() -> None:
        store = shared_store(address)
        try:
            assert await digests(store, SOME) == {table: known(CORPUS[0])[table] for table in SOME}
        finally:
            await store.let_go()

    asyncio.run(check())
    fresh = postgres.new()
    shared_store(fresh).close()
    with psycopg.connect(address) as old, psycopg.connect(fresh) as new:
        assert old.execute(SHAPE).fetchall() == new.execute(SHAPE).fetchall()


@pytest.mark.xdist_group("postgres")
def test_a_corpus_that_is_moved_to_postgres_is_the_same(postgres: Postgres, tmp_path: Path) -> None:
    unpacked(CORPUS[-1], tmp_path)

    async def check() -> None:
        shared = shared_store(postgres.new())
        try:
            with closing(SqliteStore(tmp_path)) as store:
                await copying.copy(store, shared)
            assert await digests(shared) == known(CORPUS[-1])
        finally:
            await shared.let_go()

    asyncio.run(check())
