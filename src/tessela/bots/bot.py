"""What a bot is: it gets what its seat may know and a budget, and answers with a move."""

from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Protocol, runtime_checkable

from tessela.game import Move, OptionError
from tessela.game.checks import whole
from tessela.game.errors import quoted
from tessela.game.ruleset import Json

DECISIONS_AHEAD = 30  # for which the time that is left should do


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: seconds of wall clock, or simulations for play that can be repeated exactly.

    >>> Budget(seconds=0.5)
    Budget(seconds=0.5, simulations=None)
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        for name, number in (("seconds", _real), ("simulations", whole)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _above_nothing(name, value, number(value)))


def _real(value: Any) -> float | None:
    """A number of any library, as Python's own; nothing for what is none."""
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def _above_nothing(name: str, value: Any, number: float | None) -> float:
    """A part of a budget."""
    if number is None or not number > 0:
        kind = " and whole" if name == "simulations" else ""
        raise OptionError(f"{name} of a budget must be above 0{kind}, not {quoted(value)}")
    return number


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a game: the seconds that each seat has left, and what a decision adds to them."""

    left: tuple[float, ...]
    increment: float = 0.0

    def share(self, seat: int) -> float:
        """How long a seat may think about one of many decisions to come."""
        return max(0.01, min(self.left[seat] / 2, self.left[seat] / DECISIONS_AHEAD + 0.8 * self.increment))


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the bot thought of it."""

    move: Move
    thoughts: dict[str, Any] = field(default_factory=dict)


class Bot(Protocol):
    """A player that is not a person. The same view, seed and budget of simulations give the same move."""

    name: str

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """Choose a move for the seat of the view, which is to move."""
        ...


@runtime_checkable
class Searching(Protocol):
    """A bot that tries moves before it chooses one, and can tell of it."""

    def visits(self) -> dict[str, int]:
        """How often the last choice tried each move: nothing where there was no search."""
        ...

    def lines(self, number: int) -> list[Json]:
        """The best moves of the last choice, each with what is expected after it."""
        ...
