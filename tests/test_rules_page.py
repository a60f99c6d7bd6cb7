"""The facts that the page tells and draws are those of the rules; `npm run wire` writes them."""

import json
from pathlib import Path

from web.scripts.facts import facts

from tessela.game import Game
from tessela.rules.azul import constants as azul
from tessela.server.catalogue import catalogue

FACTS = json.loads((Path(__file__).parents[1] / "web/src/lib/rules/facts.json").read_text())


def test_the_page_has_the_facts_of_the_rules() -> None:
    assert json.loads(json.dumps(facts())) == FACTS


def test_what_the_page_says_of_three_and_four_players_at_once_is_the_same_for_both() -> None:
    assert azul.REMOVED_PER_COLOUR[3] == azul.REMOVED_PER_COLOUR[4]
    assert azul.JOKER_TILES[3] == azul.JOKER_TILES[4]


def test_the_tablets_that_the_page_shows_first() -> None:
    assert catalogue().games["duel"]["default_tablets"] == ["rows", "columns", "diagonals"]


def test_a_tablet_is_worth_what_it_scores() -> None:
    game = Game("duel", tablets=["five-colours", "outer-spaces", "corner-plates", "specials"], seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    for seat in range(game.players):
        for tablet, points in game.bonuses(seat).items():
            worth = FACTS["duel"]["worth"][tablet]
            possible = {sum(n * w for n, w in zip(times, worth, strict=True)) for times in _times(len(worth))}
            assert points in possible


def _times(parts: int) -> list[tuple[int, ...]]:
    """How often each part of a tablet could count."""
    return [(n,) for n in range(40)] if parts == 1 else [(n, m) for n in range(3) for m in range(3)]
