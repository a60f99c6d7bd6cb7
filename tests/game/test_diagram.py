"""`print(game)` is read back by `Game.from_diagram`, in every position of every variant."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tessela import Game, PositionError, TesselaError
from tests.amount import amount
from tests.variants import VARIANTS, walk

AZUL = """
    Azul, grey wall: round 2, Bob takes tiles, Ann started

    1 BBBB  2 YYYY  3 -     4 -     5 -
    C RRW
    bag 16B 16Y 18R 20K 16W, lid 3W

    0 Ann: 3                  1 Bob: 0 *
    1         . > . . . . .   1         . > . . . . .
    2       . . > . . . . .   2       . . > . . . . .
    3     . . . > . . . . .   3     . . . > . . . . .
    4   . . . . > . . . . .   4   . . . . > . . . . .
    5 . . . . . > . . . . .   5 . . . . . > . . . . .
    F . . . . . . .           F M . . . . . .
    """


def same_but_hidden(game: Game) -> None:
    twin = Game.from_diagram(str(game), seed=1)
    assert str(twin) == str(game)
    assert twin.view(None) == game.view(None)
    assert twin.legal_moves() == game.legal_moves()
    assert twin.seats == game.seats
    if game.name == "azul":
        assert {**twin.state(), "rng": ""} == {**game.state(), "rng": ""}


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("seed", [2])
def test_every_table_reads_back(variant: str, seed: int) -> None:
    for number, game in enumerate(walk(variant, seed)):
        if number % amount(3, 1) == 0 or game.is_over:
            same_but_hidden(game)


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 2**32))
@settings(max_examples=amount(2, 6), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_tables_of_random_games_read_back(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        same_but_hidden(game)


def test_a_diagram_may_be_written_by_hand() -> None:
    game = Game.from_diagram(AZUL, seed=3)
    assert (game.turn, game.seats, game.state()["first_player"], game.state()["marker"]) == (1, ["Ann", "Bob"], 0, 1)
    assert game.record()["seed"] == 3
    assert Game.from_diagram(AZUL, seats=["Cleo", "Dan"]).seats == ["Cleo", "Dan"]


def test_the_same_seed_draws_the_same() -> None:
    text = str(Game("duel", seed=5))
    assert Game.from_diagram(text, seed=8).state() == Game.from_diagram(text, seed=8).state()
    assert Game.from_diagram(text, seed=8).state() != Game.from_diagram(text, seed=9).state()


@pytest.mark.parametrize(
    "seats", [["Ann", "Ann"], ["", "a: 5 *"], ["x" * 20, "x" * 14 + "y"], ["new\nline", "Zoë started, "], ["  ", "1 B: 2"]]
)
@pytest.mark.parametrize("name", ["azul", "duel"])
def test_any_names_will_do(name: str, seats: list[str]) -> None:
    game = Game(name, seed=4, seats=seats)
    for _ in range(12):
        twin = Game.from_diagram(str(game))
        assert str(twin) == str(game)
        assert twin.view(None) == game.view(None)
        game.play(game.legal_moves()[0])


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("Bob takes tiles", "Bob sleeps", "does not say who does what"),
        ("grey wall", "green wall", "should look like 'Azul, grey wall"),
        ("C RRW", "centre RRW", "should look like 'C BBY"),
        ("lid 3W", "lid 3Q", "should look like '12B'"),
        ("16B", "15B", "there are 19 tiles of B"),
        ("BBBB", "BBBBB", "holds 5 tiles"),
        ("1 Bob: 0 *", "1 Bob: 0", "the marker lies on the floor"),
        ("1 BBBB", "7 BBBB", "would be written"),
        ("F M", "X M", "would be written"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(wrong: str, right: str, reason: str) -> None:
    assert wrong in AZUL
    with pytest.raises(PositionError, match=reason.replace("(", r"\(")) as refused:
        Game.from_diagram(AZUL.replace(wrong, right))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n\n", "Azul", "Azul Duel", None, 5, "Azul Duel\n" * 30, "Azul\n" * 14, "\n" * 40 + "x"])
def test_what_is_no_diagram_is_refused(text: object) -> None:
    with pytest.raises(PositionError):
        Game.from_diagram(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ["azul-3p-grey-jokers", "duel-backs"])
def test_a_spoilt_diagram_is_read_or_refused(variant: str) -> None:
    dice = random.Random(1)
    for number, game in enumerate(walk(variant, 2)):
        text = list(str(game))
        if number % 3 == 0:
            text[dice.randrange(len(text))] = dice.choice("BYRKT*S.-?019 \nx")
            try:
                assert str(Game.from_diagram("".join(text))) == "\n".join(line.rstrip() for line in "".join(text).split("\n"))
            except TesselaError as error:
                assert "\n" not in str(error)  # noqa: PT017
