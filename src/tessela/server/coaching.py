"""What is kept of puzzles and of the deals of the day, and what a store is asked for it (`store.py`)."""

from typing import Protocol

from msgspec import Struct, field

from tessela.arena.statistics.glicko import Rating
from tessela.coach.forms import Answer
from tessela.server.messages.puzzles import PuzzleState


class Brief(Struct, frozen=True):
    """How far somebody is with a puzzle, in short; `day` is the day whose puzzle it was for them."""

    state: PuzzleState
    day: str | None


class SolvingRow(Struct):
    """How far somebody is with a puzzle: each puzzle once."""

    guest: str
    puzzle: str
    game: str
    state: PuzzleState = "open"
    tries: list[Answer] = field(default_factory=list)
    hints: int = 0  # of the three strengths, how many were asked for
    score: float | None = None  # of the first try, where it counted
    change: float = 0.0  # of the solver's rating by it
    day: str | None = None
    at: int = 0  # milliseconds since 1970


class SolverRow(Struct):
    """The rating of somebody for the puzzles of a game."""

    guest: str
    game: str
    rating: Rating
    tried: int = 0
    solved: int = 0  # at the first try
    at: int = 0


class PuzzleRow(Struct):
    """The rating of a puzzle that somebody has tried."""

    puzzle: str
    game: str
    rating: Rating
    tried: int = 0
    solved: int = 0


class DealRow(Struct, frozen=True):
    """The one try of somebody at the deal of a day."""

    guest: str
    game: str
    day: str
    table: str


class CoachingStore(Protocol):
    """Keeps puzzles and deals of the day. Forgetting a guest forgets all of theirs; the ratings of puzzles name nobody."""

    async def solving(self, guest: str, puzzle: str) -> SolvingRow | None:
        """How far somebody is with a puzzle."""
        ...

    async def solvings(self, guest: str) -> list[SolvingRow]:
        """All puzzles of somebody."""
        ...

    async def briefs(self, guest: str, game: str | None = None) -> dict[str, Brief]:
        """The same in short, of one game or of all, by the ids of the puzzles."""
        ...

    async def save_solving(self, row: SolvingRow, solver: SolverRow | None = None, puzzle: PuzzleRow | None = None) -> None:
        """Keep how far somebody is, together with the ratings that move by it."""
        ...

    async def solver(self, guest: str, game: str) -> SolverRow | None:
        """The rating of somebody."""
        ...

    async def puzzle_rating(self, puzzle: str) -> PuzzleRow | None:
        """The rating of a puzzle, if somebody has tried it."""
        ...

    async def puzzle_ratings(self, game: str) -> dict[str, float]:
        """The ratings of all puzzles of a game that somebody has tried."""
        ...

    async def save_deal(self, row: DealRow) -> None:
        """Somebody begins the deal of a day. Nobody does twice: a second row is left out."""
        ...

    async def deal(self, guest: str, game: str, day: str) -> DealRow | None:
        """The try of somebody at the deal of a day."""
        ...

    async def deals_of(self, guest: str) -> list[DealRow]:
        """All tries of somebody."""
        ...

    async def finished_deals(self, game: str, day: str, most: int) -> list[str]:
        """The tables where the deal of a day was played to its end, the widest margins of the first seat first."""
        ...

    async def save_consent(self, guest: str, given: bool) -> None:
        """Whether the finished games of somebody may become puzzles."""
        ...

    async def consent(self, guest: str) -> bool:
        """Whether they may; not unless they said so."""
        ...

    async def consenting(self) -> list[str]:
        """All whose games may."""
        ...
