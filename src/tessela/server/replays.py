"""Finished games to look at again and to take away, and records that somebody brings."""

import asyncio
import hashlib
import secrets

import msgspec

from tessela.game import Game, RecordError
from tessela.game import record as records
from tessela.server.course import Step, lost_by
from tessela.server.house import House, HouseError
from tessela.server.messages import Ending, Frame, Gone, Replay
from tessela.server.names import plain_name
from tessela.server.players import LEVEL_OF
from tessela.server.sight import known_view, seen_view
from tessela.server.store import Json, SeatRow

MOST_MOVES = 2_000
LEVEL_NAMES = {name.capitalize(): name for name in LEVEL_OF}  # as bots are called in records


async def replay_of(house: House, game_id: str) -> Replay:
    """A finished table or an imported record to look at again."""
    record = await record_of(house, game_id)
    table = house.tables.get(game_id)
    levels = levels_of(table.row.seats) if table else [LEVEL_NAMES.get(name) for name in record["seats"]]
    return await asyncio.to_thread(frames_of, game_id, record, levels)


def levels_of(seats: list[SeatRow]) -> list[str | None]:
    """The levels of the bots; one who plays on for a person keeps that person's name."""
    return [seat.level if seat.who == "bot" and not seat.guests else None for seat in seats]


def gone_from(steps: list[Step]) -> list[Gone]:
    """Who left their seat to a bot, and after how many of the moves that stand."""
    gone, ply = [], 0
    for step in steps:
        if step.kind == "move":
            ply += 1
        elif step.kind == "takeback":
            ply -= 1
        elif step.kind != "began":
            gone.append(Gone(ply, step.seat, step.kind))
    return gone


async def record_of(house: House, game_id: str) -> Json:
    """The record of a finished table or an imported one. One that goes on is refused: a record shows what is hidden."""
    imported = await house.store.record(game_id)
    if imported is not None:
        return imported
    table = await house.table(game_id)
    if table.course is None or not table.course.is_over:
        raise HouseError(409, "not-over", "the game is not over: its record would show what is hidden")
    record = table.course.game.record()
    record["seats"] = [seat.name for seat in table.row.seats]
    record["seed"] = None
    gone = gone_from(table.course.steps)
    if gone:
        record["gone"] = msgspec.to_builtins(gone)
    return record


def frames_of(game_id: str, record: Json, levels: list[str | None]) -> Replay:
    """The whole game of a record; runs in a thread."""
    game = records.replay(record, 0)
    start, frames = seen_view(game, None), []
    for ply, move in enumerate(record["moves"], start=1):
        seat = game.to_move
        events = [event.to_json() for event in game.play(move)]
        frames.append(Frame(ply, seat or 0, str(game.moves[-1]), events, seen_view(game, None)))
    names = [plain_name(name) or f"Player {number}" for number, name in enumerate(record["seats"], start=1)]
    about = record["game"], record["options"], names
    gone = msgspec.convert(record.get("gone", []), list[Gone])
    return Replay(game_id, *about, levels, start, frames, _ending(record, game), gone)


def from_here(record: Json, ply: int) -> Game:
    """A game that goes on from a position of a record; runs in a thread.

    What is to come is drawn anew, and so is what not everybody has seen: a record would tell it. Only the plates in the hand of
    the one to move stay.
    """
    game = records.replay(record, ply)
    if game.is_over:
        raise HouseError(409, "over", "the game is over there: choose an earlier position")
    return Game.from_view(known_view(game, [], game.to_move), seed=secrets.randbits(53))


def _ending(record: Json, game: Game) -> Ending | None:
    end = records.given_up(record)
    if end is not None:
        return lost_by(end["seat"], end["what"], game)
    outcome = game.outcome
    if outcome is None:
        return None
    return Ending(list(outcome.scores), list(outcome.winners), outcome.reason, list(outcome.breakdown))


def checked(record: Json) -> tuple[str, Json]:
    """An imported record after verifying it, and the id it gets; runs in a thread. The same record gets the same id."""
    if isinstance(record.get("moves"), list) and len(record["moves"]) > MOST_MOVES:
        raise RecordError(f"at most {MOST_MOVES} moves are taken")
    records.verify(record)
    canonical = msgspec.json.encode(record, order="sorted")
    return "i" + hashlib.sha256(canonical).hexdigest()[:15], record
