"""Finished games looked back at by a bot: what every move gave away, and where the game turned."""

import asyncio
from dataclasses import dataclass, field

import msgspec

from tessela.bots.analysis.review import review_stream, turning_points
from tessela.bots.bot import Budget
from tessela.game.ruleset import Json
from tessela.server import replays
from tessela.server.house import House, HouseError
from tessela.server.jobs import Job
from tessela.server.kept import Kept
from tessela.server.messages import ReviewedMove, Reviewing
from tessela.server.service import MOMENT
from tessela.server.workers import WorkerLostError

THOUGHT = Budget(seconds=0.2, simulations=1_500)  # for a move; with a number of simulations the tree takes little room
MOVE_SECONDS = 0.05  # what it takes, about
AT_ONCE = 6  # moves thought about before others who need the bots get their turn
MOST_OF_A_GUEST = 2  # games that are thought about at a time
MOST_GAMES = 64
MOST_BYTES = 16 * 1024 * 1024  # of reviews that are kept


def judged(record: Json, plies: range) -> list[ReviewedMove]:
    """Some moves of a game; runs where bots think."""
    return [
        ReviewedMove(
            move.ply, move.seat, str(move.move), move.moves, move.rank, move.value, str(move.best), move.best_value, move.lost
        )
        for move in review_stream(record, THOUGHT, plies=plies)
    ]


@dataclass(slots=True)
class _Thinking:
    """A review that is being thought of, and for whom."""

    guests: list[str]
    job: Job | None = None
    task: "asyncio.Task[bytes] | None" = field(default=None)


class Reviews:
    """Reviews of finished games: each is thought of once, a few moves at a time, and kept for those who ask later."""

    def __init__(self, house: House):
        self._house = house
        self._kept = Kept(MOST_BYTES)
        self._thinking: dict[str, _Thinking] = {}

    async def of(self, game_id: str, guest: str) -> msgspec.Raw:
        """The review of a finished game, a `Reviewing` as JSON."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return msgspec.Raw(kept)
        if game_id not in self._thinking:
            record = await replays.record_of(self._house, game_id, guest)
            if game_id not in self._thinking:
                self._begin(game_id, record, guest)
        thinking = self._thinking[game_id]
        self._join(thinking, guest)
        assert thinking.task is not None
        return msgspec.Raw(await asyncio.shield(thinking.task))

    def _begin(self, game_id: str, record: Json, guest: str) -> None:
        mine = sum(guest in thinking.guests for thinking in self._thinking.values())
        if mine >= MOST_OF_A_GUEST or len(self._thinking) >= MOST_GAMES:
            raise HouseError(503, "busy", "other games are being thought about; try again in a moment", MOMENT)
        thinking = self._thinking[game_id] = _Thinking([guest])
        thinking.task = asyncio.create_task(self._review(game_id, record, thinking))
        thinking.task.add_done_callback(lambda done: self._done(game_id, done))

    def _join(self, thinking: _Thinking, guest: str) -> None:
        """One more waits for it: it is thought of as soon as the turn of either comes."""
        if guest not in thinking.guests:
            thinking.guests.append(guest)
            if thinking.job is not None:
                self._house.players.service.share(thinking.job, guest)

    def _done(self, game_id: str, task: "asyncio.Task[bytes]") -> None:
        self._thinking.pop(game_id, None)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it

    async def _review(self, game_id: str, record: Json, thinking: _Thinking) -> bytes:
        moves: list[ReviewedMove] = []
        last = len(record["moves"])
        try:
            for first in range(1, last + 1, AT_ONCE):
                plies = range(first, min(first + AT_ONCE, last + 1))
                guests, seconds = tuple(thinking.guests), MOVE_SECONDS * len(plies)
                thinking.job = Job("review", guests, seconds, judged, (record, plies), urgent=False)
                moves += await self._house.players.service.do(thinking.job)
        except WorkerLostError:
            raise HouseError(503, "busy", "the bots are not ready; try again in a moment", MOMENT) from None
        review = Reviewing(game_id, moves, turning_points([(move.ply, move.lost) for move in moves]))
        encoded = msgspec.json.encode(review)
        self._kept.keep(game_id, encoded)
        return encoded
