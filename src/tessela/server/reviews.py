"""Finished games looked back at by a bot: what every move gave away, and where the game turned."""

import asyncio
from collections import OrderedDict
from concurrent.futures import BrokenExecutor

from tessela.bots.analysis.review import review_stream, turning_points
from tessela.bots.bot import Budget
from tessela.server import replays
from tessela.server.house import House, HouseError
from tessela.server.messages import ReviewedMove, Reviewing
from tessela.server.store import Json

THOUGHT = Budget(seconds=0.2, simulations=1_500)  # for a move; with a number of simulations the tree takes little room
AT_ONCE = 6  # moves thought about before others who need the bots get their turn
MOST_GAMES = 4  # that are thought about at a time
MOST_KEPT = 64


def judged(record: Json, plies: range) -> list[ReviewedMove]:
    """Some moves of a game; runs where bots think."""
    return [
        ReviewedMove(
            move.ply, move.seat, str(move.move), move.moves, move.rank, move.value, str(move.best), move.best_value, move.lost
        )
        for move in review_stream(record, THOUGHT, plies=plies)
    ]


class Reviews:
    """Reviews of finished games: each is thought of once, a few moves at a time, and kept for those who ask later."""

    def __init__(self, house: House):
        self._house = house
        self._kept: OrderedDict[str, Reviewing] = OrderedDict()
        self._thinking: dict[str, asyncio.Task[Reviewing]] = {}

    async def of(self, game_id: str) -> Reviewing:
        """The review of a finished game."""
        if game_id in self._kept:
            self._kept.move_to_end(game_id)
            return self._kept[game_id]
        if game_id not in self._thinking:
            record = await replays.record_of(self._house, game_id)
            if game_id not in self._thinking:
                self._begin(game_id, record)
        return await asyncio.shield(self._thinking[game_id])

    def _begin(self, game_id: str, record: Json) -> None:
        if len(self._thinking) >= MOST_GAMES:
            raise HouseError(503, "busy", "other games are being thought about; try again in a moment")
        task = self._thinking[game_id] = asyncio.create_task(self._review(game_id, record))
        task.add_done_callback(lambda done: self._done(game_id, done))

    def _done(self, game_id: str, task: asyncio.Task[Reviewing]) -> None:
        self._thinking.pop(game_id, None)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it

    async def _review(self, game_id: str, record: Json) -> Reviewing:
        moves: list[ReviewedMove] = []
        last = len(record["moves"])
        try:
            for first in range(1, last + 1, AT_ONCE):
                moves += await self._house.players.ponder(judged, record, range(first, min(first + AT_ONCE, last + 1)))
        except BrokenExecutor:
            raise HouseError(503, "busy", "the bots are not ready; try again in a moment") from None
        review = self._kept[game_id] = Reviewing(game_id, moves, turning_points([(move.ply, move.lost) for move in moves]))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return review
