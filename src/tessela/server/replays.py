"""Finished games to look at again and to take away, and records that somebody brings."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from tessela.bots.levels import LEVEL_OF
from tessela.game import Game, RecordError, TesselaError
from tessela.game import record as records
from tessela.game.fair import proof_of
from tessela.game.ruleset import LONGEST_GAME, Json
from tessela.server.course import Course, Step, lost_by, without_end
from tessela.server.house import House, HouseError, no_such_table
from tessela.server.jobs import NO_GUEST, Job, Kind
from tessela.server.kept import Kept
from tessela.server.messages.replays import Ending, Frame, Gone, Replay
from tessela.server.names import plain_name
from tessela.server.service import TooManyJobsError, when_to_come_back
from tessela.server.sight import known_view, seen_view
from tessela.server.store import Entry, SeatRow, TableRow
from tessela.server.workers import WorkerLostError

MOST_MOVES = LONGEST_GAME
MOST_BYTES = 32 * 1024 * 1024  # of replays that are kept
FOLD_SECONDS = 0.15  # what it takes to go through a game, about
WITHIN = 30.0  # seconds; who asks over HTTP does not wait longer
LEVEL_NAMES = {name.capitalize(): name for name in LEVEL_OF}  # as bots are called in records
log = structlog.get_logger()


async def work_for(house: House, guest: str, kind: Kind, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of some work that a guest asked for over HTTP."""
    try:
        return await house.players.service.do(Job(kind, (guest,), seconds, work, arguments, within=WITHIN))
    except (TooManyJobsError, WorkerLostError) as error:
        raise HouseError(503, "busy", str(error), when_to_come_back(error)) from None


class Replays:
    """Finished tables and imported records to look at again. Each is gone through once, and kept for the next who ask."""

    def __init__(self, house: House):
        self._house = house
        self._kept = Kept(MOST_BYTES)

    async def of(self, game_id: str, guest: str) -> msgspec.Raw:
        """A `Replay` as JSON."""
        row = await self._row(game_id)
        key = game_id, row and tuple((seat.name, seat.who) for seat in row.seats)  # who is forgotten has another name
        kept = self._kept.get(key)
        if kept is None:
            record = await record_of(self._house, game_id, guest)
            levels = levels_of(row.seats) if row else [LEVEL_NAMES.get(name) for name in record["seats"]]
            kept = await work_for(self._house, guest, "replay", FOLD_SECONDS, replay_json, game_id, record, levels)
            self._kept.keep(key, kept)
        return msgspec.Raw(kept)

    async def _row(self, game_id: str) -> TableRow | None:
        table = self._house.tables.get(game_id)
        return table.row if table else await self._house.store.table(game_id)


def levels_of(seats: list[SeatRow]) -> list[str | None]:
    """The levels of the bots; one who plays on for a person keeps that person's name."""
    return [seat.level if seat.who == "bot" and not seat.guests else None for seat in seats]


def gone_from(steps: list[Step]) -> list[Gone]:
    """Who left their seat to a bot, and after how many of the moves that stand."""
    gone: list[Gone] = []
    standing: list[int] = []
    for step in steps:
        if step.kind == "move":
            standing.append(step.version)
        elif step.kind == "takeback":
            standing = [version for version in standing if version < (step.to or 0)]
        elif step.kind not in ("began", "closed"):
            gone.append(Gone(len(standing), step.seat, step.kind))  # type: ignore[arg-type]
    return gone


async def record_of(house: House, game_id: str, guest: str = NO_GUEST) -> Json:
    """The record of a finished table or an imported one. One that goes on is refused: a record shows what is hidden.

    A table that is not in use is gone through beside the event loop, and not taken into use for it.
    """
    imported = await house.store.record(game_id)
    if imported is not None:
        return imported
    table = house.tables.get(game_id)
    row = table.row if table else await house.store.table(game_id)
    if row is None:
        raise no_such_table()
    if row.status != "over" or (table is not None and (table.course is None or not table.course.is_over)):
        raise HouseError(409, "not-over", "the game is not over: its record would show what is hidden")
    if table is not None and table.course is not None:
        return record_from(table.course, row)
    try:
        return await work_for(house, guest, "record", FOLD_SECONDS, recorded, row, await house.store.entries(game_id))  # type: ignore[no-any-return]
    except TesselaError as error:
        log.warning("table-unreadable", table=game_id, error=str(error))
        raise HouseError(500, "unreadable", "the game of this table cannot be read") from None


def recorded(row: TableRow, entries: list[Entry]) -> Json:
    """The record of a finished table from its log. Runs beside the event loop, as all that goes through a game below."""
    try:
        return record_from(Course.from_log(row, entries), row)
    except Exception as error:  # whatever is wrong with a log
        raise TesselaError(f"{type(error).__name__}: {error}") from None


def record_from(course: Course, row: TableRow) -> Json:
    """The record of a finished game with the names of those who played."""
    record = course.game.record()
    record["seats"] = [seat.name for seat in row.seats]
    record["seed"] = None
    gone = gone_from(course.steps)
    if gone:
        record["gone"] = msgspec.to_builtins(gone)
    if course.fair is not None:
        key, salts, options, order = (course.fair[name] for name in ("key", "salts", "options", "order"))
        return records.proven(record, proof_of(bytes.fromhex(key), salts, options, order, course.history))
    return record


def replay_json(game_id: str, record: Json, levels: list[str | None]) -> bytes:
    """The whole game of a record as JSON."""
    return msgspec.json.encode(frames_of(game_id, record, levels))


def frames_of(game_id: str, record: Json, levels: list[str | None]) -> Replay:
    """The whole game of a record."""
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
    """A game that goes on from a position of a record.

    What is to come is drawn anew, and so is what not everybody has seen: a record would tell it. Only the plates in the hand of
    the one to move stay.
    """
    game = records.replay(record, ply)
    if game.is_over:
        raise HouseError(409, "over", "the game is over there: choose an earlier position")
    return Game.from_view(known_view(game, [], game.to_move), seed=secrets.randbits(64))


def _ending(record: Json, game: Game) -> Ending | None:
    end = records.given_up(record)
    if end is not None:
        return lost_by(end["seat"], end["what"], game)
    outcome = game.outcome
    if outcome is None:
        return without_end(game)
    return Ending(list(outcome.scores), list(outcome.winners), outcome.reason, list(outcome.breakdown))


def checked(record: Json) -> tuple[str, Json]:
    """An imported record after verifying it, and the id it gets. The same record gets the same id."""
    if isinstance(record.get("moves"), list) and len(record["moves"]) > MOST_MOVES:
        raise RecordError(f"at most {MOST_MOVES} moves are taken")
    records.verify(record)
    canonical = msgspec.json.encode(record, order="sorted")
    return "i" + hashlib.sha256(canonical).hexdigest()[:15], record
