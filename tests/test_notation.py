"""Every text that a move can have is known beforehand: whoever reads moves elsewhere is tested against that list."""

import pytest

from tessela import Move
from tessela.game.azul.notation import TEXTS
from tessela.game.duel.notation import every_text
from tests.variants import VARIANTS, walk

EVERY_TEXT = {"azul": frozenset(TEXTS), "duel": frozenset(every_text())}


@pytest.mark.parametrize("game", EVERY_TEXT)
def test_every_text_reads_as_itself(game: str) -> None:
    assert [text for text in EVERY_TEXT[game] if Move.parse(text) != text] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_move_has_another_text(variant: str) -> None:
    known = EVERY_TEXT[VARIANTS[variant][0]]
    for game in walk(variant, 3):
        assert known.issuperset(game.legal_moves())
