"""Positions of Azul from small drawings.

A board is drawn as its five lines, `>`, and the five rows of its wall; above it, where needed, the score, below it `F` and
the floor:

    score 12
        . > B....
       RR > .....
      ..K > .....
     .... > .....
    ..KKK > .....
    F MR
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tessela.game import Event, Game
from tessela.game.events import Tiled

NOTHING = """
        . > .....
       .. > .....
      ... > .....
     .... > .....
    ..... > .....
"""
FACTORIES = {2: 5, 3: 7, 4: 9}
ALL_TILES = {(n, False): Counter(dict.fromkeys("BYRKW", 20)) for n in (2, 3, 4)}
ALL_TILES[2, True] = Counter({**dict.fromkeys("BYRKW", 19), "J": 5})
ALL_TILES[3, True] = ALL_TILES[4, True] = Counter({**dict.fromkeys("BYRKW", 18), "J": 10})


def board(drawing: str) -> dict[str, Any]:
    """The board of a drawing, as in a state."""
    score, floor, lines, wall = 0, "", [], []
    for text in drawing.split("\n"):
        words = text.split()
        if not words:
            continue
        if words[0] == "score":
            score = int(words[1])
        elif words[0] == "F":
            floor = "".join(words[1:])
        else:
            line, arrow, row = words
            assert arrow == ">", f"no board row: {text!r}"
            assert len(line) == len(lines) + 1, f"line {len(lines) + 1} is drawn with {len(line)} spaces"
            lines.append(line.lstrip("."))
            wall.append(row)
    assert len(lines) == 5, f"{len(lines)} rows are drawn"
    return {"score": score, "lines": lines, "wall": wall, "floor": floor}


def drawn(board: dict[str, Any]) -> str:
    """The drawing of a board of a state, without its score."""
    lines = [line.rjust(row + 1, ".").rjust(5) for row, line in enumerate(board["lines"])]
    rows = [f"{line} > {wall}" for line, wall in zip(lines, board["wall"], strict=True)]
    return "\n".join([*rows, f"F {board['floor']}".rstrip()])


def picture(drawing: str) -> str:
    """A drawing as `seen` would draw it."""
    return drawn(board(drawing))


def seen(game: Game, seat: int) -> str:
    """The drawing of the board of a seat."""
    return drawn(game.state()["boards"][seat])


def position(
    factories: Sequence[str] = (),
    boards: Sequence[str] = (),
    *,
    centre: str = "",
    players: int = 2,
    wall: str = "coloured",
    jokers: bool = False,
    to_move: int | None = 0,
    first_player: int = 0,
    marker: int | None = None,
    bag: str | None = None,
    phase: str = "offer",
    pending: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A state. Boards not drawn are empty; tiles not drawn are in the bag or, if a bag is given, in the lid."""
    state_boards = [board(drawing) for drawing in [*boards, *[NOTHING] * (players - len(boards))]]
    on_floor = [seat for seat in range(players) if "M" in state_boards[seat]["floor"]]
    on_table = "".join([*factories, centre, (pending or {}).get("tiles", "")])
    on_boards = "".join("".join([*b["lines"], *b["wall"], b["floor"]]) for b in state_boards)
    rest = Counter(ALL_TILES[players, jokers])
    rest.subtract(letter for letter in on_table + on_boards + (bag or "") if letter in rest)
    assert min(rest.values()) >= 0, f"too many tiles are drawn: {rest}"
    in_bag = Counter(bag) if bag is not None else rest
    in_lid = rest if bag is not None else Counter()
    letters = "BYRKWJ" if jokers else "BYRKW"
    return {
        "game": "azul",
        "rules": 1,
        "players": players,
        "wall": wall,
        "jokers": jokers,
        "round": 2,
        "phase": phase,
        "to_move": to_move,
        "first_player": first_player,
        "marker": on_floor[0] if on_floor else marker,
        "factories": [*factories, *[""] * (FACTORIES[players] - len(factories))],
        "centre": centre,
        "bag": {letter: in_bag[letter] for letter in letters},
        "lid": {letter: in_lid[letter] for letter in letters},
        "boards": state_boards,
        "pending": pending,
        "rng": "0000000000000007",
    }


def table(*arguments: Any, **options: Any) -> Game:
    """The game that goes on from a position; same arguments."""
    return Game.from_state(position(*arguments, **options))


def tiled(*boards: str, players: int | None = None, **options: Any) -> tuple[Game, list[Event]]:
    """The boards after a tiling: a further, idle player puts the last white tile on line 5, which ends the round.

    Seat 0 started the round; the events are those of the tiling.
    """
    players = players or max(2, len(boards) + 1)
    game = table(["W"], boards, players=players, to_move=players - 1, **options)
    return game, game.play("1W>5")[2:]


def tilings(events: Sequence[Event], seat: int = 0) -> list[tuple[int, int, str, int]]:
    """Line, column, tile and points of each tile that a seat laid."""
    return [(e.line, e.column, e.tile, e.points) for e in events if isinstance(e, Tiled) and e.seat == seat]


def legal(game: Game) -> set[str]:
    """The legal moves."""
    return {str(move) for move in game.legal_moves()}


def ways(game: Game, what: str) -> str:
    """The destinations to which one thing may be taken: `ways(game, "1B")` is `"135F"`."""
    return "".join(sorted(move.partition(">")[2] for move in legal(game) if move.startswith(what + ">")))


def find(events: Sequence[Event], kind: type) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
