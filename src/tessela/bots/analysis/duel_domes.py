"""Azul Duel as a view shows it: the cells of a dome, what tiles on them bring, and what the others could complete."""

from dataclasses import dataclass

from tessela.bots.analysis.grid import Cell, points_at
from tessela.bots.analysis.threats import Threat
from tessela.game.duel.notation import SOURCES
from tessela.game.ruleset import Json
from tessela.rules.duel.components import CELL_OF, LETTERS, PLATE_NAMES, PLATE_SPACES
from tessela.rules.duel.constants import BROKEN_PENALTY, BROKEN_SPACES, DOME, DOME_SPACES, LINES, PAIR, PLATES_ACROSS, TRIPLE

SPACE_LETTERS = LETTERS + "*S"


def cells_of(dome_space: int) -> list[Cell]:
    """The four cells of a dome space: top-left, top-right, bottom-left, bottom-right."""
    return [divmod(int(cell), DOME) for cell in CELL_OF[dome_space]]


def turned(plate: str, quarter_turns: int) -> str:
    """The spaces of a plate as they lie after so many quarter turns."""
    return "".join(SPACE_LETTERS[kind] for kind in PLATE_SPACES[PLATE_NAMES.index(plate), quarter_turns])


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tile goes on a dome: its points, and those of the special tile that it brings, which lies on a cell of its own."""

    cell: Cell
    points: int
    bonus: int
    special: Cell | None


class Dome:
    """The dome of one player: its spaces by cell, and its tiles."""

    def __init__(self, board: Json):
        self.plates: list[Json | None] = board["plates"]
        self.spaces: dict[Cell, str] = {}
        for dome_space, plate in enumerate(self.plates):
            if plate:
                spaces = turned(plate["plate"], plate["turn"] // 90)
                self.spaces |= dict(zip(cells_of(dome_space), spaces, strict=True))
        self.tiles = {(r, c): tile for r, row in enumerate(board["tiles"]) for c, tile in enumerate(row) if tile != "."}

    def free_for(self, row: int, colour: str) -> list[Cell]:
        """The free cells of a row that take a colour."""
        cells = [(row, column) for column in range(DOME)]
        return [cell for cell in cells if self.spaces.get(cell) in (colour, "*") and cell not in self.tiles]

    def has_all_plates(self, row: int) -> bool:
        """Whether the three plates of a row lie on the dome."""
        first = PLATES_ACROSS * (row // 2)
        return all(self.plates[first : first + PLATES_ACROSS])

    def spot(self, cell: Cell) -> Spot:
        """What a tile on a cell brings."""
        plate = next(cells_of(d) for d in range(DOME_SPACES) if cell in cells_of(d))
        empty = [other for other in plate if other != cell and other not in self.tiles]
        points = points_at(self.tiles, cell)
        if len(empty) == 1 and self.spaces.get(empty[0]) == "S":
            return Spot(cell, points, empty[0][0] + 1, empty[0])
        return Spot(cell, points, 0, None)

    def best_spot(self, row: int, colour: str) -> Spot | None:
        """The free cell of a row that brings most for a colour, if there is one."""
        spots = [self.spot(cell) for cell in self.free_for(row, colour)]
        return max(spots, key=lambda spot: spot.points + spot.bonus, default=None)

    def with_tile(self, spot: Spot, tile: str) -> dict[Cell, str]:
        """The tiles of the dome once a tile lies on a spot."""
        special = {spot.special: "S"} if spot.special else {}
        return {**self.tiles, spot.cell: tile, **special}


def broken_loss(lying: int, more: int) -> int:
    """What so many more broken tiles cost."""
    return int(BROKEN_PENALTY[min(BROKEN_SPACES, lying + more)] - BROKEN_PENALTY[min(BROKEN_SPACES, lying)])


def can_pay(chips: list[str], colour: str, missing: int) -> bool:
    """Whether chips replace so many missing tiles: two that show the colour, or any three, for each."""
    matching = sum(colour in chip for chip in chips)
    return any(
        PAIR * pairs <= matching and PAIR * pairs + TRIPLE * (missing - pairs) <= len(chips) for pairs in range(missing + 1)
    )


# What the others could take


def moon(view: Json) -> str:
    """The tiles that can be taken from the moons."""
    return view["large"]["moon"] + "".join(small["moon"][-1:] for small in view["small"])


def takes(view: Json) -> list[tuple[str, str]]:
    """Every bunch of tiles that can be taken, with its place."""
    suns = [view["large"]["sun"], *(small["sun"] for small in view["small"])]
    places = dict(zip(SOURCES, [*suns, moon(view)], strict=True))
    return [(place, here.count(c) * c) for place, here in places.items() for c in LETTERS if c in here]


def _goes(line: str, row: int, colour: str) -> bool:
    return len(line) <= row and line[:1] in ("", colour)


def threats(view: Json, seat: int) -> list[Threat]:
    """The takes that complete a line of a seat exactly, where its dome has a space for it, and what its tile would score."""
    board = view["boards"][seat]
    if board["passed"]:
        return []
    dome, found = Dome(board), []
    for place, tiles in takes(view):
        for row in range(LINES):
            line = board["lines"][row]
            if _goes(line, row, tiles[0]) and len(line) + len(tiles) == row + 1 and (spot := dome.best_spot(row, tiles[0])):
                found.append(Threat(seat, place, tiles, row + 1, spot.points + spot.bonus))
    return found


def can_complete(view: Json, seat: int, line: int) -> bool:
    """Whether one take may complete a line of a seat, tiles about to be stacked being counted as if they could lie on top."""
    row, pending = line - 1, (view["pending"] or {}).get("tiles", "")
    tiles = view["boards"][seat]["lines"][row]
    on_top = [("M", (moon(view).count(c) + 1) * c) for c in set(pending)]
    return any(_goes(tiles, row, bunch[0]) and len(tiles) + len(bunch) > row for _, bunch in [*takes(view), *on_top])
