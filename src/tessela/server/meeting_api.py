"""The requests of those who look for others: friends, challenges, quick pairing."""

from tessela.server import people, seating
from tessela.server.circles import circle_of
from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House, HouseError
from tessela.server.messages.meeting import Bond, ChallengeWish, People, Seek, SeekState
from tessela.server.messages.tables import NewTable, SeatWish, TableInfo
from tessela.server.quotas import Quotas
from tessela.server.seeking import Seeking
from tessela.server.store import SeatRow
from tessela.server.vacations import Vacations


class MeetingApi:
    """Answers requests about other people."""

    def __init__(self, house: House, quotas: Quotas):
        self._house = house
        self._quotas = quotas
        self._vacations = Vacations(house)
        self.seeking = Seeking(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/me/people", self.known, "Whom I know", answer=People),
            Endpoint("PUT", "/api/me/people/{id}", self.say, "Somebody is a friend, or blocked", Bond, People),
            Endpoint("DELETE", "/api/me/people/{id}", self.unsay, "Somebody is neither", answer=People),
            Endpoint("POST", "/api/challenges", self.challenge, "Ask somebody for a game", ChallengeWish, TableInfo, 201),
            Endpoint("POST", "/api/tables/{id}/decline", self.decline, "Decline a challenge", status=204),
            Endpoint("GET", "/api/me/seek", self.seek, "How my search for an opponent is going", answer=SeekState),
            Endpoint("PUT", "/api/me/seek", self.begin_seek, "Look for an opponent", Seek, SeekState),
            Endpoint("DELETE", "/api/me/seek", self.end_seek, "Look no more", status=204),
        ]

    async def known(self, call: Call) -> People:
        """Whom the one who asks knows."""
        return await people.known(self._house, call.me)

    async def say(self, call: Call) -> People:
        """A friend more, or one who is blocked."""
        await people.say(self._house, call.me, call.id, call.body.kind)
        return await people.known(self._house, call.me)

    async def unsay(self, call: Call) -> People:
        """One less."""
        await self._house.store.delete_bond(call.me.id, call.id)
        return await people.known(self._house, call.me)

    async def challenge(self, call: Call) -> TableInfo:
        """A table with a seat that is kept for somebody."""
        asked: ChallengeWish = call.body
        other = await people.find(self._house, asked.to)
        if other.id == call.me.id:
            raise HouseError(422, "oneself", "that is yourself")
        if other.id in (await circle_of(self._house.store, call.me.id)).strangers:
            raise HouseError(403, "no-challenges", "you and this player do not challenge each other")
        await self._vacations.check_here(call.me, asked.clock)
        await self._quotas.table(call.me.id, call.address)
        self._quotas.challenge(call.me.id, other.id)
        seats = [SeatWish("me"), SeatWish("open")]
        wish = NewTable(
            asked.game, seats, asked.options, "random", asked.clock, rated=asked.rated, share=asked.share,
        )  # fmt: skip
        kept = SeatRow("open", other.nickname, None, [], other.id)
        return (await seating.create(self._house, call.me, wish, kept)).info(call.me.id)

    async def decline(self, call: Call) -> None:
        """Leave a seat that was kept for one to others."""
        await seating.decline(self._house, await self._house.table(call.id), call.me)

    async def seek(self, call: Call) -> SeekState:
        """How a search is going."""
        return await self.seeking.state(call.me)

    async def begin_seek(self, call: Call) -> SeekState:
        """Look for an opponent."""
        await self._vacations.check_here(call.me, call.body.clock)
        await self._quotas.table(call.me.id, call.address)
        return await self.seeking.begin(call.me, call.body)

    async def end_seek(self, call: Call) -> None:
        """Look no more."""
        await self.seeking.end(call.me)
