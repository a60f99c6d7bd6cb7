"""From a JSON position of Azul Duel to a state, and the check that it can be."""

import msgspec
import numpy as np

from tessela.game.checks import check, check_generator
from tessela.game.duel.options import tablet_sides
from tessela.game.duel.position import PHASES, Board, Position, tablet_names
from tessela.game.errors import PositionError, shortened
from tessela.game.ruleset import Json, States
from tessela.game.tiles import bunch, handful_of, handful_of_counts, pack
from tessela.rules.bits import size_of
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import can_pay, face_up, pay_options
from tessela.rules.duel.components import (
    CELL_OF,
    CHIP_NAMES,
    CHIPS_OF_A_KIND,
    DOME_SPACE_OF,
    JOKER_SPACE,
    LETTERS,
    NO_CHIP,
    NO_PLATE,
    PLATE_NAMES,
    PLATE_SPACES,
    PLATES,
    SPECIAL_SPACE,
)
from tessela.rules.duel.moon import note_moon_in
from tessela.rules.duel.plates import BACK_KNOWN
from tessela.rules.duel.setup import set_up_in
from tessela.rules.duel.state import ALL_COLOURS_TO, STATE
from tessela.rules.duel.sun import orders_of
from tessela.rules.duel.tiling import free_columns
from tessela.rules.duel.turns import acquisition_is_over

NO_PILE = np.full(PLATES, -1, np.int8)


def from_position(json: Json) -> tuple[Json, States]:
    """The options and the state of a position; one that cannot be is refused with the reason."""
    try:
        p = msgspec.convert(json, Position)
    except msgspec.ValidationError as error:
        raise PositionError(f"not a position of duel: {error}") from None
    check(len(p.boards) == c.PLAYERS, f"there are 2 boards, not {len(p.boards)}")
    check(p.first_player in (0, 1), f"first_player {p.first_player} is no seat")
    check(p.starting_tile in (None, 0, 1), f"starting_tile: {p.starting_tile} is no seat")
    check(0 <= p.round <= c.LAST_ROUND, f"round {p.round} cannot be")
    states: States = np.zeros(1, STATE).view(np.recarray)
    set_up_in(states, 0, tablet_sides(p.tablets), p.first_player, NO_PILE)
    s = states[0]
    s.rng = check_generator(p.rng)
    s.round_number = p.round
    s.starting_tile = c.NOBODY if p.starting_tile is None else p.starting_tile
    _set_table(s, p)
    note_moon_in(states, 0)
    for player, board in enumerate(p.boards):
        _set_board(s, player, board, f"boards[{player}]")
    _set_phase(s, p)
    _check_tiles(p)
    _check_plates(p)
    _check_chips(p)
    return {"tablets": tablet_names(s)}, states


def plate_number(name: str, where: str) -> int:
    """The number of a plate."""
    check(name in PLATE_NAMES, f"{where}: there is no plate {name!r}; plates are {shortened(PLATE_NAMES)}")
    return PLATE_NAMES.index(name)


def chip_kind(name: str, where: str) -> int:
    """The number of a kind of chip."""
    check(name in CHIP_NAMES, f"{where}: there is no chip {name!r}; chips are {shortened(CHIP_NAMES)}")
    return CHIP_NAMES.index(name)


def _set_table(s: States, p: Position) -> None:
    s.bag = handful_of_counts(p.bag, LETTERS, "bag")
    s.tower = handful_of_counts(p.tower, LETTERS, "tower")
    s.large_moon = handful_of(p.large.moon, LETTERS, "large.moon")
    check(len(p.large.sun) + len(p.large.moon) <= c.TILES_ON_LARGE, "the large factory has more than 5 tiles")
    check(not (p.large.sun and p.large.moon), "the large factory has tiles on its sun and on its moon")
    check(len(p.large.moon) < c.TILES_ON_LARGE, "the large factory has 5 tiles on its moon, but one colour was taken")
    check(p.starting_tile is None or not p.large.sun, "the starting tile is taken, but the large factory is untouched")
    _set_sun(s, c.LARGE, p.large.sun, "large.sun")
    check(len(p.small) == c.SMALL_FACTORIES, f"there are 4 small factories, not {len(p.small)}")
    for factory, small in enumerate(p.small):
        where = f"small[{factory}]"
        check(not (small.sun and small.moon), f"{where} has tiles on its sun and on its moon")
        check(small.chip is not None or not (small.sun or small.moon), f"{where} has tiles, but its chip is gone")
        check(len(small.sun) <= c.TILES_ON_SMALL, f"{where} has more than 4 tiles")
        check(len(small.moon) < c.TILES_ON_SMALL, f"{where} has a stack of more than 3 tiles")
        _set_sun(s, 1 + factory, small.sun, f"{where}.sun")
        s.stack[factory] = pack(small.moon, LETTERS, f"{where}.moon")
        s.stack_height[factory] = len(small.moon)
        s.chip[factory] = NO_CHIP if small.chip is None else chip_kind(small.chip, where)
    _set_pile(s, p)
    check(set(p.chip_supply) == set(CHIP_NAMES), f"chip_supply needs exactly the keys {shortened(CHIP_NAMES)}")
    for kind, name in enumerate(CHIP_NAMES):
        check(0 <= p.chip_supply[name] <= CHIPS_OF_A_KIND, f"chip_supply: {p.chip_supply[name]} of {name} cannot be")
        s.chip_supply[kind] = p.chip_supply[name]


def _set_sun(s: States, source: int, text: str, where: str) -> None:
    s.sun[source] = handful_of(text, LETTERS, where)
    for letter in set(text):
        s.offered |= 1 << (10 * LETTERS.index(letter) + source)


def _set_pile(s: States, p: Position) -> None:
    check(len(p.display) == c.DISPLAY, f"the display has 3 places, not {len(p.display)}")
    for place, name in enumerate(p.display):
        s.display[place] = NO_PLATE if name is None else plate_number(name, "display")
    size = len(p.pile)
    check(len(p.pile_seen) == size == len(p.pile_backs), "pile, pile_seen and pile_backs must be equally long")
    check(size <= PLATES and len(p.drawn) <= PLATES, "there are only 18 plates")
    check(not size or p.pile_backs[0], "the back of the top of the pile is always known")
    s.pile[:] = NO_PLATE
    s.pile_seen[:] = 0
    s.pile_size = size
    for i, (name, seats, back) in enumerate(zip(p.pile, p.pile_seen, p.pile_backs, strict=True)):
        check(set(seats) <= {0, 1}, f"pile_seen[{i}]: {seats} are no seats")
        s.pile[size - 1 - i] = plate_number(name, "pile")
        s.pile_seen[size - 1 - i] = sum(1 << seat for seat in set(seats)) | (BACK_KNOWN if back else 0)
    for i, name in enumerate(p.drawn):
        s.drawn[i] = plate_number(name, "drawn")
    s.drawn_size = len(p.drawn)


def _set_board(s: States, player: int, board: Board, where: str) -> None:
    check(0 <= board.score < 2**15, f"{where}: a score of {board.score} cannot be")
    s.score[player] = board.score
    _set_dome(s, player, board, where)
    check(len(board.lines) == c.LINES, f"{where}: there are 6 lines, not {len(board.lines)}")
    for row, text in enumerate(board.lines):
        _set_line(s, player, row, text, f"{where}.lines[{row}]")
    check(len(board.broken) <= c.BROKEN_SPACES, f"{where}: at most 4 broken tiles lie there, not {len(board.broken)}")
    s.broken[player] = pack(board.broken, LETTERS, f"{where}.broken")
    s.broken_tiles[player] = len(board.broken)
    for name in board.chips:
        s.chips[player, chip_kind(name, f"{where}.chips")] += 1
    for name in board.spent:
        s.spent[player, chip_kind(name, f"{where}.spent")] += 1
    check(0 <= board.tokens <= c.TOKENS, f"{where}: {board.tokens} tokens cannot be")
    check(0 <= board.chips_taken <= c.CHIPS_PER_ROUND, f"{where}: {board.chips_taken} chips in a round cannot be")
    s.tokens[player] = board.tokens
    s.chips_taken[player] = board.chips_taken
    s.passed[player] = board.passed


def _set_dome(s: States, player: int, board: Board, where: str) -> None:
    check(len(board.plates) == c.DOME_SPACES, f"{where}: a dome has 9 spaces, not {len(board.plates)}")
    for dome_space, plate in enumerate(board.plates):
        if plate is None:
            continue
        check(plate.turn in (0, 90, 180, 270), f"{where}: a plate is turned by 0, 90, 180 or 270, not {plate.turn}")
        number, turn = plate_number(plate.plate, f"{where}.plates"), plate.turn // 90
        s.plates[player, dome_space] = number
        s.turns[player, dome_space] = turn
        for i in range(4):
            s.spaces[player, PLATE_SPACES[number, turn, i]] |= 1 << int(CELL_OF[dome_space, i])
    rows = [len(row) for row in board.tiles]
    check(rows == [c.DOME] * c.DOME, f"{where}.tiles: a dome has 6 rows of 6 letters")
    for cell, letter in enumerate("".join(board.tiles)):
        if letter != ".":
            _set_tile(s, player, cell, letter, f"{where}.tiles[{cell // c.DOME}]")
    for dome_space in range(c.DOME_SPACES):
        cells = [int(cell) for cell in CELL_OF[dome_space]]
        special = [cell for cell in cells if int(s.spaces[player, SPECIAL_SPACE]) >> cell & 1]
        if special:
            filled = [cell for cell in cells if int(s.filled[player]) >> cell & 1]
            full = len([cell for cell in filled if cell not in special]) == 3
            reason = f"{where}: a special tile lies exactly where the other three cells of its plate are filled"
            check(full == (special[0] in filled), reason)


def _set_tile(s: States, player: int, cell: int, letter: str, where: str) -> None:
    kinds = [kind for kind in range(SPECIAL_SPACE + 1) if int(s.spaces[player, kind]) >> cell & 1]
    check(kinds, f"{where}: a tile lies where there is no plate")
    if kinds[0] == SPECIAL_SPACE:
        check(letter == "S", f"{where}: {letter!r} lies on a special space")
    elif kinds[0] == JOKER_SPACE:
        check(letter in LETTERS, f"{where}: {letter!r} is no tile for a joker space")
        s.joker_colour[player, DOME_SPACE_OF[cell]] = LETTERS.index(letter)
    else:
        check(letter == LETTERS[kinds[0]], f"{where}: {letter!r} lies on a space for {LETTERS[kinds[0]]}")
    s.filled[player] |= 1 << cell


def _set_line(s: States, player: int, row: int, text: str, where: str) -> None:
    if not text:
        return
    check(len(text) <= row + 1, f"{where}: line {row + 1} has {row + 1} spaces, not {len(text)}")
    check(len(set(text)) == 1 and text[0] in LETTERS, f"{where}: a line holds one colour, not {text!r}")
    colour = LETTERS.index(text[0])
    s.line_tiles[player, row] = len(text)
    s.line_colour[player, row] = colour
    s.accepts[player] &= ~(ALL_COLOURS_TO << row)
    if len(text) <= row:
        s.accepts[player] |= 1 << (c.DESTINATIONS * colour + row)


def _set_phase(s: States, p: Position) -> None:
    s.phase = next(number for number, name in PHASES.items() if name == p.phase)
    if p.phase == "over":
        check(p.to_move is None and p.round == c.LAST_ROUND, "a game is over after round 5, with nobody to move")
        s.to_move = p.first_player
    else:
        check(p.to_move in (0, 1), f"to_move: {p.to_move} is no seat")
        s.to_move = p.to_move
    in_set_up = p.phase == "setup" or (p.phase == "place" and p.round == 0)
    check((p.round == 0) == in_set_up, "round 0 is the set-up only")
    _set_pending(s, p)
    if in_set_up:
        _check_set_up(p)
    for seat, board in enumerate(p.boards):
        check(not board.passed or not _can_act(s, seat), f"boards[{seat}] has passed, but can still act")
    if p.phase == "acquire":
        check(not acquisition_is_over(s), "phase 'acquire', but phase 1 is over: nothing is left to take")
    if p.phase == "over":
        check(acquisition_is_over(s), "the game is over, but tiles, chips or tokens are left on a factory or board")


def _check_set_up(p: Position) -> None:
    """Before round 1 nothing has been taken but plates of the display."""
    check(p.starting_tile is None, "the starting tile cannot be taken in the set-up")
    check(p.pending is None or p.pending.origin == "display", "a plate of the set-up comes from the display, not the pile")
    for seat, board in enumerate(p.boards):
        where = f"boards[{seat}]"
        check(board.tokens == c.TOKENS, f"{where}: no token is placed in the set-up")
        check(board.chips_taken == 0, f"{where}: no chip is taken in the set-up")
        check(not any(board.lines) and not board.broken, f"{where}: no tile is taken in the set-up")
        check(not board.passed, f"{where}: nobody has passed in the set-up")


def _can_act(s: States, seat: int) -> bool:
    """Whether a player who is not in the middle of a turn has an action of phase 1."""
    chips = any(face_up(s, factory) for factory in range(c.SMALL_FACTORIES))
    return bool(s.offered != 0 or s.tokens[seat] > 0 or (chips and s.chips_taken[seat] < c.CHIPS_PER_ROUND))


# The keys of `pending` by phase; no pending where a phase is not named
_PENDING_KEYS = {
    "stack": {"factory", "tiles"},
    "place": {"plate", "origin"},
    "return": {"backs"},
    "pay": {"line", "paid"},
    "space": {"line"},
}


def _set_pending(s: States, p: Position) -> None:
    fields = {name for name in (p.pending.__struct_fields__ if p.pending else ()) if getattr(p.pending, name) is not None}
    expected = _PENDING_KEYS.get(p.phase, set())
    check(fields == expected, f"phase {p.phase!r} does not fit pending {p.pending!r}")
    check(bool(p.drawn) <= (p.phase in ("draw", "keep", "place", "return")), f"drawn plates in phase {p.phase!r}")
    if p.phase in ("keep", "return"):
        check(len(p.drawn) >= 2, f"phase {p.phase!r} needs at least 2 drawn plates")
    if p.phase == "draw":
        check(p.drawn and p.pile and p.boards[s.to_move].score > 0, "phase 'draw' needs a drawn plate, a point and a pile")
        s.from_pile = 0
    if p.pending is None:
        s.from_pile = 1 if p.phase == "keep" else 0
        return
    if p.phase == "stack":
        _set_stack(s, p)
    elif p.phase == "place":
        assert p.pending.plate is not None
        s.pending_plate = plate_number(p.pending.plate, "pending")
        s.from_pile = p.pending.origin == "pile"
        check(s.from_pile or not p.drawn, "pending: a plate of the display, and drawn plates in hand")
    elif p.phase == "return":
        s.same_backs = p.pending.backs == "same"
        types = {"S" in name for name in p.drawn}
        check(not s.same_backs or len(types) == 1, "pending: the backs are not the same, drawn plates are of both types")
    else:
        _set_tiling(s, p)


def _set_stack(s: States, p: Position) -> None:
    assert p.pending is not None
    assert p.pending.factory is not None
    assert p.pending.tiles is not None
    factory = p.pending.factory - 1
    check(0 <= factory < c.SMALL_FACTORIES, f"pending: there is no small factory {p.pending.factory}")
    check(not p.small[factory].sun and not p.small[factory].moon, f"pending: factory {factory + 1} is not empty")
    check(len(p.pending.tiles) <= 3, "pending: at most 3 tiles are stacked")
    s.pending_tiles = handful_of(p.pending.tiles, LETTERS, "pending.tiles")
    s.pending_factory = factory
    check(size_of(orders_of(s)) > 1, f"pending: {bunch(int(s.pending_tiles), LETTERS)!r} has only one order")


def _set_tiling(s: States, p: Position) -> None:
    assert p.pending is not None
    assert p.pending.line is not None
    row, player = p.pending.line - 1, int(s.to_move)
    check(0 <= row < c.LINES, f"pending: there is no line {p.pending.line}")
    empty = s.offered == 0 and not any(board.tokens for board in p.boards) and all(f.chip is None for f in p.small)
    check(empty, f"phase {p.phase!r}, but phase 1 is not over")
    check(s.line_tiles[player, row] > 0, f"pending: line {row + 1} is empty")
    s.tiling_row = row
    columns = free_columns(s, player, row)
    if p.phase == "space":
        check(size_of(columns) > 1, f"pending: line {row + 1} has no choice of spaces")
        return
    check(columns, f"pending: line {row + 1} has no space for its colour")
    for name in p.pending.paid or []:
        s.paid[chip_kind(name, "pending.paid")] += 1
    check(s.line_tiles[player, row] <= row, f"pending: line {row + 1} is full")
    check(p.pending.paid or can_pay(s, player, row), f"pending: no chips to complete line {row + 1}")
    check(size_of(pay_options(s)) > 1, "pending: the payment has no choice left")


def _check_tiles(p: Position) -> None:
    """All 65 tiles are there, each once; special tiles are beside them."""
    texts = [p.large.sun, p.large.moon, *(f.sun + f.moon for f in p.small)]
    texts += [p.pending.tiles if p.pending and p.pending.tiles else ""]
    texts += [text for b in p.boards for text in (*b.lines, *b.tiles, b.broken)]
    everything = "".join(texts)
    for letter in LETTERS:
        found = everything.count(letter) + p.bag[letter] + p.tower[letter]
        check(found == c.TILES_PER_COLOUR, f"there are {found} tiles of {letter}, the game has {c.TILES_PER_COLOUR}")


def _check_plates(p: Position) -> None:
    """All 18 plates are there, each once, and every dome has as many as its player has placed."""
    names = [name for name in (*p.display, *p.pile, *p.drawn) if name is not None]
    names += [plate.plate for b in p.boards for plate in b.plates if plate]
    names += [p.pending.plate] if p.pending and p.pending.plate else []
    for name in PLATE_NAMES:
        check(names.count(name) == 1, f"plate {name} is there {names.count(name)} times")
    for seat, board in enumerate(p.boards):
        placed = sum(plate is not None for plate in board.plates)
        in_hand = seat == p.to_move and p.phase in ("draw", "keep", "place")
        if p.round == 0:
            first = seat != p.first_player and (p.to_move == p.first_player)
            due = 1 if first else 0
        elif p.round == c.LAST_ROUND:
            check(board.tokens == 0, f"boards[{seat}]: tokens are not used in round 5")
            due = c.DOME_SPACES
        else:
            due = 1 + c.TOKENS * p.round - board.tokens - in_hand
        check(placed == due, f"boards[{seat}]: {placed} plates on the dome, in this round it must be {due}")


def _check_chips(p: Position) -> None:
    """All 20 chips are there, two of each kind, and each player has as many as taken."""
    names = [name for b in p.boards for name in (*b.chips, *b.spent)]
    names += [small.chip for small in p.small if small.chip is not None]
    names += (p.pending.paid or []) if p.pending else []
    for name in CHIP_NAMES:
        found = names.count(name) + p.chip_supply[name]
        check(found == CHIPS_OF_A_KIND, f"there are {found} chips of kind {name}, the game has {CHIPS_OF_A_KIND}")
    for seat, board in enumerate(p.boards):
        paid = len(p.pending.paid or []) if p.pending and seat == p.to_move else 0
        have = len(board.chips) + len(board.spent) + paid
        due = c.CHIPS_PER_ROUND * max(0, p.round - 1) + board.chips_taken
        check(have == due, f"boards[{seat}]: {have} chips, in this round it must be {due}")
    on_factories = sum(small.chip is not None for small in p.small)
    due = c.SMALL_FACTORIES - sum(board.chips_taken for board in p.boards)
    check(on_factories == due, f"{on_factories} chips lie on the factories, it must be {due}")
