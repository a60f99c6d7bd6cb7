"""All tables: finding them, taking them up from the store, what goes on at them by itself, letting go of those nobody uses."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Coroutine
from time import monotonic
from typing import Any

import structlog

from tessela.server.bus import Bus
from tessela.server.clocks import downtime_since, now_ms
from tessela.server.guests import Guests
from tessela.server.memory import give_back
from tessela.server.messages import Preparing, TableInfo
from tessela.server.metrics import Metrics
from tessela.server.players import Players
from tessela.server.sight import table_info
from tessela.server.store import GuestRow, Store, StoreError, TableRow
from tessela.server.table import Table, encode

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SWEEP_SECONDS = 30.0
RETRY_SECONDS = 1.0  # between tries of what the store did not take or give
GRACE_SECONDS = 60.0  # somebody may be away so long before a bot can be asked to play for them
log = structlog.get_logger()


class HouseError(Exception):
    """Something about tables was asked for that cannot be: a status as in HTTP, a word and a sentence."""

    def __init__(self, status: int, error: str, text: str):
        self.status = status
        self.error = error
        super().__init__(text)


def no_such_table() -> HouseError:
    """What is answered about a table that is not there, or not any more."""
    return HouseError(404, "no-table", "there is no such table")


def new_id(length: int = 10) -> str:
    """A random name that cannot be guessed and can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class House:
    """The tables that are in use, and the way to all others."""

    def __init__(self, store: Store, bus: Bus, guests: Guests, players: Players, metrics: Metrics, grace: float = GRACE_SECONDS):
        self.store = store
        self.metrics = metrics
        self.guests = guests
        self.players = players
        self.tables: dict[str, Table] = {}
        self._bus = bus
        self._grace = grace
        self._loading: dict[str, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listen(self._rung)
        players.readiness.told = self._tell_preparing

    # Finding

    async def table(self, table_id: str) -> Table:
        """A table, taken up from the store if it is not in use."""
        if table_id in self.tables:
            self.tables[table_id].touched = monotonic()
            return self.tables[table_id]
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if table_id not in self.tables:
                    self.take_in(await self._load(table_id))
        finally:
            self._loading.pop(table_id, None)
        return self.tables[table_id]

    async def _load(self, table_id: str) -> Table:
        row = await self.store.table(table_id)
        if row is None:
            raise no_such_table()
        table = self.new_table(row)
        entries = await self.store.entries(table_id)
        used = 0
        if entries and row.clock is not None:
            at = entries[-1].at
            used = max(0, now_ms() - at - downtime_since(at, await self.store.downtimes(at)))
        try:
            await asyncio.to_thread(table.read, entries, used)
        except Exception:  # whatever is wrong with a log hurts its table alone
            log.exception("table-unreadable", table=table_id)
            raise HouseError(500, "unreadable", "the game of this table cannot be read") from None
        return table

    def info(self, row: TableRow, guest: GuestRow | None) -> TableInfo:
        """A table as a guest sees it, who is present where it is in use."""
        guest_id = guest.id if guest else None
        if row.id in self.tables:
            return self.tables[row.id].info(guest_id)
        return table_info(row, guest_id, set(), self.guests.seat_link(row.id, guest_id) if guest_id else None)

    # Coming and going

    def new_table(self, row: TableRow) -> Table:
        """A table of this house that is not yet known to it."""
        return Table(row, self.store, self.metrics, self.guests.seat_link, self._stirred, self._grace)

    def take_in(self, table: Table) -> None:
        """Know a table, and let begin what goes on at it by itself."""
        self.tables[table.row.id] = table
        if any(seat.who == "bot" for seat in table.row.seats):
            self.players.get_ready(table.row.game)
        self._stirred(table)

    def let_go(self, table: Table) -> None:
        """Know a table no more."""
        self.tables.pop(table.row.id, None)

    # What goes on by itself

    def _stirred(self, table: Table) -> None:
        """A table has changed: wake its bot, set its clock, and ring for other processes."""
        if table.row.id not in self.tables:
            return
        self.players.wake(table)
        self._set_timer(table)
        self._bus.ring(table.row.id, table.version)

    def preparing(self) -> bytes | None:
        """A frame that tells how far the bots are with getting ready; none if they are."""
        share = self.players.readiness.share
        return encode(Preparing(share)) if share < 1.0 else None

    def _tell_preparing(self, share: float) -> None:
        """Tell those who wait for bots."""
        frame = encode(Preparing(share))
        for table in list(self.tables.values()):
            if any(seat.who == "bot" for seat in table.row.seats):
                table.tell_all(frame)

    def _set_timer(self, table: Table) -> None:
        timer = self._timers.pop(table.row.id, None)
        if timer:
            timer.cancel()
        left, course = table.clocks(), table.course
        if left is None or course is None or course.to_move is None or table.row.seats[course.to_move].who != "person":
            return
        version = course.version
        loop = asyncio.get_running_loop()
        delay = left[course.to_move] / 1000 + 0.01
        self._timers[table.row.id] = loop.call_later(min(delay, 86_400.0), self._time_is_up, table, version)

    def _time_is_up(self, table: Table, version: int) -> None:
        async def check() -> None:
            await _tried(table.time_out(version), "time-out-failed", table.row.id)
            if table.version == version:  # a long wait goes in steps, a failed write is tried again
                await asyncio.sleep(RETRY_SECONDS)
                self._set_timer(table)

        self.spawn(check())

    def _rung(self, table_id: str, version: int) -> None:
        """The log of a table has grown, perhaps by another process."""
        table = self.tables.get(table_id)
        if table is None or table.course is None or table.version >= version:
            return

        async def catch_up() -> None:
            async with table.lock:
                if table.version < version:
                    await table.catch_up()

        self.spawn(catch_up())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; an error of it is logged."""
        task: asyncio.Task[None] = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open_up(self) -> None:
        """Note the start, then take up the tables that go on by themselves, without haste."""
        await self.store.note_start(now_ms())
        self.spawn(self._take_up_running())
        self.spawn(self._sweep())

    async def _take_up_running(self) -> None:
        """One table that cannot be read keeps no other waiting."""
        for row in await self._running():
            await _tried(self.table(row.id), "table-not-taken-up", row.id)
            await asyncio.sleep(0.005)

    async def _running(self) -> list[TableRow]:
        while True:
            try:
                return await self.store.running()
            except StoreError as error:
                log.warning("running-tables-not-read", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)

    async def _sweep(self) -> None:
        """Every now and then say that we live, and let go of tables that nobody uses."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await _tried(self.store.note_alive(now_ms()), "alive-not-noted")
            for table_id, table in list(self.tables.items()):
                if not self._in_use(table):
                    del self.tables[table_id]
            give_back()

    def _in_use(self, table: Table) -> bool:
        busy = table.lock.locked() or self.players.busy_with(table) or table.row.id in self._timers
        return bool(table.connections) or busy or table.touched > monotonic() - SWEEP_SECONDS

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for timer in self._timers.values():
            timer.cancel()
        await self.players.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.store.note_alive(now_ms())
        self.store.close()


async def _tried(work: Awaitable[object], trouble: str, table: str | None = None) -> None:
    """Do something that may fail, in which case others go on; the trouble is logged."""
    try:
        await work
    except Exception as error:
        log.warning(trouble, table=table, error=f"{type(error).__name__}: {error}")


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("background-work-failed")
