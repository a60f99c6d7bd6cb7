"""Tables whose chance anybody can verify: a promise first, then the salts, and the key once the game is over."""

import random
from collections.abc import Callable

import pytest

from tessela.game import RecordError
from tessela.game.fair import new_salt, promise_of, salt_of
from tessela.game.record import verify
from tessela.game.ruleset import Json
from tests.server.people import Person, Tab, choice
from tests.server.test_http import refused

Meet = Callable[[str], Person]


def pledged(person: Person) -> tuple[Json, Json]:
    """A promise, and one's share that follows it."""
    promise = person.ask("POST", "/api/promises")
    return promise, {"ticket": promise["ticket"], "salt": new_salt()}


def play(tabs: list[Tab], decisions: int, seed: int = 5) -> None:
    dice = random.Random(seed)
    for _ in range(decisions):
        mover = next(tab for tab in tabs if tab.legal)
        version = mover.version
        mover.play(choice(mover.legal, dice))
        for tab in tabs:
            tab.until("happened", version=version + 1)


def give_up(tab: Tab) -> None:
    tab.say(kind="resign", version=tab.version, id="enough")
    tab.until("ended")


@pytest.mark.parametrize("order", ["chosen", "random"])
def test_a_game_of_two_proves_its_chance(person: Meet, order: str) -> None:
    ada, ben = person("Ada"), person("Ben")
    promise, share = pledged(ada)
    table = ada.new_table("duel", "me open", order=order, options={"tablets": "random"}, share=share)
    assert (table["promise"], table["salts"]) == (promise["promise"], [share["salt"], None])
    salt = new_salt()
    joined = ben.ask("POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"], "salt": salt})
    assert joined["promise"] == promise["promise"]
    assert sorted(joined["salts"]) == sorted([share["salt"], salt])
    tabs = [ada.sit(table), ben.sit(table)]
    play(tabs, 12)
    assert refused(ada, "GET", f"/api/records/{table['id']}") == (409, "not-over"), "the key is a secret until then"
    give_up(tabs[0])
    record = ben.get(f"/api/records/{table['id']}")
    proof = record["proof"]
    assert proof["promise"] == promise["promise"] == promise_of(bytes.fromhex(proof["key"]))
    assert proof["salts"] == [share["salt"], salt], "in the order in which they came"
    assert (proof["order"] is not None) == (order == "random")
    verify(record)
    with pytest.raises(RecordError):
        verify({**record, "proof": {**proof, "salts": proof["salts"][::-1]}})
    assert ada.get(f"/api/replays/{table['id']}")["ending"]["reason"] == "resigned"


def test_what_was_taken_back_is_in_the_proof(person: Meet) -> None:
    ada = person("Ada")
    _, share = pledged(ada)
    table = ada.new_table("azul", "me here", share=share)
    tab = ada.sit(table)
    play([tab], 30)
    tab.say(kind="takeback", version=tab.version, id="back", to=3)
    tab.until("happened", version=31)
    play([tab], 25, seed=6)
    give_up(tab)
    record = ada.get(f"/api/records/{table['id']}")
    assert record["proof"]["history"].count(28) == 1
    assert len(record["moves"]) == 27
    verify(record)


def test_a_game_against_bots_a_rematch_and_one_from_a_position(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me bot:sprout", share=pledged(ada)[1])
    give_up(ada.sit(table))
    promise, share = pledged(ada)
    again = ada.ask("POST", f"/api/tables/{table['id']}/rematch", {"share": share})
    assert (again["promise"], share["salt"] in again["salts"]) == (promise["promise"], True)
    tab = ada.sit(again)
    give_up(tab)
    brought = ada.ask("POST", "/api/records", ada.get(f"/api/records/{again['id']}"))
    promise, share = pledged(ada)
    wish = {"ply": 0, "seats": [{"who": "me"}, {"who": "here"}], "share": share}
    there = ada.ask("POST", f"/api/replays/{brought['id']}/play", wish)
    assert there["promise"] == promise["promise"]
    tab = ada.sit(there)
    play([tab], 15)
    give_up(tab)
    for one in (table, again, there):
        verify(ada.get(f"/api/records/{one['id']}"))


def test_who_brings_no_salt_gets_one(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me bot:sprout")
    assert table["promise"]
    assert all(table["salts"])
    again = ada.sit(table)
    give_up(again)
    verify(ada.get(f"/api/records/{table['id']}"))
    assert ada.ask("POST", f"/api/tables/{table['id']}/rematch")["promise"] != table["promise"]


def test_a_lesson_promises_nothing(person: Meet) -> None:
    ada = person("Ada")
    lesson = ada.ask("POST", "/api/lessons/azul-1")
    assert (lesson["promise"], lesson["salts"]) == (None, [])


def test_a_ticket_is_for_one_table(person: Meet) -> None:
    ada = person("Ada")
    _, share = pledged(ada)
    wish = {"game": "azul", "seats": [{"who": "me"}, {"who": "here"}]}
    assert ada.ask("POST", "/api/tables", {**wish, "share": share})
    for ticket, answer in (
        (share["ticket"], (409, "used-ticket")),
        (share["ticket"][:-1], (422, "bad-ticket")),
        ("nothing", (422, "bad-ticket")),
    ):
        assert refused(ada, "POST", "/api/tables", {**wish, "share": {**share, "ticket": ticket}}) == answer
    for salt in ("", "00", "G" * 32, "A" * 32, 5):
        assert refused(ada, "POST", "/api/tables", {**wish, "share": {"ticket": "x", "salt": salt}}) == (422, "bad-body")


def test_who_gets_up_takes_their_salt_along_and_nobody_adds_one_late(person: Meet) -> None:
    """The promise stays while people come and go; once the game is dealt no salt changes any more."""
    ada, ben, cem = person("Ada"), person("Ben"), person("Cem")
    promise, share = pledged(ada)
    table = ada.new_table("azul", "me open open", options={"players": 3}, share=share)
    door = f"/api/tables/{table['id']}"

    def sit(somebody: Person) -> str:
        salt = new_salt()
        somebody.ask("POST", f"{door}/join", {"invitation": table["invitation"], "salt": salt})
        return salt

    sit(ben)
    ben.ask("POST", f"{door}/leave")
    left = ada.get(door)
    assert (left["promise"], left["salts"]) == (promise["promise"], [share["salt"], None, None])
    of_ben, of_cem = sit(ben), sit(cem)
    tab = ada.sit(table)
    salts = [share["salt"], of_ben, of_cem]
    play([tab, ben.sit(table), cem.sit(table)], 3)
    sit(ben)  # who sits there already stays as they are
    assert ada.get(door)["salts"] == salts
    assert refused(person("Dan"), "POST", f"{door}/join", {"invitation": table["invitation"], "salt": new_salt()}) == (
        409,
        "full",
    )
    assert refused(ben, "POST", f"{door}/leave") == (409, "begun")
    assert refused(ada, "GET", f"/api/records/{table['id']}") == (409, "not-over")


def test_a_bot_has_a_salt_that_follows_from_the_promised_key(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me bot:sprout", share=pledged(ada)[1])
    give_up(ada.sit(table))
    proof = ada.get(f"/api/records/{table['id']}")["proof"]
    assert proof["salts"][1] == salt_of(bytes.fromhex(proof["key"]), 1)
    assert proof["salts"][0] != salt_of(bytes.fromhex(proof["key"]), 0)
