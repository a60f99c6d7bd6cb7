"""Why a decision of Azul is good or bad."""

from tessela.bots.analysis import azul_walls as walls
from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.forecast import tilings_after
from tessela.bots.analysis.texts import Argument, reason
from tessela.bots.analysis.threats import Others, gathered, rest_of_line
from tessela.game.azul.notation import LETTERS
from tessela.game.azul.position import hand_text
from tessela.game.events import Broken, MarkerTaken, Placed, Taken, Tiled
from tessela.game.fields import Arrays
from tessela.game.tiles import bunch
from tessela.rules.azul import constants as c
from tessela.rules.azul.state import ROW_SET, colours_in_row, kind_at, wall_row
from tessela.rules.azul.tiling import COLUMN_BITS
from tessela.rules.bits import size_of

COLUMN_FROM = 2  # tiles of a column or colour that are worth a word
COLOUR_FROM = 3


def reasons(decision: Decision) -> list[Argument]:
    """The reasons of a decision."""
    if tiled := decision.first(Tiled):
        progress = _progress(decision.now, decision.seat, tiled.line - 1, tiled.column - 1)
        return [reason("scores", points=tiled.points, column=tiled.column), *progress]
    others = Others(walls, decision)
    denied, left = others.denied([decision.after]), _left(decision, others)
    return [*_line(decision), *denied, *_fallen(decision), *_marker(decision), *left]


def _line(decision: Decision) -> list[Argument]:
    """What becomes of the line."""
    now, seat, placed = decision.now, decision.seat, decision.first(Placed)
    if not placed:
        splits = now.phase == c.DROP
        return [reason("splits", tiles=hand_text(now), line=int(now.pending_row) + 1)] if splits else []
    row = placed.line - 1
    filled = int(now.line_tiles[seat, row])
    if filled <= row:
        return [reason("fills", line=row + 1, filled=filled, size=row + 1), *_rest(decision, row)]
    spot = walls.landing(decision.after, seat, row)
    if spot is None:
        return [reason("completes_in_vain", line=row + 1, colour=LETTERS[now.line_colour[seat, row]])]
    if not spot.settled:
        return [_foreseen(decision, row, spot)]
    later, _ = walls.tiled(decision.after, seat)
    return [reason("completes", line=row + 1, points=spot.points), *_progress(Arrays(later), seat, row, spot.column)]


def _rest(decision: Decision, row: int) -> list[Argument]:
    """Whether what a line still lacks can be had in this round."""
    now, seat = decision.now, decision.seat
    if now.phase != c.OFFER:
        return []
    if found := rest_of_line(walls, [decision.after], seat, row):
        return [found]
    most = dict[str, int]()
    for take in walls.takes(decision.after, seat):
        if take.row == row:
            most[take.place] = max(most.get(take.place, 0), len(take.tiles))
    colour, lacking = int(now.line_colour[seat, row]), row + 1 - int(now.line_tiles[seat, row])
    gone = colour != c.NO_COLOUR and sum(most.values()) < lacking
    return [reason("rest_gone", line=row + 1, colour=LETTERS[colour])] if gone else []


def _foreseen(decision: Decision, row: int, spot: walls.Landing) -> Argument:
    """The column that the best tiling chooses for a full line, as `forecast` shows it; the best of the wall where it has none."""
    for event in tilings_after(decision.game, decision.move).tilings[decision.seat]:
        if isinstance(event, Tiled) and event.line == row + 1:
            return reason("completes_at", line=event.line, points=event.points, column=event.column)
    return reason("completes_at", line=row + 1, points=spot.points, column=spot.column + 1)


def _progress(s: Arrays, seat: int, row: int, column: int) -> list[Argument]:
    """What the tile on a space brings for the end of the game, the wall being as it will be."""
    found = []
    if wall_row(s, seat, row) == ROW_SET:
        found.append(reason("row_done", line=row + 1, points=c.ROW_BONUS))
    number = size_of(int(s.wall[seat]) >> column & COLUMN_BITS)
    if number == c.ROWS:
        found.append(reason("column_done", column=column + 1, points=c.COLUMN_BONUS))
    elif number >= COLUMN_FROM:
        found.append(reason("column", column=column + 1, filled=number, size=c.ROWS, points=c.COLUMN_BONUS))
    kind = kind_at(s, seat, row, column)
    number = sum(colours_in_row(s, seat, r) >> kind & 1 for r in range(c.ROWS))
    if number == c.ROWS:
        found.append(reason("colour_done", colour=LETTERS[kind], points=c.COLOUR_BONUS))
    elif number >= COLOUR_FROM:
        found.append(reason("colour", colour=LETTERS[kind], filled=number, size=c.ROWS, points=c.COLOUR_BONUS))
    return found


def _loss(spaces: int, more: int) -> int:
    """What more taken spaces of the floor cost."""
    return int(c.FLOOR_PENALTY[more] - c.FLOOR_PENALTY[spaces])


def _with_marker(decision: Decision) -> int:
    """The spaces of the floor that are taken once the marker lies there."""
    return min(c.FLOOR_SPACES, int(decision.was.floor_taken[decision.seat]) + bool(decision.first(MarkerTaken)))


def _fallen(decision: Decision) -> list[Argument]:
    """What falls, and what that costs beyond the marker."""
    broken, placed, taken = decision.first(Broken), decision.first(Placed), decision.first(Taken)
    if not broken:
        return []
    tiles = broken.tiles + broken.discarded
    loss = _loss(_with_marker(decision), int(decision.now.floor_taken[decision.seat]))
    if not placed:
        return [reason("floor", tiles=tiles, loss=loss)]
    if not taken:
        return [reason("drops", tiles=tiles, loss=loss)]
    room = len(placed.tiles)
    return [reason("overflows", tiles=taken.tiles, line=placed.line, room=room, excess=len(tiles), loss=loss)]


def _marker(decision: Decision) -> list[Argument]:
    if not decision.first(MarkerTaken):
        return []
    key = "marker_late" if walls.may_end(decision.now) else "marker"
    return [reason(key, loss=_loss(int(decision.was.floor_taken[decision.seat]), _with_marker(decision)))]


def _left(decision: Decision, others: Others) -> list[Argument]:
    """What the others gain by it."""
    if decision.now.phase == c.TILING:
        return [reason("last_tiles")]
    if not decision.first(Taken):
        return []
    before, after = (bunch(s.offer[c.CENTRE], LETTERS) for s in (decision.was, decision.now))
    return others.left() or gathered(before, after, "C")
