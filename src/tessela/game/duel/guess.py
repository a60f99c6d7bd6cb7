"""From what a seat knows to a whole position that may be the real one."""

import random
from typing import Any

from tessela.game.checks import check
from tessela.game.duel.view import UNKNOWN, back_of
from tessela.game.errors import PositionError, quoted
from tessela.game.ruleset import Json
from tessela.rules.duel.components import CHIP_NAMES, CHIPS_OF_A_KIND, PLATE_NAMES

HIDDEN = ("special", "joker", UNKNOWN)


def position_from_view(view: Json, seed: int) -> Json:
    """A position in which the seat of a view would see that view; what it hides is drawn at random."""
    dice = random.Random(f"guess {seed}")
    p = {key: value for key, value in view.items() if key not in ("seat", "chips_unseen")}
    p["pending"] = dict(view["pending"]) if view["pending"] else None
    p["small"] = [dict(small) for small in view["small"]]
    _guess_chips(p, dict(view["chips_unseen"]), dice)
    _guess_plates(p, view["seat"], dice)
    p["rng"] = f"{dice.getrandbits(64):016x}"
    return p


def _guess_chips(p: Json, unseen: dict[str, int], dice: random.Random) -> None:
    for name, number in unseen.items():
        check(type(number) is int and 0 <= number <= CHIPS_OF_A_KIND, f"chips_unseen: {quoted(number)} of {name} cannot be")
    for small in p["small"]:
        if small["chip"] == UNKNOWN:
            kind = dice.choice([name for name in CHIP_NAMES for _ in range(unseen[name])])
            unseen[kind] -= 1
            small["chip"] = kind
    p["chip_supply"] = unseen


def _guess_plates(p: Json, seat: int | None, dice: random.Random) -> None:
    seen = [name for name in p["display"] if name]
    seen += [plate["plate"] for board in p["boards"] for plate in board["plates"] if plate]
    pending = p["pending"]["plate"] if p["pending"] and "plate" in p["pending"] else None
    shown = [*p["pile"], *p["drawn"], *([pending] if pending else [])]
    seen += [name for name in shown if name not in HIDDEN]
    left = [name for name in PLATE_NAMES if name not in seen]
    p["pile_seen"] = [[seat] if name not in HIDDEN else [] for name in p["pile"]]
    p["pile_backs"] = [i == 0 or name in ("special", "joker") for i, name in enumerate(p["pile"])]
    guesses = _assign(shown, left, dice)
    size, drawn = len(p["pile"]), len(p["drawn"])
    p["pile"], p["drawn"] = guesses[:size], guesses[size : size + drawn]
    if pending:
        p["pending"]["plate"] = guesses[-1]


def _assign(shown: list[str], left: list[str], dice: random.Random) -> list[str]:
    """A plate for every place: those with a known back first, then the rest."""
    guesses: list[Any] = [name if name not in HIDDEN else None for name in shown]
    dice.shuffle(left)
    for back_known in (True, False):
        for place, name in enumerate(shown):
            if name in HIDDEN and (name != UNKNOWN) == back_known:
                fitting = [plate for plate in left if not back_known or back_of(plate) == name]
                if not fitting:
                    raise PositionError(f"no plate is left for a hidden {name}")
                guesses[place] = fitting[0]
                left.remove(fitting[0])
    return guesses
