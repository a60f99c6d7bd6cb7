"""From a JSON position of Azul Duel to a state: laid out with the kernels of the rules, then checked."""

import msgspec
import numpy as np

from tessela.game.checks import check, check_generator
from tessela.game.duel.checking import check_position, check_sizes
from tessela.game.duel.options import tablet_sides
from tessela.game.duel.position import PHASES, Board, Pending, Position, tablet_names
from tessela.game.errors import PositionError, shortened
from tessela.game.ruleset import Json, States
from tessela.game.tiles import handful_of, handful_of_counts, pack
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, NO_CHIP, NO_PLATE, PLATE_NAMES, PLATES
from tessela.rules.duel.lines import break_tiles, put_tiles
from tessela.rules.duel.moon import note_moon
from tessela.rules.duel.plates import BACK_KNOWN, put_on_dome
from tessela.rules.duel.round import put_on_sun
from tessela.rules.duel.setup import set_up_in
from tessela.rules.duel.state import STATE
from tessela.rules.duel.tiling import lay_tile

NO_PILE = np.full(PLATES, -1, np.int8)


def from_position(json: Json) -> tuple[Json, States]:
    """The options and the state of a position; one that cannot be is refused with the reason."""
    try:
        p = msgspec.convert(json, Position)
    except msgspec.ValidationError as error:
        raise PositionError(f"not a position of duel: {error}") from None
    check_sizes(p)
    states: States = np.zeros(1, STATE).view(np.recarray)
    set_up_in(states, 0, tablet_sides(p.tablets), p.first_player, NO_PILE)
    s = states[0]
    _lay_table(s, p)
    for player, board in enumerate(p.boards):
        _lay_board(s, player, board, f"boards[{player}]")
    _lay_pending(s, p, p.pending or Pending())
    check_position(states, p)
    return {"tablets": tablet_names(s)}, states


def plate_number(name: str, where: str) -> int:
    """The number of a plate."""
    check(name in PLATE_NAMES, f"{where}: there is no plate {name!r}; plates are {shortened(PLATE_NAMES)}")
    return PLATE_NAMES.index(name)


def chip_kind(name: str, where: str) -> int:
    """The number of a kind of chip."""
    check(name in CHIP_NAMES, f"{where}: there is no chip {name!r}; chips are {shortened(CHIP_NAMES)}")
    return CHIP_NAMES.index(name)


def _lay_table(s: States, p: Position) -> None:
    s.rng = check_generator(p.rng)
    s.round_number = p.round
    s.phase = next(number for number, name in PHASES.items() if name == p.phase)
    s.to_move = p.first_player if p.to_move is None else p.to_move
    s.starting_tile = c.NOBODY if p.starting_tile is None else p.starting_tile
    s.bag = handful_of_counts(p.bag, LETTERS, "bag")
    s.tower = handful_of_counts(p.tower, LETTERS, "tower")
    s.large_moon = handful_of(p.large.moon, LETTERS, "large.moon")
    _lay_sun(s, c.LARGE, p.large.sun, "large.sun")
    for factory, small in enumerate(p.small):
        where = f"small[{factory}]"
        _lay_sun(s, 1 + factory, small.sun, f"{where}.sun")
        s.stack[factory] = pack(small.moon, LETTERS, f"{where}.moon")
        s.stack_height[factory] = len(small.moon)
        s.chip[factory] = NO_CHIP if small.chip is None else chip_kind(small.chip, where)
    note_moon(s)
    s.chip_supply[:] = [p.chip_supply[name] for name in CHIP_NAMES]
    _lay_plates(s, p)


def _lay_sun(s: States, source: int, text: str, where: str) -> None:
    handful_of(text, LETTERS, where)
    for letter in text:
        put_on_sun(s, source, LETTERS.index(letter))


def _lay_plates(s: States, p: Position) -> None:
    for place, name in enumerate(p.display):
        s.display[place] = NO_PLATE if name is None else plate_number(name, "display")
    size = s.pile_size = len(p.pile)
    s.pile[:] = NO_PLATE
    s.pile_seen[:] = 0
    for i, (name, seats, back) in enumerate(zip(p.pile, p.pile_seen, p.pile_backs, strict=True), start=1):
        s.pile[size - i] = plate_number(name, "pile")
        s.pile_seen[size - i] = sum(1 << seat for seat in set(seats)) | (BACK_KNOWN if back else 0)
    for i, name in enumerate(p.drawn):
        s.drawn[i] = plate_number(name, "drawn")
    s.drawn_size = len(p.drawn)


def _lay_board(s: States, player: int, board: Board, where: str) -> None:
    s.score[player], s.tokens[player] = board.score, board.tokens
    s.chips_taken[player], s.passed[player] = board.chips_taken, board.passed
    for dome_space, plate in enumerate(board.plates):
        if plate:
            put_on_dome(s, player, dome_space, plate_number(plate.plate, f"{where}.plates"), plate.turn // 90)
    for cell, letter in enumerate("".join(board.tiles)):
        if letter != ".":
            lay_tile(s, player, cell, max(0, LETTERS.find(letter)))
    for row, text in enumerate(board.lines):
        if text:
            put_tiles(s, player, LETTERS.index(text[0]), len(text), row)
    pack(board.broken, LETTERS, f"{where}.broken")
    for letter in board.broken:
        break_tiles(s, player, LETTERS.index(letter), 1)
    for name in board.chips:
        s.chips[player, chip_kind(name, f"{where}.chips")] += 1
    for name in board.spent:
        s.spent[player, chip_kind(name, f"{where}.spent")] += 1


def _lay_pending(s: States, p: Position, pending: Pending) -> None:
    s.pending_tiles = handful_of(pending.tiles or "", LETTERS, "pending.tiles")
    s.pending_factory = (pending.factory or 1) - 1
    s.pending_plate = NO_PLATE if pending.plate is None else plate_number(pending.plate, "pending")
    s.from_pile = p.phase == "keep" or pending.origin == "pile"
    s.same_backs = pending.backs == "same"
    s.tiling_row = (pending.line or 1) - 1
    for name in pending.paid or []:
        s.paid[chip_kind(name, "pending.paid")] += 1
