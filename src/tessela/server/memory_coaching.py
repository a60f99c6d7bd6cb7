"""Puzzles and deals of the day in this process alone."""

import msgspec

from tessela.server.coaching import Brief, DealRow, PuzzleRow, SolverRow, SolvingRow
from tessela.server.store import TableRow


class MemoryCoaching:
    """The part of a `MemoryStore` for puzzles and deals of the day."""

    def __init__(self) -> None:
        self._solvings: dict[tuple[str, str], bytes] = {}
        self._solvers: dict[tuple[str, str], SolverRow] = {}
        self._puzzles: dict[str, PuzzleRow] = {}
        self._deals: dict[tuple[str, str, str], DealRow] = {}
        self._consents: set[str] = set()

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        raise NotImplementedError

    async def solving(self, guest: str, puzzle: str) -> SolvingRow | None:
        """How far somebody is with a puzzle."""
        kept = self._solvings.get((guest, puzzle))
        return None if kept is None else msgspec.json.decode(kept, type=SolvingRow)

    async def solvings(self, guest: str) -> list[SolvingRow]:
        """All puzzles of somebody."""
        mine = [kept for (holder, _), kept in self._solvings.items() if holder == guest]
        return [msgspec.json.decode(kept, type=SolvingRow) for kept in mine]

    async def briefs(self, guest: str, game: str | None = None) -> dict[str, Brief]:
        """The same in short, of one game or of all, by the ids of the puzzles."""
        rows = [row for row in await self.solvings(guest) if game in (None, row.game)]
        return {row.puzzle: Brief(row.state, row.day) for row in rows}

    async def save_solving(self, row: SolvingRow, solver: SolverRow | None = None, puzzle: PuzzleRow | None = None) -> None:
        """Keep how far somebody is, together with the ratings that move by it."""
        self._solvings[row.guest, row.puzzle] = msgspec.json.encode(row)
        if solver is not None:
            self._solvers[solver.guest, solver.game] = solver
        if puzzle is not None:
            self._puzzles[puzzle.puzzle] = puzzle

    async def solver(self, guest: str, game: str) -> SolverRow | None:
        """The rating of somebody."""
        return self._solvers.get((guest, game))

    async def puzzle_rating(self, puzzle: str) -> PuzzleRow | None:
        """The rating of a puzzle, if somebody has tried it."""
        return self._puzzles.get(puzzle)

    async def puzzle_ratings(self, game: str) -> dict[str, float]:
        """The ratings of all puzzles of a game that somebody has tried."""
        return {row.puzzle: row.rating.value for row in self._puzzles.values() if row.game == game}

    async def save_deal(self, row: DealRow) -> None:
        """Somebody begins the deal of a day. Nobody does twice: a second row is left out."""
        self._deals.setdefault((row.guest, row.game, row.day), row)

    async def deal(self, guest: str, game: str, day: str) -> DealRow | None:
        """The try of somebody at the deal of a day."""
        return self._deals.get((guest, game, day))

    async def deals_of(self, guest: str) -> list[DealRow]:
        """All tries of somebody."""
        return [row for row in self._deals.values() if row.guest == guest]

    async def finished_deals(self, game: str, day: str, most: int) -> list[str]:
        """The tables where the deal of a day was played to its end, the widest margins of the first seat first."""
        rows = [await self.table(deal.table) for deal in self._deals.values() if (deal.game, deal.day) == (game, day)]
        over = [row for row in rows if row is not None and row.status == "over"]
        by_margin = sorted(over, key=lambda row: (row.head.scores[1] - row.head.scores[0], -row.head.scores[0]))
        return [row.id for row in by_margin[:most]]

    async def save_consent(self, guest: str, given: bool) -> None:
        """Whether the finished games of somebody may become puzzles."""
        self._consents = self._consents | {guest} if given else self._consents - {guest}

    async def consent(self, guest: str) -> bool:
        """Whether they may; not unless they said so."""
        return guest in self._consents

    async def consenting(self) -> list[str]:
        """All whose games may."""
        return sorted(self._consents)

    def _forget_coaching(self, guest: str) -> None:
        self._consents.discard(guest)
        self._solvings = {key: kept for key, kept in self._solvings.items() if key[0] != guest}
        self._solvers = {key: row for key, row in self._solvers.items() if key[0] != guest}
        self._deals = {key: row for key, row in self._deals.items() if key[0] != guest}
