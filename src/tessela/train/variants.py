"""What is trained for: the variants of each game, the one that matters most first."""

from typing import Any

from tessela.game.registry import RULESETS

Variants = list[dict[str, Any]]


def azul() -> Variants:
    """Every number of players, both walls, with and without jokers."""
    choices = RULESETS["azul"].choices()
    return [
        {"players": players, "wall": wall, "jokers": jokers}
        for players in choices["players"]
        for wall in choices["wall"]
        for jokers in choices["jokers"]
    ]


VARIANTS: dict[str, Variants] = {"azul": azul(), "duel": [{"tablets": "random"}]}
