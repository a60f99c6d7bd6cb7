"""Looking for an opponent: searches wait in the store, and whoever looks after them pairs those who fit."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tessela.bots.levels import RATINGS
from tessela.game.registry import ruleset_of
from tessela.server import fairplay, seating
from tessela.server.circles import circle_of
from tessela.server.clocks import now_ms
from tessela.server.house import House, new_id
from tessela.server.meeting import SeekRow
from tessela.server.messages.meeting import Seek, SeekState
from tessela.server.messages.tables import Clock, SeatWish
from tessela.server.pairing import Pair, pairs
from tessela.server.ratings import NEWCOMER
from tessela.server.store import GuestRow, SeatRow, TableRow

LISTENS = 12_000  # milliseconds: who has not asked for so long looks no more
BOT_AFTER = 20_000  # so long a person is looked for before a bot comes
PUT_UP_SECONDS = 5.0  # that a table may take after those are paired who play there
LOOK_SECONDS = 0.1
PAIRING = "pairing"  # the lease of the one who does it
TWO = [SeatWish("me"), SeatWish("open")]


class Terms(NamedTuple):
    """What is played for: who seeks the same can be paired."""

    options: dict[str, object]
    clock: Clock | None
    rated: bool


async def rating_of(house: House, guest: str, game: str, clock: Clock | None) -> float:
    """How strong somebody is, as far as it is known; without a clock as in live games."""
    row = await house.store.rating(guest, game, clock.pace if clock else "live")
    return (row.rating if row else NEWCOMER).value


def terms_of(seek: SeekRow) -> Terms:
    """What somebody wants to play for."""
    return msgspec.json.decode(seek.terms, type=Terms)


class Seeking:
    """Brings those together who look for an opponent."""

    def __init__(self, house: House):
        self._house = house

    async def begin(self, guest: GuestRow, wish: Seek) -> SeekState:
        """Look for an opponent, in place of another search."""
        options = seating.checked_options(wish.game, wish.options, len(TWO))
        if wish.rated:
            fairplay.check_clock(wish.clock)
        terms = msgspec.json.encode(Terms(options, wish.clock, wish.rated), order="deterministic").decode()
        rating, now = await rating_of(self._house, guest.id, wish.game, wish.clock), now_ms()
        await self._house.store.save_seek(SeekRow(guest.id, wish.game, terms, rating, int(wish.bots), now, now))
        await self.step()
        return await self.state(guest)

    async def state(self, guest: GuestRow) -> SeekState:
        """How a search is going; who asks still looks."""
        row = await self._there(await self._house.store.seek(guest.id))
        if row is not None:
            await self._house.store.see_seek(guest.id, now_ms())
        seconds = 0 if row is None else max(0, now_ms() - row.since) // 1000
        return SeekState(row is not None and row.game_table is None, row.game_table if row else None, seconds)

    async def _there(self, row: SeekRow | None) -> SeekRow | None:
        """A search whose table is there: it may be on its way. One that does not come was to be put up by a server that died, and
        who was still looking looks again; or it is taken away since."""
        end = monotonic() + PUT_UP_SECONDS
        while row is not None and row.game_table is not None and await self._house.store.table(row.game_table) is None:
            if monotonic() < end:
                await asyncio.sleep(LOOK_SECONDS)
            elif now_ms() - row.seen < LISTENS:
                row = replace(row, game_table=None)
                await self._house.store.save_seek(row)
            else:
                return None
        return row

    async def end(self, guest: GuestRow) -> None:
        """Look no more."""
        await self._house.store.delete_seek(guest.id)

    async def look_after(self) -> None:
        """Pair those who fit as time goes by: of all servers of a store, one does it while anybody looks."""
        waiting = await self._house.store.seeks(now_ms() - LISTENS)
        if waiting and await self._house.players.leases.take(PAIRING):
            await self.step()

    async def step(self) -> None:
        """Pair those who fit by now; a bot comes to those who have waited for a while and take one."""
        now = now_ms()
        seeks = await self._house.store.seeks(now - LISTENS)
        found = await self._pairs(seeks, now)
        for one, other in found:
            await self._seat(one, [one.guest, other.guest])
        paired = {seek.guest for pair in found for seek in pair}
        for seek in seeks:
            if seek.bots and seek.guest not in paired and now - seek.since >= BOT_AFTER:
                await self._seat(seek, [seek.guest])

    async def _pairs(self, seeks: Sequence[SeekRow], now: int) -> list[Pair]:
        """Who plays whom. Whether two may meet is asked only of those who fit; where they may not, all are paired anew."""
        may: dict[frozenset[str], bool] = {}
        while True:
            found = pairs(seeks, now, lambda one, other: not may.get(frozenset((one, other)), True))
            new = [pair for pair in found if frozenset(seek.guest for seek in pair) not in may]
            if not new:
                return found
            for one, other in new:
                may[frozenset((one.guest, other.guest))] = await self._may_meet(one, other)

    async def _may_meet(self, one: SeekRow, other: SeekRow) -> bool:
        """Whether neither has blocked the other, and a rated game of theirs would count."""
        if other.guest in (await circle_of(self._house.store, one.guest)).strangers:
            return False
        here, there = await self._house.guests.find(one.guest), await self._house.guests.find(other.guest)
        if here is None or there is None:
            return False
        return not terms_of(one).rated or await fairplay.may_meet(self._house, here, there)

    async def _seat(self, seek: SeekRow, guests: list[str]) -> None:
        """A table for those who have found each other; a bot sits where nobody does."""
        people = [await self._house.guests.find(guest) for guest in guests]
        if any(person is None for person in people):
            return
        seats = [SeatRow("person", person.nickname, None, [person.id]) for person in people if person]
        if len(seats) == 1:
            level = nearest_level(seek.game, seek.rating)
            seats.append(SeatRow("bot", level.capitalize(), level))
        options, clock, rated = terms_of(seek)
        row = TableRow(new_id(), seek.game, options, seats, "waiting", clock, False, "random", now_ms(), new_id(12), rated=rated)
        row.seats = [await fairplay.seat_for(self._house, row, seat) for seat in row.seats]
        if await self._house.store.match(guests, row.id):
            await seating.put_up(self._house, row)


def nearest_level(game: str, rating: float) -> str:
    """The bot whose strength is nearest to somebody's."""
    measured = RATINGS.get(ruleset_of(game).name, {})
    return min(measured, key=lambda level: abs(measured[level] - rating)) if measured else seating.default_level(game)
