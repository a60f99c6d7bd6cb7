"""People at a table write to each other, where all of them have agreed to it.

Who agreed is with the seats; what was written is in the store, which is the truth: other servers hear the bell and read what they
have not told yet. Those who look on neither read nor write. Nobody is shown a line of somebody whom they have blocked or muted,
or who has blocked them; nobody is told of that. In a rated game only friends talk: each has said of each other that they are one.
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from tessela.server.audience import Listener
from tessela.server.circles import circle_of
from tessela.server.clocks import now_ms
from tessela.server.frames import MOST_LETTERS, Chat, ChatLine, Mute, Said, Say, Talk
from tessela.server.names import plain_text
from tessela.server.refusals import RefusedError
from tessela.server.sight import seats_of
from tessela.server.store import SeatRow, Store, StoreError, TableRow, is_program
from tessela.server.table import Table, encode
from tessela.server.talk import MOST_LINES, LineRow, MuteRow

T = TypeVar("T")


def is_person(seat: SeatRow) -> bool:
    """Whether somebody sits there who can read and write."""
    return seat.who == "person" and bool(seat.guests) and not any(map(is_program, seat.guests))


def others_at(row: TableRow, guest: str) -> list[SeatRow]:
    """The seats of other people than the one who asks."""
    return [seat for seat in row.seats if is_person(seat) and guest not in seat.guests]


def is_open(row: TableRow) -> bool:
    """Whether everybody at a table has agreed to talk; what bots think of it does not matter."""
    return row.status != "waiting" and all(seat.talks for seat in row.seats if is_person(seat))


def has_talked(row: TableRow) -> bool:
    """Whether something may have been written at a table."""
    return any(seat.talks is not None for seat in row.seats)


class Talking:
    """What is said at the tables of a house."""

    def __init__(self, store: Store, ring: Callable[[Table], None]):
        self._store = store
        self._ring = ring

    # What people ask for

    async def agree(self, table: Table, guest: str, ask: Talk) -> None:
        """Talk at this table, or no more: with that it is over for everybody until one agrees again."""
        _check_company(table.row, guest)
        if ask.on and table.row.rated:
            await self._check_friends(table.row, [guest])
        await _stored(table.settle(partial(_agreed, table, guest, ask.on)))

    async def say(self, table: Table, guest: str, ask: Say, asker: Listener) -> None:
        """Write to the others."""
        row = table.row
        _check_company(row, guest)
        if not is_open(row):
            raise RefusedError("no-chat", "the chat is off: everybody at the table has to switch it on")
        if row.rated:
            await self._check_friends(row, [held for seat in row.seats if is_person(seat) for held in seat.guests])
        text = plain_text(ask.text, MOST_LETTERS)
        if not text:
            raise RefusedError("no-chat", "nothing of this message can be seen")
        line = LineRow(row.id, 0, guest, seats_of(row, guest)[0], text, ask.id, now_ms())
        told = table.said
        place = await _stored(self._store.save_line(line))
        if not place:
            raise RefusedError("no-chat", f"at one table there is room for {MOST_LINES} messages")
        await _stored(self.go_on(table))
        if place <= told:
            asker.push(encode(Said(_shown(replace(line, place=place), guest))))
        self._ring(table)

    async def mute(self, table: Table, guest: str, ask: Mute) -> None:
        """Read somebody no more, or again: here and at all other tables."""
        row = table.row
        seat = row.seats[ask.seat] if ask.seat < len(row.seats) else None
        if seat is None or seat not in others_at(row, guest) or not seats_of(row, guest):
            raise RefusedError("no-chat", "there is nobody else on this seat")
        for other in seat.guests:
            change = self._store.save_mute(MuteRow(guest, other, now_ms())) if ask.on else self._store.delete_mute(guest, other)
            await _stored(change)
        for socket in [one for one in table.audience.sockets if one.guest == guest]:
            await _stored(self.greet(table, socket))

    # Telling

    async def go_on(self, table: Table) -> None:
        """Tell what was written and has not been told here, whoever has stored it."""
        async with table.telling:  # one after the other, so that everybody reads the lines in their order
            for line in await self._store.lines(table.row.id, table.said):
                table.said = line.place
                await self._tell(table, line)

    async def _tell(self, table: Table, line: LineRow) -> None:
        assert line.guest is not None
        muters = [row.guest for row in await self._store.mutes_to(line.guest)]
        deaf = (await circle_of(self._store, line.guest)).strangers.union(muters)
        for socket in list(table.audience.sockets):
            if socket.guest not in deaf and seats_of(table.row, socket.guest):
                socket.push(encode(Said(_shown(line, socket.guest))))

    async def greet(self, table: Table, socket: Listener) -> None:
        """Give somebody who sits at the table all that was written there."""
        guest = socket.guest
        if not seats_of(table.row, guest) or not has_talked(table.row):
            return
        await self.go_on(table)
        muted = {row.other for row in await self._store.mutes_of(guest)}
        unread = muted | (await circle_of(self._store, guest)).strangers
        lines = [line for line in await self._store.lines(table.row.id) if line.guest not in unread]
        silent = [number for number, seat in enumerate(table.row.seats) if seat.guests and muted.issuperset(seat.guests)]
        socket.push(encode(Chat([_shown(line, guest) for line in lines], silent)))

    async def greet_all(self, table: Table) -> None:
        """The same for everybody: somebody is forgotten, and so are their words."""
        for socket in list(table.audience.sockets):
            await self.greet(table, socket)

    async def _check_friends(self, row: TableRow, guests: Iterable[str]) -> None:
        """Refuse talk in a rated game among strangers: those who have not said of each other that they are friends."""
        for guest in guests:
            friends = {bond.other for bond in await self._store.bonds_of(guest) if bond.kind == "friend"}
            if any(not friends.issuperset(seat.guests) for seat in others_at(row, guest)):
                raise RefusedError("strangers", "in a rated game people chat who have added each other as friends")


def _check_company(row: TableRow, guest: str) -> None:
    """Refuse who sits at no seat of a game, or with nobody who could read it."""
    if row.status == "waiting" or not seats_of(row, guest):
        raise RefusedError("not-allowed", "only those who sit at the table talk, once the game has begun")
    if not others_at(row, guest):
        raise RefusedError("not-allowed", "nobody else is at this table: bots do not read")


async def _agreed(table: Table, guest: str, on: bool) -> None:
    mine = seats_of(table.row, guest)
    seats = [replace(seat, talks=on) if number in mine else seat for number, seat in enumerate(table.row.seats)]
    await table.change(replace(table.row, seats=seats))


async def _stored(work: Awaitable[T]) -> T:
    try:
        return await work
    except StoreError as error:
        raise RefusedError("not-stored", str(error)) from None


def _shown(line: LineRow, guest: str) -> ChatLine:
    """A line as somebody reads it."""
    return ChatLine(line.place, line.seat, line.text, line.at, line.said if line.guest == guest else None)
