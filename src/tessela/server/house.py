"""All tables: finding them, taking them up from the store, what goes on at them by itself, letting go of those nobody uses."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from time import monotonic
from typing import Any

import msgspec
import structlog

from tessela.game.errors import TravellingError
from tessela.game.registry import RULESETS
from tessela.server.audience import Audience
from tessela.server.bus import Bus, GuestNews, Here, Leaving, News, Outside, Ring, pieces
from tessela.server.clocks import Uptime, WallClock
from tessela.server.frames import Preparing
from tessela.server.guests import HERE_SECONDS, Guests
from tessela.server.leases import Leases
from tessela.server.memory import give_back
from tessela.server.messages.tables import ProgramInfo, TableInfo
from tessela.server.metrics import Metrics
from tessela.server.players import Players
from tessela.server.promises import Promises
from tessela.server.sight import table_info
from tessela.server.store import LEASE_SECONDS, GuestRow, HowFar, Store, StoreError, TableRow, programs_at
from tessela.server.table import Table, encode
from tessela.server.talking import Talking

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SWEEP_SECONDS = 30.0
BEAT_SECONDS = 1.0
RETRY_SECONDS = 1.0  # between tries of what the store did not take or give
LONGEST_RETRY = 10.0
TELL_SECONDS = 2.0  # between two words to those who wait for a bot
FIND_SECONDS = 10.0  # between two looks for bots that nobody woke, at the tables in use
STORED_BOTS_SECONDS = 60.0  # and at those that are not
POLL_SECONDS = 1.0  # between two looks for what other processes did, where nobody rings
REMIND_SECONDS = 10.0  # and where somebody does
UNSURE_SECONDS = 3.0  # after the bus has begun to hear: others may begin a little later
GRACE_SECONDS = 60.0  # somebody may be away so long before a bot can be asked to play for them
log = structlog.get_logger()


class HouseError(TravellingError):
    """Something about tables was asked for that cannot be: a status as in HTTP, a word and a sentence; where it can be later, in
    how many seconds."""

    def __init__(self, status: int, error: str, text: str, retry: float | None = None):
        self.status = status
        self.error = error
        self.retry = retry
        super().__init__(text)


def no_such_table() -> HouseError:
    """What is answered about a table that is not there, or not any more."""
    return HouseError(404, "no-table", "there is no such table")


def banned() -> HouseError:
    """What is answered to those who are shut out."""
    return HouseError(403, "banned", "whoever runs this server has shut you out")


def new_id(length: int = 10) -> str:
    """A random name that cannot be guessed and can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class Outsiders:
    """Bots far away, as the house knows them: there are none. `programs.py` has those there may be."""

    def online(self) -> list[ProgramInfo]:
        """Those who can be asked for a game."""
        return []

    def changed(self, table: Table) -> None:
        """A table has changed."""

    def hang_up(self, bot: str) -> None:
        """A bot is let in no more."""

    def listens(self, bots: Iterable[str]) -> bool:
        """Whether one of these is told here what happens."""
        return False

    def heard(self, news: Outside) -> None:
        """Another process tells who listens to it."""


class House:
    """The tables that are in use, and the way to all others."""

    def __init__(self, store: Store, bus: Bus, guests: Guests, players: Players, metrics: Metrics, grace: float = GRACE_SECONDS):
        self.store = store
        self.metrics = metrics
        self.guests = guests
        self.players = players
        self.promises = Promises(store.secret)
        self.talking = Talking(store, self._ring)
        self.tables: dict[str, Table] = {}
        self.uptime = Uptime()
        self._wall = WallClock()
        self._bus = bus
        self._grace = grace
        self._loading: dict[str, asyncio.Lock] = {}
        self._reading = asyncio.Semaphore(1)  # several at once would leave the event loop a fraction of the interpreter
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._live: set[str] = set()  # tables where every second counts
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle: set[str] = set()  # tables not in use where a bot is to move
        self._troubled: set[str] = set()  # tables that cannot be taken up, which is said once
        self.outsiders = Outsiders()
        self.name = new_id()  # of this process, among those of the same store
        self._begun = 0  # how often the bus had begun to hear when we looked last
        self._unsure_until = self._next_look = 0.0
        self.leaving = False
        players.leases = Leases(store, self.name)
        self.followers: list[Callable[[Table], None]] = []  # told of every change of a table
        bus.listen(self._heard)
        guests.tell_others = lambda news: bus.ring(msgspec.structs.replace(news, sender=self.name))
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
                    table = await self._load(table_id)
                    if table_id not in self.tables:  # it may have been put up meanwhile
                        self.take_in(table)
        finally:
            self._loading.pop(table_id, None)
        return self.tables[table_id]

    async def glance(self, table_id: str) -> Table:
        """A table that is only read: one that is not in use is not taken into use for it."""
        return self.tables.get(table_id) or await self._load(table_id)

    async def _load(self, table_id: str) -> Table:
        row = await self.store.table(table_id)
        if row is None:
            raise no_such_table()
        if row.game not in RULESETS:
            raise HouseError(422, "unreadable", f"there is no game {row.game!r} any more; games are {', '.join(RULESETS)}")
        table = self.new_table(row)
        entries = await self.store.entries(table_id)
        try:
            async with self._reading:
                await asyncio.to_thread(table.read, entries)
        except Exception:  # whatever is wrong with a log hurts its table alone
            if table_id not in self._troubled:
                log.exception("table-unreadable", table=table_id)
            self._troubled.add(table_id)
            raise HouseError(500, "unreadable", "the game of this table cannot be read") from None
        return table

    def info(self, row: TableRow, guest: GuestRow | None) -> TableInfo:
        """A table as a guest sees it, who is present where it is in use."""
        guest_id = guest.id if guest else None
        if row.id in self.tables:
            return self.tables[row.id].info(guest_id)
        return table_info(row, guest_id, {}, self.guests.seat_link(row.id, guest_id) if guest_id else None)

    # Coming and going

    def new_table(self, row: TableRow) -> Table:
        """A table of this house that is not yet known to it."""
        audience = Audience(self._grace, self._is_blind)
        return Table(row, self.store, self.metrics, self.guests.seat_link, self.stirred, self.uptime, audience)

    @property
    def hears_others(self) -> bool:
        """Whether the rings of other processes arrive, or would if there were any."""
        return self._bus.is_up()

    def _is_blind(self) -> bool:
        """Whether nobody can know who is connected to other processes."""
        return not self._bus.is_up()

    def take_in(self, table: Table) -> None:
        """Know a table, and let begin what goes on at it by itself."""
        self.tables[table.row.id] = table
        if any(seat.who == "bot" for seat in table.row.seats):
            self.players.get_ready(table.row.game)
        self.stirred(table)
        self._ring(table, asks=True)

    def let_go(self, table: Table) -> None:
        """Know a table no more."""
        self.tables.pop(table.row.id, None)

    # What goes on by itself

    def stirred(self, table: Table) -> None:
        """A table has changed: wake its bot, set its clock, and ring for other processes."""
        if table.row.id not in self.tables:
            return
        self.players.wake(table)
        self.outsiders.changed(table)
        for follow in self.followers:
            follow(table)
        self._set_timer(table)
        self._ring(table)

    def _ring(self, table: Table, asks: bool = False) -> None:
        """Tell other processes how far a table is, and who is here."""
        here, programs = table.players_here(), tuple(programs_at(table.row))
        self._bus.ring(Ring(self.name, table.row.id, table.version, table.row.edition, here, asks, table.said, programs))

    def tell(self, news: News) -> None:
        """Tell other processes of something."""
        self._bus.ring(news)

    def preparing(self) -> bytes | None:
        """A frame that tells how far the bots are with getting ready; none if they are."""
        share = self.players.readiness.share
        return encode(Preparing(share)) if share < 1.0 else None

    def _tell_preparing(self, share: float) -> None:
        """Tell those who wait for bots."""
        frame = encode(Preparing(share))
        for table in list(self.tables.values()):
            if any(seat.who == "bot" for seat in table.row.seats):
                table.audience.tell_all(frame)

    def _set_timer(self, table: Table) -> None:
        timer = self._timers.pop(table.row.id, None)
        self._live.discard(table.row.id)
        if timer:
            timer.cancel()
        left, course = table.clocks(), table.course
        seat = table.ticking(course) if course else None
        if left is None or course is None or seat is None or table.row.seats[seat].who != "person" or table.stands:
            return
        version = course.version
        loop = asyncio.get_running_loop()
        delay = left[seat] / 1000 + 0.01
        self._timers[table.row.id] = loop.call_later(delay, self._time_is_up, table.row.id, version)
        if table.row.clock is not None and table.row.clock.pace == "live":
            self._live.add(table.row.id)

    def _time_is_up(self, table_id: str, version: int) -> None:
        """The time for a turn is over at a table that may have left memory meanwhile."""
        self._timers.pop(table_id, None)
        self._live.discard(table_id)
        self.spawn(self._time_out(table_id, version))

    async def _time_out(self, table_id: str, version: int) -> None:
        """What could not be read or written is tried again; but for a log that cannot be read, whatever we do."""

        async def try_once() -> None:
            with contextlib.suppress(HouseError):
                table = await self.table(table_id)
                await table.time_out(version)
                if table.version == version and table_id not in self._timers:
                    self._set_timer(table)

        await until_done(try_once, "time-out-failed", table_id)

    def _heard(self, news: News) -> None:
        """Another process tells of something."""
        if news.sender == self.name:
            return
        if isinstance(news, Ring):
            self._rung(news)
        elif isinstance(news, GuestNews):
            self.guests.hear(news)
            if news.signed_out and news.session is None:
                self.outsiders.hang_up(news.guest)
        elif isinstance(news, Outside):
            self.outsiders.heard(news)
        elif isinstance(news, Here):
            self.guests.seen_elsewhere(news.guests)
        elif isinstance(news, Leaving) and not self.leaving:
            self.spawn(self._take_over(*news.tables))

    async def _take_over(self, *tables: str) -> None:
        """Go on where a process that ends has stopped, or at tables of others where programs are told of here. All who are left
        do: leases say which of them thinks."""
        for table_id in tables:
            await self._taken_up(table_id)

    def _rung(self, ring: Ring) -> None:
        """Another process tells of a table."""
        table = self.tables.get(ring.table)
        if table is None:
            if self.outsiders.listens(ring.programs):
                self.spawn(self._take_over(ring.table))
            return
        table.heard_of(ring.sender, ring.here)
        if ring.asks:
            self._ring(table)
        self._see_to(table, HowFar(ring.version, ring.edition, ring.lines))

    def _see_to(self, table: Table, how: HowFar) -> None:
        """Take over what other processes have done at a table; at one whose game has not begun as well."""
        if not table.is_at(how) or table.said < how.lines:
            self.spawn(until_done(partial(self._catch_up, table, how), "not-caught-up", table.row.id))

    async def _catch_up(self, table: Table, how: HowFar) -> None:
        edition = table.row.edition
        async with table.lock:
            if not table.is_at(how):
                await table.catch_up()
        if table.taken_away:
            self.let_go(table)
        elif table.said < how.lines:
            await self.talking.go_on(table)
        if table.row.edition != edition:
            await self.talking.greet_all(table)  # somebody may be forgotten, with all they wrote

    async def freshen(self, table: Table) -> None:
        """Before somebody is shown a table: what other processes did there, also one that died before it rang. Where the store
        does not say, they are shown what is known."""
        if not self.store.is_shared:
            return
        with contextlib.suppress(StoreError):
            for how in (await self.store.heads([table.row.id])).values():
                await self._catch_up(table, how)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; an error of it is logged."""
        task: asyncio.Task[None] = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # one that is cancelled before it began would be missed

    async def open_up(self) -> None:
        """Go on in time, then take up the tables that go on by themselves, without haste."""
        self.uptime.go_on(await self.store.uptime())
        self._bus.begin()
        self.spawn(self._take_up_running())
        self.spawn(regularly(lambda: BEAT_SECONDS, self._beat, "beat-missed"))
        self.spawn(regularly(lambda: SWEEP_SECONDS, self._note_uptime, "uptime-not-noted"))
        self.spawn(regularly(lambda: SWEEP_SECONDS, self._let_go_of_unused, "tables-not-let-go"))
        self.spawn(regularly(lambda: TELL_SECONDS, self._tell_waits, "waits-not-told"))
        self.spawn(regularly(lambda: FIND_SECONDS, self._find_bots, "bots-not-found"))
        self.spawn(regularly(lambda: STORED_BOTS_SECONDS, self._find_stored_bots, "stored-bots-not-found"))
        if self.store.is_shared:
            self._look_around()

    def _look_around(self) -> None:
        """What is to be done where other processes use the same store."""
        self.spawn(regularly(lambda: POLL_SECONDS, self._look_if_due, "heads-not-read"))
        self.spawn(regularly(lambda: REMIND_SECONDS, self._remind, "not-reminded"))
        self.spawn(regularly(lambda: HERE_SECONDS / 3, self._tell_who_is_here, "not-told-who-is-here"))
        self.spawn(regularly(lambda: LEASE_SECONDS / 3, partial(self.store.renew, self.name), "leases-not-renewed"))
        self.spawn(regularly(lambda: STORED_BOTS_SECONDS, self._find_stored_clocks, "stored-clocks-not-found"))

    async def _look_if_due(self) -> None:
        """Look where nobody rings, and for a while after rings may have been lost; else now and then."""
        now, begun = monotonic(), self._bus.beginnings()
        if begun != self._begun:
            self._begun, self._unsure_until = begun, now + UNSURE_SECONDS
        if not self._bus.is_up() or now < self._unsure_until or now >= self._next_look:
            await self._look_at_heads()
            self._next_look = now + REMIND_SECONDS

    async def _look_at_heads(self) -> None:
        """See which of the tables in use other processes have changed."""
        for table_id, how in (await self.store.heads(list(self.tables))).items():
            if table_id in self.tables:
                self._see_to(self.tables[table_id], how)

    async def _remind(self) -> None:
        """Say again who is here: what nobody repeats is forgotten."""
        for table in list(self.tables.values()):
            if table.audience.sockets:
                self._ring(table)

    async def _tell_who_is_here(self) -> None:
        """Friends see that somebody is here, at whichever server."""
        for some in pieces(self.guests.seen_lately()):
            self._bus.ring(Here(self.name, some))

    async def hand_over(self) -> None:
        """Leave what goes on by itself to other processes: they take up its tables now, not when they find them idle."""
        self.leaving = True
        busy = [table_id for table_id, table in self.tables.items() if table.bot_to_move() is not None]
        await self.players.rest()
        for some in pieces(dict.fromkeys([*busy, *self._timers])):
            self._bus.ring(Leaving(self.name, some))

    async def _find_stored_clocks(self) -> None:
        """Take up the tables whose clocks nobody watches here, as those of a process that died."""
        for row in await self.store.running():
            if row.clock is not None and row.id not in self._timers and row.id not in self.tables:
                await self._taken_up(row.id)

    async def _take_up_running(self) -> None:
        """Take up what goes on by itself, without haste; a table that the store does not give is asked for again and again."""
        waiting: list[str] = []

        async def find() -> None:
            waiting[:] = [row.id for row in await self.store.running()]

        await until_done(find, "running-tables-not-read")
        pause = RETRY_SECONDS
        while waiting := [table_id for table_id in waiting if not await self._taken_up(table_id)]:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_RETRY)

    async def _taken_up(self, table_id: str) -> bool:
        """Whether a table is in use now, or cannot be whatever we do."""
        await asyncio.sleep(0.005)
        try:
            await self.table(table_id)
        except StoreError as error:
            self._say_once("table-not-taken-up", table_id, error)
            return False
        except Exception as error:
            self._say_once("table-not-taken-up", table_id, error)
        else:
            self._troubled.discard(table_id)
        return True

    def _say_once(self, trouble: str, table_id: str, error: Exception) -> None:
        if table_id not in self._troubled:
            self._troubled.add(table_id)
            log.warning(trouble, table=table_id, error=f"{type(error).__name__}: {error}")

    async def _beat(self) -> None:
        """Note the time every second, so that a kill changes nobody's clock by more; nor does a power failure, where a
        live one runs. The wall clock counts for nothing; that it was set is worth a line in the log."""
        now = self.uptime.now()
        if jump := self._wall.jumped(now):
            log.warning("wall-clock-was-set", by_seconds=jump / 1000)
        self.uptime.agree(await self.store.beat(now, lasting=bool(self._live)))

    async def _note_uptime(self) -> None:
        await self.store.note_uptime(self.uptime.now())

    async def _let_go_of_unused(self) -> None:
        for table_id, table in list(self.tables.items()):
            if not self._in_use(table):
                del self.tables[table_id]
        give_back()

    async def _tell_waits(self) -> None:
        self.players.tell_waits()

    async def _find_bots(self) -> None:
        """See to it that every bot that is to move is thought for."""
        for table in list(self.tables.values()):
            self.players.find(table)

    async def _find_stored_bots(self) -> None:
        """Take up the tables where a bot is to move and that nobody has in use, now nor when we looked last."""
        idle = {table_id for table_id in await self.store.bots_to_move() if table_id not in self.tables}
        found, self._idle = idle & self._idle, idle
        for table_id in found - self._troubled:
            self.metrics.bots_found.inc()
            log.warning("bot-found-idle", table=table_id)
        for table_id in found:
            await self._taken_up(table_id)

    def _in_use(self, table: Table) -> bool:
        """Whether a table is needed in memory; a clock can wait without."""
        busy = table.lock.locked() or self.players.busy_with(table) or table.bot_to_move() is not None
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
            await self.store.note_uptime(self.uptime.now())
        await self._bus.close()
        await self.store.let_go()
        self.store.close()


async def regularly(seconds: Callable[[], float], step: Callable[[], Awaitable[None]], trouble: str) -> None:
    """Do something again and again, whatever comes of it; trouble is logged when it begins and when it is over."""
    failing = False
    while True:
        await asyncio.sleep(seconds())
        try:
            await step()
        except Exception as error:
            if not failing:
                log.warning(trouble, error=f"{type(error).__name__}: {error}")
            failing = True
        else:
            if failing:
                log.info("recovered", after=trouble)
            failing = False


async def until_done(step: Callable[[], Awaitable[None]], trouble: str, table: str | None = None) -> None:
    """Do something, after trouble again and again until it is done; the first trouble is logged."""
    pause = RETRY_SECONDS
    while True:
        try:
            await step()
        except Exception as error:
            if pause == RETRY_SECONDS:
                log.warning(trouble, table=table, error=f"{type(error).__name__}: {error}")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_RETRY)
        else:
            return


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("background-work-failed")
