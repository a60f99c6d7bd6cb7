"""Holds tournaments: takes entrants in, puts tables up, notes results. All that is known is in the store: a server that starts
again goes on in the middle of a round."""

from collections.abc import Callable
from time import monotonic

import structlog
from msgspec.structs import replace

from tessela.bots.registry import opponents
from tessela.server import seating
from tessela.server.clocks import now_ms
from tessela.server.clubs.keeping import Clubs
from tessela.server.house import House, HouseError, new_id, regularly
from tessela.server.messages.tournaments import MOST_ENTRANTS, NewTournament
from tessela.server.names import looks_of, plain_name
from tessela.server.seating import check_free, checked_options, put_up
from tessela.server.store import GuestRow, SeatRow, TableRow
from tessela.server.table import Table
from tessela.server.tournaments import holding
from tessela.server.tournaments.ledger import Ledger
from tessela.server.tournaments.rows import Entrant, TournamentRow
from tessela.server.tournaments.standings import Meeting

LOOK_SECONDS = 2.0  # between two looks at what goes on by itself
HERE_SECONDS = 30.0  # who has looked at an arena so lately is ready to play
MOST_HELD = 3  # of a guest, that are not over
MOST_BOTS = 32  # of a tournament
log = structlog.get_logger()


class Tournaments:
    """The tournaments of a house."""

    def __init__(self, house: House, now: Callable[[], int] = now_ms):
        self._house = house
        self._store = house.store
        self._now = now
        self.clubs = Clubs(house)
        self._ledger = Ledger(house.store)
        self.find = self._ledger.find
        self._seen: dict[tuple[str, str], float] = {}
        self._troubled: set[str] = set()

    def open_up(self) -> None:
        """Go on with all that are not over."""
        self._house.followers.append(self.changed)
        self._house.spawn(regularly(lambda: LOOK_SECONDS, self.look, "tournaments-not-seen-to"))

    # What people ask for

    async def create(self, guest: GuestRow, wish: NewTournament, starts_at: int | None) -> TournamentRow:
        """A new tournament."""
        row = await self._wished(guest, wish, starts_at)
        held = [await self._ledger.find(one) for one in await self._store.tournaments_of(guest.id)]
        if sum(one.host == guest.id and one.status != "over" for one in held) >= MOST_HELD:
            raise HouseError(429, "too-many-held", f"you hold {MOST_HELD} tournaments that are not over", 60.0)
        await self._store.save_tournament(row)
        return row

    async def _wished(self, guest: GuestRow, wish: NewTournament, starts_at: int | None) -> TournamentRow:
        name = plain_name(wish.name)
        if not name:
            raise HouseError(422, "no-name", "a tournament needs a name that one can see")
        if wish.clock.pace != "live":
            raise HouseError(422, "no-clock", "a tournament needs clocks for the whole game: pace live")
        if wish.form == "round-robin" and wish.size != 2:
            raise HouseError(422, "bad-size", "in a round robin two play at a table")
        if starts_at is not None and starts_at < self._now():
            raise HouseError(422, "too-late", "the time it starts is over")
        if wish.club is not None:
            await self.clubs.find(wish.club, guest.id)
        options = checked_options(wish.game, wish.options, wish.size)
        return TournamentRow(
            new_id(), guest.id, name, wish.game, options, wish.clock, wish.form, wish.size, wish.rounds, wish.minutes,
            wish.listed and wish.club is None, self._now(), starts_at, wish.starts_with, wish.club, version=1,
        )  # fmt: skip

    async def shown(self, tournament: str, guest: str | None) -> TournamentRow:
        """A tournament as somebody may see it: one of a club is for its members, and for who takes part already."""
        row = await self.find(tournament)
        known = row.club is None or (guest is not None and (row.host == guest or row.entrant_of(guest) is not None))
        if known or (guest is not None and await self._in_club(row, guest)):
            return row
        raise HouseError(404, "no-tournament", "there is no such tournament")

    async def _in_club(self, row: TournamentRow, guest: str) -> bool:
        club = await self._store.club(row.club or "")
        return club is not None and club.has(guest)

    def seen(self, tournament: str, guest: str) -> None:
        """Somebody looks at a tournament: in an arena they are ready to play."""
        self._seen[tournament, guest] = monotonic()

    async def enter(self, tournament: str, guest: GuestRow, name: str | None) -> TournamentRow:
        """Take part, or again after having left."""
        wanted = plain_name(name or "") or guest.nickname
        await check_free(self._house, guest, wanted)
        await self.shown(tournament, guest.id)
        self.seen(tournament, guest.id)

        def change(row: TournamentRow) -> TournamentRow:
            mine = row.entrant_of(guest.id)
            if mine is not None:
                return _changed(row, mine, out=False)
            return _entered(row, Entrant(wanted, guest.id, since=row.round))

        return await self._ledger.change(tournament, change)

    async def leave(self, tournament: str, guest: GuestRow) -> TournamentRow:
        """Take part no more; a game that goes on goes on."""

        def change(row: TournamentRow) -> TournamentRow:
            mine = row.entrant_of(guest.id)
            if mine is None or row.status == "over":
                raise HouseError(409, "not-now", "you do not take part in it" if mine is None else "the tournament is over")
            return _changed(row, mine, out=True) if row.meetings else _without(row, mine)

        return await self._ledger.change(tournament, change)

    async def add_bots(self, tournament: str, guest: GuestRow, level: str, number: int) -> TournamentRow:
        """Let bots take part."""

        def change(row: TournamentRow) -> TournamentRow:
            _check_host(row, guest)
            if level not in (levels := opponents(row.game)):
                raise HouseError(422, "bad-level", f"there is no level {level!r}; levels are {', '.join(levels)}")
            for _ in range(number):
                if sum(one.level is not None for one in row.entrants) >= MOST_BOTS:
                    raise HouseError(409, "tournament-full", f"at most {MOST_BOTS} bots take part")
                row = _entered(row, Entrant(_numbered(row, level.capitalize()), level=level, since=row.round))
            return row

        return await self._ledger.change(tournament, change)

    async def begin(self, tournament: str, guest: GuestRow) -> TournamentRow:
        """The host lets it begin."""

        def change(row: TournamentRow) -> TournamentRow:
            _check_host(row, guest)
            if row.status != "waiting" or len(row.entrants) < 2:
                why = "it has begun" if row.status != "waiting" else "a tournament needs two entrants at least"
                raise HouseError(409, "not-now", why)
            return holding.begun(row, self._now())

        await self._ledger.change(tournament, change)
        return await self.go_on(tournament)

    async def close(self, tournament: str, guest: GuestRow) -> None:
        """The host calls it off; what has begun ends with the games that are over."""
        row = await self._ledger.find(tournament)
        _check_host(row, guest)
        if row.status == "waiting":
            await self._store.delete_tournament(tournament)
        elif row.status == "playing":
            await self._ledger.change(tournament, lambda row: replace(row, status="over", ended=self._now()))

    # What goes on by itself

    def changed(self, table: Table) -> None:
        """A table has changed: where it is one of a tournament and over, that goes on."""
        if table.row.tournament is not None and table.row.status == "over":
            self._house.spawn(self._noted(table.row.tournament))

    async def _noted(self, tournament: str) -> None:
        await self.go_on(tournament)

    async def look(self) -> None:
        """See to all that are not over."""
        soon = monotonic() - HERE_SECONDS
        self._seen = {key: at for key, at in self._seen.items() if at > soon}
        for tournament in await self._store.open_tournaments():
            await self._go_on_alone(tournament)

    async def _go_on_alone(self, tournament: str) -> None:
        """Whatever is wrong with one tournament keeps no other from going on; it is said once, and tried again."""
        try:
            await self.go_on(tournament)
        except Exception as error:
            if tournament not in self._troubled:
                log.warning("tournament-stands", tournament=tournament, error=f"{type(error).__name__}: {error}")
            self._troubled.add(tournament)
        else:
            self._troubled.discard(tournament)

    async def go_on(self, tournament: str) -> TournamentRow:
        """Begin what is due, note what is over, say who meets next, put up their tables. Whatever was done before stays so."""
        async with self._ledger.locks.of(tournament):
            row = await self._ledger.find(tournament)
            row = await self._ledger.saved(row, holding.begun(row, self._now()) if holding.is_due(row, self._now()) else row)
            row = await self._ledger.saved(row, await self._with_results(row))
            if planned := holding.next_meetings(row, self._ready(row), self._now()):
                tables = [one if one.is_over else replace(one, table=new_id()) for one in planned]
                row = await self._ledger.saved(row, replace(row, meetings=[*row.meetings, *tables]))
            for meeting in row.meetings:
                if not meeting.is_over and row.status == "playing":
                    await self._put_up(row, meeting)
            over = replace(row, status="over", ended=self._now()) if holding.is_finished(row, self._now()) else row
            return await self._ledger.saved(row, over)

    def _ready(self, row: TournamentRow) -> list[bool]:
        return [one.level is not None or (row.id, one.guest or "") in self._seen for one in row.entrants]

    async def _with_results(self, row: TournamentRow) -> TournamentRow:
        """The tournament with what came of the tables that are over. Who never moved at theirs is not there, and out."""
        meetings, entrants = list(row.meetings), list(row.entrants)
        for number, meeting in enumerate(meetings):
            table = await self._store.table(meeting.table) if meeting.table and not meeting.is_over else None
            if table is None or table.status != "over":
                continue
            seated = holding.seated_at(row, meeting, table)
            meetings[number] = holding.result_of(meeting, table, seated)
            moved = {entry.seat for entry in await self._store.entries(table.id) if entry.kind == "move"}
            for seat, entrant in enumerate(seated):
                if entrants[entrant].guest is not None and seat not in moved:
                    entrants[entrant] = replace(entrants[entrant], out=True)
        return replace(row, meetings=meetings, entrants=entrants)

    async def _put_up(self, row: TournamentRow, meeting: Meeting) -> None:
        """The table of a meeting, unless it stands."""
        assert meeting.table is not None
        if await self._store.table(meeting.table) is not None:
            return
        seats = [_seat(row.entrants[one]) for one in meeting.entrants]
        await put_up(
            self._house,
            TableRow(
                meeting.table, row.game, row.options, seats, "waiting", row.clock, False, "chosen", self._now(), new_id(12),
                starts=meeting.starts, tournament=row.id,
            ),
        )  # fmt: skip


def _check_host(row: TournamentRow, guest: GuestRow) -> None:
    if row.host != guest.id:
        raise HouseError(403, "not-host", "only who holds the tournament can do that")


def _entered(row: TournamentRow, entrant: Entrant) -> TournamentRow:
    if row.status == "over" or (row.status == "playing" and row.form == "round-robin"):
        raise HouseError(409, "not-now", "the tournament is over" if row.status == "over" else "a round robin has begun")
    if len(row.entrants) >= MOST_ENTRANTS:
        raise HouseError(409, "tournament-full", f"at most {MOST_ENTRANTS} take part")
    if looks_of(entrant.name) in {looks_of(one.name) for one in row.entrants}:
        raise HouseError(409, "entrant-name", "somebody of this name takes part: choose another")
    return replace(row, entrants=[*row.entrants, entrant])


def _numbered(row: TournamentRow, name: str) -> str:
    """A bot's name that no entrant has yet."""
    taken = {one.name for one in row.entrants}
    names = [name, *(f"{name} {number}" for number in range(2, MOST_BOTS + 2))]
    return next(one for one in names if one not in taken)


def _changed(row: TournamentRow, entrant: int, out: bool) -> TournamentRow:
    entrants = [replace(one, out=out) if number == entrant else one for number, one in enumerate(row.entrants)]
    return replace(row, entrants=entrants)


def _without(row: TournamentRow, entrant: int) -> TournamentRow:
    return replace(row, entrants=[one for number, one in enumerate(row.entrants) if number != entrant])


def _seat(entrant: Entrant) -> SeatRow:
    if entrant.guest is None:
        return SeatRow("bot", entrant.name, entrant.level or seating.DEFAULT_LEVEL)
    return SeatRow("person", entrant.name, None, [entrant.guest])
