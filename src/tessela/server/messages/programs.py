"""Bots of others: how they are let in, and the lines that they are told."""

from tessela.server.messages.parts import Message, MoveText, Name, Salt, View
from tessela.server.messages.tables import TableInfo


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


class BotAccept(Message):
    """Sit down where one is challenged, with what one adds to the chance of the game."""

    salt: Salt | None = None


class BotMove(Message):
    """A decision of a bot, at the version of the table it was told."""

    version: int
    move: MoveText


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
