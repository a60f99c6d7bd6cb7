"""Why a decision of Azul Duel is good or bad. What chance will show is never read, only what is known before."""

from tessela.bots.analysis import duel_domes as domes
from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.duel_plates import brings, line_without_space, placed
from tessela.bots.analysis.tablets import progress
from tessela.bots.analysis.texts import Argument, reason
from tessela.bots.analysis.threats import Others, gathered, rest_of_line
from tessela.game.duel.position import moon_text
from tessela.game.events import (
    Broken,
    ChipsChosen,
    ChipTaken,
    MarkerTaken,
    Paid,
    Passed,
    Placed,
    PlateDrawn,
    PlateKept,
    PlatePlaced,
    PlateReturned,
    PlateTaken,
    Revealed,
    Saved,
    SpecialPlaced,
    Stacked,
    Taken,
    Tiled,
)
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import can_pay, chips_by_match
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, SHOWS
from tessela.rules.duel.tiling import free_columns, has_all_plates


def reasons(decision: Decision) -> list[Argument]:
    """The reasons of a decision."""
    if decision.was.phase in (c.PAY, c.SPACE):
        return [*_payment(decision), *_tiled(decision)]
    if decision.first(Taken):
        return _take(decision)
    if stacked := decision.first(Stacked):
        return [*_left(decision, Others(domes, decision)), reason("tops", colour=stacked.tiles[-1], factory=stacked.factory)]
    if plate := decision.first(PlateTaken):
        return brings(decision, plate.plate)
    if decision.was.phase == c.KEEP and (kept := decision.first(PlateKept)):
        return brings(decision, kept.plate or "")
    if at := decision.first(PlatePlaced):
        return placed(decision, at)
    return _other(decision)


def _take(decision: Decision) -> list[Argument]:
    """Tiles from a sun or from the moons."""
    others = Others(domes, decision)
    found = [*_line(decision), *others.denied(domes.stacked(decision.after)), *_broken(decision)]
    if decision.first(MarkerTaken):
        key = "starting_tile_late" if decision.was.round_number == c.LAST_ROUND else "starting_tile"
        found.append(reason(key, loss=c.STARTING_TILE_PENALTY))
    found += _left(decision, others)
    return found + [reason("reveals", factory=event.factory) for event in decision.events if isinstance(event, Revealed)]


def _line(decision: Decision) -> list[Argument]:
    """What becomes of the line."""
    now, seat, line = decision.now, decision.seat, decision.first(Placed)
    if not line:
        return []
    row = line.line - 1
    filled, waiting = int(now.line_tiles[seat, row]), line_without_space(now, seat, row)
    if waiting and has_all_plates(now, seat, row):
        return [reason("no_space", line=row + 1, colour=waiting)]
    fills = reason("fills", line=row + 1, filled=filled, size=row + 1)
    if waiting:
        return [fills, reason("waits", line=row + 1, colour=waiting)]
    spot = domes.best_spot(decision.after, seat, row) if filled > row else None
    if spot is None:
        rest = rest_of_line(domes, domes.stacked(decision.after), seat, row)
        return [fills, *([rest] if rest else [])]
    found = [reason("completes_at", line=row + 1, points=spot.points, column=spot.column + 1)]
    found += [reason("special", points=spot.bonus)] if spot.bonus else []
    return found + progress(now, spot.after, seat)


def _broken(decision: Decision) -> list[Argument]:
    """What breaks at once, and what that costs."""
    broken, line, taken = decision.first(Broken), decision.first(Placed), decision.first(Taken)
    if not broken or not taken:
        return []
    tiles = broken.tiles + broken.discarded
    lying, more = (int(s.broken_tiles[decision.seat]) for s in (decision.was, decision.now))
    loss = int(c.BROKEN_PENALTY[more] - c.BROKEN_PENALTY[lying])
    if not line:
        return [reason("breaks", tiles=tiles, loss=loss)]
    room = len(line.tiles)
    return [reason("overflows", tiles=taken.tiles, line=line.line, room=room, excess=len(tiles), loss=loss)]


def _left(decision: Decision, others: Others) -> list[Argument]:
    """What the others can take now."""
    return others.left() or gathered(moon_text(decision.was), moon_text(decision.now), "M")


def _payment(decision: Decision) -> list[Argument]:
    """What is done with chips in the tiling."""
    if paid := decision.first(Paid):
        return [reason("pays", chips=list(paid.chips), missing=paid.missing, line=paid.line)]
    if chosen := decision.first(ChipsChosen):
        return [reason("offers", chips=list(chosen.chips), line=chosen.line, points=_worth(decision, chosen.line))]
    if saved := decision.first(Saved):
        filled = int(decision.was.line_tiles[decision.seat, saved.line - 1])
        worth = _worth(decision, saved.line)
        return [*_saved_for(decision, saved.line), reason("saves", line=saved.line, filled=filled, size=saved.line, points=worth)]
    return []


def _worth(decision: Decision, line: int) -> int:
    """What the tile of a line would bring as the dome stands."""
    return domes.points_of_line(decision.before, decision.seat, line - 1) or 0


def _saved_for(decision: Decision, line: int) -> list[Argument]:
    """A later line that the chips can pay for in this tiling, if it is worth more."""
    worth = {
        row + 1: _worth(decision, row + 1)
        for row in range(line, c.LINES)
        if 0 < decision.was.line_tiles[decision.seat, row] <= row and can_pay(decision.was, decision.seat, row)
    }
    best = max(worth, key=worth.__getitem__, default=0)
    more = best and worth[best] > _worth(decision, line)
    return [reason("saves_for", line=best, points=worth[best])] if more else []


def _tiled(decision: Decision) -> list[Argument]:
    """The tile of the line in question, if it has gone to the dome."""
    tiled, special = decision.first(Tiled), decision.first(SpecialPlaced)
    if not tiled:
        return []
    found = [reason("scores", points=tiled.points, column=tiled.column)]
    found += [reason("special", points=special.points)] if special else []
    return found + progress(decision.was, decision.now, decision.seat)


def _other(decision: Decision) -> list[Argument]:
    """Drawing, putting back, chips and passing."""
    if drawn := decision.first(PlateDrawn):
        return [reason("draws", back=drawn.back, loss=drawn.paid)]
    if decision.was.phase == c.DRAW:
        return [reason("looks", plates=int(decision.was.drawn_size))]
    if returned := decision.first(PlateReturned):
        return [reason("returns", plate=returned.plate)]
    if chip := decision.first(ChipTaken):
        return [reason("chip", chip=chip.chip), *_chip(decision, CHIP_NAMES.index(chip.chip))]
    return [reason("passes")] if decision.first(Passed) else []


def _chip(decision: Decision, kind: int) -> list[Argument]:
    """What a chip is good for: the lines that the chips can pay for now, or the colour that grows."""
    was, now, seat = decision.was, decision.now, decision.seat
    found = []
    for row in range(c.LINES):
        if not 0 < was.line_tiles[seat, row] <= row or not free_columns(was, seat, row):
            continue
        colour = int(was.line_colour[seat, row])
        number, _ = chips_by_match(now, seat, colour)
        if can_pay(now, seat, row) and not can_pay(was, seat, row):
            found.append(reason("chip_pays", line=row + 1))
        elif SHOWS[kind, colour] and number > 1:
            found.append(reason("chip_pair", filled=number, colour=LETTERS[colour], line=row + 1))
    return found
