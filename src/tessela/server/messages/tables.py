"""What is to be played, and the tables where it is."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.game.ruleset import Json
from tessela.server.messages.parts import MOST_SEATS, GameName, Message, Name, Salt, Status


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
    rated: bool = False  # it counts for ratings: with a clock, without any help, among people and levels
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


class SeatRating(Message):
    """The rating of somebody when they sat down at a rated table; while little is known of them it is provisional."""

    value: int
    provisional: bool


class SeatInfo(Message):
    """A seat as everybody sees it; `program`: a bot that somebody else wrote plays there."""

    who: Literal["person", "bot", "open"]
    name: str
    level: str | None
    present: bool
    program: bool = False
    rating: SeatRating | None = None  # at a rated table
    away: int | None = None  # on vacation until then, in milliseconds since 1970: the clock of the seat stands
    talks: bool = False  # has agreed to chat at this table


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
    rated: bool = False  # it counts for the ratings of all who sit there
    tournament: str | None = None  # whose game it is
    asked: bool = False  # a seat is kept for the one who asks
    onlookers: list[str] = []  # the names of those who look on without a seat
