"""Ways to pay with bonus chips for the missing tiles of a line, the best first."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress, product
from typing import Literal

import msgspec

from tessela.game.duel.notation import text
from tessela.game.duel.position import chip_list
from tessela.game.fields import Fields
from tessela.game.ruleset import States
from tessela.rules import kernels
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import is_payment
from tessela.rules.duel.components import CHIP_KINDS, CHIP_NAMES, SHOWS

Kinds = tuple[int, ...]  # how many chips there are of each kind
# What speaks for one payment before all others: it takes fewer chips, it leaves more colours, it leaves more chips of two colours
Why = Literal["fewest", "colours", "doubles"]
WHY: tuple[Why, ...] = ("fewest", "colours", "doubles")
# A chip of two colours and one that shows only one of them, by their kinds
PLAINER = [(kind, less) for kind, name in enumerate(CHIP_NAMES) for less, part in enumerate(CHIP_NAMES) if set(part) < set(name)]


class Payment(msgspec.Struct, forbid_unknown_fields=True):
    """Chips that complete the line at hand, and the decisions that pay with them; of the best of several, why it is."""

    chips: list[str]
    moves: list[str]
    why: Why | None


def payments(states: States) -> list[Payment]:
    """Every payment that wastes nothing: a part of its chips would not do, nor a chip of one colour in place of one of two.

    Chips that are laid down already belong to each of them.
    """
    s = Fields(states)
    if s.phase != c.PAY:
        return []
    held = tuple(own + laid for own, laid in zip(s.chips[s.to_move], s.paid, strict=True))
    ways = set(_ways(s, held))
    found = sorted((_cost(held, chips), chips) for chips in ways if not any(way in ways for way in _plainer(held, chips)))
    why = _why([cost for cost, _ in found])
    return [Payment(chip_list(chips), _moves(states, chips), why if i == 0 else None) for i, (_, chips) in enumerate(found)]


def _ways(s: Fields, held: Kinds) -> Iterator[Kinds]:
    """Every payment of which no part would do, where that part has the chips laid down."""
    colour = s.line_colour[s.to_move][s.tiling_row]
    missing = s.tiling_row + 1 - s.line_tiles[s.to_move][s.tiling_row]
    shows = [bool(SHOWS[kind, colour]) for kind in range(CHIP_KINDS)]

    def by_match(chips: Sequence[int]) -> tuple[int, int]:
        matching = sum(compress(chips, shows))
        return matching, sum(chips) - matching

    @cache
    def is_due(matching: int, others: int) -> bool:
        parts = product(range(laid_matching, matching + 1), range(laid_others, others + 1))
        return [part for part in parts if is_payment(*part, missing)] == [(matching, others)]

    laid_matching, laid_others = by_match(s.paid)
    every = product(*(range(laid, number + 1) for laid, number in zip(s.paid, held, strict=True)))
    return (chips for chips in every if is_due(*by_match(chips)))


def _plainer(held: Kinds, chips: Kinds) -> Iterator[Kinds]:
    """The same chips with one of a single colour in place of one of two."""
    for kind, less in PLAINER:
        if chips[kind] and held[less] > chips[less]:
            yield tuple(number - (k == kind) + (k == less) for k, number in enumerate(chips))


def _cost(held: Kinds, chips: Kinds) -> tuple[int, int, int]:
    """What a payment costs, in the order of `WHY`."""
    left = [name for name, has, pays in zip(CHIP_NAMES, held, chips, strict=True) for _ in range(has - pays)]
    return sum(chips), -len(set("".join(left))), -sum(len(name) for name in left)


def _why(costs: list[tuple[int, int, int]]) -> Why | None:
    """What speaks for the first before the second; nothing where none is better, or there is no other."""
    if len(costs) < 2:
        return None
    return next((why for why, best, second in zip(WHY, *costs[:2], strict=True) if best < second), None)


def _moves(states: States, chips: Kinds) -> list[str]:
    """The decisions by which these chips pay; the last ones may follow by themselves."""
    twin, moves = states.copy(), []
    row = int(states.tiling_row[0])
    while twin.phase[0] == c.PAY and twin.tiling_row[0] == row:
        add = next((kind for kind, number in enumerate(chips) if number > twin.paid[0][kind]), None)
        action = c.DONE if add is None else c.PAY_CHIP + add
        moves.append(text(twin, action))
        kernels.decide_in(twin, 0, action)
    return moves
