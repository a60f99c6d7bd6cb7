"""Positions from whatever they are given as: JSON, what a seat sees, one line, a diagram."""

import secrets
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, SupportsIndex

from tessela.game.checks import check, reading
from tessela.game.diagram import lines_of
from tessela.game.errors import OptionError, PositionError, TesselaError, quoted
from tessela.game.fields import Fields
from tessela.game.registry import RULESETS, ruleset_of, ruleset_titled
from tessela.game.ruleset import Json, Ruleset, States, check_seed


def read_state(state: Any, seed: SupportsIndex | None) -> tuple[Ruleset, Json, States, int | None]:
    """The game of a JSON position, its options, its state, and the seed that replaces its generator, if any."""
    if not isinstance(state, Mapping):
        raise OptionError(f"a state is a JSON object, not {type(state).__name__}")
    ruleset = ruleset_of(state.get("game"))
    with reading(f"a position of {ruleset.name}"):
        options, states = ruleset.from_position(dict(state))
    _check_final_points(ruleset, ruleset.players(options), states)
    if seed is None and "rng" not in state:
        seed = secrets.randbits(53)
    if seed is None:
        return ruleset, options, states, None
    number = check_seed(seed)
    states.rng[0] = number
    return ruleset, options, states, number


def _check_final_points(ruleset: Ruleset, players: int, states: States) -> None:
    """Who has finished has at least the points of the end: no round brings less than none."""
    s = Fields(states)
    for seat in range(players if s.phase == ruleset.OVER else 0):
        points = sum(ruleset.bonuses(states, seat).values())
        check(s.score[seat] >= points, f"boards[{seat}]: a score of {s.score[seat]} cannot be, the end alone brought {points}")


def state_of_view(view: Any, seed: int) -> Json:
    """A JSON position that may be the one a seat sees: what its view hides is drawn from the seed."""
    if not isinstance(view, Mapping) or "seat" not in view:
        raise OptionError("a view is what game.view(seat) returns")
    with reading("a view"):
        return _guessed(ruleset_of(view.get("game")), dict(view), seed, "a view")


def _guessed(ruleset: Ruleset, view: Json, seed: int, what: str) -> Json:
    try:
        return ruleset.position_from_view(view, seed)
    except TesselaError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise PositionError(f"not {what}: {quoted(error)}") from None


def state_of_line(text: Any) -> Json:
    """The JSON position of one line, without a generator where there is a dash for it."""
    check(isinstance(text, str), f"a position on one line is text, not {type(text).__name__}")
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    heads = {f"{ruleset.name}1": ruleset for ruleset in RULESETS.values()}
    check(name in heads, f"a position on one line begins with {' or '.join(heads)}, not {quoted(name)}")
    with reading("a position"):
        position = heads[name].from_line(text)
    if position["rng"] == "-":
        del position["rng"]
    return position


def state_of_diagram(text: Any, seed: int) -> tuple[Json, list[str]]:
    """The JSON position of a diagram, what it does not show being drawn from the seed, and the names of the seats."""
    lines = lines_of(text)
    ruleset = ruleset_titled(lines[0])
    with reading("a diagram"):
        view, names = ruleset.view_of_diagram(lines)
        return _guessed(ruleset, view, seed, "a diagram"), names


def check_diagram(text: str, shown: str) -> None:
    """Refuse a diagram that is not what the game it was read as shows."""
    for given, right in zip_longest(lines_of(text), shown.split("\n"), fillvalue=""):
        if given != right:
            raise PositionError(f"{quoted(given)} in the diagram would be written {quoted(right)}")
