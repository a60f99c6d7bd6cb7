"""A worker: processes of this machine that take errands out of the database of servers on other machines (`elsewhere.py`).

It needs that database and nothing else, and of it only the tables with errands and with who is there: no log, no name, no key.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

import msgspec
import psycopg
import structlog

from tessela.game.errors import MOST_QUOTED, TesselaError
from tessela.game.registry import RULESETS
from tessela.server import errands
from tessela.server.players import load_bots
from tessela.server.post import BEAT, ERRANDS, LEAVE, PEERS, RING, ROUND_SECONDS, Post, answers_for
from tessela.server.schema import MIGRATIONS
from tessela.server.store import LEASE_SECONDS, StoreError
from tessela.server.workers import LONGEST_START, Worker

LONGEST_ERRAND: Final = 600.0  # seconds, whatever an errand says
_SERVERS = "SELECT DISTINCT digest FROM peer WHERE places = 0 AND until > clock_timestamp()"
_TAKE = (
    "WITH next AS MATERIALIZED (SELECT server, number FROM errand WHERE worker IS NULL AND digest = ? ORDER BY asked"
    " LIMIT ? FOR UPDATE SKIP LOCKED)"
    " UPDATE errand SET worker = ? FROM next WHERE errand.server = next.server AND errand.number = next.number"
    " RETURNING errand.server, errand.number, name, arguments, seconds"
)
_ANSWER = (
    "WITH told AS (UPDATE errand SET answer = ? WHERE server = ? AND number = ? AND worker = ? RETURNING server)"
    " SELECT pg_notify(?, '') FROM told"
)
_MINE = "SELECT server, number FROM errand WHERE worker = ? AND answer IS NULL"
_GIVE_BACK = "UPDATE errand SET worker = NULL WHERE worker = ? AND answer IS NULL"
_GIVE_ONE_BACK = f"{_GIVE_BACK} AND server = ? AND number = ?"
RETRIES: Final = 20  # to give an answer
log = structlog.get_logger()


class WorkshopError(TesselaError):
    """There is no work for a worker like this one."""


def check(address: str) -> None:
    """Refuse a database that has no errands for us."""
    try:
        with psycopg.connect(address, connect_timeout=10) as connection:
            found = connection.execute("SELECT version FROM schema_version").fetchone()
            connection.execute("SELECT FROM peer, errand LIMIT 0")
    except psycopg.errors.UndefinedTable:
        raise WorkshopError("no server of this version has used the database yet: start one first") from None
    except psycopg.Error as error:
        raise WorkshopError(f"cannot use the database: {' '.join(str(error).split())}") from None
    version = found[0] if found else 0
    if version != len(MIGRATIONS):
        raise WorkshopError(f"the database has version {version}, this worker {len(MIGRATIONS)}: use the version of its servers")


class Workshop:
    """Some processes that take errands, until they are told to stop."""

    def __init__(self, address: str, processes: Sequence[Worker]):
        self.name = f"worker-{secrets.token_hex(5)}"
        self._all = list(processes)
        self._free = list(processes)
        self._busy: set[asyncio.Task[None]] = set()
        self._at: set[tuple[str, int]] = set()  # the errands that are under way, by server and number
        self._post = Post(address, lambda channel: self._stirred.set(), ERRANDS, PEERS)
        self._stirred = asyncio.Event()
        self._beat_at = 0.0
        self.ending = False

    async def get_ready(self) -> None:
        """Load what bots need, before somebody waits for it."""
        loads = [process.do(load_bots, (game,), LONGEST_START) for process in self._all for game in RULESETS]
        await asyncio.gather(*loads)

    def end(self) -> None:
        """Take nothing more."""
        self.ending = True
        self._stirred.set()

    async def work(self) -> None:
        """Take errands until told to stop; through whatever happens to the database."""
        self._post.begin()
        log.info("worker-began", worker=self.name, places=len(self._all), sources=errands.digest())
        failing = False
        while not self.ending:
            await self._stirred.wait()
            self._stirred.clear()
            try:
                await self._step()
                if failing:
                    log.info("recovered", after="errands-not-taken")
                failing = False
            except StoreError as error:
                if not failing:
                    log.warning("errands-not-taken", error=str(error))
                failing = True

    async def finish(self, seconds: float, at_once: asyncio.Event) -> None:
        """Finish what was begun, for so long or until that comes; what is not done by then is given back, for others."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                hurry = asyncio.ensure_future(at_once.wait())
                while self._busy and not hurry.done():
                    await asyncio.wait({*self._busy, hurry}, return_when=asyncio.FIRST_COMPLETED)
        hurry.cancel()
        log.info("worker-ends", worker=self.name, given_back=len(self._busy))
        with contextlib.suppress(StoreError):
            await self._post.ask(_GIVE_BACK, self.name)
            await self._post.ask(LEAVE, self.name)
            for channel in (ERRANDS, PEERS):
                await self._post.ask(RING, channel)

    async def close(self) -> None:
        """End all processes."""
        for task in self._busy:
            task.cancel()
        for process in self._all:
            process.close()
        await asyncio.gather(*self._busy, return_exceptions=True)
        await self._post.close()

    async def _step(self) -> None:
        if monotonic() - self._beat_at >= LEASE_SECONDS / 3:
            await self._beat()
        while self._free and not self.ending and (taken := await self._take()):
            for errand in taken:
                self._at.add(errand[:2])
                task = asyncio.create_task(self._carry_out(self._free.pop(), *errand))
                self._busy.add(task)
                task.add_done_callback(self._busy.discard)

    async def _beat(self) -> None:
        """Say that this worker lives, where there are servers of its sources or none at all."""
        digests = [digest for (digest,) in await self._post.ask(_SERVERS)]
        if digests and errands.digest() not in digests:
            raise WorkshopError("the servers of this database run other sources: use the version that they have")
        await self._post.ask(BEAT, self.name, errands.digest(), len(self._all))
        if not self._beat_at:
            await self._post.ask(RING, PEERS)
        for server, number in await self._post.ask(_MINE, self.name):
            if (server, number) not in self._at:  # taken when the database could no longer say so
                await self._post.ask(_GIVE_ONE_BACK, self.name, server, number)
                await self._post.ask(RING, ERRANDS)
        self._beat_at = monotonic()

    async def _take(self) -> list[Any]:
        return await self._post.ask(_TAKE, errands.digest(), len(self._free), self.name)

    async def _carry_out(self, process: Worker, server: str, number: int, name: str, arguments: bytes, seconds: float) -> None:
        try:
            answer = await self._answer(process, name, arguments, seconds)
            await self._tell(answer, server, number)
        finally:
            self._at.discard((server, number))
            self._free.append(process)
            self._stirred.set()

    async def _tell(self, answer: bytes, server: str, number: int) -> None:
        """Give an answer, as often as it takes for a while; what is not given then will be asked for again."""
        for _ in range(RETRIES):
            try:
                await self._post.ask(_ANSWER, answer, server, number, self.name, answers_for(server))
                return
            except StoreError:
                await asyncio.sleep(ROUND_SECONDS)
        log.warning("answer-not-given", server=server)

    async def _answer(self, process: Worker, name: str, arguments: bytes, seconds: float) -> bytes:
        try:
            work, given = errands.read(name, arguments)
        except (LookupError, msgspec.MsgspecError) as error:
            log.warning("errand-refused", errand=name[:MOST_QUOTED], error=str(error))
            return errands.answer_of(error=RuntimeError("there is no such errand"))
        try:
            return errands.answer_of(await process.do(work, given, min(seconds, LONGEST_ERRAND)))
        except Exception as error:
            return errands.answer_of(error=error)
