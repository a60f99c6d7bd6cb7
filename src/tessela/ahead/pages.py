"""What the pages are to know: entry points as functions of TypeScript, the layout of records, shapes of arrays, the nets."""

from typing import Any

import numpy as np

from tessela.ahead.front import Declared, entries_of
from tessela.compiled.kinds import Array, Group, Number, leaves

FOR_PAGES = ("tessela.rules", "tessela.bots")  # training and measuring stay at home


def for_pages(game: str, entries: list[Declared]) -> list[Declared]:
    """The entry points of a game that pages can call."""
    return [entry for entry in entries_of(game, entries) if entry.module.startswith(FOR_PAGES)]


def scalar(dtype: np.dtype[Any]) -> str:
    """A type of numbers as TypeScript calls it here."""
    return f"{dtype.kind}{8 * dtype.itemsize}"


def layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Where the fields of a record lie."""
    fields = {}
    for name in dtype.names or ():
        kind, at = dtype.fields[name][:2]  # type: ignore[index]
        fields[name] = {"at": at, "type": scalar(kind.base), "shape": list(kind.shape)}
    return {"size": dtype.itemsize, "fields": fields}


def flat(entry: Declared) -> list[tuple[str, Number | Array]]:
    """The arguments of an entry point one by one, with names."""
    found: list[tuple[str, Number | Array]] = []
    for name, kind in zip(entry.parameters, entry.signature.takes, strict=True):
        found += [(f"{name}_{i}" if isinstance(kind, Group) else name, part) for i, part in enumerate(leaves(kind))]
    return found


def arguments(entry: Declared) -> list[str]:
    """The arguments of the C function, by name."""
    found = []
    for name, kind in flat(entry):
        found.append(f"{name}: Address" if isinstance(kind, Array) else f"{name}: number")
        if isinstance(kind, Array):
            found += [f"{name}_{axis}: number" for axis in kind.free]
    return [*found, "out: Address"] if isinstance(entry.signature.gives, Group) else found


def function(entry: Declared) -> str:
    """An entry point as a function of TypeScript."""
    gives = "number" if isinstance(entry.signature.gives, Number) else "void"
    doc = (entry.kernel.py_func.__doc__ or "").strip().splitlines()[0]
    return f"  /** {doc} */\n  {entry.name}({', '.join(arguments(entry))}): {gives}"


def rooms(entry: Declared) -> dict[str, Any]:
    """The arrays of settled shape that an entry point takes."""
    arrays = [(name, kind) for name, kind in flat(entry) if isinstance(kind, Array) and not kind.free]
    return {name: {"type": scalar(kind.dtype), "shape": list(kind.shape)} for name, kind in arrays}


def described(game: str, entries: list[Declared]) -> dict[str, Any]:
    """All that TypeScript is to know of a game."""
    mine = for_pages(game, entries)
    states = next(entry for entry in mine if entry.parameters[0] == "states").signature.takes[0]
    assert isinstance(states, Array)
    return {
        "functions": [function(entry) for entry in mine],
        "rooms": {entry.name: rooms(entry) for entry in mine},
        "state": layout(states.dtype),
        "facts": facts_of(game),
    }


def facts_of(game: str) -> dict[str, Any]:
    """What must be known to lead a game and to search it: phases, the length of an observation, settings."""
    from tessela.bots.search.looks import KNOWLEDGE
    from tessela.game.registry import ruleset_of

    rules = ruleset_of(game)
    phases = {**rules.phases, rules.DEAL: "deal", rules.TILING: "tiling"}
    return {
        "phases": [phases[number] for number in sorted(phases)],
        "decisions": rules.decisions,
        "observation": sum(size for _, size in rules.observation),
        "settings": [float(value) for value in KNOWLEDGE[game].SETTINGS],
    }


def common() -> dict[str, Any]:
    """What is the same for all games: the records of trees, and some numbers."""
    from tessela.bots.search import tree
    from tessela.bots.search.bots import MOST_TILINGS
    from tessela.bots.search.searcher import EDGES_A_NODE
    from tessela.bots.search.tiling import MAX_CHOICES
    from tessela.rules import kernels
    from tessela.rules.duel.components import TABLETS

    return {
        "records": {"node": layout(tree.NODE), "edge": layout(tree.EDGE)},
        "numbers": {
            "MAX_MOVES": kernels.MAX_MOVES,
            "MAX_DEALT": len(kernels.NOTHING_GIVEN),
            "MAX_CHOICES": MAX_CHOICES,
            "MOST_TILINGS": MOST_TILINGS,
            "EDGES_A_NODE": EDGES_A_NODE,
            "MARGIN_SHARE": tree.MARGIN_SHARE,
        },
        "tablets": TABLETS,
    }


def nets(game: str) -> bytes:
    """The nets of a game in the order in which the search takes them, in half precision, as they are kept."""
    from tessela.bots.nets.moves import nets_of

    return b"".join(array.astype("<f2").tobytes() for net in nets_of(game) for array in net)
