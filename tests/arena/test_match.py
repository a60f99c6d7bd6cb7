"""Matches, their schedules, and matches in files."""

import json
from collections import Counter

import pytest

from tessela.arena.matchfile import match_of, read_match_file
from tessela.arena.schedule import fixtures, seatings
from tessela.game import Game, OptionError


def match(*bots, **settings):
    return match_of({"bots": bots, **settings})


def test_a_pair_swaps_seats_on_every_deal():
    games = list(fixtures(match("greedy", "random", games=6)))
    assert [(game.deal, game.labels) for game in games] == [
        (deal, seats) for deal in range(3) for seats in (("greedy", "random"), ("random", "greedy"))
    ]
    assert games[0].seed == games[1].seed
    assert len({game.seed for game in games}) == 3


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_of_a_pair_sits_in_every_seat_once(players):
    games = list(fixtures(match("greedy", "random", players=players, games=players)))
    assert [game.labels.index("greedy") for game in games] == list(range(players))
    assert all(Counter(game.labels)["random"] == players - 1 for game in games)


def test_a_full_table_rotates():
    assert seatings(("a", "b", "c"), 3) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    everyone = match("greedy", "random", "search@5", players=3, schedule="table", games=3)
    for seat in range(3):
        assert {game.labels[seat] for game in fixtures(everyone)} == set(everyone.labels)


def test_games_are_rounded_up_to_whole_deals():
    assert len(list(fixtures(match("greedy", "random", games=5)))) == 6
    assert len(list(fixtures(match("greedy", "random", games=5, players=4)))) == 8


def test_schedules():
    bots = ("a=random", "b=random", "c=random", "d=random")
    assert match(*bots).contests() == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    assert match(*bots, schedule="ladder").contests() == [("a", "b"), ("b", "c"), ("c", "d")]
    assert match(*bots, schedule="gauntlet").contests() == [("a", "b"), ("a", "c"), ("a", "d")]


def test_the_dice_of_bots_are_apart_from_each_other_and_from_the_deal():
    games = list(fixtures(match("greedy", "random", games=20)))
    dice = [game.dice(seat) for game in games for seat in range(2)]
    assert len(set(dice) | {game.seed for game in games}) == 40 + 10


def test_another_seed_is_another_match_and_the_same_the_same():
    first, again, other = (list(fixtures(match("greedy", "random", games=4, seed=seed))) for seed in (1, 1, 2))
    assert [game.seed for game in first] == [game.seed for game in again]
    assert not {game.seed for game in first} & {game.seed for game in other}


def test_options_are_completed_and_random_tablets_change_with_the_deal():
    assert match("greedy", "random").full_options == {"players": 2, "wall": "coloured", "jokers": False}
    duel = match("greedy", "random", game="duel", tablets="random", games=20)
    seen = {tuple(Game("duel", seed=game.seed, **game.options).options["tablets"]) for game in fixtures(duel)}
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"bots": ["greedy"]}, ["at least 2"]),
        ({"bots": ["greedy", "greedy"]}, ["two bots", "a=greedy"]),
        ({"bots": "greedy"}, ["list"]),
        ({"bots": 5}, ["list"]),
        ({"bots": [1, 2]}, ["text"]),
        ({"games": 0}, ["games", "0"]),
        ({"games": -4}, ["games", "-4"]),
        ({"games": 2.5}, ["games", "2.5"]),
        ({"games": True}, ["games"]),
        ({"seed": -1}, ["seed", "-1"]),
        ({"game": "chess"}, ["chess", "azul"]),
        ({"game": 3}, ["game", "3"]),
        ({"players": 5}, ["players", "5"]),
        ({"tablets": ["rows"]}, ["tablets"]),
        ({"schedule": "swiss"}, ["swiss", "ladder"]),
        ({"schedule": "table", "players": 3}, ["3", "2"]),
        ({"anchor": "nobody"}, ["nobody", "greedy"]),
        ({"sprt": {"elo0": 0}}, ["elo1"]),
        ({"sprt": {"elo0": 0, "elo1": "x"}}, ["elo1", "x"]),
        ({"sprt": {"elo0": 0, "elo1": 5, "gamma": 1}}, ["gamma"]),
        ({"sprt": {"elo0": 5, "elo1": 0}}, ["elo0 below elo1"]),
        ({"sprt": {"elo0": 0, "elo1": 9}, "bots": ["greedy", "random", "search@5"]}, ["2 bots"]),
    ],
)
def test_impossible_matches_are_refused(settings, says):
    with pytest.raises(OptionError) as refused:
        match_of({"bots": ["greedy", "random"], **settings})
    assert all(word in str(refused.value) for word in says), refused.value


TOML = """
game = "azul"
players = 3
games = 30
seed = 9
schedule = "ladder"
anchor = "low"

[bots]
low = "random"
middle = "greedy"
high = "search@0.1s"
"""


def test_toml_and_json_say_the_same(tmp_path):
    toml, as_json = tmp_path / "ladder.toml", tmp_path / "ladder.json"
    toml.write_text(TOML)
    settings = read_match_file(toml)
    as_json.write_text(json.dumps(settings))
    ladder = match_of(settings)
    assert ladder == match_of(read_match_file(as_json))
    assert ladder.labels == ("low", "middle", "high")
    assert (ladder.games, ladder.players, ladder.reference) == (30, 3, "low")
    assert ladder.contests() == [("low", "middle"), ("middle", "high")]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("m.toml", "bots = [", ["m.toml", "TOML"]),
        ("m.json", "{", ["m.json", "JSON"]),
        ("m.json", "[" * 100_000, ["m.json", "JSON"]),
        ("m.toml", "bots = " + "[" * 100_000, ["m.toml", "TOML"]),
        ("m.json", "[]", ["object"]),
        ("m.toml", "bot = 1", ["'bot'", "bots", "schedule"]),
        ("m.yaml", "", [".toml", ".json"]),
    ],
)
def test_broken_files_are_refused(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(OptionError) as refused:
        read_match_file(path)
    assert all(word in str(refused.value) for word in says), refused.value
