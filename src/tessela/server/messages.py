"""What travels over HTTP between a browser and the server, declared once (docs/protocol.md); `frames.py` has the WebSocket's.

Bodies and frames are these structures as JSON. An unknown field is an error. The front end's types are generated from them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tessela.coach.forms import Answer, Strength, Told
from tessela.game.fair import SALT_PATTERN
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
Salt = Annotated[str, Meta(pattern=SALT_PATTERN)]  # what a seat adds to the chance of its game
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


class Promise(Message):
    """The hash of the key of a table to be made, and the ticket that brings it about."""

    promise: str
    ticket: str


class Share(Message):
    """One's share in the chance of a table to be made: a ticket whose promise one has seen, and then a salt."""

    ticket: Annotated[str, Meta(max_length=100)]
    salt: Salt


class NewTable(Message):
    """A table to be made."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]
    options: Json = {}
    order: Literal["chosen", "random"] = "chosen"
    clock: Clock | None = None
    listed: bool = False
    practice: bool = False  # warn before a blunder; only without a clock and against bots
    share: Share | None = None


class PlayOn(Message):
    """A game to be played on from a position of a finished one: that after `ply` moves; a seat may not be open."""

    ply: Annotated[int, Meta(ge=0)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]
    share: Share | None = None


class Rematch(Message):
    """The next game with the same people; whoever asks first makes the table, the others only add their salt."""

    share: Share | None = None


class Joining(Message):
    """Sit down on an open seat: with the invitation of the table, or with the link of a seat one held on another device."""

    invitation: str | None = None
    seat_link: str | None = None
    salt: Salt | None = None


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


class ProgramInfo(Message):
    """A bot that somebody else wrote, which can be asked for a game: its id is a level. One that is far away may decline."""

    id: str
    name: str
    far: bool


class Catalogue(Message):
    """What can be played: the options of every game, the bots from gentle to strong, and programs of others."""

    games: dict[str, Json]
    levels: list[LevelInfo]
    programs: list[ProgramInfo] = []


class NewBot(Message):
    """A bot to be let in."""

    name: Name


class BotInfo(Message):
    """A bot of one's own; `online`: its program listens."""

    id: str
    name: str
    created: int
    online: bool


class BotToken(Message):
    """What lets a program in as a bot. It is told once and not kept."""

    id: str
    name: str
    token: str


class BotMove(Message):
    """A decision of a bot, at the version of the table it was told."""

    version: int
    move: MoveText


class SeatInfo(Message):
    """A seat as everybody sees it; `program`: a bot that somebody else wrote plays there."""

    who: Literal["person", "bot", "open"]
    name: str
    level: str | None
    present: bool
    program: bool = False


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
    promise: str | None = None  # the hash of the key of its chance, where that can be verified
    salts: list[str | None] = []  # what the seats have added, none of an open one
    daily: str | None = None  # the day whose deal is played there


class BotClock(Message):
    """Clocks as a bot is told them, in seconds."""

    left: list[float]
    increment: float


class Listening(Message, tag_field="type", tag="hello"):
    """The first line that a listening bot is told: who it is."""

    id: str
    name: str


class Challenge(Message, tag_field="type", tag="challenge"):
    """Somebody asks a bot for a game, at a table that waits for it: accept or decline."""

    table: TableInfo


class YourTurn(Message, tag_field="type", tag="turn"):
    """A bot is to move: what it sees and may do, as in the protocol of bots."""

    table: str
    version: int
    seat: int
    view: View
    legal: list[str]
    clock: BotClock | None


class GameOver(Message, tag_field="type", tag="over"):
    """A game of a bot is over."""

    table: str
    scores: list[int]
    winners: list[int]


class StillHere(Message, tag_field="type", tag="ping"):
    """Nothing has happened for a while."""


BotLine = Listening | Challenge | YourTurn | GameOver | StillHere


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


class Solution(Message):
    """The best move of a puzzle, the moves expected after it (itself first), its chance to win, its reasons, and the themes."""

    move: str
    line: list[str]
    chance: float
    reasons: list[Told]
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


class Consent(Message):
    """Whether one's finished games may become puzzles for others, without any names."""

    puzzles: bool


class Imported(Message):
    """Where an imported record can be looked at: /r/ID."""

    id: str


class Problem(Message):
    """Why a request over HTTP was not carried out: a word for programs, a sentence for people."""

    error: str
    text: str
