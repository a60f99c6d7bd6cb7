"""A server, a worker, Redis or PostgreSQL dies while people play: a share of bar R5 of `python -m bench.several`."""

import argparse
import asyncio
from pathlib import Path

import pytest
from bench.clients import disasters, exactly_once
from bench.clients.cluster import clustered
from bench.clients.log import compare
from bench.clients.proxy import bad_line

from tests.databases import needed
from tests.patience import PATIENCE

SLOW_CLOCK = 5.0  # seconds: on a busy machine one hears late what a clock shows; it was 7 to 13 where clocks were wrong
pytestmark = pytest.mark.xdist_group("postgres")


@pytest.mark.long
def test_whatever_dies_everybody_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needed("postgres", "redis-server")
    monkeypatch.setattr(disasters, "GIVEN_UP", PATIENCE)

    async def check() -> None:
        async with clustered(tmp_path, 2, "--bot-pace", "0") as cluster:
            await cluster.add_worker()
            crowd, waits, _ = await disasters.through(cluster, 2, seed=3)
            assert compare(cluster.store, crowd.tables) == (0, 0, 0)
            assert [len(seconds) for seconds in waits.values()] == [2, 2, 2, 2]
            assert max(map(max, waits.values())) < PATIENCE
            assert crowd.account.codes, "somebody was thrown off"
            assert crowd.account.drift < SLOW_CLOCK

    asyncio.run(asyncio.wait_for(check(), 9 * PATIENCE))


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_exactly_once_from_server_to_server(tmp_path: Path, game: str) -> None:
    """Over a bad line that cuts people off, who come back to either of two servers."""
    needed("postgres", "redis-server")

    async def check() -> None:
        async with clustered(tmp_path, 2) as cluster:
            servers, tally = [server.address for server in cluster.servers], exactly_once.Tally()
            wish = argparse.Namespace(seed=1, moves=100)
            async with bad_line(servers, 2, 0.3, cuts=0.05) as line:
                await exactly_once.play(servers[0], line.address, game, wish, tally)
            assert line.done["cut off"] > 5
            assert exactly_once.check(cluster.store, tally) == (0, 0, 0)
            assert not tally.refused

    asyncio.run(asyncio.wait_for(check(), PATIENCE))
