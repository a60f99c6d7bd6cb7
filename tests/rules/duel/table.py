"""Positions of Azul Duel drawn as text.

    round 2  first 1  turn 0  tile 1
    L  sun BBYRT
    1  sun BYRR  chip TY
    2  moon KY   chip B
    display YKTS - *BTK
    pile KYR* SKRB
    tower 3BK
    seat 0  score 7  broken RR  chips TY,TY
    K    | y K   . .   ? ?
    -    | t s   . .   ? ?
    ...

A row of a board is a pattern line, `|`, and a row of the dome. On the dome a small letter is an empty space of that colour and
a capital a tile; `s` and `S` are an empty and a filled special space, `*` an empty multicoloured space and `B*` one with a blue
tile; `.` is no plate and `?` any plate. A plate is found by its four spaces. `tile` is the holder of the starting tile.

Whatever is not drawn is filled in so that the counts are right: tokens follow from the plates drawn; a board that is not drawn
has spent its tokens; other tiles lie in the bag, plates in display and pile, chips among those spent and in the supply.
"""

import re
from collections import Counter
from typing import Any

from tessela.game import Game
from tessela.game.events import Event

COLOURS = "BYRKT"
PLATES = [
    "YKTS", "*BTK", "TRB*", "KYR*", "KSTR", "TY*K", "SKRB", "YBKS", "TRBS",
    "YR*B", "YSKR", "TKR*", "BKST", "RTY*", "TB*Y", "STYB", "R*BK", "SYBR",
]  # fmt: skip
CHIPS = ["B", "T", "R", "K", "Y", "TY", "BR", "RT", "KB", "YK"]


def turned(plate: str) -> str:
    """The four spaces of a plate after a quarter turn clockwise."""
    return plate[2] + plate[0] + plate[3] + plate[1]


ORIENTATIONS = {}
for _name in PLATES:
    _spaces = _name
    for _turn in (0, 90, 180, 270):
        ORIENTATIONS[_spaces] = (_name, _turn)
        _spaces = turned(_spaces)


def table(text: str, seed: int = 1) -> Game:
    """The game that a diagram shows."""
    return Game.from_state(state_of(text), seed=seed)


def state_of(text: str) -> dict[str, Any]:
    """The JSON state that a diagram shows."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    state = {**_heads(lines[0]), **_middle([line for line in lines[1:] if not line.startswith("seat") and "|" not in line])}
    boards = [_board(seat, lines) for seat in (0, 1)]
    _fill_plates(state, boards)
    _fill_chips(state, boards)
    state["boards"] = boards
    _fill_tiles(state)
    return state


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _heads(line: str) -> dict[str, Any]:
    keys = _pairs(line)
    holder = keys.get("tile")
    tablets = keys.get("tablets", "rows,columns,diagonals").split(",")
    return {
        "game": "duel",
        "rules": 1,
        "tablets": tablets,
        "round": int(keys["round"]),
        "phase": "acquire",
        "to_move": int(keys.get("turn", 0)),
        "first_player": int(keys.get("first", 0)),
        "starting_tile": None if holder is None else int(holder),
        "drawn": [],
        "pending": None,
    }


def _middle(lines: list[str]) -> dict[str, Any]:
    """Factories, display, pile, bag and tower; the last four may stay unsaid."""
    said = dict(line.split(maxsplit=1) for line in lines)
    large = _pairs(said.pop("L", ""))
    small = [_pairs(said.pop(str(factory), "")) for factory in (1, 2, 3, 4)]
    known = {"display", "pile", "bag", "tower"}
    assert set(said) <= known, f"unknown in a diagram: {set(said) - known}"
    return {
        "large": {"sun": large.get("sun", ""), "moon": large.get("moon", "")},
        "small": [{"sun": f.get("sun", ""), "moon": f.get("moon", ""), "chip": f.get("chip")} for f in small],
        "display": [None if name == "-" else name for name in said["display"].split()] if "display" in said else None,
        "pile": said["pile"].replace("-", "").split() if "pile" in said else None,
        "bag": _tile_counts(said["bag"]) if "bag" in said else None,
        "tower": _tile_counts(said["tower"]) if "tower" in said else None,
    }


def _tile_counts(text: str) -> dict[str, int]:
    """`3BK` is three blue tiles and a black one, `-` none."""
    counts = dict.fromkeys(COLOURS, 0)
    for number, letter in re.findall(r"(\d*)([BYRKT])", text):
        counts[letter] += int(number or 1)
    return counts


def _board(seat: int, lines: list[str]) -> dict[str, Any]:
    """A board as far as it is drawn; `due` parts are filled in later."""
    start = next((i for i, line in enumerate(lines) if line.startswith(f"seat {seat}")), None)
    keys = _pairs(lines[start].replace(" passed", " passed yes")) if start is not None else {}
    rows = []
    for line in lines[(start or 0) + 1 :] if start is not None else []:
        if "|" not in line:
            break
        rows.append(line)
    drawn = any(row.split("|")[1].strip() for row in rows)
    plates, tiles = _dome([row.split("|")[1].split() for row in rows]) if drawn else ([None] * 9, ["......"] * 6)
    collected = [row.split("|")[0].strip().replace("-", "") for row in rows]
    return {
        "score": int(keys.get("score", 5)),
        "lines": collected + [""] * (6 - len(collected)),
        "plates": plates,
        "tiles": tiles,
        "broken": keys.get("broken", ""),
        "chips": keys["chips"].split(",") if "chips" in keys else [],
        "spent": [],
        "tokens": None if drawn else int(keys.get("tokens", 0)),
        "chips_taken": int(keys["taken"]) if "taken" in keys else None,
        "passed": "passed" in keys,
    }


def _dome(rows: list[list[str]]) -> tuple[list[Any], list[str]]:
    rows = rows + [["."] * 6] * (6 - len(rows))
    assert all(len(row) == 6 for row in rows), f"a row of a dome has 6 spaces: {rows}"
    plates = []
    for space in range(9):
        top, left = 2 * (space // 3), 2 * (space % 3)
        plates.append(_plate([rows[top + i // 2][left + i % 2] for i in range(4)]))
    tiles = ["".join(cell[0] if cell[0].isupper() else "." for cell in row) for row in rows]
    return plates, tiles


def _plate(cells: list[str]) -> Any:
    if set(cells) == {"."}:
        return None
    if set(cells) == {"?"}:
        return "?"
    spaces = "".join(cell[-1].upper() for cell in cells)
    assert spaces in ORIENTATIONS, f"there is no plate {cells}"
    plate, turn = ORIENTATIONS[spaces]
    return {"plate": plate, "turn": turn}


def _fill_plates(state: dict[str, Any], boards: list[dict[str, Any]]) -> None:
    named = [plate["plate"] for board in boards for plate in board["plates"] if isinstance(plate, dict)]
    named += [name for name in (state["display"] or []) if name] + (state["pile"] or [])
    unused = [name for name in PLATES if name not in named]
    assert len(named) == len(set(named)), f"a plate is drawn twice: {named}"
    for board in boards:
        _fill_dome(board, state["round"], unused)
    if state["display"] is None:
        shown, unused = unused[:3], unused[3:]
        state["display"] = shown + [None] * (3 - len(shown))
    state["pile"] = (state["pile"] or []) + unused
    size = len(state["pile"])
    state["pile_seen"] = [[] for _ in range(size)]
    state["pile_backs"] = [i == 0 for i in range(size)]


def _fill_dome(board: dict[str, Any], round_number: int, unused: list[str]) -> None:
    """Give the board its tokens, and plates where the diagram leaves them open."""
    all_placed = min(9, 1 + 2 * round_number)
    if board["tokens"] is None:
        board["tokens"] = all_placed - sum(plate is not None for plate in board["plates"])
        assert board["tokens"] in (0, 1, 2), f"{all_placed} plates at the end of round {round_number}, drawn {board['plates']}"
    assert round_number < 5 or not board["tokens"], "no tokens in round 5"
    missing = all_placed - board["tokens"] - sum(plate is not None for plate in board["plates"])
    for space, plate in enumerate(board["plates"]):
        if plate == "?" or (plate is None and missing > 0):
            missing -= plate is None
            board["plates"][space] = {"plate": unused.pop(0), "turn": 0}


def _fill_chips(state: dict[str, Any], boards: list[dict[str, Any]]) -> None:
    """Chips taken this round by those who must have them, and the spent chips of the rounds before."""
    on_factories = [small["chip"] for small in state["small"] if small["chip"]]
    taken = 4 - len(on_factories)
    mover, other = boards[state["to_move"]], boards[1 - state["to_move"]]
    if other["chips_taken"] is None:
        other["chips_taken"] = min(2, taken) if mover["chips_taken"] is None else taken - mover["chips_taken"]
    if mover["chips_taken"] is None:
        mover["chips_taken"] = taken - other["chips_taken"]
    left = Counter(dict.fromkeys(CHIPS, 2)) - Counter(on_factories + boards[0]["chips"] + boards[1]["chips"])
    for board in boards:
        due = 2 * (state["round"] - 1) + board["chips_taken"]
        assert len(board["chips"]) <= due, f"{len(board['chips'])} chips drawn, there can be {due}"
        for _ in range(due - len(board["chips"])):
            kind = next(kind for kind in CHIPS if left[kind])
            board["spent"].append(kind)
            left -= Counter([kind])
    state["chip_supply"] = {kind: left[kind] for kind in CHIPS}


def _fill_tiles(state: dict[str, Any]) -> None:
    texts = [state["large"]["sun"], state["large"]["moon"], *(f["sun"] + f["moon"] for f in state["small"])]
    texts += [text for board in state["boards"] for text in (*board["lines"], *board["tiles"], board["broken"])]
    seen = Counter("".join(texts))
    for name in ("bag", "tower"):
        seen.update(state[name] or {})
    rest = {letter: 13 - seen[letter] for letter in COLOURS}
    assert min(rest.values()) >= 0, f"more than 13 tiles of a colour: {rest}"
    for name in ("bag", "tower"):
        if state[name] is None:
            state[name], rest = rest, dict.fromkeys(COLOURS, 0)
    assert not any(rest.values()), f"these tiles lie nowhere: {rest}"


def play(game: Game, *moves: str) -> list[Event]:
    """Play some moves; all their events."""
    return [event for move in moves for event in game.play(move)]


def moves(game: Game) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in game.legal_moves()}


def board(game: Game, seat: int) -> dict[str, Any]:
    """One board of the JSON state."""
    return game.state()["boards"][seat]


def lines(game: Game, seat: int) -> str:
    """The pattern lines from the top, `-` for an empty one."""
    return " ".join(line or "-" for line in board(game, seat)["lines"])


def bunch(counts: dict[str, int]) -> str:
    """Counted tiles as letters."""
    return "".join(letter * counts[letter] for letter in COLOURS)


def tower(game: Game) -> str:
    """The tiles in the tower."""
    return bunch(game.state()["tower"])


def bag(game: Game) -> str:
    """The tiles in the bag."""
    return bunch(game.state()["bag"])


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def dome(game: Game, seat: int) -> str:
    """The dome as it is drawn in a diagram."""
    it = board(game, seat)
    spaces = {}
    for space, plate in enumerate(it["plates"]):
        text = plate["plate"] if plate else "...."
        for _ in range((plate["turn"] if plate else 0) // 90):
            text = turned(text)
        for i in range(4):
            spaces[2 * (space // 3) + i // 2, 2 * (space % 3) + i % 2] = text[i]
    rows = [[_cell(it["tiles"][row][column], spaces[row, column]) for column in range(6)] for row in range(6)]
    return "\n".join(" ".join(row) for row in rows)


def _cell(tile: str, space: str) -> str:
    if tile == ".":
        return space.lower()
    return tile + "*" if space == "*" else tile


def drawn(text: str) -> str:
    """A dome drawn with more air, as `dome` writes it."""
    rows = [" ".join(line.split()) for line in text.strip().splitlines() if line.strip()]
    return "\n".join(rows + [". . . . . ."] * (6 - len(rows)))
