"""Whom people know, and how they find others to play with."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.game.ruleset import Json
from tessela.server.messages.parts import GameName, Message
from tessela.server.messages.tables import Clock, Share


class PersonInfo(Message):
    """Somebody; `here`: they have asked for something a moment ago."""

    id: str
    name: str
    here: bool


class People(Message):
    """My friends, those I have blocked, and those I have played with lately and who are neither."""

    friends: list[PersonInfo]
    blocked: list[PersonInfo]
    met: list[PersonInfo]


class Bond(Message):
    """What somebody is to me; nobody else is told."""

    kind: Literal["friend", "blocked"]


class ChallengeWish(Message):
    """A game for two, for somebody: by id, or by a name that they keep."""

    to: Annotated[str, Meta(min_length=1, max_length=60)]
    game: GameName
    options: Json = {}
    clock: Clock | None = None
    rated: bool = False
    share: Share | None = None


class Seek(Message):
    """A game for two with whoever wants the same; `bots`: one may come if nobody does for a while."""

    game: GameName
    options: Json = {}
    clock: Clock | None = None
    rated: bool = False
    bots: bool = False


class SeekState(Message):
    """Whether I look for an opponent, for how many seconds, and where to play once there is one."""

    seeking: bool
    table: str | None
    seconds: int
