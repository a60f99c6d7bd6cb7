"""The requests over HTTP about puzzles and the deal of the day."""

from tessela.server.deals import Deals
from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House
from tessela.server.messages.people import Consent
from tessela.server.messages.puzzles import (
    DealOfTheDay,
    PlayItOut,
    PuzzleDesk,
    PuzzleHelp,
    PuzzleInfo,
    PuzzleLook,
    PuzzleTry,
    PuzzleWish,
)
from tessela.server.messages.replays import Foreseen
from tessela.server.messages.tables import TableInfo
from tessela.server.puzzles import Puzzles
from tessela.server.quotas import Quotas


class CoachApi:
    """Answers requests about what the coach gives to do."""

    def __init__(self, house: House, quotas: Quotas):
        self._store = house.store
        self._quotas = quotas
        self._puzzles = Puzzles(house)
        self._deals = Deals(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/me/puzzles/{id}", self.desk, "How I stand with puzzles", answer=PuzzleDesk),
            Endpoint("POST", "/api/puzzles", self.wish, "A puzzle of a kind", PuzzleWish, PuzzleInfo),
            Endpoint("GET", "/api/puzzles/{id}", self.puzzle, "A puzzle, and how far I am with it", answer=PuzzleInfo),
            Endpoint("POST", "/api/puzzles/{id}/look", self.look_there, "What moves would do", PuzzleLook, list[Foreseen]),
            Endpoint("POST", "/api/puzzles/{id}/try", self.attempt_there, "Try a move", PuzzleTry, PuzzleInfo),
            Endpoint("POST", "/api/puzzles/{id}/hint", self.help, "Ask for help", PuzzleHelp, PuzzleInfo),
            Endpoint("POST", "/api/puzzles/{id}/play", self.play_out, "Play a done puzzle out", PlayItOut, TableInfo, 201),
            Endpoint("GET", "/api/deals/{id}", self.deal, "The deal of the day, and its board", answer=DealOfTheDay),
            Endpoint("POST", "/api/deals/{id}", self.play_deal, "My one try at it", answer=TableInfo, status=201),
            Endpoint("GET", "/api/me/consent", self.consent, "Whether my games may become puzzles", answer=Consent),
            Endpoint("PATCH", "/api/me/consent", self.change_consent, "Say whether they may", Consent, Consent),
        ]

    async def desk(self, call: Call) -> PuzzleDesk:
        """How the one who asks stands with puzzles."""
        return await self._puzzles.desk(call.me, call.id)

    async def wish(self, call: Call) -> PuzzleInfo:
        """A puzzle of a kind."""
        return await self._puzzles.wished(call.me, call.body)

    async def puzzle(self, call: Call) -> PuzzleInfo:
        """A puzzle."""
        return await self._puzzles.info(call.me, call.id)

    async def look_there(self, call: Call) -> list[Foreseen]:
        """What moves would do in a puzzle."""
        return await self._puzzles.look(call.me, call.id, call.body.moves)

    async def attempt_there(self, call: Call) -> PuzzleInfo:
        """A try."""
        return await self._puzzles.attempt(call.me, call.id, call.body.move)

    async def help(self, call: Call) -> PuzzleInfo:
        """Help with a puzzle."""
        return await self._puzzles.help(call.me, call.id, call.body.strength)

    async def play_out(self, call: Call) -> TableInfo:
        """A table that goes on from a puzzle."""
        await self._quotas.table(call.me.id, call.address)
        return (await self._puzzles.play_out(call.me, call.id, call.body.level)).info(call.me.id)

    async def deal(self, call: Call) -> DealOfTheDay:
        """The deal of the day."""
        return await self._deals.of(call.me, call.id)

    async def play_deal(self, call: Call) -> TableInfo:
        """The one try of the one who asks."""
        if not await self._deals.begun(call.me, call.id):
            await self._quotas.table(call.me.id, call.address)
            self._quotas.deal(call.address)
        return (await self._deals.play(call.me, call.id)).info(call.me.id)

    async def consent(self, call: Call) -> Consent:
        """Whether the games of the one who asks may become puzzles."""
        return Consent(await self._store.consent(call.me.id))

    async def change_consent(self, call: Call) -> Consent:
        """The one who asks says whether they may."""
        await self._store.save_consent(call.me.id, call.body.puzzles)
        return Consent(call.body.puzzles)
