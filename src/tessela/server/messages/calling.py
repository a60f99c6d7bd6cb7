"""How people are called when it is their turn, and when they are away."""

from typing import Annotated, Literal

from msgspec import Meta

from tessela.server.messages.parts import Message

MINUTES_A_DAY = 24 * 60
Minute = Annotated[int, Meta(ge=0, lt=MINUTES_A_DAY)]
Language = Literal["en", "fr", "it"]
Calls = Literal["yes", "not-installed"]  # whether this server can call anybody


class PushSubscription(Message):
    """A browser in which I want to be called, as its `PushManager` tells it."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000)]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    language: Language = "en"


class PushEnd(Message):
    """A browser in which I want to be called no more."""

    endpoint: Annotated[str, Meta(max_length=1000)]


class PushInfo(Message):
    """A browser in which I am called; its id is the SHA-256 of its endpoint."""

    id: str
    device: str
    created: int


class Quiet(Message):
    """Hours in which I am not called: minutes after midnight, in a time zone such as `Europe/Rome`; they may go over midnight."""

    begins: Minute
    ends: Minute
    zone: Annotated[str, Meta(min_length=1, max_length=60)]


class QuietHours(Message):
    """My quiet hours; none."""

    quiet: Quiet | None


class VacationInfo(Message):
    """Whether I am away, until when, and how many days I may be this year."""

    until: int | None
    days_left: int
    days_a_year: int


class Days(Message):
    """For how many days from now on I am away."""

    days: Annotated[int, Meta(ge=1, le=366)]


class Calling(Message):
    """How I am called; `key` is what a browser asks its push service with."""

    possible: Calls
    key: str
    browsers: list[PushInfo]
    quiet: Quiet | None
    vacation: VacationInfo
