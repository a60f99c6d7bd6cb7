"""The table of Azul: factories, centre, boards."""

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from tessela.cli.paint import Brush
from tessela.cli.table import ACTIVE, QUIET, Scene, board_title, board_width, box, counted, lines, pattern_line, widest_brush
from tessela.game.azul.notation import LETTERS
from tessela.game.ruleset import Json
from tessela.rules.azul.constants import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES, ROWS
from tessela.rules.azul.state import COLOUR_OF

BOARD_WIDTHS = {3: 39, 2: 29}
VERBS = {"col": "put the tile on column {}"}


def blocks(scene: Scene) -> list[list[RenderableType]]:
    """The factories and the centre, the boards, and what has been used up."""
    view = scene.view
    brush = scene.brush()
    offer = [_factory(brush, number, tiles) for number, tiles in enumerate(view["factories"], start=1)]
    of_board = widest_brush(scene, BOARD_WIDTHS, view["players"])
    boards = [_board(scene, of_board, seat) for seat in range(view["players"])]
    return [[*offer, _centre(brush, view)], [*boards], [_supply(view)]]


def tasks(pending: Json) -> dict[str, str]:
    """What the player to move has to do, by phase."""
    return {
        "offer": "takes tiles",
        "drop": f"chooses which of {pending.get('tiles')} do not go to line {pending.get('line')}",
        "space": f"chooses a column for line {pending.get('line')}",
    }


def _factory(brush: Brush, number: int, tiles: str) -> Panel:
    cells = [brush.tile(letter) for letter in tiles] + [brush.nothing()] * (4 - len(tiles))
    rows = lines([cells[0] + cells[1], cells[2] + cells[3]])
    return box(rows, str(number), active=bool(tiles), padding=0)


def _centre(brush: Brush, view: Json) -> Panel:
    tiles = brush.bunch(view["centre"])
    marker = Text("")
    if view["marker"] is None:
        marker = brush.tile("M") + Text(" starting player marker", style=QUIET)
    return box(lines([tiles, marker]), "C · centre", active=bool(view["centre"]))


def _board(scene: Scene, brush: Brush, seat: int) -> Panel:
    view = scene.view
    board = view["boards"][seat]
    rows = [_board_row(brush, view, board, row) for row in range(ROWS)]
    rows += [Text(""), *_floor(brush, board["floor"])]
    notes = ["starts next"] if view["marker"] == seat else []
    width = board_width(scene, BOARD_WIDTHS[brush.width], view["players"])
    return box(lines(rows), board_title(scene, seat, notes), active=view["to_move"] == seat, width=width)


def _board_row(brush: Brush, view: Json, board: Json, row: int) -> Text:
    pending = (view["pending"] or {}).get("line") == row + 1 and board is view["boards"][view["to_move"]]
    label = Text(f"{row + 1} ", style=f"bold {ACTIVE}" if pending else QUIET)
    line = pattern_line(brush, board["lines"][row], row + 1, ROWS)
    wall = [_wall_space(brush, view["wall"], row, column, board["wall"][row][column]) for column in range(COLUMNS)]
    return Text().join([label, line, Text(" ▸ ", style=QUIET), *wall])


def _wall_space(brush: Brush, wall: str, row: int, column: int, letter: str) -> Text:
    if letter != ".":
        return brush.tile(letter)
    return brush.slot() if wall == "grey" else brush.space(LETTERS[COLOUR_OF[row, column]])


def _floor(brush: Brush, floor: str) -> list[Text]:
    cells = [brush.tile(letter) for letter in floor] + [brush.slot()] * (FLOOR_SPACES - len(floor))
    costs = [str(FLOOR_PENALTY[i + 1] - FLOOR_PENALTY[i]) for i in range(FLOOR_SPACES)]
    label = Text("F floor ", style=QUIET)
    prices = Text("  costs ", style=QUIET) + Text().join(brush.bare(cost) for cost in costs)
    total = f" {-int(FLOOR_PENALTY[len(floor)])}" if floor else ""
    return [Text().join([label, *cells, Text(total, style="bold red")]), prices]


def _supply(view: Json) -> Text:
    kinds = f"{view['wall']} wall" + (" with jokers" if view["jokers"] else "")
    return Text(f"bag {counted(view['bag'])} · lid {counted(view['lid'])} · {kinds}", style=QUIET)
