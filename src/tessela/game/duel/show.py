"""The table of Azul Duel as text."""

from collections.abc import Sequence

from tessela.game.duel.position import chip_list, line_text, space_at, stack_text, tablet_names, tile_at
from tessela.game.duel.view import back_of
from tessela.game.ruleset import States
from tessela.game.tiles import bunch, numbers, packed
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, NO_CHIP, NO_PLATE, PLATE_NAMES

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


def show(states: States, seats: Sequence[str]) -> str:
    """The factories, the plates, then both boards side by side. Face-down chips and the pile show only their backs."""
    s = states[0]
    head = f"Azul Duel ({', '.join(tablet_names(s))}): "
    head += "set-up" if s.round_number == 0 else f"round {s.round_number}"
    if s.phase == c.OVER:
        head += ", the game is over"
    else:
        head += f", {seats[s.to_move]} {PROMPTS[int(s.phase)].format(int(s.tiling_row) + 1)}"
    start = " + starting tile" if s.starting_tile == c.NOBODY else ""
    lines = [head, "", f"L  sun {bunch(s.sun[c.LARGE], LETTERS) or '-':5} moon {bunch(s.large_moon, LETTERS) or '-'}{start}"]
    for factory in range(c.SMALL_FACTORIES):
        sun, moon = bunch(s.sun[1 + factory], LETTERS) or "-", stack_text(s, factory) or "-"
        lines.append(f"{factory + 1}  sun {sun:5} moon {moon:4} chip {_chip(s, factory)}")
    display = " ".join("----" if plate == NO_PLATE else PLATE_NAMES[plate] for plate in s.display)
    size = int(s.pile_size)
    top = f" ({back_of(PLATE_NAMES[s.pile[size - 1]])} on top)" if size else ""
    lines.append(f"display {display}   pile {size}{top}")
    lines.append(f"bag {numbers(s.bag, LETTERS)}, tower {numbers(s.tower, LETTERS)}")
    if s.phase == c.PLACE:
        lines.append(f"plate in hand: {PLATE_NAMES[s.pending_plate]}")
    if s.phase == c.STACK:
        lines.append(f"to stack on factory {s.pending_factory + 1}: {bunch(s.pending_tiles, LETTERS)}")
    if s.phase in (c.KEEP, c.RETURN):
        lines.append("drawn: " + " ".join(PLATE_NAMES[plate] for plate in s.drawn[: s.drawn_size]))
    boards = [_board(s, seat, seats[seat]) for seat in range(c.PLAYERS)]
    lines += ["", *("   ".join(parts).rstrip() for parts in zip(*boards, strict=True))]
    return "\n".join(lines)


def _chip(s: States, factory: int) -> str:
    if s.chip[factory] == NO_CHIP:
        return "-"
    return CHIP_NAMES[s.chip[factory]] if face_up(s, factory) else "?"


def _board(s: States, seat: int, name: str) -> list[str]:
    """One board as rows of equal width; an empty space of the dome shows its colour in lower case, `.` where no plate lies."""
    rows = [f"{seat} {name[:14]}: {s.score[seat]}{' *' if s.starting_tile == seat else ''}"]
    for row in range(c.LINES):
        line = line_text(s, seat, row)
        spaces = (" " * (c.LINES - row - 1) + "." * (row + 1 - len(line)) + line)[-c.LINES :]
        cells = [_cell(s, seat, row, column) for column in range(c.DOME)]
        dome = "  ".join(" ".join(cells[k : k + 2]) for k in (0, 2, 4))
        rows.append(f"{row + 1} {' '.join(spaces)} > {dome}")
        if row in (1, 3):
            rows.append("")
    rows.append(f"X {' '.join(packed(s.broken[seat], LETTERS).ljust(c.BROKEN_SPACES, '.'))}   tokens {s.tokens[seat]}")
    rows.append(f"chips {' '.join(chip_list(s.chips[seat])) or '-'}")
    return [row.ljust(WIDTH) for row in rows]


def _cell(s: States, seat: int, row: int, column: int) -> str:
    tile = tile_at(s, seat, row, column)
    if tile != ".":
        return tile
    kind = space_at(s, seat, row, column)
    return "." if kind < 0 else (LETTERS.lower() + "*s")[kind]
