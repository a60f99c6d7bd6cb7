"""Ways to pay with bonus chips for the missing tiles of a line, the best first."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Literal

import msgspec
import numpy as np

from tessela.game.duel.notation import text
from tessela.game.duel.position import chip_list
from tessela.game.fields import Fields
from tessela.game.ruleset import States
from tessela.game.tiles import MOST_KEPT
from tessela.rules import kernels
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import is_payment
from tessela.rules.duel.components import CHIP_KINDS, CHIP_NAMES, SHOWS

Kinds = tuple[int, ...]  # how many chips there are of each kind
Match = tuple[int, int]  # how many chips show the colour of the line, and how many do not
# What speaks for one payment before all others: it takes fewer chips, it leaves more colours, it leaves more chips of two colours
Why = Literal["fewest", "colours", "doubles"]
WHY: tuple[Why, ...] = ("fewest", "colours", "doubles")
MOST = 24  # payments that are told: with few chips there are no more
# A chip of two colours and one that shows only one of them, by their kinds
PLAINER = [(kind, less) for kind, name in enumerate(CHIP_NAMES) for less, part in enumerate(CHIP_NAMES) if set(part) < set(name)]
DOUBLES = sorted({kind for kind, _ in PLAINER})


class Payment(msgspec.Struct, forbid_unknown_fields=True):
    """Chips that complete the line at hand, and the decisions that pay with them; of the best of several, why it is."""

    chips: list[str]
    moves: list[str]
    why: Why | None


def payments(states: States, s: Fields) -> list[Payment]:
    """The best payments that waste nothing: a part of their chips would not do, nor a chip of one colour in place of one of two.

    Chips that are laid down already belong to each of them, so who wants another payment lays its chips one by one.
    """
    if s.phase != c.PAY:
        return []
    held = tuple(own + laid for own, laid in zip(s.chips[s.to_move], s.paid, strict=True))
    colour = s.line_colour[s.to_move][s.tiling_row]
    missing = s.tiling_row + 1 - s.line_tiles[s.to_move][s.tiling_row]
    found = sorted((_cost(held, chips), chips) for chips in thrifty(s.paid, held, colour, missing))
    why = _why([cost for cost, _ in found])
    return [
        Payment(chip_list(chips), _moves(states, chips), why if i == 0 else None) for i, (_, chips) in enumerate(found[:MOST])
    ]


def thrifty(laid: Kinds, held: Kinds, colour: int, missing: int) -> Iterator[Kinds]:
    """Every payment that wastes nothing for the missing tiles of a line. Chips that show its colour and others are chosen apart,
    so that nothing is looked at that wastes a chip among its like."""
    shows = [kind for kind in range(CHIP_KINDS) if SHOWS[kind, colour]]
    others = [kind for kind in range(CHIP_KINDS) if not SHOWS[kind, colour]]
    apart = [(kind, less) for kind, less in PLAINER if kind in shows and less in others]
    of_colour, of_others = _choices(shows, laid, held), _choices(others, laid, held)
    due = _due(*((sum(chips[k] for k in shows), sum(chips[k] for k in others)) for chips in (laid, held)), missing)
    for matching, rest in due:
        look = apart if (matching - 1, rest + 1) in due else ()
        for one, other in product(of_colour[matching], of_others[rest]):
            chips = tuple(number for _, number in sorted({**one, **other}.items()))
            if not any(chips[kind] > laid[kind] and chips[less] < held[less] for kind, less in look):
                yield chips


def _choices(kinds: list[int], laid: Kinds, held: Kinds) -> dict[int, list[dict[int, int]]]:
    """What can be chosen of some kinds, by the number of chips: no chip of two colours while one of either alone is left over."""
    found = defaultdict(list)
    doubles, singles = [kind for kind in kinds if kind in DOUBLES], [kind for kind in kinds if kind not in DOUBLES]
    for chosen in product(*(range(laid[kind], held[kind] + 1) for kind in doubles)):
        two = dict(zip(doubles, chosen, strict=True))
        used_up = {less for kind, less in PLAINER if two.get(kind, 0) > laid[kind]}
        least = [held[kind] if kind in used_up else laid[kind] for kind in singles]
        for numbers in product(*(range(few, held[kind] + 1) for few, kind in zip(least, singles, strict=True))):
            found[sum(chosen) + sum(numbers)].append({**two, **dict(zip(singles, numbers, strict=True))})
    return found


@lru_cache(MOST_KEPT)
def _due(laid: Match, held: Match, missing: int) -> list[Match]:
    """How many chips of the colour and how many others pay, where a part of them would not, nor without those laid down."""
    both = product(*(range(least, most + 1) for least, most in zip(laid, held, strict=True)))
    paying = [(matching, others) for matching, others in both if is_payment(matching, others, missing)]
    return [one for one in paying if not any(part != one and part[0] <= one[0] and part[1] <= one[1] for part in paying)]


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
    plain = twin.view(np.ndarray)  # the fields of records are slow to ask for
    row = plain["tiling_row"][0]
    more = (number - laid for number, laid in zip(chips, plain["paid"][0].tolist(), strict=True))
    for action in [*(c.PAY_CHIP + kind for kind, number in enumerate(more) for _ in range(number)), c.DONE]:
        if plain["phase"][0] != c.PAY or plain["tiling_row"][0] != row:
            break
        moves.append(text(twin, action))
        kernels.decide_in(twin, 0, action)
    return moves
