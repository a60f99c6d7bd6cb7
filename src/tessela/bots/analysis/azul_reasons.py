"""Why a decision of Azul is good or bad."""

from collections.abc import Sequence
from dataclasses import dataclass

from tessela.bots.analysis import azul_walls as walls
from tessela.bots.analysis.grid import Cell
from tessela.bots.analysis.texts import Reason, reason
from tessela.bots.analysis.threats import denied, gathered, left
from tessela.game.azul.notation import LETTERS
from tessela.game.events import Broken, Event, MarkerTaken, Placed, Taken, Tiled
from tessela.game.ruleset import Json
from tessela.rules.azul.constants import COLOUR_BONUS, COLUMN_BONUS, COLUMNS, ROW_BONUS, ROWS

COLUMN_FROM = 2  # tiles of a column or colour that are worth a word
COLOUR_FROM = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """A take, or the choice of what falls, by its events."""

    before: Json
    after: Json | None  # nothing once the round is over
    taken: Taken | None
    placed: Placed | None
    broken: Broken | None
    marker: bool

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.before["to_move"])

    @property
    def board(self) -> Json:
        """The board of the one who decides, before."""
        board: Json = self.before["boards"][self.seat]
        return board

    @property
    def grey(self) -> bool:
        """Whether the wall is grey."""
        return bool(self.before["wall"] == "grey")

    def lines(self) -> list[str]:
        """The lines of the one who decides, after."""
        lines = list(self.board["lines"])
        if self.placed:
            row = self.placed.line - 1
            lines[row] = "".join(sorted(lines[row] + self.placed.tiles, key=LETTERS.index))
        return lines


def reasons(before: Json, events: Sequence[Event], after: Json | None) -> list[Reason]:
    """The reasons of a decision, from the view before it, its events, and the view after it unless the round is over."""
    if before["phase"] == "space":
        return _space(before, next(event for event in events if isinstance(event, Tiled)))
    turn = Turn(
        before,
        after,
        next((event for event in events if isinstance(event, Taken)), None),
        next((event for event in events if isinstance(event, Placed)), None),
        next((event for event in events if isinstance(event, Broken) and event.line is None), None),
        any(isinstance(event, MarkerTaken) for event in events),
    )
    return [*_line(turn), *_denied(turn), *_fallen(turn), *_marker(turn), *_left(turn)]


def _line(turn: Turn) -> list[Reason]:
    """What becomes of the line."""
    if not turn.placed:
        if turn.after is None or turn.after["phase"] != "drop":
            return []
        return [reason("splits", tiles=turn.after["pending"]["tiles"], line=turn.after["pending"]["line"])]
    row = turn.placed.line - 1
    lines = turn.lines()
    if not walls.is_complete(lines[row], row):
        return [reason("fills", line=row + 1, filled=len(lines[row]), size=row + 1)]
    spot = walls.landing(turn.board, turn.grey, lines, row)
    if spot is None:
        return [reason("completes_in_vain", line=row + 1, colour=walls.colour_of(lines[row]))]
    if not spot.settled:
        return [reason("completes_at", line=row + 1, points=spot.points, column=spot.cell[1] + 1)]
    wall = walls.wall_after(turn.board, lines)
    return [reason("completes", line=row + 1, points=spot.points), *_progress(wall, spot.cell)]


def _progress(wall: dict[Cell, str], cell: Cell) -> list[Reason]:
    """What the tile on a cell brings for the end of the game, the wall being as it will be."""
    row, column = cell
    found = []
    if all((row, c) in wall for c in range(COLUMNS)):
        found.append(reason("row_done", line=row + 1, points=ROW_BONUS))
    number = sum((r, column) in wall for r in range(ROWS))
    if number == ROWS:
        found.append(reason("column_done", column=column + 1, points=COLUMN_BONUS))
    elif number >= COLUMN_FROM:
        found.append(reason("column", column=column + 1, filled=number, size=ROWS, points=COLUMN_BONUS))
    colour = wall[cell]
    number = sum(tile == colour for tile in wall.values())
    if colour != "J" and number == ROWS:
        found.append(reason("colour_done", colour=colour, points=COLOUR_BONUS))
    elif colour != "J" and number >= COLOUR_FROM:
        found.append(reason("colour", colour=colour, filled=number, size=ROWS, points=COLOUR_BONUS))
    return found


def _fallen(turn: Turn) -> list[Reason]:
    """What falls, and what that costs beyond the marker."""
    if not turn.broken:
        return []
    tiles = turn.broken.tiles + turn.broken.discarded
    loss = walls.floor_loss(len(turn.board["floor"]) + turn.marker, len(tiles))
    if not turn.placed:
        return [reason("floor", tiles=tiles, loss=loss)]
    if not turn.taken:
        return [reason("drops", tiles=tiles, loss=loss)]
    room = len(turn.placed.tiles)
    return [reason("overflows", tiles=turn.taken.tiles, line=turn.placed.line, room=room, excess=len(tiles), loss=loss)]


def _marker(turn: Turn) -> list[Reason]:
    if not turn.marker:
        return []
    lines_of = [board["lines"] for board in turn.before["boards"]]
    lines_of[turn.seat] = turn.lines()
    key = "marker_late" if walls.may_end(turn.before, lines_of) else "marker"
    return [reason(key, loss=walls.floor_loss(len(turn.board["floor"]), 1))]


def _denied(turn: Turn) -> list[Reason]:
    """What the others lose by a take."""
    if not turn.taken:
        return []
    after = turn.after
    return denied(
        turn.before,
        turn.taken.tiles,
        turn.taken.source,
        walls.threats,
        lambda seat, line: after is not None and walls.can_complete(after, seat, line),
    )


def _left(turn: Turn) -> list[Reason]:
    """What the others gain by it."""
    if turn.after is None or turn.after["phase"] == "space":
        return [reason("last_tiles")]
    if not turn.taken:
        return []
    found = left(turn.before, turn.after, walls.threats)
    return found or gathered(turn.before["centre"], turn.after["centre"], "C")


def _space(before: Json, tiled: Tiled) -> list[Reason]:
    """The choice of a column."""
    board = before["boards"][before["to_move"]]
    cell = (tiled.line - 1, tiled.column - 1)
    wall = {**walls.wall_of(board), cell: tiled.tile}
    return [reason("scores", points=tiled.points, column=tiled.column), *_progress(wall, cell)]
