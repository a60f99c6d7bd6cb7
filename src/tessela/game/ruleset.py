"""What a game must bring so that `Game`, records and bots can work with it: the seam between kernels and people."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from tessela.game.checks import whole
from tessela.game.errors import OptionError, quoted, shortened
from tessela.game.events import Event
from tessela.game.fields import Fields
from tessela.game.notation import Form
from tessela.game.reason import Reason

States = Any  # a np.recarray of states; its fields are known to the kernels, not to the type checker
Json = dict[str, Any]

RULES_VERSION: Final = 1
LONGEST_GAME = 2000  # decisions, ten times a long game: the rules know no such bound, matches and tables do


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the scores, who won (several seats share a win), why, and where each seat's points came from.

    In a game that was loaded after its end, `rounds` is missing where the final points took more than the rounds had brought.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Reason
    breakdown: tuple[dict[str, int], ...]


class Ruleset(ABC):
    """One game as seen from Python: a row of `game/registry.py`."""

    name: ClassVar[str]
    title: ClassVar[str]  # its name for people, with which its diagrams begin
    seats: ClassVar[tuple[int, ...]]  # how many players it may have
    dtype: ClassVar[np.dtype[Any]]
    decisions: ClassVar[int]  # how many numbers there are for decisions
    kinds: ClassVar[Mapping[str, int]]  # the first number of each kind of decision; docs/encodings.md says what is added to it
    observation: ClassVar[tuple[tuple[str, int], ...]]  # the layout of an observation: names and sizes
    options: ClassVar[tuple[str, ...]]
    forms: ClassVar[tuple[Form, ...]]  # how its moves are written
    chance: ClassVar[tuple[str, ...]]  # what is random in its set-up, as a record calls it
    phases: ClassVar[Mapping[int, str]]  # in which somebody decides, or nobody any more, by number
    DEAL: ClassVar[int]
    OVER: ClassVar[int]
    TILING: ClassVar[int]

    def empty(self, number: int = 1) -> States:
        """Room for some states."""
        return np.zeros(number, self.dtype).view(np.recarray)

    def check_option_names(self, given: Mapping[str, Any]) -> None:
        """Refuse options that the game does not have."""
        for name in given:
            if name not in self.options:
                raise OptionError(f"{self.name} has no option {quoted(name)}; its options are {shortened(self.options)}")

    @abstractmethod
    def check_options(self, given: Mapping[str, Any], seed: int) -> Json:
        """All options of a game, with defaults for those not given; whatever is random comes from the seed."""

    def wished_options(self, given: Mapping[str, Any], seed: int) -> Json:
        """The same for a series of games: what shall be drawn for each of them stays a wish."""
        return self.check_options(given, seed)

    @abstractmethod
    def choices(self) -> Json:
        """What a new game may be made of, for those who offer it: the values of each option."""

    @abstractmethod
    def players(self, options: Json) -> int:
        """How many seats a game with these options has."""

    @abstractmethod
    def set_up(self, states: States, options: Json, chance: Mapping[str, Any] | None) -> None:
        """Set up a seeded state; chance gives the first player and what else is random then, or all of it is drawn."""

    @abstractmethod
    def chance_of_set_up(self, states: States) -> Json:
        """What was random in the set-up, as a record holds it; before the first deal."""

    @abstractmethod
    def given_deal(self, states: States, deal: Any) -> NDArray[np.int8]:
        """A deal of a record as the kernel takes it; a deal that cannot be is refused."""

    @abstractmethod
    def deal_of(self, states: States) -> Json:
        """The deal that has just been dealt, as a record holds it."""

    @abstractmethod
    def text(self, states: States, action: int) -> str:
        """A legal decision in notation."""

    @abstractmethod
    def position(self, now: Fields) -> Json:
        """Everything, as documented JSON."""

    @abstractmethod
    def from_position(self, position: Json) -> tuple[Json, States]:
        """The options and the state that a JSON position means; one that cannot be is refused."""

    @abstractmethod
    def views(self, now: Fields, seats: Sequence[int | None]) -> list[Json]:
        """What each of these seats, or a spectator, may know; they may share what they have in common."""

    def shared_view(self, view: Json, everybody: Json) -> Json:
        """What a screen that several seats share may show of what the one who decides sees, given what everybody sees: nothing
        that only this one will remember."""
        return view

    def hides_moves(self, now: Fields, seat: int | None) -> bool:
        """Whether a seat or spectator cannot know which moves are legal: only the one to move has seen what they are about."""
        return False

    @abstractmethod
    def position_from_view(self, view: Json, seed: int) -> Json:
        """A whole position that looks like this view to its seat; what the view hides is drawn from the seed."""

    @abstractmethod
    def decision_events(self, before: Fields, action: int, after: Fields) -> list[Event]:
        """What a decision did, without the steps that follow it."""

    @abstractmethod
    def step_events(self, before: Fields, after: Fields) -> list[Event]:
        """What one step did that nobody decided."""

    def deal_events(self, now: Fields) -> list[Event]:
        """What a deal shows beyond the tiles."""
        return []

    @abstractmethod
    def restocked(self, before: Fields, after: Fields) -> bool:
        """Whether a deal had to restock the bag."""

    @abstractmethod
    def bonuses(self, states: States, seat: int) -> dict[str, int]:
        """The final points of a seat by their names, as the boards are now."""

    def prospects(self, states: States, now: Fields) -> Json:
        """What anybody could work out from the table, worked out for those who look at it."""
        return {}

    @abstractmethod
    def winners(self, states: States) -> tuple[tuple[int, ...], Reason]:
        """Who is ahead at the end, and why."""

    @abstractmethod
    def view_of_diagram(self, lines: list[str]) -> tuple[Json, list[str]]:
        """The inverse of `show`: the view of a spectator, with what is in somebody's hand, and the names of the seats."""

    @abstractmethod
    def to_line(self, position: Json) -> str:
        """A JSON position on one line."""

    @abstractmethod
    def from_line(self, text: str) -> Json:
        """The inverse of `to_line`; the position is not yet checked against the rules."""

    @abstractmethod
    def show(self, states: States, seats: Sequence[str]) -> str:
        """The whole table as text."""


def check_seed(seed: object) -> int:
    """The seed as a number; what cannot seed the generator is refused."""
    number = whole(seed)
    if number is None or not 0 <= number < 2**64:
        raise OptionError(f"seed must be a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    return number
