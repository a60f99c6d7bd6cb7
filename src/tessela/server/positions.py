"""Positions of finished games to think about: looking ahead, trying moves, following a line. Nothing is secret there."""

from collections.abc import Callable
from typing import Any

import msgspec

from tessela.bots.analysis.forecast import forecast
from tessela.coach.forms import Answer
from tessela.coach.odds import Odds, odds
from tessela.coach.tries import answer
from tessela.game import Game, TesselaError
from tessela.game import record as records
from tessela.game.ruleset import Json
from tessela.server import replays
from tessela.server.house import House, HouseError
from tessela.server.jobs import Kind
from tessela.server.kept import Kept
from tessela.server.messages.replays import Foreseen, Frame, Position
from tessela.server.sight import seen_view

MOST_BYTES = 8 * 1024 * 1024  # of records in memory
READ_SECONDS = 0.02  # what it takes to go to a position, about
TRY_SECONDS, ODDS_SECONDS = 0.4, 0.02


class Positions:
    """Answers questions about positions of finished games."""

    def __init__(self, house: House):
        self._house = house
        self._kept = Kept(MOST_BYTES)

    async def at(self, game_id: str, guest: str, ply: int) -> Position:
        """A position as the one to move sees it."""
        return await self._think(game_id, guest, READ_SECONDS, position, ply)  # type: ignore[no-any-return]

    async def look(self, game_id: str, guest: str, ply: int, moves: list[str | None]) -> list[Foreseen]:
        """What some moves would do there."""
        return await self._think(game_id, guest, READ_SECONDS, looked, ply, moves)  # type: ignore[no-any-return]

    async def odds(self, game_id: str, guest: str, ply: int, seat: int | None) -> Odds:
        """What is left there, and the chances of what comes next."""
        return await self._think(game_id, guest, READ_SECONDS + ODDS_SECONDS, counted, ply, seat)  # type: ignore[no-any-return]

    async def attempt(self, game_id: str, guest: str, ply: int, move: str) -> Answer:
        """How good a move is there."""
        return await self._think(game_id, guest, TRY_SECONDS, tried, ply, move)  # type: ignore[no-any-return]

    async def line(self, game_id: str, guest: str, ply: int, moves: list[str]) -> list[Frame]:
        """Where moves lead that follow one another from there."""
        return await self._think(game_id, guest, READ_SECONDS, followed, ply, moves)  # type: ignore[no-any-return]

    async def _think(self, game_id: str, guest: str, seconds: float, work: Callable[..., Any], *about: Any) -> Any:
        kept = self._kept.get(game_id)
        if kept is None:
            kept = msgspec.json.encode(await replays.record_of(self._house, game_id, guest))
            self._kept.keep(game_id, kept)
        kind: Kind = "hint" if work is tried else "look"
        return await replays.work_for(self._house, guest, kind, seconds, work, msgspec.json.decode(kept), *about)


def game_at(record: Json, ply: int) -> tuple[Game, int]:
    """The game of a record after `ply` moves, and who is to move there. Runs beside the event loop, as all below."""
    game = records.replay(record, ply)
    if game.is_over or game.to_move is None:
        raise HouseError(409, "over", "the game is over there: choose an earlier position")
    return game, game.to_move


def position(record: Json, ply: int) -> Position:
    """A position as the one to move sees it."""
    game, seat = game_at(record, ply)
    return Position(seat, seen_view(game, seat), game.legal_texts())


def looked(record: Json, ply: int, moves: list[str | None]) -> list[Foreseen]:
    """What some moves would do in a position."""
    game, seat = game_at(record, ply)
    return [foreseen(game.view(seat), move) for move in moves]


def counted(record: Json, ply: int, seat: int | None) -> Odds:
    """The odds of a position, from what a seat knew then."""
    game = records.replay(record, ply)
    if seat is not None and seat >= game.players:
        raise HouseError(422, "bad-body", f"the seats of this game are 0 to {game.players - 1}, not {seat}")
    return odds(game.view(seat))


def foreseen(view: Json, move: str | None) -> Foreseen:
    """What a move would do, to who may know everything that its player knows."""
    seen = forecast(view, move)
    tilings = [[event.to_json() for event in tiling] for tiling in seen.tilings]
    return Foreseen([event.to_json() for event in seen.events], tilings, seen.last_round)


def tried(record: Json, ply: int, move: str) -> Answer:
    """How good a move is in a position."""
    game, seat = game_at(record, ply)
    return answer(game.view(seat), move)


def followed(record: Json, ply: int, moves: list[str]) -> list[Frame]:
    """The frames of moves from a position, as far as the round goes: what is dealt after it nobody can foresee."""
    game, _ = game_at(record, ply)
    frames: list[Frame] = []
    for number, move in enumerate(moves, start=ply + 1):
        seat, before = game.to_move, game.round
        try:
            events = [event.to_json() for event in game.play(move)]
        except TesselaError:
            if not frames:
                raise
            break
        if frames and game.round != before:
            break
        frames.append(Frame(number, seat or 0, str(game.moves[-1]), events, seen_view(game, None)))
    return frames
