"""Looking ahead tells what then happens, and nothing that its seat could not know."""

import random
from itertools import takewhile

import pytest

from tessela.bots.analysis.forecast import forecast
from tessela.game.events import Event, PlateDrawn, RoundEnded, Tiled
from tests.variants import VARIANTS, choose, new_game, resampled

FEW = ("azul-2p-coloured", "azul-3p-grey-jokers", "duel", "duel-backs")


def tiles(events: object) -> list[Event]:
    return [event for event in events if isinstance(event, Tiled)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_move_that_ends_the_round(variant: str) -> None:
    """Where nothing is left to choose in the tiling, the forecast of the last move is what happens."""
    game, dice, compared = new_game(variant, 3), random.Random(3), 0
    while not game.is_over:
        seat, phase, move = game.to_move, game.phase, choose(game, dice, 1)
        seen = forecast(game.view(seat), move)
        events = game.play(move)
        if phase in ("offer", "acquire") and any(isinstance(event, RoundEnded) for event in events):
            until = next(i for i, event in enumerate(events) if isinstance(event, RoundEnded))
            tilings = [event for tiling in seen.tilings for event in tiling]
            assert sorted(map(str, tiles(events[:until]))) == sorted(map(str, tiles(tilings)))
            compared += 1
    assert compared or "grey" in variant or game.name == "duel" or "jokers" in variant


@pytest.mark.parametrize("variant", FEW)
def test_the_events_of_the_move_itself(variant: str) -> None:
    game, dice = new_game(variant, 5), random.Random(5)
    for _ in range(40):
        if game.is_over:
            break
        move = choose(game, dice, 2)
        seen = forecast(game.view(game.to_move), move)
        events = game.play(move)
        certain = list(takewhile(lambda event: not event.by_chance, events))
        assert list(seen.events) == certain[: len(seen.events)]
        assert seen.events or len(events) > len(certain)


@pytest.mark.parametrize("variant", ["duel", "duel-backs"])
def test_hidden_things_do_not_matter(variant: str) -> None:
    game, dice = new_game(variant, 2), random.Random(2)
    while not game.is_over:
        seat, move = game.to_move, choose(game, dice, 2)
        assert seat is not None
        other = resampled(game, seat)
        assert forecast(game.view(seat), move) == forecast(other.view(seat), move)
        game.play(move)


def test_a_plate_is_not_told_before_it_is_seen() -> None:
    """Who stops after one plate keeps it: which one it is, only looking at it tells."""
    game = new_game("duel", 1)
    while game.phase != "draw":
        game.play("draw" if "draw" in game.legal_moves() else game.legal_moves()[0])
    assert len(game.view(0)["drawn"]) == 1
    assert forecast(game.view(game.to_move), "stop").events == ()
    game.undo()
    assert [type(event) for event in forecast(game.view(game.to_move), "draw").events] == [PlateDrawn]


def test_the_round_as_it_stands() -> None:
    game = new_game("azul-2p-coloured", 7)
    assert forecast(game.view(None)).tilings == ((), ())
    game.play("4W>3")
    seat = 1 - (game.to_move or 0)
    tiling = forecast(game.view(None)).tilings[seat]
    assert [type(event).__name__ for event in tiling] == ["Tiled"]
    assert forecast(game.view(None)).events == ()


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-grey-jokers", "duel"])
def test_the_last_round_is_known_before_it_ends(variant: str) -> None:
    """The round as it stands when nothing is left to take says whether the game is over with it."""
    for seed in range(4):
        game, dice, before = new_game(variant, seed), random.Random(seed), False
        while not game.is_over:
            number, before = game.round, forecast(game.view(game.to_move)).last_round
            game.play(choose(game, dice, 1))
            assert not before or game.round == number  # no round follows the last
        assert before or game.name == "azul"  # the very last take may complete the row
        if game.name == "duel":
            assert game.round == 5
