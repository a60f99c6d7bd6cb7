"""What environments are asked for, checked."""

from collections.abc import Sequence
from typing import Any

from tessela.game.checks import whole
from tessela.game.errors import OptionError, quoted, shortened

REWARDS = ("result", "margin")
RENDER_MODES = ("ansi", "rgb_array")
ROUNDS = 100  # after which a game is cut off, where nothing else is said
MOST_ROUNDS = 255  # what an observation can count to


def count(value: Any, what: str, most: int) -> int:
    """A number of things."""
    number = whole(value)
    if number is None or not 1 <= number <= most:
        raise OptionError(f"{what} must be a whole number from 1 to {most}, not {quoted(value)}")
    return number


def one_of(value: Any, known: Sequence[str], what: str) -> str:
    """One of some names."""
    if value not in known:
        raise OptionError(f"{what} must be one of {shortened(known)}, not {quoted(value)}")
    return str(value)


def by_margin(rewards: Any) -> bool:
    """Whether rewards are points rather than results."""
    return one_of(rewards, REWARDS, "rewards") == "margin"


def check_rounds(rounds: Any) -> int:
    """After how many rounds a game is cut off."""
    return count(rounds, "rounds", MOST_ROUNDS)


def check_render_mode(mode: Any, known: Sequence[str] = RENDER_MODES) -> str | None:
    """How an environment is watched, if it is."""
    return None if mode is None else one_of(mode, known, "render_mode")


def check_decision(given: Any, decisions: int) -> int:
    """One decision: a whole number of any library, -1 where it is not even among those there are."""
    number = whole(given)
    if number is None:
        raise OptionError(f"a decision must be a whole number from 0 to {decisions - 1}, not {quoted(given)}")
    return number if 0 <= number < decisions else -1


def check_decisions(given: Any, games: int) -> Any:
    """Decisions, one for each game: an array of whole numbers, wherever it lies."""
    if given.shape != (games,) or given.dtype.kind not in "iu":
        raise OptionError(f"decisions must be {games} whole numbers, not {given.dtype} of the shape {list(given.shape)}")
    return given
