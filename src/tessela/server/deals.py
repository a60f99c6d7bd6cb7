"""The deal of the day: the same game against the same bot for everybody, one try each, and a board of results.

The key of its chance follows from the date and the secret of this server: who has not played it cannot know it, and everybody
draws by it (docs/chance.md). No hints, nothing taken back.
"""

import hmac
from collections.abc import Callable
from datetime import date, timedelta
from time import monotonic

from tessela.coach.daily import daily_options, opponent_of
from tessela.game import Game
from tessela.game.registry import RULESETS
from tessela.server.coaching import DealRow
from tessela.server.house import House, HouseError, new_id
from tessela.server.locks import Locks
from tessela.server.messages.puzzles import DealOfTheDay, DealResult
from tessela.server.puzzles import today_utc
from tessela.server.seating import put_up, row_at
from tessela.server.sight import seats_of
from tessela.server.store import GuestRow, SeatRow, TableRow
from tessela.server.table import Table

MOST_SHOWN = 50  # results of a board
MOST_READ = 80  # finished tables that are looked at for them: who has left theirs to a bot is left out
FRESH = 5.0  # seconds that a board is shown as it was
KEPT_BOARDS = 8


def key_of(secret: bytes, game: str, day: str) -> bytes:
    """The key of all chance in the deal of a day."""
    return hmac.digest(secret, f"tessela deal of the day 2 {game} {day}".encode(), "sha256")


class Deals:
    """Gives everybody their one try, and keeps the boards."""

    def __init__(self, house: House, today: Callable[[], date] = today_utc):
        self._house = house
        self._store = house.store
        self._today = today
        self._locks = Locks()
        self._boards: dict[tuple[str, str], tuple[float, list[TableRow]]] = {}

    async def of(self, guest: GuestRow, game: str) -> DealOfTheDay:
        """The deal of today, how far somebody is with it, and the boards."""
        today = self._day(game)
        mine = await self._store.deal(guest.id, game, today.isoformat())
        row = await self._row(mine.table) if mine else None
        return DealOfTheDay(
            game,
            today.isoformat(),
            opponent_of(today),
            mine.table if mine else None,
            row.status if row else None,
            await self._board(game, today, guest.id),
            await self._board(game, today - timedelta(1), guest.id),
        )

    async def begun(self, guest: GuestRow, game: str) -> bool:
        """Whether somebody has used their try of today."""
        return await self._store.deal(guest.id, game, self._day(game).isoformat()) is not None

    async def play(self, guest: GuestRow, game: str) -> Table:
        """The table of somebody's one try: a new one, or that where they have begun."""
        day = self._day(game).isoformat()
        async with self._locks.of(guest.id, game, day):
            mine = await self._store.deal(guest.id, game, day)
            if mine is None:
                mine = DealRow(guest.id, game, day, new_id())
                await self._store.save_deal(mine)  # before the table: whatever happens, there is no second one
            if await self._store.table(mine.table) is not None:
                return await self._house.table(mine.table)
            return await self._begin(guest, mine)

    async def _begin(self, guest: GuestRow, deal: DealRow) -> Table:
        dealt = Game(deal.game, key=key_of(self._store.secret, deal.game, deal.day), **daily_options(deal.game))
        bot = opponent_of(date.fromisoformat(deal.day))
        seats = [SeatRow("person", guest.nickname, None, [guest.id]), SeatRow("bot", bot.capitalize(), bot)]
        row = row_at(dealt, seats)
        row.id, row.daily = deal.table, deal.day
        return await put_up(self._house, row, dealt)

    async def _board(self, game: str, day: date, guest: str) -> list[DealResult]:
        """The results of those who have played to the end themselves, the widest margins first."""
        return [_result(row, guest) for row in await self._finished(game, day.isoformat())]

    async def _finished(self, game: str, day: str) -> list[TableRow]:
        made, rows = self._boards.get((game, day), (-FRESH, []))
        if monotonic() - made < FRESH:
            return rows
        tables = [await self._row(table) for table in await self._store.finished_deals(game, day, MOST_READ)]
        rows = [row for row in tables if row is not None and row.seats[0].who == "person" and not row.given_up][:MOST_SHOWN]
        self._boards[game, day] = monotonic(), rows
        while len(self._boards) > KEPT_BOARDS:
            self._boards.pop(next(iter(self._boards)))
        return rows

    async def _row(self, table: str) -> TableRow | None:
        return await self._store.table(table)

    def _day(self, game: str) -> date:
        if game not in RULESETS:
            raise HouseError(404, "no-deal", f"there is no game {game!r}; games are {', '.join(RULESETS)}")
        return self._today()


def _result(row: TableRow, guest: str) -> DealResult:
    score, other = row.head.scores
    return DealResult(row.seats[0].name, score, score - other, 0 in (row.winners or []), bool(seats_of(row, guest)))
