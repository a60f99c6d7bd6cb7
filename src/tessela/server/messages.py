"""What travels over HTTP between a browser and the server, declared once (docs/protocol.md); `frames.py` has the WebSocket's.

Bodies and frames are these structures as JSON. An unknown field is an error. The front end's types are generated from them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tessela.game.reason import Reason
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json

MOST_SEATS = max(number for ruleset in RULESETS.values() for number in ruleset.seats)
GameName = Annotated[str, Meta(extra_json_schema={"enum": list(RULESETS)})]  # who sends another is told which games there are
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


def _like(name: str) -> Meta:
    """An object that travels as it was made; its shape is declared elsewhere, under this name in the types of the front end."""
    return Meta(extra_json_schema={"x-like": name})


View = Annotated[Json, _like("View")]  # server/views.py
GameEvent = Annotated[Json, _like("GameEvent")]  # game/events.py
Argument = Annotated[Json, _like("Argument")]  # bots/analysis/texts.py
Name = Annotated[str, Meta(min_length=1, max_length=24)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]
Status = Literal["waiting", "playing", "over"]
RESIGNED = "resigned"
TIME_RAN_OUT = "time ran out"
NO_END = "no end in sight: the win is shared"  # after as many decisions as a game may have
EndReason = Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Reason), RESIGNED, TIME_RAN_OUT, NO_END]})]


class Message(Struct, forbid_unknown_fields=True):
    """A structure that travels."""


class SeatWish(Message):
    """Who shall sit on a seat of a new table: oneself, somebody beside one on the same screen, whoever has the link, or a bot."""

    who: Literal["me", "here", "open", "bot"]
    level: str | None = None
    name: Name | None = None


class Clock(Message):
    """A time limit. `live`: seconds for the game and for each move more; `days`: `seconds` for every move."""

    pace: Literal["live", "days"]
    seconds: Annotated[int, Meta(ge=10, le=14 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class NewTable(Message):
    """A table to be made."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]
    options: Json = {}
    order: Literal["chosen", "random"] = "chosen"
    clock: Clock | None = None
    listed: bool = False
    practice: bool = False  # warn before a blunder; only without a clock and against bots


class PlayOn(Message):
    """A game to be played on from a position of a finished one: that after `ply` moves; a seat may not be open."""

    ply: Annotated[int, Meta(ge=0)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]


class Joining(Message):
    """Sit down on an open seat: with the invitation of the table, or with the link of a seat one held on another device."""

    invitation: str | None = None
    seat_link: str | None = None


class Renaming(Message):
    """A new nickname."""

    nickname: Name


class Me(Message):
    """The guest behind the cookie."""

    id: str
    nickname: str


class LevelInfo(Message):
    """A bot that one can play against."""

    id: str
    name: str
    character: str
    ratings: dict[str, int]  # by game, where measured


class Catalogue(Message):
    """What can be played: the options of every game, and the bots from gentle to strong."""

    games: dict[str, Json]
    levels: list[LevelInfo]


class SeatInfo(Message):
    """A seat as everybody sees it."""

    who: Literal["person", "bot", "open"]
    name: str
    level: str | None
    present: bool


class TableInfo(Message):
    """A table as everybody sees it; `mine` are the seats of the one who asks, and the links are theirs alone."""

    id: str
    game: GameName
    options: Json
    seats: list[SeatInfo]
    status: Status
    clock: Clock | None
    listed: bool
    created: str
    to_move: int | None
    round: int
    scores: list[int]
    mine: list[int]
    invitation: str | None  # while a seat is open, for those who sit at the table
    seat_link: str | None  # brings one's seats to another device
    rematch: str | None  # the table of the next game, once somebody asked for one
    lesson: str | None = None  # the name of the lesson that is taught there
    watchers: int = 0  # how many look on without a seat
    winners: list[int] | None = None  # once the game is over
    practice: bool = False  # whoever plays there is warned before a blunder


class Ending(Message):
    """How a game ended; `breakdown` has the points of each seat by their names."""

    scores: list[int]
    winners: list[int]
    reason: EndReason
    breakdown: list[dict[str, int]]


class Frame(Message):
    """A decision of a finished game, what happened by it, and the table after it."""

    ply: int
    seat: int
    move: str
    events: list[GameEvent]
    view: View


class Gone(Message):
    """A person who left their seat to a bot: after `ply` moves, and how."""

    ply: int
    seat: int
    what: Literal["resigned", "bot-took-over", "timed-out"]


class Replay(Message):
    """A whole game to look at again. Nothing is secret any more: moves and events are told in full; views are a spectator's."""

    id: str
    game: GameName
    options: Json
    seats: list[str]
    levels: list[str | None]  # of the seats that bots had from the beginning
    start: View  # the view before the first move
    frames: list[Frame]
    ending: Ending | None  # none for an imported game that was not finished
    gone: list[Gone] = []  # in order


class At(Message):
    """A position of a finished game: that after `ply` moves."""

    ply: Annotated[int, Meta(ge=0)]


class LookAt(At):
    """Moves in a position, one by one, or none for the round as it stands: what would they do?"""

    moves: Annotated[list[MoveText | None], Meta(min_length=1, max_length=4)]


class OddsAt(At):
    """A position with the eyes of a seat, or of who only looks on: what are the odds there?"""

    seat: Seat | None = None


class TryAt(At):
    """A move in a position: how good is it?"""

    move: MoveText


class LineAt(At):
    """Moves that follow one another from a position."""

    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=20)]


class Position(Message):
    """A position as the one to move sees it, and the legal moves."""

    seat: int
    view: View
    legal: list[str]


class Foreseen(Message):
    """What a move would do: by itself, then for each seat the tiling if the round ended there; and whether the game would end."""

    events: list[GameEvent]
    forecast: list[list[GameEvent]]
    last_round: bool


class Imported(Message):
    """Where an imported record can be looked at: /r/ID."""

    id: str


class Problem(Message):
    """Why a request over HTTP was not carried out: a word for programs, a sentence for people."""

    error: str
    text: str
