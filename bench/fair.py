"""R11: deals that anyone can verify: what was played passes, what was changed does not, and chance is even.

python -m bench.fair           a moment of it
python -m bench.fair --full    with the numbers of the bar: about ten minutes
"""

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable
from math import comb, sqrt
from pathlib import Path
from typing import Any

from tests.game.proven import played

from bench.clients.command import Number, Program
from bench.clients.figures import Wish, at_least, at_most, note
from tessela import Game
from tessela.game import RecordError
from tessela.game.chance import bits_of
from tessela.game.fair import mixed, new_salt
from tessela.game.record import verify
from tessela.game.ruleset import Json

VARIANTS: dict[str, list[Json]] = {
    "azul": [{"players": players, "wall": wall, "jokers": jokers} for players in (2, 3, 4) for wall, jokers in
             (("coloured", False), ("grey", False), ("coloured", True))],
    "duel": [{"tablets": "random"}],
}  # fmt: skip
VOUCHED = "chance", "proof", "result"  # for what a proof vouches; another course of moves is another game
UNLIKELY = 3.09  # standard deviations that a fair source exceeds once in a thousand times
Path_ = tuple[Any, ...]


async def records(folder: Path, wish: Wish) -> bool:
    """So many games of each kind pass, and each with one thing in it changed does not."""
    kept, dice = True, random.Random(wish.seed)
    for name, variants in VARIANTS.items():
        passed, missed = 0, []
        for number in range(wish.games):
            options = variants[number % len(variants)]
            record = played(name, options.get("players", 2), options, number)
            passed += _passes(record)
            where, spoilt = mutated(record, dice)
            missed += [where] if _passes(spoilt) else []
        kept &= at_least("R11", f"{name}: games of {wish.games} that pass", passed, wish.games)
        kept &= at_most("R11", f"{name}: single changes of {wish.games} that pass {missed[:3] or ''}", len(missed), 0)
    return kept


def _passes(record: Json) -> bool:
    try:
        verify(record)
    except RecordError:
        return False
    return True


def mutated(record: Json, dice: random.Random) -> tuple[Path_, Json]:
    """A record with one value of its chance, proof or result changed, and which it was."""
    part = dice.choice([part for part in VOUCHED if record[part] is not None])
    places = [(part, *place) for place in leaves(record[part]) if "history" not in place]
    place, spoilt = dice.choice(places), copy.deepcopy(record)
    holder = spoilt
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = other(holder[place[-1]], dice)
    return place, spoilt


def leaves(value: Any) -> Iterable[Path_]:
    """Where values stand that hold no others."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        return [()] if value is not None else []
    return [(key, *rest) for key, below in inner for rest in leaves(below)]


def other(value: Any, dice: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice((-1, 1))
    at = dice.randrange(len(value))
    letters = "0123456789abcdef" if set(value) <= set("0123456789abcdef") else "BYRKWTS*"
    return value[:at] + dice.choice([letter for letter in letters if letter != value[at]]) + value[at + 1 :]


async def evenness(folder: Path, wish: Wish) -> bool:
    """What is drawn by so many promised keys with salts, beside what chance would give."""
    starts: Counter[int] = Counter()
    blue: Counter[int] = Counter()
    plates: Counter[str] = Counter()
    bits: Counter[int] = Counter()
    for number in range(wish.derivations):
        key = mixed(number.to_bytes(32, "big"), [new_salt(), new_salt()])
        bits[bits_of(key, "deal 2") >> 56] += 1
        if number % 2:
            game = Game("azul", key=key)
            starts[game.state()["first_player"]] += 1
            blue[game.deals[0]["factories"][0].count("B")] += 1
        else:
            plates[Game("duel", key=key).record()["chance"]["pile"][0]] += 1
    half = wish.derivations // 2
    note(f"{wish.derivations} derivations: half of them deals of Azul, half of Azul Duel")
    kept = _even("the highest byte of the bits of a deal", bits, lambda _: wish.derivations / 256, 256)
    kept &= _even("who starts", starts, lambda _: half / 2, 2)
    kept &= _even("blue tiles on the first factory", blue, lambda n: half * comb(20, n) * comb(80, 4 - n) / comb(100, 4), 5)
    return _even("the first plate of Azul Duel", plates, lambda _: half / len(plates), len(plates)) and kept


def _even(what: str, seen: Counter[Any], expected: Callable[[Any], float], kinds: int) -> bool:
    """Print chi-square beside what a fair source exceeds once in a thousand times (Wilson and Hilferty)."""
    outcomes = list(seen) + [kind for kind in range(kinds) if isinstance(kind, type(next(iter(seen)))) and kind not in seen]
    value = sum((seen[kind] - expected(kind)) ** 2 / expected(kind) for kind in outcomes)
    free = kinds - 1
    most = free * (1 - 2 / (9 * free) + UNLIKELY * sqrt(2 / (9 * free))) ** 3
    return at_most("R11", f"chi-square of {what}, {free} degrees", value, round(most, 1), 1)


PROGRAM = Program(
    __doc__,
    {"records": records, "evenness": evenness},
    (
        Number("games", int, "games of each kind, and as many changes", 50, 1000),
        Number("derivations", int, "how often something is drawn", 20_000, 1_000_000),
    ),
)

if __name__ == "__main__":
    raise SystemExit(PROGRAM.run())
