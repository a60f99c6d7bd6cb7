"""Whether the bots can answer at once. Where kernels have to be compiled first, a process does it, and people are told."""

import asyncio
import sys
from collections.abc import Callable

import structlog

from tessela.compiled import is_ready

COMMAND = (sys.executable, "-m", "tessela.bots.preparing")
TOLD_STEPS = 50  # a share is told when it has grown by one of these steps
log = structlog.get_logger()


class Readiness:
    """How far the bots are with getting ready, from 0 to 1; from then on they think when they are asked."""

    def __init__(self, command: tuple[str, ...] = COMMAND, ready: Callable[[], bool] = is_ready):
        self.share = 1.0 if ready() else 0.0
        self.told: Callable[[float], None] = lambda share: None  # who wants to hear of it
        self._command = command
        self._done = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        if self.share == 1.0:
            self._done.set()

    def begin(self) -> None:
        """Get ready, if we are not."""
        if not self._done.is_set():
            self._work = asyncio.create_task(self._get_ready())

    async def wait(self) -> None:
        """Wait till the bots are ready."""
        await self._done.wait()

    async def close(self) -> None:
        """Leave it."""
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _get_ready(self) -> None:
        """Whatever becomes of it, bots may think then: what is missing is compiled when they need it."""
        try:
            await self._prepare()
        except Exception as error:
            log.warning("preparing-failed", error=type(error).__name__)
        finally:
            self._done.set()
            self._tell(1.0)

    async def _prepare(self) -> None:
        process = await asyncio.create_subprocess_exec(*self._command, stdout=asyncio.subprocess.PIPE)
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                share = float(line)
                if int(share * TOLD_STEPS) > int(self.share * TOLD_STEPS):
                    self._tell(min(share, 1.0 - 1 / TOLD_STEPS))
            if await process.wait():
                log.warning("preparing-failed", exit=process.returncode)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _tell(self, share: float) -> None:
        self.share = share
        self.told(share)
