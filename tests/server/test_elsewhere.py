"""Workers on other machines: they take errands out of a real PostgreSQL, and nobody waits for one that is not there or gone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tessela.game import IllegalMoveError
from tessela.server import errands, post, workshop
from tessela.server.elsewhere import Elsewhere
from tessela.server.jobs import SHORT_SECONDS, Job
from tessela.server.metrics import Metrics
from tessela.server.service import Service
from tessela.server.store import StoreError
from tessela.server.workers import ThreadWorker, Worker
from tessela.server.workshop import Workshop, WorkshopError, check
from tests.databases import Postgres, needed, running
from tests.patience import PATIENCE
from tests.server.errands import crash, illegal, noted, square, wait_for_file
from tests.server.room import process, run, until

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    needed("postgres")
    with running(Postgres("fsync=off")) as cluster:
        yield cluster


@pytest.fixture
def address(cluster: Postgres) -> str:
    """A database that a server has used."""
    from tessela.server.postgres_store import PostgresStore

    address = cluster.new()
    PostgresStore(address)
    return address


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The work of these tests is in the list of errands; `noted` is not."""
    monkeypatch.setattr(errands, "ERRANDS", (crash, illegal, square, wait_for_file))
    errands.errands.cache_clear()
    yield
    errands.errands.cache_clear()


class Far:
    """A server's service, and the workers elsewhere that it knows."""

    def __init__(self, address: str, name: str = "server1"):
        self.metrics = Metrics()
        self.here = Here(), Here()
        self.service = Service(self.here[0], self.here[1:], self.metrics)
        self.elsewhere = Elsewhere(address, name, self.service, self.metrics)

    def counted(self, outcome: str) -> float:
        return self.metrics.elsewhere.labels(outcome)._value.get()

    async def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await self.service.do(Job("move", ("ada",), 1.0, work, arguments, limit=PATIENCE))


class Here(ThreadWorker):
    """A worker of the server itself, which counts what it does."""

    def __init__(self) -> None:
        super().__init__()
        self.did = 0

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        self.did += 1
        return await super().do(work, arguments, limit)


@asynccontextmanager
async def server_of(address: str, name: str = "server1") -> AsyncIterator[Far]:
    far = Far(address, name)
    far.elsewhere.begin()
    try:
        yield far
    finally:
        await far.elsewhere.close()
        far.service.close()


@asynccontextmanager
async def worker_of(address: str, *processes: Worker) -> AsyncIterator[tuple[Workshop, "asyncio.Task[None]"]]:
    shop = Workshop(address, processes or [ThreadWorker()])
    task = asyncio.create_task(shop.work())
    try:
        yield shop, task
        if not task.done():
            await stopped(shop, task)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await shop.close()


async def stopped(shop: Workshop, task: "asyncio.Task[None]", seconds: float = PATIENCE) -> None:
    shop.end()
    await task
    await shop.finish(seconds, asyncio.Event())


async def cut_off(shop: Workshop, task: "asyncio.Task[None]") -> None:
    """As where the machine has lost its power: nothing is given back, and nobody says that it is gone."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    for busy in list(shop._busy):
        busy.cancel()
    await shop._post.close()


def test_work_is_done_elsewhere_and_errors_come_back(address: str) -> None:
    async def go() -> None:
        async with server_of(address) as far:
            async with worker_of(address, process(), process()):
                await until(lambda: far.elsewhere.places == 2)
                assert await asyncio.gather(*(far.do(square, number) for number in range(6))) == [0, 1, 4, 9, 16, 25]
                with pytest.raises(IllegalMoveError) as raised:
                    await far.do(illegal)
                assert raised.value.legal == ["2B>1"]
                assert far.counted("done") >= 2, "two at a time at least; what they have no place for is done here"
                did = sum(worker.did for worker in far.here)
                assert did + far.counted("done") + far.counted("failed") == 7
            await until(lambda: far.elsewhere.places == 0)
            assert await far.do(square, 7) == 49, "nobody is there any more"

    run(go())


def test_bots_move_elsewhere_and_looks_stay(address: str) -> None:
    """Short work: of it nobody notices a moment more for a bot's move, but for a look they do."""

    async def go() -> None:
        async with server_of(address) as far, worker_of(address):
            await until(lambda: far.elsewhere.places)
            for kind in ("move", "look"):
                job = Job(kind, ("ada",), SHORT_SECONDS, square, (3,), limit=PATIENCE)
                assert await far.service.do(job) == 9
            assert (far.counted("done"), far.here[0].did) == (1, 1)

    run(go())


def test_what_is_not_in_the_list_stays_here(address: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with server_of(address) as far, worker_of(address):
            await until(lambda: far.elsewhere.places)
            assert await far.do(noted, str(tmp_path / "tries")) == 0
            assert far.here[1].did == 1

    run(go())


def test_what_nobody_takes_is_done_here(address: str, tmp_path: Path) -> None:
    """The worker is there, but another server keeps it busy."""

    async def go() -> None:
        async with server_of(address) as one, server_of(address, "server2") as other, worker_of(address):
            await until(lambda: one.elsewhere.places and other.elsewhere.places)
            busy = asyncio.ensure_future(one.do(wait_for_file, str(tmp_path / "go"), "done"))
            await until(lambda: one.elsewhere._given)
            assert await other.do(square, 5) == 25
            assert (other.counted("untaken"), other.here[1].did) == (1, 1)
            (tmp_path / "go").touch()
            assert await busy == "done"
            assert one.counted("done") == 1

    run(go())


def test_a_worker_that_is_gone_loses_nothing(address: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with server_of(address) as far, worker_of(address) as (lost, task):
            await until(lambda: far.elsewhere.places)
            asked = asyncio.ensure_future(far.do(wait_for_file, str(tmp_path / "go"), "done"))
            await until(lambda: lost._busy)
            await cut_off(lost, task)
            async with worker_of(address) as (_, _):
                (tmp_path / "go").touch()
                assert await asked == "done"
            assert far.counted("lost") == 1

    run(go())


def test_a_worker_that_stops_finishes_or_gives_back(address: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with server_of(address) as far:
            async with worker_of(address) as (first, task):
                await until(lambda: far.elsewhere.places)
                asked = asyncio.ensure_future(far.do(wait_for_file, str(tmp_path / "first"), "finished"))
                await until(lambda: first._busy)
                first.end()
                await task
                (tmp_path / "first").touch()
                await first.finish(PATIENCE, asyncio.Event())
                assert await asked == "finished"
            async with worker_of(address) as (second, task):
                await until(lambda: far.elsewhere.places)
                asked = asyncio.ensure_future(far.do(wait_for_file, str(tmp_path / "second"), "by another"))
                await until(lambda: second._busy)
                await stopped(second, task, 0.0)
                (tmp_path / "second").touch()
                async with worker_of(address):
                    assert await asked == "by another"
            assert far.counted("lost") == 0, "it was given back, not lost"

    run(go())


def test_a_process_that_dies_is_not_the_end_of_its_worker(address: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with server_of(address) as far, worker_of(address, process()):
            await until(lambda: far.elsewhere.places)
            assert await far.do(crash, str(tmp_path / "tries"), 1) == "done"
            assert far.metrics.workers_lost.labels("died")._value.get() == 1

    run(go())


def test_a_worker_of_other_sources_takes_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with server_of(address) as far:
            await until(lambda: far.elsewhere._beat_at)
            monkeypatch.setattr(errands, "digest", lambda: "another")
            shop = Workshop(address, [ThreadWorker()])
            with pytest.raises(WorkshopError, match="run other sources"):
                await shop.work()
            await shop.close()

    run(go())


def test_an_answer_that_cannot_be_given_at_first_is_given_later(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker's own way to the database is cut for a moment."""

    async def go() -> None:
        async with server_of(address) as far, worker_of(address) as (shop, _):
            await until(lambda: far.elsewhere.places)
            ask, failed = shop._post.ask, []

            async def ask_in_vain(sql: str, *values: object) -> list[Any]:
                if sql == workshop._ANSWER and not failed:
                    failed.append(sql)
                    raise StoreError("cut")
                return await ask(sql, *values)

            monkeypatch.setattr(shop._post, "ask", ask_in_vain)
            assert await far.do(square, 3) == 9
            assert (len(failed), far.counted("done")) == (1, 1)

    run(go())


def test_what_was_taken_unawares_is_given_back(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database has noted who took an errand, but could no longer say so."""

    async def go() -> None:
        async with server_of(address) as far, worker_of(address) as (shop, _):
            await until(lambda: far.elsewhere.places)
            ask, failed = shop._post.ask, []

            async def ask_in_vain(sql: str, *values: object) -> list[Any]:
                found = await ask(sql, *values)
                if sql == workshop._TAKE and found and not failed:
                    failed.append(sql)
                    raise StoreError("cut")
                return found

            monkeypatch.setattr(shop._post, "ask", ask_in_vain)
            assert await far.do(square, 3) == 9
            assert (len(failed), far.counted("done")) == (1, 1)

    run(go())


def test_a_database_that_says_nothing_keeps_nobody_waiting(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with server_of(address) as far, worker_of(address):
            await until(lambda: far.elsewhere.places)
            asked = asyncio.ensure_future(far.do(wait_for_file, str(tmp_path / "go"), "done"))
            await until(lambda: far.elsewhere._given)
            monkeypatch.setattr(post, "ASK_SECONDS", 0.2)
            answered = far.elsewhere._post._answered

            async def silent(sql: str, values: tuple[object, ...]) -> list[Any]:
                return await answered("SELECT pg_sleep(?)", (PATIENCE,))

            monkeypatch.setattr(far.elsewhere._post, "_answered", silent)
            await until(lambda: far.here[1].did)
            (tmp_path / "go").touch()
            assert await asked == "done"
            assert far.elsewhere.places == 0
            monkeypatch.setattr(post, "ASK_SECONDS", PATIENCE)
            monkeypatch.setattr(far.elsewhere._post, "_answered", answered)
            await until(lambda: far.elsewhere.places)

    run(go())


@pytest.mark.long
def test_a_crash_of_the_database_is_outlived(tmp_path: Path) -> None:
    """What it had of errands is lost with it; whoever waits for an answer is served all the same."""
    needed("postgres")
    from tessela.server.postgres_store import PostgresStore

    async def go(cluster: Postgres, address: str) -> None:
        async with server_of(address) as far, worker_of(address) as (shop, _):
            await until(lambda: far.elsewhere.places)
            asked = asyncio.ensure_future(far.do(wait_for_file, str(tmp_path / "go"), "done"))
            await until(lambda: shop._busy)
            await asyncio.to_thread(cluster.kill)
            (tmp_path / "go").touch()
            assert await asyncio.wait_for(far.do(square, 3), PATIENCE) == 9
            await asyncio.to_thread(cluster.start)
            assert await asked == "done"
            await until(lambda: far.elsewhere.places)
            assert await far.do(square, 4) == 16
            assert far.counted("done") == 1

    with running(Postgres("fsync=off")) as cluster:
        address = cluster.new()
        PostgresStore(address)
        run(go(cluster, address))


def test_a_database_that_no_server_has_used_is_refused(cluster: Postgres) -> None:
    with pytest.raises(WorkshopError, match="start one first"):
        check(cluster.new())


def test_a_database_of_another_version_is_refused(address: str) -> None:
    import psycopg

    check(address)
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE schema_version SET version = version + 1")
    with pytest.raises(WorkshopError, match="use the version of its servers"):
        check(address)


def test_a_worker_needs_no_more_of_the_database_than_the_page_says(address: str, cluster: Postgres) -> None:
    import psycopg

    page = (Path(__file__).parents[2] / "docs" / "scaling.md").read_text()
    statements = page.partition("```sql\n")[2].partition("```")[0]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statements.encode())
        (database,) = connection.execute("SELECT current_database()").fetchone()
    theirs = cluster.address(database).replace("tessela@", "tessela_worker@")
    check(theirs)
    with psycopg.connect(theirs) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("SELECT key FROM secret")

    async def go() -> None:
        async with server_of(address) as far, worker_of(theirs) as (shop, task):
            await until(lambda: far.elsewhere.places)
            assert await far.do(square, 3) == 9
            assert far.counted("done") == 1
            await stopped(shop, task)
            await until(lambda: not far.elsewhere.places)

    run(go())
