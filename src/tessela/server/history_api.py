"""The requests over HTTP about what one has played, ratings and profiles."""

from typing import get_args

from tessela.game.registry import RULESETS
from tessela.server.endpoints import Call, Endpoint
from tessela.server.history import Histories, Wanted
from tessela.server.house import House, HouseError, no_such_table
from tessela.server.messages.history import HistoryPage, Player, Profile, RatingMoved, Result, Statistics
from tessela.server.names import looks_of
from tessela.server.ratings import PROVISIONAL
from tessela.server.statistics import Figures


class HistoryApi:
    """Answers requests about finished games."""

    def __init__(self, house: House):
        self._house = house
        self._store = house.store
        self._histories = Histories(house)
        self._figures = Figures(house, self._histories)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/me/history", self.history, "My finished games, the newest first", answer=HistoryPage),
            Endpoint("GET", "/api/me/statistics/{id}", self.statistics, "How I do in a game", answer=Statistics),
            Endpoint("GET", "/api/me/profile", self.profile, "Whether everybody may see my profile", answer=Profile),
            Endpoint("PATCH", "/api/me/profile", self.change_profile, "Say whether they may", Profile, Profile),
            Endpoint("GET", "/api/players/{id}", self.player, "Somebody who shows their profile, by name", answer=Player),
            Endpoint("GET", "/api/tables/{id}/ratings", self.moved, "What a rated game did to ratings", answer=list[RatingMoved]),
        ]

    async def history(self, call: Call) -> HistoryPage:
        """Finished games of the one who asks: of a `game`, with a `result`, `rated` or not, against `other`, `before` a page."""
        asked = call.request.query_params
        rated = asked.get("rated")
        wanted = Wanted(
            _one_of("game", asked.get("game"), list(RULESETS)),
            _one_of("result", asked.get("result"), get_args(Result)),
            None if _one_of("rated", rated, ("yes", "no")) is None else rated == "yes",
            asked.get("other"),
            asked.get("before"),
        )
        return await self._histories.page(call.me.id, wanted)

    async def statistics(self, call: Call) -> Statistics:
        """How the one who asks does in a game."""
        return await self._figures.of(call.me.id, _game(call.id))

    async def profile(self, call: Call) -> Profile:
        """Whether the profile of the one who asks is public."""
        return Profile(await self._store.has_profile(call.me.id))

    async def change_profile(self, call: Call) -> Profile:
        """Show the profile of the one who asks to everybody, or no more. It is found by a name that only one may have."""
        if call.body.public and call.me.kept is None:
            raise HouseError(409, "not-kept", "keep your name first: a profile is found by it")
        await self._store.save_profile(call.me.id, call.body.public)
        return await self.profile(call)

    async def player(self, call: Call) -> Player:
        """The profile of somebody, in a `game`. Who shows none is not told from who is not there."""
        looks = looks_of(call.id)
        guest = await self._store.guest_of_looks(looks) if looks else None
        if guest is None or not await self._store.has_profile(guest.id):
            raise HouseError(404, "no-player", "nobody of this name shows a profile")
        game = _game(call.request.query_params.get("game", next(iter(RULESETS))))
        return Player(guest.nickname, await self._figures.shown(guest.id, game))

    async def moved(self, call: Call) -> list[RatingMoved]:
        """What a rated game did to the ratings of those who played it."""
        if await self._store.table(call.id) is None:
            raise no_such_table()
        return [
            RatingMoved(change.seat, round(change.before), round(change.value), change.deviation > PROVISIONAL)
            for change in await self._store.changes_at(call.id)
        ]


def _game(name: str) -> str:
    if name not in RULESETS:
        raise HouseError(404, "no-game", f"there is no game {name!r}; games are {', '.join(RULESETS)}")
    return name


def _one_of(name: str, value: str | None, allowed: tuple[str, ...] | list[str]) -> str | None:
    if value is not None and value not in allowed:
        raise HouseError(422, f"bad-{name}", f"`{name}` may be {', '.join(allowed)}, not {value[:40]!r}")
    return value
