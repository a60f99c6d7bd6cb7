"""What a socket may say and hear: coming back, two tabs, looking ahead, hints, reactions, presence, spectators."""

import random
import time
from collections.abc import Callable

import pytest

from tessela import Game
from tessela.coach import hints
from tessela.coach.hints import help_with
from tessela.server.bounds import Bounds
from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person, Tab, choice

Meet = Callable[[str], Person]


@pytest.fixture
def pair(person: Meet) -> tuple[Person, Person, Json]:
    """Two people at a table of Azul."""
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me open")
    ben.join(table)
    return ada, ben, table


def step(tabs: list[Tab], dice: random.Random) -> str:
    """Whoever is to move moves; everybody hears of it."""
    mover = next(tab for tab in tabs if tab.legal)
    move = choice(mover.legal, dice)
    mover.play(move)
    version = mover.version + 1
    for tab in tabs:
        tab.until("happened", version=version)
    return move


def test_coming_back_in_the_middle(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tabs, dice = [ada.sit(table), ben.sit(table)], random.Random(1)
    for _ in range(9):
        step(tabs, dice)
    view, legal = tabs[0].view, tabs[0].legal
    tabs[0].close()
    again = ada.sit(table)
    assert (again.view, again.legal, again.version) == (view, legal, 9)
    log = again.frames[-1]["log"]
    assert [line["version"] for line in log] == list(range(1, 10))
    tabs[0] = again
    step(tabs, dice)


def test_two_tabs_of_one_person(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tabs = [ada.sit(table), ada.sit(table), ben.sit(table)]
    dice = random.Random(2)
    for _ in range(6):
        step(tabs, dice)
    assert tabs[0].view == tabs[1].view
    mover = next(tab for tab in tabs if tab.legal)
    pairs = [tab for tab in tabs if tab.legal]
    for tab in pairs:  # a double click across tabs: the second comes too late
        tab.play(tab.legal[0], f"tab{id(tab)}", mover.version)
    kinds = [tab.until("happened", version=7)["kind"] for tab in tabs]
    assert kinds == ["happened"] * 3
    if len(pairs) == 2:
        assert pairs[1].until("refused")["reason"] == "stale"
        assert pairs[1].until("snapshot")["version"] == 7


def test_duplicate_stale_and_future_moves(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tabs = [ada.sit(table), ben.sit(table)]
    mover, other = (tabs[0], tabs[1]) if tabs[0].legal else (tabs[1], tabs[0])
    move = mover.legal[0]
    for _ in range(3):
        mover.play(move, "the same", 0)
    assert [mover.until("happened")["version"] for _ in range(3)] == [1, 1, 1]
    other.until("happened", version=1)
    other.play(other.legal[0], "late", 0)
    assert other.until("refused")["reason"] == "stale"
    assert other.until("snapshot")["version"] == 1
    other.play(other.legal[0], "early", 5)
    refused = other.until("refused")
    assert (refused["reason"], refused["id"]) == ("resync", "early")
    mover.play("1B>1", "not mine", 1)
    assert mover.until("refused")["reason"] == "not-your-turn"
    other.play("9W>F", "no", 1)
    assert other.until("refused")["reason"] == "illegal"
    other.say(kind="ping")
    assert other.until("pong")["version"] == 1


def test_spectators_see_and_do_nothing(pair: tuple[Person, Person, Json], person: Meet) -> None:
    ada, _, table = pair
    watcher = person("Eve").sit(table)
    ada.sit(table)
    assert (watcher.mine, watcher.legal) == ([], [])
    assert watcher.view is not None
    assert watcher.view["seat"] is None
    for frame in (
        {"kind": "play", "version": 0, "move": "1B>1", "id": "x"},
        {"kind": "resign", "version": 0, "id": "x"},
        {"kind": "takeback", "version": 0, "id": "x"},
        {"kind": "let-bot-finish", "version": 0, "id": "x", "seat": 1},
        {"kind": "react", "reaction": "wow"},
    ):
        watcher.say(**frame)
        assert watcher.until("refused")["reason"] == "not-allowed"


def test_spectators_are_counted(pair: tuple[Person, Person, Json], person: Meet) -> None:
    ada, _, table = pair
    tab, eve = ada.sit(table), person("Eve")
    assert tab.frames[-1]["table"]["watchers"] == 0
    watchers = [eve.sit(table), eve.sit(table), person("Fay").sit(table)]
    assert watchers[-1].frames[-1]["table"]["watchers"] == 2, "two tabs of one are one"
    assert [tab.until("changed")["table"]["watchers"] for _ in watchers] == [1, 1, 2]
    for watcher in watchers:
        watcher.close()
    while tab.until("changed")["table"]["watchers"]:
        pass


def test_spectators_of_a_duel_see_nothing_hidden(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(8)
    table = ada.new_table("duel", "me here")
    tab, watcher = ada.sit(table), person("Eve").sit(table)
    secrets = 0
    for _ in range(60):
        draws = [move for move in tab.legal if move.startswith(("draw", "keep", "back"))]
        tab.play(dice.choice(draws) if draws and dice.random() < 0.7 else choice(tab.legal, dice))
        version = tab.version + 1
        mine, theirs = tab.until("happened", version=version), watcher.until("happened", version=version)
        assert (theirs["viewer"], theirs["legal"], theirs["back_to"]) == (None, [], [])
        assert (theirs["move"], theirs["events"]) == (mine["move"], mine["events"]), "a shared screen tells no more either"
        assert all(plate in ("joker", "special", "?") for plate in theirs["view"]["drawn"])
        assert all(plate in ("joker", "special", "?") for plate in theirs["view"]["pile"])
        secrets += theirs["move"] is None
    assert secrets


def test_reactions_come_in_measure(strict_server: Server, guest: Guest) -> None:
    ada = guest(strict_server)
    tab = ada.sit(ada.new_table("azul", "me here"))
    began = time.monotonic()
    for _ in range(16):
        tab.say(kind="react", reaction="wow")
    heard = [tab.hear() for _ in range(16)]
    took = time.monotonic() - began
    kinds = [frame["kind"] for frame in heard]
    assert kinds[:4] == ["reacted"] * 4
    rate = Bounds().reactions_of_guest
    assert kinds.count("reacted") <= rate.most + took * rate.most / rate.seconds  # a slow server hears more of them
    assert {frame["reason"] for frame in heard if frame["kind"] == "refused"} <= {"busy"}
    tab.say(kind="ping")
    tab.until("pong")  # nobody is sent away for it


def test_presence_and_reactions(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tab = ada.sit(table)
    assert [seat["present"] for seat in tab.frames[-1]["table"]["seats"]] == [True, False]
    other = ben.sit(table)
    assert [seat["present"] for seat in tab.until("changed")["table"]["seats"]] == [True, True]
    other.say(kind="react", reaction="wow")
    assert tab.until("reacted") == {"kind": "reacted", "seat": 1, "reaction": "wow"}
    other.close()
    assert [seat["present"] for seat in tab.until("changed")["table"]["seats"]] == [True, False]
    tab.say(kind="let-bot-finish", version=0, id="finish", seat=1)
    assert tab.until("happened")["what"] == "bot-took-over"
    assert tab.until("changed")["table"]["seats"][1]["who"] == "bot"


def test_taking_back_and_resigning(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tabs = [ada.sit(table), ben.sit(table)]
    mover, other = (tabs[0], tabs[1]) if tabs[0].legal else (tabs[1], tabs[0])
    before = mover.view
    mover.play(mover.legal[0])
    assert mover.until("happened")["back_to"] == [1]
    mover.say(kind="takeback", version=1, id="back")
    told = mover.until("happened", version=2)
    assert (told["what"], told["view"], bool(told["legal"])) == ("takeback", before, True)
    other.until("happened", version=2)
    other.say(kind="resign", version=2, id="enough")
    assert mover.until("ended")["ending"]["reason"] == "resigned"
    assert ada.get(f"/api/replays/{table['id']}")["ending"]["reason"] == "resigned"


def test_looking_ahead(pair: tuple[Person, Person, Json]) -> None:
    ada, ben, table = pair
    tabs = [ada.sit(table), ben.sit(table)]
    mover, other = (tabs[0], tabs[1]) if tabs[0].legal else (tabs[1], tabs[0])
    move = next(m for m in mover.legal if m.endswith(">1"))
    mover.say(kind="look", version=0, move=move)
    looked = mover.until("looked")
    assert looked["events"][0]["event"] == "Taken"
    seat = looked["events"][0]["seat"]
    assert [event["event"] for event in looked["forecast"][seat]][:1] == ["Tiled"]
    assert looked["forecast"][1 - seat] == []
    assert looked["last_round"] is False
    other.say(kind="look", version=0)
    assert other.until("looked")["forecast"] == [[], []]
    other.say(kind="look", version=0, move=move)
    assert other.until("refused")["reason"] == "not-your-turn"
    mover.say(kind="look", version=0, move="9W>5")
    assert mover.until("refused")["reason"] == "illegal"
    mover.say(kind="hint", version=0)
    assert mover.until("refused")["reason"] == "not-allowed", "no hints where another person plays"


def test_looking_ahead_while_the_move_is_stored(pair: tuple[Person, Person, Json]) -> None:
    """A look sees the table before a move or is too late; never a move that is not stored yet, nor what it deals."""
    ada, ben, table = pair
    tabs = [ada.sit(table), ben.sit(table)]
    dice = random.Random(3)
    for tab in tabs:
        tab.frames.clear()
    for version in range(14):
        mover = next(tab for tab in tabs if tab.legal)
        move = choice(mover.legal, dice)
        mover.say(kind="look", version=version, move=move)
        mover.play(move, f"move {version}", version)
        for tab in tabs:
            tab.until("happened", version=version + 1)
        while not (answers := [frame for frame in mover.frames if frame["kind"] in ("looked", "refused")]):
            mover.hear()
        assert [answer.get("reason", "looked") for answer in answers] in (["looked"], ["stale"])
        mover.frames = [frame for frame in mover.frames if frame not in answers]
    for tab in tabs:
        tab.say(kind="ping")
        tab.until("pong")
    snapshots = [frame for tab in tabs for frame in tab.frames if frame["kind"] == "snapshot"]
    assert not snapshots, "who asked too late is not shown the table anew"


def test_a_hint(person: Meet) -> None:
    ada = person("Ada")
    tab = ada.sit(ada.new_table("azul", "me here"))
    tab.say(kind="hint", version=0)
    hint = tab.until("hinted")
    assert hint["candidates"][0]["move"] in tab.legal
    assert hint["candidates"][0]["reasons"]


def test_help_of_three_strengths_speaks_of_one_move(person: Meet) -> None:
    """Where to look, what to aim at, the move: asked one after the other they come from one thought."""
    ada = person("Ada")
    tab = ada.sit(ada.new_table("azul", "me here"))
    told = {}
    for strength in ("nudge", "idea", "move"):
        tab.say(kind="hint", version=0, strength=strength)
        told[strength] = tab.until("hinted")
        assert told[strength]["strength"] == strength
    assert [told[weak]["candidates"] for weak in ("nudge", "idea")] == [[], []], "the move is not given away"
    assert told["move"]["told"] is None
    best, known = told["move"]["candidates"][0]["move"], Game("azul").view(0)
    view = {name: value for name, value in (tab.view or {}).items() if name in known}  # without what is worked out for the page
    for weak in ("nudge", "idea"):
        assert told[weak]["told"]["text"] == help_with(view, best, weak).told.text
        assert told[weak]["told"]["key"] in hints.ENGLISH
    tab.say(kind="hint", version=0, strength="shout")
    assert tab.until("refused")["reason"] == "bad-frame"


def test_odds_are_for_everybody(pair: tuple[Person, Person, Json], person: Meet) -> None:
    """Counting is no help of a bot: it is allowed where hints are not, and who only looks on may ask as well."""
    ada, ben, table = pair
    mover, other = sorted((ada.sit(table), ben.sit(table)), key=lambda tab: not tab.legal)
    watcher = person("Cleo").sit(table)
    seen = []
    for tab in (mover, other, watcher):
        tab.say(kind="count", version=0)
        seen.append(tab.until("counted")["odds"])
    assert [odds["deal"] for odds in seen] == [seen[0]["deal"]] * 3
    assert sum(seen[0]["deal"]["bag"].values()) == sum((mover.view or {})["bag"].values())
    assert (bool(seen[0]["lines"]), bool(seen[1]["lines"]), seen[2]["lines"]) == (True, True, [])
    mover.say(kind="count", version=9)
    assert mover.until("refused")["reason"] == "resync"


def test_why_a_bot_moved(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(4)
    for game in ("azul", "duel"):
        tab = ada.sit(ada.new_table(game, "me bot:sprout"))
        while len([frame for frame in tab.frames if frame["kind"] == "happened" and frame["seat"] == 1]) < 6:
            if tab.legal:
                tab.play(choice(tab.legal, dice))
                tab.legal = []
            tab.hear()
        while not tab.legal:
            tab.hear()
        told, reasons = [frame for frame in tab.frames if frame["kind"] == "happened"], 0
        for entry in told:
            tab.say(kind="explain", version=entry["version"])
            if entry["seat"] == 0 or entry["move"] is None:
                assert tab.until("refused")["reason"] == "not-allowed"
                continue
            because = tab.hear()
            if because["kind"] == "explained":  # a plate that came from the pile is not explained
                assert because["version"] == entry["version"]
                reasons += len(because["reasons"])
                assert all(reason["sign"] in ("good", "bad", "neutral") for reason in because["reasons"])
        assert reasons > 2
        for version in (0, -1, 999):
            tab.say(kind="explain", version=version)
            assert tab.until("refused")["reason"] == "not-allowed"
        tab.close()


def test_a_clock_runs_on_a_real_server(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me open", clock={"pace": "live", "seconds": 3600})
    ben.join(table)
    tab, other = ada.sit(table), ben.sit(table)
    assert tab.frames[-1]["clocks"] == [3_600_000, 3_600_000]
    first = tab if tab.legal else other
    began = time.monotonic()
    first.play(first.legal[0])
    first.until("happened", version=1)
    tab.say(kind="hello")
    clocks = tab.until("snapshot")["clocks"]
    took = 1000 * (time.monotonic() - began)
    mover = tab.to_move
    assert mover is not None
    assert 3_600_000 - took - 1 <= clocks[mover] <= 3_600_000
    assert clocks[1 - mover] == 3_600_000
    for _ in patiently():
        tab.say(kind="hello")
        later = tab.until("snapshot")["clocks"]
        if later[mover] < clocks[mover]:
            break
    assert later[1 - mover] == 3_600_000


def test_garbage(server: Server, person: Meet) -> None:
    ada = person("Ada")
    tab = ada.sit(ada.new_table("azul", "me here"))
    dice = random.Random(3)
    good = '{"kind":"play","version":0,"move":"1B>1","id":"x"}'
    bad = [
        "", "{}", "[]", "null", "42", '"hello"', '{"kind":"x"}', '{"kind":"hello","extra":1}', '{"kind":"play"}', "[" * 5000,
        '{"kind":"play","version":0,"move":"","id":"x"}', '{"kind":"play","version":1e400,"move":"a","id":"x"}', "é", "{",
    ]  # fmt: skip
    for text in bad:
        tab.socket.send(text.encode("utf-8", "replace").decode())
        assert tab.until("refused")["reason"] == "bad-frame", text[:40]
    tab.socket.send(b"\x00\xff bytes")
    assert tab.until("refused")["reason"] == "bad-frame"
    for _ in range(300):
        letters = list(good)
        for _ in range(dice.randint(1, 6)):
            letters[dice.randrange(len(letters))] = chr(dice.choice((dice.randrange(32, 127), dice.randrange(0x20, 0x2000))))
        tab.socket.send("".join(letters))
    tab.say(kind="ping")
    tab.until("pong")
    assert tab.version >= 0
    assert "Traceback" not in server.errors.read_text()
