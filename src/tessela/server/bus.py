"""The doorbell between processes that serve the same tables: it says how far a log has come, which edition the table has, how far
the chat is and who is there, never what is in them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol, TypeAlias

from msgspec import Struct


class Ring(Struct, frozen=True, tag="table"):
    """What one process tells the others about a table."""

    sender: str
    table: str
    version: int = 0
    edition: int = 0
    here: tuple[str, ...] = ()  # the players who are connected to the sender
    asks: bool = False  # whether the others shall say who is with them
    lines: int = 0
    programs: tuple[str, ...] = ()  # of others, which play there or are asked to


class Leaving(Struct, frozen=True, tag="leaving"):
    """A process ends: others take up these tables, where something goes on by itself."""

    sender: str
    tables: tuple[str, ...]


class GuestNews(Struct, frozen=True, tag="guest"):
    """What was known of a guest holds no more."""

    sender: str
    guest: str
    session: str | None = None  # the one that has ended; if none is named and the guest is signed out, all have
    signed_out: bool = False


class Here(Struct, frozen=True, tag="here"):
    """Who has asked the sender for something since it last said so."""

    sender: str
    guests: tuple[str, ...]


class Outside(Struct, frozen=True, tag="outside"):
    """The programs of others that listen to the sender, with their names."""

    sender: str
    programs: tuple[tuple[str, str], ...]
    new: str = ""  # the one that has just come, and listens to nobody else any more


class Spent(Struct, frozen=True, tag="spent"):
    """So much of an allowance, by the name of its bound, somebody has used up at the sender since it last said so."""

    sender: str
    of: str
    who: str
    cost: float


class Held(Struct, frozen=True, tag="held"):
    """So many of something that is bounded somebody has at the sender."""

    sender: str
    of: str
    who: str
    number: int


News: TypeAlias = Ring | Leaving | GuestNews | Here | Outside | Spent | Held
Listener = Callable[[News], None]
MOST_IN_NEWS = 500  # names


def pieces(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Names, as many at a time as news may hold.

    >>> [len(piece) for piece in pieces(map(str, range(1200)))]
    [500, 500, 200]
    """
    left = iter(names)
    while piece := tuple(islice(left, MOST_IN_NEWS)):
        yield piece


class Bus(Protocol):
    """Tells every listener what has changed. Lost news are harmless: the next, or a look into the store, heals it."""

    def listen(self, listener: Listener) -> None:
        """Call this whenever somebody rings."""
        ...

    def ring(self, news: News) -> None:
        """Tell the others."""
        ...

    def is_up(self) -> bool:
        """Whether rings arrive."""
        ...

    def beginnings(self) -> int:
        """How often it has begun to hear the others: after each, rings of before may be lost."""
        ...

    def begin(self) -> None:
        """Hear the others from now on."""
        ...

    async def close(self) -> None:
        """Hear nobody any more."""
        ...


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this whenever somebody rings."""
        self._listeners.append(listener)

    def ring(self, news: News) -> None:
        """Tell the others."""
        for listener in self._listeners:
            listener(news)

    def is_up(self) -> bool:
        """Always."""
        return True

    def beginnings(self) -> int:
        """Nothing is ever lost."""
        return 1

    def begin(self) -> None:
        """Everybody is heard anyway."""

    async def close(self) -> None:
        """Nothing to let go of."""
