"""What one has played, how one did, and what others may see of it. Times are milliseconds since 1970."""

from typing import Literal

from tessela.game.ruleset import Json
from tessela.server.messages.parts import GameName, Message
from tessela.server.messages.tables import Clock

Pace = Literal["live", "days"]
Result = Literal["won", "shared", "lost", "left", "both"]


class PlayedSeat(Message):
    """Who sat at a finished game; `key` is what their games are asked for by, none of oneself and of those who are forgotten."""

    name: str
    level: str | None
    program: bool
    key: str | None


class Picture(Message):
    """A final board, as it stands in views: `wall` is the kind of wall in Azul."""

    wall: str | None
    board: Json


class PlayedGame(Message):
    """A finished game of mine. `left`: a bot finished for me; `both`: I held several seats at one screen. What takes a look
    through the game may still be missing in one from an older version: its board."""

    id: str
    game: GameName
    options: Json
    clock: Clock | None
    at: int
    rated: bool
    result: Result
    seat: int
    seats: list[PlayedSeat]
    scores: list[int]
    accuracy: float | None
    picture: Picture | None
    change: int | None  # of my rating


class HistoryPage(Message):
    """Some of my finished games, the newest first; `next` is what the following page is asked for by."""

    games: list[PlayedGame]
    next: str | None


class RatingPoint(Message):
    """A rating after a game."""

    at: int
    value: int


class RatingInfo(Message):
    """A rating: in a game, at a pace. Provisional while little is known; `deviation`: two thirds of the truth lie within."""

    pace: Pace
    value: int
    deviation: int
    provisional: bool
    games: int
    month: int  # what the last thirty days changed
    curve: list[RatingPoint]


class Tally(Message):
    """Finished games, and how they went; `mean` and `best` are my points."""

    games: int
    won: int
    shared: int
    mean: float
    best: int


class AgainstLevel(Tally):
    """The same against a level."""

    level: str


class AgainstPerson(Tally):
    """The same against somebody."""

    name: str
    key: str


class AccuracyPoint(Message):
    """How well I played a game, from 0 to 100, where it was reviewed."""

    id: str
    at: int
    value: float


class MosaicWindow(Message):
    """A finished board of mine. On the page of somebody else it has no id: who they played with is nobody's business."""

    id: str | None
    score: int
    picture: Picture


class Statistics(Message):
    """How somebody does in a game; `kinds` are the mean points a game by where they came from. `waiting`: games of older versions
    that are still being looked through."""

    game: GameName
    since: int | None  # the first of these games
    all: Tally
    levels: list[AgainstLevel]
    people: list[AgainstPerson]
    kinds: dict[str, float]
    accuracy: list[AccuracyPoint]
    ratings: list[RatingInfo]
    windows: list[MosaicWindow]  # the best first, then the newest
    waiting: int


class Profile(Message):
    """Whether everybody may see my profile, under my name as it is kept."""

    public: bool


class Player(Message):
    """Somebody who shows their profile: without whom they played with."""

    name: str
    statistics: Statistics


class RatingMoved(Message):
    """What a rated game did to the rating of a seat."""

    seat: int
    before: int
    after: int
    provisional: bool
