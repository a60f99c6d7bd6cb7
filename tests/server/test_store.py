"""What every store must do, and what is special about SQLite."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tessela.arena.statistics.glicko import Rating
from tessela.server.admin.rows import BanRow, OrderRow, VisitRow
from tessela.server.calling import NoticeRow, PushRow, QuietRow, VacationRow
from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.coaching import Brief, DealRow, PuzzleRow, SolverRow, SolvingRow
from tessela.server.meeting import BondRow, SeekRow
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.ratings import recomputed
from tessela.server.results import Over, PlayedRow, RatedGame, RatedSeat, Sought
from tessela.server.schema import MIGRATIONS
from tessela.server.sql_store import SqlStore
from tessela.server.sqlite_store import FILE, InUseError, SqliteStore, back_up
from tessela.server.store import (
    Entry,
    GuestRow,
    Head,
    NameTakenError,
    PasskeyRow,
    RowChangedError,
    SeatRow,
    SessionRow,
    Store,
    StoreError,
    TableRow,
    TicketRow,
    TokenRow,
    VersionTakenError,
)
from tessela.server.talk import MOST_LINES, LineRow, MuteRow
from tessela.server.tournaments.rows import Entrant, TournamentRow
from tessela.server.tournaments.standings import Meeting
from tests.databases import Postgres, needed, running

Make = Callable[[], Store]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    needed("postgres")
    cluster = Postgres("fsync=off")
    with running(cluster):
        yield cluster


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    address = request.getfixturevalue("postgres").new() if request.param == "postgres" else ""

    def store() -> Store:
        if request.param == "memory":
            return MemoryStore()
        return shared_store(address) if address else SqliteStore(tmp_path / "data")

    return store


def shared_store(address: str) -> SqlStore:
    from tessela.server.postgres_store import PostgresStore  # its extra is there where its tests are not skipped

    return PostgresStore(address)


@asynccontextmanager
async def used(make: Make) -> AsyncIterator[Store]:
    store = make()
    try:
        yield store
    finally:
        await store.let_go()
        store.close()


def row(table: str = "t", **changes: object) -> TableRow:
    seats = [SeatRow("person", "Ada", None, ["ada"]), SeatRow("bot", "Mason", "mason")]
    values = {
        "id": table, "game": "azul", "options": {"players": 2}, "seats": seats, "status": "playing", "clock": None,
        "listed": False, "order": "chosen", "created": 5, "invitation": "x",
    }  # fmt: skip
    return TableRow(**{**values, **changes})  # type: ignore[arg-type]


def entry(version: int, table: str = "t") -> Entry:
    return Entry(
        table, version, 1 if version else None, "move" if version else "began", {"move": f"m{version}"}, f"id{version}", 7
    )


def test_a_log_comes_back_in_order(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.append(entry(0), Head(0, 0, 1, [0, 0]), row())
            for version in (1, 2, 3):
                await store.append(entry(version), Head(version, 1, 2, [3, 4]))
            assert await store.entries("t") == [entry(version) for version in range(4)]
            assert await store.entries("t", after=2) == [entry(3)]
            assert await store.entries("other") == []
            kept = await store.table("t")
            assert kept == row(head=Head(3, 1, 2, [3, 4]), edition=1)

    asyncio.run(check())


def test_a_version_is_taken_once(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.append(entry(0), Head(), row())
            asked = [store.append(entry(1), Head(1, 0, 1, [])) for _ in range(5)]
            results = await asyncio.gather(*asked, store.save_guest(GuestRow("g", "G", 1)), return_exceptions=True)
            assert sum(isinstance(result, VersionTakenError) for result in results) == 4
            assert await store.guest("g") == GuestRow("g", "G", 1), "what was asked for beside a conflict is kept"
            assert len(await store.entries("t")) == 2

    asyncio.run(check())


def test_lists_of_tables(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.save_table(row("hidden", status="waiting"))
            await store.save_table(row("open", status="waiting", listed=True))
            await store.save_table(row("newer", status="waiting", listed=True, seats=[SeatRow("open"), SeatRow("open")]))
            await store.append(entry(0, "bot"), Head(0, 1, 1, []), row("bot"))
            await store.append(entry(0, "person"), Head(0, 0, 1, []), row("person"))
            await store.append(entry(0, "clock"), Head(0, 0, 1, []), row("clock", clock=Clock("live", 60)))
            await store.append(entry(0, "over"), Head(0, None, 1, []), row("over", status="over"))
            assert [table.id for table in await store.lobby()] == ["newer", "open"]
            assert sorted(table.id for table in await store.running()) == ["bot", "clock"]
            assert [table.id for table in await store.tables_of("ada", 99)] == [
                "over",
                "clock",
                "person",
                "bot",
                "open",
                "hidden",
            ]
            with pytest.raises(RowChangedError):
                await store.delete_table("hidden", 2)
            assert await store.table("hidden") is not None
            await store.delete_table("hidden", 1)
            assert await store.table("hidden") is None

    asyncio.run(check())


def test_nobody_stores_a_table_over_what_they_have_not_seen(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.save_table(row(status="waiting"))
            mine, theirs = await store.table("t"), await store.table("t")
            assert mine is not None
            assert theirs is not None
            for seat, held in ((0, mine), (0, theirs)):
                held.seats[seat].name = "Somebody"
            await store.save_table(mine)
            with pytest.raises(RowChangedError):
                await store.save_table(theirs)
            with pytest.raises(RowChangedError):
                await store.append(entry(0), Head(), theirs)
            assert await store.entries("t") == [], "with the table its entry was refused"
            assert await store.table("t") == mine
            with pytest.raises(RowChangedError):
                await store.save_table(row())

    asyncio.run(check())


def test_tokens_of_bots(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            first, second = TokenRow("d1", "ada", "bot-1", "One", 1), TokenRow("d2", "ada", "bot-2", "Two", 2)
            for token in (second, first):
                await store.save_token(token)
            assert await store.token("d2") == second
            assert await store.tokens_of("ada") == [first, second]
            assert (await store.token("d3"), await store.tokens_of("bert")) == (None, [])
            await store.delete_token("bot-1")
            assert (await store.token("d1"), await store.tokens_of("ada")) == (None, [second])

    asyncio.run(check())


def test_guests_and_records(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            assert await store.guest("g") is None
            await store.save_guest(GuestRow("g", "Ada", 1))
            await store.save_guest(GuestRow("g", "Grace", 1))
            assert await store.guest("g") == GuestRow("g", "Grace", 1)
            await store.delete_guest("g")
            assert await store.guest("g") is None
            await store.save_record("r", {"moves": ["4W>3"]})
            assert await store.record("r") == {"moves": ["4W>3"]}
            assert await store.record("s") is None
            await store.save_review("r", "old", b"a review")
            assert await store.review("r", "old") == b"a review"
            assert await store.review("r", "new") is None
            await store.save_review("r", "new", b"another")
            assert (await store.review("r", "old"), await store.review("r", "new")) == (None, b"another")

    asyncio.run(check())


def test_who_keeps_a_name_keeps_it_alone(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            ada = GuestRow("a", "Ada", 1, 2, "ada", "place", "hash")
            await store.save_guest(ada)
            with pytest.raises(NameTakenError):
                await store.save_guest(GuestRow("b", "ADA", 1, 2, "ada"))
            assert await store.guest("b") is None
            await store.save_guest(GuestRow("b", "Ada", 1))
            assert (await store.guest_of_looks("ada"), await store.guest_of_code("place")) == (ada, ada)
            assert (await store.guest_of_looks("bob"), await store.guest_of_code("bob")) == (None, None)
            ada.nickname, ada.looks = "Grace", "grace"
            await store.save_guest(ada)
            assert await store.guest_of_looks("ada") is None
            assert await store.guest("a") == ada

    asyncio.run(check())


def test_passkeys_and_sessions_are_somebodys(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            keys = [PasskeyRow(name, "a", "localhost", b"\x00key", 0, "", at, at) for at, name in enumerate("xy")]
            sessions = [SessionRow(name, "a", "", at, at) for at, name in enumerate("st")]
            for key, session in zip(keys, sessions, strict=True):
                await store.save_passkey(key)
                await store.save_session(session)
            with pytest.raises(StoreError):
                await store.save_passkey(PasskeyRow("x", "b", "localhost", b"", 0, "", 9, 9))
            assert await store.passkey("x") == keys[0]
            assert await store.passkeys_of("a") == keys
            await store.see_session("s", 9)
            assert [session.id for session in await store.sessions_of("a")] == ["s", "t"], "the one seen last first"
            await store.delete_passkey("b", "x")
            await store.delete_session("b", "s")
            assert len(await store.passkeys_of("a")) == len(await store.sessions_of("a")) == 2, "of others nothing is removed"
            await store.delete_passkey("a", "x")
            await store.delete_session("a", "s")
            await store.see_session("s", 10)
            assert (await store.passkey("x"), await store.session("s")) == (None, None), "what was ended stays so"

    asyncio.run(check())


def test_a_ticket_is_taken_once(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            ticket = TicketRow("d", "link", "a", 100)
            await store.save_ticket(TicketRow("old", "link", "a", 10), 0)
            await store.save_ticket(ticket, 50)
            assert await store.tickets_of("a") == [ticket], "whose time is over is gone"
            taken = await asyncio.gather(*(store.take_ticket("d") for _ in range(5)))
            assert [one for one in taken if one] == [ticket]

    asyncio.run(check())


def test_nothing_of_a_guest_who_is_forgotten_is_left(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.save_guest(GuestRow("a", "Ada", 1, 2, "ada", "place", "hash"))
            await store.save_passkey(PasskeyRow("x", "a", "localhost", b"", 0, "", 1, 1))
            await store.save_session(SessionRow("s", "a", "", 1, 1))
            await store.save_ticket(TicketRow("d", "link", "a", 100), 0)
            await store.delete_guest("a")
            found = [await store.guest("a"), await store.passkey("x"), await store.session("s"), await store.take_ticket("d")]
            assert found == [None] * 4

    asyncio.run(check())


def test_uptime(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            assert await store.uptime() == 0
            await store.note_uptime(200)
            assert 200 <= await store.uptime() < 1200
            await store.beat(1200, lasting=True)
            assert 1200 <= await store.uptime() < 10_000
            await store.note_uptime(10_000)
            assert await store.uptime() >= 10_000

    asyncio.run(check())


# SQLite


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(folder)
    try:
        yield store
    finally:
        store.close()


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            await store.append(entry(0), Head(0, 1, 1, []), row())
        async with opened(tmp_path) as store:
            assert await store.entries("t") == [entry(0)]

    asyncio.run(check())


def test_nobody_else_can_read_the_files_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key that signs cookies is in them: the database, its log and a copy belong to their owner from the first byte."""
    connect, folder = sqlite3.connect, tmp_path / "data"
    seen: list[str] = []

    def look() -> None:
        seen.extend(f"{path.name} {path.stat().st_mode & 0o777:o}" for path in tmp_path.rglob("*.*"))

    def connected(*arguments: Any, **more: Any) -> sqlite3.Connection:
        look()
        return connect(*arguments, **more)

    monkeypatch.setattr(sqlite3, "connect", connected)
    before = os.umask(0)
    try:
        with closing(SqliteStore(folder)):
            back_up(folder, tmp_path / "copy.db")
            look()
    finally:
        os.umask(before)
    names = {name.split()[0] for name in seen}
    assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "copy.db"} <= names
    assert any(name.startswith("copy.db.") and name.endswith(".part") for name in names)
    assert {name.split()[1] for name in seen} == {"600"}


def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    (tmp_path / FILE).chmod(0o644)
    with closing(SqliteStore(tmp_path)):
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_one_server_a_folder(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)), pytest.raises(InUseError, match="another server"):
        SqliteStore(tmp_path)
    SqliteStore(tmp_path).close()


def test_a_database_of_the_future_is_refused(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="newer"):
        SqliteStore(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("These are not the tables you are looking for. " * 100)
    with pytest.raises(StoreError, match="cannot use"):
        SqliteStore(tmp_path)


def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            await store.append(entry(0), Head(), row())
            connection = store._engine._connection
            connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
            big = Entry("t", 1, 0, "move", {"move": "x" * 100_000})
            with pytest.raises(StoreError, match="full"):
                await store.append(big, Head())
            assert await store.entries("t") == [entry(0)]
            connection.execute("PRAGMA max_page_count = 100000")
            await store.append(big, Head())
            assert len(await store.entries("t")) == 2

    asyncio.run(check())


def test_puzzles_and_their_ratings_are_kept_together_and_forgotten_with_their_guest(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            row = SolvingRow("ada", "p1", "azul", "solved", hints=1, score=1.0, day="2026-11-18", at=5)
            solver, puzzle = SolverRow("ada", "azul", Rating(1300.0), 1, 1, 5), PuzzleRow("p1", "azul", Rating(1100.0), 1, 1)
            await store.save_solving(SolvingRow("ada", "p2", "duel"))
            await store.save_solving(row, solver, puzzle)
            await store.save_solving(SolvingRow("ben", "p1", "azul"))
            assert await store.solving("ada", "p1") == row
            assert await store.solving("ada", "p3") is None
            assert await store.briefs("ada") == {"p1": Brief("solved", "2026-11-18"), "p2": Brief("open", None)}
            assert list(await store.briefs("ada", "duel")) == ["p2"]
            assert (await store.solver("ada", "azul"), await store.puzzle_rating("p1")) == (solver, puzzle)
            assert await store.puzzle_ratings("azul") == {"p1": 1100.0}
            await store.delete_guest("ada")
            assert (await store.solvings("ada"), await store.solver("ada", "azul")) == ([], None)
            assert await store.puzzle_rating("p1") == puzzle
            assert await store.solving("ben", "p1") is not None

    asyncio.run(check())


def test_a_guest_has_one_deal_a_day_and_finished_ones_come_by_margin(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            for name, scores, status in (("a", [40, 38], "over"), ("b", [50, 20], "over"), ("c", [60, 1], "playing")):
                await store.save_table(row(name, status=status, head=Head(9, None, 5, scores)))
                await store.save_deal(DealRow(name, "azul", "2026-11-18", name))
            await store.save_deal(DealRow("a", "azul", "2026-11-18", "another"))
            assert await store.deal("a", "azul", "2026-11-18") == DealRow("a", "azul", "2026-11-18", "a")
            assert await store.finished_deals("azul", "2026-11-18", 9) == ["b", "a"]
            assert await store.finished_deals("azul", "2026-11-18", 1) == ["b"]
            assert await store.finished_deals("duel", "2026-11-18", 9) == []
            await store.delete_guest("b")
            assert await store.deals_of("b") == []
            assert await store.finished_deals("azul", "2026-11-18", 9) == ["a"]

    asyncio.run(check())


def test_nobody_has_consented_who_did_not_say_so(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            assert not await store.consent("ada")
            for given in (True, True, False, True):
                await store.save_consent("ada", given)
                assert await store.consent("ada") is given
                assert await store.consenting() == (["ada"] if given else [])
            await store.delete_guest("ada")
            assert not await store.consent("ada")
            assert await store.consenting() == []

    asyncio.run(check())


def played(guest: str, table: str, **changes: Any) -> PlayedRow:
    values = {"seat": 0, "game": "azul", "at": 5, "result": "won", "rated": True, "score": 40, "others": ("bob", "bot:mason")}
    return PlayedRow(guest, table, **{**values, **changes})


def test_finished_games_and_ratings(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await finished_games(store)

    asyncio.run(check())


def push(push_id: str = "p", guest: str = "ada", created: int = 1) -> PushRow:
    return PushRow(push_id, guest, f"https://push.example.org/{push_id}", "key", "auth", "it", "Firefox, Linux", created)


def test_where_people_are_called_and_when_they_are_away(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            assert [await store.push_key("first"), await store.push_key("second")] == ["first", "first"]
            for row in (push("q", created=2), push(), push("r", "bob")):
                await store.save_push(row)
            assert await store.pushes_of("ada") == [push(), push("q", created=2)]
            await store.save_push(push("q", "bob", 3))
            assert (await store.push("q"), await store.pushes_of("ada")) == (push("q", "bob", 3), [push()])
            await store.delete_push("r")
            for ends in (7, 8):
                await store.save_quiet(QuietRow("ada", "Europe/Rome", 22 * 60, ends * 60))
            assert await store.quiet("ada") == QuietRow("ada", "Europe/Rome", 1320, 480)
            days = [VacationRow("v", "ada", 5, 50), VacationRow("w", "ada", 1, 9, 8), VacationRow("x", "bob", 2, 40)]
            for vacation in days:
                await store.save_vacation(vacation)
            assert await store.vacations_of("ada") == [days[1], days[0]]
            assert await store.vacations_over(50) == [days[2], days[0]]
            await store.delete_guest("ada")
            assert [await store.push("p"), await store.quiet("ada"), await store.vacations_of("ada")] == [None, None, []]
            assert await store.pushes_of("bob") == [push("q", "bob", 3)]

    asyncio.run(check())


def test_a_turn_is_called_once(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            first, later = NoticeRow("ada", "t", 3, 100), NoticeRow("ada", "u", 0, 50)
            for notice in (
                first,
                later,
                NoticeRow("ada", "t", 3, 7),
                NoticeRow("ada", "t", 2, 7),
                NoticeRow("bob", "t", 4, None),
            ):
                await store.note_turn(notice)
            assert await store.due_notices(49, 9) == []
            assert await store.due_notices(100, 9) == [later, first]
            assert await store.due_notices(100, 1) == [later]
            assert [await store.take_notice(first, 200), await store.take_notice(first)] == [True, False]
            again = NoticeRow("ada", "t", 3, 200, 1)
            assert await store.notices_of("ada") == [again, later]
            assert await store.take_notice(again)
            assert await store.due_notices(1000, 9) == [later]
            await store.note_turn(NoticeRow("ada", "t", 5, 300))
            assert await store.due_notices(1000, 9) == [later, NoticeRow("ada", "t", 5, 300)]
            await store.delete_notices("t")
            assert [await store.notices_of(guest) for guest in ("ada", "bob")] == [[later], []]
            await store.delete_guest("ada")
            assert await store.notices_of("ada") == []

    asyncio.run(check())


def test_whom_people_know_and_look_for(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            friend, blocked = BondRow("ada", "bob", "friend", 1), BondRow("cleo", "ada", "blocked", 2)
            for bond in (BondRow("ada", "bob", "blocked", 0), friend, blocked):
                await store.save_bond(bond)
            assert [await store.bonds_of("ada"), await store.bonds_to("ada")] == [[friend], [blocked]]
            seeks = [SeekRow(guest, "azul", "{}", 1200.5, 1, since, since) for since, guest in enumerate(("ada", "bob", "cleo"))]
            for seek in seeks:
                await store.save_seek(seek)
            await store.see_seek("cleo", 9)
            assert [one.guest for one in await store.seeks(0)] == ["bob", "cleo"]
            assert await store.match(["ada", "bob"], "t")
            assert not await store.match(["cleo", "bob"], "u"), "bob has somebody"
            assert [one.guest for one in await store.seeks(-1)] == ["cleo"]
            found = await store.seek("ada")
            assert found is not None
            assert (found.game_table, found.rating) == ("t", 1200.5)
            await store.delete_seek("cleo")
            assert not await store.match(["cleo"], "v")
            await store.delete_guest("ada")
            assert [await store.bonds_to("bob"), await store.bonds_of("cleo"), await store.seek("ada")] == [[], [], None]
            assert await store.asked("bob") == []
            seats = [SeatRow("person", "Ada", None, ["ada"]), SeatRow("open", "Bob", None, [], "bob")]
            waiting = row("w", status="waiting", seats=seats)
            await store.save_table(waiting)
            assert [one.id for one in await store.asked("bob")] == ["w"]
            assert await store.asked("ada") == []

    asyncio.run(check())


def test_what_people_write_at_tables(make: Make) -> None:
    """In order, once, as many lines as there is room for; and of who is forgotten nothing."""

    def line(guest: str, said: str, table: str = "t") -> LineRow:
        return LineRow(table, 0, guest, 0, f"{said} of {guest}", said, 5)

    async def check() -> None:
        async with used(make) as store:
            await store.save_table(row())
            places = await asyncio.gather(*(store.save_line(line("ada", f"{number}")) for number in range(5)))
            assert sorted(places) == [1, 2, 3, 4, 5]
            assert await store.save_line(line("ada", "3")) == places[3], "the same again"
            assert await store.save_line(line("bob", "3")) == 6
            assert await store.save_line(line("ada", "x", "u")) == 1
            assert [one.place for one in await store.lines("t", after=4)] == [5, 6]
            assert (await store.lines("u")) == [replace(line("ada", "x", "u"), place=1)]
            assert len(await store.lines_of("ada")) == 6
            assert (await store.heads(["t"]))["t"] == (0, 1, 6)
            mute = MuteRow("bob", "ada", 1)
            await store.save_mute(mute)
            await store.save_mute(mute)
            assert await store.mutes_of("bob") == await store.mutes_to("ada") == [mute]
            await store.delete_mute("bob", "ada")
            assert await store.mutes_of("bob") == []
            await store.save_mute(mute)
            await store.hand_over_lines("bob", "cleo")
            assert [one.text for one in await store.lines_of("cleo")] == ["3 of bob"]
            await store.delete_guest("ada")
            assert [one.place for one in await store.lines("t")] == [6]
            assert [await store.lines_of("ada"), await store.mutes_to("ada")] == [[], []]
            for number in range(6, MOST_LINES):
                assert await store.save_line(line("dan", f"{number}")) == number + 1
            assert await store.save_line(line("dan", "more")) == 0

    asyncio.run(check())


def test_a_tournament_has_one_next_version(make: Make) -> None:
    def cup(name: str, version: int, status: str = "waiting", **changes: Any) -> TournamentRow:
        entrants = [Entrant("Ada", "ada"), Entrant("Mason", level="mason")]
        about = {"listed": True, "entrants": entrants, "status": status, "version": version, **changes}
        return TournamentRow(name, "host", "Cup", "azul", {}, Clock("live", 300, 5), "swiss", 2, 3, 60, created=1, **about)

    async def check() -> None:
        async with used(make) as store:
            for name in ("a", "b", "c"):
                await store.save_tournament(cup(name, 1, listed=name != "b"))
            with pytest.raises(VersionTakenError):
                await store.save_tournament(cup("a", 1))
            met = Meeting(1, [0, 1], "t", 1, [1.0, 0.0], [4.0, -4.0])
            await store.save_tournament(cup("a", 2, "over", meetings=[met]))
            with pytest.raises(VersionTakenError):
                await store.save_tournament(cup("a", 2))
            found = await store.tournament("a")
            assert found == cup("a", 2, "over", meetings=[met])
            assert await store.open_tournaments() == ["c", "b"]
            assert [one.id for one in await store.listed_tournaments(9)] == ["c", "a"]
            assert [one.id for one in await store.listed_tournaments(1)] == ["c"]
            assert await store.tournaments_of("ada") == await store.tournaments_of("host") == ["c", "b", "a"]
            await store.save_tournament(cup("b", 2, entrants=[]))
            assert await store.tournaments_of("ada") == ["c", "a"]
            await store.save_tournament(cup("d", 1, club="dragons"))
            assert [one.id for one in await store.tournaments_in("dragons", 9)] == ["d"]
            await store.delete_tournament("d")
            await store.delete_tournament("c")
            assert await store.tournament("c") is None
            assert await store.tournaments_of("host") == ["b", "a"]

    asyncio.run(check())


def test_a_club_has_one_next_version(make: Make) -> None:
    def club(name: str, version: int, *people: str, **changes: Any) -> ClubRow:
        return ClubRow(name, "ada", "Dragons", "all", 1, "x", version, [Member(one, 1) for one in people], **changes)

    async def check() -> None:
        async with used(make) as store:
            for name in ("a", "b"):
                await store.save_club(club(name, 1, "ada", "ben"))
            with pytest.raises(VersionTakenError):
                await store.save_club(club("a", 1))
            await store.save_club(club("a", 2, "ada"))
            with pytest.raises(VersionTakenError):
                await store.save_club(club("a", 2, "ada"))
            assert await store.club("a") == club("a", 2, "ada")
            assert await store.club("c") is None
            assert (await store.clubs_of("ada"), await store.clubs_of("ben")) == (["a", "b"], ["b"])
            with pytest.raises(VersionTakenError):
                await store.delete_club("a", 1)
            assert await store.clubs_of("ada") == ["a", "b"]
            await store.delete_club("a", 2)
            assert (await store.club("a"), await store.clubs_of("ada")) == (None, ["b"])

    asyncio.run(check())


def test_the_games_of_people_of_a_club_among_each_other(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            await store.save_club(ClubRow("c", "ada", "Dragons", "all", 1, "x", 1, [Member("ada", 1), Member("bob", 1, 9)]))
            for at, table in enumerate(("first", "second", "third")):
                mine = played("ada", table, at=at, others=("eve", "bob"), kinds={"tiles": 4}, board={})
                await store.save_played([mine, played("bob", table, at=at, seat=1, others=("ada", "eve"))])
                await store.save_played([played("eve", table, at=at, seat=2, others=("ada", "bob"))])
            await store.save_played(
                [played("ada", "bots", at=1, others=("bot:mason",)), played("bob", "eves", at=1, others=("eve",))]
            )
            await store.save_played([played("ada", "screen", result="both", at=1, others=("bob",))])
            found = await store.played_among("c", 1, 3, 9)
            assert [(one.table, one.guest, one.others) for one in found] == [
                (table, *who) for table in ("third", "second") for who in (("ada", ("eve", "bob")), ("bob", ("ada", "eve")))
            ]
            assert found[0] == played("ada", "third", at=2, others=("eve", "bob"))
            assert len(await store.played_among("c", 0, 3, 3)) == 3
            assert await store.played_among("other", 0, 3, 9) == []

    asyncio.run(check())


async def finished_games(store: Store) -> None:
    seats = RatedSeat(0, "ada", None, 1), RatedSeat(1, "bob", None, 2)
    for number in range(3):
        table = f"t{number}"
        rated = RatedGame(table, "azul", "live", 10 * number, seats)
        over = Over((played("ada", table, at=10 * number), played("bob", table, result="lost", others=("ada",))), rated)
        await store.append(entry(0, table), Head(), row(table, status="over"), over)
    await store.append(entry(0, "old"), Head(), row("old", status="over"))
    assert await store.unlisted("ada", 9) == [("old", 7)]
    assert await store.unseen("ada", 2) == ["t2", "t1"]
    await store.save_played([played("ada", "t2", at=20, kinds={"tiles": 40}, board={"a": 1}), played("ada", "old", at=7)])
    assert await store.unlisted("ada", 9) == []
    assert await store.unseen("ada", 9) == ["t1", "old", "t0"]
    await store.save_accuracy("t2", {0: 71.5, 1: 3.0})
    (newest,) = await store.played("ada", Sought(other="bot:mason"), 1)
    assert newest == played("ada", "t2", at=20, kinds={"tiles": 40}, board={"a": 1}, accuracy=71.5)
    assert await store.played_in("ada", "azul", 1) == [replace(newest, board=None)]
    assert await store.played("ada", Sought(before=(7, "old")), 9) == [played("ada", "t0", at=0)]
    assert [change.table for change in await store.changes_of("ada", "azul", "live", 2)] == ["t1", "t2"]
    assert [change.seat for change in await store.changes_at("t0")] == [0, 1]
    assert [await store.rated_between("bob", "ada", since) for since in (0, 10, 21)] == [3, 2, 0]
    log = [game for _, game in await store.rated_games(0, 9)]
    assert [game.table for game in log] == ["t0", "t1", "t2"]
    assert recomputed(log)["bob", "azul", "live"] == await store.rating("bob", "azul", "live")
    assert [rating.games for rating in await store.ratings_of("ada")] == [3]


def test_orders_bans_and_visits(make: Make) -> None:
    async def check() -> None:
        async with used(make) as store:
            for guest in ("ada", "ben", "bot-1"):
                await store.save_guest(GuestRow(guest, guest, 1))
            first = await store.add_order("ban", "ada", None, 5)
            second = await store.add_order("close", "t", None, 6)
            assert [row.number for row in await store.open_orders()] == [first, second]
            await store.end_order(first, 7, "no")
            assert await store.order(first) == OrderRow(first, "ban", "ada", None, 5, 7, "no")
            assert await store.order(99) is None
            assert [row.number for row in await store.open_orders()] == [second]
            assert [row.number for row in await store.orders(1)] == [second]
            assert [row.number for row in await store.orders_about("ada")] == [first]
            for since in (5, 6):
                await store.save_ban(BanRow("ada", since))
            assert await store.bans() == [BanRow("ada", 5)]
            await store.save_visits(["ada", "ben", "bot-1", "nobody"], 10)
            await store.save_visits(["ben"], 20)
            assert [await store.visit(one) for one in ("ben", "nobody")] == [VisitRow("ben", 20), None]
            await store.save_guest(GuestRow("eve", "Eve", 1))
            await store.begin_visits(30)
            assert [(await store.visit(one) or VisitRow("", 0)).day for one in ("ada", "eve")] == [10, 30]
            assert await store.passers_by(31, 9) == ["ben", "eve"], "who is shut out stays so, and programs are somebody's"
            assert await store.passers_by(31, 1) == ["ben"]
            assert await store.passers_by(20, 9) == []
            await store.save_table(row("waiting", status="waiting", seats=[SeatRow("person", "Ben", None, ["ben"])]))
            await store.save_table(row("playing", seats=[SeatRow("person", "Eve", None, ["eve"])]))
            assert await store.passers_by(31, 9) == ["ben"]
            await store.delete_guest("ada")
            assert (await store.bans(), await store.visit("ada"), await store.orders_about("ada")) == ([], None, [])
            assert [one.about for one in await store.orders(9)] == ["t", None]

    asyncio.run(check())
