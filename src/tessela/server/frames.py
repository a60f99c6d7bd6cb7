"""The frames of the WebSocket, declared once (docs/protocol.md). A frame without a known `kind` is an error."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.coach.forms import Strength, Told
from tessela.coach.odds import Odds
from tessela.server.messages.parts import Argument, GameEvent, Message, MoveText, Seat, View
from tessela.server.messages.replays import Ending
from tessela.server.messages.tables import TableInfo

MoveId = Annotated[str, Meta(min_length=1, max_length=40)]
Refusal = Literal[
    "bad-frame", "illegal", "not-your-turn", "stale", "resync", "not-allowed", "not-stored", "busy", "no-chat", "strangers"
]  # fmt: skip
MOST_LETTERS = 300  # of what is said at a table
Reaction = Literal["hello", "well-played", "thanks", "oops", "wow", "thinking", "again"]


class Framed(Message, tag_field="kind"):
    """A frame, told from the others by its kind."""


# Up the WebSocket


class Hello(Framed, tag="hello"):
    """The first frame: the version one has, none for a snapshot."""

    version: int | None = None


class Play(Framed, tag="play"):
    """A move at a version; the id makes resending harmless."""

    version: int
    move: MoveText
    id: MoveId


class Takeback(Framed, tag="takeback"):
    """Make a decision of one's own again: `to` is the version of its entry, one of `back_to`; none for the last of them."""

    version: int
    id: MoveId
    to: Annotated[int, Meta(ge=1)] | None = None


class Resign(Framed, tag="resign"):
    """Give the game up. With more than two players a bot finishes for the seat."""

    version: int
    id: MoveId


class LetBotFinish(Framed, tag="let-bot-finish"):
    """Hand a seat to a bot for the rest of the game: one's own, or that of somebody whose connection is gone."""

    version: int
    id: MoveId
    seat: Seat


class React(Framed, tag="react"):
    """A preset reaction."""

    reaction: Reaction


class Talk(Framed, tag="talk"):
    """I agree to chat at this table, or no more. People write to each other once all who sit there have agreed."""

    on: bool


class Say(Framed, tag="say"):
    """Write to the others at the table; the id makes resending harmless."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
    id: MoveId


class Mute(Framed, tag="mute"):
    """Read the one on a seat no more, at no table, or again; they are not told."""

    seat: Seat
    on: bool


class Look(Framed, tag="look"):
    """What would a move do, or with none, what would the round give as it stands? Only for the eyes of the one who asks."""

    version: int
    move: MoveText | None = None


class Hint(Framed, tag="hint"):
    """Help with the decision at hand, of a strength: where to look, what to aim at, or the moves; only at tables without another
    person."""

    version: int
    strength: Strength = "move"


class Count(Framed, tag="count"):
    """What is left, and the chances of the next deal, from what one may know."""

    version: int


class Explain(Framed, tag="explain"):
    """What speaks for and against a bot's move: that of the entry with this version."""

    version: int


class Practise(Framed, tag="practice"):
    """Be warned before a blunder from now on, or no more; where nobody else plays and no clock runs."""

    on: bool


class Judge(Framed, tag="judge"):
    """In practice: is a move a blunder? With none: which moves are surely not?"""

    version: int
    move: MoveText | None = None


class Attend(Framed, tag="attend"):
    """Whether the table is before somebody's eyes, as it is until said otherwise: who looks at it is not called to their turn."""

    looking: bool


class Ping(Framed, tag="ping"):
    """Still there."""


Up = (
    Hello
    | Play
    | Takeback
    | Resign
    | LetBotFinish
    | React
    | Talk
    | Say
    | Mute
    | Look
    | Hint
    | Count
    | Explain
    | Practise
    | Judge
    | Attend
    | Ping
)


# Down the WebSocket


class Happened(Framed, tag="happened"):
    """One entry of the table's log as this socket may know it: also the acknowledgement of one's own move.

    `move` is null where it is a secret of its seat. `view` is the table after it as `viewer` sees it; `legal` is not empty
    exactly when a seat of this socket is to move.
    """

    version: int
    what: Literal["move", "takeback", "resigned", "bot-took-over", "timed-out", "closed"]
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
    what: Literal["move", "takeback", "resigned", "bot-took-over", "timed-out", "closed"]
    seat: int
    move: str | None
    events: list[GameEvent]
    to: int | None = None  # of a takeback


class Snapshot(Framed, tag="snapshot"):
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


class Changed(Framed, tag="changed"):
    """Something about the table, not about the game: who sits there, who is present, a rematch."""

    table: TableInfo


class Ended(Framed, tag="ended"):
    """The game is over; follows the entry that ended it."""

    version: int
    ending: Ending


class Reacted(Framed, tag="reacted"):
    """Somebody reacted."""

    seat: int
    reaction: Reaction


class ChatLine(Message):
    """What somebody wrote: its place among the lines of the table, counted from 1."""

    place: int
    seat: int
    text: str
    at: int  # milliseconds since 1970
    id: str | None = None  # of the client that wrote it, to that guest only


class Chat(Framed, tag="chat"):
    """All that was written at a table, for those who sit there; `muted` are the seats of those one does not want to read."""

    lines: list[ChatLine]
    muted: list[int]


class Said(Framed, tag="said"):
    """Somebody at the table has written something."""

    line: ChatLine


class Looked(Framed, tag="looked"):
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


class Hinted(Framed, tag="hinted"):
    """Help of the strength that was asked for: a sentence, or the moves that a bot considered. Of one decision all three come
    from the same thought, so that each says more than the one before."""

    version: int
    strength: Strength
    told: Told | None  # none where the moves are told
    candidates: list[Suggestion]


class Counted(Framed, tag="counted"):
    """The odds of a position, counted exactly."""

    version: int
    odds: Odds


class Explained(Framed, tag="explained"):
    """What speaks for and against the move of an entry, the most telling first; by what everybody could see before it."""

    version: int
    reasons: list[Argument]


class Judged(Framed, tag="judged"):
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


class Preparing(Framed, tag="preparing"):
    """The bots are getting ready, as where nothing was compiled ahead: the share of it that is done, 1 when they are."""

    share: float


class Waiting(Framed, tag="waiting"):
    """The bot to move does not think yet: it will in about `seconds`, or `again`, since a thought of it failed."""

    seconds: int
    again: bool = False


class Pong(Framed, tag="pong"):
    """Still here; the head of the log, so that a lost frame is noticed."""

    version: int


class Refused(Framed, tag="refused"):
    """A frame was not carried out, and why. After a `stale` move and `resync` a snapshot follows; `retry_after` says in how many
    seconds a `busy` one may be sent again."""

    reason: Refusal
    text: str
    id: str | None = None
    retry_after: int | None = None


Down = (
    Happened
    | Snapshot
    | Changed
    | Ended
    | Reacted
    | Chat
    | Said
    | Looked
    | Hinted
    | Counted
    | Explained
    | Judged
    | Preparing
    | Waiting
    | Pong
    | Refused
)
