"""The golden games and counts are those that the rules give now."""

import pytest

from tests.golden import FOLDER, PERFT, REASONS, perft, perft_text, playthrough, reasons_text
from tests.variants import VARIANTS, new_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_playthrough(variant: str) -> None:
    assert playthrough(variant) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


def test_perft_counts() -> None:
    assert perft_text() == PERFT.read_text(encoding="utf-8")


def test_reasons() -> None:
    assert reasons_text() == REASONS.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-grey-jokers", "duel"])
def test_perft_agrees_with_playing_every_move(variant: str) -> None:
    game, lines = new_game(variant, 2026), 0
    for move in game.legal_moves():
        game.play(move)
        lines += len(game.legal_moves())
        game.undo()
    assert perft(variant, 2) == lines
