"""Bots that have to be got ready first: people are told how far that is, and the bots play when it is done."""

import asyncio
import sys
from pathlib import Path

import pytest

from tessela.server.players import Players
from tessela.server.readiness import Readiness
from tests.patience import PATIENCE
from tests.server.room import ear_at, open_house, run, table_for

# Tells some shares, then waits for a file to be there before it is done
SLOW = """
import pathlib, sys, time
for share in ("0.100", "0.101", "0.600"):
    print(share, flush=True)
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.01)
print("1.000", flush=True)
"""


def readiness(players: Players, *command: str) -> Readiness:
    """Let bots get ready by a command first."""
    told = players.readiness.told
    players.readiness = Readiness((sys.executable, *command), ready=lambda: False)
    players.readiness.told = told
    return players.readiness


def test_bots_that_are_compiled_ahead_are_ready_at_once() -> None:
    async def check() -> None:
        async with open_house() as house:
            assert house.players.readiness.share == 1.0
            assert house.preparing() is None
            await asyncio.wait_for(house.players.readiness.wait(), PATIENCE)

    run(check())


def test_people_hear_how_far_the_bots_are_and_the_bot_plays_when_it_is_ready(tmp_path: Path) -> None:
    async def check() -> None:
        async with open_house() as house:
            getting = readiness(house.players, "-c", SLOW, str(tmp_path / "go"))
            table = await table_for(house, "azul", "bot a")
            ear = ear_at(table, "a")
            getting.begin()
            while getting.share < 0.6:
                await asyncio.sleep(0.01)
            assert b'"preparing"' in (house.preparing() or b"")
            assert table.version == 0
            (tmp_path / "go").touch()
            await asyncio.wait_for(getting.wait(), PATIENCE)
            while table.bot_to_move() is not None:
                await asyncio.sleep(0.01)
            shares = [frame["share"] for frame in ear.frames if frame["kind"] == "preparing"]
            assert shares[0] == pytest.approx(0.1)
            assert shares[-1] == 1.0
            assert shares == sorted(set(shares))
            assert house.preparing() is None

    run(check())


@pytest.mark.parametrize("program", ["import sys; sys.exit(3)", "print('no share')"])
def test_a_preparation_that_fails_keeps_nobody_waiting(program: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            getting = readiness(house.players, "-c", program)
            getting.begin()
            await asyncio.wait_for(getting.wait(), PATIENCE)
            assert getting.share == 1.0

    run(check())


def test_a_server_that_stops_leaves_no_preparation_behind(tmp_path: Path) -> None:
    async def check() -> None:
        async with open_house() as house:
            getting = readiness(house.players, "-c", SLOW, str(tmp_path / "never"))
            getting.begin()
            while getting.share < 0.6:
                await asyncio.sleep(0.01)
        assert getting.share == 1.0

    run(check())
