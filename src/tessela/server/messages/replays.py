"""Finished games, looked at again."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.game.reason import Reason
from tessela.game.ruleset import Json
from tessela.server.messages.parts import GameEvent, GameName, Message, MoveText, Seat, View

RESIGNED = "resigned"
TIME_RAN_OUT = "time ran out"
NO_END = "no end in sight: the win is shared"  # after as many decisions as a game may have
CLOSED = "closed by whoever runs the server: the win is shared"
EndReason = Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Reason), RESIGNED, TIME_RAN_OUT, NO_END, CLOSED]})]


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
