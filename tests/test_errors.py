"""Every error of the package travels: between processes, machines, and the threads of a test."""

import importlib
import inspect
import pickle
import pkgutil

import pytest

import tessela
from tessela.game.errors import OptionError

SAMPLES = {  # of what errors are made from; what stands later is looked for first
    "str": "so it is", "int": 409, "float": 0.5, "bool": True, "int | None": 4, "float | None": 0.5, "Sequence": ["1B>1"],
    "Literal": "late",
}  # fmt: skip
ELSEWHERE = ("llvmlite", "numba", "torch", "ray", "psycopg", "psycopg_pool", "redis")  # extras that may be missing here


def every_kind():
    """The classes of errors in all modules, wherever they stand."""
    found = {}
    for module in pkgutil.walk_packages(tessela.__path__, "tessela."):
        if not module.name.endswith("__main__"):
            members = members_of(module.name)
            found |= {f"{one.__module__}.{one.__qualname__}": one for one in members if is_ours(one)}
    return [found[name] for name in sorted(found)]


def members_of(module):
    """What stands in a module; nothing in one whose extra is not here."""
    try:
        return list(vars(importlib.import_module(module)).values())
    except ModuleNotFoundError as error:
        if error.name not in ELSEWHERE:
            raise
        return []


def is_ours(thing):
    return inspect.isclass(thing) and issubclass(thing, BaseException) and thing.__module__.startswith("tessela.")


def sample(kind):
    """An error of a kind, made from what its own signature asks for."""
    if not inspect.isfunction(kind.__init__):
        return kind("so it is")
    asked = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return kind(*(next(SAMPLES[known] for known in reversed(SAMPLES) if known in _name(one.annotation)) for one in asked))


def _name(annotation):
    return annotation.__name__ if inspect.isclass(annotation) else str(annotation)


def test_every_error_survives_pickling():
    kinds = every_kind()
    assert {"WorkerLostError", "HouseError", "BotError", "IllegalMoveError", "MissingExtraError"} <= {
        kind.__name__ for kind in kinds
    }
    for error in [*map(sample, kinds), OptionError("long " * 1000), OptionError("not\x00printable\\")]:
        error.__notes__ = ["a note"]
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.args, again.__dict__) == (str(error), error.args, error.__dict__)


@pytest.mark.parametrize("how", ["died", "overdue", "late", "ended"])
def test_a_lost_worker_says_how(how):
    from tessela.server.workers import WorkerLostError

    assert str(WorkerLostError(how, began=True)) in ("the worker died", "the work took too long", f"the worker {how}")
