"""What is worked out for those who look at the table: the points of free spaces, as the rules then give them."""

from tessela.game.events import Tiled
from tests.variants import walk

from .table import find, table


def test_no_space_is_open_while_nobody_is_asked() -> None:
    assert table(["BBRR"]).prospects() == {"openings": []}


def test_every_open_space_brings_what_the_rules_then_give() -> None:
    asked = 0
    for game in walk("azul-4p-grey-jokers", seed=3):
        openings = game.prospects()["openings"]
        assert [f"col {opening['column']}" for opening in openings] == (
            list(map(str, game.legal_moves())) if game.is_tiling else []
        )
        for opening in openings:
            twin = game.copy()
            tiled = find(twin.play(f"col {opening['column']}"), Tiled)[0]
            assert (tiled.line, tiled.column, tiled.points) == (opening["row"], opening["column"], opening["points"])
            asked += 1
    assert asked > 20
