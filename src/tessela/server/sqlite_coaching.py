"""Puzzles and deals of the day in the SQLite file."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tessela.server.coaching import Brief, DealRow, PuzzleRow, SolverRow, SolvingRow
from tessela.server.writer import Writer

T = TypeVar("T")

_MARGIN = "json_extract(scores, '$[0]') - json_extract(scores, '$[1]')"
_FINISHED = (
    "SELECT id FROM deal JOIN game_table ON id = game_table JOIN head USING (number)"
    f" WHERE game = ? AND day = ? AND status = 'over' ORDER BY {_MARGIN} DESC, json_extract(scores, '$[0]') DESC LIMIT ?"
)


class SqliteCoaching:
    """The part of a `SqliteStore` for puzzles and deals of the day."""

    _writer: Writer

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def _ask(self, query: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    async def solving(self, guest: str, puzzle: str) -> SolvingRow | None:
        """How far somebody is with a puzzle."""
        rows = await self._ask("SELECT about FROM solving WHERE guest = ? AND puzzle = ?", guest, puzzle)
        return msgspec.json.decode(rows[0][0], type=SolvingRow) if rows else None

    async def solvings(self, guest: str) -> list[SolvingRow]:
        """All puzzles of somebody."""
        rows = await self._ask("SELECT about FROM solving WHERE guest = ?", guest)
        return [msgspec.json.decode(about, type=SolvingRow) for (about,) in rows]

    async def briefs(self, guest: str, game: str | None = None) -> dict[str, Brief]:
        """The same in short, of one game or of all, by the ids of the puzzles."""
        query = "SELECT puzzle, state, day FROM solving WHERE guest = ? AND coalesce(game = ?, 1)"
        return {puzzle: Brief(state, day) for puzzle, state, day in await self._ask(query, guest, game)}

    async def save_solving(self, row: SolvingRow, solver: SolverRow | None = None, puzzle: PuzzleRow | None = None) -> None:
        """Keep how far somebody is, together with the ratings that move by it."""
        encode = msgspec.json.encode

        def work(connection: sqlite3.Connection) -> None:
            values: tuple[object, ...] = (row.guest, row.puzzle, row.game, row.state, row.day, encode(row))
            connection.execute("INSERT OR REPLACE INTO solving VALUES (?, ?, ?, ?, ?, ?)", values)
            if solver is not None:
                values = (solver.guest, solver.game, encode(solver))
                connection.execute("INSERT OR REPLACE INTO solver VALUES (?, ?, ?)", values)
            if puzzle is not None:
                values = (puzzle.puzzle, puzzle.game, puzzle.rating.value, encode(puzzle))
                connection.execute("INSERT OR REPLACE INTO puzzle_rating VALUES (?, ?, ?, ?)", values)

        await self._writer.do(work)

    async def solver(self, guest: str, game: str) -> SolverRow | None:
        """The rating of somebody."""
        rows = await self._ask("SELECT about FROM solver WHERE guest = ? AND game = ?", guest, game)
        return msgspec.json.decode(rows[0][0], type=SolverRow) if rows else None

    async def puzzle_rating(self, puzzle: str) -> PuzzleRow | None:
        """The rating of a puzzle, if somebody has tried it."""
        rows = await self._ask("SELECT about FROM puzzle_rating WHERE puzzle = ?", puzzle)
        return msgspec.json.decode(rows[0][0], type=PuzzleRow) if rows else None

    async def puzzle_ratings(self, game: str) -> dict[str, float]:
        """The ratings of all puzzles of a game that somebody has tried."""
        return dict(await self._ask("SELECT puzzle, value FROM puzzle_rating WHERE game = ?", game))

    async def save_deal(self, row: DealRow) -> None:
        """Somebody begins the deal of a day. Nobody does twice: a second row is left out."""
        values = (row.guest, row.game, row.day, row.table)
        await self._writer.do(
            lambda connection: connection.execute("INSERT OR IGNORE INTO deal VALUES (?, ?, ?, ?)", values) and None
        )

    async def deal(self, guest: str, game: str, day: str) -> DealRow | None:
        """The try of somebody at the deal of a day."""
        rows = await self._ask("SELECT * FROM deal WHERE guest = ? AND game = ? AND day = ?", guest, game, day)
        return DealRow(*rows[0]) if rows else None

    async def deals_of(self, guest: str) -> list[DealRow]:
        """All tries of somebody."""
        return [DealRow(*row) for row in await self._ask("SELECT * FROM deal WHERE guest = ?", guest)]

    async def finished_deals(self, game: str, day: str, most: int) -> list[str]:
        """The tables where the deal of a day was played to its end, the widest margins of the first seat first."""
        return [table for (table,) in await self._ask(_FINISHED, game, day, most)]

    async def save_consent(self, guest: str, given: bool) -> None:
        """Whether the finished games of somebody may become puzzles."""
        change = "INSERT OR IGNORE INTO consent VALUES (?)" if given else "DELETE FROM consent WHERE guest = ?"
        await self._writer.do(lambda connection: connection.execute(change, (guest,)) and None)

    async def consent(self, guest: str) -> bool:
        """Whether they may; not unless they said so."""
        return bool(await self._ask("SELECT 1 FROM consent WHERE guest = ?", guest))

    async def consenting(self) -> list[str]:
        """All whose games may."""
        return [guest for (guest,) in await self._ask("SELECT guest FROM consent ORDER BY guest")]


def forget_coaching(connection: sqlite3.Connection, guest: str) -> None:
    """Leave nothing of a guest."""
    for kept in ("solving", "solver", "deal", "consent"):
        connection.execute(f"DELETE FROM {kept} WHERE guest = ?", (guest,))
