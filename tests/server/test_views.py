"""Every view and ending that is sent is what the page's types say."""

import random
from typing import Any, get_args

import msgspec
import pytest

from tessela import Game
from tessela.game.reason import Reason
from tessela.server.course import lost_by
from tessela.server.messages.replays import CLOSED, NO_END, EndReason
from tessela.server.sight import seen_view
from tessela.server.views import VIEWS

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("azul", {}), ("azul", {"players": 4, "jokers": True}), ("azul", {"players": 3, "wall": "grey", "jokers": True}),
    ("duel", {}), ("duel", {"tablets": 4}),
)  # fmt: skip


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_view_of_a_game_is_as_declared(name: str, options: dict[str, Any]) -> None:
    game, dice = Game(name, seed=1, **options), random.Random(1)
    while not game.is_over:
        for viewer in (None, *range(game.players)):
            view = seen_view(game, viewer)
            declared = msgspec.convert(view, VIEWS[name])
            assert msgspec.to_builtins(declared) == view
        game.play(dice.choice(list(game.legal_moves())))
    msgspec.convert(seen_view(game, None), VIEWS[name])


def test_a_view_that_tells_more_is_not_as_declared() -> None:
    with pytest.raises(msgspec.ValidationError, match="rng"):
        msgspec.convert({**seen_view(Game("duel"), 0), "rng": "0" * 16}, VIEWS["duel"])


def test_an_ending_has_one_of_the_reasons() -> None:
    (meta,) = get_args(EndReason)[1:]
    reasons = meta.extra_json_schema["enum"]
    assert set(Reason) < set(reasons)
    lost = {lost_by(0, how, Game("azul")).reason for how in ("resigned", "timed-out")}
    assert lost == set(reasons) - set(Reason) - {NO_END, CLOSED}
