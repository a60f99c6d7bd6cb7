"""Time limits. What is left is stored with every entry; between entries the clock of the one to move runs on monotonic time."""

import time

from tessela.server.messages import Clock


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def downtime_since(at: int, downtimes: list[tuple[int, int]]) -> int:
    """How long the server was down after a time, in milliseconds."""
    return sum(max(0, ended - max(at, began)) for began, ended in downtimes)


class Timing:
    """The clocks of one table."""

    def __init__(self, clock: Clock, players: int):
        self.clock = clock
        self.left = [clock.seconds * 1000] * players
        self._since = time.monotonic()

    def resume(self, left: list[int], used_ms: int) -> None:
        """Go on after a restart: what was left at the last entry, and how much of that has passed while we were up."""
        self.left = list(left)
        self._since = time.monotonic() - used_ms / 1000

    def now(self, running: int | None) -> list[int]:
        """What is left of each seat, that of the running one being used up."""
        left = list(self.left)
        if running is not None:
            left[running] = max(0, left[running] - int((time.monotonic() - self._since) * 1000))
        return left

    def after(self, seat: int, next_seat: int | None) -> list[int]:
        """What is left once a seat has decided: when its turn is over it gets its increment, or its days back."""
        left = self.now(seat)
        if next_seat != seat:
            left[seat] = self.clock.seconds * 1000 if self.clock.pace == "days" else left[seat] + self.clock.increment * 1000
        return left

    def restart(self, left: list[int]) -> None:
        """An entry is stored: the next seat's time runs from now."""
        self.left = list(left)
        self._since = time.monotonic()
