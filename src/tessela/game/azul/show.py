"""The table of Azul as text."""

from collections.abc import Sequence

from tessela.game.azul.notation import LETTERS
from tessela.game.azul.position import hand_text, line_text, wall_text
from tessela.game.diagram import shown, side_by_side, whose
from tessela.game.ruleset import States
from tessela.game.tiles import bunch, numbers, packed
from tessela.rules.azul import constants as c
from tessela.rules.azul.state import COLOUR_OF

PROMPTS = {c.OFFER: "takes tiles", c.DROP: "chooses what to drop", c.SPACE: "chooses a space on line {}"}
WIDTH = 23


def show(states: States, seats: Sequence[str]) -> str:
    """The offer, then the boards side by side."""
    s = states[0]
    wall = "grey wall" if s.grey else "coloured wall"
    head = f"Azul, {wall}{', jokers' if s.jokers else ''}: round {s.round_number}"
    prompt = PROMPTS.get(int(s.phase), "").format(int(s.tiling_row) + 1)
    head += f", {whose(seats, None if s.phase == c.OVER else int(s.to_move), prompt, int(s.first_player))}"
    offer = [f"{place} {bunch(s.offer[place], LETTERS) or '-':4}" for place in range(1, int(c.FACTORIES[s.players]) + 1)]
    marker = " + marker" if s.marker == c.NOBODY else ""
    lines = [head, "", "  ".join(offer).rstrip(), f"C {bunch(s.offer[c.CENTRE], LETTERS) or '-'}{marker}"]
    lines.append(f"bag {numbers(s.bag, LETTERS)}, lid {numbers(s.lid, LETTERS)}")
    if s.phase == c.DROP:
        lines.append(f"in hand {hand_text(s)} for line {s.pending_row + 1}")
    return "\n".join([*lines, "", *side_by_side((_board(s, seat, seats[seat]) for seat in range(s.players)), WIDTH)])


def _board(s: States, seat: int, name: str) -> list[str]:
    """One board as rows; an empty space of the coloured wall shows its colour in lower case."""
    marker = " *" if s.marker == seat else ""
    rows = [f"{seat} {shown(name)}: {s.score[seat]}{marker}"]
    for row in range(c.ROWS):
        line = line_text(s, seat, row)
        spaces = (" " * (c.ROWS - row - 1) + "." * (row + 1 - len(line)) + line)[-c.ROWS :]
        wall = wall_text(s, seat, row)
        if not s.grey:
            wall = "".join(w if w != "." else LETTERS[COLOUR_OF[row, k]].lower() for k, w in enumerate(wall))
        rows.append(f"{row + 1} {' '.join(spaces)} > {' '.join(wall)}")
    rows.append(f"F {' '.join(packed(s.floor[seat], LETTERS + 'M').ljust(c.FLOOR_SPACES, '.'))}")
    return rows
