"""Nobody is told what they may not know: histories that differ only in what is hidden from a viewer send it the same bytes.

A whole history is changed, not only a position: every plate that a viewer has never seen changes places with another of the same
back, in the pile and in the moves that name it, and so does every chip that is face down. What the viewer is sent, from the
first entry to the last, must be the same to the byte.
"""

import asyncio
import itertools
import random
import re
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from tessela.game.duel.view import back_of
from tessela.game.ruleset import Json
from tessela.rules.duel.components import PLATE_NAMES
from tessela.server import sight
from tessela.server.advice import Advice
from tessela.server.course import Course
from tessela.server.frames import Explain, Hint
from tessela.server.refusals import RefusedError
from tessela.server.store import Entry, SeatRow, TableRow
from tests.server.room import ear_at, house_on, open_house, play, table_for
from tests.variants import VARIANTS, choose

encode = msgspec.json.encode
VIEWERS: tuple[int | None, ...] = (0, 1, None)
SECRET_MOVES = ("keep ", "back ")  # they name a plate that only their player has seen


def history(variant: str, seed: int) -> tuple[TableRow, list[Entry]]:
    """The log of a whole random game that draws many plates and takes many chips."""

    async def played() -> tuple[TableRow, list[Entry]]:
        house = house_on()
        game, options = VARIANTS[variant]
        table = await table_for(house, game, " ".join("abcd"[: options.get("players", 2)]), **options)
        dice = random.Random(seed)
        while table.course and not table.course.is_over:
            await play(table, choose(table.course.game, dice, 2))
        return table.row, await house.store.entries("t")

    with patch("tessela.server.table.new_key", return_value=seed.to_bytes(32, "big")):
        return asyncio.run(played())


def frames(row: TableRow, log: list[Entry], viewer: int | None) -> list[bytes]:
    """Everything that is sent to a viewer about a log: each entry, then the whole as a snapshot."""
    mine = [] if viewer is None else [viewer]
    course = Course.from_log(row, log[:1])
    sent = []
    for entry in log[1:]:
        course = course.after(entry)
        sent.append(encode(sight.happened(row, course, course.last, mine, None, None)))
    return [*sent, encode(sight.snapshot(row, sight.table_info(row, None, {}), course, mine, None))]


SCREENS = ((), (0,), (1,), (0, 1), (2,), (1, 2))


@pytest.mark.parametrize("variant", ["duel", "duel-backs", "azul-2p-coloured", "azul-3p-grey-jokers"])
def test_frames_made_together_are_those_made_alone(variant: str) -> None:
    """Whoever else is told at the same time: a frame has the same bytes as one that is made for its screen alone."""
    compared, dice = 0, random.Random(variant)
    for seed in range(6):
        row, log = history(variant, seed)
        screens = [screen for screen in SCREENS if all(seat < len(row.seats) for seat in screen)]
        course = Course.from_log(row, log[:1])
        for entry in log[1:]:
            course = course.after(entry)
            told = dice.sample(screens, dice.randint(1, len(screens)))
            together = sight.happened_for(row, course, course.last, told, [1, 2])
            assert list(together) == told
            for screen, frame in together.items():
                alone = sight.happened(row, course, course.last, screen, [1, 2], None)
                assert encode(frame) == encode(alone)
                assert alone.view == {
                    **individually(course, screen),
                    "bonuses": alone.view["bonuses"],
                    **course.game.prospects(),
                }
                compared += 1
    assert compared > 500


def individually(course: Course, screen: tuple[int, ...]) -> Json:
    """The view of a screen, from views that are made for one seat each."""
    viewer = sight.viewer_of(screen, course.to_move)
    view = course.game.view(viewer)
    if "pile" in view and len(screen) > 1:
        view["pile"] = course.game.view(None)["pile"]
    return view


def seen_plates(row: TableRow, log: list[Entry], viewer: int | None) -> set[str]:
    """Every plate whose front a viewer has ever seen."""
    course, seen = Course.from_log(row, log[:1]), set()
    for entry in [None, *log[1:]]:
        if entry is not None:
            course = course.after(entry)
        text = encode(course.game.view(viewer)).decode()
        seen |= {name for name in PLATE_NAMES if f'"{name}"' in text}
    return seen


def face_down(row: TableRow, log: list[Entry], viewer: int | None) -> list[int]:
    """The factories whose chip is face down at the end of a log."""
    small = Course.from_log(row, log).game.view(viewer)["small"]
    return [factory for factory, content in enumerate(small) if content["chip"] == "?"]


def permuted(row: TableRow, log: list[Entry], viewer: int | None, dice: random.Random) -> list[Entry]:
    """The same history with other hidden plates and chips."""
    seen = seen_plates(row, log, viewer)
    hidden = [name for name in PLATE_NAMES if name not in seen]
    new_name = {name: name for name in PLATE_NAMES}
    for back in ("special", "joker"):
        same = [name for name in hidden if back_of(name) == back]
        new_name.update(zip(same, dice.sample(same, len(same)), strict=True))
    changed = [Entry(e.table, e.version, e.seat, e.kind, _renamed(e.payload, new_name), e.move_id, e.at) for e in log]
    _swap_chips(row, changed, viewer, dice)
    return changed


def _renamed(payload: Json, new_name: dict[str, str]) -> Json:
    payload = msgspec.json.decode(encode(payload))
    if "chance" in payload:
        payload["chance"]["pile"] = [new_name[name] for name in payload["chance"]["pile"]]
    if payload.get("move", "").startswith(("keep ", "back ", "plate ")):
        verb, name = payload["move"].split()
        payload["move"] = f"{verb} {new_name[name]}"
    return payload


def _swap_chips(row: TableRow, log: list[Entry], viewer: int | None, dice: random.Random) -> None:
    """Change the chips of the last deal that are still face down, with each other and with those in the supply."""
    factories = face_down(row, log, viewer)
    supply = Course.from_log(row, log).game.state()["chip_supply"]
    holder: Any = next(e.payload for e in reversed(log) if e.payload.get("deals") or e.version == 0)
    deal = holder["deals"][-1] if "deals" in holder else holder["chance"]["deals"][-1]
    pool = [deal["chips"][factory] for factory in factories] + [kind for kind, number in supply.items() for _ in range(number)]
    for factory, chip in zip(factories, dice.sample(pool, len(factories)), strict=True):
        deal["chips"][factory] = chip


@pytest.mark.parametrize("variant", ["duel", "duel-backs"])
@pytest.mark.parametrize("seed", range(2))
def test_other_secrets_same_frames(variant: str, seed: int) -> None:
    row, log = history(variant, seed)
    dice = random.Random(seed)
    changes = 0
    for length in (1, *sorted(dice.sample(range(2, len(log)), 3)), len(log)):
        for viewer in VIEWERS:
            other = permuted(row, log[:length], viewer, dice)
            changes += [e.payload for e in other] != [e.payload for e in log[:length]]
            assert frames(row, other, viewer) == frames(row, log[:length], viewer)
    assert changes > 5, "the histories did differ"


def test_a_secret_choice_looks_like_any_other() -> None:
    """Which plate is kept, and in which order others go back, cannot be told from what the others are sent."""
    compared = 0
    for seed in range(8):
        row, log = history("duel-backs", seed)
        course = Course.from_log(row, log[:1])
        for entry in log[1:]:
            legal = [str(move) for move in course.game.legal_moves()]
            for alternative in _alternatives(entry.payload["move"], legal):
                changed = [*log[: entry.version], Entry("t", entry.version, entry.seat, "move", {"move": alternative})]
                for viewer in (1 - (entry.seat or 0), None):
                    assert frames(row, changed, viewer)[-2:] == frames(row, log[: entry.version + 1], viewer)[-2:]
                    compared += 1
            course = course.after(entry)
    assert compared > 10


def _alternatives(move: str, legal: list[str]) -> list[str]:
    """The other decisions that nobody else could tell from this one; the back of a plate that is kept is seen by all."""
    if not move.startswith(SECRET_MOVES):
        return []
    others = [other for other in legal if other[:4] == move[:4] and other != move]
    return [other for other in others if move.startswith("back ") or back_of(other[5:]) == back_of(move[5:])]


@pytest.mark.parametrize("variant", ["duel", "duel-backs", "azul-2p-coloured", "azul-3p-grey-jokers"])
def test_these_moves_are_secrets_and_no_others(variant: str) -> None:
    secrets = 0
    for seed in range(4):
        row, log = history(variant, seed)
        for step in Course.from_log(row, log).steps[1:]:
            assert step.move is not None
            secret = step.move.startswith(SECRET_MOVES)
            secrets += secret
            seen = [sight.seen_move(step, viewer) for viewer in VIEWERS]
            assert seen == [None if secret and viewer != step.seat else step.move for viewer in VIEWERS]
    assert bool(secrets) == (row.game == "duel")


@pytest.mark.parametrize("variant", ["duel", "duel-backs"])
def test_a_plate_from_the_pile_stands_once_it_is_placed(variant: str) -> None:
    """One from the display was seen by all: placing it shows nothing."""
    stood = dict.fromkeys(("display", "pile"), 0)
    for seed in range(4):
        row, log = history(variant, seed)
        steps = Course.from_log(row, log).steps
        for before, step in itertools.pairwise(steps[1:]):
            events = msgspec.json.decode(step.others)
            if step.move and "@" in step.move:
                from_pile = not (before.move or "").startswith("plate ")
                more = {"Refilled", "Revealed", "DisplayRefilled", "GameEnded"} & {event["event"] for event in events}
                assert step.stands == bool(from_pile or more)
                stood["pile" if from_pile else "display"] += 1
    assert min(stood.values()) > 10


def names_in(*told: Any) -> set[str]:
    """The plates whose fronts are told somewhere."""
    text = encode(told).decode()
    return {name for name in PLATE_NAMES if re.search(rf'[" ]{re.escape(name)}"', text)}


def test_a_shared_screen_keeps_no_secrets() -> None:
    """Two people at one screen: of a hidden plate it never shows more than the hand of the one to move."""
    put_back: set[str] = set()
    for seed in range(8):
        row, log = history("duel-backs", seed)
        course = Course.from_log(row, log[:1])
        public = names_in(course.game.view(None))
        for entry in log[1:]:
            course = course.after(entry)
            step = course.last
            public |= names_in(course.game.view(None), msgspec.Raw(step.others))
            state = course.game.state()
            hand = names_in(state["drawn"], state["pending"])
            assert names_in(sight.happened(row, course, step, [0, 1], None, None)) <= public | hand
            if entry.payload["move"].startswith("back "):
                put_back |= names_in(entry.payload["move"]) - public
                whole = sight.snapshot(row, sight.table_info(row, None, {}), course, [0, 1], None)
                assert names_in(whole) <= public | hand
    assert put_back, "some plates went back unseen"


def advised_from(row: TableRow, log: list[Entry], mine: list[int]) -> Json:
    """The view that a hint is thought of from, at the head of a log, on a screen that holds these seats."""

    async def asked() -> Json:
        seen: list[Json] = []
        with patch("tessela.server.advice.advise", side_effect=lambda view: seen.append(view) or []):
            async with open_house() as house:
                table = house.new_table(row)
                table.read(log)
                await Advice(house.players.service).hint(table, "a", mine, Hint(table.version))
        return seen[0]

    return asyncio.run(asked())


def at_one_screen(row: TableRow) -> TableRow:
    """The same table with both seats held by one guest."""
    return msgspec.structs.replace(row, seats=[SeatRow("person", seat.name, None, ["a"]) for seat in row.seats])


def test_a_hint_knows_what_its_screen_may_know() -> None:
    """At a shared screen: neither what the other seat has seen, nor what the seat to move alone has seen of the pile."""
    secret_of = {"the seat to move": 0, "the other": 0}
    for seed in range(4):
        row, log = history("duel-backs", seed)
        shared = at_one_screen(row)
        course = Course.from_log(row, log[:1])
        public = names_in(course.game.view(None))
        for entry in log[1:-1]:
            course = course.after(entry)
            step = course.last
            public |= names_in(course.game.view(None), msgspec.Raw(step.others))
            mover = course.to_move
            if mover is None or not entry.payload["move"].startswith(("back ", "pass")):
                continue
            state = course.game.state()
            known = names_in(advised_from(shared, log[: entry.version + 1], [0, 1]))
            assert known <= public | names_in(state["drawn"], state["pending"])
            secret_of["the seat to move"] += bool(names_in(course.game.view(mover)["pile"]) - public)
            secret_of["the other"] += bool(names_in(course.game.view(1 - mover)["pile"]) - public)
    assert min(secret_of.values()) > 0, "there were secrets to keep"


def test_other_secrets_same_hint() -> None:
    """Histories that differ only in what nobody at the screen may know are advised from the same view, to the byte."""
    changes = 0
    for seed in range(2):
        row, log = history("duel-backs", seed)
        shared, dice = at_one_screen(row), random.Random(seed)
        for length in dice.sample(range(2, len(log) - 1), 6):
            mover = Course.from_log(row, log[:length]).to_move
            assert mover is not None
            other = permuted(row, log[:length], mover, dice)
            changes += [e.payload for e in other] != [e.payload for e in log[:length]]
            assert encode(advised_from(shared, other, [0, 1])) == encode(advised_from(shared, log[:length], [0, 1]))
    assert changes > 5, "the histories did differ"


def test_no_reasons_for_what_only_the_bot_could_know() -> None:
    """Bots' moves are explained from the view of everybody: not those with a plate that was hidden from it."""
    answers = {"explained": 0, "refused": 0}

    async def ask(row: TableRow, log: list[Entry]) -> None:
        bots = msgspec.structs.replace(row, seats=[SeatRow("bot", "Bot", "mason") for _ in row.seats])
        house = house_on()
        table = house.new_table(bots)
        table.read(log)
        advice = Advice(house.players.service)
        for step in Course.from_log(row, log).steps[1:]:
            move = step.move or ""
            from_pile = "@" in move and not (log[step.version - 1].payload.get("move", "")).startswith("plate ")
            hidden = from_pile or move.startswith(SECRET_MOVES)
            try:
                await advice.why(table, "a", Explain(step.version))
            except RefusedError:
                assert hidden, move
                answers["refused"] += 1
            else:
                assert not hidden, move
                answers["explained"] += 1
        await house.close()

    with patch("tessela.server.advice.reasons_of", return_value=[]):
        for seed in range(3):
            asyncio.run(ask(*history("duel-backs", seed)))
    assert min(answers.values()) > 10


def test_the_generator_is_a_secret() -> None:
    row, log = history("azul-3p-grey-jokers", 0)
    for viewer in VIEWERS:
        for frame in frames(row, log[:30], viewer):
            assert b'"rng"' not in frame
            assert b'"seed"' not in frame


def test_links_are_for_those_who_sit_there() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul")
        for guest in ("a", "b", "spectator"):
            ear = ear_at(table, guest)
            await table.greet(ear)
            assert (ear.last["table"]["seat_link"] is not None) == (guest != "spectator")
            assert ear.last["table"]["invitation"] is None

    asyncio.run(check())
