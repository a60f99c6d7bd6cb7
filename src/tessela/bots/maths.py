"""An exponential function of our own: C libraries and JavaScript differ in the last bit, and a search must not."""

from decimal import Decimal, localcontext
from math import ldexp

import numpy as np

from tessela.compiled import kernel

LOWEST, HIGHEST = -708.0, 709.0  # below a double is next to 0, above it is infinite
PARTS = 32  # of a doubling


def _roots() -> list[float]:
    """2 ** (i / 32), rounded rightly whatever the machine's own functions do."""
    with localcontext(prec=40):
        return [float(Decimal(2) ** (Decimal(i) / PARTS)) for i in range(PARTS)]


# 2 ** (n / 32) = ROOTS[n % 32] * FINE[n // 32 % 32] * COARSE[n // 1024 + 32], the last two exactly
ROOTS = np.array(_roots())
FINE = np.array([ldexp(1.0, i) for i in range(32)])
COARSE = np.array([ldexp(1.0, 32 * i) for i in range(-32, 32)])
PARTS_A_UNIT = PARTS * 1.4426950408889634  # of ln 2
PART_HIGH, PART_LOW = (
    6.93147180369123816490e-01 / PARTS,
    1.90821492927058770002e-10 / PARTS,
)  # ln 2 / 32, the first with zeros at its end
C2, C3, C4, C5, C6 = 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720


@kernel
def exp(number):
    """The exponential of a number, to about the last bit of a double, the same on every machine."""
    x = np.float64(number)
    if x < LOWEST:
        return 0.0
    if x > HIGHEST:
        return np.inf
    n = int(np.floor(x * PARTS_A_UNIT + 0.5))
    r = (x - n * PART_HIGH) - n * PART_LOW
    square = r * r
    rest = r + square * ((C2 + r * C3) + square * ((C4 + r * C5) + square * C6))
    power = FINE[(n >> 5) & 31] * COARSE[(n >> 10) + 32]
    root = ROOTS[n & 31]
    return (root + root * rest) * power
