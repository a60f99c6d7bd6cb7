"""The requests over HTTP: guests, tables, records."""

from typing import Any

import msgspec

from tessela.coach.forms import Answer, Review
from tessela.coach.odds import Odds
from tessela.game.ruleset import Json
from tessela.server import mydata, replays, seating
from tessela.server.bounds import COST_OF_A_NAME, COST_OF_A_REVIEW, COST_OF_A_TABLE, MOST_OF_AN_EXPORT
from tessela.server.catalogue import catalogue
from tessela.server.circles import circle_of
from tessela.server.endpoints import MOST_RECORD_BYTES, Call, Endpoint, encode
from tessela.server.house import House, HouseError, new_id
from tessela.server.identity_api import IdentityApi, me_of
from tessela.server.lessons import begin_lesson
from tessela.server.messages.people import Me, Renaming
from tessela.server.messages.replays import At, Foreseen, Frame, Imported, LineAt, LookAt, OddsAt, Position, Replay, TryAt
from tessela.server.messages.tables import Catalogue, Joining, NewTable, PlayOn, ProgramInfo, Promise, Rematch, TableInfo
from tessela.server.names import plain_name
from tessela.server.positions import Positions
from tessela.server.quotas import Quotas
from tessela.server.reviews import Reviews
from tessela.server.sight import seats_of, shown_view, viewer_of
from tessela.server.store import GuestRow, TableRow
from tessela.server.vacations import Vacations

MOST_LISTED = 200  # of the tables of a guest


class Api:
    """Answers requests with what the house knows."""

    def __init__(self, house: House, quotas: Quotas, origins: frozenset[str] = frozenset()):
        self._house = house
        self._vacations = Vacations(house)
        self._quotas = quotas
        self._identity = IdentityApi(house, quotas, origins)
        self._replays = replays.Replays(house)
        self._reviews = Reviews(house)
        self._positions = Positions(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/catalogue", self.catalogue, "What can be played", answer=Catalogue, needs_guest=False),
            Endpoint("GET", "/api/me", self.me, "Who I am; somebody new gets a cookie", answer=Me, needs_guest=False),
            Endpoint("PATCH", "/api/me", self.rename, "Change my nickname", Renaming, Me),
            *self._identity.endpoints(),
            Endpoint("GET", "/api/me/tables", self.my_tables, "The tables where I sit", answer=list[TableInfo]),
            Endpoint("GET", "/api/tables", self.lobby, "Tables that anybody may join", answer=list[TableInfo], needs_guest=False),
            Endpoint("POST", "/api/promises", self.promise, "Promise the key of a table to be made", answer=Promise, status=201),
            Endpoint("POST", "/api/tables", self.create, "Make a table", NewTable, TableInfo, 201),
            Endpoint("GET", "/api/tables/{id}", self.table, "A table", answer=TableInfo, needs_guest=False),
            Endpoint(
                "GET", "/api/tables/{id}/view", self.view, "The boards of a game that has begun, as I see them", answer=Json
            ),
            Endpoint("POST", "/api/tables/{id}/join", self.join, "Sit down at a table", Joining, TableInfo),
            Endpoint("POST", "/api/tables/{id}/leave", self.leave, "Get up from a table that waits", status=204),
            Endpoint("POST", "/api/tables/{id}/rematch", self.rematch, "The next game with the same people", Rematch, TableInfo),
            Endpoint("POST", "/api/lessons/{id}", self.lesson, "Begin a lesson", answer=TableInfo, status=201),
            Endpoint("GET", "/api/records/{id}", self.record, "The record of a finished game", answer=Json, needs_guest=False),
            Endpoint("POST", "/api/records", self.bring, "Bring a record", Json, Imported, 201, most_bytes=MOST_RECORD_BYTES),
            Endpoint("GET", "/api/replays/{id}", self.replay, "A finished game, move by move", answer=Replay, needs_guest=False),
            Endpoint("GET", "/api/replays/{id}/review", self.review, "A finished game in hindsight", answer=Review),
            Endpoint("POST", "/api/replays/{id}/position", self.position, "A position of it, to be thought about", At, Position),
            Endpoint("POST", "/api/replays/{id}/look", self.look, "What moves would do there", LookAt, list[Foreseen]),
            Endpoint("POST", "/api/replays/{id}/odds", self.odds, "What is left there, and the odds", OddsAt, Odds),
            Endpoint("POST", "/api/replays/{id}/try", self.attempt, "How good a move is there", TryAt, Answer),
            Endpoint("POST", "/api/replays/{id}/line", self.line, "Where moves lead from there", LineAt, list[Frame]),
            Endpoint("POST", "/api/replays/{id}/play", self.play_on, "Play on from a position of it", PlayOn, TableInfo, 201),
            Endpoint("GET", "/api/me/export", self.export, "Everything that is kept about me", answer=Json, for_banned=True),
            Endpoint("DELETE", "/api/me", self.delete, "Forget me", status=204, for_banned=True),
        ]

    async def catalogue(self, call: Call) -> Catalogue:
        """What can be played."""
        hosted = [ProgramInfo(name, name, False) for name in self._house.players.hosted]
        return catalogue([*hosted, *self._house.outsiders.online()])

    async def me(self, call: Call) -> Me:
        """Who asks; somebody unknown becomes a guest."""
        if call.guest is None:
            call.guest = call.new_guest = await self._house.guests.welcome()
        return me_of(call.me)

    async def rename(self, call: Call) -> Me:
        """A new nickname."""
        name = plain_name(call.body.nickname) or "Guest"
        number, _ = await self._house.store.unfinished(call.me.id)
        self._quotas.work(call.me.id, call.address, COST_OF_A_NAME * number)
        return me_of(await self._identity.identity.rename(call.me, name))

    async def my_tables(self, call: Call) -> list[TableInfo]:
        """The tables of the one who asks."""
        return self._infos(await self._house.store.tables_of(call.me.id, MOST_LISTED), call.guest)

    async def lobby(self, call: Call) -> list[TableInfo]:
        """The tables that anybody may join, and before them those where a seat is kept for the one who asks."""
        if call.guest is None:
            return self._infos(await self._house.store.lobby(), None)
        strangers = (await circle_of(self._house.store, call.guest.id)).strangers
        rows = [*await self._house.store.asked(call.guest.id), *await self._house.store.lobby()]
        unknown = {row.id: row for row in rows if not any(strangers.intersection(seat.guests) for seat in row.seats)}
        return self._infos(list(unknown.values()), call.guest)

    def _infos(self, rows: list[TableRow], guest: GuestRow | None) -> list[TableInfo]:
        return [self._house.info(row, guest) for row in rows]

    async def promise(self, call: Call) -> Promise:
        """A promise for a table to be made."""
        table = new_id()
        return Promise(self._house.promises.promise(table), self._house.promises.ticket(table))

    async def create(self, call: Call) -> TableInfo:
        """A new table."""
        await self._vacations.check_here(call.me, call.body.clock)
        await self._quotas.table(call.me.id, call.address, call.body.listed)
        table = await seating.create(self._house, call.me, call.body)
        return table.info(call.me.id)

    async def table(self, call: Call) -> TableInfo:
        """A table."""
        table = await self._house.table(call.id)
        return table.info(call.guest.id if call.guest else None)

    async def view(self, call: Call) -> Json:
        """The boards of a table."""
        table = await self._house.table(call.id)
        if table.course is None:
            raise HouseError(409, "not-now", "the game has not begun")
        mine = seats_of(table.row, call.me.id)
        return shown_view(table.course.game, mine, viewer_of(mine, table.course.to_move))

    async def join(self, call: Call) -> TableInfo:
        """Sit down."""
        table = await self._house.table(call.id)
        await self._vacations.check_here(call.me, table.row.clock)
        await self._quotas.seat(call.me.id)
        await seating.join(self._house, table, call.me, call.body)
        return table.info(call.me.id)

    async def leave(self, call: Call) -> None:
        """Get up."""
        await seating.leave(self._house, await self._house.table(call.id), call.me)

    async def rematch(self, call: Call) -> TableInfo:
        """The next game."""
        table = await self._house.table(call.id)
        await self._vacations.check_here(call.me, table.row.clock)
        await self._quotas.table(call.me.id, call.address)
        return (await seating.rematch(self._house, table, call.me, call.body.share)).info(call.me.id)

    async def lesson(self, call: Call) -> TableInfo:
        """A table that teaches."""
        await self._quotas.table(call.me.id, call.address)
        return (await begin_lesson(self._house, call.me, call.id)).info(call.me.id)

    async def record(self, call: Call) -> Json:
        """The record of a finished game."""
        return await replays.record_of(self._house, call.id, call.asker)

    async def bring(self, call: Call) -> Imported:
        """Keep a record after verifying it."""
        record_id, record = await replays.work_for(
            self._house, call.me.id, "record", replays.FOLD_SECONDS, replays.checked, call.body
        )
        self._quotas.record(call.me.id, call.address, len(encode(record)))
        await self._house.store.save_record(record_id, record)
        return Imported(record_id)

    async def replay(self, call: Call) -> msgspec.Raw:
        """A finished game, move by move."""
        return await self._replays.of(call.id, call.asker)

    async def play_on(self, call: Call) -> TableInfo:
        """A new table from a position of a finished game."""
        await self._quotas.table(call.me.id, call.address)
        record = await replays.record_of(self._house, call.id, call.me.id)
        arguments = replays.from_here, record, call.body.ply
        game = await replays.work_for(self._house, call.me.id, "record", replays.FOLD_SECONDS, *arguments)
        return (await seating.create_at(self._house, call.me, call.body.seats, game, call.body.share)).info(call.me.id)

    async def review(self, call: Call) -> msgspec.Raw:
        """A finished game in hindsight. It takes some seconds the first time, and is told as it grows."""
        if not await self._reviews.is_known(call.id):
            self._quotas.work(call.me.id, call.address, COST_OF_A_REVIEW)
        return await self._reviews.of(call.id, call.me.id, call.number("known", -1))

    async def position(self, call: Call) -> Position:
        """A position of a finished game."""
        return await self._positions.at(call.id, call.me.id, call.body.ply)

    async def look(self, call: Call) -> list[Foreseen]:
        """What moves would do in a position."""
        return await self._positions.look(call.id, call.me.id, call.body.ply, call.body.moves)

    async def odds(self, call: Call) -> Odds:
        """The odds of a position."""
        return await self._positions.odds(call.id, call.me.id, call.body.ply, call.body.seat)

    async def attempt(self, call: Call) -> Answer:
        """How good a move is in a position."""
        return await self._positions.attempt(call.id, call.me.id, call.body.ply, call.body.move)

    async def line(self, call: Call) -> list[Frame]:
        """Where moves lead from a position."""
        return await self._positions.line(call.id, call.me.id, call.body.ply, call.body.moves)

    async def export(self, call: Call) -> Json:
        """Everything about the one who asks."""
        number = len(await self._house.store.tables_naming(call.me.id))
        self._quotas.work(call.me.id, call.address, min(COST_OF_A_TABLE * number, MOST_OF_AN_EXPORT))
        return await mydata.export(self._house, call.me)

    async def delete(self, call: Call) -> None:
        """Forget the one who asks."""
        await mydata.delete(self._house, call.me)
        call.forget_cookie = True


def openapi_endpoint(document: dict[str, Any]) -> Endpoint:
    """The document that describes all others."""

    async def describe(call: Call) -> dict[str, Any]:
        return document

    return Endpoint("GET", "/api/openapi.json", describe, "This document", needs_guest=False)
