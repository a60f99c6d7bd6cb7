"""Puzzles, and the deal of the day."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.coach.forms import Answer, Strength, Told
from tessela.server.messages.parts import GameName, Message, MoveText, Status, View

PuzzleState = Literal["open", "solved", "failed", "shown"]  # failed: no try was right; shown: one has asked for the move


class PuzzleWish(Message):
    """Which puzzle: that of today, one near my rating, one about a theme, or one from a mistake of my own; not that of `but`."""

    game: GameName
    by: Literal["day", "rating", "theme", "mine"] = "day"
    theme: Annotated[str, Meta(max_length=40)] | None = None
    but: Annotated[str, Meta(max_length=40)] | None = None


class PuzzleLook(Message):
    """Moves in a puzzle, one by one, or none for the round as it stands: what would they do?"""

    moves: Annotated[list[MoveText | None], Meta(min_length=1, max_length=4)]


class PuzzleTry(Message):
    """A try."""

    move: MoveText


class PuzzleHelp(Message):
    """Help of one strength. Who asks for the move has given the puzzle up."""

    strength: Strength


class PlayItOut(Message):
    """A puzzle to be played on from its position, against a bot of this level."""

    level: str | None = None


class Helped(Message):
    """Help that was asked for, or came with a wrong try; the move only where that was the help."""

    strength: Strength
    told: Told
    move: str | None


class Tried(Message):
    """A try; how good it is told once the puzzle is done."""

    move: str
    right: bool
    answer: Answer | None


class Second(Message):
    """The second best move of a puzzle, its chance to win, and its reasons next to the best one."""

    move: str
    chance: float
    reasons: list[Told]


class Solution(Message):
    """The best move of a puzzle, the moves expected after it (itself first), its chance to win, its reasons next to the second
    best, and the themes."""

    move: str
    line: list[str]
    chance: float
    reasons: list[Told]
    second: Second
    themes: list[str]


class SolverInfo(Message):
    """The rating of somebody for the puzzles of a game, how sure it is, and how many first tries it rests on."""

    rating: int
    deviation: int
    tried: int
    solved: int


class PuzzleInfo(Message):
    """A puzzle, and how far the one who asks is with it. What would give it away comes once it is done."""

    id: str
    game: GameName
    day: str | None  # the day whose puzzle it is
    source: str | None  # the game of one's own that it is from
    seat: int
    view: View
    legal: list[str]
    rating: int | None  # of the puzzle
    state: PuzzleState
    tries: list[Tried]
    left: int  # tries
    hints: list[Helped]
    solution: Solution | None
    solver: SolverInfo | None
    change: int | None  # of the solver's rating by the first try, where that counted


class ThemeInfo(Message):
    """A theme: how many puzzles are about it, and how many of them the one who asks has done."""

    theme: str
    puzzles: int
    done: int


class PuzzleDesk(Message):
    """How the one who asks stands with the puzzles of a game. The streak is over all games."""

    game: GameName
    day: str
    today: str  # the puzzle of the day
    state: PuzzleState | None  # of it; none where one has not tried
    streak: int  # days in a row
    week: list[bool]  # the last seven days, today last
    solver: SolverInfo | None
    themes: list[ThemeInfo]
    mine: int  # mistakes of one's own that are not solved yet


class DealResult(Message):
    """A result of the deal of a day; `margin` is how far the person is ahead of the bot."""

    name: str
    score: int
    margin: int
    won: bool
    mine: bool


class DealOfTheDay(Message):
    """The deal of a day: against which bot, one's own table once one has begun, and the best results of today and yesterday."""

    game: GameName
    day: str
    bot: str
    table: str | None
    status: Status | None
    today: list[DealResult]
    yesterday: list[DealResult]
