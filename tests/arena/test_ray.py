"""Playing on a Ray cluster."""

import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from unittest.mock import Mock

import pytest

from tessela.arena.log import read_log
from tessela.arena.matchfile import match_of
from tessela.arena.ray_workers import RayWorkers, connected
from tessela.arena.schedule import fixtures
from tessela.arena.workers import LocalWorkers
from tessela.extras import MissingExtraError
from tessela.game.errors import OptionError
from tests.patience import PATIENCE

COMMAND = "import sys; from tessela.cli import main; main(sys.argv[1:])"


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"tessela\[ray\]"):
        RayWorkers("local")


def test_a_cluster_that_does_not_start_in_time_is_told_in_one_line(monkeypatch):
    """Ray raises a bare `Exception` of several lines then."""
    ray = ModuleType("ray")
    monkeypatch.setattr(
        ray, "init", Mock(side_effect=Exception("The current node timed out during startup.\nSee its logs.")), raising=False
    )
    ray.__spec__ = ModuleSpec("ray", None)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(OptionError, match=r"^no Ray cluster at 'local': The current node timed out during startup\.$"):
        connected("local", 1, "a try")


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")
def test_a_local_cluster_plays_the_same_games(tmp_path):
    log = tmp_path / "log"
    match = ["greedy", "random", "--games", "6", "--ray", "local", "--processes", "2", "--out", str(log)]
    ran = subprocess.run([sys.executable, "-c", COMMAND, "arena", *match], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    assert "greedy" in ran.stdout
    there = {game.key: game.record for game in read_log(log)}
    with LocalWorkers() as workers:
        here = {game.key: game.record for game in workers.play(fixtures(match_of({"bots": ["greedy", "random"], "games": 6})))}
    assert here == there


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")
def test_a_cluster_that_is_not_there_is_named():
    match = ["greedy", "random", "--ray", "127.0.0.1:1"]
    ran = subprocess.run([sys.executable, "-c", COMMAND, "arena", *match], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert "127.0.0.1:1" in ran.stderr.splitlines()[-1]
