"""How the decisions of Azul Duel are written."""

from itertools import product

from tessela.game.notation import COLUMN, TAKE, Form
from tessela.game.ruleset import States
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, PLATE_NAMES
from tessela.rules.duel.sun import PERMUTATIONS, tiles_to_stack

SOURCES = "L1234M"
DESTINATION_LETTERS = "123456X"
FORMS = (
    TAKE,
    COLUMN,
    Form(r"STACK([BYRKT]{2,3})", "stack {0}"),
    Form(r"(PLATE|KEEP|BACK)([BYRKTS*]{4})", "{0:l} {1}", "'plate YKTS'"),
    Form(r"([ABC])([123])@(0|90|180|270)", "{0:l}{1}@{2}", "'b2@90'"),
    Form(r"CHIP([1-4])", "chip {0}", "'chip 3'"),
    Form(r"PAY([BYRKT]{1,2})", "pay {0}", "'pay TY'"),
    Form(r"(DRAW|STOP|PASS|DONE|SAVE)", "{0:l}", "'pass'"),
)
DOME_SPACE_NAMES = tuple(f"{column}{row}" for row in "123" for column in "abc")
PLATE_WORDS = {c.SETUP: "plate", c.ACQUIRE: "plate", c.KEEP: "keep", c.RETURN: "back"}


def _text(action: int) -> str:
    """The text of a decision that means the same in every position, empty for the others."""
    if action < c.ORDER:
        source, destination = divmod(action, c.DESTINATIONS)
        return f"{SOURCES[source // c.COLOURS]}{LETTERS[source % c.COLOURS]}>{DESTINATION_LETTERS[destination]}"
    if action < c.DRAW_PLATE:
        return ""
    if c.PLACE_PLATE <= action < c.TAKE_CHIP:
        dome_space, turn = divmod(action - c.PLACE_PLATE, c.TURNS)
        return f"{DOME_SPACE_NAMES[dome_space]}@{90 * turn}"
    if c.TAKE_CHIP <= action < c.COLUMN:
        return f"chip {action - c.TAKE_CHIP + 1}"
    if c.COLUMN <= action < c.PAY_CHIP:
        return f"col {action - c.COLUMN + 1}"
    if c.PAY_CHIP <= action < c.DONE:
        return f"pay {CHIP_NAMES[action - c.PAY_CHIP]}"
    return {c.DRAW_PLATE: "draw", c.STOP: "stop", c.DONE: "done", c.SAVE: "save", c.PASS: "pass"}[action]


TEXTS = tuple(_text(action) for action in range(c.DECISIONS))


def text(states: States, action: int) -> str:
    """A decision as text; the order of a stack and what is done with a plate depend on the position."""
    if not c.ORDER <= action < c.DRAW_PLATE:
        return TEXTS[action]
    if action >= c.PLATE:
        phase = int(states["phase"][0])  # many times as fast as the record's
        return f"{PLATE_WORDS[phase]} {PLATE_NAMES[action - c.PLATE]}"
    number, *colours = tiles_to_stack(states[0])
    return "stack " + "".join(LETTERS[colours[PERMUTATIONS[action - c.ORDER, height]]] for height in range(number))


def every_text() -> list[str]:
    """Whatever `text` can give in any position: also each order of two or three unlike tiles, and all one does with a plate."""
    stacks = [tiles for number in (2, 3) for tiles in product(LETTERS[: c.COLOURS], repeat=number) if len(set(tiles)) > 1]
    plates = [f"{word} {name}" for word in dict.fromkeys(PLATE_WORDS.values()) for name in PLATE_NAMES]
    return [*filter(None, TEXTS), *("stack " + "".join(tiles) for tiles in stacks), *plates]
