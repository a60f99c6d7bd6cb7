"""Exact odds of a deal, in whole numbers: tiles drawn without replacement onto factories, from a bag that may be restocked once.

A deal is a row of slots, in groups (the factories). The first slots hold what was in the bag, in random order; when it is empty
what was in the lid follows. So for one kind of tile, every set of slots of the bag is equally likely to be its own, and every set
of slots of the lid. That is counted with polynomials: the coefficient of `x**i y**j` is the number of ways to choose `i` slots of
the bag and `j` of the lid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

Polynomial = dict[tuple[int, int], int]


@dataclass(frozen=True)
class Stock:
    """Tiles of one kind and of all others, in the bag and in the lid that goes into it when it is empty."""

    own: int
    bag: int
    own_in_lid: int = 0
    lid: int = 0

    def __add__(self, other: "Stock") -> "Stock":
        return Stock(self.own + other.own, self.bag + other.bag, self.own_in_lid + other.own_in_lid, self.lid + other.lid)


@dataclass(frozen=True)
class Draw:
    """A deal onto groups of slots, as one kind of tile sees it."""

    stock: Stock
    groups: tuple[int, ...]

    @cached_property
    def _slots(self) -> list[tuple[int, int]]:
        """For each group, how many of its slots are filled from the bag and from the lid."""
        bag, lid, found = self.stock.bag, self.stock.lid, []
        for size in self.groups:
            from_bag = min(size, bag)
            from_lid = min(size - from_bag, lid)
            bag, lid = bag - from_bag, lid - from_lid
            found.append((from_bag, from_lid))
        return found

    @cached_property
    def _left(self) -> tuple[int, int]:
        """The tiles that stay in the bag and in the lid."""
        return self.stock.bag - sum(bag for bag, _ in self._slots), self.stock.lid - sum(lid for _, lid in self._slots)

    def _chance(self, ways: Polynomial) -> Fraction:
        """The chance of the ways to choose slots that a polynomial counts; the other tiles of the kind stay where they are."""
        stock, (left, left_in_lid) = self.stock, self._left
        number = sum(
            n * comb(left, stock.own - i) * comb(left_in_lid, stock.own_in_lid - j)
            for (i, j), n in ways.items()
            if i <= stock.own and j <= stock.own_in_lid
        )
        return Fraction(number, comb(stock.bag, stock.own) * comb(stock.lid, stock.own_in_lid))

    def fewer_together(self, number: int) -> Fraction:
        """The chance that no group has `number` tiles of the kind or more."""
        ways: Polynomial = {(0, 0): 1}
        for bag, lid in self._slots:
            ways = _times(ways, _choices(bag, lid, number - 1))
        return self._chance(ways)

    def dealt(self) -> list[Fraction]:
        """The chances that 0, 1, 2, ... tiles of the kind are dealt."""
        ways = _choices(sum(bag for bag, _ in self._slots), sum(lid for _, lid in self._slots), sum(self.groups))
        by_number: dict[int, Polynomial] = {}
        for (i, j), n in ways.items():
            by_number.setdefault(i + j, {})[i, j] = n
        most = min(self.stock.own + self.stock.own_in_lid, sum(self.groups))
        return [self._chance(by_number.get(number, {})) for number in range(most + 1)]


def _choices(bag: int, lid: int, most: int) -> Polynomial:
    """The ways to choose at most `most` of the slots of a group."""
    return {(i, j): comb(bag, i) * comb(lid, j) for i in range(bag + 1) for j in range(lid + 1) if i + j <= most}


def _times(these: Polynomial, those: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for (i, j), n in these.items():
        for (k, m), o in those.items():
            product[i + k, j + m] = product.get((i + k, j + m), 0) + n * o
    return product


def at_least(chances: Sequence[Fraction]) -> list[Fraction]:
    """From the chances of exactly 0, 1, 2, ... to those of at least 0, 1, 2, ...

    >>> at_least([Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])
    [Fraction(1, 1), Fraction(3, 4), Fraction(1, 4)]
    """
    return [sum(chances[number:], Fraction(0)) for number in range(len(chances))]
