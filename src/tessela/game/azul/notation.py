"""How the decisions of Azul are written."""

from tessela.game.notation import COLUMN as COLUMN_FORM
from tessela.game.notation import TAKE, Form
from tessela.rules.azul.constants import (
    COLOURS,
    COLUMN,
    DECISIONS,
    DESTINATIONS,
    DROP_JOKERS,
    TAKE_BOTH,
    TAKE_JOKERS,
)

LETTERS = "BYRKWJ"
SOURCES = "C123456789"
DESTINATION_LETTERS = "12345F"
FORMS = (TAKE, Form(r"DROP(10|[0-9])J", "drop {0}J"), COLUMN_FORM)


def _text(action: int) -> str:
    if action >= COLUMN:
        return f"col {action - COLUMN + 1}"
    if action >= DROP_JOKERS:
        return f"drop {action - DROP_JOKERS}J"
    if TAKE_JOKERS <= action < TAKE_BOTH:
        place, destination = divmod(action - TAKE_JOKERS, DESTINATIONS)
        return f"{SOURCES[place]}J>{DESTINATION_LETTERS[destination]}"
    jokers = "J" if action >= TAKE_BOTH else ""
    source, destination = divmod(action - TAKE_BOTH if jokers else action, DESTINATIONS)
    place, colour = divmod(source, COLOURS)
    return f"{SOURCES[place]}{LETTERS[colour]}{jokers}>{DESTINATION_LETTERS[destination]}"


TEXTS = tuple(_text(action) for action in range(DECISIONS))
