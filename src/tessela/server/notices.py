"""Calling people whose turn it is at a slow table that they do not look at: one call a table and turn, none in their quiet hours.

A change of a table only notes it; now and then the tables that have changed are gone through, and what is due is sent. Nobody's
move ever waits for a push service.
"""

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import structlog

from tessela.server.calling import NoticeRow, PushRow, QuietRow
from tessela.server.clocks import now_ms
from tessela.server.house import House
from tessela.server.messages.tables import Clock
from tessela.server.push_services import EndpointError, PushServices
from tessela.server.store import SeatRow, Store, StoreError, TableRow
from tessela.server.table import Table
from tessela.server.webpush import Signer, encrypted, new_key, possible

MOST_AT_ONCE = 64  # calls that are under way
MOST_TRIES = 4
FIRST_RETRY = 60_000  # milliseconds; each pause is four times the one before
GONE = (404, 410)  # what a push service says of a browser that wants nothing any more
A_DAY = 86_400
log = structlog.get_logger()


class Called(msgspec.Struct):
    """What a browser is told: where it is somebody's turn, and how to say so. Nothing of the game."""

    table: str
    language: str


class Notices:
    """Knows where it is whose turn, and calls them."""

    def __init__(self, house: House, services: PushServices, subject: str):
        self._house = house
        self._services = services
        self._subject = subject
        self._stirred: set[str] = set()  # tables that have changed since the last look
        self._sending = asyncio.Semaphore(MOST_AT_ONCE)
        self._under_way: set[tuple[str, str]] = set()
        self._signer: Signer | None = None
        house.followers.append(self.follow)

    def follow(self, table: Table) -> None:
        """A table has changed."""
        if table.row.is_slow and table.course is not None and possible() == "yes":
            self._stirred.add(table.row.id)

    async def signer(self) -> Signer:
        """What signs calls; its key is made when it is first asked for."""
        if self._signer is None:
            self._signer = Signer(await self._house.store.push_key(new_key()), self._subject)
        return self._signer

    async def step(self) -> None:
        """Note whose turn it is where something has changed, and send what is due."""
        while self._stirred:
            table = self._house.tables.get(self._stirred.pop())
            if table is not None:
                await self._noted(table)
        for notice in await self._house.store.due_notices(now_ms(), MOST_AT_ONCE):
            if (notice.guest, notice.game_table) not in self._under_way:
                self._house.spawn(self._see_to(notice))

    async def _noted(self, table: Table) -> None:
        try:
            await self._note(table)
        except StoreError:
            self._stirred.add(table.row.id)  # at the next step
            raise
        except Exception:  # one table must not keep all others from being called to
            log.exception("turn-not-noted", table=table.row.id)

    async def _note(self, table: Table) -> None:
        """Note the turn of the one to move, if they can be called. Who sees the table knows; so it stays after a restart."""
        store, course = self._house.store, table.course
        if course is None or course.to_move is None:
            await store.delete_notices(table.row.id)
            return
        seat = table.row.seats[course.to_move]
        for guest in seat.guests if seat.who == "person" else []:
            if await store.pushes_of(guest):
                due = None if table.audience.looks_on(guest) else await self._due(guest, seat)
                await store.note_turn(NoticeRow(guest, table.row.id, course.version, due))

    async def _due(self, guest: str, seat: SeatRow) -> int:
        """When somebody may be called: not on vacation, and not in their quiet hours."""
        at = max(now_ms(), seat.away.until if seat.away else 0)
        return after_quiet(at, await self._house.store.quiet(guest))

    async def _see_to(self, notice: NoticeRow) -> None:
        """Send a call, if it is still wanted; one that could not be sent is due again later."""
        key = notice.guest, notice.game_table
        self._under_way.add(key)
        try:
            async with self._sending:
                row = await self._house.store.table(notice.game_table)
                if row is None or not self._is_wanted(row, notice):
                    await self._house.store.take_notice(notice)
                    return
                pause = FIRST_RETRY * 4**notice.tries if notice.tries + 1 < MOST_TRIES else None
                retry = None if pause is None else now_ms() + pause
                if await self._house.store.take_notice(notice, retry):
                    await self._send(notice, row, retry)
        finally:
            self._under_way.discard(key)

    def _is_wanted(self, row: TableRow, notice: NoticeRow) -> bool:
        """Whether it is still this turn, and nobody has seen so."""
        to_move = row.head.to_move
        if row.status != "playing" or row.head.version != notice.version or to_move is None:
            return False
        table = self._house.tables.get(row.id)
        seen = table is not None and table.audience.looks_on(notice.guest)
        return notice.guest in row.seats[to_move].guests and not seen

    async def _send(self, notice: NoticeRow, row: TableRow, retry: int | None) -> None:
        """Call somebody in all browsers that want it. Where none could be reached, the call stays due."""
        pushes = await self._house.store.pushes_of(notice.guest)
        sent = await asyncio.gather(*(self._call(push, row) for push in pushes))
        if retry is not None and (any(sent) or not pushes):
            taken = msgspec.structs.replace(notice, due=retry, tries=notice.tries + 1)
            await self._house.store.take_notice(taken)

    async def _call(self, push: PushRow, row: TableRow) -> bool:
        """Call in one browser; whether that is settled."""
        signer = await self.signer()
        try:
            place = self._services.place(push.endpoint)
            body = encrypted(msgspec.json.encode(Called(row.id, push.language)), push.p256dh, push.auth)
            headers = {
                "authorization": signer.authorization(place.origin), "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream", "ttl": str(_lifetime(row.clock)), "topic": _topic(push, row.id),
            }  # fmt: skip
            status = await self._services.send(push.endpoint, headers, body)
        except (EndpointError, ValueError):  # it leads where nothing may be sent, or its keys are none
            await self._house.store.delete_push(push.id)
            return True
        except Exception as error:  # whatever a stranger's server does
            log.info("push-failed", error=type(error).__name__)
            return False
        if status in GONE:
            await self._house.store.delete_push(push.id)
        elif status >= 300:
            log.info("push-refused", status=status)
        return status < 500 and status != 429


def _lifetime(clock: Clock | None) -> int:
    """For how many seconds a push service keeps a call for a browser that is not there."""
    return min(clock.seconds, A_DAY) if clock else A_DAY


def _topic(push: PushRow, table: str) -> str:
    """What makes a later call take the place of an earlier one; it tells a push service no table."""
    return hashlib.sha256(f"{push.auth} {table}".encode()).hexdigest()[:32]


def after_quiet(at: int, quiet: QuietRow | None) -> int:
    """The first moment from a time on that is in nobody's quiet hours; both in milliseconds since 1970."""
    if quiet is None or quiet.begins == quiet.ends:
        return at
    here = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(quiet.zone))
    minute = here.hour * 60 + here.minute
    if (minute - quiet.begins) % 1440 >= (quiet.ends - quiet.begins) % 1440:
        return at
    day = here.date() + timedelta(days=minute >= quiet.ends)
    end = datetime(day.year, day.month, day.day, quiet.ends // 60, quiet.ends % 60, tzinfo=here.tzinfo)
    return max(at, int(end.timestamp() * 1000))


async def is_somebody_elses(store: Store, push: PushRow) -> bool:
    """Whether a browser was let in by somebody else. With the same keys it is the same browser, where somebody else is now."""
    known = await store.push(push.id)
    return known is not None and known.guest != push.guest and (known.p256dh, known.auth) != (push.p256dh, push.auth)
