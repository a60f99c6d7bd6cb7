"""What happened in Azul, told from the states before and after."""

from functools import cache

from tessela.game.azul.notation import LETTERS, SOURCES
from tessela.game.azul.position import line_text
from tessela.game.events import Broken, Event, MarkerTaken, Penalised, Placed, RoundEnded, Taken, Tiled
from tessela.game.fields import Fields
from tessela.game.ruleset import States
from tessela.game.tiles import bunch, packed
from tessela.rules.azul import constants as c
from tessela.rules.azul.offer import take_parts
from tessela.rules.azul.tiling import linked_across, linked_down

parts_of = cache(take_parts)  # there are a few hundred takes


def decision_events(b: Fields, action: int, a: Fields) -> list[Event]:
    """What a take, a drop or the choice of a space did."""
    if b.phase == c.SPACE:
        return [_tiled(b, a)]
    seat = int(b.to_move)
    events: list[Event] = _taken(b, a, action, seat) if b.phase == c.OFFER else []
    if a.phase == c.DROP:
        return events
    return events + _placed(b, a, seat) + _broken(b, a, seat)


def _taken(b: States, a: States, action: int, seat: int) -> list[Event]:
    place, taken = parts_of(action)[0], tiles_taken(b, action)
    rest = "" if place == c.CENTRE else "".join(t for t in bunch(b.offer[place], LETTERS) if t not in taken)
    events: list[Event] = [Taken(seat, SOURCES[place], taken, rest)]
    if b.marker == c.NOBODY and a.marker != c.NOBODY:
        events.append(MarkerTaken(seat))
    return events


def tiles_taken(s: States, action: int) -> str:
    """The tiles that a take takes."""
    place, colour, _, with_jokers = parts_of(action)
    return "".join(t for t in bunch(s.offer[place], LETTERS) if t == LETTERS[colour] or (with_jokers and t == "J"))


def _placed(b: States, a: States, seat: int) -> list[Event]:
    for row, (before, after) in enumerate(zip(b.line_tiles[seat], a.line_tiles[seat], strict=True)):
        if after > before:
            return [Placed(seat, _difference(line_text(a, seat, row), line_text(b, seat, row)), row + 1)]
    return []


def _broken(b: States, a: States, seat: int, line: int | None = None) -> list[Event]:
    """Tiles that fell: those new on the floor, and those that went to the lid at once."""
    fallen = packed(a.floor[seat], LETTERS + "M")[int(b.floor_taken[seat]) :].replace("M", "")
    discarded = _difference(bunch(a.lid, LETTERS), bunch(b.lid, LETTERS)) if a.lid != b.lid else ""
    return [Broken(seat, fallen, discarded, line)] if fallen or discarded else []


def _difference(larger: str, smaller: str) -> str:
    """The tiles of one bunch that are not in the other."""
    return "".join(letter * (larger.count(letter) - smaller.count(letter)) for letter in LETTERS)


def step_events(b: Fields, a: Fields) -> list[Event]:
    """What one step of the tiling did: a line, or the floor of a player and perhaps the end of the round."""
    seat, row = int(b.to_move), int(b.tiling_row)
    if row < c.ROWS:
        if a.wall[seat] != b.wall[seat]:
            return [_tiled(b, a)]
        dropped = a.line_tiles[seat][row] == 0 and b.line_tiles[seat][row] > 0
        return _broken(b, a, seat, row + 1) if dropped else []
    events: list[Event] = []
    floor = packed(b.floor[seat], LETTERS + "M")
    if floor:
        penalty = int(c.FLOOR_PENALTY[b.floor_taken[seat]])
        score = int(b.score[seat])
        events.append(Penalised(seat, floor.replace("M", ""), "M" in floor, penalty, min(score, penalty)))
    if a.phase != c.TILING:
        events.append(RoundEnded(int(b.round_number), round_scores(b, seat)))
    return events


def round_scores(b: States, seat: int) -> tuple[int, ...]:
    """The scores once the last player to tile has settled the floor, before any bonus."""
    scores = [int(score) for score in b.score[: b.players]]
    scores[seat] = max(0, scores[seat] - int(c.FLOOR_PENALTY[b.floor_taken[seat]]))
    return tuple(scores)


def _tiled(b: States, a: States) -> Tiled:
    seat = int(b.to_move)
    space = (int(a.wall[seat]) & ~int(b.wall[seat])).bit_length() - 1
    row, column = divmod(space, c.COLUMNS)
    tile = LETTERS[(int(a.wall_kinds[seat][row]) >> (3 * column) & 7) - 1]
    wall = int(a.wall[seat])
    return Tiled(
        seat=seat,
        line=row + 1,
        column=column + 1,
        tile=tile,
        points=int(a.score[seat]) - int(b.score[seat]),
        across=linked_across(wall, row, column),
        down=linked_down(wall, row, column),
        discarded=line_text(b, seat, row).replace(tile, "", 1),
    )
