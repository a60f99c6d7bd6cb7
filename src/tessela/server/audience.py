"""Who is at a table, here and at other processes, and how the same word reaches them all."""

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Protocol

CROWD, CROWD_SECONDS = 16, 1.0  # sockets at a table, beyond which comings and goings are told together
HERE_SECONDS = 30.0  # so long it holds what another process has said of who is there


class Listener(Protocol):
    """Somebody at a table: a connection of a guest, which takes frames."""

    guest: str
    name: str
    looking: bool  # whether the page is before somebody's eyes

    def push(self, frame: bytes) -> None:
        """Send a frame when its turn comes."""


class Audience:
    """Those at one table who said hello."""

    def __init__(self, grace: float = 0.0, blind: Callable[[], bool] = lambda: False):
        self.sockets: set[Listener] = set()
        self._grace = grace  # somebody may be away for so many seconds and still be here
        self._blind = blind  # whether nobody can know who is connected to other processes
        self._elsewhere: dict[str, tuple[tuple[str, ...], float]] = {}  # who is, as each said last, and until when that holds
        self._left: dict[str, float] = {}  # when guests were last here
        self._began = monotonic()
        self._restless = False  # somebody has come or gone, and the others are still to be told

    # Who is here

    def here(self) -> set[str]:
        """The guests who are connected to this process."""
        return {socket.guest for socket in self.sockets}

    def present(self) -> set[str]:
        """Who is here, and who is connected to another process."""
        now = monotonic()
        return self.here().union(*(guests for guests, until in self._elsewhere.values() if until > now))

    def names(self) -> dict[str, str]:
        """The names of all who are present, as far as they are known here."""
        return dict.fromkeys(self.present(), "") | {socket.guest: socket.name for socket in self.sockets}

    def looks_on(self, guest: str) -> bool:
        """Whether a guest has the table before their eyes."""
        return any(socket.guest == guest and socket.looking for socket in self.sockets)

    def heard_of(self, process: str, guests: tuple[str, ...]) -> bool:
        """Who is connected to another process, which says so again every now and then; whether that changes who is present."""
        before = self.present()
        gone = set(self._elsewhere.get(process, ((), 0.0))[0]) - set(guests)
        self._left |= dict.fromkeys(gone, monotonic())
        self._elsewhere[process] = guests, monotonic() + HERE_SECONDS
        return self.present() != before

    def leave(self, socket: Listener) -> None:
        """A socket is gone."""
        self.sockets.discard(socket)
        self._left[socket.guest] = monotonic()

    def may_come_back(self, guests: Iterable[str]) -> bool:
        """Whether one of these is here, or left so lately that they may be coming back."""
        guests = tuple(guests)
        if self._blind() or not self.present().isdisjoint(guests):
            return True
        last = max((self._left.get(guest, self._began) for guest in guests), default=self._began)
        return monotonic() < last + self._grace

    # Telling

    def tell_all(self, frame: bytes) -> None:
        """The same frame for everybody."""
        for socket in list(self.sockets):
            socket.push(frame)

    def tell_guests(self, frame_for: Callable[[str], bytes], but: Listener | None = None) -> None:
        """A frame for every guest, made once for all their sockets."""
        frames: dict[str, bytes] = {}
        for socket in list(self.sockets):
            if socket is but:
                continue
            if socket.guest not in frames:
                frames[socket.guest] = frame_for(socket.guest)
            socket.push(frames[socket.guest])

    def when_calm(self, tell: Callable[[Listener | None], None], but: Listener | None) -> None:
        """Tell of somebody who came or went: all others at once, or a crowd after a while what has become of it."""
        if len(self.sockets) <= CROWD:
            tell(but)
        elif not self._restless:
            self._restless = True
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._calm, tell)

    def _calm(self, tell: Callable[[Listener | None], None]) -> None:
        self._restless = False
        tell(None)
