"""Positions of Azul on one line."""

from tessela.game.azul.position import letters_of
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
from tessela.rules.azul.constants import ROWS


def to_line(p: Json) -> str:
    """A position on one line."""
    pending = p["pending"] or {}
    return " ".join(
        [
            "azul1",
            f"{p['players']}{p['wall'][0]}{'j' if p['jokers'] else ''}",
            str(p["round"]),
            ":".join([p["phase"], *(str(pending[key]) for key in ("line", "tiles") if key in pending)]),
            seat_text(p["to_move"]),
            seat_text(p["first_player"]),
            seat_text(p["marker"]),
            joined(p["factories"]),
            joined([p["centre"]]),
            counts_text(p["bag"]),
            counts_text(p["lid"]),
            ";".join(_board_text(board) for board in p["boards"]),
            p["rng"],
        ]
    )


def _board_text(board: Json) -> str:
    wall = joined([row_text(row) for row in board["wall"]])
    return joined([str(board["score"]), joined(board["lines"]), wall, board["floor"]], "|")


def from_line(text: str) -> Json:
    """The position that a line means, not yet checked against the rules."""
    options, number, phase, to_move, first, marker, factories, centre, bag, lid, boards, rng = fields_of(text, "azul", 12)
    walls = {"c": "coloured", "g": "grey"}
    right = options[:1].isdecimal() and options[1:2] in walls and options[2:] in ("", "j")
    check(right, f"{quoted(options)} are no options; they may be '2c' or '4gj'")
    letters = letters_of(options.endswith("j"))
    phase, *about = phase.split(":")
    return {
        "game": "azul",
        "rules": RULES_VERSION,
        "players": whole_number(options[0]),
        "wall": walls[options[1]],
        "jokers": options.endswith("j"),
        "round": whole_number(number),
        "phase": phase,
        "to_move": seat_of(to_move),
        "first_player": seat_of(first),
        "marker": seat_of(marker),
        "factories": parted(factories),
        "centre": "".join(parted(centre, 1)),
        "bag": counts_of(bag, letters),
        "lid": counts_of(lid, letters),
        "boards": [_board_of(board) for board in boards.split(";")],
        "pending": {"line": whole_number(about[0]), "tiles": "".join(about[1:])} if about else None,
        "rng": rng,
    }


def _board_of(text: str) -> Json:
    score, lines, wall, floor = pieces(text, 4)
    rows = [row_of(row) for row in parted(wall, ROWS)]
    return {"score": whole_number(score), "lines": parted(lines, ROWS), "wall": rows, "floor": "".join(parted(floor, 1))}
