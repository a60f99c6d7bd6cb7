"""What happened in Azul Duel, told from the states before and after."""

from tessela.game.duel.notation import DOME_SPACE_NAMES, SOURCES
from tessela.game.duel.position import chip_list, line_text, moon_text, stack_text
from tessela.game.duel.view import back_of
from tessela.game.events import (
    Broken,
    ChipsChosen,
    ChipTaken,
    DisplayRefilled,
    Event,
    MarkerTaken,
    Paid,
    Passed,
    Penalised,
    Placed,
    PlateDrawn,
    PlateKept,
    PlatePlaced,
    PlateReturned,
    PlatesSeen,
    PlateTaken,
    Revealed,
    RoundEnded,
    Saved,
    SpecialPlaced,
    Stacked,
    Taken,
    Tiled,
)
from tessela.game.fields import Fields
from tessela.game.ruleset import States
from tessela.game.tiles import bunch, packed
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, NO_PLATE, PLATE_NAMES, SPECIAL_SPACE
from tessela.rules.duel.tiling import linked_across, linked_down


def decision_events(b: Fields, action: int, a: Fields) -> list[Event]:
    """What a decision did, with what followed from it without a choice."""
    seat = int(b.to_move)
    if b.phase in (c.PAY, c.SPACE):
        return _tiling_decision(b, a, seat)
    if b.phase == c.ACQUIRE and action < c.ORDER:
        return _take(b, a, action, seat) + _revealed(b, a)
    if b.phase == c.STACK:
        factory = int(b.pending_factory)
        return [Stacked(seat, factory + 1, stack_text(a, factory))]
    if b.phase == c.ACQUIRE and action == c.PASS:
        return [Passed(seat)]
    if b.phase == c.ACQUIRE and c.TAKE_CHIP <= action < c.COLUMN:
        factory = action - c.TAKE_CHIP
        return [ChipTaken(seat, factory + 1, CHIP_NAMES[b.chip[factory]])]
    return _plate_events(b, a, action, seat)


def _take(b: States, a: States, action: int, seat: int) -> list[Event]:
    source, taken = action // (c.COLOURS * c.DESTINATIONS), tiles_taken(b, action)
    rest = "" if source == c.MOON else bunch(b.sun[source], LETTERS).replace(taken[0], "")
    events: list[Event] = [Taken(seat, SOURCES[source], taken, rest)]
    if b.starting_tile != a.starting_tile:
        events.append(MarkerTaken(seat))
    for row in range(c.LINES):
        added = a.line_tiles[seat][row] - b.line_tiles[seat][row]
        if added > 0:
            events.append(Placed(seat, taken[0] * added, row + 1))
    events += _broken(b, a, seat)
    if 0 < source < c.MOON and a.phase != c.STACK and a.stack_height[source - 1] > 0:
        events.append(Stacked(seat, source, stack_text(a, source - 1)))
    return events


def tiles_taken(s: States, action: int) -> str:
    """The tiles that a take takes."""
    source, colour = action // (c.COLOURS * c.DESTINATIONS), action // c.DESTINATIONS % c.COLOURS
    here = moon_text(s) if source == c.MOON else bunch(s.sun[source], LETTERS)
    return LETTERS[colour] * here.count(LETTERS[colour])


def _broken(b: States, a: States, seat: int, line: int | None = None) -> list[Event]:
    """Tiles that broke: those new on the broken space, and those that went to the tower at once."""
    fallen = packed(a.broken[seat], LETTERS)[int(b.broken_tiles[seat]) :]
    discarded = _difference(bunch(a.tower, LETTERS), bunch(b.tower, LETTERS)) if a.tower != b.tower else ""
    return [Broken(seat, fallen, discarded, line)] if fallen or discarded else []


def _difference(larger: str, smaller: str) -> str:
    return "".join(letter * (larger.count(letter) - smaller.count(letter)) for letter in LETTERS)


def _revealed(b: States, a: States) -> list[Event]:
    return [
        Revealed(factory + 1, CHIP_NAMES[a.chip[factory]])
        for factory in range(c.SMALL_FACTORIES)
        if face_up(a, factory) and not face_up(b, factory)
    ]


def open_chips(s: Fields) -> list[Event]:
    """Chips that lie face up as soon as they are dealt, on factories that got no tile."""
    up = [factory for factory in range(c.SMALL_FACTORIES) if face_up(s, factory)]
    return [Revealed(factory + 1, CHIP_NAMES[s.chip[factory]]) for factory in up]


def _plate_events(b: States, a: States, action: int, seat: int) -> list[Event]:
    events: list[Event] = []
    if action == c.DRAW_PLATE:
        back = back_of(PLATE_NAMES[b.pile[int(b.pile_size) - 1]])
        events.append(PlateDrawn(seat, back, int(b.score[seat]) - int(a.score[seat])))
    elif c.PLACE_PLATE <= action < c.TAKE_CHIP:
        dome_space, turn = divmod(action - c.PLACE_PLATE, c.TURNS)
        events.append(PlatePlaced(seat, PLATE_NAMES[b.pending_plate], DOME_SPACE_NAMES[dome_space], 90 * turn))
        events += [PlateReturned(seat, PLATE_NAMES[a.pile[0]])] if b.drawn_size == 1 else []
    elif b.phase == c.RETURN:
        events.append(PlateReturned(seat, PLATE_NAMES[action - c.PLATE]))
        events += [PlateReturned(seat, PLATE_NAMES[a.pile[0]])] if b.drawn_size == 2 else []
    elif b.phase in (c.SETUP, c.ACQUIRE):
        events.append(PlateTaken(seat, PLATE_NAMES[action - c.PLATE]))
    if b.phase in (c.ACQUIRE, c.DRAW) and a.phase in (c.KEEP, c.PLACE) and a.from_pile:
        plates = _drawn(b) + ([PLATE_NAMES[b.pile[int(b.pile_size) - 1]]] if action == c.DRAW_PLATE else [])
        events.append(PlatesSeen(seat, len(plates), tuple(plates)))
    if a.phase == c.PLACE and a.from_pile:
        kept = PLATE_NAMES[a.pending_plate]
        events.append(PlateKept(seat, back_of(kept), kept))
    new = [plate for old, plate in zip(b.display, a.display, strict=True) if plate not in (old, NO_PLATE)]
    events += [DisplayRefilled(tuple(PLATE_NAMES[plate] for plate in new))] if new else []
    return events


def _drawn(s: States) -> list[str]:
    return [PLATE_NAMES[plate] for plate in s.drawn[: s.drawn_size]]


def _tiling_decision(b: States, a: States, seat: int) -> list[Event]:
    line = int(b.tiling_row) + 1
    events: list[Event] = []
    if b.phase == c.PAY:
        paid = chip_list([now - then for now, then in zip(a.spent[seat], b.spent[seat], strict=True)])
        if paid:
            events.append(Paid(seat, line, tuple(paid), line - b.line_tiles[seat][line - 1]))
        elif a.phase == c.PAY:
            events.append(ChipsChosen(seat, line, tuple(chip_list(a.paid))))
        else:
            events.append(Saved(seat, line))
    return events + _tiled(b, a, seat)


def _tiled(b: States, a: States, seat: int) -> list[Event]:
    new = int(a.filled[seat]) & ~int(b.filled[seat])
    special = new & int(a.spaces[seat][SPECIAL_SPACE])
    tile = new & ~special
    if not tile:
        return []
    row, column = divmod(tile.bit_length() - 1, c.DOME)
    filled = int(b.filled[seat]) | tile
    line = line_text(b, seat, row)
    bonus = (special.bit_length() - 1) // c.DOME + 1 if special else 0
    tiled = Tiled(
        seat=seat,
        line=row + 1,
        column=column + 1,
        tile=line[0],
        points=int(a.score[seat]) - int(b.score[seat]) - bonus,
        across=linked_across(filled, row, column),
        down=linked_down(filled, row, column),
        discarded=line[1:],
    )
    if not special:
        return [tiled]
    special_row, special_column = divmod(special.bit_length() - 1, c.DOME)
    return [tiled, SpecialPlaced(seat, special_row + 1, special_column + 1, bonus)]


def step_events(b: Fields, a: Fields) -> list[Event]:
    """What one step of phase 2 did: a line, or the settlement of a player and perhaps the end of the round."""
    seat, row = int(b.to_move), int(b.tiling_row)
    if row < c.LINES:
        unplaceable = a.line_tiles[seat][row] == 0 and a.filled[seat] == b.filled[seat]
        return _broken(b, a, seat, row + 1) if unplaceable else _tiled(b, a, seat)
    events: list[Event] = []
    penalty = penalty_of(b, seat)
    if penalty:
        tiles = packed(b.broken[seat], LETTERS)
        events.append(Penalised(seat, tiles, bool(b.starting_tile == seat), penalty, min(penalty, int(b.score[seat]))))
    if a.phase != c.TILING:
        events.append(RoundEnded(int(b.round_number), round_scores(b, seat)))
        new = [PLATE_NAMES[plate] for old, plate in zip(b.display, a.display, strict=True) if plate not in (old, NO_PLATE)]
        events += [DisplayRefilled(tuple(new))] if new else []
    return events


def penalty_of(b: States, seat: int) -> int:
    """What broken tiles and starting tile will cost a player."""
    tile = c.STARTING_TILE_PENALTY if b.starting_tile == seat else 0
    return int(c.BROKEN_PENALTY[b.broken_tiles[seat]]) + tile


def round_scores(b: States, seat: int) -> tuple[int, ...]:
    """The scores once the last player to tile has settled, before any tablet."""
    scores = [int(score) for score in b.score]
    scores[seat] = max(0, scores[seat] - penalty_of(b, seat))
    return tuple(scores)
