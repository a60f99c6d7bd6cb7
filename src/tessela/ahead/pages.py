"""What the pages are to know: entry points as functions of TypeScript, the layout of records, shapes of arrays, the nets."""

from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np

from tessela.ahead.front import Declared, entries_of
from tessela.compiled.kinds import Array, Group, Kind, Number, leaves

FOR_PAGES = ("tessela.rules", "tessela.bots")  # training and measuring stay at home


def for_pages(game: str, entries: list[Declared]) -> list[Declared]:
    """The entry points of a game that pages can call."""
    return [entry for entry in entries_of(game, entries) if entry.module.startswith(FOR_PAGES)]


def scalar(dtype: np.dtype[Any]) -> str:
    """A type of numbers as TypeScript calls it here, or a record."""
    return "record" if dtype.names else f"{dtype.kind}{8 * dtype.itemsize}"


def layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Where the fields of a record lie."""
    fields = {}
    for name in dtype.names or ():
        kind, at = dtype.fields[name][:2]  # type: ignore[index]
        fields[name] = {"at": at, "type": scalar(kind.base), "shape": list(kind.shape)}
    return {"size": dtype.itemsize, "fields": fields}


def named(kind: Kind, name: str) -> list[tuple[str, Number | Array]]:
    """The numbers and arrays of an argument; those in a group are named after their way there, such as `nets_value_own`."""
    if not isinstance(kind, Group):
        return [(name, leaf) for leaf in leaves(kind)]
    fields = kind.form._fields if kind.form else range(len(kind.parts))  # type: ignore[attr-defined]
    parts = [named(part, f"{name}_{field}" if name else str(field)) for field, part in zip(fields, kind.parts, strict=True)]
    return [leaf for part in parts for leaf in part]


def words(name: str, kind: Number | Array) -> list[tuple[str, str]]:
    """What C takes for a number or an array: the names and types of TypeScript."""
    if isinstance(kind, Number):
        return [(name, "number")]
    return [(name, "Address"), *((f"{name}_{axis}", "number") for axis in kind.free)]


def groups(entry: Declared) -> dict[str, Group]:
    """The groups that an entry point takes, by the names of their forms."""
    return {kind.form.__name__: kind for kind in entry.signature.takes if isinstance(kind, Group) and kind.form}


def form(kind: Group) -> dict[str, Any]:
    """A group as a type of TypeScript: its parts in order, with the arrays of settled shape among them."""
    parts = named(kind, "")
    return {"parts": [pair for name, part in parts for pair in words(name, part)], "rooms": rooms(parts)}


def argument(name: str, kind: Kind) -> str:
    """An argument as TypeScript has it; a group with a form is given part by part."""
    if isinstance(kind, Group) and kind.form:
        return f"...{name}: {kind.form.__name__}Parts"
    return ", ".join(f"{word}: {type_}" for leaf in named(kind, name) for word, type_ in words(*leaf))


def function(entry: Declared) -> str:
    """An entry point as a function of TypeScript."""
    arguments = [argument(name, kind) for name, kind in zip(entry.parameters, entry.signature.takes, strict=True)]
    arguments += ["out: Address"] if isinstance(entry.signature.gives, Group) else []
    takes = f"...given: [{', '.join(arguments)}]" if groups(entry) else ", ".join(arguments)
    gives = "number" if isinstance(entry.signature.gives, Number) else "void"
    doc = (entry.kernel.py_func.__doc__ or "").strip().splitlines()[0]
    return f"  /** {doc} */\n  {entry.name}({takes}): {gives}"


def rooms(parts: Iterable[tuple[str, Number | Array]]) -> dict[str, Any]:
    """The arrays of settled shape among some arguments."""
    arrays = [(name, kind) for name, kind in parts if isinstance(kind, Array) and not kind.free]
    return {name: {"type": scalar(kind.dtype), "shape": list(kind.shape), "bytes": size_of(kind)} for name, kind in arrays}


def size_of(array: Array) -> int:
    """How many bytes an array of settled shape has."""
    return array.dtype.itemsize * prod(length or 0 for length in array.shape)


def rooms_of(entry: Declared) -> dict[str, Any]:
    """The arrays of settled shape that an entry point takes, but for those in a group."""
    takes = zip(entry.parameters, entry.signature.takes, strict=True)
    return rooms((name, kind) for name, kind in takes if isinstance(kind, Array))


def described(game: str, entries: list[Declared]) -> dict[str, Any]:
    """All that TypeScript is to know of a game."""
    mine = for_pages(game, entries)
    states = next(entry for entry in mine if entry.parameters[0] == "states").signature.takes[0]
    assert isinstance(states, Array)
    return {
        "functions": [function(entry) for entry in mine],
        "rooms": {entry.name: rooms_of(entry) for entry in mine},
        "forms": {name: form(group) for entry in mine for name, group in groups(entry).items()},
        "state": layout(states.dtype),
        "facts": facts_of(game),
    }


def facts_of(game: str) -> dict[str, Any]:
    """What must be known to lead a game and to search it: phases, the length of an observation, settings."""
    from tessela.bots.games import known
    from tessela.game.registry import ruleset_of

    rules = ruleset_of(game)
    phases = {**rules.phases, rules.DEAL: "deal", rules.TILING: "tiling"}
    return {
        "phases": [phases[number] for number in sorted(phases)],
        "decisions": rules.decisions,
        "observation": sum(size for _, size in rules.observation),
        "settings": {f"settings_{name}": float(value) for name, value in known(game).knowledge.SETTINGS._asdict().items()},
    }


def common() -> dict[str, Any]:
    """What is the same for all games: the records of trees, and some numbers."""
    from tessela.bots.search import desk
    from tessela.bots.search.bots import MOST_TILINGS
    from tessela.bots.search.searcher import EDGES_A_NODE
    from tessela.bots.search.tiling import MAX_CHOICES
    from tessela.rules import kernels
    from tessela.rules.duel.components import TABLETS

    return {
        "records": {name: layout(getattr(desk, name.upper())) for name in ("node", "edge", "root", "region")},
        "numbers": {
            "MAX_MOVES": kernels.MAX_MOVES,
            "MAX_DEALT": len(kernels.NOTHING_GIVEN),
            "MAX_CHOICES": MAX_CHOICES,
            "MOST_TILINGS": MOST_TILINGS,
            "EDGES_A_NODE": EDGES_A_NODE,
        },
        "tablets": TABLETS,
    }


def nets(game: str) -> bytes:
    """The nets of a game in the order in which the search takes them, in half precision, as they are kept."""
    from tessela.bots.nets.nets import nets_of

    return b"".join(array.astype("<f2").tobytes() for net in nets_of(game) for array in net)
