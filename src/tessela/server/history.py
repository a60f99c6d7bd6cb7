"""The finished games of somebody. Games of older versions are taken in when they are first asked for: at once with what their
tables tell, and with points by kind and boards once they were looked through beside the event loop."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
import structlog
from msgspec.structs import replace

from tessela.game.ruleset import Json
from tessela.server import replays
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError
from tessela.server.messages.history import HistoryPage, Picture, PlayedGame, PlayedSeat
from tessela.server.played import BOT, looked_through, over_at
from tessela.server.results import PlayedRow, RatingChange, Sought
from tessela.server.reviews import accuracy_in, engine_digest
from tessela.server.sight import is_program_at
from tessela.server.store import StoreError, TableRow

PAGE: Final = 20
MOST_TAKEN_IN: Final = 100  # tables at a time
MOST_LOOKED_THROUGH: Final = 400  # games of an older version, of one who asks
log = structlog.get_logger()


class Wanted(NamedTuple):
    """What a page of history is asked for, as it stands in the address."""

    game: str | None = None
    result: str | None = None
    rated: bool | None = None
    other: str | None = None
    before: str | None = None


class Histories:
    """Tells what people have played."""

    def __init__(self, house: House):
        self._house = house
        self._store = house.store
        self._looking: set[str] = set()  # guests whose old games are being looked through

    async def page(self, guest: str, wanted: Wanted) -> HistoryPage:
        """Some finished games, the newest first."""
        await self.take_in(guest)
        sought = Sought(wanted.game, wanted.result, wanted.rated, await self._other(guest, wanted.other), _place(wanted.before))  # type: ignore[arg-type]
        rows = await self._store.played(guest, sought, PAGE + 1)
        games = [game for row in rows[:PAGE] if (game := await self._told(row))]
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        return HistoryPage(games, f"{last.at}.{last.table}" if last else None)

    async def _other(self, guest: str, key: str | None) -> str | None:
        """Whom a key means: a level, or who sat on a seat of a table where one played."""
        if key is None or key.startswith(BOT):
            return key
        table, _, seat = key.rpartition(".")
        row = await self._store.table(table)
        if row is None or not any(guest in held.guests for held in row.seats) or not _is_seat(row, seat):
            raise HouseError(404, "no-opponent", "you have not played with anybody of this key")
        return (row.seats[int(seat)].guests or [""])[0]

    async def _told(self, row: PlayedRow) -> PlayedGame | None:
        table = await self._store.table(row.table)
        if table is None:
            return None
        change = next((round(one.value) - round(one.before) for one in await self._changes(row) if one.seat == row.seat), None)
        return PlayedGame(
            row.table, row.game, table.options, table.clock, row.at, row.rated, row.result, row.seat,  # type: ignore[arg-type]
            [_seat(table, number, row.guest) for number in range(len(table.seats))],
            table.head.scores, row.accuracy, picture_of(row.board), change,
        )  # fmt: skip

    async def _changes(self, row: PlayedRow) -> list[RatingChange]:
        return await self._store.changes_at(row.table) if row.rated else []

    # Games of older versions

    async def take_in(self, guest: str) -> None:
        """Know all finished games of somebody; those that were not looked through are from now on."""
        while missing := await self._store.unlisted(guest, MOST_TAKEN_IN):
            rows = [row for table, at in missing if (row := await self._plainly(table, at, guest))]
            await self._store.save_played(rows)
            if len(missing) < MOST_TAKEN_IN or not rows:
                break
        if guest not in self._looking and await self._store.unseen(guest, 1):
            self._looking.add(guest)
            self._house.spawn(self._look_through(guest))

    async def _plainly(self, table: str, at: int, guest: str) -> PlayedRow | None:
        """How somebody did, as far as the table tells."""
        try:
            row = await self._store.table(table)
        except StoreError:
            return None
        return next((one for one in over_at(row, at).played if one.guest == guest), None) if row else None

    async def _look_through(self, guest: str) -> None:
        try:
            for table in await self._store.unseen(guest, MOST_LOOKED_THROUGH):
                await self._look_at(guest, table)
        finally:
            self._looking.discard(guest)

    async def _look_at(self, guest: str, table: str) -> None:
        """Points, board and accuracy of a game; one that cannot be read has none, and is not asked for again."""
        row, entries = await self._store.table(table), await self._store.entries(table)
        if row is None:
            return
        try:
            look = replays.work_for(self._house, guest, "record", replays.FOLD_SECONDS, looked_through, row, entries)
            mine = [one for one in await look if one.guest == guest]
        except HouseError:
            raise
        except Exception as error:  # whatever is wrong with a log
            log.warning("table-unreadable", table=table, error=str(error))
            mine = [replace(one, kinds={}) for one in over_at(row, entries[-1].at if entries else 0).played if one.guest == guest]
        review = await self._store.review(table, engine_digest())
        known = accuracy_in(review) if review else {}
        await self._store.save_played([replace(one, accuracy=known.get(one.seat)) for one in mine])


def picture_of(board: Json | None) -> Picture | None:
    """A final board, if it is known."""
    return msgspec.convert(board, Picture) if board else None


def key_at(table: TableRow, seat: int, guest: str) -> str | None:
    """What the games with who sits somewhere are asked for by."""
    held = table.seats[seat]
    if guest in held.guests:
        return None
    if held.guests:
        return f"{table.id}.{seat}"
    return f"{BOT}{held.level}" if held.who == "bot" and not held.left else None


def _seat(table: TableRow, seat: int, guest: str) -> PlayedSeat:
    held = table.seats[seat]
    level = held.level if held.who == "bot" and not held.guests and not held.left else None
    return PlayedSeat(held.name, level, is_program_at(held), key_at(table, seat, guest))


def _is_seat(row: TableRow, text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3 and int(text) < len(row.seats)


def _place(text: str | None) -> tuple[int, str] | None:
    """Where an earlier page ended."""
    if text is None:
        return None
    at, _, table = text.partition(".")
    if not (at.isascii() and at.isdigit() and len(at) < 16):
        raise HouseError(422, "bad-page", "`before` is what the page before said as `next`")
    return int(at), table


def since_days(days: int) -> int:
    """The moment so many days ago."""
    return now_ms() - days * 86_400_000


def mean(values: Iterable[float]) -> float:
    """The mean to two places, 0 of nothing."""
    some = list(values)
    return round(sum(some) / len(some), 2) if some else 0.0
