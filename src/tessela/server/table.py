"""One table: people and bots ask for something, it is checked, stored, and only then told to everybody."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Hashable
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import msgspec

from tessela.game import Game, Move, TesselaError
from tessela.game.chance import new_key
from tessela.game.ruleset import Json
from tessela.server import sight
from tessela.server.audience import Audience, Listener
from tessela.server.clocks import Timing, Uptime, now_ms
from tessela.server.course import LONGEST_LOG, Course, Step, beginning, row_after
from tessela.server.frames import Changed, Ended, LetBotFinish, Play, Practise, Refused, Resign, Takeback
from tessela.server.messages.tables import TableInfo
from tessela.server.metrics import Metrics, Stopwatch
from tessela.server.played import over_at
from tessela.server.refusals import (
    RefusedError,
    check_called_off,
    check_days_are_over,
    check_not_in_earnest,
    check_version,
    why_it_stands,
)
from tessela.server.store import Entry, HowFar, Kind, RowChangedError, Store, StoreError, TableRow, VersionTakenError
from tessela.server.tracing import span

TRIES = 5  # to change a table that others change at the same time
T = TypeVar("T")
encode = msgspec.json.Encoder().encode


class Thinking(NamedTuple):
    """A thought about the position at a version."""

    version: int
    task: "asyncio.Task[Any]"


class Table:
    """A table in memory. Whoever changes it holds `lock`, makes the next course beside the one that everybody sees, and puts it
    in its place once it is stored. Who only looks waits for nobody."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        metrics: Metrics,
        seat_link: Callable[[str, str], str],
        stirred: Callable[["Table"], None],
        uptime: Uptime,
        audience: Audience,
    ):
        self.row = row
        self.course: Course | None = None
        self.timing: Timing | None = None
        self.audience = audience
        self.connections = 0
        self.taken_away = False  # the last person got up before the game: nobody can sit down any more
        self.touched = monotonic()
        self.said = 0  # the place of the last line that was told here of what people write
        self.thoughts: dict[Hashable, Thinking] = {}  # what is thought of the position at hand, by what was asked and for whom
        self._uptime = uptime
        self.lock = asyncio.Lock()
        self.telling = asyncio.Lock()  # held by who tells what people have written
        self._store = store
        self._metrics = metrics
        self._seat_link = seat_link
        self._stirred = stirred  # told after every change, to wake bots, clocks and other processes

    # What it is

    @property
    def version(self) -> int:
        """The version at the head of the log; 0 before the game as well."""
        return self.course.version if self.course else 0

    def is_at(self, how: HowFar) -> bool:
        """Whether we have seen all that others have done here up to a version of the log and an edition of the table."""
        return self.version >= how.version and self.row.edition >= how.edition

    def info(self, guest: str | None) -> TableInfo:
        """The table as a guest sees it."""
        if self.course is not None:
            self.row.head = self.course.head
        link = self._seat_link(self.row.id, guest) if guest else None
        return sight.table_info(self.row, guest, self.audience.names(), link)

    def players_here(self) -> tuple[str, ...]:
        """Who holds a seat and is connected to this process."""
        return tuple(sorted(self.audience.here() & {guest for seat in self.row.seats for guest in seat.guests}))

    def heard_of(self, process: str, guests: tuple[str, ...]) -> None:
        """Who is connected to another process."""
        if self.audience.heard_of(process, guests):
            self._tell_presence()

    def bot_to_move(self) -> str | None:
        """The level of the bot that is to decide, if it is a bot's turn."""
        seat = self.course.to_move if self.course else None
        return None if seat is None or self.row.seats[seat].who != "bot" else self.row.seats[seat].level

    def clocks(self) -> list[int] | None:
        """Milliseconds left of each seat."""
        if self.timing is None or self.course is None:
            return None
        return self.timing.now(self.ticking(self.course), self.stood())

    def stood(self) -> int:
        """How long the clock of the one to move has stood in this turn, for a vacation."""
        course, timing = self.course, self.timing
        if course is None or timing is None or course.to_move is None:
            return 0
        before = self.row.stood[1] if self.row.stood and self.row.stood[0] == course.version else 0
        away = self.row.seats[course.to_move].away
        return before + (timing.since(away.since) if away else 0)

    @property
    def stands(self) -> bool:
        """Whether the one to move is on vacation: no clock runs meanwhile."""
        seat = self.course.to_move if self.course else None
        return seat is not None and self.row.seats[seat].away is not None

    def ticking(self, course: Course) -> int | None:
        """The seat whose time runs. That of a live game stands until the first move: nobody sits down at a running clock, but
        in a tournament, where everybody knows when it begins."""
        live = self.row.clock is not None and self.row.clock.pace == "live"
        waits = live and course.version == 0 and self.row.tournament is None
        return None if waits else course.to_move

    # The game begins and goes on

    def read(self, log: list[Entry]) -> None:
        """Take up the game from its log. An entry of a version that did not note the time counts from the start of the server."""
        if not log:
            return
        self.course = Course.from_log(self.row, log)
        self.timing = self._timing_of(self.row)
        if self.timing and "clocks" in log[-1].payload:
            since = log[-1].payload.get("up", self._uptime.began)
            self.timing.resume(log[-1].payload["clocks"], max(0, self._uptime.now() - since))

    def _timing_of(self, row: TableRow) -> Timing | None:
        """Full clocks for a table that has a time limit."""
        return Timing(row.clock, len(row.seats), self._uptime) if row.clock is not None else None

    async def begin(self, row: TableRow, given: Game | None = None, fair: Json | None = None) -> None:
        """Set the game up for a full table, or take the given one, and store its chance and the key of the chance to come, with
        what that was made of where it can be verified; the caller holds the lock."""
        key = (given.key if given else None) or new_key()
        game = given or Game(row.game, key=key, **row.options)
        game.draw_by(key)
        row = msgspec.structs.replace(row, status="playing", options=game.options)
        timing = self._timing_of(row)
        payload = beginning(game, key, fair)
        if timing:
            payload |= {"clocks": timing.left, "up": self._uptime.now()}
        entry = Entry(row.id, 0, None, "began", payload, None, now_ms())
        course = Course(game).after(entry)
        await self._store.append(entry, course.head, row)
        self.row, self.course, self.timing = row, course, timing
        self.tell_snapshots()
        self._stirred(self)

    async def play(self, seats: list[int], ask: Play, asker: Listener | None = None) -> None:
        """A move of somebody who holds these seats."""
        with span("play", table=self.row.id, version=ask.version):
            await self._play(seats, ask, asker)

    async def _play(self, seats: list[int], ask: Play, asker: Listener | None) -> None:
        async with self.lock:
            course = self._at(ask.version, ask.id, seats, asker)
            if course is None:
                return
            if course.to_move not in seats:
                raise RefusedError("not-your-turn", "it is not your turn" if course.to_move is not None else "the game is over")
            seat = course.to_move
            try:
                entry, after = self._next("move", seat, ask.id, {"move": str(Move.parse(ask.move))})
            except TesselaError as error:
                raise RefusedError("illegal", str(error)) from None
            await self._add(entry, after, asker)

    async def takeback(self, seats: list[int], ask: Takeback, asker: Listener | None = None) -> None:
        """Make a decision again: the last one that can be, or the one that is named, whatever bots have decided meanwhile."""
        async with self.lock:
            check_not_in_earnest(self.row)
            freely = sight.plays_alone(self.row, seats)
            version = max(ask.version, self.version) if freely and ask.to is not None else ask.version
            course = self._at(version, ask.id, seats, asker)
            if course is None:
                return
            if course.version >= LONGEST_LOG:
                raise RefusedError("not-allowed", f"after {LONGEST_LOG} entries nothing is taken back")
            possible = course.back_to(seats, freely)
            to = possible[-1] if ask.to is None and possible else ask.to
            if to is None or to not in possible:
                raise RefusedError("not-allowed", why_it_stands(course, freely))
            await self._add(*self._next("takeback", course.steps[to].seat, ask.id, {"to": to}), asker)

    async def resign(self, seats: list[int], ask: Resign, asker: Listener | None = None) -> None:
        """Give the game up for a seat: the one to move if it is held, else the first. Who holds one seat means it whatever the
        others have decided meanwhile."""
        async with self.lock:
            version = ask.version if len(seats) > 1 else max(ask.version, self.version)
            course = self._at(version, ask.id, seats, asker)
            if course is None:
                return
            seat = sight.viewer_of(seats, course.to_move)
            if seat is None or course.is_over:
                raise RefusedError("not-allowed", "there is nothing to resign")
            await self._add(*self._next("resigned", seat, ask.id), asker)

    async def let_bot_finish(self, seats: list[int], ask: LetBotFinish, asker: Listener | None = None) -> None:
        """Hand a seat to a bot: one's own, or that of somebody who is not there; whatever was decided meanwhile."""
        async with self.lock:
            course = self._at(max(ask.version, self.version), ask.id, seats, asker)
            if course is None:
                return
            held = self.row.seats[ask.seat] if ask.seat < len(self.row.seats) else None
            if course.is_over or not seats or held is None or held.who != "person":
                raise RefusedError("not-allowed", "no person plays there")
            if self.row.rated:
                check_called_off(course, ask.seat in seats)
            if ask.seat not in seats and self.audience.may_come_back(held.guests):
                raise RefusedError("not-allowed", "the one who plays there is here, or was a moment ago")
            if ask.seat not in seats:
                check_days_are_over(self.row, ask.seat, course.to_move, self.clocks())
            await self._add(*self._next("bot-took-over", ask.seat, ask.id), asker)

    async def practise(self, seats: list[int], ask: Practise) -> None:
        """Warn those who play here before blunders, or no more."""
        async with self.lock:
            if not sight.may_practise(self.row, seats):
                raise RefusedError("not-allowed", "practice is for games against bots, or at one screen, without a clock")
            row = msgspec.structs.replace(self.row, practice=ask.on)
            try:
                await self.change(row)
            except StoreError as error:
                raise RefusedError("not-stored", str(error)) from None

    async def settle(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that changes the table, under its lock; where another process was quicker, once more from there."""
        async with self.lock:
            for _ in range(TRIES):
                try:
                    return await work()
                except (RowChangedError, VersionTakenError):
                    await self.catch_up()
        raise StoreError("others change this table at the same time; try again")

    async def change(self, row: TableRow) -> None:
        """Store the table anew, and tell everybody; the caller holds the lock."""
        await self._store.save_table(row)
        self.row = row
        self.tell_changed()
        self._stirred(self)

    async def time_out(self, version: int) -> None:
        """The one to move has no time left at this version."""
        async with self.lock:
            course, left = self.course, self.clocks()
            if course is None or left is None or course.version != version or course.to_move is None:
                return
            if left[course.to_move] == 0 and self.row.seats[course.to_move].who == "person":
                await self._add(*self._next("timed-out", course.to_move, None), None)

    async def close_down(self) -> None:
        """Whoever runs the server ends the game as it stands; it counts for nothing."""
        async with self.lock:
            if self.course is None or self.course.is_over:
                raise RefusedError("not-allowed", "the game is over")
            await self._add(*self._next("closed", 0, None), None)

    def _at(self, version: int, move_id: str, seats: list[int], asker: Listener | None) -> Course | None:
        """The course, if a request was made at its head. One that was carried out before is acknowledged again, then none.

        Only those who ask over a socket send anything twice. Bots and the house (no asker) give ids too, and whatever a client
        called its request, theirs is another.
        """
        course = self.course
        if course is None:
            raise RefusedError("not-allowed", "the game has not begun")
        if not seats:
            raise RefusedError("not-allowed", "you do not sit at this table")
        done = course.find(move_id) if asker else None
        if asker and done is not None and done.seat in seats:
            self._acknowledge(done, asker, seats)
            return None
        check_version(version, course.version)
        return course

    def _acknowledge(self, step: Step, asker: Listener, seats: list[int]) -> None:
        """Say again that an entry is stored; if the table has moved on since, the rest as a snapshot."""
        assert self.course is not None
        if step.version != self.course.version:
            asker.push(self._snapshot_for(asker, step.move_id))
            return
        frame = sight.happened(self.row, self.course, step, seats, self.clocks(), step.move_id)
        asker.push(encode(frame))

    def _next(self, kind: Kind, seat: int, move_id: str | None, about: Json | None = None) -> tuple[Entry, Course]:
        """The next entry and the course with it, both still unknown to everybody. A move that is not legal is refused."""
        course = self.course
        assert course is not None
        payload: Json = about or {}
        entry = Entry(self.row.id, course.version + 1, seat, kind, payload, move_id, now_ms())
        after = course.after(entry)
        if dealt := after.dealt_since(course):
            payload["deals"] = dealt
        if self.timing:
            now = self.ticking(course), self.stood()
            payload["clocks"] = self.timing.after(seat, after.to_move, *now) if kind == "move" else self.timing.now(*now)
            payload["up"] = self._uptime.now()
        return entry, after

    async def _add(self, entry: Entry, after: Course, asker: Listener | None) -> None:
        """Store an entry, then go on with the course after it. If it cannot be stored, nothing has happened."""
        row = row_after(self.row, entry, after)
        watch = Stopwatch(self._metrics.stored)
        try:
            with span("store", table=entry.table, version=entry.version):
                await self._store.append(entry, after.head, row, over_at(row, entry.at, after) if after.is_over and row else None)
        except (VersionTakenError, RowChangedError):
            await self.catch_up()
            if asker and self._is_stored(entry, asker):
                return
            raise RefusedError("stale", "somebody else was faster") from None
        except StoreError as error:
            self._metrics.not_stored.inc()
            raise RefusedError("not-stored", str(error)) from None
        watch.stop()
        self._metrics.entries.labels(entry.kind).inc()
        self._go_on(entry, after, row, asker)

    def _go_on(self, entry: Entry, after: Course, row: TableRow | None, asker: Listener | None) -> None:
        """An entry is in the log: the course after it, and the table where it changed, take the place of those before."""
        self.course = after
        self.row = row or self.row
        self._count_from(entry)
        self._tell(after.last, asker, row is not None)

    def _is_stored(self, entry: Entry, asker: Listener) -> bool:
        """Whether an entry is in the log after all, as where the answer of the database was lost: then it is acknowledged."""
        done = self.course.find(entry.move_id) if self.course and entry.move_id else None
        if done is None or done.seat != entry.seat:
            return False
        self._acknowledge(done, asker, sight.seats_of(self.row, asker.guest))
        return True

    async def catch_up(self) -> None:
        """Carry out what another process has done at this table; the caller holds the lock."""
        row = await self._store.table(self.row.id)
        if row is None:
            self.taken_away = True
            return
        entries = await self._store.entries(self.row.id, self.course.version if self.course else -1)
        changed, before, self.row = row.edition != self.row.edition, self.course, row
        if before is None and entries:
            self.read(entries)
            self.tell_snapshots()
        elif changed and not entries:
            self.tell_changed()
        for entry in entries if before else ():
            assert self.course is not None
            self._go_on(entry, self.course.after(entry), row, None)
        self._stirred(self)

    def _count_from(self, entry: Entry) -> None:
        """The time of the next seat runs from what an entry notes, however long it took to store: so it is the same wherever
        its log is read."""
        if self.timing and "up" in entry.payload:
            self.timing.resume(entry.payload["clocks"], max(0, self._uptime.now() - entry.payload["up"]))

    # Telling

    def _tell(self, step: Step, asker: Listener | None, changed: bool) -> None:
        """Tell everybody at the table about an entry that is stored."""
        with span("tell", table=self.row.id, version=step.version, sockets=len(self.audience.sockets)):
            self._tell_all(step, asker, changed)

    def _tell_all(self, step: Step, asker: Listener | None, changed: bool) -> None:
        assert self.course is not None
        screens = {socket: tuple(sight.seats_of(self.row, socket.guest)) for socket in self.audience.sockets}
        frames = sight.happened_for(self.row, self.course, step, {*screens.values()}, self.clocks()) if screens else {}
        encoded = {mine: encode(frames[mine]) for mine in {screens[socket] for socket in screens if socket is not asker}}
        for socket, mine in screens.items():
            if socket is asker:
                frames[mine].id = step.move_id
                socket.push(encode(frames[mine]))
            else:
                socket.push(encoded[mine])
        ending = self.course.ending
        if ending is not None:
            self.audience.tell_all(encode(Ended(self.version, ending)))
        if changed:
            self.tell_changed()
        self._stirred(self)

    def tell_changed(self, but: Listener | None = None) -> None:
        """Tell everybody that something about the table has changed."""
        self.audience.tell_guests(lambda guest: encode(Changed(self.info(guest))), but)

    def tell_presence(self, but: Listener | None = None) -> None:
        """Tell everybody that somebody has come or gone, also other processes."""
        self._stirred(self)
        self._tell_presence(but)

    def _tell_presence(self, but: Listener | None = None) -> None:
        self.audience.when_calm(self.tell_changed, but)

    def tell_snapshots(self) -> None:
        """Give everybody the whole table."""
        for socket in list(self.audience.sockets):
            socket.push(self._snapshot_for(socket))

    def _snapshot_for(self, socket: Listener, move_id: str | None = None) -> bytes:
        mine = sight.seats_of(self.row, socket.guest)
        snapshot = sight.snapshot(self.row, self.info(socket.guest), self.course, mine, self.clocks())
        snapshot.id = move_id
        return encode(snapshot)

    async def greet(self, socket: Listener) -> None:
        """Give a socket the whole table."""
        socket.push(self._snapshot_for(socket))

    def refuse(self, socket: Listener, error: RefusedError, move_id: str | None) -> None:
        """Tell a socket that its frame was not carried out, with a snapshot where its move was made at another version. Who only
        asked about a table that has gone on meanwhile has heard how."""
        retry_after = None if error.retry is None else math.ceil(error.retry)
        socket.push(encode(Refused(error.reason, str(error), move_id, retry_after)))
        if error.reason == "resync" or (error.reason == "stale" and move_id is not None):
            socket.push(self._snapshot_for(socket))
