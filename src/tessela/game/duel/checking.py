"""Whether a position of Azul Duel can be. Nothing is changed here: the first thing that is wrong is told."""

import numpy as np

from tessela.game.checks import check
from tessela.game.duel.position import Board, Pending, Position, space_at
from tessela.game.errors import shortened
from tessela.game.fields import Arrays
from tessela.game.ruleset import States
from tessela.rules import kernels
from tessela.rules.bits import size_of
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import can_pay, pay_options
from tessela.rules.duel.components import (
    CHIP_NAMES,
    CHIPS_OF_A_KIND,
    JOKER_SPACE,
    LETTERS,
    PLATE_CELLS,
    PLATE_NAMES,
    PLATES,
    SPECIAL_SPACE,
)
from tessela.rules.duel.hidden import BOTH_TYPES, secret_backs_can_be, types_in_hand, types_put_back
from tessela.rules.duel.plates import BACK_KNOWN
from tessela.rules.duel.sun import orders_of
from tessela.rules.duel.tiling import free_columns
from tessela.rules.duel.turns import acquisition_is_over


def check_sizes(p: Position) -> None:
    """Refuse what has too many or too few of something, or a number out of bounds: it could not be laid out."""
    check(len(p.boards) == c.PLAYERS, f"there are 2 boards, not {len(p.boards)}")
    check(p.first_player in (0, 1), f"first_player {p.first_player} is no seat")
    check(p.starting_tile in (None, 0, 1), f"starting_tile: {p.starting_tile} is no seat")
    check(0 <= p.round <= c.LAST_ROUND, f"round {p.round} cannot be")
    if p.phase == "over":
        check(p.to_move is None and p.round == c.LAST_ROUND, "a game is over after round 5, with nobody to move")
    else:
        check(p.to_move in (0, 1), f"to_move: {p.to_move} is no seat")
    _check_sizes_of_factories(p)
    _check_sizes_of_stores(p)
    for seat, board in enumerate(p.boards):
        _check_sizes_of_board(board, f"boards[{seat}]")
    _check_sizes_of_pending(p.pending or Pending())


def _check_sizes_of_factories(p: Position) -> None:
    check(len(p.large.sun) + len(p.large.moon) <= c.TILES_ON_LARGE, "the large factory has more than 5 tiles")
    check(len(p.large.moon) < c.TILES_ON_LARGE, "the large factory has 5 tiles on its moon, but one colour was taken")
    check(len(p.small) == c.SMALL_FACTORIES, f"there are 4 small factories, not {len(p.small)}")
    for factory, small in enumerate(p.small):
        check(len(small.sun) <= c.TILES_ON_SMALL, f"small[{factory}] has more than 4 tiles")
        check(len(small.moon) < c.TILES_ON_SMALL, f"small[{factory}] has a stack of more than 3 tiles")


def _check_sizes_of_stores(p: Position) -> None:
    check(len(p.display) == c.DISPLAY, f"the display has 3 places, not {len(p.display)}")
    size = len(p.pile)
    check(len(p.pile_seen) == size == len(p.pile_backs), "pile, pile_seen and pile_backs must be equally long")
    check(size <= PLATES and len(p.drawn) <= PLATES, "there are only 18 plates")
    for i, seats in enumerate(p.pile_seen):
        check(set(seats) <= {0, 1}, f"pile_seen[{i}]: {seats} are no seats")
    check(set(p.chip_supply) == set(CHIP_NAMES), f"chip_supply needs exactly the keys {shortened(CHIP_NAMES)}")
    for name, number in p.chip_supply.items():
        check(0 <= number <= CHIPS_OF_A_KIND, f"chip_supply: {number} of {name} cannot be")


def _check_sizes_of_board(board: Board, where: str) -> None:
    check(0 <= board.score < 2**15, f"{where}: a score of {board.score} cannot be")
    check(len(board.plates) == c.DOME_SPACES, f"{where}: a dome has 9 spaces, not {len(board.plates)}")
    for plate in filter(None, board.plates):
        check(plate.turn in (0, 90, 180, 270), f"{where}: a plate is turned by 0, 90, 180 or 270, not {plate.turn}")
    check([len(row) for row in board.tiles] == [c.DOME] * c.DOME, f"{where}.tiles: a dome has 6 rows of 6 letters")
    check(len(board.lines) == c.LINES, f"{where}: there are 6 lines, not {len(board.lines)}")
    for row, text in enumerate(board.lines):
        check(len(text) <= row + 1, f"{where}.lines[{row}]: line {row + 1} has {row + 1} spaces, not {len(text)}")
        one = not text or (len(set(text)) == 1 and text[0] in LETTERS)
        check(one, f"{where}.lines[{row}]: a line holds one colour, not {text!r}")
    check(len(board.broken) <= c.BROKEN_SPACES, f"{where}: at most 4 broken tiles lie there, not {len(board.broken)}")
    check(0 <= board.tokens <= c.TOKENS, f"{where}: {board.tokens} tokens cannot be")
    check(0 <= board.chips_taken <= c.CHIPS_PER_ROUND, f"{where}: {board.chips_taken} chips in a round cannot be")
    most = len(CHIP_NAMES) * CHIPS_OF_A_KIND
    check(len(board.chips) + len(board.spent) <= most, f"{where}: there are only {most} chips")


def _check_sizes_of_pending(pending: Pending) -> None:
    factory, line, tiles = pending.factory, pending.line, pending.tiles or ""
    check(factory is None or 1 <= factory <= c.SMALL_FACTORIES, f"pending: there is no small factory {factory}")
    check(line is None or 1 <= line <= c.LINES, f"pending: there is no line {line}")
    check(len(tiles) < c.TILES_ON_SMALL, "pending: at most 3 tiles are stacked")
    check(len(pending.paid or []) <= len(CHIP_NAMES) * CHIPS_OF_A_KIND, "pending: more chips are paid than there are")


def check_position(states: States, p: Position) -> None:
    """Refuse a position that has been laid out, but cannot be."""
    s = Arrays(states)
    _check_factories(p)
    for seat in range(c.PLAYERS):
        _check_dome(s, seat, p.boards[seat], f"boards[{seat}]")
    _check_phase(states, s, p)
    _check_tiles(p)
    _check_plates(p)
    _check_backs(s)
    _check_chips(p)


def _check_factories(p: Position) -> None:
    """Tiles lie on one side of a factory, and nobody has taken what lies beneath them."""
    check(not (p.large.sun and p.large.moon), "the large factory has tiles on its sun and on its moon")
    check(p.starting_tile is None or not p.large.sun, "the starting tile is taken, but the large factory is untouched")
    for factory, small in enumerate(p.small):
        where = f"small[{factory}]"
        check(not (small.sun and small.moon), f"{where} has tiles on its sun and on its moon")
        check(small.chip is not None or not (small.sun or small.moon), f"{where} has tiles, but its chip is gone")


def _check_dome(s: Arrays, seat: int, board: Board, where: str) -> None:
    """Every tile lies on a space for it, and special tiles exactly where they must."""
    for row, text in enumerate(board.tiles):
        for column, letter in enumerate(text):
            if letter != ".":
                _check_tile(letter, space_at(s, seat, row, column), f"{where}.tiles[{row}]")
    filled, specials = int(s.filled[seat]), int(s.spaces[seat, SPECIAL_SPACE])
    for cells in PLATE_CELLS.tolist():
        special = specials & cells
        full = not cells & ~special & ~filled
        right = not special or full == bool(special & filled)
        check(right, f"{where}: a special tile lies exactly where the other three cells of its plate are filled")


def _check_tile(letter: str, kind: int, where: str) -> None:
    check(kind >= 0, f"{where}: a tile lies where there is no plate")
    if kind == SPECIAL_SPACE:
        check(letter == "S", f"{where}: {letter!r} lies on a special space")
    elif kind == JOKER_SPACE:
        check(letter in LETTERS, f"{where}: {letter!r} is no tile for a multicoloured space")
    else:
        check(letter == LETTERS[kind], f"{where}: {letter!r} lies on a space for {LETTERS[kind]}")


# The keys of `pending` by phase; no pending where a phase is not named
_PENDING_KEYS = {
    "stack": {"factory", "tiles"},
    "place": {"plate", "origin"},
    "return": {"backs"},
    "pay": {"line", "paid"},
    "space": {"line"},
}


def _check_phase(states: States, s: Arrays, p: Position) -> None:
    in_set_up = p.phase == "setup" or (p.phase == "place" and p.round == 0)
    check((p.round == 0) == in_set_up, "round 0 is the set-up only")
    _check_pending(s, p)
    if in_set_up:
        _check_set_up(p)
    for seat, board in enumerate(p.boards):
        check(not board.passed or not _can_act(states, seat), f"boards[{seat}] has passed, but can still act")
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


def _can_act(states: States, seat: int) -> bool:
    """Whether a player would have an action of phase 1."""
    turn, moves = states.copy(), np.zeros(kernels.MAX_MOVES, np.int16)
    turn.phase[0], turn.to_move[0] = c.ACQUIRE, seat
    kernels.list_moves_of(turn, 0, moves)
    return bool(moves[0] != c.PASS)


def _check_pending(s: Arrays, p: Position) -> None:
    """What is pending and what is in hand fit the phase."""
    fields = {name for name in Pending.__struct_fields__ if p.pending and getattr(p.pending, name) is not None}
    check(fields == _PENDING_KEYS.get(p.phase, set()), f"phase {p.phase!r} does not fit pending {p.pending!r}")
    check(not p.drawn or p.phase in ("draw", "keep", "place", "return"), f"drawn plates in phase {p.phase!r}")
    if p.phase in ("keep", "return"):
        check(len(p.drawn) >= 2, f"phase {p.phase!r} needs at least 2 drawn plates")
    elif p.phase == "draw":
        check(p.drawn and p.pile and s.score[s.to_move] > 0, "phase 'draw' needs a drawn plate, a point and a pile")
    elif p.phase == "place":
        check(s.from_pile or not p.drawn, "pending: a plate of the display, and drawn plates in hand")
    elif p.phase == "stack":
        factory = int(s.pending_factory)
        check(not p.small[factory].sun and not p.small[factory].moon, f"pending: factory {factory + 1} is not empty")
        check(size_of(orders_of(s)) > 1, f"pending: {p.pending and p.pending.tiles!r} has only one order")
    elif p.phase in ("pay", "space"):
        _check_tiling(s, p)


def _check_tiling(s: Arrays, p: Position) -> None:
    """Something is to choose for the line that is being tiled."""
    row, player = int(s.tiling_row), int(s.to_move)
    empty = s.offered == 0 and not any(board.tokens for board in p.boards) and all(f.chip is None for f in p.small)
    check(empty, f"phase {p.phase!r}, but phase 1 is not over")
    check(s.line_tiles[player, row] > 0, f"pending: line {row + 1} is empty")
    columns = free_columns(s, player, row)
    if p.phase == "space":
        check(size_of(columns) > 1, f"pending: line {row + 1} has no choice of spaces")
        return
    check(columns, f"pending: line {row + 1} has no space for its colour")
    check(s.line_tiles[player, row] <= row, f"pending: line {row + 1} is full")
    check(s.paid.any() or can_pay(s, player, row), f"pending: no chips to complete line {row + 1}")
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
            due = int(seat != p.first_player == p.to_move)
        elif p.round == c.LAST_ROUND:
            check(board.tokens == 0, f"boards[{seat}]: tokens are not used in round 5")
            due = c.DOME_SPACES
        else:
            due = 1 + c.TOKENS * p.round - board.tokens - in_hand
        check(placed == due, f"boards[{seat}]: {placed} plates on the dome, in this round it must be {due}")


def _check_backs(s: Arrays) -> None:
    """Everyone knows the back on top; other backs are secret where plates of both types were put back together."""
    size = int(s.pile_size)
    check(not size or s.pile_seen[size - 1] & BACK_KNOWN, "the back of the top of the pile is always known")
    of_one_type = types_in_hand(s) != BOTH_TYPES
    check(not s.same_backs or of_one_type, "pending: the backs are not the same, drawn plates are of both types")
    if s.phase == c.RETURN and not s.same_backs:
        types = types_in_hand(s) | types_put_back(s)
        check(types == BOTH_TYPES, "pending: the backs are the same, plates of one type are put back")
    check(secret_backs_can_be(s), "pile_backs: where plates of one type were put back everyone saw their backs, these are secret")


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
