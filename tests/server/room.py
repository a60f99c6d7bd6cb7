"""Tables within the test's own process: a house on a store in memory, and ears that keep every frame."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from tessela.game.ruleset import Json
from tessela.server.bus import Bus, LocalBus
from tessela.server.frames import Play
from tessela.server.guests import Guests
from tessela.server.house import House
from tessela.server.memory_store import MemoryStore
from tessela.server.metrics import Metrics
from tessela.server.players import Manner, Players, think
from tessela.server.service import Service
from tessela.server.sight import seats_of
from tessela.server.store import SeatRow, Store, TableRow
from tessela.server.table import Table
from tessela.server.workers import ProcessWorker, ThreadWorker, Worker
from tests.patience import PATIENCE


def run(check: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(check, PATIENCE))


async def until(true: Callable[[], object]) -> None:
    """Wait for something to become true."""
    while not true():
        await asyncio.sleep(0.01)


class Ear:
    """Stands in for a socket."""

    def __init__(self, guest: str):
        self.guest = guest
        self.name = guest
        self.looking = True
        self.raw: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.raw.append(frame)

    @property
    def frames(self) -> list[Json]:
        return [json.loads(frame) for frame in self.raw]

    @property
    def last(self) -> Json:
        last: Json = json.loads(self.raw[-1])
        return last


def house_on(
    store: Store | None = None,
    bus: Bus | None = None,
    thinking: Callable[[str, int, Json, float], str] = think,
    worker: Callable[[], Worker] = ThreadWorker,
) -> House:
    """A house whose bots do not wait."""
    store, metrics = store or MemoryStore(), Metrics()
    guests = Guests(store)
    service = Service(worker(), [worker()], metrics, guests.address_of)
    players = Players(Manner(0.0, 0.0, 1.0), metrics, service, store.secret, thinking)
    return House(store, bus or LocalBus(), guests, players, metrics)


@asynccontextmanager
async def open_house(
    store: Store | None = None,
    thinking: Callable[[str, int, Json, float], str] = think,
    worker: Callable[[], Worker] = ThreadWorker,
) -> AsyncIterator[House]:
    """The same, closed in the end."""
    house = house_on(store, thinking=thinking, worker=worker)
    try:
        yield house
    finally:
        await house.close()


async def table_for(house: House, game: str, who: str = "a b", clock: Any = None, **options: Any) -> Table:
    """A table whose game has begun; a seat is a guest's name, or `bot`."""
    seats = [SeatRow("bot", "Bot", "mason") if name == "bot" else SeatRow("person", name, None, [name]) for name in who.split()]
    row = TableRow("t", game, options, seats, "waiting", clock, False, "chosen", 0, "invitation")
    table = house.new_table(row)
    async with table.lock:
        await table.begin(row)
    house.take_in(table)
    return table


def process() -> Worker:
    """A worker as the server has them."""
    return ProcessWorker(0)


def ear_at(table: Table, guest: str) -> Ear:
    ear = Ear(guest)
    table.audience.sockets.add(ear)
    return ear


async def play(table: Table, move: str, move_id: str | None = None, ear: Ear | None = None) -> None:
    """A move of whoever is to move."""
    assert table.course is not None
    seat = table.course.to_move
    assert seat is not None
    seats = seats_of(table.row, ear.guest) if ear else [seat]
    await table.play(seats, Play(table.version, move, move_id or f"m{table.version}"), ear)
