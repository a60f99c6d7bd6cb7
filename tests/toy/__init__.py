"""A third game of the family, known to the tests alone: what it takes to add one is what stands here."""

from collections.abc import Iterator
from contextlib import contextmanager

from tessela.game.registry import RULESETS, add_ruleset
from tessela.rules.games import GAMES, STATES, add_game
from tests.toy.rules import TOY
from tests.toy.ruleset import Toy


def add() -> None:
    """One row a layer."""
    add_game(TOY)
    add_ruleset(Toy())


@contextmanager
def known() -> Iterator[None]:
    """The toy is there for a while."""
    add()
    try:
        yield
    finally:
        for rows in (GAMES, STATES.kinds, RULESETS):
            del rows["toy"]
