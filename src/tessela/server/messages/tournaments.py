"""Tournaments."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.game.ruleset import Json
from tessela.server.messages.parts import MOST_SEATS, GameName, Message, Name, Status
from tessela.server.messages.tables import Clock

MOST_ENTRANTS = 128
Form = Literal["swiss", "round-robin", "arena"]


class NewTournament(Message):
    """A tournament to be held. It begins when its host says so, at a time, or with so many entrants."""

    name: Name
    game: GameName
    clock: Clock
    options: Json = {}
    form: Form = "swiss"
    size: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5  # of a Swiss one
    minutes: Annotated[int, Meta(ge=5, le=240)] = 60  # of an arena
    listed: bool = True
    starts_at: str | None = None  # such as 2026-11-18T20:30:00Z
    starts_with: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    club: Annotated[str, Meta(max_length=64)] | None = None  # whose members alone see it and take part


class Entering(Message):
    """Take part, under one's own name or another."""

    name: Name | None = None


class NewBots(Message):
    """Bots that take part."""

    level: Annotated[str, Meta(max_length=24)]
    number: Annotated[int, Meta(ge=1, le=16)] = 1


class EntrantInfo(Message):
    """Somebody who takes part."""

    name: str
    level: str | None
    out: bool


class StandingInfo(Message):
    """A line of the table, from the first place on; `entrant` counts from 0."""

    entrant: int
    place: int
    points: float
    buchholz: float
    won: int
    ahead: float
    played: int


class MeetingInfo(Message):
    """Some who meet, round the table, or one who sits out (no table); their points once it is over."""

    round: int
    entrants: list[int]
    table: str | None
    points: list[float] | None


class ClubName(Message):
    """A club by its name."""

    id: str
    name: str


class TournamentInfo(Message):
    """A tournament as everybody sees it; `mine` is the number of the one who asks, `my_table` where they have to play now."""

    id: str
    name: str
    game: GameName
    options: Json
    clock: Clock
    form: Form
    size: int
    rounds: int
    minutes: int
    status: Status
    host: str | None
    hosted: bool  # by the one who asks
    created: str
    starts_at: str | None
    starts_with: int | None
    ends_at: str | None  # of an arena that goes on
    round: int
    entrants: list[EntrantInfo]
    standings: list[StandingInfo]
    meetings: list[MeetingInfo]
    mine: int | None
    my_table: str | None
    club: ClubName | None = None  # whose members alone take part


class TournamentBrief(Message):
    """A tournament in a list."""

    id: str
    name: str
    game: GameName
    form: Form
    size: int
    clock: Clock
    status: Status
    entrants: int
    round: int
    rounds: int
    starts_at: str | None
    starts_with: int | None
    first: list[str]  # who won, once it is over
    mine: bool
