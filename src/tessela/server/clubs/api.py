"""The requests over HTTP about clubs."""

from tessela.server.circles import circle_of
from tessela.server.clubs.keeping import Clubs
from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.clubs.seasons import earlier, meetings_in, people_in, season_at, table_of
from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House
from tessela.server.messages.clubs import Chosen, ClubBrief, ClubDoor, ClubInfo, Invitation, MemberInfo, NewClub, SeasonInfo
from tessela.server.messages.tournaments import EntrantInfo
from tessela.server.names import NAMELESS
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.telling import brief_of, standing_of

ONE = "/api/clubs/{id}"
MOST_CUPS = 200  # tournaments of a club, the last ones
MOST_ROWS = 20_000  # of a season: who did how in which game


class ClubApi:
    """Answers requests about clubs."""

    def __init__(self, house: House):
        self._house = house
        self._clubs = Clubs(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        info = ClubInfo
        return [
            Endpoint("GET", "/api/me/clubs", self.my_clubs, "The clubs that I belong to", answer=list[ClubBrief]),
            Endpoint("POST", "/api/clubs", self.found_club, "Found a club", NewClub, info, 201),
            Endpoint("GET", ONE, self.club, "A club that I belong to, and the table of a season", answer=info),
            Endpoint("PATCH", ONE, self.change_club, "Change a club that I run", NewClub, info),
            Endpoint("DELETE", ONE, self.close_club, "Close a club that I run", status=204),
            Endpoint("GET", f"{ONE}/door", self.club_door, "A club that I am invited to", answer=ClubDoor),
            Endpoint("POST", f"{ONE}/join", self.join_club, "Belong to a club that I am invited to", Invitation, info),
            Endpoint("POST", f"{ONE}/leave", self.leave_club, "Belong to a club no more", status=204),
            Endpoint("POST", f"{ONE}/remove", self.remove_member, "Send a member of a club away that I run", Chosen, info),
            Endpoint("POST", f"{ONE}/host", self.hand_club_over, "Let another member run a club", Chosen, info),
            Endpoint("POST", f"{ONE}/invitation", self.invite_anew, "Make another invitation", answer=info),
        ]

    async def my_clubs(self, call: Call) -> list[ClubBrief]:
        """The clubs of the one who asks."""
        rows = await self._clubs.of(call.me.id)
        return [ClubBrief(row.id, row.name, len(row.members), row.host == call.me.id) for row in rows]

    async def found_club(self, call: Call) -> ClubInfo:
        """A new club."""
        return await self._told(await self._clubs.found(call.me, call.body), call)

    async def club(self, call: Call) -> ClubInfo:
        """A club."""
        return await self._told(await self._clubs.find(call.id, call.me.id), call)

    async def change_club(self, call: Call) -> ClubInfo:
        """Another name for it, or other games that count."""
        return await self._told(await self._clubs.change(call.id, call.me, call.body), call)

    async def close_club(self, call: Call) -> None:
        """Close it."""
        await self._clubs.close(call.id, call.me)

    async def club_door(self, call: Call) -> ClubDoor:
        """Where the invitation leads that is in the query."""
        row = await self._clubs.invited(call.id, call.request.query_params.get("invitation", ""))
        return ClubDoor(row.id, row.name, await self._name_of(row.host or ""), len(row.members), row.has(call.me.id))

    async def join_club(self, call: Call) -> ClubInfo:
        """Belong to it."""
        return await self._told(await self._clubs.join(call.id, call.me, call.body.invitation), call)

    async def leave_club(self, call: Call) -> None:
        """Belong to it no more."""
        await self._clubs.leave(call.id, call.me)

    async def remove_member(self, call: Call) -> ClubInfo:
        """Send a member away."""
        return await self._told(await self._clubs.remove(call.id, call.me, call.body.member), call)

    async def hand_club_over(self, call: Call) -> ClubInfo:
        """Let another member run it."""
        return await self._told(await self._clubs.hand_over(call.id, call.me, call.body.member), call)

    async def invite_anew(self, call: Call) -> ClubInfo:
        """Another invitation."""
        return await self._told(await self._clubs.invite_anew(call.id, call.me), call)

    # What is told

    async def _told(self, row: ClubRow, call: Call) -> ClubInfo:
        """A club for the member who asks, with the table of the season that the query asks for."""
        back = earlier(row, self._clubs.now())
        return ClubInfo(
            row.id, row.name, row.counts, row.created, row.host or "", row.host == call.me.id, row.invitation,
            await self._members(row, call.me.id), back,
            await self._season(row, call.me.id, min(max(0, call.number("back", 0)), back)),
        )  # fmt: skip

    async def _members(self, row: ClubRow, guest: str) -> list[MemberInfo]:
        strangers = (await circle_of(self._house.store, guest)).strangers
        here = {one.guest for one in row.members if one.guest not in strangers and self._house.guests.is_here(one.guest)}
        return [MemberInfo(one.guest, await self._name_of(one.guest), one.since, one.guest in here) for one in row.members]

    async def _season(self, row: ClubRow, guest: str, back: int) -> SeasonInfo:
        season = season_at(self._clubs.now()).back(back)
        people = people_in(row, season)
        all_cups = await self._house.store.tournaments_in(row.id, MOST_CUPS)
        played = await self._house.store.played_among(row.id, season.begins, season.ends, MOST_ROWS)
        meetings = meetings_in(row, people, played, _tables_of(all_cups))
        cups = [one for one in all_cups if season.begins <= (one.begun or one.created) < season.ends]
        return SeasonInfo(
            season.year, season.quarter, back, season.first.isoformat(), season.last.isoformat(), len(meetings),
            [await self._entrant(one) for one in people],
            [standing_of(one) for one in table_of(people, meetings)],
            next((number for number, one in enumerate(people) if one.guest == guest), None),
            [brief_of(one, guest) for one in cups],
        )  # fmt: skip

    async def _entrant(self, member: Member) -> EntrantInfo:
        return EntrantInfo(await self._name_of(member.guest), None, member.until is not None)

    async def _name_of(self, guest: str) -> str:
        found = await self._house.guests.find(guest)
        return found.nickname if found else NAMELESS


def _tables_of(cups: list[TournamentRow]) -> set[str]:
    """The tables of tournaments."""
    return {meeting.table for cup in cups for meeting in cup.meetings if meeting.table is not None}
