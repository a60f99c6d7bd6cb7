"""Bots at the tables. They see what their seat may know, and think beside the event loop, within a budget. A thought that fails
is thought again, as long as it takes: nobody else ever moves for a bot."""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

import structlog

from tessela.arena.specs import parse_spec
from tessela.bots.bot import Budget
from tessela.bots.external import ExternalBot
from tessela.bots.levels import LEVEL_OF, LEVELS
from tessela.bots.nets.nets import nets_of
from tessela.bots.registry import BOT_NAMES, make_bot, opponents
from tessela.game import Game, OptionError
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json
from tessela.server.course import STAND_IN, Course
from tessela.server.frames import Play, Waiting
from tessela.server.jobs import NO_GUEST, SHORT_SECONDS, Job
from tessela.server.leases import Leases
from tessela.server.memory import settle
from tessela.server.metrics import Metrics, Stopwatch
from tessela.server.readiness import Readiness
from tessela.server.refusals import RefusedError
from tessela.server.service import Service, WithdrawnError
from tessela.server.store import LEASE_SECONDS, StoreError
from tessela.server.table import Table, encode
from tessela.server.tracing import span

PATIENCE = 4.0  # a thought that takes this many times its budget is given up,
LOADING = 30.0  # after these seconds more, for nets may have to be loaded first. The next try may take twice as long
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries, twice as long each time
OUTSIDE_START = 15.0  # seconds that a program has to start
HELP_OUTSIDE_AFTER = 2  # failures of a program of somebody else
HELP_AFTER = 8  # failures of one thought, some three minutes, after which another bot helps
TOLD_AFTER = 1.0  # seconds that a bot waits its turn before people are told
A_LOOK, A_SIMULATION = 0.004, 2e-5  # seconds that levels take, about
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Manner:
    """How bots behave, in seconds: the least that a `turn` and a further `decision` take, the most that a `thought` does."""

    turn: float = 0.6
    decision: float = 0.35
    thought: float = 5.0


@dataclass(slots=True)
class _Turn:
    """A decision that a bot has to make: at a version of a table, and how often it has failed."""

    table: Table
    version: int
    ply: int  # how many moves stand
    seat: int
    level: str
    failures: int = 0
    job: Job | None = None

    @property
    def is_on(self) -> bool:
        """Whether the table still waits for it."""
        return self.table.version == self.version and self.table.bot_to_move() is not None


def think(name: str, seed: int, view: Json, seconds: float) -> str:
    """The move of one of our bots; runs in a process of its own, perhaps on another machine."""
    if name not in BOT_NAMES:
        raise OptionError(f"there is no bot {name!r} here")
    level = LEVEL_OF.get(name)
    budget = level.budget(str(view["game"]), seconds) if level else Budget(seconds=seconds)
    return str(make_bot(name, seed=seed).choose(view, budget).move)


def think_outside(text: str, seed: int, view: Json, seconds: float) -> str:
    """The move of a program that whoever runs this server has let in; runs in a process of its own. Whatever is wrong with it is
    an error, and it is started anew when it is next asked."""
    spec, budget = parse_spec(text), Budget(seconds=seconds)
    if not spec.is_external:
        return str(spec.make(seed).choose(view, spec.budget or budget).move)
    bot = _outside.setdefault(text, ExternalBot(spec.command, start=OUTSIDE_START))
    game = Game.from_view(view)
    bot.begin(game.name, game.options, int(view["seat"]), seed)
    return str(bot.choose(view, spec.budget or budget).move)


_outside: dict[str, ExternalBot] = {}  # the programs that this process has started


def _load_rules() -> None:
    for name in RULESETS:
        game = Game(name, seed=0)
        game.play(game.legal_moves()[0])
    settle()


def load_bots(game: str) -> None:
    """Load what bots need for a game; runs where they think."""
    if LEVELS[-1].name in opponents(game):
        nets_of(game)


class Players:
    """All bots of this server."""

    def __init__(
        self,
        manner: Manner,
        metrics: Metrics,
        service: Service,
        secret: bytes,
        thinking: Callable[[str, int, Json, float], str] = think,
        hosted: Mapping[str, str] | None = None,
    ):
        """`hosted` are programs that play here beside our own bots, by their names."""
        self.hosted = dict(hosted or {})
        self.readiness = Readiness()
        self.manner = manner
        self.service = service
        self._metrics = metrics
        self._think = thinking
        self._secret = secret
        self.leases = Leases()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._turns: dict[str, _Turn] = {}
        self._ready: set[str] = set()
        self._loading: set[asyncio.Task[None]] = set()
        self._resting = False

    def wake(self, table: Table) -> None:
        """See to it that a bot plays whose turn it is, and thinks of nothing else."""
        turn = self._turns.get(table.row.id)
        if turn is not None and turn.job is not None and not turn.is_on:
            self.service.withdraw(turn.job)
        if self._resting or table.bot_to_move() is None or table.row.id in self._playing:
            return
        self._playing[table.row.id] = asyncio.create_task(self._play(table))

    def busy_with(self, table: Table) -> bool:
        """Whether a bot is playing at a table."""
        return table.row.id in self._playing

    def find(self, table: Table) -> None:
        """Wake a bot whose turn it is and for which nobody thinks. That should not happen; it is counted and logged."""
        if not self._resting and table.bot_to_move() is not None and not self.busy_with(table):
            self._metrics.bots_found.inc()
            log.warning("bot-found-idle", table=table.row.id)
            self.wake(table)

    def tell_waits(self) -> None:
        """Tell those who have waited for a while how long it may take."""
        late = [turn for turn in self._turns.values() if turn.table.audience.sockets and _is_late(turn)]
        waits = self.service.waits() if late else {}
        for turn in late:
            assert turn.job is not None
            turn.table.audience.tell_all(encode(Waiting(waits.get(turn.job.number, 0), turn.failures > 0 or turn.job.tries > 0)))

    async def close(self) -> None:
        """Stop playing; what was decided is stored, what was being thought about is thought again after the next start."""
        await self.rest()
        for task in list(self._loading):
            task.cancel()
        await self.readiness.close()
        self.service.close()

    async def rest(self) -> None:
        """Play no more: leases are given back, and bots left to other processes, where there are some."""
        self._resting = True
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._playing.clear()  # also of those who had not begun

    async def _play(self, table: Table) -> None:
        try:
            await self._take_turns(table)
        except Exception:
            log.exception("bot-stopped", table=table.row.id)
        finally:
            self._playing.pop(table.row.id, None)
            self._turns.pop(table.row.id, None)
            await self.leases.leave(table.row.id)

    async def _take_turns(self, table: Table) -> None:
        """Decide for bots at a table until it is somebody else's turn."""
        last_seat = None
        while (level := table.bot_to_move()) is not None:
            course = table.course
            assert course is not None
            assert course.to_move is not None
            turn = self._turns[table.row.id] = _Turn(table, course.version, len(course.standing), course.to_move, level)
            wait = self.manner.decision if turn.seat == last_seat else self.manner.turn
            last_seat = turn.seat
            await self.readiness.wait()
            if not await self._is_ours(turn):
                continue
            began = time.monotonic()
            while turn.is_on:
                with span("turn", alone=True, table=table.row.id, bot=turn.level, version=turn.version):
                    move = await self._thought(turn, course)
                    await asyncio.sleep(max(0.0, began + wait - time.monotonic()))
                    if move is not None:
                        await self._carry_out(turn, move)

    async def _is_ours(self, turn: _Turn) -> bool:
        """Wait until no other process thinks for this table; whether the bot is to move even then."""
        while turn.is_on and not await self.leases.take(turn.table.row.id):
            await asyncio.sleep(LEASE_SECONDS / 6)
        return turn.is_on

    async def _thought(self, turn: _Turn, course: Course) -> str | None:
        """A move of the bot; none if the thought failed or is wanted no more."""
        watch = Stopwatch(self._metrics.thoughts)
        turn.job = self._job(turn, course)
        try:
            move = await self.service.do(turn.job)
        except WithdrawnError:
            return None
        except Exception as error:
            await self._failed(turn, type(error).__name__)
            return None
        watch.stop()
        return str(move)

    def _job(self, turn: _Turn, course: Course) -> Job:
        thinker = self._thinker(turn)
        level = LEVEL_OF.get(thinker)
        simulations = level.simulations(turn.table.row.game) if level else 0
        work, who = (think_outside, self.hosted[thinker]) if thinker in self.hosted else (self._think, thinker)
        arguments = who, self._seed(turn), course.game.view(turn.seat), self.manner.thought
        expected = self.manner.thought if thinker in self.hosted else A_LOOK + A_SIMULATION * simulations
        return Job(
            "move", _served(turn.table), expected, work, arguments,
            urgent=bool(turn.table.audience.sockets), limit=PATIENCE * self.manner.thought + LOADING,
        )  # fmt: skip

    def _thinker(self, turn: _Turn) -> str:
        """Who thinks: the bot itself; in turn with it, where it has failed over and over and might for ever, the one that
        finishes for people who left. For a program of somebody else it helps soon, for one that is no longer here at once."""
        is_ours = turn.level in BOT_NAMES
        after = HELP_AFTER if is_ours else HELP_OUTSIDE_AFTER if turn.level in self.hosted else 0
        helps = turn.failures >= after and (turn.failures % 2 == after % 2 or not (is_ours or turn.level in self.hosted))
        return STAND_IN if helps and STAND_IN in opponents(turn.table.row.game) else turn.level

    def _seed(self, turn: _Turn) -> int:
        """What a bot draws from. It is a secret, other for every decision, and other again when it has to think again. After a
        takeback it is the same: to the same move a bot has the same answer. In a deal of the day it is the same for all."""
        row = turn.table.row
        about = f"bot {row.game + row.daily if row.daily else row.id} {turn.seat} {turn.ply} {turn.failures}"
        return int.from_bytes(hmac.digest(self._secret, about.encode(), "sha256")[:6])

    async def _failed(self, turn: _Turn, error: str) -> None:
        """Say that a bot has failed, and pause before it thinks again: longer every time, for as long as the table waits."""
        self._metrics.bot_failures.inc()
        log.warning("bot-failed", table=turn.table.row.id, bot=turn.level, error=error, failures=turn.failures + 1)
        pause = min(SHORTEST_PAUSE * 2**turn.failures, LONGEST_PAUSE)
        turn.failures += 1
        await asyncio.sleep(pause)

    async def _carry_out(self, turn: _Turn, move: str) -> None:
        """Make a move, as often as it takes to store it."""
        pause = SHORTEST_PAUSE
        while turn.is_on:
            try:
                await turn.table.play([turn.seat], Play(turn.version, move, f"bot-{turn.seat}-{turn.version}"))
            except (RefusedError, StoreError) as error:
                reason = error.reason if isinstance(error, RefusedError) else "not-stored"
                if reason == "illegal":
                    await self._failed(turn, reason)
                    return
                if reason in ("stale", "resync", "not-your-turn"):
                    return
                log.warning("bot-move-refused", table=turn.table.row.id, reason=reason)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def begin(self) -> None:
        """Load the rules before somebody waits for them, and see to it that bots can think."""
        self.readiness.begin()
        self._later(partial(asyncio.to_thread, _load_rules))

    def get_ready(self, game: str) -> None:
        """Load what bots need for a game, which takes a moment, once."""
        if game not in self._ready:
            self._ready.add(game)
            self._later(partial(self._load, game))

    async def _load(self, game: str) -> None:
        """Where short work is done, and where one of the others is."""
        await self.readiness.wait()
        jobs = [
            Job("load", (NO_GUEST,), seconds, load_bots, (game,), limit=PATIENCE * LOADING) for seconds in (SHORT_SECONDS, 1.0)
        ]
        await asyncio.gather(*map(self.service.do, jobs))

    def _later(self, work: Callable[[], Awaitable[None]]) -> None:
        async def logged() -> None:
            try:
                await work()
            except Exception as error:
                log.warning("loading-failed", error=type(error).__name__)

        task = asyncio.create_task(logged())
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)


def _served(table: Table) -> tuple[str, ...]:
    """For whom a bot thinks: those who play or have played at its table, else those who look on."""
    players = {guest for seat in table.row.seats for guest in seat.guests}
    return tuple(sorted(players or {socket.guest for socket in table.audience.sockets}))


def _is_late(turn: _Turn) -> bool:
    """Whether a bot has waited its turn for a while, or has to think again."""
    job = turn.job
    if job is None or not turn.is_on:
        return False
    return turn.failures > 0 or job.tries > 0 or (job.began is None and time.monotonic() - job.asked > TOLD_AFTER)
