"""How much one guest, and one address, may have and ask for; each refusal says when to come back."""

import asyncio
import json
import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from tessela.game.ruleset import Json
from tessela.server import audience as audiences
from tessela.server import holdings, limits
from tessela.server.api import Api
from tessela.server.bounds import COSTS, Bounds
from tessela.server.bus import Bus, LocalBus, News, Spent
from tessela.server.course import Course
from tessela.server.endpoints import Call
from tessela.server.frames import Play, React, Takeback
from tessela.server.house import HouseError
from tessela.server.limits import Rate, Tallies, Tally
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.people import Renaming
from tessela.server.messages.replays import NO_END
from tessela.server.quotas import Quotas
from tessela.server.refusals import RefusedError
from tessela.server.replays import frames_of, record_from
from tessela.server.sockets import Socket, Sockets
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import Entry, GuestRow, SeatRow, Store, TableRow
from tessela.server.table import Table
from tests.patience import PATIENCE
from tests.server.conftest import Guest, Server
from tests.server.room import ear_at, open_house, run, table_for, until

ADA = GuestRow("ada", "Ada", 0)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server as people start it."""
    running = Server(folder / "data", *options).start()
    try:
        yield running
    finally:
        running.stop()


def test_an_allowance_is_used_up_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    tally = Tally(Rate(60, 30.0))
    assert tally.spend(50) == 0.0
    assert tally.spend(20) == 5.0
    assert tally.spend(10) == 0.0, "what was refused cost nothing"
    now += 5.0
    assert tally.spend(10) == 0.0
    names = Tallies(Rate(1, 10.0))
    assert names.spend("a") == 0.0
    assert names.spend("b") == 0.0
    assert names.spend("a") == 10.0


def row(table: str, status: str, listed: bool = False) -> TableRow:
    seats = [SeatRow("person", "Ada", None, ["ada"]), SeatRow("open")]
    return TableRow(table, "azul", {}, seats, status, None, listed, "chosen", 0, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_unfinished_tables_are_counted(kind: str, tmp_path: Path) -> None:
    async def check() -> None:
        store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path)
        assert await store.unfinished("ada") == (0, 0)
        for number, (status, listed) in enumerate([("waiting", True), ("waiting", False), ("playing", True), ("over", True)]):
            await store.save_table(row(f"t{number}", status, listed))
        assert await store.unfinished("ada") == (3, 1)
        assert await store.unfinished("ben") == (0, 0)
        store.close()

    run(check())


def small() -> Bounds:
    return Bounds(
        unfinished=4, listed_of_guest=2, tables_of_guest=Rate(3, 3600.0), tables_of_address=Rate(5, 3600.0),
        records_of_guest=Rate(1000, 3600.0), records_of_address=Rate(1500, 3600.0), hints_of_guest=Rate(2, 60.0),
    )  # fmt: skip


def test_tables_of_a_guest_and_of_an_address() -> None:
    async def check() -> None:
        store = MemoryStore()
        quotas = Quotas(store, small())
        for _ in range(3):
            await quotas.table("ada", "1.1.1.1")
        with pytest.raises(HouseError, match="too many tables; again in") as refusal:
            await quotas.table("ada", "1.1.1.1")
        assert refusal.value.status == 429
        assert 1100 < (refusal.value.retry or 0) <= 1200
        await quotas.table("ben", "1.1.1.1")
        await quotas.table("carl", "1.1.1.1")  # what one was refused costs the others nothing
        with pytest.raises(HouseError, match="too many tables"):
            await quotas.table("dora", "1.1.1.1")
        await quotas.table("emma", "2.2.2.2")

    run(check())


def test_games_that_are_not_over_and_tables_in_the_lobby() -> None:
    async def check() -> None:
        store = MemoryStore()
        quotas = Quotas(store, small())
        for number in range(2):
            await store.save_table(row(f"t{number}", "waiting", True))
        with pytest.raises(HouseError, match="wait in the lobby"):
            await quotas.table("ada", "1.1.1.1", listed=True)
        await quotas.table("ada", "1.1.1.1")
        for number in range(2, 4):
            await store.save_table(row(f"t{number}", "playing"))
        with pytest.raises(HouseError, match="not over: finish, leave or resign"):
            await quotas.seat("ada")
        await quotas.seat("ben")

    run(check())


def test_records_by_their_bytes_and_hints_by_their_number() -> None:
    quotas = Quotas(MemoryStore(), small())
    quotas.record("ada", "1.1.1.1", 900)
    with pytest.raises(HouseError, match="too many records"):
        quotas.record("ada", "1.1.1.1", 200)
    quotas.hint("ada", "1.1.1.1")
    quotas.hint("ada", "1.1.1.1")
    with pytest.raises(RefusedError, match="again in 30 s") as refusal:
        quotas.hint("ada", "1.1.1.1")
    assert refusal.value.reason == "busy"
    assert refusal.value.retry
    quotas.hint("ben", "1.1.1.1")


def test_many_guests_at_one_address_look_and_ask_no_more_than_some() -> None:
    """Anybody can become another guest; each of these costs the event loop something."""
    bounds = Bounds(frames_of_guest=Rate(9, 60.0), frames_of_address=Rate(20, 60.0), looks_of_address=Rate(3, 60.0))
    quotas = Quotas(MemoryStore(), bounds)
    assert [bool(quotas.frame(f"cookie {number}", "1.1.1.1")) for number in range(22)] == [False] * 20 + [True] * 2
    assert not quotas.frame("ada", "2.2.2.2")
    for number in range(3):
        quotas.look(f"cookie {number}", "1.1.1.1")
    with pytest.raises(RefusedError, match="too many looks"):
        quotas.look("cookie 4", "1.1.1.1")


def test_a_long_log_is_several_frames() -> None:
    quotas = Quotas(MemoryStore(), Bounds(frames_of_guest=Rate(20, 60.0)))
    hellos = [bool(quotas.frame("ada", "1.1.1.1", entries=1999)) for _ in range(3)]
    assert hellos == [False, False, True]
    assert not quotas.frame("ben", "1.1.1.1", entries=60)


def test_reactions_are_counted_by_guest_however_many_sockets() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul")
            sockets = Sockets(house, frozenset(), house.metrics, Quotas(house.store, Bounds()))
            heard: list[Json] = []

            async def send(message: MutableMapping[str, Any]) -> None:
                heard.append(json.loads(message["text"]))

            mine = [Socket("a", send, "1.1.1.1") for _ in range(10)]
            table.audience.sockets.update(mine)
            for socket in mine:
                await sockets._obey(socket, table, React("wow"))
            most = int(Bounds().reactions_of_guest.most)
            assert sum(frame["kind"] == "reacted" for frame in heard) == most * len(mine)
            assert sum(frame["kind"] == "refused" for frame in heard) == len(mine) - most

    run(check())


def test_deals_of_the_day_are_counted_by_address() -> None:
    quotas = Quotas(MemoryStore(), Bounds(deals_of_address=Rate(2, 86_400.0)))
    for _ in range(2):
        quotas.deal("192.0.2.1")
    with pytest.raises(HouseError, match="deal of the day"):
        quotas.deal("192.0.2.1")
    quotas.deal("192.0.2.2")


def test_in_a_crowd_comings_and_goings_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each would cost as many frames as there are people."""

    async def check() -> None:
        monkeypatch.setattr(audiences, "CROWD_SECONDS", 0.05)
        async with open_house() as house:
            table = await table_for(house, "azul")
            ears = []
            for number in range(200):
                ears.append(ear_at(table, f"guest {number}"))
                table.tell_presence()
            told = sum(len(ear.raw) for ear in ears)
            assert told <= audiences.CROWD * (audiences.CROWD + 1)
            await until(lambda: sum(len(ear.raw) for ear in ears) == told + 200)
            assert ears[-1].last["table"]["watchers"] == 200, "and nobody is forgotten"

    run(check())


def test_logs_are_read_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes the interpreter, and the event loop needs its part of it."""
    reading, most, read = [0], [0], Table.read

    def watched(table: Table, log: list[Entry]) -> None:
        reading[0] += 1
        most[0] = max(most[0], reading[0])
        time.sleep(0.01)
        read(table, log)
        reading[0] -= 1

    async def check() -> None:
        store = MemoryStore()
        for number in range(8):
            await store.save_table(row(f"t{number}", "waiting"))
        monkeypatch.setattr(Table, "read", watched)
        async with open_house(store) as house:
            await asyncio.gather(*(house.table(f"t{number}") for number in range(8)))
        assert most == [1]

    run(check())


def test_what_reaches_many_tables_costs_more(tmp_path: Path) -> None:
    async def check() -> None:
        async with open_house() as house:
            for number in range(8):
                await house.store.save_table(row(f"t{number}", "waiting"))
            await house.store.save_guest(ADA)
            api = Api(house, Quotas(house.store, Bounds(work_of_guest=Rate(1, 60.0))))
            with pytest.raises(HouseError, match="too much at once"):
                await api.rename(call_of(ADA, Renaming("Ada")))
            api = Api(house, Quotas(house.store, Bounds(work_of_guest=Rate(0.5, 60.0))))
            with pytest.raises(HouseError, match="too much at once"):
                await api.export(call_of(ADA))

    run(check())


def call_of(guest: GuestRow, body: Any = None) -> Call:
    return Call(Request({"type": "http", "headers": [], "client": ("1.1.1.1", 1)}), guest, body)


def test_decisions_are_counted_before_they_are_stored() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul")
            bounds = Bounds(entries_of_guest=Rate(2, 86_400.0), entries_of_address=Rate(3, 86_400.0))
            sockets = Sockets(house, frozenset(), house.metrics, Quotas(house.store, bounds))
            heard: list[Json] = []

            async def send(message: MutableMapping[str, Any]) -> None:
                heard.append(json.loads(message["text"]))

            async def play(socket: Socket) -> Json:
                assert table.course is not None
                table.audience.sockets = {socket}
                move = table.course.game.legal_moves()[0]
                await sockets._obey(socket, table, Play(table.version, move, f"{len(heard)}"))
                return heard[-1]

            ada, ben = Socket("a", send, "1.1.1.1"), Socket("b", send, "1.1.1.1")
            mover, other = (ada, ben) if table.course and table.course.to_move == 0 else (ben, ada)
            assert (await play(mover))["kind"] == "happened"
            assert (await play(mover))["reason"] == "not-your-turn", "which is counted all the same"
            told = await play(mover)
            assert (told["reason"], told["id"]) == ("busy", "2")
            assert 0 < told["retry_after"] <= 86_400 / 2
            assert (await play(other))["kind"] == "happened", "another guest has an allowance of their own"
            assert (await play(other))["reason"] == "busy", "but the address has no more"
            assert table.version == 2

    run(check())


def test_without_bounds_everything_is_allowed() -> None:
    async def check() -> None:
        quotas = Quotas(MemoryStore(), None)
        for _ in range(1000):
            assert quotas.request("a") == 0.0
            quotas.work("ada", "a", 100.0)
            quotas.hint("ada", "a")
            assert quotas.open_socket("ada", "a")
            await quotas.table("ada", "a", listed=True)

    run(check())


def test_sockets_are_given_back() -> None:
    quotas = Quotas(MemoryStore(), Bounds(sockets_of_guest=1, sockets_of_address=2))
    assert quotas.open_socket("ada", "a")
    assert not quotas.open_socket("ada", "a")
    assert quotas.open_socket("ben", "a")
    assert not quotas.open_socket("carl", "a")
    quotas.close_socket("ada", "a")
    assert quotas.open_socket("carl", "a")
    quotas.close_socket("carl", "a")
    quotas.close_socket("ben", "a")
    assert not any(holdings._here for holdings in quotas._sockets)


def test_nobody_takes_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tessela.server.table.LONGEST_LOG", 6)
    monkeypatch.setattr("tessela.server.course.LONGEST_LOG", 6)

    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a a")
            for number in range(3):
                assert table.course is not None
                move = str(table.course.game.legal_moves()[0])
                await table.play([0, 1], Play(table.version, move, f"p{number}"))
                await table.takeback([0, 1], Takeback(table.version, f"t{number}"))
            await table.play([0, 1], Play(table.version, move, "again"))
            with pytest.raises(RefusedError, match="after 6 entries"):
                await table.takeback([0, 1], Takeback(table.version, "again"))

    run(check())


def test_a_game_without_end_is_shared_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles may go round between lid and floor for ever."""
    monkeypatch.setattr("tessela.server.course.LONGEST_GAME", 6)

    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a b")
            for number in range(6):
                assert table.course is not None
                assert not table.course.is_over
                seat, move = table.course.game.turn, str(table.course.game.legal_moves()[0])
                await table.play([seat], Play(table.version, move, f"p{number}"))
            assert table.course is not None
            ending = table.course.ending
            assert ending is not None
            assert (ending.winners, ending.reason) == ([0, 1], NO_END)
            assert ending.scores == list(table.course.game.scores)
            assert (table.course.to_move, table.row.status) == (None, "over")
            with pytest.raises(RefusedError):
                await table.play([0, 1], Play(table.version, "1B>1", "more"))
            again = Course.from_log(table.row, await house.store.entries(table.row.id))
            assert again.ending == ending
            record = record_from(table.course, table.row)
            assert frames_of("x", record, [None, None]).ending == ending

    run(check())


def test_every_cost_is_of_something_that_can_be_asked_for(strict_server: Server) -> None:
    paths = httpx.get(f"{strict_server.address}/api/openapi.json", timeout=PATIENCE).json()["paths"]
    there = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert set(COSTS) <= there
    assert there - set(COSTS) <= {f"GET /api/{name}" for name in ("catalogue", "me", "openapi.json", "tables/{id}")}


def test_what_costs_much_is_refused_sooner(tmp_path: Path, guest: Guest) -> None:
    with serving(tmp_path, "--bot-pace", "0") as server:
        ada = guest(server)
        answers = []
        while not answers or answers[-1].status_code != 429:
            answers.append(ada.http.get("/api/replays/nothing"))
            assert len(answers) < 100
        assert len(answers) > 15
        refusal = answers[-1]
        assert int(refusal.headers["retry-after"]) >= 1
        assert "again in" in refusal.json()["text"]
        assert ada.http.get("/api/me").status_code == 200, "looking is still allowed"
        ben = guest(server, "Ben")
        assert ben.http.get("/api/replays/nothing").status_code == 404, "somebody else at the same address"


def test_hints_are_refused_with_a_time(tmp_path: Path, guest: Guest) -> None:
    with serving(tmp_path, "--bot-pace", "0") as server:
        ada = guest(server)
        table = ada.new_table("azul", "me open")
        tabs = [ada.sit(table) for _ in range(3)]  # each by itself does not ask too often
        said = []
        for number in range(45):
            tabs[number % 3].say(kind="hint", version=0)  # there is no game to advise on, which is counted all the same
            said.append(tabs[number % 3].until("refused"))
        busy = [frame for frame in said if frame["reason"] == "busy"]
        assert len(said) - len(busy) >= 20
        assert busy
        assert all(frame["retry_after"] >= 1 and "again in" in frame["text"] for frame in busy)
        assert {frame["retry_after"] for frame in said if frame not in busy} == {None}


def cookie_under(server: Server, host: str) -> str:
    """What a new guest is given under a name."""
    flags: str = httpx.get(f"{server.address}/api/me", headers={"host": host}, timeout=PATIENCE).headers["set-cookie"]
    return flags.lower()


def test_cookies_are_secure_where_the_public_address_is(tmp_path: Path) -> None:
    with serving(tmp_path, "--origin", "https://games.example.org", "--origin", "http://plain.example.org") as server:
        assert "; secure" in cookie_under(server, "games.example.org")
        assert "; secure" not in cookie_under(server, "plain.example.org")
        assert "; secure" not in cookie_under(server, f"127.0.0.1:{server.port}"), "this machine comes over plain HTTP"


@pytest.mark.parametrize("trusted", [(), ("--trust-proxy", "127.0.0.1")])
def test_only_a_proxy_that_was_named_is_believed(tmp_path: Path, trusted: tuple[str, ...]) -> None:
    with serving(tmp_path, *trusted) as server, httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        codes = []
        for number in range(150):  # somebody who makes many guests, each time from another address, they say
            http.cookies.clear()
            codes.append(http.get("/api/me", headers={"x-forwarded-for": f"198.51.100.{number}"}).status_code)
        assert (429 in codes) == (not trusted)


# Of several servers, over a bus as in one process


def two_servers(bounds: Bounds, bus: Bus) -> tuple[Quotas, Quotas]:
    both = Quotas(MemoryStore(), bounds), Quotas(MemoryStore(), bounds)
    for name, quotas in zip(("here", "there"), both, strict=True):
        quotas.share(bus, name)
    return both


def test_what_is_used_up_at_one_server_is_used_up_at_the_other() -> None:
    here, there = two_servers(Bounds(hints_of_guest=Rate(4, 3600.0)), LocalBus())
    for quotas in (here, there, here, there):
        quotas.hint("ada", "a")
    for quotas in (here, there):
        with pytest.raises(RefusedError, match="too many hints"):
            quotas.hint("ada", "a")
        quotas.hint(f"ben{id(quotas)}", "a")


def test_who_takes_from_several_at_once_pays_it_back() -> None:
    """Each server has allowed all of it before it heard of the other: what is too much comes back later."""
    bus = LaterBus()
    here, there = two_servers(Bounds(hints_of_guest=Rate(2, 20.0), hints_of_address=Rate(100, 1.0)), bus)
    for quotas in (here, there, here, there):
        quotas.hint("ada", "a")
    bus.deliver()
    with pytest.raises(RefusedError) as refused:
        here.hint("ada", "a")
    assert refused.value.retry == pytest.approx(30.0, abs=5.0), "one for now, and two that were too many"


def test_of_who_asks_for_little_nobody_is_told() -> None:
    bus = LaterBus()
    here, _ = two_servers(Bounds(requests=Rate(1000, 3600.0)), bus)
    for _ in range(49):
        assert not here.request("a")
    assert not bus.waiting
    for _ in range(2):
        assert not here.request("a")
    assert [(news.of, news.who) for news in bus.waiting if isinstance(news, Spent)] == [("requests", "a")]
    assert 50 <= bus.waiting[0].cost <= 51


def test_sockets_at_all_servers_count(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two_servers(Bounds(sockets_of_guest=3), LocalBus())
    assert [quotas.open_socket("ada", "a") for quotas in (here, there, here, there, here)] == [True] * 3 + [False] * 2
    here.close_socket("ada", "a")
    assert there.open_socket("ada", "a")
    assert not here.open_socket("ada", "a")
    monkeypatch.setattr(holdings, "HELD_SECONDS", -1.0)  # the other server has died, and repeats nothing
    assert here.open_socket("ada", "a")


class LaterBus(LocalBus):
    """A bus over which news take a while."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[News] = []

    def ring(self, news: News) -> None:
        self.waiting.append(news)

    def deliver(self) -> None:
        for news in self.waiting:
            super().ring(news)
