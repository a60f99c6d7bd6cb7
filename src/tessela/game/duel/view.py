"""What one seat of Azul Duel may know."""

from tessela.game.duel.position import chip_list, to_position
from tessela.game.fields import Fields
from tessela.game.ruleset import Json, States
from tessela.rules.duel import constants as c
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_NAMES, NO_CHIP, PLATE_NAMES
from tessela.rules.duel.plates import BACK_KNOWN

UNKNOWN = "?"


def view(states: States, seat: int | None) -> Json:
    """The position with everything removed that the seat (or a spectator) may not know.

    A hidden plate is written as the type on its back, `special` or `joker`, or as `?` where the back is not visible either; a
    face-down chip as `?`. `chips_unseen` counts the chips of each kind that are face down or in the supply.
    """
    s, record = Fields(states), states[0]
    p = to_position(states)
    mine = seat is not None and seat == p["to_move"]
    for secret in ("rng", "pile_seen", "pile_backs", "chip_supply"):
        del p[secret]
    p["pile"] = [_pile_plate(s, i, seat) for i in range(int(s.pile_size) - 1, -1, -1)]
    unseen = s.chip_supply.copy()
    for factory, small in enumerate(p["small"]):
        if s.chip[factory] != NO_CHIP and not face_up(record, factory):
            unseen[s.chip[factory]] += 1
            small["chip"] = UNKNOWN
    p["chips_unseen"] = dict.fromkeys(CHIP_NAMES, 0)
    for name in chip_list(unseen):
        p["chips_unseen"][name] += 1
    if s.phase == c.DRAW:
        p["drawn"] = [back_of(name) for name in p["drawn"]]
    elif not mine:
        order_shows = s.phase == c.RETURN and not s.same_backs
        p["drawn"] = [UNKNOWN if order_shows else back_of(name) for name in p["drawn"]]
        if s.phase != c.KEEP:
            p["drawn"].sort()  # the order would tell which of several like backs was kept
        if s.phase == c.PLACE and s.from_pile:
            p["pending"]["plate"] = back_of(p["pending"]["plate"])
    return {"seat": seat, **p}


def back_of(plate: str) -> str:
    """What the back of a plate shows."""
    return "special" if "S" in plate else "joker"


def _pile_plate(s: States, i: int, seat: int | None) -> str:
    name = PLATE_NAMES[s.pile[i]]
    if seat is not None and s.pile_seen[i] >> seat & 1:
        return name
    return back_of(name) if s.pile_seen[i] & BACK_KNOWN else UNKNOWN
