"""Positions of Azul Duel on one line."""

import re

from tessela.game.checks import check
from tessela.game.errors import quoted
from tessela.game.oneline import (
    counts_of,
    counts_text,
    fields_of,
    joined,
    parted,
    pieces,
    row_of,
    row_text,
    seat_of,
    seat_text,
    whole_number,
)
from tessela.game.ruleset import RULES_VERSION, Json
from tessela.rules.duel.components import CHIP_NAMES, CHIPS_OF_A_KIND, LETTERS
from tessela.rules.duel.constants import DISPLAY, DOME, DOME_SPACES, LINES, SMALL_FACTORIES

# What a phase is about, in this order; "paid" is a list of chips
_ABOUT = {
    "stack": ("factory", "tiles"),
    "place": ("plate", "from"),
    "return": ("backs",),
    "pay": ("line", "paid"),
    "space": ("line",),
}


def to_line(p: Json) -> str:
    """A position on one line."""
    pile = zip(p["pile"], p["pile_backs"], p["pile_seen"], strict=True)
    return " ".join(
        [
            "duel1",
            "+".join(p["tablets"]),
            str(p["round"]),
            ":".join([p["phase"], *(_about_text(p["pending"][key]) for key in _ABOUT.get(p["phase"], ()))]),
            seat_text(p["to_move"]),
            seat_text(p["first_player"]),
            seat_text(p["starting_tile"]),
            joined([p["large"]["sun"], p["large"]["moon"]]),
            ";".join(joined([small["sun"], small["moon"], small["chip"]]) for small in p["small"]),
            joined(p["display"]),
            joined([f"{name}{'!' if back else ''}{''.join(map(str, seats))}" for name, back, seats in pile]),
            joined(p["drawn"]),
            counts_text(p["bag"]),
            counts_text(p["tower"]),
            ";".join(_board_text(board) for board in p["boards"]),
            p["rng"],
        ]
    )


def _about_text(value: str | int | list[str]) -> str:
    return joined(value, ".") if isinstance(value, list) else str(value)


def _board_text(b: Json) -> str:
    plates = [plate and f"{plate['plate']}@{plate['turn']}" for plate in b["plates"]]
    tiles = [row_text(row) for row in b["tiles"]]
    flags = f"{b['tokens']}{b['chips_taken']}{'p' if b['passed'] else ''}"
    chips, spent = joined(b["chips"], "."), joined(b["spent"], ".")
    return joined([str(b["score"]), joined(b["lines"]), joined(plates), joined(tiles), b["broken"], chips, spent, flags], "|")


def from_line(text: str) -> Json:
    """The position that a line means, not yet checked against the rules; the supply has the chips that lie nowhere else."""
    tablets, number, phase, to_move, first, start, large, small, display, pile, drawn, bag, tower, boards, rng = fields_of(
        text, "duel", 15
    )
    sun, moon = parted(large, 2)
    plates = parted(pile)
    p: Json = {
        "game": "duel",
        "rules": RULES_VERSION,
        "tablets": tablets.split("+"),
        "round": whole_number(number),
        "phase": phase.partition(":")[0],
        "to_move": seat_of(to_move),
        "first_player": seat_of(first),
        "starting_tile": seat_of(start),
        "large": {"sun": sun, "moon": moon},
        "small": [_small_of(factory) for factory in parted(small, SMALL_FACTORIES, ";")],
        "display": [plate or None for plate in parted(display, DISPLAY)],
        "pile": [plate[:4] for plate in plates],
        "pile_seen": [[whole_number(seat) for seat in plate[4:].removeprefix("!")] for plate in plates],
        "pile_backs": [plate[4:5] == "!" for plate in plates],
        "drawn": parted(drawn),
        "bag": counts_of(bag, LETTERS),
        "tower": counts_of(tower, LETTERS),
        "boards": [_board_of(board) for board in boards.split(";")],
        "pending": _pending_of(*phase.split(":")),
        "rng": rng,
    }
    return {**p, "chip_supply": _supply(p)}


def _small_of(text: str) -> Json:
    sun, moon, chip = parted(text, 3)
    return {"sun": sun, "moon": moon, "chip": chip or None}


def _pending_of(phase: str, *about: str) -> Json | None:
    keys = _ABOUT.get(phase, ())
    check(len(about) == len(keys), f"the phase {quoted(phase)} needs {len(keys)} parts after it, not {len(about)}")
    reads = {"factory": whole_number, "line": whole_number, "paid": lambda text: parted(text, by=".")}
    return {key: reads.get(key, str)(part) for key, part in zip(keys, about, strict=True)} or None


def _board_of(text: str) -> Json:
    score, lines, plates, tiles, broken, chips, spent, flags = pieces(text, 8)
    check(
        re.fullmatch("[0-9]{2}p?", flags),
        f"{quoted(flags)} should look like '20' or '02p'",
    )
    return {
        "score": whole_number(score),
        "lines": parted(lines, LINES),
        "plates": [_plate_of(plate) if plate else None for plate in parted(plates, DOME_SPACES)],
        "tiles": [row_of(row) for row in parted(tiles, DOME)],
        "broken": "".join(parted(broken, 1)),
        "chips": parted(chips, by="."),
        "spent": parted(spent, by="."),
        "tokens": whole_number(flags[0]),
        "chips_taken": whole_number(flags[1]),
        "passed": flags.endswith("p"),
    }


def _plate_of(text: str) -> Json:
    name, _, turn = text.partition("@")
    return {"plate": name, "turn": whole_number(turn)}


def _supply(p: Json) -> dict[str, int]:
    lying = [small["chip"] for small in p["small"]]
    lying += [chip for board in p["boards"] for chip in (*board["chips"], *board["spent"])]
    lying += (p["pending"] or {}).get("paid", [])
    return {name: CHIPS_OF_A_KIND - lying.count(name) for name in CHIP_NAMES}
