"""What one seat of Azul Duel may know."""

from collections.abc import Sequence

from tessela.game.duel.position import to_position
from tessela.game.fields import Fields
from tessela.game.ruleset import Json
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import CHIP_NAMES, PLATE_NAMES
from tessela.rules.duel.hidden import (
    hides_chip,
    hides_hand,
    hides_pending,
    hides_pile_plate,
    mixes_hand,
    shows_backs,
)
from tessela.rules.duel.plates import BACK_KNOWN

UNKNOWN = "?"
BACKS = ("joker", "special")
HIDDEN = (*BACKS, UNKNOWN)  # how plates are written that are not known
NO_SEAT = -1  # how kernels call a spectator
SECRETS = ("rng", "pile_seen", "pile_backs", "chip_supply")  # what no view has of a position


def views(s: Fields, seats: Sequence[int | None]) -> list[Json]:
    """For each seat (or a spectator) the position without what that one may not know; what is the same for all is shared.

    A hidden plate is written as the type on its back, `special` or `joker`, or as `?` where the back is not visible either; a
    face-down chip as `?`. `chips_unseen` counts the chips of each kind that are face down or in the supply.
    """
    everything = to_position(s)
    for_all = {key: value for key, value in everything.items() if key not in SECRETS}
    for_all["chips_unseen"] = _hide_chips(s, everything["small"])
    return [{"seat": seat, **for_all, **_own(s, everything, NO_SEAT if seat is None else seat)} for seat in seats]


def _hide_chips(s: Fields, factories: list[Json]) -> dict[str, int]:
    """Turn chips face down where they are; what nobody has seen of them."""
    unseen = list(s.chip_supply)
    for factory, small in enumerate(factories):
        if hides_chip(s, factory):
            unseen[s.chip[factory]] += 1
            small["chip"] = UNKNOWN
    return dict(zip(CHIP_NAMES, unseen, strict=True))


def _own(s: Fields, everything: Json, seat: int) -> Json:
    """What one may know of the pile and of what is drawn from it."""
    return {
        "pile": [_pile_plate(s, i, seat) for i in range(s.pile_size - 1, -1, -1)],
        "drawn": _drawn(s, everything["drawn"], seat),
        "pending": _pending(s, everything["pending"], seat),
    }


def _drawn(s: Fields, drawn: list[str], seat: int) -> list[str]:
    if hides_hand(s, seat):
        drawn = [back_of(name) if shows_backs(s) else UNKNOWN for name in drawn]
    return sorted(drawn) if mixes_hand(s, seat) else drawn


def _pending(s: Fields, pending: Json | None, seat: int) -> Json | None:
    return {**pending, "plate": back_of(pending["plate"])} if pending and hides_pending(s, seat) else pending


def shared_view(view: Json, everybody: Json) -> Json:
    """What a seat may know now, of the pile only what everybody knows."""
    return {**view, "pile": everybody["pile"]}


def hides_moves(s: Fields, seat: int | None) -> bool:
    """Whether a seat cannot know which moves there are: they are about plates that it may not see."""
    knower = NO_SEAT if seat is None else seat
    return bool(hides_pending(s, knower) or (s.phase in (c.KEEP, c.RETURN) and hides_hand(s, knower)))


def back_of(plate: str) -> str:
    """What the back of a plate shows."""
    return BACKS["S" in plate]


def _pile_plate(s: Fields, i: int, seat: int) -> str:
    name = PLATE_NAMES[s.pile[i]]
    if not hides_pile_plate(s, seat, i):
        return name
    return back_of(name) if s.pile_seen[i] & BACK_KNOWN else UNKNOWN
