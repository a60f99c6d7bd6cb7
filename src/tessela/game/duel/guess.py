"""From what a seat knows to a whole position that may be the real one."""

import random
from itertools import groupby
from typing import Any

from tessela.game.checks import check
from tessela.game.duel.view import BACKS, HIDDEN, UNKNOWN, back_of
from tessela.game.errors import PositionError, quoted
from tessela.game.ruleset import Json
from tessela.rules.duel.components import CHIP_NAMES, CHIPS_OF_A_KIND, PLATE_NAMES


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
    p["pile_backs"] = _guessed_backs(p["pile"])
    guesses = _assign(shown, left, dice)
    size, drawn = len(p["pile"]), len(p["drawn"])
    if p["phase"] == "return" and p["pending"]["backs"] == "mixed":
        _mix(p, shown, guesses)
    p["pile"], p["drawn"] = guesses[:size], guesses[size : size + drawn]
    if pending:
        p["pending"]["plate"] = guesses[-1]


def _guessed_backs(pile: list[str]) -> list[bool]:
    """Which backs of a pile everyone knows: the seat's own plates that lie together are secret if they are of both types."""
    backs = [i == 0 or name in BACKS for i, name in enumerate(pile)]
    for is_own, run in groupby(range(len(pile)), key=lambda i: pile[i] not in HIDDEN):
        places = list(run)
        if is_own and places[0] and len({back_of(pile[i]) for i in places}) == 1:
            for i in places:
                backs[i] = True
    return backs


def _mix(p: Json, shown: list[str], guesses: list[str]) -> None:
    """Plates that go back with secret backs are of both types: a guessed hand makes it so, or else the one that went last."""
    size = len(p["pile"])
    hand = [i for i in range(size, len(shown)) if shown[i] in HIDDEN]
    if len({back_of(plate) for plate in guesses[size:]}) > 1 or not size or not (hand or shown[size - 1] in HIDDEN):
        return
    odd = hand[0] if hand else size - 1
    others = [i for i in range(size) if shown[i] == UNKNOWN and back_of(guesses[i]) != back_of(guesses[-1])]
    if odd not in others and others:
        guesses[odd], guesses[others[0]] = guesses[others[0]], guesses[odd]
    if not hand:
        p["pile_seen"][-1] = [p["to_move"]]


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
