"""Whatever is wrong with a record, a position or a view: it is refused in one line that says what, and nothing else happens."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tessela import Game, TesselaError
from tessela.game import record as records
from tests.variants import choose, new_game

LONGEST = 1_200
HALF = "\ud800"  # half a character: JSON can say it, no encoding can
HUGE = 10**30
Json = dict[str, Any]
SPOILT: dict[str, Callable[..., Any]] = {
    **{
        f"option {name}": lambda r, name=name: r["options"].update({name: "x"})
        for name in ("seats", "name", "self", "chance", "seed")
    },
    **{
        f"seats {seats!r}"[:40]: lambda r, seats=seats: r.update(seats=seats)
        for seats in (5, None, {"Ada": 1, "Ben": 2}, "ab", [1, 2], ["Ada", HALF], ["Ada"], True)
    },
    **{
        f"seed {seed!r}"[:40]: lambda r, seed=seed: r.update(seed=seed)
        for seed in ("7", [7], -1, 1.5, True, 2**64, float("nan"), float("inf"), {})
    },
    **{
        f"{key} {value!r}": lambda r, key=key, value=value: r.update({key: value})
        for key, value in (("version", True), ("version", 1.0), ("rules", True), ("rules", 1.0), ("format", HALF))
    },
    **{
        f"first_player {seat!r}": lambda r, seat=seat: r["chance"].update(first_player=seat)
        for seat in (0.0, 1.0, False, "0", None, [0], HUGE, -1)
    },
    "a move of a megabyte": lambda r: r["moves"].insert(0, "x" * 1_000_000),
    "a move in halves": lambda r: r["moves"].insert(0, HALF),
    "a move that is a number": lambda r: r["moves"].insert(0, 3),
    "a result of a megabyte": lambda r: r.update(result="x" * 1_000_000),
    "a result of fractions": lambda r: r["result"].update(scores=[float(score) for score in r["result"]["scores"]]),
    "a result of truths": lambda r: r["result"].update(winners=[bool(seat) for seat in r["result"]["winners"]]),
    "an unknown key with a line break": lambda r: r.update({"a\n\x1b[2Jb": 1}),
    "an unknown key in halves": lambda r: r.update({HALF: 1}),
    "an option in halves": lambda r: r["options"].update({HALF: HALF}),
    "no deals": lambda r: r["chance"].update(deals=None),
    "deals of anything": lambda r: r["chance"].update(deals=[None, 3, HALF, []]),
    "a deal in halves": lambda r: r["chance"]["deals"].insert(0, {HALF: HALF}),
    "a position of halves": lambda r: r.update(position={"game": HALF}, chance={"deals": []}),
    "a position of nothing": lambda r: r.update(position=None, chance={"deals": []}),
    "a game in halves": lambda r: r.update(game=HALF),
    "somebody gone of anything": lambda r: r.update(gone=[{"ply": HALF, "seat": HUGE, "what": "resigned"}]),
    "options of a list": lambda r: r.update(options=[]),
}  # fmt: skip
PILES: list[Any] = [None, 3, [1, None, "x"], [None] * 18, ["x"] * 18, {}, HALF]


def played(variant: str) -> Json:
    game, dice = new_game(variant, 3), random.Random(3)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game.record()


RECORDS = {variant: json.dumps(played(variant)) for variant in ("azul-3p-grey-jokers", "duel")}


def refused(work: Callable[[], object]) -> str:
    """The one line with which something is refused."""
    with pytest.raises(TesselaError) as error:
        work()
    told = str(error.value)
    told.encode()
    assert told.isprintable()
    assert 0 < len(told) <= LONGEST
    return told


@pytest.mark.parametrize("variant", RECORDS)
@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_record_is_refused(variant: str, how: str) -> None:
    record = json.loads(RECORDS[variant])
    SPOILT[how](record)
    refused(lambda: records.verify(record))


@pytest.mark.parametrize("pile", PILES, ids=repr)
def test_a_spoilt_pile_is_refused(pile: Any) -> None:
    record = json.loads(RECORDS["duel"])
    record["chance"]["pile"] = pile
    refused(lambda: records.verify(record))


@pytest.mark.parametrize(
    "text",
    [
        RECORDS["duel"].replace('"moves":', '"moves": [], "moves":'),
        RECORDS["duel"].replace('"seed": 3', f'"seed": {"9" * 5000}'),
        RECORDS["duel"].replace('"seed": 3', '"seed": NaN'),
        RECORDS["duel"].replace('"seed": 3', '"seed": Infinity'),
        RECORDS["duel"].replace('"moves": [', '"moves": ["\\ud800", '),
        "[" * 100_000,
        '{"a":' * 100_000,
        "",
        "null",
        '"\\ud800"',
    ],
    ids=["a key twice", "5000 digits", "NaN", "Infinity", "halves", "deep lists", "deep objects", "nothing", "null", "half"],
)
def test_a_spoilt_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert "sys." not in refused(lambda: records.load(file))  # what a reader of files can do nothing with


def test_a_record_that_goes_deep_is_refused() -> None:
    record = json.loads(RECORDS["duel"])
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("result", "options", "chance", "moves", "seats", "gone", "position"):
        refused(lambda key=key: records.verify({**record, key: deep}))  # type: ignore[misc]


@pytest.mark.parametrize("chips", [HUGE, 10**9, -1, 1.5, None, "2", True])
def test_a_view_with_an_impossible_number_of_chips_is_refused(chips: Any) -> None:
    view = Game("duel", seed=1).view(0)
    view["chips_unseen"]["B"] = chips
    refused(lambda: Game.from_view(view))


@pytest.mark.parametrize("name", ["azul", "duel"])
@pytest.mark.parametrize("seat", [2, -1, "0", True, 0.0, [], HUGE])
def test_a_view_of_a_seat_that_is_not_there_is_refused(name: Any, seat: Any) -> None:
    assert "seat must be from 0 to 1" in refused(lambda: Game.from_view({**Game(name, seed=1).view(0), "seat": seat}))


NASTY: list[Any] = [
    HALF, "", "\n\x1b", "x" * 100_000, -1, 0, 1, 255, 2**31, 2**63, HUGE, -HUGE, 0.5, float("nan"), None, True, [], {}, [[]],
    ["BB"] * 50, {"B": HUGE}, {HALF: HALF}, "S*?", "special", "acquire", "over", "tiling",
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within a JSON value: what it is in, and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def mutated(value: Json, dice: random.Random) -> Json:
    """A copy with one to three places spoilt."""
    copy: Json = json.loads(json.dumps(value))
    for _ in range(dice.randint(1, 3)):
        inside, key = dice.choice(list(places(copy)))
        if dice.random() < 0.15:
            del inside[key]
        else:
            inside[key] = deepcopy(dice.choice(NASTY))
    return copy


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-grey-jokers", "duel", "duel-backs"])
def test_mutations_are_read_or_refused(variant: str) -> None:
    """No mutation crashes; what is read can be written again."""
    dice = random.Random(variant)
    game, moves = new_game(variant, 5), random.Random(5)
    while not game.is_over:
        for _ in range(4):
            _read_or_refused(Game.from_state, mutated(game.state(), dice))
            _read_or_refused(Game.from_view, mutated(game.view(dice.choice([None, 0, 1])), dice))
        game.play(choose(game, moves, 2))
    record = game.record()
    for _ in range(60):
        _read_or_refused(records.verify, mutated(record, dice))


def _read_or_refused(read: Callable[[Any], Game], given: Any) -> None:
    try:
        game = read(given)
    except TesselaError as error:
        told = str(error)
        assert told.isprintable(), given
        assert len(told) <= LONGEST, given
    else:
        json.dumps(game.record()).encode()


SCRAPS = [
    "", "\n", "\x1b[2J", "x" * 50_000, "9" * 5_000, "٣", "²", HALF, *"|/;:@!+.?*-", "J" * 50, "0" * 17, "256", "1e9", "\u2028",
]  # fmt: skip


def scratched(text: str, dice: random.Random) -> str:
    """A text with one to three places cut out, written over or said twice."""
    for _ in range(dice.randint(1, 3)):
        start = dice.randrange(len(text) + 1)
        end = start + dice.choice([0, 1, 2, 5, 30])
        text = text[:start] + dice.choice([*SCRAPS, 2 * text[start:end], dice.choice("0123456789BYRKWTJSM")]) + text[end:]
    return text


@pytest.mark.parametrize("variant", ["azul-3p-grey-jokers", "duel-backs"])
def test_scratched_texts_and_drawings_are_read_or_refused(variant: str) -> None:
    dice = random.Random(variant)
    game, moves = new_game(variant, 5), random.Random(5)
    while not game.is_over:
        for _ in range(3):
            _read_or_refused(Game.from_text, scratched(game.text(), dice))
            _read_or_refused(Game.from_diagram, scratched(str(game), dice))
        game.play(choose(game, moves, 2))


@pytest.mark.parametrize("text", ["x" * 10**7, " " * 10**7, "azul1 " * 10**6, "azul1 2c " + "9" * 10**7], ids=len)
def test_ten_megabytes_are_refused(text: str) -> None:
    for read in (Game.from_text, Game.from_diagram):
        refused(lambda read=read: read(text))  # type: ignore[misc]
