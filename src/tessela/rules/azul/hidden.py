"""What a player does not know. In Azul only the order of the bag is hidden, and the bag has none: tiles are drawn when dealt."""

from tessela.compiled import kernel


@kernel
def resample(state, seat):
    """Nothing to draw anew."""
