"""The numbers that nets and environments depend on: decisions and observations, with a version and a digest."""

import hashlib
import json

from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json
from tessela.rules.azul import constants as azul
from tessela.rules.duel import constants as duel

ENCODING_VERSION = 1

# The first number of each kind of decision; docs/encodings.md says what is added to it
DECISIONS: dict[str, dict[str, int]] = {
    "azul": {
        "take": azul.TAKE,
        "take_jokers": azul.TAKE_JOKERS,
        "take_both": azul.TAKE_BOTH,
        "drop_jokers": azul.DROP_JOKERS,
        "column": azul.COLUMN,
        "end": azul.DECISIONS,
    },
    "duel": {
        "take": duel.TAKE,
        "order": duel.ORDER,
        "plate": duel.PLATE,
        "draw": duel.DRAW_PLATE,
        "stop": duel.STOP,
        "place": duel.PLACE_PLATE,
        "chip": duel.TAKE_CHIP,
        "column": duel.COLUMN,
        "pay": duel.PAY_CHIP,
        "done": duel.DONE,
        "save": duel.SAVE,
        "pass": duel.PASS,
        "end": duel.DECISIONS,
    },
}


def schema(name: str) -> Json:
    """How decisions and observations of a game are numbered."""
    return {
        "game": name,
        "version": ENCODING_VERSION,
        "decisions": DECISIONS[ruleset_of(name).name],
        "observation": [[field, size] for field, size in ruleset_of(name).observation],
    }


def schema_digest(name: str) -> str:
    """A digest of the schema: a net or a data set that was made with another one does not fit."""
    return hashlib.sha256(json.dumps(schema(name), sort_keys=True).encode()).hexdigest()[:16]
