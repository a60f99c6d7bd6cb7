"""Positions of Azul as JSON, and the check that a position can be."""

from functools import lru_cache
from typing import Literal, get_args

import msgspec
import numpy as np

from tessela.game.azul.notation import LETTERS
from tessela.game.checks import check, check_generator
from tessela.game.errors import PositionError
from tessela.game.fields import Fields
from tessela.game.ruleset import RULES_VERSION, Json, States
from tessela.game.tiles import MOST_KEPT, bunch, counts, handful_of, handful_of_counts, pack, packed
from tessela.rules.azul import constants as c
from tessela.rules.azul.ending import someone_completed_a_row, stuck
from tessela.rules.azul.moves import drop_range
from tessela.rules.azul.round import put_on_offer
from tessela.rules.azul.setup import full_bag, set_up_in
from tessela.rules.azul.state import COLOUR_OF, STATE
from tessela.rules.azul.tiling import free_columns, note_line_in, open_colours
from tessela.rules.bits import size_of

PHASES = {c.OFFER: "offer", c.DROP: "drop", c.SPACE: "space", c.OVER: "over"}
Wall = Literal["coloured", "grey"]
WALLS: tuple[Wall, ...] = get_args(Wall)


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """What one player has."""

    score: int
    lines: list[str]
    wall: list[str]
    floor: str


class Pending(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a smaller choice is about."""

    line: int
    tiles: str = ""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position; see docs/state.md."""

    game: Literal["azul"]
    rules: Literal[1]
    players: int
    wall: Wall
    jokers: bool
    round: int
    phase: Literal["offer", "drop", "space", "over"]
    to_move: int | None
    first_player: int
    marker: int | None
    factories: list[str]
    centre: str
    bag: dict[str, int]
    lid: dict[str, int]
    boards: list[Board]
    pending: Pending | None
    rng: str = "0" * 16


def letters_of(jokers: bool) -> str:
    """The tiles of a game."""
    return LETTERS if jokers else LETTERS[: c.COLOURS]


def to_position(s: Fields) -> Json:
    """Everything about a state."""
    letters = letters_of(bool(s.jokers))
    over = s.phase == c.OVER
    position = Position(
        game="azul",
        rules=RULES_VERSION,
        players=s.players,
        wall="grey" if s.grey else "coloured",
        jokers=bool(s.jokers),
        round=s.round_number,
        phase=PHASES[s.phase],  # type: ignore[arg-type]
        to_move=None if over else s.to_move,
        first_player=s.first_player,
        marker=None if s.marker == c.NOBODY else s.marker,
        factories=[bunch(s.offer[place], LETTERS) for place in range(1, c.FACTORIES[s.players] + 1)],
        centre=bunch(s.offer[c.CENTRE], LETTERS),
        bag=counts(s.bag, letters),
        lid=counts(s.lid, letters),
        boards=[_board(s, player) for player in range(s.players)],
        pending=_pending(s),
        rng=f"{s.rng:016x}",
    )
    json: Json = msgspec.to_builtins(position)
    return json


def _board(s: Fields, player: int) -> Board:
    return Board(
        score=s.score[player],
        lines=[line_text(s, player, row) for row in range(c.ROWS)],
        wall=[wall_text(s, player, row) for row in range(c.ROWS)],
        floor=packed(s.floor[player], LETTERS + "M"),
    )


def line_text(s: States, player: int, row: int) -> str:
    """The tiles of a pattern line, jokers last."""
    return _line(s.line_colour[player][row], s.line_tiles[player][row], s.line_jokers[player][row])


@lru_cache(MOST_KEPT)
def _line(colour: int, tiles: int, jokers: int) -> str:
    coloured = int(tiles) - int(jokers)
    return (LETTERS[colour] * coloured if coloured else "") + "J" * int(jokers)


def wall_text(s: States, player: int, row: int) -> str:
    """A wall row as five letters."""
    return _wall_row(int(s.wall_kinds[player][row]))


@lru_cache(MOST_KEPT)
def _wall_row(kinds: int) -> str:
    return "".join(("." + LETTERS)[kinds >> (3 * column) & 7] for column in range(c.COLUMNS))


def _pending(s: Fields) -> Pending | None:
    if s.phase == c.SPACE:
        return Pending(line=s.tiling_row + 1)
    if s.phase == c.DROP:
        return Pending(line=s.pending_row + 1, tiles=hand_text(s))
    return None


def hand_text(s: States) -> str:
    """The tiles in hand while their owner chooses what to drop, jokers last."""
    return LETTERS[s.pending_colour] * int(s.pending_tiles) + "J" * int(s.pending_jokers)


def read_position(json: Json) -> Position:
    """The JSON object as a position: right keys, right types."""
    try:
        return msgspec.convert(json, Position)
    except msgspec.ValidationError as error:
        raise PositionError(f"not a position of azul: {error}") from None


def from_position(json: Json) -> tuple[Json, States]:
    """The options and the state of a position; one that cannot be is refused with the reason."""
    p = read_position(json)
    check(2 <= p.players <= c.MAX_PLAYERS, f"players must be 2, 3 or 4, not {p.players}")
    check(len(p.boards) == p.players, f"{p.players} players need as many boards, not {len(p.boards)}")
    check(0 <= p.first_player < p.players, f"first_player {p.first_player} is no seat")
    check(p.marker is None or 0 <= p.marker < p.players, f"marker: {p.marker} is no seat")
    check(1 <= p.round < 2**16, f"round {p.round} cannot be")
    states: States = np.zeros(1, STATE).view(np.recarray)
    set_up_in(states, 0, p.players, int(p.wall == "grey"), int(p.jokers), p.first_player)
    s = states[0]
    s.round_number = p.round
    s.rng = check_generator(p.rng)
    s.marker = c.NOBODY if p.marker is None else p.marker
    _set_offer(s, p)
    for player, board in enumerate(p.boards):
        _set_board(states, player, board, f"boards[{player}]")
    _set_phase(s, p)
    _check_tiles(s, p)
    _check_marker(s, p)
    return {"players": p.players, "wall": p.wall, "jokers": p.jokers}, states


def _set_offer(s: States, p: Position) -> None:
    factories = int(c.FACTORIES[p.players])
    check(len(p.factories) == factories, f"{p.players} players need {factories} factories, not {len(p.factories)}")
    for place, text in enumerate([p.centre, *p.factories]):
        where = f"factories[{place - 1}]" if place else "centre"
        check(place == 0 or len(text) in (0, 1, 2, 3, 4), f"{where} holds {len(text)} tiles, at most 4 fit")
        handful_of(text, letters_of(p.jokers), where)
        for letter in set(text):
            put_on_offer(s, place, LETTERS.index(letter), text.count(letter))
    s.bag = handful_of_counts(p.bag, letters_of(p.jokers), "bag")
    s.lid = handful_of_counts(p.lid, letters_of(p.jokers), "lid")


def _set_board(states: States, player: int, board: Board, where: str) -> None:
    s = states[0]
    check(0 <= board.score < 2**15, f"{where}: a score of {board.score} cannot be")
    check(len(board.wall) == c.ROWS, f"{where}: a wall has 5 rows, not {len(board.wall)}")
    check(len(board.lines) == c.ROWS, f"{where}: there are 5 lines, not {len(board.lines)}")
    s.score[player] = board.score
    for row in range(c.ROWS):
        _set_wall_row(s, player, row, board.wall[row], f"{where}.wall[{row}]")
    for row in range(c.ROWS):
        _set_line(s, player, row, board.lines[row], f"{where}.lines[{row}]")
        note_line_in(states, 0, player, row)
    if s.grey:
        for column in range(c.COLUMNS):
            tiles = [row[column] for row in board.wall if row[column] not in ".J"]
            check(len(tiles) == len(set(tiles)), f"{where}: column {column + 1} of the wall has a colour twice")
    check(len(board.floor) <= c.FLOOR_SPACES, f"{where}: the floor has 7 spaces, not {len(board.floor)}")
    check(board.floor.count("M") <= 1, f"{where}: there is only one marker")
    s.floor[player] = pack(board.floor, letters_of(bool(s.jokers)) + "M", f"{where}.floor", LETTERS + "M")
    s.floor_taken[player] = len(board.floor)


def _set_wall_row(s: States, player: int, row: int, text: str, where: str) -> None:
    check(len(text) == c.COLUMNS, f"{where}: a wall row is 5 letters, not {text!r}")
    colours = [letter for letter in text if letter not in ".J"]
    check(len(colours) == len(set(colours)), f"{where}: a colour lies twice in {text!r}")
    for column, letter in enumerate(text):
        if letter == ".":
            continue
        check(letter in letters_of(bool(s.jokers)), f"{where}: {letter!r} is no tile of this game")
        kind = LETTERS.index(letter)
        proper = s.grey or kind in (c.JOKER, COLOUR_OF[row, column])
        check(bool(proper), f"{where}: column {column + 1} is for {LETTERS[COLOUR_OF[row, column]]}, not {letter}")
        s.wall[player] |= 1 << (c.COLUMNS * row + column)
        s.wall_kinds[player, row] |= (kind + 1) << (3 * column)


def _set_line(s: States, player: int, row: int, text: str, where: str) -> None:
    colours = sorted(set(text) - {"J"})
    check(len(text) <= row + 1, f"{where}: line {row + 1} has {row + 1} spaces, not {len(text)}")
    check(len(colours) <= 1, f"{where}: a line holds one colour, not {text!r}")
    check(set(text) <= set(letters_of(bool(s.jokers))), f"{where}: {text!r} are no tiles of this game")
    s.line_tiles[player, row] = len(text)
    s.line_jokers[player, row] = text.count("J")
    if colours:
        colour = LETTERS.index(colours[0])
        check(open_colours(s, player, row) >> colour & 1 == 1, f"{where}: {colours[0]} is already on the wall row")
        s.line_colour[player, row] = colour


def _set_phase(s: States, p: Position) -> None:
    s.phase = next(number for number, name in PHASES.items() if name == p.phase)
    if p.phase == "over":
        check(p.to_move is None and p.pending is None, "a game that is over has nobody to move and nothing pending")
        s.to_move = p.first_player
        _check_end(s, p)
        return
    taking = p.phase in ("offer", "drop")
    check(not (taking and someone_completed_a_row(s)), "a wall row is complete: the game would be over")
    check(p.to_move is not None and 0 <= p.to_move < p.players, f"to_move: {p.to_move} is no seat")
    s.to_move = p.to_move
    check((p.pending is None) == (p.phase == "offer"), f"phase {p.phase!r} does not fit pending {p.pending!r}")
    if p.phase == "offer":
        check(s.offered != 0, "phase 'offer', but no tile is on offer")
    elif p.phase == "drop":
        _set_drop(s, p)
    else:
        _set_space(s, p)


def _check_end(s: States, p: Position) -> None:
    """A game that is over has been tiled to the end, and there was a reason to end."""
    check(s.offered == 0, "the game is over, but tiles are on offer")
    check(not any(board.floor for board in p.boards), "the game is over, but tiles lie on a floor")
    ended = someone_completed_a_row(s) or stuck(s) or (s.bag == 0 and s.lid == 0)
    check(ended, "the game is over, but no row is complete and play could go on")


def _set_drop(s: States, p: Position) -> None:
    assert p.pending is not None
    row = p.pending.line - 1
    check(0 <= row < c.ROWS, f"pending: there is no line {p.pending.line}")
    colours = sorted(set(p.pending.tiles) - {"J"})
    check(p.jokers and len(colours) == 1 and colours[0] in LETTERS, "pending: a drop is about jokers and one colour")
    tiles = {letter: p.pending.tiles.count(letter) for letter in (colours[0], "J")}
    check(max(tiles.values()) <= c.TILES_PER_COLOUR, f"pending: too many tiles of {max(tiles, key=lambda t: tiles[t])}")
    s.pending_colour = LETTERS.index(colours[0])
    s.pending_jokers = p.pending.tiles.count("J")
    s.pending_tiles = len(p.pending.tiles) - int(s.pending_jokers)
    s.pending_row = row
    accepted = int(s.accepts[s.to_move]) >> (c.DESTINATIONS * int(s.pending_colour) + row) & 1
    check(accepted == 1, f"pending: line {row + 1} does not take {colours[0]}")
    fewest, most = drop_range(s)
    check(fewest < most, f"pending: {p.pending.tiles!r} leave no choice on line {row + 1}")


def _set_space(s: States, p: Position) -> None:
    assert p.pending is not None
    row = p.pending.line - 1
    check(0 <= row < c.ROWS and not p.pending.tiles, f"pending: {p.pending!r} is no line to be tiled")
    check(s.offered == 0, "phase 'space', but tiles are still on offer")
    check(s.line_tiles[s.to_move, row] == row + 1, f"pending: line {row + 1} is not full")
    for above in range(row):
        check(s.line_tiles[s.to_move, above] <= above, f"pending: line {above + 1} is full and would be tiled first")
    check(size_of(free_columns(s, int(s.to_move), row)) > 1, f"pending: line {row + 1} has no choice of spaces")
    s.tiling_row = row


def _check_tiles(s: States, p: Position) -> None:
    """All tiles of the game are there, each once."""
    everything = "".join([p.centre, *p.factories, p.pending.tiles if p.pending else ""])
    everything += "".join(letter * number for store in (p.bag, p.lid) for letter, number in store.items())
    everything += "".join("".join([*b.lines, *b.wall, b.floor]) for b in p.boards)
    for letter, number in counts(full_bag(p.players, p.jokers), letters_of(p.jokers)).items():
        found = everything.count(letter)
        check(found == number, f"there are {found} tiles of {letter}, the game has {number}")


def _check_marker(s: States, p: Position) -> None:
    """The marker is where the state says, and it has been taken exactly if it must have been."""
    on_floor = [seat for seat, board in enumerate(p.boards) if "M" in board.floor]
    check(on_floor in ([], [p.marker]), f"the marker lies on the floor of seat {on_floor}, but is held by {p.marker}")
    if p.marker is not None and not on_floor and p.phase in ("offer", "drop"):
        full = len(p.boards[p.marker].floor) == c.FLOOR_SPACES
        check(full, f"seat {p.marker} holds the marker, but their floor has a free space and no M")
