"""The table of Azul Duel as text."""

from collections.abc import Sequence

from tessela.game.diagram import shown, side_by_side, whose
from tessela.game.duel.position import chip_list, line_text, space_at, stack_text, tablet_names, tile_at
from tessela.game.duel.view import UNKNOWN, back_of
from tessela.game.ruleset import States
from tessela.game.tiles import bunch, numbers, packed
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_NAMES, JOKER_SPACE, LETTERS, NO_CHIP, NO_PLATE, PLATE_NAMES
from tessela.rules.duel.plates import BACK_KNOWN

PROMPTS = {
    c.SETUP: "takes the first plate",
    c.ACQUIRE: "takes a turn",
    c.STACK: "orders the stack",
    c.DRAW: "draws on or stops",
    c.KEEP: "keeps a plate",
    c.PLACE: "places a plate",
    c.RETURN: "puts plates back",
    c.PAY: "may pay for line {}",
    c.SPACE: "chooses a space on line {}",
}
WIDTH = 36
BACKS = {"*": "joker", "S": "special", "?": UNKNOWN}  # of plates in the pile


def show(states: States, seats: Sequence[str]) -> str:
    """The factories, the plates, then both boards side by side. Face-down chips and the pile show only their backs."""
    s = states[0]
    head = f"Azul Duel ({', '.join(tablet_names(s))}): "
    head += "set-up" if s.round_number == 0 else f"round {s.round_number}"
    prompt = PROMPTS.get(int(s.phase), "").format(int(s.tiling_row) + 1)
    head += f", {whose(seats, None if s.phase == c.OVER else int(s.to_move), prompt, int(s.first_player))}"
    start = " + starting tile" if s.starting_tile == c.NOBODY else ""
    lines = [head, "", f"L  sun {bunch(s.sun[c.LARGE], LETTERS) or '-':5} moon {bunch(s.large_moon, LETTERS) or '-'}{start}"]
    for factory in range(c.SMALL_FACTORIES):
        sun, moon = bunch(s.sun[1 + factory], LETTERS) or "-", stack_text(s, factory) or "-"
        lines.append(f"{factory + 1}  sun {sun:5} moon {moon:4} chip {_chip(s, factory)}")
    display = " ".join("----" if plate == NO_PLATE else PLATE_NAMES[plate] for plate in s.display)
    lines.append(f"display {display}   pile {_pile(s)}")
    lines.append(f"bag {numbers(s.bag, LETTERS)}, tower {numbers(s.tower, LETTERS)}")
    lines += _held(s)
    return "\n".join([*lines, "", *side_by_side((_board(s, seat, seats[seat]) for seat in range(c.PLAYERS)), WIDTH)])


def _pile(s: States) -> str:
    """How many plates are left, the back of the top, and all known backs if there are more."""
    size = int(s.pile_size)
    if not size:
        return "0"
    names = [PLATE_NAMES[s.pile[i]] for i in range(size - 1, -1, -1)]
    known = [bool(s.pile_seen[i] & BACK_KNOWN) for i in range(size - 1, -1, -1)]
    backs = "".join("?" if not seen else "S" if "S" in name else "*" for name, seen in zip(names, known, strict=True))
    return f"{size} ({back_of(names[0])} on top)" + (f" {backs}" if any(known[1:]) else "")


def _held(s: States) -> list[str]:
    """What is in the hand of the one to move. Fronts of plates are seen once the drawing has stopped."""
    lines = []
    if s.phase == c.PLACE:
        lines.append(f"plate {'of the pile ' if s.from_pile else ''}in hand: {PLATE_NAMES[s.pending_plate]}")
    if s.phase == c.STACK:
        lines.append(f"to stack on factory {s.pending_factory + 1}: {bunch(s.pending_tiles, LETTERS)}")
    drawn = [PLATE_NAMES[plate] for plate in s.drawn[: s.drawn_size]]
    if drawn:
        lines.append("drawn: " + " ".join(back_of(name) if s.phase == c.DRAW else name for name in drawn))
    if s.phase == c.RETURN:
        lines.append(f"backs: {'same' if s.same_backs else 'mixed'}")
    if s.phase == c.PAY:
        lines.append(f"paid: {' '.join(chip_list(s.paid)) or '-'}")
    return lines


def _chip(s: States, factory: int) -> str:
    if s.chip[factory] == NO_CHIP:
        return "-"
    return CHIP_NAMES[s.chip[factory]] if face_up(s, factory) else "?"


def _board(s: States, seat: int, name: str) -> list[str]:
    """One board as rows; an empty space of the dome shows its colour in lower case, `.` where no plate lies.

    The tile on a multicoloured space has a star behind it.
    """
    rows = [
        f"{seat} {shown(name)}: {s.score[seat]}{' *' if s.starting_tile == seat else ''}{' passed' if s.passed[seat] else ''}"
    ]
    for row in range(c.LINES):
        line = line_text(s, seat, row)
        spaces = (" " * (c.LINES - row - 1) + "." * (row + 1 - len(line)) + line)[-c.LINES :]
        cells = [_cell(s, seat, row, column) for column in range(c.DOME)]
        dome = " ".join("".join(cells[k : k + 2]) for k in (0, 2, 4)).rstrip()
        rows.append(f"{row + 1} {' '.join(spaces)} > {dome}")
        if row in (1, 3):
            rows.append("")
    broken = packed(s.broken[seat], LETTERS).ljust(c.BROKEN_SPACES, ".")
    rows.append(f"X {' '.join(broken)}   tokens {s.tokens[seat]}   chips taken {s.chips_taken[seat]}")
    rows.append(f"chips {' '.join(chip_list(s.chips[seat])) or '-'}")
    if s.spent.any():
        rows.append(f"spent {' '.join(chip_list(s.spent[seat])) or '-'}")
    return rows


def _cell(s: States, seat: int, row: int, column: int) -> str:
    tile = tile_at(s, seat, row, column)
    kind = space_at(s, seat, row, column)
    if tile != ".":
        return tile + ("*" if kind == JOKER_SPACE else " ")
    return ". " if kind < 0 else (LETTERS.lower() + "*s")[kind] + " "
