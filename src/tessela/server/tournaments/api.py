"""The requests over HTTP about tournaments."""

from datetime import UTC, datetime

from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House, HouseError
from tessela.server.messages.tournaments import ClubName, Entering, NewBots, NewTournament, TournamentBrief, TournamentInfo
from tessela.server.quotas import Quotas
from tessela.server.tournaments.holder import Tournaments
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.telling import brief_of, info_of

MOST_LISTED = 50
ONE = "/api/tournaments/{id}"


class TournamentApi:
    """Answers requests about tournaments."""

    def __init__(self, house: House, quotas: Quotas):
        self._store = house.store
        self._quotas = quotas
        self.tournaments = Tournaments(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        info = TournamentInfo
        return [
            Endpoint(
                "GET", "/api/tournaments", self.listed, "Tournaments to come, going on, and over", answer=list[TournamentBrief]
            ),
            Endpoint("POST", "/api/tournaments", self.create_tournament, "Hold a tournament", NewTournament, info, 201),
            Endpoint("GET", ONE, self.tournament, "A tournament", answer=info, needs_guest=False),
            Endpoint("DELETE", ONE, self.close, "Call off a tournament that I hold", status=204),
            Endpoint("POST", f"{ONE}/enter", self.enter, "Take part", Entering, info),
            Endpoint("POST", f"{ONE}/leave", self.leave_tournament, "Take part no more", answer=info),
            Endpoint("POST", f"{ONE}/bots", self.add_bots, "Let bots take part in a tournament that I hold", NewBots, info),
            Endpoint("POST", f"{ONE}/begin", self.begin, "Let a tournament begin that I hold", answer=info),
        ]

    async def listed(self, call: Call) -> list[TournamentBrief]:
        """The tournaments that everybody is shown, and those of the one who asks."""
        mine = [row for one in await self._store.tournaments_of(call.me.id) if (row := await self._store.tournament(one))]
        shown = await self._store.listed_tournaments(MOST_LISTED)
        rows = {row.id: row for row in [*shown, *mine[:MOST_LISTED]]}
        return [brief_of(row, call.me.id) for row in rows.values()]

    async def create_tournament(self, call: Call) -> TournamentInfo:
        """A new tournament."""
        row = await self.tournaments.create(call.me, call.body, _moment(call.body.starts_at))
        return await self._told(row, call)

    async def tournament(self, call: Call) -> TournamentInfo:
        """A tournament; who looks at an arena is ready to play."""
        row = await self.tournaments.shown(call.id, call.guest.id if call.guest else None)
        if call.guest is not None:
            self.tournaments.seen(row.id, call.guest.id)
        return await self._told(row, call)

    async def close(self, call: Call) -> None:
        """Call a tournament off."""
        await self.tournaments.close(call.id, call.me)

    async def enter(self, call: Call) -> TournamentInfo:
        """Take part."""
        return await self._told(await self.tournaments.enter(call.id, call.me, call.body.name), call)

    async def leave_tournament(self, call: Call) -> TournamentInfo:
        """Take part no more."""
        return await self._told(await self.tournaments.leave(call.id, call.me), call)

    async def add_bots(self, call: Call) -> TournamentInfo:
        """Let bots take part."""
        row = await self.tournaments.add_bots(call.id, call.me, call.body.level, call.body.number)
        return await self._told(row, call)

    async def begin(self, call: Call) -> TournamentInfo:
        """Let a tournament begin."""
        return await self._told(await self.tournaments.begin(call.id, call.me), call)

    async def _told(self, row: TournamentRow, call: Call) -> TournamentInfo:
        """A tournament for the one who asks; a table counts once it stands."""
        info = info_of(row, call.guest.id if call.guest else None)
        if info.my_table is not None and await self._store.table(info.my_table) is None:
            info.my_table = None
        if row.club is not None and (club := await self._store.club(row.club)) is not None:
            info.club = ClubName(club.id, club.name)
        return info


def _moment(text: str | None) -> int | None:
    """A time in milliseconds since 1970; one without a zone is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise HouseError(422, "bad-time", "a time is written like 2026-11-18T20:30:00Z") from None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
