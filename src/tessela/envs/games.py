"""The games of the environments, one row each."""

from tessela.envs.azul import AZUL
from tessela.envs.duel import DUEL
from tessela.envs.row import Row
from tessela.game.errors import OptionError, quoted, shortened

ROWS: dict[str, Row] = {"azul": AZUL, "duel": DUEL}


def row_of(game: str) -> Row:
    """The row of a game."""
    if game not in ROWS:
        raise OptionError(f"there are no environments of the game {quoted(game)}; games are {shortened(ROWS)}")
    return ROWS[game]
