"""Puzzles and deals of the day in a database."""

import msgspec

from tessela.server.coaching import Brief, DealRow, PuzzleRow, SolverRow, SolvingRow
from tessela.server.sql import Do, SqlPart, Work, keeping

encode = msgspec.json.encode
_MARGIN = "json_extract(scores, '$[0]') - json_extract(scores, '$[1]')"
_FINISHED = (
    "SELECT id FROM deal JOIN game_table ON id = game_table JOIN head USING (number)"
    f" WHERE game = ? AND day = ? AND status = 'over' ORDER BY {_MARGIN} DESC, json_extract(scores, '$[0]') DESC LIMIT ?"
)
_DEAL = "SELECT guest, game, day, game_table FROM deal WHERE"
_SOLVING = keeping("solving", "guest, puzzle", ("guest", "puzzle", "game", "state", "day", "about"))
_SOLVER = keeping("solver", "guest, game", ("guest", "game", "about"))
_PUZZLE = keeping("puzzle_rating", "puzzle", ("puzzle", "game", "value", "about"))


class SqlCoaching(SqlPart):
    """The part of a store for puzzles and deals of the day."""

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
        query = "SELECT puzzle, state, day FROM solving WHERE guest = ? AND game = coalesce(?, game)"
        return {puzzle: Brief(state, day) for puzzle, state, day in await self._ask(query, guest, game)}

    async def save_solving(self, row: SolvingRow, solver: SolverRow | None = None, puzzle: PuzzleRow | None = None) -> None:
        """Keep how far somebody is, together with the ratings that move by it."""
        await self._engine.write(_solved, row, solver, puzzle)

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
        await self._do("INSERT INTO deal VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row.guest, row.game, row.day, row.table)

    async def deal(self, guest: str, game: str, day: str) -> DealRow | None:
        """The try of somebody at the deal of a day."""
        rows = await self._ask(f"{_DEAL} guest = ? AND game = ? AND day = ?", guest, game, day)
        return DealRow(*rows[0]) if rows else None

    async def deals_of(self, guest: str) -> list[DealRow]:
        """All tries of somebody."""
        return [DealRow(*row) for row in await self._ask(f"{_DEAL} guest = ?", guest)]

    async def finished_deals(self, game: str, day: str, most: int) -> list[str]:
        """The tables where the deal of a day was played to its end, the widest margins of the first seat first."""
        return [table for (table,) in await self._ask(_FINISHED, game, day, most)]

    async def save_consent(self, guest: str, given: bool) -> None:
        """Whether the finished games of somebody may become puzzles."""
        give, take = "INSERT INTO consent VALUES (?) ON CONFLICT DO NOTHING", "DELETE FROM consent WHERE guest = ?"
        await self._do(give if given else take, guest)

    async def consent(self, guest: str) -> bool:
        """Whether they may; not unless they said so."""
        return bool(await self._ask("SELECT 1 FROM consent WHERE guest = ?", guest))

    async def consenting(self) -> list[str]:
        """All whose games may."""
        return [guest for (guest,) in await self._ask("SELECT guest FROM consent ORDER BY guest")]


def _solved(row: SolvingRow, solver: SolverRow | None, puzzle: PuzzleRow | None) -> Work[None]:
    yield Do(_SOLVING, (row.guest, row.puzzle, row.game, row.state, row.day, encode(row)))
    if solver is not None:
        yield Do(_SOLVER, (solver.guest, solver.game, encode(solver)))
    if puzzle is not None:
        yield Do(_PUZZLE, (puzzle.puzzle, puzzle.game, puzzle.rating.value, encode(puzzle)))


def forget_coaching(guest: str) -> Work[None]:
    """Leave nothing of a guest."""
    for table in ("solving", "solver", "deal", "consent"):
        yield Do(f"DELETE FROM {table} WHERE guest = ?", (guest,))
