"""The table of a season: a quarter of a year, in UTC. Rows in, rows out; nothing waits.

A game counts where only members played, two at least, each on a seat of their own; in clubs that say so only rated games and
those of the club's tournaments do. Points are those of tournaments (`standings.py`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from statistics import fmean

from msgspec import Struct

from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.results import PlayedRow
from tessela.server.tournaments.standings import Meeting, Standing, shares_of, standings

SEASONS_KEPT = 4  # beside the one that goes on
MONTHS = 3
LEFT = (-1, 0)  # what somebody has reached who left the game to a bot
QUARTERS = 4


class Season(Struct, frozen=True):
    """A quarter of a year."""

    year: int
    quarter: int  # from 1

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, MONTHS * self.quarter - MONTHS + 1, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return self.back(-1).first - timedelta(days=1)

    @property
    def begins(self) -> int:
        """Its first millisecond since 1970."""
        return int(datetime(self.year, self.first.month, 1, tzinfo=UTC).timestamp() * 1000)

    @property
    def ends(self) -> int:
        """The first millisecond after it."""
        return self.back(-1).begins

    def back(self, seasons: int) -> "Season":
        """So many seasons before.

        >>> Season(2026, 1).back(2), Season(2026, 4).back(-1)
        (Season(year=2025, quarter=3), Season(year=2027, quarter=1))
        """
        year, quarter = divmod(QUARTERS * self.year + self.quarter - 1 - seasons, QUARTERS)
        return Season(year, quarter + 1)


def season_at(at: int) -> Season:
    """The season of a moment.

    >>> season_at(0), season_at(1_793_447_999_999)
    (Season(year=1970, quarter=1), Season(year=2026, quarter=4))
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return Season(moment.year, (moment.month - 1) // MONTHS + 1)


def earlier(row: ClubRow, now: int) -> int:
    """How many seasons one can look back: those since the club was founded, a few at most."""
    first, this = season_at(row.created), season_at(now)
    return min(SEASONS_KEPT, QUARTERS * (this.year - first.year) + this.quarter - first.quarter)


def oldest_kept(now: int) -> int:
    """When the oldest season began that is still shown."""
    return season_at(now).back(SEASONS_KEPT).begins


def people_in(row: ClubRow, season: Season) -> list[Member]:
    """Who belonged to a club in a season, those first who joined first."""
    return [one for one in row.people if one.since < season.ends and (one.until is None or one.until >= season.begins)]


def meetings_in(row: ClubRow, people: Sequence[Member], played: Iterable[PlayedRow], cups: Collection[str]) -> list[Meeting]:
    """The games that count, by the numbers of those who played; `cups` are the tables of the club's tournaments."""
    number = {one.guest: place for place, one in enumerate(people)}
    games = [list(rows) for _, rows in groupby(played, key=lambda one: one.table)]
    counting = [rows for rows in games if row.counts == "all" or rows[0].rated or rows[0].table in cups]
    return [_meeting(rows, number) for rows in map(_one_a_seat, counting) if _is_among(rows, people, number)]


def _one_a_seat(rows: Sequence[PlayedRow]) -> list[PlayedRow]:
    return list({one.seat: one for one in reversed(rows)}.values())[::-1]


def _is_among(rows: Sequence[PlayedRow], people: Sequence[Member], number: Mapping[str, int]) -> bool:
    """Whether all who played were members by then, and nobody is missing."""
    playing = {one.guest for one in rows}
    others = {other for one in rows for other in one.others}
    return len(rows) > 1 and others <= playing and all(_belonged(people[number[one.guest]], one.at) for one in rows)


def _belonged(member: Member, at: int) -> bool:
    return member.since <= at and (member.until is None or at < member.until)


def _meeting(rows: Sequence[PlayedRow], number: Mapping[str, int]) -> Meeting:
    reached = [LEFT if one.result == "left" else (int(one.result in ("won", "shared")), one.score) for one in rows]
    scores = [one.score for one in rows]
    ahead = [score - fmean(scores[:at] + scores[at + 1 :]) for at, score in enumerate(scores)]
    return Meeting(0, [number[one.guest] for one in rows], rows[0].table, shares=shares_of(reached), ahead=ahead)


def table_of(people: Sequence[Member], meetings: Sequence[Meeting]) -> list[Standing]:
    """How they stand; who has left and did not play is not in it."""
    playing = {one for meeting in meetings for one in meeting.entrants}
    table = standings(len(people), meetings, arena=True)
    return [one for one in table if one.entrant in playing or people[one.entrant].until is None]
