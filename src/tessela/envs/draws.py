"""Chance as a tree has it: each set-up and each deal as draws one after the other, with their chances."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tessela.game.ruleset import Json, States
from tessela.game.tiles import counts
from tessela.rules.azul import constants as azul
from tessela.rules.duel import constants as duel
from tessela.rules.duel.components import CHIP_NAMES, PLATE_NAMES
from tessela.rules.kernels import NOTHING_GIVEN, deal_in

AZUL_LETTERS, DUEL_LETTERS = "BYRKWJ", "BYRKT"
Outcomes = list[tuple[int, float]]


class Draws(Protocol):
    """An event of chance: draws until nothing is left to draw."""

    def outcomes(self) -> Outcomes:
        """What may be drawn next, with its chances; nothing when all is drawn."""
        ...

    def draw(self, outcome: int) -> None:
        """Draw it."""
        ...

    def name(self, outcome: int) -> str:
        """What an outcome is called."""
        ...


def shares(numbers: list[int]) -> Outcomes:
    """The chances of kinds of which there are so many."""
    return [(kind, number / sum(numbers)) for kind, number in enumerate(numbers) if number]


class SetUp:
    """Who begins, then the order of the plates, if there are any."""

    def __init__(self, players: int, plates: int = 0):
        self._players, self._plates = players, plates
        self.drawn: list[int] = []

    def outcomes(self) -> Outcomes:
        """Players first, then plates."""
        if not self.drawn:
            return shares([1] * self._players)
        left = [int(plate not in self.drawn[1:]) for plate in range(self._plates)]
        return shares(left)

    def draw(self, outcome: int) -> None:
        """Note it."""
        self.drawn.append(outcome)

    def name(self, outcome: int) -> str:
        """A player or a plate."""
        return f"first player {outcome}" if not self.drawn else f"plate {PLATE_NAMES[outcome]}"

    def chance(self) -> Json:
        """What was drawn, as a record holds it."""
        first: Json = {"first_player": self.drawn[0]}
        return {**first, "pile": [PLATE_NAMES[plate] for plate in self.drawn[1:]]} if self._plates else first


class Deal:
    """Tiles from the bag, which is restocked when it is empty and another is to be drawn."""

    def __init__(self, letters: str, bag: Mapping[str, int], discarded: Mapping[str, int], number: int):
        self._letters, self._number = letters, number
        self._bag, self._discarded = list(bag.values()), list(discarded.values())
        self._tiles: list[int] = []

    def outcomes(self) -> Outcomes:
        """The kinds in the bag."""
        if len(self._tiles) == self._number:
            return []
        if not any(self._bag):
            self._bag, self._discarded = self._discarded, [0] * len(self._discarded)
        return shares(self._bag)

    def draw(self, outcome: int) -> None:
        """A tile."""
        self._bag[outcome] -= 1
        self._tiles.append(outcome)

    def name(self, outcome: int) -> str:
        """A tile."""
        return f"tile {self._letters[outcome]}"

    def carry_out(self, states: States) -> None:
        """Fill the factories."""
        given = np.full_like(NOTHING_GIVEN, -1)
        given[: len(self._tiles)] = self._tiles
        deal_in(states, 0, given)


class AzulDeal(Deal):
    """Four tiles a factory."""

    def __init__(self, states: States):
        s = states[0]
        number = azul.TILES_PER_FACTORY * int(azul.FACTORIES[s.players])
        super().__init__(AZUL_LETTERS, counts(s.bag, AZUL_LETTERS), counts(s.lid, AZUL_LETTERS), number)


class DuelDeal(Deal):
    """Tiles, of which five equal ones on the large factory are drawn again if they can be, then chips, face down."""

    def __init__(self, states: States):
        s = states[0]
        super().__init__(DUEL_LETTERS, counts(s.bag, DUEL_LETTERS), counts(s.tower, DUEL_LETTERS), duel.TILES_DEALT)
        self._supply, self._chips = [int(number) for number in s.chip_supply], []  # type: list[int], list[int]

    def outcomes(self) -> Outcomes:
        """Tiles, then chips."""
        return super().outcomes() or (shares(self._supply) if len(self._chips) < duel.SMALL_FACTORIES else [])

    def draw(self, outcome: int) -> None:
        """A tile or a chip."""
        if not super().outcomes():
            self._supply[outcome] -= 1
            self._chips.append(outcome)
            return
        super().draw(outcome)
        others = any(number for colour, number in enumerate(self._bag) if colour != outcome)
        if len(self._tiles) == duel.TILES_ON_LARGE and len(set(self._tiles)) == 1 and others:
            self._bag[outcome] += duel.TILES_ON_LARGE
            self._tiles = []

    def name(self, outcome: int) -> str:
        """A tile or a chip."""
        return super().name(outcome) if super().outcomes() else f"chip {CHIP_NAMES[outcome]}"

    def carry_out(self, states: States) -> None:
        """Fill the factories."""
        given = np.full_like(NOTHING_GIVEN, -1)
        given[: len(self._tiles)] = self._tiles
        given[duel.TILES_DEALT : duel.TILES_DEALT + duel.SMALL_FACTORIES] = self._chips
        deal_in(states, 0, given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """What chance decides in a game, and its parameters in OpenSpiel, where a list is text: names with spaces between them."""

    deal: Callable[[States], Any]
    plates: int = 0
    parameters: Json
    lists: tuple[str, ...] = ()


GAMES = {
    "azul": Chance(deal=AzulDeal, parameters={"players": 2, "wall": "coloured", "jokers": False}),
    "duel": Chance(deal=DuelDeal, plates=len(PLATE_NAMES), parameters={"tablets": "rows columns diagonals"}, lists=("tablets",)),
}
