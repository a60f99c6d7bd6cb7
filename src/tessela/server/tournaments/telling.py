"""A tournament as everybody may see it."""

from datetime import UTC, datetime

from tessela.server.messages.tournaments import EntrantInfo, MeetingInfo, StandingInfo, TournamentBrief, TournamentInfo
from tessela.server.tournaments.holding import ends_at
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.standings import Meeting, Standing, standings


def table_of(row: TournamentRow) -> list[Standing]:
    """How everybody stands."""
    return standings(len(row.entrants), row.meetings, row.form == "arena")


def standing_of(one: Standing) -> StandingInfo:
    """A line of a table."""
    return StandingInfo(*(getattr(one, name) for name in StandingInfo.__struct_fields__))


def info_of(row: TournamentRow, guest: str | None) -> TournamentInfo:
    """A tournament, for somebody who looks at it."""
    mine = row.entrant_of(guest)
    return TournamentInfo(
        id=row.id,
        name=row.name,
        game=row.game,
        options=row.options,
        clock=row.clock,
        form=row.form,
        size=row.size,
        rounds=row.rounds,
        minutes=row.minutes,
        status=row.status,
        host=_host(row),
        hosted=guest is not None and row.host == guest,
        created=_text(row.created) or "",
        starts_at=_text(row.starts_at),
        starts_with=row.starts_with,
        ends_at=_text(ends_at(row)) if row.status == "playing" else None,
        round=row.round,
        entrants=[EntrantInfo(one.name, one.level, one.out) for one in row.entrants],
        standings=[standing_of(one) for one in table_of(row)],
        meetings=[MeetingInfo(one.round, one.entrants, one.table, one.shares) for one in row.meetings],
        mine=mine,
        my_table=next((one.table for one in row.meetings if mine in one.entrants and not one.is_over), None),
    )


def brief_of(row: TournamentRow, guest: str | None) -> TournamentBrief:
    """A tournament in a list."""
    first = [row.entrants[one.entrant].name for one in table_of(row) if one.place == 1] if row.status == "over" else []
    return TournamentBrief(
        row.id, row.name, row.game, row.form, row.size, row.clock, row.status, len(row.entrants), row.round, row.rounds,
        _text(row.starts_at), row.starts_with, first, row.entrant_of(guest) is not None,
    )  # fmt: skip


def _host(row: TournamentRow) -> str | None:
    """The name of whoever holds it, where they take part."""
    number = row.entrant_of(row.host)
    return None if number is None else row.entrants[number].name


def exported(row: TournamentRow, guest: str) -> dict[str, object]:
    """What is kept of a guest in a tournament."""
    number = row.entrant_of(guest)
    entrant = None if number is None else row.entrants[number]
    meetings: list[Meeting] = [] if number is None else [one for one in row.meetings if number in one.entrants]
    return {"id": row.id, "name": row.name, "held": row.host == guest, "entrant": entrant, "meetings": meetings}


def _text(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
