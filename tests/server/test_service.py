"""Work beside the event loop: one job's crash, hang or end is nobody else's."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tessela.game import IllegalMoveError
from tessela.server import service as services
from tessela.server import workers
from tessela.server.jobs import SHORT_SECONDS, Job
from tessela.server.metrics import Metrics
from tessela.server.service import MOST_TRIES, Service, TooManyJobsError, WithdrawnError
from tessela.server.workers import ProcessWorker, Worker, WorkerLostError
from tests.patience import PATIENCE
from tests.server.errands import crash, dies_at_once, hang, illegal, leave, never_begins, odd, square, wait_for_file
from tests.server.room import run


@asynccontextmanager
async def service_of(short: Worker, *long: Worker) -> AsyncIterator[Service]:
    service = Service(short, long, Metrics())
    try:
        yield service
    finally:
        service.close()


def processes(number: int = 1) -> list[ProcessWorker]:
    return [ProcessWorker(0) for _ in range(number + 1)]


def job(work: Callable[..., Any], *arguments: Any, guest: str = "ada", limit: float = PATIENCE, **more: Any) -> Job:
    return Job("move", (guest,), more.pop("seconds", 0.1), work, arguments, limit=limit, **more)


def test_a_crash_is_nobody_elses(tmp_path: Path) -> None:
    """One process is killed again and again; what the other does goes on, and what waits is done."""

    async def check() -> None:
        async with service_of(*processes(2)) as service:
            slow = asyncio.ensure_future(service.do(job(wait_for_file, str(tmp_path / "go"), "slow")))
            crashing = asyncio.ensure_future(service.do(job(crash, str(tmp_path / "tries"), MOST_TRIES - 1)))
            waiting = [asyncio.ensure_future(service.do(job(square, number))) for number in range(20)]
            assert await asyncio.gather(*waiting) == [number * number for number in range(20)]
            assert await crashing == "done"
            assert not slow.done()
            (tmp_path / "go").touch()
            assert await slow == "slow"
            assert (tmp_path / "tries").stat().st_size == MOST_TRIES
            assert service._metrics.workers_lost.labels("died")._value.get() == MOST_TRIES - 1

    run(check())


def test_a_job_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    async def check() -> None:
        async with service_of(*processes()) as service:
            with pytest.raises(WorkerLostError) as lost:
                await service.do(job(crash, str(tmp_path / "tries"), 99))
            assert (lost.value.how, (tmp_path / "tries").stat().st_size) == ("died", MOST_TRIES)
            assert await service.do(job(square, 3)) == 9

    run(check())


def test_a_process_that_leaves_is_one_that_died() -> None:
    async def check() -> None:
        async with service_of(*processes()) as service:
            with pytest.raises(WorkerLostError):
                await service.do(job(leave))
            assert await service.do(job(square, 3)) == 9

    run(check())


def test_what_hangs_is_ended_alone_and_tried_again_with_more_time(tmp_path: Path) -> None:
    async def check() -> None:
        async with service_of(*processes(2)) as service:
            slow = asyncio.ensure_future(service.do(job(wait_for_file, str(tmp_path / "go"), "slow")))
            hanging = asyncio.ensure_future(service.do(job(hang, str(tmp_path / "tries"), 1, limit=2.0)))
            assert await service.do(job(square, 3)) == 9
            assert await hanging == "done"
            assert not slow.done()
            (tmp_path / "go").touch()
            assert await slow == "slow"

    run(check())


def test_errors_come_back_as_they_are_and_cost_no_worker() -> None:
    async def check() -> None:
        async with service_of(*processes()) as service:
            with pytest.raises(IllegalMoveError) as error:
                await service.do(job(illegal))
            assert error.value.legal == ["2B>1"]
            with pytest.raises(RuntimeError, match="OddError: 1 and 2"):
                await service.do(job(odd))
            with pytest.raises((AttributeError, TypeError)):
                await service.do(job(lambda: 1))
            assert await service.do(job(square, 3)) == 9
            assert not [sample for metric in service._metrics.workers_lost.collect() for sample in metric.samples]

    run(check())


def test_who_gives_up_waiting_disturbs_nobody(tmp_path: Path) -> None:
    """A job whose asker is cancelled, while it waits or while it runs, leaves all others as they are."""

    async def check() -> None:
        async with service_of(*processes()) as service:
            running = asyncio.ensure_future(service.do(job(wait_for_file, str(tmp_path / "go"), "x")))
            queued = [asyncio.ensure_future(service.do(job(square, number))) for number in range(6)]
            await asyncio.sleep(0)
            running.cancel()
            queued[2].cancel()
            await asyncio.gather(running, queued[2], return_exceptions=True)
            assert len(service._queue) == 5
            (tmp_path / "go").touch()
            rest = [task for number, task in enumerate(queued) if number != 2]
            assert await asyncio.gather(*rest) == [0, 1, 9, 16, 25]

    run(check())


def test_closing_ends_all_processes_whatever_they_do(tmp_path: Path) -> None:
    async def check() -> None:
        made = processes(2)
        async with service_of(*made) as service:
            tasks = [asyncio.ensure_future(service.do(job(hang, str(tmp_path / str(number)), 1))) for number in range(2)]
            await service.do(job(square, 2, seconds=SHORT_SECONDS))
            while not all((tmp_path / str(number)).exists() for number in range(2)):
                await asyncio.sleep(0.01)
            ids = [worker._process.pid for worker in made if worker._process]
            assert len(ids) == 3
        for worker in made:
            await asyncio.to_thread(worker._thread.shutdown)
        for process in ids:
            with pytest.raises(ProcessLookupError):
                os.kill(process or 0, 0)
        for task in tasks:
            task.cancel()

    run(check())


@pytest.mark.parametrize("life", [never_begins, dies_at_once])
def test_a_process_that_cannot_begin_loses_no_job(life: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the machine is very busy: it gets more time each time, and the job goes on waiting."""

    async def check() -> None:
        monkeypatch.setattr(workers, "_serve", life)
        monkeypatch.setattr(workers, "START_SECONDS", 0.2)
        monkeypatch.setattr(services, "SHORTEST_PAUSE", 0.01)
        made = processes()
        async with service_of(*made) as service:
            asked = asyncio.ensure_future(service.do(job(square, 3)))
            how = "late" if life is never_begins else "died"
            while service._metrics.workers_lost.labels(how)._value.get() < MOST_TRIES + 1:
                await asyncio.sleep(0.01)
            if life is never_begins:
                assert max(worker._patience for worker in made) > 0.2
            monkeypatch.undo()
            assert await asked == 9

    run(check())


async def settled() -> None:
    """Let everybody who can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


class Held:
    """A worker that does nothing before it is told to."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self._free = asyncio.Semaphore(0)

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        self.begun.append(arguments)
        await self._free.acquire()
        return work(*arguments)

    def close(self) -> None:
        pass

    async def let(self, number: int) -> None:
        """Let so many jobs be done."""
        for _ in range(number):
            before = len(self.begun)
            self._free.release()
            while len(self.begun) == before:
                await asyncio.sleep(0)


def asked(service: Service, name: str, guest: str, **more: Any) -> "asyncio.Task[Any]":
    return asyncio.ensure_future(service.do(job(str, name, guest=guest, **more)))


def test_a_crowd_of_one_guests_jobs_keeps_nobody_waiting() -> None:
    async def check() -> None:
        short, long = Held(), Held()
        async with service_of(short, long) as service:
            crowd = [asked(service, f"greedy {number}", "greedy") for number in range(1000)]
            await settled()
            gentle = asked(service, "gentle", "ben", seconds=0.001)
            strong = asked(service, "strong", "cleo")
            await settled()
            assert short.begun == [("gentle",)], "short work has a worker of its own"
            assert long.begun == [("greedy 0",)]
            await long.let(2)
            assert ("strong",) in long.begun[1:3]
            for task in (*crowd, gentle, strong):
                task.cancel()

    run(check())


def test_long_work_is_not_kept_from_its_workers_by_short() -> None:
    async def check() -> None:
        short, long = Held(), Held()
        async with service_of(short, long) as service:
            tasks = [asked(service, f"short {number}", "ada", seconds=0.001) for number in range(10)]
            await settled()
            assert (len(short.begun), len(long.begun)) == (1, 1), "where there is no long work they help"
            tasks.append(asked(service, "long", "ada"))
            await settled()
            await long.let(1)
            assert long.begun[1] == ("long",)
            for task in tasks:
                task.cancel()

    run(check())


def test_waits_are_foretold_by_what_is_ahead_and_by_what_it_took_so_far() -> None:
    async def check() -> None:
        async with service_of(Held(), Held()) as service:
            tasks = [asked(service, "ada", "ada", seconds=2.0) for _ in range(4)]
            await settled()
            last = Job("move", ("ada",), 2.0, str, ("last",))
            tasks.append(asyncio.ensure_future(service.do(last)))
            await settled()
            assert service.waits()[last.number] == 8
            service._pace = 1.5
            assert service.waits()[last.number] == 12
            for task in tasks:
                task.cancel()

    run(check())


def test_a_guest_may_not_ask_for_too_many_hints_at_once() -> None:
    async def check() -> None:
        async with service_of(Held(), Held()) as service:
            tasks = [
                asyncio.ensure_future(service.do(Job("hint", ("ada",), 3.0, str)))
                for _ in range(1 + services.MOST_WAITING["hint"])
            ]
            await settled()
            with pytest.raises(TooManyJobsError) as refusal:
                await service.do(Job("hint", ("ada",), 3.0, str))
            assert refusal.value.seconds >= 3
            tasks.append(asyncio.ensure_future(service.do(Job("hint", ("ben",), 3.0, str))))
            await settled()
            assert not tasks[-1].done()
            for task in tasks:
                task.cancel()

    run(check())


def test_what_nobody_wants_any_more_is_not_begun() -> None:
    async def check() -> None:
        long = Held()
        async with service_of(Held(), long) as service:
            first = asked(service, "first", "ada")
            await settled()
            late = Job("hint", ("ada",), 0.1, str, ("late",), within=0.05)
            with pytest.raises(TooManyJobsError):
                await service.do(late)
            taken_back = Job("move", ("ada",), 0.1, str, ("taken back",))
            waiting = asyncio.ensure_future(service.do(taken_back))
            await settled()
            service.withdraw(taken_back)
            with pytest.raises(WithdrawnError):
                await waiting
            last = asked(service, "last", "ada")
            await settled()
            await long.let(1)
            assert long.begun == [("first",), ("last",)]
            for task in (first, last):
                task.cancel()

    run(check())


def test_a_job_that_one_more_wants_begins_when_the_turn_of_either_comes() -> None:
    async def check() -> None:
        long = Held()
        async with service_of(Held(), long) as service:
            crowd = [asked(service, f"greedy {number}", "greedy") for number in range(50)]
            shared = Job("review", ("greedy",), 0.03, str, ("shared",), urgent=False)
            crowd.append(asyncio.ensure_future(service.do(shared)))
            await settled()
            service.share(shared, "ben")
            await long.let(3)
            assert ("shared",) in long.begun
            for task in crowd:
                task.cancel()

    run(check())
