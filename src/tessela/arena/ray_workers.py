"""Workers on the machines of a Ray cluster; an extra."""

import importlib
import os
import socket
from collections.abc import Generator, Iterable
from typing import Any

from tessela.arena.playing import Referee
from tessela.arena.results import Played
from tessela.arena.schedule import Fixture
from tessela.extras import require
from tessela.game.errors import OptionError, TesselaError
from tessela.system import cores

LOCAL = "local"
REACH_SECONDS = 5.0
# a local cluster takes what it can get unless it is told not to
LOCAL_LIMITS = {"include_dashboard": False, "object_store_memory": 200 * 2**20}


class RayWorkers:
    """One worker for each core of a cluster, or as many as wished. Every machine needs Tessela and the external bots."""

    def __init__(self, address: str, workers: int | None = None):
        self._ray = connected(address, workers, "a match on Ray")
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        actor = self._ray.remote(num_cpus=1)(Referee)
        self._actors: list[Any] = [actor.remote() for _ in range(min(workers or cores, cores))]

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Give each worker one game after the other."""
        waiting = iter(fixtures)
        idle, running = list(self._actors), {}
        while True:
            while idle and (fixture := next(waiting, None)):
                actor = idle.pop()
                running[actor.play.remote(fixture)] = actor
            if not running:
                return
            done, _ = self._ray.wait(list(running))
            idle += [running.pop(reference) for reference in done]
            yield from self._results(done)

    def _results(self, references: list[Any]) -> Generator[Played]:
        try:
            yield from self._ray.get(references)
        except self._ray.exceptions.RayActorError:
            raise TesselaError("a worker of the match has died; run it again, finished games in its log are kept") from None

    def __enter__(self) -> "RayWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        """Abandon the games that are being played; bots see the end of their input."""
        for actor in self._actors:
            self._ray.kill(actor)
        self._ray.shutdown()


def connected(address: str, workers: int | None, what: str) -> Any:
    """The ray module, connected to the cluster at an address, or to one started here, for what needs it."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    require("ray", what)
    ray = importlib.import_module("ray")
    _check_reachable(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(num_cpus=workers or cores(), **LOCAL_LIMITS, **quiet)
        else:
            ray.init(address=address, **quiet)
    except Exception as error:  # Ray has no class of its own for a node that does not start in time
        raise OptionError(f"no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None
    return ray


def _check_reachable(address: str) -> None:
    """Refuse an address at which nobody answers; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address == LOCAL or not colon:
        return
    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise OptionError(f"no Ray cluster at {address!r}: {error}") from None
