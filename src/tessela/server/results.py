"""What is kept of finished games: who played, how each seat did, and what it did to ratings (docs/ratings.md); and what a store
is asked for it (`store.py`)."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from tessela.arena.statistics.glicko import Rating
from tessela.game.ruleset import Json

Pace = Literal["live", "days"]
# `left`: a bot finished; `both`: several seats at one screen; a lesson is no game, and nobody is told of it
Result = Literal["won", "shared", "lost", "left", "both", "lesson"]
PACES: tuple[Pace, ...] = ("live", "days")


class RatedSeat(Struct, frozen=True):
    """A seat of a rated game: whose it is, or which level's, and its place, 1 for who won. Who left shares the last place."""

    seat: int
    guest: str | None
    level: str | None
    place: int


class RatedGame(Struct, frozen=True):
    """A finished game that counts. From these in their order all ratings follow."""

    table: str
    game: str
    pace: Pace
    at: int  # milliseconds since 1970
    seats: tuple[RatedSeat, ...]


class RatingRow(Struct, frozen=True):
    """How strong somebody is in a game at a pace, after so many games, the last one at `at`."""

    guest: str
    game: str
    pace: Pace
    rating: Rating
    games: int
    at: int


class RatingChange(Struct, frozen=True):
    """What a rated game did to the rating of a seat."""

    table: str
    pace: Pace
    at: int
    seat: int
    before: float
    value: float
    deviation: float


class PlayedRow(Struct, frozen=True):
    """How somebody did in a finished game. What it takes a look through the game to know is there or none at all: the points by
    kind and the board."""

    guest: str
    table: str
    seat: int
    game: str
    at: int  # when it was over, in milliseconds since 1970
    result: Result
    rated: bool
    score: int
    others: tuple[str, ...]  # guests, and bots by `bot:LEVEL`
    accuracy: float | None = None  # as its review says, where there is one
    kinds: dict[str, int] | None = None
    board: Json | None = None


class Over(Struct, frozen=True):
    """What is kept of a game together with its last entry."""

    played: tuple[PlayedRow, ...] = ()
    rated: RatedGame | None = None


class Sought(Struct, frozen=True):
    """Which finished games somebody wants to see, the newest first; `before` is the place where an earlier page ended."""

    game: str | None = None
    result: Result | None = None
    rated: bool | None = None
    other: str | None = None
    before: tuple[int, str] | None = None  # the time and the table of the last one seen


class ResultsStore(Protocol):
    """Keeps finished games and ratings. Forgetting a guest forgets their games and ratings; in the log of rated games somebody
    without a name stays, so that the ratings of the others still follow from it."""

    async def save_played(self, rows: Sequence[PlayedRow]) -> None:
        """Keep how somebody did, in place of what was known of the same game."""
        ...

    async def played(self, guest: str, sought: Sought, most: int) -> list[PlayedRow]:
        """Finished games of somebody, the newest first."""
        ...

    async def played_in(self, guest: str, game: str, most: int) -> list[PlayedRow]:
        """The same without boards, of one game, for statistics."""
        ...

    async def unlisted(self, guest: str, most: int) -> list[tuple[str, int]]:
        """The tables of somebody that are over and not among what they played, and when they were: older versions kept none."""
        ...

    async def unseen(self, guest: str, most: int) -> list[str]:
        """The tables of what somebody played that were not looked through, the newest first."""
        ...

    async def save_accuracy(self, table: str, by_seat: dict[int, float]) -> None:
        """How well the seats of a finished game have played, as its review says."""
        ...

    async def rating(self, guest: str, game: str, pace: Pace) -> RatingRow | None:
        """The rating of somebody."""
        ...

    async def ratings_of(self, guest: str) -> list[RatingRow]:
        """All ratings of somebody, by game and pace."""
        ...

    async def changes_of(self, guest: str, game: str, pace: Pace, most: int) -> list[RatingChange]:
        """What the last rated games did to a rating, the oldest of them first."""
        ...

    async def changes_at(self, table: str) -> list[RatingChange]:
        """What a game did to the ratings of its people, by seat."""
        ...

    async def rated_between(self, one: str, other: str, since: int) -> int:
        """How many rated games of two people were over since then."""
        ...

    async def rated_games(self, after: int, most: int) -> list[tuple[int, RatedGame]]:
        """The log of rated games after a number, each with its own."""
        ...

    async def hand_over_results(self, guest: str, to: str) -> None:
        """A guest turns out to be somebody else, who gets their games, and their rating where there is none
        of a game and pace."""
        ...

    async def save_profile(self, guest: str, public: bool) -> None:
        """Whether everybody may see the profile of somebody."""
        ...

    async def has_profile(self, guest: str) -> bool:
        """Whether everybody may; not unless they said so."""
        ...
