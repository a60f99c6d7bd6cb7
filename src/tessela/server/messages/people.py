"""Who asks, and how they come back."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.game.ruleset import Json
from tessela.server.messages.parts import Message, Name

Passkeys = Literal["yes", "no-name", "no-https", "not-installed"]  # whether the address of the page can have any


class Renaming(Message):
    """A new nickname."""

    nickname: Name


class Me(Message):
    """The guest behind the cookie."""

    id: str
    nickname: str
    kept: bool = False  # whether one can come back without the cookie, and nobody else may take the name


class PasskeyInfo(Message):
    """A passkey of mine: for which host, and where and when it was made and last used."""

    id: str
    host: str
    device: str
    created: int
    used: int


class SessionInfo(Message):
    """A browser in which I am signed in; `here` is the one that asks."""

    id: str
    device: str
    created: int
    seen: int
    here: bool


class Identity(Message):
    """How I can come back, and from where; `games` are my tables."""

    kept: int | None  # since when
    code: bool  # whether there is a recovery code
    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]
    possible: Passkeys
    games: int


class Recovery(Message):
    """A recovery code, which is told once."""

    code: str


class DeviceLink(Message):
    """What signs another device in, once and within so many seconds."""

    link: str
    seconds: int


class MadePasskey(Message):
    """What the browser made of the options for a new passkey."""

    credential: Json


class SigningIn(Message):
    """One way to prove who one is; `bring`: the games of the guest that this browser was so far come along."""

    credential: Json | None = None
    code: Annotated[str, Meta(max_length=100)] | None = None
    link: Annotated[str, Meta(max_length=100)] | None = None
    bring: bool = False


class Consent(Message):
    """Whether one's finished games may become puzzles for others, without any names."""

    puzzles: bool
