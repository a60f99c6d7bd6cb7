"""Whole games over real sockets: people who know no rules and choose from their legal lists."""

import random
from collections.abc import Callable

import pytest

from tests.server.people import Person, Tab, choice
from tests.variants import VARIANTS

Meet = Callable[[str], Person]


def play_out(tabs: list[Tab], dice: random.Random, most: int = 2000) -> None:
    """Play to the end: whoever has legal moves chooses one, and everybody waits until they see it."""
    for _ in range(most):
        mover = next((tab for tab in tabs if tab.legal), None)
        if mover is None or tabs[0].ending:
            break
        version = mover.version + 1
        move_id = mover.play(choice(mover.legal, dice))
        for tab in tabs:
            told = tab.until("happened", version=version)
            assert told["id"] == (move_id if tab is mover else None)
            if told["to_move"] is None:
                tab.until("ended")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game(person: Meet, variant: str) -> None:
    game, options = VARIANTS[variant]
    people = [person(f"P{seat}") for seat in range(options.get("players", 2))]
    table = people[0].new_table(game, " ".join(["me"] + ["open"] * (len(people) - 1)), options=options)
    for somebody in people[1:]:
        somebody.join(table)
    tabs = [somebody.sit(table) for somebody in people]
    try:
        assert [tab.mine for tab in tabs] == [[seat] for seat in range(len(people))]
        play_out(tabs, random.Random(variant))
        endings = [tab.ending for tab in tabs]
        assert endings[0]
        assert all(ending == endings[0] for ending in endings)
        assert people[0].get(f"/api/tables/{table['id']}")["status"] == "over"
        record = people[0].get(f"/api/records/{table['id']}")
        assert record["result"]["scores"] == endings[0]["scores"]
        replay = people[0].get(f"/api/replays/{table['id']}")
        assert len(replay["frames"]) == len(record["moves"])
        assert replay["ending"] == endings[0]
    finally:
        for tab in tabs:
            tab.close()


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_game_against_a_bot(person: Meet, game: str) -> None:
    tab = person("Ada").sit(person("Ada").new_table(game, "bot:mason bot:sprout"))
    while tab.ending is None:
        tab.hear()
    assert tab.legal == []
    tab.close()


def test_a_person_plays_a_bot(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(5)
    tab = ada.sit(ada.new_table("azul", "me bot:glazier"))
    while tab.ending is None:
        if tab.legal:
            tab.play(choice(tab.legal, dice))
            tab.legal = []
        tab.hear()
    assert len(tab.ending["scores"]) == 2
    tab.close()


def test_two_people_at_one_screen(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(6)
    tab = ada.sit(ada.new_table("duel", "me here"))
    assert tab.mine == [0, 1]
    while tab.ending is None:
        assert tab.view is not None
        assert tab.view["seat"] == tab.view["to_move"]
        tab.play(choice(tab.legal, dice))
        if tab.until("happened")["to_move"] is None:
            tab.until("ended")
    tab.close()
