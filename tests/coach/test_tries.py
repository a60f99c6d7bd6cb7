"""Tries and hints, and what is the same for everybody on one day."""

from datetime import date, timedelta

import pytest

from tessela import Game
from tessela.coach import hints, looks, tries
from tessela.coach.daily import OPPONENTS, deal_of_the_day
from tessela.coach.errors import CoachError
from tessela.coach.hints import STRENGTHS, hint
from tessela.coach.tries import answer
from tessela.game import IllegalMoveError
from tessela.game.record import replay
from tests.coach.games import finished


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"glance": 30, "look": 100, "check": 300, "proof": 300}
    for module in (looks, tries, hints):
        monkeypatch.setattr(module, "SIMULATIONS", few)


def positions(variant: str) -> list[Game]:
    record = finished(variant)
    return [replay(record, ply) for ply in range(0, len(record["moves"]), 17)]


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-grey-jokers", "duel-random"])
def test_every_position_has_an_answer_and_three_hints(variant: str) -> None:
    for game in positions(variant):
        view = game.view(game.turn)
        found = {strength: hint(view, strength) for strength in STRENGTHS}
        best = found["move"].move
        assert best in game.legal_texts()
        assert found["nudge"].move is found["idea"].move is None
        assert all(one.told.text.endswith(".") and "{" not in one.told.text for one in found.values())
        told = answer(view, str(best))
        assert told.lost <= 0.15
        for move in game.legal_texts()[:2]:
            other = answer(view, move)
            assert other.lost >= 0
            assert other.right == (other.judgement in ("best", "forced"))
            assert 0 <= other.chance <= 1
            if other.reply:
                later = Game.from_view(view)
                assert later.play(move)


def test_what_cannot_be_tried_is_refused() -> None:
    game = Game("azul", seed=7)
    with pytest.raises(IllegalMoveError):
        answer(game.view(game.turn), "9B>1")
    with pytest.raises(CoachError, match="not the turn"):
        answer(game.view(1 - game.turn), "1B>1")
    with pytest.raises(CoachError, match="a view"):
        answer({}, "1B>1")
    with pytest.raises(CoachError, match="is over"):
        answer(replay(finished("azul-2p-coloured")).view(0), "1B>1")
    with pytest.raises(CoachError, match="nudge, idea, move"):
        hint(game.view(game.turn), "shout")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_day_has_one_deal_that_can_be_played(name: str) -> None:
    day = date(2026, 11, 18)
    deal = deal_of_the_day(name, day)
    assert deal == deal_of_the_day(name, day)
    assert deal.bot == OPPONENTS[2]
    first, second = (Game(name, seed=deal.seed, **deal.options) for _ in range(2))
    assert first.state() == second.state()
    assert len({deal_of_the_day(name, day + timedelta(days)).seed for days in range(50)}) == 50
