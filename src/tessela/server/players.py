"""Bots at the tables. They see what their seat may know, think in threads within a budget, and one that fails is replaced."""

import asyncio
import hashlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import structlog

from tessela.bots.bot import Bot, Budget
from tessela.bots.levels import LEVELS
from tessela.bots.registry import make_bot
from tessela.bots.warming import warm_up
from tessela.game import Game
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json
from tessela.rules.jit import cache_folder
from tessela.server.memory import settle
from tessela.server.messages import Play
from tessela.server.metrics import Metrics, Stopwatch
from tessela.server.table import RefusedError, Table

LEVEL_OF = {level.name: level for level in LEVELS}
SIMPLER = ("mason", "random")  # who steps in for a bot that fails twice
PATIENCE = 6.0  # a thought that takes so many times its budget is given up
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Manner:
    """How bots behave: at least so many seconds a turn and a further decision, at most so many of thought."""

    turn: float = 0.6
    decision: float = 0.35
    thought: float = 5.0


def think(name: str, seed: int, view: Json, seconds: float) -> str:
    """The move of a bot; runs in a thread."""
    level = LEVEL_OF.get(name)
    bot: Bot = level.make(seed) if level else make_bot(name, seed=seed)
    budget = Budget(seconds=seconds, simulations=level.simulations or None) if level else Budget(seconds=seconds)
    return str(bot.choose(view, budget).move)


def _load_rules() -> None:
    for name in RULESETS:
        game = Game(name, seed=0)
        game.play(game.legal_moves()[0])
    settle()


def _load_bots(game: str) -> None:
    for name in ("sprout", "potter"):
        warm_up(make_bot(name), game, {})
    settle()


def _mark() -> str:
    """The file that tells that the bots have been compiled on this machine."""
    return os.path.join(cache_folder(), "bots-are-compiled")


def _leave_mark() -> None:
    Path(_mark()).touch()


def _give_way() -> None:
    """Let a thread that thinks yield to those that serve people, where the system can tell threads apart."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Players:
    """All bots of this server."""

    def __init__(
        self, manner: Manner, metrics: Metrics, workers: int = 2, thinking: Callable[[str, int, Json, float], str] = think
    ):
        self.manner = manner
        self._metrics = metrics
        self._think = thinking
        self._threads = ThreadPoolExecutor(workers, "bot", _give_way)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._ready: set[str] = set()

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
        self._threads.shutdown(wait=False, cancel_futures=True)

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
        loop = asyncio.get_running_loop()
        for name in (level, level, *SIMPLER):
            watch = Stopwatch(self._metrics.thoughts)
            try:
                work = loop.run_in_executor(self._threads, self._think, name, seed, view, self.manner.thought)
                move = await asyncio.wait_for(work, PATIENCE * self.manner.thought)
            except Exception as error:
                self._metrics.bot_failures.inc()
                log.warning("bot-failed", table=table, level=name, error=type(error).__name__)
                continue
            watch.stop()
            return move
        return None

    def warm_up(self) -> None:
        """Load the compiled rules before somebody waits for them; on a new machine have everything compiled."""
        self._threads.submit(_load_rules)
        if not os.path.exists(_mark()):
            for game in RULESETS:
                self.get_ready(game)
            self._threads.submit(_leave_mark)

    def get_ready(self, game: str) -> None:
        """Load what bots need for a game, which takes a moment and some memory, once."""
        if game not in self._ready:
            self._ready.add(game)
            self._threads.submit(_load_bots, game)
