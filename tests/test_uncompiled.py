"""The same source, not compiled, leaves the same bytes in the state."""

import hashlib
import os
import subprocess
import sys

from tessela.rules import kernels
from tests.amount import amount
from tests.variants import VARIANTS, new_game, walk

SEEDS = amount((2,), (1, 2))


def digests() -> list[str]:
    """A digest of all states of some games of every variant."""
    lines = []
    for variant in VARIANTS:
        for seed in SEEDS:
            digest = hashlib.sha256()
            for game in walk(variant, seed):
                digest.update(game.states().tobytes() + bytes(game.legal_actions().__repr__(), "ascii"))
                if not game.is_over:
                    for seat in range(game.players):
                        digest.update(game.observation(seat).tobytes())
            states = new_game(variant, seed).states()
            for _ in range(60):
                kernels.play_randomly(states, 0, 3, kernels.NOTHING_GIVEN)
                kernels.resample_in(states, 0, 0)
                digest.update(states.tobytes())
            lines.append(f"{variant} {seed} {digest.hexdigest()}")
    return lines


def test_uncompiled_rules_leave_the_same_bytes() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", "from tests.test_uncompiled import digests; print(*digests(), sep='\\n')"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == digests()
