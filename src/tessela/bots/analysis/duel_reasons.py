"""Why a decision of Azul Duel is good or bad. What chance will show is never read, only what is known before."""

from collections.abc import Sequence
from typing import TypeVar

from tessela.bots.analysis import duel_domes as domes
from tessela.bots.analysis.duel_plates import brings, placed
from tessela.bots.analysis.tablets import progress
from tessela.bots.analysis.texts import Reason, reason
from tessela.bots.analysis.threats import denied, gathered, left
from tessela.game.events import (
    Broken,
    ChipsChosen,
    ChipTaken,
    Event,
    MarkerTaken,
    Paid,
    Passed,
    Placed,
    PlateDrawn,
    PlatePlaced,
    PlateReturned,
    PlateTaken,
    Revealed,
    Saved,
    Stacked,
    Taken,
    Tiled,
)
from tessela.game.ruleset import Json
from tessela.rules.duel.constants import LAST_ROUND, STARTING_TILE_PENALTY

E = TypeVar("E", bound=Event)


def reasons(before: Json, move: str, events: Sequence[Event], after: Json | None) -> list[Reason]:
    """The reasons of a decision, from the view before it, its events, and the view after it unless the round is over."""
    phase = before["phase"]
    if phase in ("pay", "space"):
        return [*_payment(before, events), *_tiled(before, events)]
    if taken := _first(events, Taken):
        return _take(before, taken, events, after)
    if phase == "stack":
        return _stack(before, events, after)
    if phase in ("setup", "acquire") and (plate := _first(events, PlateTaken)):
        return brings(before, plate.plate)
    if phase == "keep":
        return brings(before, move.split()[1])
    if at := _first(events, PlatePlaced):
        return placed(before, at)
    return _other(before, move, events)


def _first(events: Sequence[Event], kind: type[E]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _board(view: Json) -> Json:
    board: Json = view["boards"][view["to_move"]]
    return board


def _take(before: Json, taken: Taken, events: Sequence[Event], after: Json | None) -> list[Reason]:
    """Tiles from a sun or from the moons."""
    line = _first(events, Placed)
    found = _line(before, line) if line else []
    found += denied(
        before,
        taken.tiles,
        taken.source,
        domes.threats,
        lambda seat, line: after is not None and domes.can_complete(after, seat, line),
    )
    found += _broken(before, taken, line, events)
    if _first(events, MarkerTaken):
        key = "starting_tile_late" if before["round"] == LAST_ROUND else "starting_tile"
        found.append(reason(key, loss=STARTING_TILE_PENALTY))
    found += _left(before, after)
    return found + [reason("reveals", factory=event.factory) for event in _revealed(events)]


def _revealed(events: Sequence[Event]) -> list[Revealed]:
    """Chips turned up by the decision itself, not by the next deal."""
    names = [event.name for event in events]
    end = names.index("RoundEnded") if "RoundEnded" in names else len(names)
    return [event for event in events[:end] if isinstance(event, Revealed)]


def _line(before: Json, line: Placed) -> list[Reason]:
    """What becomes of the line."""
    board, row, colour = _board(before), line.line - 1, line.tiles[0]
    dome, filled = domes.Dome(board), len(board["lines"][row]) + len(line.tiles)
    spot = dome.best_spot(row, colour)
    if spot is None and dome.has_all_plates(row):
        return [reason("no_space", line=row + 1, colour=colour)]
    fills = reason("fills", line=row + 1, filled=filled, size=row + 1)
    if spot is None:
        return [fills, reason("waits", line=row + 1, colour=colour)]
    if filled <= row:
        return [fills]
    found = [reason("completes_at", line=row + 1, points=spot.points, column=spot.cell[1] + 1)]
    if spot.special:
        found.append(reason("special", points=spot.bonus))
    return found + progress(before["tablets"], dome.spaces, dome.tiles, dome.with_tile(spot, colour))


def _broken(before: Json, taken: Taken, line: Placed | None, events: Sequence[Event]) -> list[Reason]:
    """What breaks at once, and what that costs."""
    broken = next((event for event in events if isinstance(event, Broken) and event.line is None), None)
    if not broken:
        return []
    tiles = broken.tiles + broken.discarded
    loss = domes.broken_loss(len(_board(before)["broken"]), len(tiles))
    if not line:
        return [reason("breaks", tiles=tiles, loss=loss)]
    room = len(line.tiles)
    return [reason("overflows", tiles=taken.tiles, line=line.line, room=room, excess=len(tiles), loss=loss)]


def _left(before: Json, after: Json | None) -> list[Reason]:
    """What the others can take now."""
    if after is None:
        return []
    return left(before, after, domes.threats) or gathered(domes.moon(before), domes.moon(after), "M")


def _stack(before: Json, events: Sequence[Event], after: Json | None) -> list[Reason]:
    """The order of a stack."""
    stacked = _first(events, Stacked)
    assert stacked is not None
    return [*_left(before, after), reason("tops", colour=stacked.tiles[-1], factory=stacked.factory)]


def _payment(before: Json, events: Sequence[Event]) -> list[Reason]:
    """What is done with chips in the tiling."""
    if paid := _first(events, Paid):
        return [reason("pays", chips=list(paid.chips), missing=paid.missing, line=paid.line)]
    if chosen := _first(events, ChipsChosen):
        return [reason("offers", chips=list(chosen.chips), line=chosen.line)]
    if saved := _first(events, Saved):
        filled = len(_board(before)["lines"][saved.line - 1])
        return [reason("saves", line=saved.line, filled=filled, size=saved.line)]
    return []


def _tiled(before: Json, events: Sequence[Event]) -> list[Reason]:
    """The tile of the line in question, if it has gone to the dome."""
    tiled = _first(events, Tiled)
    if tiled is None or tiled.seat != before["to_move"] or tiled.line != before["pending"]["line"]:
        return []
    dome = domes.Dome(_board(before))
    spot = dome.spot((tiled.line - 1, tiled.column - 1))
    found = [reason("scores", points=tiled.points, column=tiled.column)]
    found += [reason("special", points=spot.bonus)] if spot.special else []
    return found + progress(before["tablets"], dome.spaces, dome.tiles, dome.with_tile(spot, tiled.tile))


def _other(before: Json, move: str, events: Sequence[Event]) -> list[Reason]:
    """Drawing, putting back, chips and passing."""
    if drawn := _first(events, PlateDrawn):
        return [reason("draws", back=drawn.back, loss=drawn.paid)]
    if move == "stop":
        return [reason("looks", plates=len(before["drawn"]))]
    if returned := _first(events, PlateReturned):
        return [reason("returns", plate=returned.plate)]
    if chip := _first(events, ChipTaken):
        return [reason("chip", chip=chip.chip), *_chip(before, chip.chip)]
    return [reason("passes")] if _first(events, Passed) else []


def _chip(before: Json, chip: str) -> list[Reason]:
    """What a chip is good for: the lines that the chips can pay for now, or the colour that grows."""
    board = _board(before)
    dome, had = domes.Dome(board), board["chips"]
    has = [*had, chip]
    found = []
    for row, line in enumerate(board["lines"]):
        missing = row + 1 - len(line)
        if not line or not missing or not dome.free_for(row, line[0]):
            continue
        if domes.can_pay(has, line[0], missing) and not domes.can_pay(had, line[0], missing):
            found.append(reason("chip_pays", line=row + 1))
        elif line[0] in chip and (number := sum(line[0] in other for other in has)) > 1:
            found.append(reason("chip_pair", filled=number, colour=line[0], line=row + 1))
    return found
