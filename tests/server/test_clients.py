"""The chaos and abuse clients of bench/, smaller: what they find must hold here too."""

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from bench.clients import abuse, disk, exactly_once, fuzz, line, soak
from bench.clients.log import compare
from bench.clients.process import client
from bench.clients.process import served as serving
from bench.clients.proxy import bad_line
from bench.crowd import Figures, Match, Person

from tests.patience import PATIENCE
from tests.server.conftest import Server

linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks for memory in /proc")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_exactly_once_through_a_bad_line(server: Server, game: str) -> None:
    async def check() -> None:
        tally, wish = exactly_once.Tally(), argparse.Namespace(seed=1, moves=50)
        async with bad_line(server.address, seed=2, share=0.3) as line:
            await exactly_once.play(server.address, line.address, game, wish, tally)
        assert tally.moves >= 50
        assert tally.tries > tally.moves, "something had to be sent again"
        assert min(line.done.values()) > 10
        assert exactly_once.check(server.folder, tally) == (0, 0, 0)
        assert not tally.refused

    run(check())


def test_junk_over_sockets_breaks_nothing(server: Server) -> None:
    async def check() -> None:
        closed: Counter[int] = Counter()
        async with client() as http:
            person = await Person(server.address, http).arrive()
            await fuzz.over_sockets(person, 3000, 7, closed)
        assert not closed[fuzz.INTERNAL_ERROR]
        assert not closed[line.GONE]

    run(check())


def test_junk_over_http_breaks_nothing(server: Server) -> None:
    async def check() -> None:
        answers: Counter[int] = Counter()
        await fuzz.over_http(server.address, 2000, 7, answers)
        assert sum(answers.values()) == 2000
        assert not [status for status in answers if status >= 500 and status != 503]  # 503: more than one may ask for at once
        assert {200, 404, 405, 422} <= set(answers)

    run(check())


@linux
@pytest.mark.parametrize("trouble", ["full", *(pytest.param(more, marks=pytest.mark.long) for more in ("read-only", "slow"))])
def test_a_disk_in_trouble(tmp_path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused clearly, nothing lost, and afterwards people, clocks and bots go on."""
    monkeypatch.setattr(disk, "WELL_AGAIN", PATIENCE)
    with serving(tmp_path / "data", "--no-limits", "--bot-pace", "0", settle=0.0, program=disk.PROGRAM) as server:
        after = asyncio.run(asyncio.wait_for(disk.try_out(server, trouble, seconds=2.0), 3 * PATIENCE))
    assert after.stored > 0
    assert (after.lost, after.wrongly_refused, after.healthy) == (0, [], 200)
    assert bool(after.refused) == (trouble != "slow")
    assert max(after.waits.values()) < PATIENCE


@linux
def test_one_guest_at_his_worst(tmp_path: Path) -> None:
    """Others play on, and their bot answers."""

    async def check() -> None:
        loud, answers = Figures(), [0.0]
        with serving(tmp_path / "data", "--bot-pace", "0", settle=0.0) as server:
            async with client() as http:
                matches = [await Match.begin(server.address, http, seed) for seed in range(2)]
                others = abuse.Others(server, http, matches)
                async with abuse.somebody_abusing(server.address, tables=50, share=0.05) as deeds:
                    await others.play(loud, answers, 3.0, at_least=2)
                assert compare(server.folder, matches) == (0, 0, 0)
                await asyncio.gather(*(match.close() for match in matches))
            assert not loud.errors
            assert not others.broken
            assert loud.acknowledged
            assert server.complaints() == 0
            assert deeds["tables of the strongest bots"]  # what else he asks of the bots may wait behind these
            assert deeds["sockets"]

    run(check())


@linux
@pytest.mark.long
def test_a_soak(tmp_path: Path) -> None:
    """An hour, or as many minutes as TESSELA_SOAK_MINUTES says."""
    wish = argparse.Namespace(minutes=float(os.environ.get("TESSELA_SOAK_MINUTES", "60")))
    assert asyncio.run(soak.measure(tmp_path / "data", wish))
