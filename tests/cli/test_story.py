"""Events and moves in plain words."""

import random

import pytest

from tessela.cli.choices import explain, why_not
from tessela.cli.story import tell
from tessela.game import Game, Reason, events
from tessela.game.azul.notation import TEXTS as AZUL_TEXTS
from tessela.game.duel.notation import TEXTS as DUEL_TEXTS

NAMES = ["Ada", "Bob"]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.Taken(0, "3", "BB", "YR"), "Ada takes 2 blue from factory 3, 1 yellow and 1 red left over"),
        (events.Taken(1, "C", "BJJ", ""), "Bob takes 1 blue and 2 jokers from the centre"),
        (events.Placed(0, "BB", 3), "Ada places 2 blue on line 3"),
        (events.Broken(0, "R", ""), "Ada: 1 red falls"),
        (events.Broken(0, "RR", "R"), "Ada: 2 red fall and 1 red finds no space left to fall to"),
        (events.Tiled(0, 3, 4, "B", 5, 3, 2, "BB"), "Ada, line 3: blue to column 4, 5 points (3 across + 2 down)"),
        (events.Tiled(0, 1, 4, "B", 1, 1, 1, ""), "Ada, line 1: blue to column 4, 1 point (alone)"),
        (events.Tiled(0, 1, 4, "B", 2, 1, 2, ""), "Ada, line 1: blue to column 4, 2 points (2 down)"),
        (events.Penalised(1, "RR", True, 4, 4), "Bob loses 4 points for 2 red and the marker"),
        (events.Penalised(1, "", True, 2, 1), "Bob loses 2 points for the marker, but has only 1 to lose"),
        (events.PlateKept(0, "joker", None), "Ada keeps a joker plate"),
        (events.PlateKept(0, "joker", "TB*Y"), "Ada keeps the plate TB*Y"),
        (events.PlatesSeen(0, 2, None), "Ada looks at 2 drawn plates"),
        (events.PlatePlaced(0, "TB*Y", "b2", 90), "Ada puts the plate TB*Y on b2, turned by 90°"),
        (events.Paid(0, 3, ("T", "TY"), 1), "Ada pays chip T and chip TY for 1 missing on line 3"),
        (
            events.GameEnded((3, 3), (0, 1), Reason.SHARED_ROWS),
            "the game is over: Ada and Bob share the win (equal points and complete rows: the win is shared)",
        ),
    ],
)
def test_an_event_is_one_plain_line(event, line):
    assert tell(event, NAMES) == line


def test_every_kind_of_event_is_told():
    kinds = {kind.__name__ for kind in events.Event.__subclasses__() if kind.__module__ == events.__name__}
    assert kinds <= {kind.__name__ for kind in tell.registry}


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_whole_games_are_told_to_everybody(name):
    game, dice = Game(name, seed=2), random.Random(2)
    while not game.is_over:
        for event in game.play(dice.choice(game.legal_moves())):
            for seat in (0, 1, None):
                assert "\n" not in tell(event.seen_by(seat), NAMES)


def test_every_move_is_explained():
    for move in AZUL_TEXTS:
        assert explain("azul", move)
    for move in ("stack KYR", "plate YKTS", "keep YKTS", "back YKTS", *filter(None, DUEL_TEXTS)):
        assert explain("duel", move)


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("azul", "3BJ>2", "all blue and jokers from factory 3 to line 2"),
        ("duel", "MK>X", "all black from the moons to the broken space"),
        ("duel", "b2@90", "put it on b2, turned by 90°"),
        ("duel", "stack KYR", "from the bottom: black, yellow, red"),
    ],
)
def test_moves_in_words(game, move, words):
    assert explain(game, move) == words


def test_why_a_move_is_not_possible():
    legal = ["1B>2", "1B>F", "2R>F", "draw"]
    assert why_not("1B>1", legal) == "1B>1 is not possible: 1B can go to 2, F"
    assert why_not("3B>1", legal) == "3B>1 is not possible: there is no 3B now, but 1B, 2R"
    assert why_not("stop", legal) == "stop is not possible now; possible: 1B>2, 1B>F, 2R>F, draw"
