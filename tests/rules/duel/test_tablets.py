"""The eight sides of the scoring tablets."""

import random

import pytest

from tessela.game import Game
from tessela.game.events import BonusScored

from .table import COLOURS, PLATES, of_kind, table, turned

FRONTS = ["rows", "columns", "diagonals", "jokers"]
BACKS = ["five-colours", "outer-spaces", "corner-plates", "specials"]
NAMES = FRONTS + BACKS


def finished(rows: str, tablets: list[str], score: int = 50) -> Game:
    """The end of a game in which seat 0 has this dome."""
    game = table(f"""
        round 5  turn 1  tablets {",".join(tablets)}
        4  chip B
        seat 0  score {score}
        {"".join("- | " + row + chr(10) for row in rows.strip().splitlines())}
    """)
    game.play("chip 4")
    assert game.is_over
    return game


def points(tablet: str, rows: str) -> int:
    """What one tablet gives for a dome."""
    outcome = finished(rows, FRONTS if tablet in FRONTS else BACKS).outcome
    assert outcome is not None
    return outcome.breakdown[0][tablet]


FULL = """
    Y K   K S   S K
    T S   T R   R B
    Y B   T R   Y S
    K S   B S   K R
    B K   S T   S Y
    S T   Y B   B R
"""
EMPTY = FULL.lower()


@pytest.mark.parametrize(
    ("tablet", "full", "empty"),
    [
        ("rows", 6 * 3, 0),
        ("columns", 6 * 7, 0),
        ("diagonals", 2 * 10, 0),
        ("jokers", 0, 0),
        ("five-colours", 3 * 4, 0),
        ("outer-spaces", 20, 0),
        ("corner-plates", 3 + 3 + 8 + 8, 0),
        ("specials", 0, -27),
    ],
)
def test_a_full_and_an_empty_dome_of_special_plates(tablet: str, full: int, empty: int):
    assert points(tablet, FULL) == full
    assert points(tablet, EMPTY) == empty


def test_rows():
    dome = """
        Y K   S Y   T R
        T S   B R   b s
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
    """
    assert points("rows", dome) == 3
    assert points("rows", dome.replace("b s", "B S")) == 6
    assert points("rows", dome.replace("T R", "t R")) == 0


def test_columns():
    dome = """
        Y K   ? ?   ? ?
        T S   ? ?   ? ?
        K S   ? ?   ? ?
        T R   ? ?   ? ?
        Y b   ? ?   ? ?
        K s   ? ?   ? ?
    """
    assert points("columns", dome) == 7
    assert points("columns", dome.replace("Y b", "Y B").replace("K s", "K S")) == 14
    assert points("columns", dome.replace("Y b", "y b")) == 0


def test_diagonals():
    dome = """
        Y K   ? ?   t R
        T S   ? ?   B s
        ? ?   S Y   ? ?
        ? ?   B R   ? ?
        y B   ? ?   K s
        K s   ? ?   t R
    """
    assert points("diagonals", dome) == 20
    assert points("diagonals", dome.replace("t R\n        T S", "t r\n        T S")) == 10
    assert points("diagonals", dome.replace("K s\n        K s", "k s\n        K s")) == 10
    assert points("diagonals", dome.replace("S Y", "s Y").replace("B R", "b R")) == 0


def jokers_dome(first: str, second: str) -> str:
    return f"""
        {first} b   t r   y k
        t k   b {second}   t s
        k s   s k   y b
        t r   r b   k s
        t r   y s   b k
        b s   k r   s t
    """


def test_jokers_all_or_nothing():
    assert points("jokers", jokers_dome("K*", "B*")) == 4
    assert points("jokers", jokers_dome("K*", "*")) == 0
    assert points("jokers", jokers_dome("*", "*")) == 0


def test_joker_spaces_alone_count():
    dome = """
        Y* B   T R   K Y
        T  K   B *   R *
        t y    y r   t k
        *  k   * b   r *
        r t    t b   r *
        y *    * y   b k
    """
    assert points("jokers", dome) == 0
    filled = dome.replace("*", "T*").replace("YT*", "Y*")
    assert points("jokers", filled) == 18


@pytest.mark.parametrize(
    ("row", "expected", "why"),
    [
        ("Y K   B R   T b", 4, "five colours and a gap"),
        ("Y K   B R   t B", 0, "four colours"),
        ("Y K   B R   T B", 4, "five colours, one of them twice"),
    ],
)
def test_five_colours(row: str, expected: int, why: str):
    dome = f"""
        {row}
        t s   k s   * y
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
    """
    assert points("five-colours", dome) == expected


@pytest.mark.parametrize(
    ("row", "below", "expected", "why"),
    [
        ("S Y   S K   T R", "B R   R B   b s", 4, "four colours and two special tiles"),
        ("S Y   S K   T r", "B R   R B   b s", 0, "three colours and two special tiles: the second is not one more"),
        ("S Y   s K   T R", "B R   r B   b s", 4, "four colours and one special tile"),
        ("s Y   s K   T R", "b R   r B   b s", 0, "four colours"),
    ],
)
def test_special_tiles_are_one_more_colour(row: str, below: str, expected: int, why: str):
    dome = f"""
        {row}
        {below}
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
    """
    assert points("five-colours", dome) == expected


@pytest.mark.parametrize(("joker", "expected"), [("R*", 4), ("B*", 0), ("*", 0)])
def test_multicoloured_spaces_have_a_colour(joker: str, expected: int):
    dome = f"""
        Y K   {joker} B   T r
        t s   t k         b s
        ? ?   ? ?         ? ?
        ? ?   ? ?         ? ?
        ? ?   ? ?         ? ?
        ? ?   ? ?         ? ?
    """
    assert points("five-colours", dome) == expected


def test_outer_spaces():
    dome = """
        S T   k s   T r
        K Y   t R   b s
        ? ?   S Y   k B
        ? ?   B R   s R
        ? ?   Y S   ? ?
        ? ?   K R   ? ?
    """
    assert points("outer-spaces", dome) == len("STKTBRKR")


@pytest.mark.parametrize(
    ("corner", "expected"), [("upper left", 3), ("upper right", 3), ("lower left", 8), ("lower right", 8), ("none", 0)]
)
def test_corner_plates(corner: str, expected: int):
    full, almost = ["Y K", "T S"], ["S Y", "B R"]
    corners = {"upper left": (0, 0), "upper right": (0, 2), "lower left": (4, 0), "lower right": (4, 2), "none": (2, 0)}
    top, place = corners[corner]
    rows = [["? ?"] * 3 for _ in range(6)]
    rows[top][place], rows[top + 1][place] = full
    rows[2][1], rows[3][1] = almost
    assert points("corner-plates", "\n".join(" ".join(row) for row in rows)) == expected


def test_a_corner_plate_with_a_gap_is_nothing():
    dome = """
        Y K   ? ?   R T
        T S   ? ?   Y *
        ? ?   ? ?   ? ?
        ? ?   ? ?   ? ?
        b K   ? ?   B* B
        s T   ? ?   T  K
    """
    assert points("corner-plates", dome) == 3 + 8


def test_specials():
    assert points("specials", jokers_dome("K*", "B*")) == -3 * 7
    assert points("specials", jokers_dome("K*", "B*").replace("y k", "Y K").replace("t s", "T S")) == -3 * 6


def test_lost_points_stop_at_zero():
    game = finished(EMPTY, BACKS, score=11)
    assert game.scores[0] == 0
    assert game.outcome.breakdown[0] == {
        "rounds": 11,
        "five-colours": 0,
        "outer-spaces": 0,
        "corner-plates": 0,
        "specials": -27,
    }


def test_tablets_are_added_before_the_score_stops_at_zero():
    dome = EMPTY.replace("b k   s t   s y", "B K   s t   s y").replace("s t   y b   b r", "S T   y b   b r")
    game = finished(dome, ["rows", "columns", "corner-plates", "specials"], score=11)
    assert game.scores[0] == max(0, 11 + 8 - 8 * 3) == 0
    assert finished(dome, ["rows", "columns", "corner-plates", "specials"], score=20).scores[0] == 20 + 8 - 24


def test_only_the_tablets_in_play_count():
    game = finished(FULL, ["rows", "diagonals", "specials"])
    bonuses = [event for event in game.outcome.breakdown[0].items() if event[0] != "rounds"]
    assert bonuses == [("rows", 18), ("diagonals", 20), ("specials", 0)]
    assert game.scores[0] == 50 + 38


def test_bonus_events():
    game = table(f"""
        round 5  turn 1  tablets rows,columns,corner-plates,specials
        4  chip B
        seat 0  score 50
        {"".join("- | " + row + chr(10) for row in FULL.strip().splitlines())}
        seat 1  score 30
    """)
    events = of_kind(game.play("chip 4"), BonusScored)
    assert events == [BonusScored(0, "rows", 18), BonusScored(0, "columns", 42), BonusScored(0, "corner-plates", 22)]


Cell = tuple[str, str]  # the space, and the tile on it ("" without one)


def random_dome(dice: random.Random) -> list[list[Cell]]:
    """Nine random plates, turned, with random tiles; a special tile where its plate is complete."""
    left = dict.fromkeys(COLOURS, 13)
    chance = dice.choice((0.4, 0.7, 0.9, 0.97))
    cells = [[("", "")] * 6 for _ in range(6)]
    for space, plate in enumerate(dice.sample(PLATES, 9)):
        for _ in range(dice.randrange(4)):
            plate = turned(plate)
        tiles = [random_tile(kind, left, chance, dice) for kind in plate]
        if "S" in plate and tiles.count("") == 1:
            tiles[plate.index("S")] = "S"
        for i in range(4):
            cells[2 * (space // 3) + i // 2][2 * (space % 3) + i % 2] = (plate[i], tiles[i])
    return cells


def random_tile(kind: str, left: dict[str, int], chance: float, dice: random.Random) -> str:
    if kind == "S" or dice.random() > chance:
        return ""
    colour = dice.choice([c for c in COLOURS if left[c]]) if kind == "*" else kind
    if left[colour] == 0:
        return ""
    left[colour] -= 1
    return colour


def text_of(cells: list[list[Cell]]) -> str:
    drawing = {("*", ""): "*"}
    rows = []
    for row in cells:
        words = [drawing.get(cell) or (cell[1] + "*" if cell[0] == "*" else cell[1] or cell[0].lower()) for cell in row]
        rows.append(" ".join(words))
    return "\n".join(rows)


def counted(cells: list[list[Cell]]) -> dict[str, int]:
    """All eight tablets by plain counting."""
    filled = [[bool(tile) for _, tile in row] for row in cells]
    everything = [cell for row in cells for cell in row]
    jokers = [tile for space, tile in everything if space == "*"]
    border = [(r, c) for r in range(6) for c in range(6) if r in (0, 5) or c in (0, 5)]
    corners = {(0, 0): 3, (0, 4): 3, (4, 0): 8, (4, 4): 8}
    return {
        "rows": 3 * sum(all(row) for row in filled),
        "columns": 7 * sum(all(column) for column in zip(*filled, strict=True)),
        "diagonals": 10 * all(filled[i][i] for i in range(6)) + 10 * all(filled[i][5 - i] for i in range(6)),
        "jokers": 2 * len(jokers) if all(jokers) else 0,
        "five-colours": 4 * sum(len({tile for _, tile in row if tile}) >= 5 for row in cells),
        "outer-spaces": sum(filled[r][c] for r, c in border),
        "corner-plates": sum(
            worth
            for (r, c), worth in corners.items()
            if filled[r][c] and filled[r][c + 1] and filled[r + 1][c] and filled[r + 1][c + 1]
        ),
        "specials": -3 * sum(cell == ("S", "") for cell in everything),
    }


def test_all_tablets_on_random_domes():
    dice = random.Random(1)
    seen = dict.fromkeys(NAMES, 0)
    for _ in range(120):
        cells = random_dome(dice)
        expected = counted(cells)
        for tablets in (FRONTS, BACKS):
            outcome = finished(text_of(cells), tablets).outcome
            assert outcome.breakdown[0] == {"rounds": 50, **{name: expected[name] for name in tablets}}
            assert outcome.scores[0] == max(0, 50 + sum(expected[name] for name in tablets))
        for name in NAMES:
            seen[name] += expected[name] != 0
    assert min(seen.values()) >= 10
