"""What is not carried out at a table, and the sentence that says why."""

from datetime import UTC, datetime

from tessela.game.errors import TravellingError
from tessela.server.clocks import now_ms
from tessela.server.course import Course
from tessela.server.frames import Refusal
from tessela.server.store import TableRow


class RefusedError(TravellingError):
    """Something was asked for that is not carried out; where it would be later, in how many seconds."""

    def __init__(self, reason: Refusal, text: str, retry: float | None = None):
        self.reason = reason
        self.retry = retry
        super().__init__(text)


def check_version(asked: int, version: int) -> None:
    """A request is made at the head of the log."""
    if asked < version:
        raise RefusedError("stale", f"that was for version {asked}, the table is at {version}")
    if asked > version:
        raise RefusedError("resync", f"there is no version {asked} yet, the table is at {version}")


def check_not_in_earnest(row: TableRow) -> None:
    """Nothing is taken back where everybody is to think alone."""
    if row.in_earnest:
        kind = "a rated game" if row.rated else "the deal of the day and in tournaments"
        raise RefusedError("not-allowed", f"nothing is taken back in {kind}")


def check_called_off(course: Course, own: bool) -> None:
    """In a rated game nobody plays for somebody else, but for one who never came: then it does not count."""
    if own:
        raise RefusedError("not-allowed", "nobody plays for you in a rated game: resign, and it is lost")
    if course.standing:
        raise RefusedError("not-allowed", "nobody plays for others in a rated game: their clock runs")


def check_days_are_over(row: TableRow, seat: int, to_move: int | None, left: list[int] | None) -> None:
    """Where everybody has days for a turn, nobody is replaced before they are over. `left` is what the clocks show."""
    if away := row.seats[seat].away:
        raise RefusedError("not-allowed", f"the one who plays there is on vacation until {_day(away.until)}")
    if left is None or row.clock is None or row.clock.pace != "days" or left[seat] == 0:
        return
    if to_move != seat:
        raise RefusedError("not-allowed", "everybody has days for a turn here, and theirs has not come")
    raise RefusedError("not-allowed", f"the one who plays there has time until {_day(now_ms() + left[seat])}")


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def why_it_stands(course: Course, freely: bool) -> str:
    """Why a decision cannot be made again."""
    if course.is_over:
        return "the game is over: play on from its replay"
    if freely:
        return "only a decision of your own that still stands can be made again"
    return "that decision stands: somebody else has decided, or something was revealed"
