"""The table of Azul Duel: factories with their suns and moons, plates, tablets, boards."""

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tessela.cli.paint import Brush
from tessela.cli.table import (
    ACTIVE,
    QUIET,
    Scene,
    board_title,
    board_width,
    box,
    counted,
    lines,
    pattern_line,
    side_by_side,
    widest_brush,
)
from tessela.game.ruleset import Json
from tessela.rules.duel.components import PLATE_NAMES, turned
from tessela.rules.duel.constants import (
    BROKEN_PENALTY,
    BROKEN_SPACES,
    LINES,
    PLATES_ACROSS,
    PLAYERS,
    TILES_ON_LARGE,
    TILES_ON_SMALL,
)

BOARD_WIDTHS = {3: 47, 2: 34}
VERBS = {
    "draw": "pay a point for the top plate of the pile",
    "stop": "draw no more and look at the fronts",
    "pass": "no action is possible",
    "done": "the chosen chips are the payment",
    "save": "pay nothing for this line",
    "col": "put the tile on column {}",
    "plate": "take the plate {} from the display",
    "keep": "keep the plate {}",
    "back": "put the plate {} under the pile",
    "chip": "take the bonus chip of factory {}",
    "pay": "add a chip {} to the payment",
}
TABLETS_WIDTH = 46
TURNS = (0, 90, 180, 270)
TABLET_RULES = {
    "rows": "3 for each complete row",
    "five-colours": "4 for each row of 5 or 6 colours",
    "columns": "7 for each complete column",
    "outer-spaces": "1 for each tile on the border",
    "diagonals": "10 for each long diagonal",
    "corner-plates": "full corner plates: 3 above, 8 below",
    "jokers": "2 for each multicoloured space if all are filled",
    "specials": "-3 for each empty special space",
}


def blocks(scene: Scene) -> list[list[RenderableType]]:
    """Factories and plates, then the boards; the tablets where there is room for them."""
    view = scene.view
    brush = scene.brush()
    smalls = side_by_side([_small(brush, number, small) for number, small in enumerate(view["small"], start=1)])
    offer: list[RenderableType] = [smalls, _large(brush, view), _display(brush, view)]
    of_board = widest_brush(scene, BOARD_WIDTHS, PLAYERS)
    boards: list[RenderableType] = [_board(scene, of_board, seat) for seat in range(PLAYERS)]
    tablets = _tablets(scene)
    hand = _hand(brush, view)
    first, second = ([*offer], [*boards, tablets]) if scene.wide else ([*offer, tablets], boards)
    return [first, second, *([hand] if hand else []), [_supply(view)]]


def tasks(pending: Json) -> dict[str, str]:
    """What the player to move has to do, by phase."""
    return {
        "setup": "takes a first plate",
        "acquire": "takes a turn",
        "stack": f"orders {pending.get('tiles')} on the moon of factory {pending.get('factory')}",
        "draw": "draws on or stops",
        "keep": "keeps one of the drawn plates",
        "place": "places a plate",
        "return": "puts plates back under the pile",
        "pay": f"may pay with chips for line {pending.get('line')}",
        "space": f"chooses a column for line {pending.get('line')}",
    }


def _small(brush: Brush, number: int, small: Json) -> Panel:
    sun = brush.row(small["sun"])
    stack = Text().join([*(brush.tile(tile) for tile in small["moon"][:-1]), *(brush.tile(t, "▲") for t in small["moon"][-1:])])
    rows = [Text("sun  ") + sun, Text("moon ") + stack, Text("chip ") + _factory_chip(brush, small["chip"])]
    rows[0].append(" " * (5 + brush.width * TILES_ON_SMALL - rows[0].cell_len))
    active = bool(small["sun"] or small["moon"] or small["chip"])
    return box(lines(rows), str(number), active=active, padding=0)


def _factory_chip(brush: Brush, chip: str | None) -> Text:
    if chip is None:
        return Text("–", style=QUIET)
    return Text("? face down", style=QUIET) if chip == "?" else brush.chip(chip) + Text(" face up")


def _large(brush: Brush, view: Json) -> Panel:
    large = view["large"]
    start = Text("")
    if view["starting_tile"] is None:
        start = brush.tile("M") + Text(" starting player tile", style=QUIET)
    rows = [Text("sun  ") + brush.row(large["sun"]), Text("moon ") + brush.row(large["moon"]), start]
    rows[0].append(" " * (5 + brush.width * TILES_ON_LARGE - rows[0].cell_len))
    return box(lines(rows), "L · large", active=bool(large["sun"] or large["moon"]), padding=0)


def plate(brush: Brush, name: str, turn: int = 0) -> list[Text]:
    """A plate as two rows of empty spaces, turned clockwise; unknown spaces of a plate seen from its back."""
    if name not in PLATE_NAMES:
        return [Text(" ?  ? ", style=QUIET), Text(" ?  ? ", style=QUIET)]
    spaces = [brush.space(letter) for letter in turned(name, turn)]
    return [spaces[0] + spaces[1], spaces[2] + spaces[3]]


def _display(brush: Brush, view: Json) -> Panel:
    grid = Table.grid(padding=(0, 1, 0, 0))
    names = [name for name in view["display"] if name]
    pile = view["pile"]
    back = Text(f"{pile[0]}\non top" if pile else "empty", style=QUIET)
    grid.add_row(*(lines([*plate(brush, name), Text(name, style="bold")]) for name in names), lines([f"pile {len(pile)}", back]))
    return box(grid, "plates")


def _tablets(scene: Scene) -> Table:
    """What each tablet in play is worth now for both players."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row(Text("tablets", style="bold"), *(Text(name[:8], style=QUIET) for name in scene.names))
    for name in scene.view["tablets"]:
        values = [str(bonus[name]) for bonus in scene.bonuses]
        table.add_row(name, *(Text(value, justify="right") for value in values))
        if scene.wide:
            table.add_row(Text(f"  {TABLET_RULES[name]}", style=QUIET))
    return table


def _board(scene: Scene, brush: Brush, seat: int) -> Panel:
    view = scene.view
    board = view["boards"][seat]
    rows = [_board_row(brush, view, seat, row) for row in range(LINES)]
    rows += [Text(""), _broken(brush, board["broken"]), _chips(brush, board), Text(f"  tokens {board['tokens']}", style=QUIET)]
    notes = ["starts next"] if view["starting_tile"] == seat else []
    notes += ["passed"] if board["passed"] else []
    width = board_width(scene, BOARD_WIDTHS[brush.width], PLAYERS, TABLETS_WIDTH if scene.wide else 0)
    return box(lines(rows), board_title(scene, seat, notes), active=view["to_move"] == seat, width=width)


def _board_row(brush: Brush, view: Json, seat: int, row: int) -> Text:
    board = view["boards"][seat]
    pending = (view["pending"] or {}).get("line") == row + 1 and view["to_move"] == seat
    label = Text(f"{row + 1} ", style=f"bold {ACTIVE}" if pending else QUIET)
    line = pattern_line(brush, board["lines"][row], row + 1, LINES)
    pairs = [_cell(brush, board, row, 2 * k) + _cell(brush, board, row, 2 * k + 1) for k in range(PLATES_ACROSS)]
    return Text().join([label, line, Text(" ▸ ", style=QUIET), Text(" ").join(pairs)])


def _cell(brush: Brush, board: Json, row: int, column: int) -> Text:
    """A cell of the dome: a tile, an empty space of a plate, or a place where no plate lies, named in its first cell."""
    if board["tiles"][row][column] != ".":
        return brush.tile(board["tiles"][row][column])
    place = board["plates"][PLATES_ACROSS * (row // 2) + column // 2]
    if place is None:
        return brush.bare("abc"[column // 2] + "123"[row // 2] if row % 2 == column % 2 == 0 else "·")
    return brush.space(turned(place["plate"], place["turn"])[2 * (row % 2) + column % 2])


def _broken(brush: Brush, broken: str) -> Text:
    cells = [brush.tile(letter) for letter in broken] + [brush.slot()] * (BROKEN_SPACES - len(broken))
    costs = " ".join(str(BROKEN_PENALTY[i + 1] - BROKEN_PENALTY[i]) for i in range(BROKEN_SPACES))
    return Text().join([Text("X broken ", style=QUIET), *cells, Text(f" cost {costs}", style=QUIET)])


def _chips(brush: Brush, board: Json) -> Text:
    chips = Text(" ").join(brush.chip(chip) for chip in board["chips"]) if board["chips"] else Text("–", style=QUIET)
    spent = f" · {len(board['spent'])} spent" if board["spent"] else ""
    return Text().join([Text("  chips  ", style=QUIET), chips, Text(spent, style=QUIET)])


def _hand(brush: Brush, view: Json) -> list[RenderableType]:
    """The plate to be placed in its four turns, or the plates drawn."""
    pending = view["pending"] or {}
    if view["phase"] == "place" and pending["plate"] in PLATE_NAMES:
        plates = [lines([*plate(brush, pending["plate"], turn), f"@{turn}"]) for turn in TURNS]
        return [_row_of_plates(plates, "plate to place")]
    if view["drawn"]:
        plates = [lines([*plate(brush, name), name]) for name in view["drawn"]]
        return [_row_of_plates(plates, "drawn")]
    return []


def _row_of_plates(plates: list[Text], title: str) -> Panel:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(*plates)
    return box(grid, title, active=True)


def _supply(view: Json) -> Text:
    known = [f"{place}. {name}" for place, name in enumerate(view["pile"], start=1) if name in PLATE_NAMES]
    seen = f" · in the pile you know {', '.join(known)}" if known else ""
    return Text(f"bag {counted(view['bag'])} · tower {counted(view['tower'])}{seen}", style=QUIET)
