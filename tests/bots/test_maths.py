import math
import random

import pytest

from tessela.bots.maths import HIGHEST, LOWEST, exp


def test_exp_is_right_to_the_last_bit_or_two() -> None:
    dice = random.Random(1)
    for x in [0.0, 1.0, -1.0, 1e-12, -1e-12, LOWEST, HIGHEST, *(dice.uniform(-700, 700) for _ in range(3000))]:
        right = math.exp(x)
        assert abs(float(exp(x)) - right) <= 2 * math.ulp(right), x


def test_exp_never_falls() -> None:
    values = [float(exp(i / 997)) for i in range(-3000, 3000)]
    assert values == sorted(values)


@pytest.mark.parametrize(("x", "expected"), [(-1000.0, 0.0), (-math.inf, 0.0), (1000.0, math.inf), (math.inf, math.inf)])
def test_exp_beyond_what_doubles_can_tell(x: float, expected: float) -> None:
    assert exp(x) == expected
