"""Days in a row."""

from collections.abc import Collection
from datetime import date, timedelta

WEEK = 7


def week(days: Collection[str], today: date) -> list[bool]:
    """Which of the last seven days are among some, today last.

    >>> week({"2026-11-17"}, date(2026, 11, 18))
    [False, False, False, False, False, True, False]
    """
    return [(today - timedelta(back)).isoformat() in days for back in reversed(range(WEEK))]


def streak(days: Collection[str], today: date) -> int:
    """How many days in a row are among some, up to today; a day that is not over yet breaks nothing.

    >>> streak({"2026-11-16", "2026-11-17"}, date(2026, 11, 18)), streak({"2026-11-16"}, date(2026, 11, 18))
    (2, 0)
    """
    day = today if today.isoformat() in days else today - timedelta(1)
    number = 0
    while day.isoformat() in days:
        number, day = number + 1, day - timedelta(1)
    return number
