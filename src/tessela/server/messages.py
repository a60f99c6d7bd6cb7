"""Every message between a browser and the server, declared once (docs/protocol.md).

The HTTP bodies and the frames of the WebSocket are these structures as JSON. An unknown field is an error; so is a frame
without a known `kind`. The front end's types are generated from here.
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
MoveId = Annotated[str, Meta(min_length=1, max_length=40)]
Status = Literal["waiting", "playing", "over"]
RESIGNED = "resigned"
TIME_RAN_OUT = "time ran out"
EndReason = Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Reason), RESIGNED, TIME_RAN_OUT]})]
Reaction = Literal["hello", "well-played", "thanks", "oops", "wow", "thinking", "again"]


class Message(Struct, forbid_unknown_fields=True):
    """A structure that travels."""


# Over HTTP


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
    ending: "Ending | None"  # none for an imported game that was not finished
    gone: list[Gone] = []  # in order


class At(Message):
    """A position of a finished game: that after `ply` moves."""

    ply: Annotated[int, Meta(ge=0)]


class LookAt(At):
    """Moves in a position, one by one, or none for the round as it stands: what would they do?"""

    moves: Annotated[list[MoveText | None], Meta(min_length=1, max_length=4)]


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


# Up the WebSocket


class Hello(Message, tag="hello", tag_field="kind"):
    """The first frame: the version one has, none for a snapshot."""

    version: int | None = None


class Play(Message, tag="play", tag_field="kind"):
    """A move at a version; the id makes resending harmless."""

    version: int
    move: MoveText
    id: MoveId


class Takeback(Message, tag="takeback", tag_field="kind"):
    """Make a decision of one's own again: `to` is the version of its entry, one of `back_to`; none for the last of them."""

    version: int
    id: MoveId
    to: Annotated[int, Meta(ge=1)] | None = None


class Resign(Message, tag="resign", tag_field="kind"):
    """Give the game up. With more than two players a bot finishes for the seat."""

    version: int
    id: MoveId


class LetBotFinish(Message, tag="let-bot-finish", tag_field="kind"):
    """Hand a seat to a bot for the rest of the game: one's own, or that of somebody whose connection is gone."""

    version: int
    id: MoveId
    seat: Seat


class React(Message, tag="react", tag_field="kind"):
    """A preset reaction."""

    reaction: Reaction


class Look(Message, tag="look", tag_field="kind"):
    """What would a move do, or with none, what would the round give as it stands? Only for the eyes of the one who asks."""

    version: int
    move: MoveText | None = None


class AskHint(Message, tag="hint", tag_field="kind"):
    """A bot's advice for the decision at hand; only at tables without another person."""

    version: int


class AskWhy(Message, tag="why", tag_field="kind"):
    """What speaks for and against a bot's move: that of the entry with this version."""

    version: int


class Practise(Message, tag="practice", tag_field="kind"):
    """Be warned before a blunder from now on, or no more; where nobody else plays and no clock runs."""

    on: bool


class Judge(Message, tag="judge", tag_field="kind"):
    """In practice: is a move a blunder? With none: which moves are surely not?"""

    version: int
    move: MoveText | None = None


class Ping(Message, tag="ping", tag_field="kind"):
    """Still there."""


Up = Hello | Play | Takeback | Resign | LetBotFinish | React | Look | AskHint | AskWhy | Practise | Judge | Ping


# Down the WebSocket


class Happened(Message, tag="happened", tag_field="kind"):
    """One entry of the table's log as this socket may know it: also the acknowledgement of one's own move.

    `move` is null where it is a secret of its seat. `view` is the table after it as `viewer` sees it; `legal` is not empty
    exactly when a seat of this socket is to move.
    """

    version: int
    what: Literal["move", "takeback", "resigned", "bot-took-over", "timed-out"]
    seat: int
    move: str | None
    events: list[GameEvent]
    viewer: int | None
    view: View
    to_move: int | None
    legal: list[str]
    back_to: list[int]  # the versions of one's own decisions that can be made again
    clocks: list[int] | None  # milliseconds left of each seat
    id: str | None  # of the client that asked for it, to that client only
    to: int | None = None  # of a takeback: the version of the decision that is to be made again


class LogEntry(Message):
    """An entry of the log in a snapshot: what it takes to write it down."""

    version: int
    what: Literal["move", "takeback", "resigned", "bot-took-over", "timed-out"]
    seat: int
    move: str | None
    events: list[GameEvent]
    to: int | None = None  # of a takeback


class Ending(Message):
    """How a game ended; `breakdown` has the points of each seat by their names."""

    scores: list[int]
    winners: list[int]
    reason: EndReason
    breakdown: list[dict[str, int]]


class Snapshot(Message, tag="snapshot", tag_field="kind"):
    """The whole table as this socket may know it."""

    version: int
    table: TableInfo
    viewer: int | None
    view: View | None  # none while the table waits for players
    legal: list[str]
    back_to: list[int]
    clocks: list[int] | None
    log: list[LogEntry]
    ending: Ending | None
    id: str | None = None  # of a request sent again that had been carried out before the last entry


class Changed(Message, tag="changed", tag_field="kind"):
    """Something about the table, not about the game: who sits there, who is present, a rematch."""

    table: TableInfo


class Ended(Message, tag="ended", tag_field="kind"):
    """The game is over; follows the entry that ended it."""

    version: int
    ending: Ending


class Reacted(Message, tag="reacted", tag_field="kind"):
    """Somebody reacted."""

    seat: int
    reaction: Reaction


class Looked(Message, tag="looked", tag_field="kind"):
    """What would happen: the events of the move itself, then for each seat those of the tiling if the round ended there.

    `last_round` says that the game would then be over.
    """

    version: int
    move: str | None
    events: list[GameEvent]
    forecast: list[list[GameEvent]]
    last_round: bool


class Suggestion(Message):
    """A move a bot considered."""

    move: str
    chance: float  # of winning, 0 to 1
    margin: float
    visits: int
    line: list[str]
    reasons: list[Argument]


class Hint(Message, tag="hinted", tag_field="kind"):
    """A bot's advice."""

    version: int
    candidates: list[Suggestion]


class Why(Message, tag="because", tag_field="kind"):
    """What speaks for and against the move of an entry, the most telling first; by what everybody could see before it."""

    version: int
    reasons: list[Argument]


class Judged(Message, tag="judged", tag_field="kind"):
    """What is known before a move is made: the moves that are `fine`; or of one move what it gives away of the chance to win, and
    where it is a blunder what speaks against it and what a better move does. `lost` is null where it cannot be told."""

    version: int
    move: str | None
    fine: list[str]
    chance: float | None  # to win, with the best move
    lost: float | None
    blunder: bool
    reasons: list[Argument]
    missed: list[Argument]


class Preparing(Message, tag="preparing", tag_field="kind"):
    """The bots are getting ready, as where nothing was compiled ahead: the share of it that is done, 1 when they are."""

    share: float


class Waiting(Message, tag="waiting", tag_field="kind"):
    """The bot to move does not think yet: it will in about `seconds`, or `again`, since a thought of it failed."""

    seconds: int
    again: bool = False


class Pong(Message, tag="pong", tag_field="kind"):
    """Still here; the head of the log, so that a lost frame is noticed."""

    version: int


class Refused(Message, tag="refused", tag_field="kind"):
    """A frame was not carried out, and why. After a `stale` move and `resync` a snapshot follows; `retry_after` says in how many
    seconds a `busy` one may be sent again."""

    reason: Literal["bad-frame", "illegal", "not-your-turn", "stale", "resync", "not-allowed", "not-stored", "busy"]
    text: str
    id: str | None = None
    retry_after: int | None = None


Down = Happened | Snapshot | Changed | Ended | Reacted | Looked | Hint | Why | Judged | Preparing | Waiting | Pong | Refused
