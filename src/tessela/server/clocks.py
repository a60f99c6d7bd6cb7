"""Time. What is left is stored with every entry; between entries the clock of the one to move runs on the time that servers have
been up, which no change of the wall clock touches."""

import time
from collections.abc import Callable

from tessela.server.messages.tables import Clock


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Uptime:
    """How long servers have been running on a store, all together, in milliseconds.

    It goes on while one runs and stands still while none does. It follows the monotonic clock of the machine, so that nobody
    gains or loses time when somebody sets the wall clock, also while no server runs.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic):
        self._monotonic = monotonic
        self.go_on(0)

    def go_on(self, from_ms: int) -> None:
        """A server starts where the one before it has ended."""
        self.began = from_ms
        self._since = self._monotonic()

    def agree(self, at: int) -> None:
        """Where another server of the store is ahead, so is this one."""
        self._since -= max(0, at - self.now()) / 1000

    def now(self) -> int:
        """The time that servers have been up."""
        return self.began + int((self._monotonic() - self._since) * 1000)


class WallClock:
    """Notices when somebody sets the wall clock."""

    JUMP = 2_000  # milliseconds: less than that is a clock being kept right

    def __init__(self, wall: Callable[[], int] = now_ms):
        self._wall = wall
        self._ahead: int | None = None

    def jumped(self, uptime: int) -> int:
        """By how many milliseconds it was set since the last look; 0 if it was not."""
        before, self._ahead = self._ahead, self._wall() - uptime
        by = 0 if before is None else self._ahead - before
        return by if abs(by) > self.JUMP else 0


class Timing:
    """The clocks of one table."""

    def __init__(self, clock: Clock, players: int, uptime: Uptime):
        self.clock = clock
        self.left = [clock.seconds * 1000] * players
        self._uptime = uptime
        self._since = uptime.now()

    def resume(self, left: list[int], used_ms: int) -> None:
        """Go on after a restart: what was left at the last entry, and how much of that has passed while we were up."""
        self.left = list(left)
        self._since = self._uptime.now() - used_ms

    def now(self, running: int | None, stood: int = 0) -> list[int]:
        """What is left of each seat, that of the running one being used up but for the time that it has stood."""
        left = list(self.left)
        if running is not None:
            left[running] = max(0, left[running] - (self._uptime.now() - self._since - stood))
        return left

    def since(self, at: int) -> int:
        """How long ago a time was, but not longer than this turn lasts."""
        now = self._uptime.now()
        return max(0, now - max(at, self._since))

    def after(self, seat: int, next_seat: int | None, running: int | None, stood: int = 0) -> list[int]:
        """What is left once a seat has decided: when its turn is over it gets its increment, or its days back."""
        left = self.now(running, stood)
        if next_seat != seat:
            left[seat] = self.clock.seconds * 1000 if self.clock.pace == "days" else left[seat] + self.clock.increment * 1000
        return left
