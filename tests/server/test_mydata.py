"""What is kept about a guest is given and forgotten as a whole, however much it is."""

import asyncio
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tessela.arena.statistics.glicko import Rating
from tessela.server import mydata, seating
from tessela.server.admin.rows import BanRow, VisitRow
from tessela.server.calling import NoticeRow, PushRow, QuietRow, VacationRow
from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.coaching import DealRow, SolverRow, SolvingRow
from tessela.server.copying import parts
from tessela.server.frames import Resign
from tessela.server.house import House
from tessela.server.meeting import BondRow, SeekRow
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.ratings import recomputed
from tessela.server.results import Over, PlayedRow, RatedGame, RatedSeat, Sought
from tessela.server.sqlite_store import FILE, SqliteStore
from tessela.server.store import Entry, GuestRow, Head, PasskeyRow, SeatRow, SessionRow, Store, TableRow, TicketRow, TokenRow
from tessela.server.talk import LineRow, MuteRow
from tessela.server.tournaments.rows import Entrant, TournamentRow
from tests.server.room import house_on, play, table_for
from tests.variants import choose

ADA = GuestRow("ada-0123456789", "Ada Lovelace", 1)
MANY = 230


@pytest.fixture(params=["memory", "sqlite"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], House]]:
    made: list[Store] = []

    def make() -> House:
        made.append(MemoryStore() if request.param == "memory" else SqliteStore(tmp_path))
        return house_on(made[-1])

    yield make
    for store in made:
        store.close()


def run(check: Coroutine[Any, Any, None]) -> None:
    asyncio.run(check)


def row(table: str, *seats: SeatRow, status: str = "over") -> TableRow:
    return TableRow(table, "azul", {"players": 2}, list(seats), status, None, False, "chosen", 0, "x")  # type: ignore[arg-type]


def adas() -> SeatRow:
    return SeatRow("person", ADA.nickname, None, [ADA.id])


def bobs() -> SeatRow:
    return SeatRow("person", "Bob", None, ["bob"])


async def seat_ada(store: Store) -> None:
    """Ada at many tables: played out, waiting for others, waiting for her."""
    await store.save_guest(ADA)
    for number in range(MANY):
        await store.save_table(row(f"over{number}", adas(), bobs()))
    await store.save_table(row("waiting", adas(), SeatRow("open"), status="waiting"))
    await store.save_solving(SolvingRow(ADA.id, "p", "azul"), SolverRow(ADA.id, "azul", Rating()))
    await store.save_deal(DealRow(ADA.id, "azul", "2026-11-18", "over0"))
    await store.save_consent(ADA.id, True)
    await store.save_profile(ADA.id, True)
    await store.save_played(
        [PlayedRow(ADA.id, "over0", 0, "azul", 5, "won", True, 40, ("bob", "bot:mason"), 90.0, {"tiles": 40}, {})]
    )
    await store.save_played([PlayedRow("bob", "over0", 1, "azul", 5, "lost", True, 4, (ADA.id,))])
    seats = RatedSeat(0, ADA.id, None, 1), RatedSeat(1, "bob", None, 2)
    row_of = await store.table("over0")
    await store.append(
        Entry("over0", 0, None, "began", {}), Head(), row_of, Over((), RatedGame("over0", "azul", "live", 5, seats))
    )
    entrants = [Entrant(ADA.nickname, ADA.id), Entrant("Bob", "bob")]
    await store.save_tournament(
        TournamentRow(
            "cup", ADA.id, "Cup", "azul", {}, Clock("live", 300, 5), "swiss", 2, 1, 60, True, 1, version=1, entrants=entrants
        )
    )
    await store.save_push(PushRow("p", ADA.id, "https://push.example.org/p", "key", "auth", "en", "", 1))
    await store.save_quiet(QuietRow(ADA.id, "Europe/Rome", 0, 1))
    await store.save_bond(BondRow(ADA.id, "cleo", "friend", 1))
    await store.save_bond(BondRow("cleo", ADA.id, "blocked", 1))
    await store.save_seek(SeekRow(ADA.id, "azul", "{}", 1200.0, 0, 1, 1))
    await store.note_turn(NoticeRow(ADA.id, "over0", 1, 1))
    await store.save_vacation(VacationRow("v", ADA.id, 1, 2))
    await store.save_table(row("kept", bobs(), SeatRow("open", ADA.nickname, None, [], ADA.id), status="waiting"))
    await store.save_club(ClubRow("club", ADA.id, "Dragons", "all", 1, "x", 1, [Member(ADA.id, 1), Member("bob", 2)]))
    await store.save_passkey(PasskeyRow("key", ADA.id, "localhost", b"public", 1, "Firefox, Linux", 1, 1))
    await store.save_session(SessionRow("session", ADA.id, "Firefox, Linux", 1, 1))
    await store.save_ticket(TicketRow("digest", "link", ADA.id, 1), 1)
    await store.save_token(TokenRow("digest", ADA.id, "bot-1", "Careful", 1))
    await store.save_line(LineRow("over0", 0, ADA.id, 0, "Good evening", "said", 1))
    await store.save_mute(MuteRow(ADA.id, "bob", 1))
    await store.save_mute(MuteRow("cleo", ADA.id, 1))
    await store.save_ban(BanRow(ADA.id, 1))
    await store.save_visits([ADA.id], 1)
    await store.add_order("ban", ADA.id, None, 1)


def test_everything_is_exported(house: Callable[[], House]) -> None:
    async def check() -> None:
        home = house()
        await seat_ada(home.store)
        told = await mydata.export(home, ADA)
        assert len(told["tables"]) == MANY + 2
        assert [len(told[kept]) for kept in ("puzzles", "puzzle_ratings", "deals")] == [1, 1, 1]
        assert [len(told[kept]) for kept in ("pushes", "notices", "vacations", "people")] == [1, 1, 1, 1]
        assert told["search"].game == "azul"
        assert told["quiet"] == QuietRow(ADA.id, "Europe/Rome", 0, 1)
        assert told["games_may_become_puzzles"]
        assert [len(told[kept]) for kept in ("played", "ratings", "rating_changes")] == [1, 1, 1]
        assert told["profile_is_public"]
        assert "bob" not in json.dumps(msgspec.to_builtins([told["played"], told["ratings"], told["rating_changes"]]))
        assert [(one["held"], one["entrant"].name) for one in told["tournaments"]] == [(True, ADA.nickname)]
        assert told["clubs"] == [{"id": "club", "name": "Dragons", "hosted": True, "belonged": [{"since": 1, "until": None}]}]
        assert [len(told[kept]) for kept in ("passkeys", "sessions", "tickets", "bots", "chat", "muted", "orders")] == [1] * 7
        assert (told["ban"], told["last_visit"]) == (BanRow(ADA.id, 1), VisitRow(ADA.id, 1))
        assert not home.tables, "what is only read need not stay in memory"

    run(check())


def test_nothing_is_left_of_somebody_who_is_forgotten(house: Callable[[], House]) -> None:
    async def check() -> None:
        home = house()
        await seat_ada(home.store)
        await mydata.delete(home, ADA)
        assert await home.store.guest(ADA.id) is None
        assert await home.store.tables_naming(ADA.id) == []
        assert [*await home.store.solvings(ADA.id), *await home.store.deals_of(ADA.id)] == []
        assert not await home.store.consent(ADA.id)
        assert not await home.store.has_profile(ADA.id)
        assert [*await home.store.played(ADA.id, Sought(), 9), *await home.store.ratings_of(ADA.id)] == []
        assert [row.others for row in await home.store.played("bob", Sought(), 9)] == [()]
        assert [change.seat for change in await home.store.changes_at("over0")] == [1]
        assert [*await home.store.pushes_of(ADA.id), *await home.store.notices_of(ADA.id)] == []
        assert [await home.store.quiet(ADA.id), await home.store.vacations_of(ADA.id)] == [None, []]
        assert [*await home.store.bonds_of(ADA.id), *await home.store.bonds_of("cleo")] == []
        assert await home.store.seek(ADA.id) is None
        for table in ("over0", f"over{MANY - 1}", "kept"):
            kept = await home.store.table(table)
            assert kept is not None
            assert ADA.nickname.encode() not in msgspec.json.encode(kept)
        assert await home.store.table("waiting") is None
        cup = await home.store.tournament("cup")
        assert cup is not None
        assert (cup.host, cup.entrants[0].guest, cup.entrants[0].name) == (None, None, "Guest")
        club = await home.store.club("club")
        assert club is not None
        assert (club.host, club.people) == ("bob", [Member("bob", 2)])

    run(check())


def test_the_file_knows_nobody_who_was_forgotten(tmp_path: Path) -> None:
    """Neither names nor ids, in no column of any table of the database: also where a bot finishes a game that goes on."""

    async def check(forgotten: bool) -> None:
        home = house_on(SqliteStore(tmp_path / str(forgotten)))
        await home.store.save_guest(ADA)
        table = await table_for(home, "azul", f"{ADA.id} bob")
        await seat_ada(home.store)
        if forgotten:
            await mydata.delete(home, ADA)
            assert table.row.seats[0].who == "bot"
        await home.close()

    run(check(forgotten=False))
    known = tables_telling(tmp_path / "False" / FILE, ADA)
    assert known == tables_of_a_database() - OF_NOBODY, "what is looked for would be found, whatever is kept of whom"
    run(check(forgotten=True))
    assert tables_telling(tmp_path / "True" / FILE, ADA) == set()


# What is about nobody: what the server needs for itself, games and their logs, records and puzzles
OF_NOBODY = {"secret", "uptime", "push_key", "head", "event", "record", "review", "puzzle_rating", "rated_game"}


def tables_of_a_database() -> set[str]:
    return {part.name for part in parts()}


def tables_telling(file: Path, guest: GuestRow) -> set[str]:
    """The tables of a database with the id or the name of somebody in some column, compressed ones read."""
    with closing(sqlite3.connect(file)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = {table: [value for row in connection.execute(f"SELECT * FROM {table}") for value in row] for table in tables}
    words = guest.id.encode(), guest.nickname.encode()
    return {table for table, some in values.items() if any(word in _as_bytes(value) for value in some for word in words)}


def _as_bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        return str(value).encode()
    with suppress(zlib.error):
        return zlib.decompress(value)
    return value


def test_somebody_who_turns_out_to_be_another_brings_everything_along(house: Callable[[], House]) -> None:
    """Seats, one that is kept, puzzles and deals of the day; what the other has already stays as it is."""

    async def check() -> None:
        home, bob = house(), GuestRow("bob-0123456789", "Bob", 1)
        await seat_ada(home.store)
        await home.store.save_guest(bob)
        for name in ("p1", "p2"):
            await home.store.save_solving(SolvingRow(ADA.id, name, "azul"), SolverRow(ADA.id, "azul", Rating(1600)))
        await home.store.save_solving(SolvingRow(bob.id, "p1", "azul", state="solved"))
        await home.store.save_deal(DealRow(ADA.id, "azul", "2026-11-18", "over0"))
        log = [game for _, game in await home.store.rated_games(0, 9)]
        assert await mydata.has_something(home.store, ADA)
        before = await home.store.tables_naming(ADA.id)
        await mydata.hand_over(home, ADA, bob)
        assert not await mydata.has_something(home.store, ADA)
        assert await home.store.guest(ADA.id) is None
        assert await home.store.tables_naming(bob.id) == before
        kept = await home.store.table("kept")
        assert kept is not None
        assert kept.seats[1].reserved == bob.id
        cup = await home.store.tournament("cup")
        assert cup is not None
        assert (cup.host, cup.entrants[0].guest, cup.entrants[0].name) == (bob.id, bob.id, "Bob")
        briefs = await home.store.briefs(bob.id)
        assert (briefs["p1"].state, briefs["p2"].state) == ("solved", "open")
        rating = await home.store.solver(bob.id, "azul")
        assert rating is not None
        assert (rating.guest, rating.rating.value) == (bob.id, 1600)
        assert [(row.table, row.others) for row in await home.store.played(bob.id, Sought(), 9)] == [
            ("over0", ("bob", "bot:mason"))
        ]
        assert [row.others for row in await home.store.played("bob", Sought(), 9)] == [(bob.id,)]
        (_, game), earlier = (await home.store.rated_games(0, 9))[0], log[0]
        assert [seat.guest for seat in earlier.seats] == [ADA.id, "bob"]
        assert [seat.guest for seat in game.seats] == [bob.id, "bob"]
        assert recomputed([game])[bob.id, "azul", "live"] == await home.store.rating(bob.id, "azul", "live")
        assert not await home.store.has_profile(bob.id), "who shows a profile says so"
        assert DealRow(bob.id, "azul", "2026-11-18", "over0") in await home.store.deals_of(bob.id)
        assert [push.id for push in await home.store.pushes_of(bob.id)] == ["p"]
        assert [bond.other for bond in await home.store.bonds_of(bob.id)] == ["cleo"]
        assert await home.store.quiet(bob.id) == QuietRow(bob.id, "Europe/Rome", 0, 1)

    run(check())


def test_a_seat_kept_for_somebody_who_was_forgotten_is_open_to_others(house: Callable[[], House]) -> None:
    async def check() -> None:
        home = house()
        table = await table_for(home, "azul", f"{ADA.id} bob")
        await table.resign([0], Resign(0, "r"))
        await home.store.save_guest(ADA)
        again = await seating.rematch(home, table, GuestRow("bob", "Bob", 1))
        assert again.row.seats[0].reserved == ADA.id
        await mydata.delete(home, ADA)
        assert again.row.seats[0] == SeatRow("open")

    run(check())


def test_one_screen_exports_nobodys_secrets() -> None:
    """Where two sit at one screen, the plates that only one of them saw are in no export."""

    async def check() -> None:
        home = house_on()
        table = await table_for(home, "duel", f"{ADA.id} {ADA.id}")
        dice = random.Random(4)
        while table.course and table.version < 150 and not table.course.is_over:
            await play(table, choose(table.course.game, dice, 2))
        told = await mydata.export(home, ADA)
        assert not [line for line in told["tables"][0]["log"] if (line.move or "").startswith(("keep ", "back "))]

    run(check())
