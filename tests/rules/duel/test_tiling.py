"""Phase 2: which tiles move to the dome, which stay, which break; special tiles; the settlement.

In most positions seat 1 takes the last chip, which ends phase 1; seat 0 tiles first.
"""

import pytest

from tessela.game import IllegalMoveError
from tessela.game.events import Broken, Penalised, Refilled, RoundEnded, SpecialPlaced, Tiled

from .table import board, dome, drawn, lines, moves, of_kind, play, table, tower


def test_lines_from_the_top():
    """The rulebook's example: unplaceable tile, black on its space, blue on the multicoloured one, two lines that stay."""
    game = table("""
        round 2  turn 1
        4  chip B
        seat 0
        T     | s y   y s   s b
        KK    | b r   k r   r t
        RR    | k y   y k   . .
        BBBB  | r *   t s   . .
        TT    | . .   . .   . .
        -     | . .   . .   . .
    """)
    events = game.play("chip 4")
    assert events[1:-1] == [
        Broken(0, "T", "", 1),
        Tiled(0, line=2, column=3, tile="K", points=1, across=1, down=1, discarded="K"),
        Tiled(0, line=4, column=2, tile="B", points=1, across=1, down=1, discarded="BBB"),
        Penalised(0, "T", marker=False, penalty=1, lost=1),
        RoundEnded(2, (6, 5)),
    ]
    assert lines(game, 0) == "- - RR - TT -"
    assert dome(game, 0) == drawn("""
        s y   y s   s b
        b r   K r   r t
        k y   y k   . .
        r B*  t s   . .
    """)
    assert board(game, 0)["broken"] == ""
    assert tower(game) == "BBBKT"


def test_the_space_is_chosen_and_joker_spaces_match():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        K  | k y   k *   y k
        -  | r *   y t   t s
    """)
    game.play("chip 4")
    assert (game.phase, game.to_move, game.state()["pending"]) == ("space", 0, {"line": 1})
    assert moves(game) == {"col 1", "col 3", "col 4", "col 6"}
    with pytest.raises(IllegalMoveError):
        game.play("col 2")
    assert of_kind(game.play("col 4"), Tiled) == [Tiled(0, 1, 4, "K", points=1, across=1, down=1, discarded="")]
    assert dome(game, 0) == drawn("""
        k y   k K*  y k
        r *   y t   t s
    """)


def test_a_complete_line_with_one_space_moves_without_asking():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0  chips R,K
        -   | y k   s y   . .
        TT  | t s   b r   . .
        -   | ? ?   . .   . .
        -   | ? ?   . .   . .
    """)
    events = game.play("chip 4")
    assert of_kind(events, Tiled) == [Tiled(0, 2, 1, "T", points=1, across=1, down=1, discarded="T")]
    assert (game.round, game.phase) == (2, "acquire")
    assert board(game, 0)["chips"] == ["R", "K"]


def test_one_of_two_equal_colours_in_a_row_is_used_and_the_other_stays_free():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        Y  | Y k   k y   s y
        -  | t s   r *   b r
    """)
    game.play("chip 4")
    assert moves(game) == {"col 4", "col 6"}


def test_the_first_player_of_the_round_tiles_first():
    game = table("""
        round 1  first 1  turn 0
        4  chip B
        seat 0
        Y  | y k   k y   s y
        -  | t s   r *   b r
        seat 1
        K  | k s   k *   t k
        -  | t r   y t   r *
    """)
    game.play("chip 4")
    assert (game.to_move, moves(game)) == (1, {"col 1", "col 3", "col 4", "col 6"})
    game.play("col 1")
    assert (game.to_move, moves(game)) == (0, {"col 1", "col 4", "col 6"})
    events = game.play("col 1")
    assert of_kind(events, RoundEnded) == [RoundEnded(1, (6, 6))]


def test_the_first_player_is_settled_before_the_other_tiles():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0  broken R
        seat 1
        K  | k s   k *   t k
        -  | t r   y t   r *
    """)
    assert of_kind(game.play("chip 4"), Penalised) == [Penalised(0, "R", False, 1, 1)]
    assert (game.to_move, game.scores) == (1, (4, 5))


def test_lines_without_a_space_stay_while_a_plate_is_missing():
    game = table("""
        round 2  turn 1
        4  chip B
        seat 0
        R       | y k   . .   . .
        RR      | t s   . .   . .
        B       | y k   k s   . .
        BBBB    | t *   t r   . .
        KKKKK   | . .   s y   t r
        KKKKKK  | . .   b r   b s
    """)
    events = game.play("chip 4")
    assert of_kind(events, Tiled) == [Tiled(0, 4, 2, "B", 1, 1, 1, "BBB")]
    assert of_kind(events, Broken) == []
    assert lines(game, 0) == "R RR B - KKKKK KKKKKK"


def test_an_incomplete_line_with_a_space_stays():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        -  | y k   s y   t b
        R  | t s   b r   * y
    """)
    events = game.play("chip 4")
    assert of_kind(events, Tiled) == of_kind(events, Broken) == []
    assert lines(game, 0) == "- R - - - -"


def test_a_line_waits_for_a_plate_and_moves_later():
    game = table("""
        round 2
        4  chip B
        display TRB* - -
        seat 0  taken 1
        R  | y k   . .   . .
        -  | t s   . .   . .
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   ? ?
        seat 1  taken 2
    """)
    play(game, "plate TRB*", "b1@0", "pass")
    assert of_kind(game.play("chip 4"), Tiled) == [Tiled(0, 1, 4, "R", 1, 1, 1, "")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("TT", "complete, no such space"),
        ("T", "incomplete, no such space"),
        ("KK", "complete, the space is taken"),
        ("K", "incomplete, the space is taken"),
    ],
)
def test_unplaceable_lines_break(line: str, why: str):
    game = table(f"""
        round 1  turn 1
        4  chip B
        seat 0  score 9
        -       | s y   y s   y r
        {line}  | b r   K r   R* b
    """)
    number = len(line)
    events = game.play("chip 4")
    assert events[1:3] == [Broken(0, line, "", 2), Penalised(0, line, False, [0, 1, 3][number], [0, 1, 3][number])]
    assert lines(game, 0) == "- - - - - -"
    assert tower(game) == line


def test_a_taken_joker_space_is_no_space():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        -  | y k   s y   t b
        K  | t s   b r   R* y
    """)
    assert of_kind(game.play("chip 4"), Broken) == [Broken(0, "K", "", 2)]


def test_unplaceable_tiles_beyond_the_fourth_go_to_the_tower():
    game = table("""
        round 3  turn 1
        4  chip B
        seat 0  score 20  broken YR
        -      | . .   . .   ? ?
        -      | . .   . .   ? ?
        -      | ? ?   ? ?   ? ?
        -      | ? ?   ? ?   ? ?
        TTTTT  | s y   y s   s b
        -      | b r   k r   r t
    """)
    events = game.play("chip 4")
    assert of_kind(events, Broken) == [Broken(0, "TT", "TTT", 5)]
    assert of_kind(events, Penalised) == [Penalised(0, "YRTT", False, 10, 10)]
    assert tower(game) == "YRTTTTT"


def test_unplaceable_lines_are_found_in_order_from_the_top():
    game = table("""
        round 3  turn 1
        4  chip B
        seat 0  score 20
        T      | s y   y s   s b
        YY     | b r   k r   r t
        -      | . .   . .   ? ?
        -      | . .   . .   ? ?
        KKKKK  | b y   t r   y r
        -      | t s   b *   * b
    """)
    events = game.play("chip 4")
    assert of_kind(events, Broken) == [Broken(0, "T", "", 1), Broken(0, "YY", "", 2), Broken(0, "K", "KKKK", 5)]


def test_the_other_tiles_of_a_moved_line_go_to_the_tower():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        -       | . .   . .   . .
        -       | . .   . .   . .
        -       | . .   . .   . .
        -       | . .   . .   . .
        -       | y k   s y   y s
        TTTTTT  | t s   b r   k r
    """)
    game.play("chip 4")
    assert tower(game) == "TTTTT"
    assert lines(game, 0) == "- - - - - -"


def test_a_special_tile_is_placed_at_once():
    """The rulebook's example: 2 + 2 points for the yellow tile, 2 for the special tile, then 3 for the blue one."""
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        Y    | y K   . .   . .
        -    | T s   . .   . .
        BBB  | y b   . .   . .
        -    | k s   . .   . .
        -    | ? ?   . .   . .
        -    | ? ?   . .   . .
    """)
    events = game.play("chip 4")
    assert events[1:4] == [
        Tiled(0, line=1, column=1, tile="Y", points=4, across=2, down=2, discarded=""),
        SpecialPlaced(0, row=2, column=2, points=2),
        Tiled(0, line=3, column=2, tile="B", points=3, across=1, down=3, discarded="BB"),
    ]
    assert game.scores[0] == 5 + 4 + 2 + 3
    assert dome(game, 0).splitlines()[:4] == ["Y K . . . .", "T S . . . .", "y B . . . .", "k s . . . ."]


def test_the_coloured_tile_scores_without_its_special_tile():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        K  | Y k   . .   . .
        -  | T s   . .   . .
        -  | ? ?   ? ?   . .
        -  | ? ?   ? ?   . .
    """)
    events = game.play("chip 4")
    assert events[1:3] == [
        Tiled(0, line=1, column=2, tile="K", points=2, across=2, down=1, discarded=""),
        SpecialPlaced(0, row=2, column=2, points=2),
    ]


def test_a_special_tile_scores_nothing_for_its_neighbours():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        Y  | y K   s k   . .
        -  | T s   R b   . .
        -  | t B   . .   . .
        -  | * y   . .   . .
    """)
    events = game.play("chip 4")
    assert of_kind(events, SpecialPlaced) == [SpecialPlaced(0, row=2, column=2, points=2)]
    assert game.scores[0] == 5 + 4 + 2


@pytest.mark.parametrize("row", range(1, 7))
def test_a_special_tile_scores_the_number_of_its_row(row: int):
    """The tile that completes the plate lies in the other row of the plate, or in the same one."""
    upper = row % 2 == 1
    line = row + 1 if upper else row - 1
    plate = ["| s T   . .   . .", "| K y   . .   . ."] if upper else ["| y K   . .   . .", "| T s   . .   . ."]
    rows = ["| ? ?   . .   . ."] * 6
    first = (row - 1) // 2 * 2
    rows[first : first + 2] = plate
    rows = [("Y" * line if i == line - 1 else "-") + text for i, text in enumerate(rows)]
    game = table("\n".join(["round 1  turn 1", "4  chip B", "seat 0", *rows]))
    events = game.play("chip 4")
    assert of_kind(events, Tiled) == [Tiled(0, line, 2 if upper else 1, "Y", 4, 2, 2, "Y" * (line - 1))]
    assert of_kind(events, SpecialPlaced) == [SpecialPlaced(0, row, 1 if upper else 2, row)]


def test_two_filled_spaces_bring_no_special_tile():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        Y  | y K   . .   . .
        -  | t s   . .   . .
        -  | ? ?   ? ?   . .
        -  | ? ?   ? ?   . .
    """)
    assert of_kind(game.play("chip 4"), SpecialPlaced) == []


def test_no_tile_goes_to_a_special_space():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0
        R  | s y   y s   s b
        -  | b r   k r   r t
    """)
    assert of_kind(game.play("chip 4"), Broken) == [Broken(0, "R", "", 1)]


def test_losing_eight_points():
    """The rulebook's example: 6 points for three broken tiles and 2 for the starting tile."""
    game = table("""
        round 1  turn 1  tile 0
        4  chip B
        seat 0  score 15  broken BYR
    """)
    assert of_kind(game.play("chip 4"), Penalised) == [Penalised(0, "BYR", marker=True, penalty=8, lost=8)]
    assert game.scores == (7, 5)
    assert tower(game) == "BYR"
    assert board(game, 0)["broken"] == ""


@pytest.mark.parametrize(("broken", "loss"), [("", 0), ("K", 1), ("KK", 3), ("KKK", 6), ("KKKK", 10)])
def test_what_broken_tiles_cost(broken: str, loss: int):
    game = table(f"""
        round 1  turn 1
        4  chip B
        seat 0  score 20  {"broken " + broken if broken else ""}
    """)
    game.play("chip 4")
    assert game.scores[0] == 20 - loss


@pytest.mark.parametrize("holder", [0, 1])
def test_the_starting_tile_costs_its_holder_two_points(holder: int):
    game = table(f"""
        round 1  turn 1  tile {holder}
        4  chip B
    """)
    assert of_kind(game.play("chip 4"), Penalised) == [Penalised(holder, "", True, 2, 2)]
    assert game.scores == ((3, 5) if holder == 0 else (5, 3))


def test_a_score_never_goes_below_zero():
    game = table("""
        round 1  turn 1  tile 0
        4  chip B
        seat 0  score 7  broken BYR
    """)
    assert of_kind(game.play("chip 4"), Penalised) == [Penalised(0, "BYR", True, penalty=8, lost=7)]
    assert game.scores[0] == 0


def test_points_of_the_tiling_count_before_the_settlement():
    game = table("""
        round 1  turn 1  tile 0
        4  chip B
        seat 0  score 0
        Y  | y K   . .   . .
        -  | T s   . .   . .
        -  | ? ?   ? ?   . .
        -  | ? ?   ? ?   . .
    """)
    game.play("chip 4")
    assert game.scores[0] == 4 + 2 - 2


def test_the_holder_of_the_starting_tile_starts_the_next_round():
    game = table("""
        round 1  turn 1  tile 1
        4  chip B
    """)
    game.play("chip 4")
    state = game.state()
    assert (state["first_player"], state["to_move"], state["starting_tile"]) == (1, 1, None)


@pytest.mark.parametrize("starter", [0, 1])
def test_without_a_holder_the_same_player_starts_again_and_nobody_loses(starter: int):
    game = table(f"""
        round 1  first {starter}  turn 1
        L  sun YYYYY
        4  chip B
        seat 1  taken 1
    """)
    play(game, "chip 4", "LY>5")
    state = game.state()
    assert (state["round"], state["first_player"], state["to_move"]) == (2, starter, starter)
    assert game.scores == (5, 5)


def test_tokens_come_back_and_the_factories_are_filled():
    game = table("""
        round 2  turn 1
        4  chip B
    """)
    events = game.play("chip 4")
    assert [event.round for event in of_kind(events, Refilled)] == [3]
    state = game.state()
    assert [player["tokens"] for player in state["boards"]] == [2, 2]
    assert len(state["large"]["sun"]) == 5
    assert [len(small["sun"]) for small in state["small"]] == [4, 4, 4, 4]
    assert None not in [small["chip"] for small in state["small"]]
