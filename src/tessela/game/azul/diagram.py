"""From the table of Azul as text back to what it shows."""

import re

from tessela.game.azul.notation import LETTERS
from tessela.game.azul.position import letters_of
from tessela.game.azul.show import PROMPTS, WIDTH
from tessela.game.checks import check
from tessela.game.diagram import board_rows, cells, matched, read_counts, read_whose, tiles_in
from tessela.game.ruleset import RULES_VERSION, Json
from tessela.rules.azul import constants as c

# What each prompt says: the phase, and the line it is about
_PROMPTS = {
    PROMPTS[c.OFFER]: ("offer", 0),
    PROMPTS[c.DROP]: ("drop", 0),
    **{PROMPTS[c.SPACE].format(line): ("space", line) for line in range(1, c.ROWS + 1)},
}
_BOARD = c.ROWS + 2  # rows of a board: the name, the lines, the floor


def view_of(lines: list[str]) -> tuple[Json, list[str]]:
    """The view of a spectator that a table shows, and the names of the seats."""
    check(len(lines) in (6 + _BOARD, 7 + _BOARD), "a table of azul has a head, the offer, the bag and the boards")
    boards = board_rows(lines[-_BOARD:], WIDTH)
    heads = [matched(r"(\d) (.*): (\d{1,5})( \*)?", board[0], "0 player 0: 12") for board in boards]
    seats = [name for _, name, _, _ in heads]
    wall, jokers, round_number, rest = matched(
        r"Azul, (coloured|grey) wall(, jokers)?: round (\d{1,5}), (.*)",
        lines[0],
        "Azul, grey wall: round 1, player 0 takes tiles",
    )
    to_move, prompt, first_player = read_whose(rest, seats, _PROMPTS)
    phase, line = prompt or ("over", 0)
    centre, marker = matched(rf"C ([{LETTERS}]+|-)( \+ marker)?", lines[3], "C BBY + marker")
    bag, lid = matched(r"bag (.*), lid (.*)", lines[4], "bag 17B 3W, lid -")
    view = {
        "seat": None,
        "game": "azul",
        "rules": RULES_VERSION,
        "players": len(boards),
        "wall": wall,
        "jokers": bool(jokers),
        "round": int(round_number),
        "phase": phase,
        "to_move": to_move,
        "first_player": first_player,
        "marker": None if marker else next((seat for seat, head in enumerate(heads) if head[3]), None),
        "factories": [tiles_in(bunch) for bunch in re.findall(rf"\d ([{LETTERS}]+|-)", lines[2])],
        "centre": tiles_in(centre),
        "bag": read_counts(bag, letters_of(bool(jokers))),
        "lid": read_counts(lid, letters_of(bool(jokers))),
        "boards": [_board(rows, int(head[2])) for rows, head in zip(boards, heads, strict=True)],
        "pending": {"line": line} if line else _pending(lines[5]),
    }
    return view, seats


def _pending(text: str) -> Json | None:
    if not text:
        return None
    tiles, line = matched(rf"in hand ([{LETTERS}]+) for line (\d)", text, "in hand BBJJ for line 2")
    return {"tiles": tiles, "line": int(line)}


def _board(rows: list[str], score: int) -> Json:
    wall_at = 2 + 2 * c.ROWS + 2
    return {
        "score": score,
        "lines": [cells(row, 2, c.ROWS).strip(" .") for row in rows[1:-1]],
        "wall": ["".join("." if cell.islower() else cell for cell in cells(row, wall_at, c.COLUMNS)) for row in rows[1:-1]],
        "floor": cells(rows[-1], 2, c.FLOOR_SPACES).rstrip(" ."),
    }
