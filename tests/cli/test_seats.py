"""Who sits where."""

import pytest

from tessela.cli.seats import bots_for, seat_names
from tessela.game import OptionError


@pytest.mark.parametrize(
    ("wishes", "players", "names"),
    [
        ([], 2, ["Human", "greedy"]),
        ([], 4, ["Human", "greedy", "greedy", "greedy"]),
        (["random"], 2, ["random", "greedy"]),
        (["random", "human"], 3, ["random", "Human", "greedy"]),
        (["human", "human:Ada", "human"], 3, ["Human 1", "Ada", "Human 3"]),
        ([" human: Ada ", "random"], 2, ["Ada", "random"]),
        (["search@0.1s", "cmd:cat"], 2, ["search@0.1s", "cmd:cat"]),
    ],
)
def test_seats_as_wished(wishes, players, names):
    assert seat_names(wishes, players) == names


@pytest.mark.parametrize(
    "wish", ["human:", "human:greedy", "deep thought", "", "human:\n", "human:search@9", "cmd:no-such-bot", "py:x:Y"]
)
def test_wishes_that_cannot_be(wish):
    with pytest.raises(OptionError):
        seat_names([wish], 2)


def test_people_have_no_bot():
    bots = bots_for(["random", "Ada", "random"], seed=1)
    assert [bot is None for bot in bots] == [False, True, False]
    assert bots[0].bot.seed != bots[2].bot.seed
