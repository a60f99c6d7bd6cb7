"""What a tournament comes to: who may come, when it begins, who meets next, when it is over. Rows in, rows out; nothing waits."""

from collections.abc import Sequence
from statistics import fmean

from msgspec.structs import replace

from tessela.server.store import SeatRow, TableRow
from tessela.server.tournaments.pairing import Past, Round, arena, round_robin, rounds_of, swiss, who_begins
from tessela.server.tournaments.rows import Entrant, TournamentRow
from tessela.server.tournaments.standings import Meeting, shares_of, standings

MINUTE = 60_000
LEFT = (-1, 0)  # what somebody has reached who left the game to a bot


def is_due(row: TournamentRow, now: int) -> bool:
    """Whether a tournament that waits has to begin by itself."""
    by_time = row.starts_at is not None and now >= row.starts_at
    by_number = row.starts_with is not None and len(row.entrants) >= row.starts_with
    return row.status == "waiting" and (by_time or by_number)


def ends_at(row: TournamentRow) -> int | None:
    """When an arena that has begun pairs nobody any more."""
    return None if row.begun is None or row.form != "arena" else row.begun + row.minutes * MINUTE


def begun(row: TournamentRow, now: int) -> TournamentRow:
    """The tournament begins; with fewer than two entrants it is over. There are no more rounds than there are opponents."""
    if len(row.entrants) < 2:
        return replace(row, status="over", begun=now, ended=now)
    rounds = row.rounds
    if row.form == "round-robin":
        rounds = rounds_of(len(row.entrants))
    elif row.form == "swiss" and row.size == 2:
        rounds = min(rounds, rounds_of(len(row.entrants)))
    return replace(row, status="playing", begun=now, rounds=rounds)


def result_of(meeting: Meeting, table: TableRow, seated: Sequence[int]) -> Meeting:
    """A meeting whose table is over. `seated` says for each seat of the table which entrant sits there."""
    winners, scores = table.winners or [], table.head.scores
    reached = [LEFT if has_left(seat) else (int(number in winners), score) for number, (seat, score) in _seats(table, scores)]
    shares = dict(zip(seated, shares_of(reached), strict=True))
    others = {one: fmean(score for number, score in enumerate(scores) if number != at) for at, one in enumerate(seated)}
    ahead = {one: scores[at] - others[one] for at, one in enumerate(seated)}
    return replace(meeting, shares=[shares[one] for one in meeting.entrants], ahead=[ahead[one] for one in meeting.entrants])


def seated_at(row: TournamentRow, meeting: Meeting, table: TableRow) -> list[int]:
    """Which entrant sits on each seat: the seats were turned round the table until the right one started."""

    def known(turned: Sequence[int]) -> int:
        return sum(_sits(row.entrants[one], seat) for one, seat in zip(turned, table.seats, strict=True))

    turns = [meeting.entrants[by:] + meeting.entrants[:by] for by in range(len(meeting.entrants))]
    return max(turns, key=known)


def _sits(entrant: Entrant, seat: SeatRow) -> bool:
    return entrant.guest in seat.guests if entrant.guest is not None else entrant.name == seat.name


def _seats(table: TableRow, scores: Sequence[int]) -> list[tuple[int, tuple[SeatRow, int]]]:
    return list(enumerate(zip(table.seats, scores, strict=True)))


def has_left(seat: SeatRow) -> bool:
    """Whether a bot finished for somebody."""
    return seat.who == "bot" and bool(seat.guests)


def next_meetings(row: TournamentRow, ready: Sequence[bool], now: int) -> list[Meeting]:
    """Who meets now, without tables yet; nobody while a round goes on, or when the tournament is over."""
    if row.status != "playing":
        return []
    if row.form == "arena":
        return _in_arena(row, ready, now)
    if row.round >= row.rounds or not all(meeting.is_over for meeting in row.meetings):
        return []
    return _meetings(row, row.round + 1, _next_round(row))


def _next_round(row: TournamentRow) -> Round:
    if row.form == "round-robin":
        return round_robin(range(len(row.entrants)), row.round)
    playing = [one.entrant for one in standings(len(row.entrants), row.meetings) if not row.entrants[one.entrant].out]
    return swiss(playing, past_of(row), row.size)


def _in_arena(row: TournamentRow, ready: Sequence[bool], now: int) -> list[Meeting]:
    end = ends_at(row)
    if end is None or now >= end:
        return []
    busy = {one for meeting in row.meetings if not meeting.is_over for one in meeting.entrants}
    table = standings(len(row.entrants), row.meetings, arena=True)
    free = [one.entrant for one in table if one.entrant not in busy and ready[one.entrant] and not row.entrants[one.entrant].out]
    last = {one: tuple(meeting.entrants) for meeting in row.meetings for one in meeting.entrants}
    if len(free) == row.size and not busy:
        last = {}  # nobody else will be free
    return _meetings(row, row.round + 1, Round(arena(free, last, row.size)))


def _meetings(row: TournamentRow, number: int, planned: Round) -> list[Meeting]:
    past = past_of(row)
    found = [_meeting(row, number, table, past) for table in planned.tables]
    return found if planned.out is None else [*found, _sits_out(number, planned.out)]


def _meeting(row: TournamentRow, number: int, table: tuple[int, ...], past: Past) -> Meeting:
    """A game of a round robin is won at once against who has left."""
    out = [row.entrants[one].out for one in table]
    if not any(out):
        return Meeting(number, list(table), starts=who_begins(table, past))
    return Meeting(number, list(table), shares=shares_of([not one for one in out]), ahead=[0.0] * len(table))


def _sits_out(number: int, entrant: int) -> Meeting:
    return Meeting(number, [entrant], shares=[1.0], ahead=[0.0])


def past_of(row: TournamentRow) -> Past:
    """Who has met, sat out and begun so far."""
    past = Past()
    for meeting in row.meetings:
        past.sat_together(meeting.entrants)
        first = meeting.entrants[0]
        if len(meeting.entrants) == 1:
            past.out[first] = past.out.get(first, 0) + 1
        elif meeting.table is not None:
            begins = meeting.entrants[meeting.starts]
            past.began[begins] = past.began.get(begins, 0) + 1
    return past


def is_finished(row: TournamentRow, now: int) -> bool:
    """Whether nothing is left to be played."""
    if row.status != "playing" or not all(meeting.is_over for meeting in row.meetings):
        return False
    end = ends_at(row)
    if end is not None:
        return now >= end
    return row.round >= row.rounds or sum(not one.out for one in row.entrants) < 2
