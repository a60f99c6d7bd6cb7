"""Clubs."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.server.messages.parts import Message, Name
from tessela.server.messages.tournaments import EntrantInfo, StandingInfo, TournamentBrief

Counts = Literal["all", "rated"]  # which games count for the table


class NewClub(Message):
    """A club to be founded, or what becomes of one: its name, and which games between members count."""

    name: Name
    counts: Counts = "all"


class Invitation(Message):
    """What lets somebody join a club."""

    invitation: Annotated[str, Meta(max_length=64)]


class Chosen(Message):
    """A member, by id."""

    member: Annotated[str, Meta(max_length=64)]


class ClubDoor(Message):
    """A club as those see it who are invited; `host` runs it."""

    id: str
    name: str
    host: str
    members: int
    mine: bool


class MemberInfo(Message):
    """A member; `here` is who has asked for something a moment ago."""

    id: str
    name: str
    since: int
    here: bool


class SeasonInfo(Message):
    """The table of a season, a quarter of a year in UTC, so many quarters `back`. Who has left since is `out`."""

    year: int
    quarter: int
    back: int
    first: str  # its first day, and the last
    last: str
    games: int
    entrants: list[EntrantInfo]
    standings: list[StandingInfo]
    mine: int | None
    tournaments: list[TournamentBrief]


class ClubInfo(Message):
    """A club as its members see it, with the table of a season; `earlier` is how many seasons one can look back."""

    id: str
    name: str
    counts: Counts
    created: int
    host: str  # the id of the member who runs it
    hosted: bool  # by the one who asks
    invitation: str
    members: list[MemberInfo]
    earlier: int
    season: SeasonInfo


class ClubBrief(Message):
    """A club in a list."""

    id: str
    name: str
    members: int
    hosted: bool
