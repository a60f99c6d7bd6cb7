"""A position on one line reads back to the byte, in every position of every variant."""

import random
from pathlib import Path

import pytest

import tessela
from tessela import Game, MoveError, OptionError, PositionError, TesselaError
from tests.amount import amount
from tests.variants import VARIANTS, walk


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("seed", amount([2], [1, 2]))
def test_every_position_reads_back(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        text = game.text()
        assert "\n" not in text
        twin = Game.from_text(text)
        assert twin.state() == game.state()
        assert twin.states().tobytes() == Game.from_state(game.state()).states().tobytes()
        assert twin.text() == text


def test_the_page_has_a_true_example() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "state.md"
    assert Game("azul", seed=7).text() in " ".join(page.read_text(encoding="utf-8").split())


def test_the_generator_may_be_left_open_or_given() -> None:
    text = Game("azul", seed=7).text().rpartition(" ")[0]
    assert Game.from_text(f"{text} -", seed=3).state()["rng"] == f"{3:016x}"
    assert Game.from_text(f"{text} -").state() != Game.from_text(f"{text} -").state()
    assert Game.from_text(f"{text} -", seats=["Ann", "Bob"]).seats == ["Ann", "Bob"]


@pytest.mark.parametrize("text", ["", " ", "azul", "azul2 2c", "azul1", "duel1 rows", "x" * 999, None, 5])
def test_what_is_no_position_is_refused_in_one_line(text: object) -> None:
    with pytest.raises(PositionError) as refused:
        Game.from_text(text)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("variant", ["azul-3p-grey-jokers", "duel-backs"])
@pytest.mark.parametrize("seed", [4, 5])
def test_a_spoilt_line_is_read_or_refused(variant: str, seed: int) -> None:
    dice = random.Random(seed)
    for game in walk(variant, seed):
        letters = list(game.text())
        for _ in range(3):
            letters[dice.randrange(len(letters))] = dice.choice([*"BYJ*|/;:- 09²@", ""])
        try:
            Game.from_text("".join(letters)).legal_moves()
        except TesselaError as error:
            assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_bot_in_one_line(name: str) -> None:
    game = Game(name, seed=3)
    before = game.state()
    assert tessela.best_move(game, seconds=0.05) in game.legal_moves()
    assert tessela.best_move(game, bot="greedy") == tessela.best_move(game, bot="greedy")
    assert game.state() == before
    with pytest.raises(OptionError, match="there is no bot 'gredy'"):
        tessela.best_move(game, bot="gredy")
    with pytest.raises(OptionError, match="must be above 0"):
        tessela.best_move(game, seconds=0)


def test_nobody_moves_when_the_game_is_over() -> None:
    *_, game = walk("azul-2p-coloured", 1)
    with pytest.raises(MoveError, match="the game is over"):
        tessela.best_move(game)
