"""What lies on the table when a game begins."""

from collections import Counter

import pytest

from tessela.game import Game, OptionError

from .table import NOTHING, picture, seen, table


def everything(game: Game) -> Counter:
    state = game.state()
    return Counter("".join(state["factories"])) + Counter(state["bag"])


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_factories_by_number_of_players(players, factories):
    state = Game("azul", players=players, seed=1).state()
    assert [len(factory) for factory in state["factories"]] == [4] * factories
    assert state["centre"] == ""
    assert sum(state["bag"].values()) == 100 - 4 * factories


@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_tiles_of_each_colour(players):
    game = Game("azul", players=players, seed=2)
    assert everything(game) == {"B": 20, "Y": 20, "R": 20, "K": 20, "W": 20}
    assert sum(game.state()["lid"].values()) == 0


@pytest.mark.parametrize(("players", "of_each", "jokers"), [(2, 19, 5), (3, 18, 10), (4, 18, 10)])
def test_jokers_replace_tiles_of_each_colour(players, of_each, jokers):
    game = Game("azul", players=players, jokers=True, seed=3)
    assert everything(game) == {**dict.fromkeys("BYRKW", of_each), "J": jokers}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_begins_with_nothing(players):
    game = Game("azul", players=players, seed=4)
    assert game.scores == (0,) * players
    assert {seen(game, seat) for seat in range(players)} == {picture(NOTHING)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player_is_random(players):
    starters = Counter(Game("azul", players=players, seed=seed).to_move for seed in range(200))
    assert set(starters) == set(range(players))
    assert min(starters.values()) > 100 / players


def test_the_marker_begins_in_the_centre():
    for seed in range(10):
        state = Game("azul", players=4, seed=seed).state()
        assert state["to_move"] == state["first_player"]
        assert state["marker"] is None
        assert state["round"] == 1


def test_tiles_are_drawn_at_random():
    deals = {tuple(Game("azul", seed=seed).state()["factories"]) for seed in range(50)}
    assert len(deals) == 50


@pytest.mark.parametrize(("wall", "asked"), [("coloured", []), ("grey", [0, 1, 2])])
def test_everyone_has_the_same_side(wall, asked):
    one_tile = NOTHING.replace(". >", "B >", 1)
    game = table(["W"], [one_tile] * 3, players=3, wall=wall)
    game.play("1W>5")
    choosers = []
    while game.phase == "space":
        choosers.append(game.to_move)
        game.play("col 2")
    assert choosers == asked


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "players must be 2, 3 or 4, not 1"),
        ({"players": 5}, "players must be 2, 3 or 4, not 5"),
        ({"players": True}, "players must be 2, 3 or 4, not True"),
        ({"players": 2.0}, "players must be 2, 3 or 4, not 2.0"),
        ({"wall": "blue"}, "wall must be one of coloured, grey, not 'blue'"),
        ({"jokers": 1}, "jokers must be true or false, not 1"),
        ({"tablets": ["rows"]}, "azul has no option 'tablets'"),
    ],
)
def test_impossible_options_are_refused(options, reason):
    with pytest.raises(OptionError, match=reason):
        Game("azul", **options)
