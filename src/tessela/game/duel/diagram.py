"""From the table of Azul Duel as text back to what it shows. What lies face down is not on it."""

from tessela.game.checks import check
from tessela.game.diagram import board_rows, cells, matched, read_counts, read_whose, tiles_in
from tessela.game.duel.position import PHASES
from tessela.game.duel.show import BACKS, PROMPTS, WIDTH
from tessela.game.duel.view import UNKNOWN
from tessela.game.ruleset import RULES_VERSION, Json
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import CELL_OF, CHIP_NAMES, CHIPS_OF_A_KIND, LETTERS, PLATE_NAMES, turned

# What each prompt says: the phase, and the line it is about
_PROMPTS = {
    text.format(line): (PHASES[phase], line)
    for phase, text in PROMPTS.items()
    for line in (range(1, c.LINES + 1) if "{}" in text else (0,))
}
# The plate and its turn, by the kinds of its four spaces as they lie: no two look alike
_PLATES = {turned(name, degrees): {"plate": name, "turn": degrees} for name in PLATE_NAMES for degrees in (0, 90, 180, 270)}
_TOP = 9  # lines from the head to the bag


def view_of(lines: list[str]) -> tuple[Json, list[str]]:
    """The view of a spectator that a table shows, with the plates that somebody holds, and the names of the seats."""
    start = lines.index("", _TOP) + 1 if "" in lines[_TOP:] else 0
    rows = [row for row in lines[start:] if row]
    check(start and len(rows) in (9, 10), "a table of duel has a head, the factories, the plates, the bag and two boards")
    boards = board_rows(rows, WIDTH)
    heads = [matched(r"(\d) (.*): (\d{1,5})( \*)?( passed)?", board[0], "0 player 0: 12 *") for board in boards]
    seats = [name for _, name, *_ in heads]
    tablets, round_text, rest = matched(
        r"Azul Duel \((.*?)\): (set-up|round \d), (.*)",
        lines[0],
        "Azul Duel (rows, columns, jokers): round 1, player 0 takes a turn",
    )
    to_move, prompt, first_player = read_whose(rest, seats, _PROMPTS)
    phase, line = prompt or ("over", 0)
    sun, moon, start_tile = matched(
        r"L  sun (\S+) +moon (\S+)( \+ starting tile)?", lines[2], "L  sun RKKKK moon - + starting tile"
    )
    held = dict(text.partition(": ")[::2] for text in lines[_TOP : start - 1])
    bag, tower = matched(r"bag (.*), tower (.*)", lines[8], "bag 5B 4Y, tower -")
    view: Json = {
        "seat": None,
        "game": "duel",
        "rules": RULES_VERSION,
        "tablets": tablets.split(", "),
        "round": 0 if round_text == "set-up" else int(round_text[-1]),
        "phase": phase,
        "to_move": to_move,
        "first_player": first_player,
        "starting_tile": None if start_tile else next((seat for seat, head in enumerate(heads) if head[3]), None),
        "large": {"sun": tiles_in(sun), "moon": tiles_in(moon)},
        "small": [_small(text) for text in lines[3:7]],
        **_plates(lines[7]),
        "drawn": held.get("drawn", "").split(),
        "bag": read_counts(bag, LETTERS),
        "tower": read_counts(tower, LETTERS),
        "boards": [_board(board, int(head[2]), bool(head[4])) for board, head in zip(boards, heads, strict=True)],
        "pending": _pending(phase, line, held),
    }
    view["chips_unseen"] = _unseen(view)
    return view, seats


def _small(text: str) -> Json:
    sun, moon, chip = matched(r"\d  sun (\S+) +moon (\S+) +chip (\S+)", text, "1  sun BYRK  moon -    chip ?")
    return {"sun": tiles_in(sun), "moon": tiles_in(moon), "chip": None if chip == "-" else chip}


def _plates(text: str) -> Json:
    """The display and the backs of the pile from the top; those that are not written are not known."""
    like = "display TRBS ---- SKRB   pile 9 (joker on top) *??????**"
    *display, size, top, backs = matched(
        r"display (\S{4}) (\S{4}) (\S{4})   pile (\d\d?)(?: \((special|joker) on top\))?(?: ([*S?]+))?", text, like
    )
    pile = [BACKS[back] for back in backs] if backs else [top, *[UNKNOWN] * (int(size) - 1)][: int(size)]
    check(len(pile) == int(size) and bool(pile) == bool(top), f"the pile of {text!r} should look like {like!r}")
    return {"display": [None if name == "----" else name for name in display], "pile": pile}


def _pending(phase: str, line: int, held: dict[str, str]) -> Json | None:
    if phase == "stack":
        factory = next((key[-1] for key in held if key.startswith("to stack on factory ")), "")
        check(factory.isdecimal(), "the line 'to stack on factory 1: BYR' is missing")
        return {"factory": int(factory), "tiles": held[f"to stack on factory {factory}"]}
    if phase == "place":
        origin = "pile" if "plate of the pile in hand" in held else "display"
        return {"plate": held.get("plate of the pile in hand", held.get("plate in hand", "")), "from": origin}
    if phase == "return":
        return {"backs": held.get("backs", "")}
    if phase == "pay":
        return {"line": line, "paid": _chips(held.get("paid", ""))}
    return {"line": line} if line else None


def _board(rows: list[str], score: int, passed: bool) -> Json:
    like = "X . . . .   tokens 2   chips taken 0"
    broken, tokens, taken = matched(r"X (.{7})   tokens (\d)   chips taken (\d)", rows[1 + c.LINES], like)
    domes = [_dome_row(row) for row in rows[1 : 1 + c.LINES]]
    kinds = [kind for row in domes for _, kind in row]
    plates = ["".join(kinds[cell] for cell in CELL_OF[space]) for space in range(c.DOME_SPACES)]
    for plate in plates:
        check(plate in _PLATES or plate == "....", f"there is no plate {plate!r} on a dome")
    return {
        "score": score,
        "lines": [cells(row, 2, c.LINES).strip(" .") for row in rows[1 : 1 + c.LINES]],
        "plates": [None if plate == "...." else _PLATES[plate] for plate in plates],
        "tiles": ["".join(tile for tile, _ in row) for row in domes],
        "broken": broken[::2].rstrip("."),
        "chips": _chips(rows[2 + c.LINES].removeprefix("chips ")),
        "spent": _chips(rows[3 + c.LINES].removeprefix("spent ")) if len(rows) > 3 + c.LINES else [],
        "tokens": int(tokens),
        "chips_taken": int(taken),
        "passed": passed,
    }


def _dome_row(row: str) -> list[tuple[str, str]]:
    """The tile on each cell of a row of the dome and the kind of its space; a star follows the tile on a multicoloured space."""
    text = row.ljust(WIDTH)
    found = []
    for at in (2 + 2 * c.LINES + 2 + step for step in (0, 2, 5, 7, 10, 12)):
        cell, star = text[at], text[at + 1] == "*"
        filled = cell.isupper()
        found.append((cell if filled else ".", "*" if star else cell.upper()))
    return found


def _chips(text: str) -> list[str]:
    return text.replace("-", "").split()


def _unseen(view: Json) -> dict[str, int]:
    """How many chips of each kind are nowhere to be seen."""
    seen = [small["chip"] for small in view["small"]]
    seen += [chip for board in view["boards"] for chip in (*board["chips"], *board["spent"])]
    seen += (view["pending"] or {}).get("paid", [])
    return {name: CHIPS_OF_A_KIND - seen.count(name) for name in CHIP_NAMES}
