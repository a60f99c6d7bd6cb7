"""What is drawn: everything one may know, nothing more, in the width there is."""

import io
import random
import re

import pytest
from rich.console import Console
from tests.amount import amount

from tessela.cli.choices import short_list
from tessela.cli.table import display_names, draw, outcome_table
from tessela.game import Game
from tessela.rules.duel.components import PLATE_NAMES

VARIANTS = [
    ("azul", {}),
    ("azul", {"players": 3, "wall": "grey"}),
    ("azul", {"players": 4, "jokers": True}),
    ("duel", {}),
    ("duel", {"tablets": ["five-colours", "outer-spaces", "corner-plates", "specials"]}),
]


def recording(width: int = 100, **options) -> Console:
    """A console that only remembers what is printed."""
    return Console(width=width, record=True, file=io.StringIO(), **options)


def drawn(game: Game, seat: int | None, width: int = 100) -> str:
    """The table, the moves and, at the end, the outcome as plain text."""
    console = recording(width)
    console.print(draw(game, seat, console), short_list(game.legal_moves(), console))
    if game.is_over:
        console.print(outcome_table(game))
    return console.export_text()


@pytest.mark.parametrize("width", [80, 100, 140])
@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_position_of_a_game_fits_the_width(name, options, width):
    game = Game(name, seed=11, seats=[f"a rather long name {i}" for i in range(options.get("players", 2))], **options)
    dice = random.Random(5)
    while not game.is_over:
        if len(game.moves) % amount(12, 5) == 0:
            text = drawn(game, game.to_move, width)
            assert max(map(len, text.splitlines())) <= width
        game.play(dice.choice(game.legal_moves()))
    assert "total" in drawn(game, None, width)


def test_boards_stand_side_by_side_if_they_fit():
    game = Game("azul", seats=["Ada", "Bob"], seed=1)
    together = [line for line in drawn(game, 0, 80).splitlines() if "Ada" in line and "Bob" in line]
    apart = [line for line in drawn(game, 0, 50).splitlines() if "Ada" in line and "Bob" in line]
    assert together
    assert not apart


def test_tiles_are_capitals_and_empty_spaces_small_letters():
    game = Game("azul", seed=3)
    game.play("5B>2")
    row = next(line for line in drawn(game, 0).splitlines() if re.match(r"│ 2 ", line))
    assert row.split("▸")[0].split() == ["│", "2", "[B][B]"]
    assert row.split("▸")[1].split()[:5] == ["w", "b", "y", "r", "k"]


def test_colours_are_used_where_there_are_any():
    console = recording(force_terminal=True, color_system="truecolor")
    console.print(draw(Game("azul", seed=3), 0, console))
    styled = console.export_text(styles=True)
    assert "\x1b[1;38;2;255;255;255;48;2;47;111;214m B " in styled
    assert "[B]" not in styled


def test_a_grey_wall_has_no_colours_of_its_own():
    row = next(line for line in drawn(Game("azul", wall="grey", seed=3), 0).splitlines() if re.match(r"│ 2 ", line))
    assert row.split("▸")[1].split()[:5] == ["·"] * 5


def test_the_top_of_a_stack_is_marked():
    game = Game("duel", seed=7)
    while "stack" not in str(game.legal_moves()[0]):
        moves = game.legal_moves()
        game.play(next((move for move in moves if move[0] in "1234" and ">" in move), moves[0]))
    move = next(move for move in game.legal_moves() if move.startswith("stack"))
    game.play(move)
    assert f"[{move[-1]}▲" in drawn(game, 0)


def test_hidden_things_stay_hidden():
    game = Game("duel", seed=7)
    dice = random.Random(1)
    for _ in range(60):
        text = drawn(game, None)
        open_plates = {name for name in game.view(None)["display"] if name}
        boards = {place["plate"] for board in game.state()["boards"] for place in board["plates"] if place}
        pending = {(game.view(None)["pending"] or {}).get("plate")}
        moves = {word for move in game.legal_moves() for word in move.split()}
        shown = {name for name in PLATE_NAMES if name in text}
        assert shown <= open_plates | boards | pending | moves
        assert text.count("face down") == sum(small["chip"] == "?" for small in game.view(None)["small"])
        game.play(dice.choice(game.legal_moves()))


def test_a_player_sees_what_they_put_back():
    game = Game("duel", seed=7)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    me = game.turn
    game.play("draw")
    for word in ("draw", "stop"):
        game.play(word)
    game.play(game.legal_moves()[0])
    game.play(game.legal_moves()[0])
    assert "in the pile you know" in drawn(game, me)
    assert "in the pile you know" not in drawn(game, 1 - me)


def test_tablets_show_their_value_for_both():
    text = drawn(Game("duel", seed=7, tablets=["rows", "outer-spaces", "specials"]), 0, 140)
    for tablet in ("rows", "outer-spaces", "specials"):
        assert re.search(rf"{tablet} +-?\d+ +-?\d+", text)


def test_equal_names_are_told_apart():
    assert display_names(["random", "Ada", "random"]) == ["random 1", "Ada", "random 3"]
