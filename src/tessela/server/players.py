"""Bots at the tables. They see what their seat may know, think in processes within a budget, and one that fails is replaced."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Any

import structlog

from tessela.bots.bot import Bot, Budget
from tessela.bots.levels import LEVELS
from tessela.bots.nets.moves import nets_of
from tessela.bots.registry import make_bot
from tessela.game import Game
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json
from tessela.server.memory import settle
from tessela.server.messages import Play
from tessela.server.metrics import Metrics, Stopwatch
from tessela.server.readiness import Readiness
from tessela.server.table import RefusedError, Table
from tessela.server.workers import T, Workers

LEVEL_OF = {level.name: level for level in LEVELS}
SIMPLER = ("mason", "random")  # who steps in for a bot that fails twice
PATIENCE = 4.0  # a thought that takes so many times its budget is given up
LOADING = 30.0  # and so many seconds more, for a process may have to start first
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Manner:
    """How bots behave: at least so many seconds a turn and a further decision, at most so many of thought."""

    turn: float = 0.6
    decision: float = 0.35
    thought: float = 5.0


def think(name: str, seed: int, view: Json, seconds: float) -> str:
    """The move of a bot; runs in a process of its own."""
    level = LEVEL_OF.get(name)
    bot: Bot = level.make(seed) if level else make_bot(name, seed=seed)
    budget = (
        Budget(seconds=seconds, simulations=level.simulations(str(view["game"])) or None) if level else Budget(seconds=seconds)
    )
    return str(bot.choose(view, budget).move)


def _load_rules() -> None:
    for name in RULESETS:
        game = Game(name, seed=0)
        game.play(game.legal_moves()[0])
    settle()


def _load_bots(game: str) -> None:
    """Load what bots need for a game; runs where they think."""
    nets_of(game)


class Players:
    """All bots of this server."""

    def __init__(
        self, manner: Manner, metrics: Metrics, workers: Workers, thinking: Callable[[str, int, Json, float], str] = think
    ):
        self.readiness = Readiness()
        self.manner = manner
        self._metrics = metrics
        self._think = thinking
        self._workers = workers
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._ready: set[str] = set()
        self._loading: set[asyncio.Task[None]] = set()

    def wake(self, table: Table) -> None:
        """See to it that a bot plays whose turn it is."""
        if table.bot_to_move() is None or table.row.id in self._playing:
            return
        self._playing[table.row.id] = asyncio.create_task(self._play(table))

    def busy_with(self, table: Table) -> bool:
        """Whether a bot is playing at a table."""
        return table.row.id in self._playing

    async def close(self) -> None:
        """Stop playing; what was decided is stored, what was being thought about is thought again after the next start."""
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        for task in list(self._loading):
            task.cancel()
        await self.readiness.close()
        self._workers.close()

    async def _play(self, table: Table) -> None:
        try:
            await self._turns(table)
        except Exception:
            log.exception("bot-stopped", table=table.row.id)
        finally:
            self._playing.pop(table.row.id, None)

    async def _turns(self, table: Table) -> None:
        """Decide for bots at a table until it is somebody else's turn."""
        last_seat = None
        while (level := table.bot_to_move()) is not None:
            course = table.course
            assert course is not None
            seat, version = course.to_move, course.version
            assert seat is not None
            wait = self.manner.decision if seat == last_seat else self.manner.turn
            last_seat = seat
            await self.readiness.wait()
            began = time.monotonic()
            move = await self._decision(level, table.row.id, seat, course.game.view(seat)) or str(course.game.legal_moves()[0])
            await asyncio.sleep(max(0.0, began + wait - time.monotonic()))
            try:
                await table.play([seat], Play(version, move, f"bot-{seat}-{version}"))
            except RefusedError as error:
                if error.reason not in ("stale", "resync", "not-your-turn"):
                    log.warning("bot-move-refused", table=table.row.id, reason=error.reason)
                    await asyncio.sleep(1.0)

    async def _decision(self, level: str, table: str, seat: int, view: Json) -> str | None:
        """A move of the bot, or of a simpler one when it fails twice; none if they all do."""
        seed = int.from_bytes(hashlib.sha256(f"{table} {seat}".encode()).digest()[:6])
        for name in (level, level, *SIMPLER):
            watch = Stopwatch(self._metrics.thoughts)
            try:
                work = self._workers.do(self._think, name, seed, view, self.manner.thought)
                move = await asyncio.wait_for(work, PATIENCE * self.manner.thought + LOADING)
            except Exception as error:
                self._metrics.bot_failures.inc()
                if isinstance(error, BrokenExecutor | TimeoutError):
                    self._workers.renew()
                log.warning("bot-failed", table=table, level=name, error=type(error).__name__)
                continue
            watch.stop()
            return move
        return None

    async def ponder(self, work: Callable[..., T], *arguments: Any) -> T:
        """Let those who think for bots do some other thinking."""
        return await self._workers.do(work, *arguments)

    def begin(self) -> None:
        """Load the rules before somebody waits for them, and see to it that bots can think."""
        self.readiness.begin()
        self._later(asyncio.to_thread(_load_rules))

    def get_ready(self, game: str) -> None:
        """Load what bots need for a game, which takes a moment, once."""
        if game not in self._ready:
            self._ready.add(game)
            self._later(self._load(game))

    async def _load(self, game: str) -> None:
        await self.readiness.wait()
        await self._workers.do(_load_bots, game)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        async def logged() -> None:
            try:
                await work
            except Exception as error:
                log.warning("loading-failed", error=type(error).__name__)

        task = asyncio.create_task(logged())
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)
