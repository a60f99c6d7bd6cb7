"""Calls of the native library: what is passed is checked, threads and processes may call it at once."""

import multiprocessing
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tessela import Game
from tessela.bots.search import tree
from tessela.bots.search.searcher import Searcher
from tessela.cli import bench_kernels
from tessela.compiled.engine import bound, engine
from tessela.compiled.native import Native
from tessela.game.registry import ruleset_of
from tessela.rules import kernels
from tests.equality import Walk, tree_digest

DUEL = {"tablets": ["rows", "columns", "diagonals"]}
LONG = 3_000_000  # decisions, a fraction of a second


def fresh() -> Any:
    return Walk("azul", {}, 1).states


def test_the_tests_run_on_the_library() -> None:
    assert isinstance(engine(), Native), "run `make setup`: the native library is not there, or older than the sources"


WRONG: dict[str, Callable[[], tuple[Any, ...]]] = {
    "another dtype": lambda: (fresh(), 0, np.zeros(512, np.int32)),
    "two dimensions": lambda: (fresh(), 0, np.zeros((2, 512), np.int16)),
    "every second": lambda: (fresh(), 0, np.zeros(1024, np.int16)[::2]),
    "no array": lambda: (fresh(), 0, [0] * 512),
    "no states": lambda: (np.zeros(1, np.int16), 0, np.zeros(512, np.int16)),
    "too few": lambda: (fresh(), 0),
    "no number": lambda: (fresh(), 0.5, np.zeros(512, np.int16)),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_what_the_library_was_not_compiled_for_is_refused(arguments: Callable[[], tuple[Any, ...]]) -> None:
    with pytest.raises(TypeError):
        kernels.list_moves_of(*arguments())


def test_a_group_of_another_length_is_refused() -> None:
    searcher = Searcher(nodes=10)
    searcher.begin(Game("azul", seed=1), 0, 1)
    desk = searcher.desk
    with pytest.raises(TypeError, match="simulate takes a group of 16"):
        tree.simulate(desk[:5], 1)
    with pytest.raises(TypeError, match="simulate takes a group of 8"):
        tree.simulate(desk._replace(nets=desk.nets._replace(value=desk.nets.value[:3])), 1)  # type: ignore[arg-type]


def test_states_of_either_game_and_parts_of_arrays_are_known() -> None:
    many = ruleset_of("duel").empty(3)
    many[1] = Walk("duel", DUEL, 5).states[0]
    moves = np.zeros(512, np.int16)
    alone = kernels.list_moves_of(many[1:2], 0, moves)
    assert alone > 0
    assert kernels.list_moves_of(many, 1, moves) == alone
    assert kernels.list_moves_of(fresh(), 0, moves) > 0


def test_python_goes_on_while_the_library_works() -> None:
    states, done = fresh(), threading.Event()

    def work() -> None:
        bench_kernels.azul_sampled(states, LONG, 2, 0, 0, kernels.NOTHING_GIVEN)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        done.wait(0.001)
    thread.join()
    assert turns > 1


def test_threads_do_not_disturb_each_other() -> None:
    expected = [tree_digest("azul", seed) for seed in range(4)]
    found: dict[int, int] = {}
    threads = [threading.Thread(target=lambda seed=seed: found.update({seed: tree_digest("azul", seed)})) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(4)] == expected


def digest(seed: int) -> int:
    return Walk("duel", DUEL, seed).to_the_end()


@pytest.mark.parametrize("how", ["spawn", "fork", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_processes_of_every_kind_start_at_once_and_agree(how: str) -> None:
    if how not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {how}")
    expected = [digest(seed) for seed in range(4)]
    with multiprocessing.get_context(how).Pool(4) as pool:
        assert pool.map(digest, range(4)) == expected


def test_bound_arguments_are_checked_once_and_kept() -> None:
    states, moves = fresh(), np.zeros(512, np.int16)
    expected = kernels.list_moves_of(states, 0, moves)
    call = bound(kernels.list_moves_of, states, 0, moves)
    listed = moves[:expected].tolist()
    moves[:] = 0
    del states
    assert call() == expected
    assert moves[:expected].tolist() == listed
    for wrong in WRONG.values():
        with pytest.raises(TypeError):
            bound(kernels.list_moves_of, *wrong())
