"""How somebody does in a game, from what is kept of all that they played."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tessela.server.clocks import now_ms
from tessela.server.history import Histories, key_at, mean, picture_of, since_days
from tessela.server.house import House
from tessela.server.messages.history import (
    AccuracyPoint,
    AgainstLevel,
    AgainstPerson,
    MosaicWindow,
    RatingInfo,
    RatingPoint,
    Statistics,
    Tally,
)
from tessela.server.played import BOT
from tessela.server.ratings import is_provisional, now_at
from tessela.server.results import PACES, PlayedRow, RatingChange, RatingRow, Sought

MOST_GAMES: Final = 5_000  # the newest, that are counted
MOST_PEOPLE: Final = 50
MOST_POINTS: Final = 200  # of a curve
MOST_WINDOWS: Final = 12
A_MONTH: Final = 30


class Figures:
    """Counts what people have played."""

    def __init__(self, house: House, histories: Histories):
        self._store = house.store
        self._histories = histories

    async def of(self, guest: str, game: str) -> Statistics:
        """How somebody does, for their own eyes."""
        await self._histories.take_in(guest)
        rows = [row for row in await self._store.played_in(guest, game, MOST_GAMES) if row.result != "both"]
        kinds = [row.kinds for row in rows if row.kinds]
        return Statistics(
            game, rows[-1].at if rows else None, _tally(rows), _levels(rows), await self._people(guest, rows),
            {kind: mean(found.get(kind, 0) for found in kinds) for kind in dict.fromkeys(k for found in kinds for k in found)},
            [AccuracyPoint(row.table, row.at, row.accuracy) for row in reversed(rows) if row.accuracy is not None],
            [info for pace in PACES if (info := await self._rating(guest, game, pace))],
            await self._windows(guest, game, rows), sum(row.kinds is None for row in rows),
        )  # fmt: skip

    async def shown(self, guest: str, game: str) -> Statistics:
        """The same for everybody: without whom they played with, and how well each game was."""
        told = await self.of(guest, game)
        windows = [MosaicWindow(None, window.score, window.picture) for window in told.windows]
        return Statistics(
            told.game, told.since, told.all, told.levels, [], told.kinds, [], told.ratings, windows, told.waiting
        )  # fmt: skip

    async def _people(self, guest: str, rows: Sequence[PlayedRow]) -> list[AgainstPerson]:
        """Those one has played with most; by the name they had the last time."""
        found = [(other, some) for other, some in _by_other(rows).items() if not other.startswith(BOT)]
        most = sorted(found, key=lambda one: -len(one[1]))[:MOST_PEOPLE]
        people = [await self._person(guest, other, some) for other, some in most]
        return [person for person in people if person is not None]

    async def _person(self, guest: str, other: str, rows: Sequence[PlayedRow]) -> AgainstPerson | None:
        table = await self._store.table(rows[0].table)
        seat = next((number for number, held in enumerate(table.seats) if other in held.guests), None) if table else None
        if table is None or seat is None:
            return None
        return AgainstPerson(**_fields(rows), name=table.seats[seat].name, key=key_at(table, seat, guest) or "")

    async def _rating(self, guest: str, game: str, pace: Any) -> RatingInfo | None:
        row = await self._store.rating(guest, game, pace)
        return rating_info(row, await self._store.changes_of(guest, game, pace, MOST_POINTS)) if row else None

    async def _windows(self, guest: str, game: str, rows: Sequence[PlayedRow]) -> list[MosaicWindow]:
        """The best board, then the newest of the others."""
        newest = await self._store.played(guest, Sought(game), MOST_WINDOWS)
        best = max((row for row in rows if row.kinds), key=lambda row: (row.score, row.at), default=None)
        if best is not None and all(row.table != best.table for row in newest):
            newest = await self._store.played(guest, Sought(game, before=(best.at, f"{best.table}~")), 1) + newest
        newest.sort(key=lambda row: (best is None or row.table != best.table, -row.at))
        pictured = [(row, picture_of(row.board)) for row in newest]
        return [MosaicWindow(row.table, row.score, picture) for row, picture in pictured if picture][:MOST_WINDOWS]


def rating_info(row: RatingRow, changes: Sequence[RatingChange]) -> RatingInfo:
    """A rating with how it came about."""
    now, ago = now_at(row, now_ms()), since_days(A_MONTH)
    before = next((change.before for change in changes if change.at >= ago), row.rating.value)
    return RatingInfo(
        row.pace, round(now.value), round(now.deviation), is_provisional(now), row.games, round(now.value) - round(before),
        [RatingPoint(change.at, round(change.value)) for change in changes],
    )  # fmt: skip


def _by_other(rows: Iterable[PlayedRow]) -> dict[str, list[PlayedRow]]:
    found: dict[str, list[PlayedRow]] = {}
    for row in rows:
        for other in row.others:
            found.setdefault(other, []).append(row)
    return found


def _levels(rows: Sequence[PlayedRow]) -> list[AgainstLevel]:
    found = [(other.removeprefix(BOT), some) for other, some in _by_other(rows).items() if other.startswith(BOT)]
    return [AgainstLevel(**_fields(some), level=level) for level, some in found]


def _tally(rows: Sequence[PlayedRow]) -> Tally:
    return Tally(**_fields(rows))


def _fields(rows: Sequence[PlayedRow]) -> dict[str, Any]:
    won, shared = (sum(row.result == result for row in rows) for result in ("won", "shared"))
    best = max((row.score for row in rows), default=0)
    return {"games": len(rows), "won": won, "shared": shared, "mean": mean(row.score for row in rows), "best": best}
