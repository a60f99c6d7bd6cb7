"""A handful: how many tiles there are of each kind, in one integer of six fields of five bits.

Kinds are numbered from 0: the five colours, then the joker tile of Azul. No kind has more than 20 tiles.
"""

from tessela.compiled import kernel
from tessela.rules.bits import size_of
from tessela.rules.chance import random_below

KINDS = 6
FIELD = 5
ONE_FIELD = 31

# While tiles are drawn from a bag, its running totals stand in fields of ten bits: field k holds the number of tiles of
# kinds 0 to k, so that one comparison of all fields at once finds the kind of a random tile.
WIDE = 10
WIDE_ONES = 0x4010040100401
WIDE_TOPS = 0x200 * WIDE_ONES
WIDE_FIELD = 1023
ALL_WIDE = (1 << (WIDE * KINDS)) - 1


@kernel
def tiles(number, kind):
    """A handful of some tiles of one kind."""
    return number << (FIELD * kind)


@kernel
def count(handful, kind):
    """How many tiles of this kind are in the handful."""
    return (int(handful) >> (FIELD * kind)) & ONE_FIELD


@kernel
def total(handful):
    """How many tiles are in the handful."""
    number = 0
    for kind in range(KINDS):
        number += count(handful, kind)
    return number


@kernel
def write_counts(handful, kinds, out, n):
    """How many tiles there are of each of the first kinds, written from place `n` on; the place after them."""
    for kind in range(kinds):
        out[n] = count(handful, kind)
        n += 1
    return n


@kernel
def running_totals(handful):
    """The handful as running totals, to draw from."""
    totals = 0
    for kind in range(KINDS):
        totals += running(count(handful, kind), kind)
    return totals


@kernel
def running(number, kind):
    """The running totals of `number` things of one kind."""
    return ((number * WIDE_ONES) << (WIDE * kind)) & ALL_WIDE


@kernel
def total_of(totals):
    """How many tiles the running totals count."""
    return (totals >> (WIDE * (KINDS - 1))) & WIDE_FIELD


@kernel
def draw_kind(state, totals):
    """The kind of a tile drawn at random; the totals are not changed."""
    return kind_of(totals, random_below(state, total_of(totals)))


@kernel
def kind_of(totals, tile):
    """The kind of a tile when all tiles are numbered kind by kind."""
    return size_of(((tile + 0x200) * WIDE_ONES - totals) & WIDE_TOPS)


@kernel
def total_below(totals, kind):
    """How many tiles the running totals count of smaller kinds."""
    return ((totals << WIDE) >> (WIDE * kind)) & WIDE_FIELD


@kernel
def without(totals, kind):
    """The running totals after one tile of a kind has been drawn."""
    return totals - running(1, kind)
