"""What a puzzle is about: told by the rules, from the events and reasons of its best move and of the second best."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from tessela.bots.analysis.forecast import tilings_after
from tessela.bots.analysis.reasons import reasons_in
from tessela.game import Game, Move, TesselaError
from tessela.game.events import Broken, Event

# Each theme with what it means
THEMES: Final[dict[str, str]] = {
    "completes": "the best move completes a line",
    "patience": "the best move completes nothing, though another would",
    "denies": "the best move takes what another player needs",
    "sacrifice": "the best move lets tiles fall on purpose",
    "floor-damage": "after the best move another player has to let tiles fall",
    "last-round": "the game may end with this round",
    "first-player": "the best move decides who starts the next round",
    "bonus": "the best move brings a bonus of the end",
    "plate-choice": "which plate to take, to keep or to draw for",
    "plate-place": "where on the dome a plate goes, and how it is turned",
    "stack-order": "the order in which tiles go onto a moon",
    "chip-choice": "which bonus chip to take",
    "chip-payment": "which chips to pay for a line, or to keep them",
    "tiling": "the space for the tile of a line",
    "quiet": "none of these: the move only prepares",
}
MANY: Final = 3  # tiles that another lets fall

_COMPLETES: Final = {"completes", "completes_at"}
_BONUSES: Final = {"row_done", "column_done", "colour_done", "tablet_row_done", "diagonal_done", "corner_done", "colours_done"}
_FALLS: Final = {"overflows", "floor", "breaks", "drops", "splits"}
_STARTS: Final = {"marker", "starting_tile"}
_BY_FIRST_WORD: Final = {
    "plate": "plate-choice",
    "draw": "plate-choice",
    "stop": "plate-choice",
    "keep": "plate-choice",
    "back": "plate-choice",
    "stack": "stack-order",
    "chip": "chip-choice",
    "pay": "chip-payment",
    "save": "chip-payment",
    "done": "chip-payment",
    "col": "tiling",
}


def themes_of(game: Game, line: Sequence[str], second: Move) -> tuple[str, ...]:
    """The themes of a position whose best line and second best move are known, in the order of `THEMES`."""
    best = Move.parse(line[0])
    own, other = ({reason.key for reason in reasons_in(game, move)} for move in (best, second))
    found = {
        "completes": bool(own & _COMPLETES),
        "patience": bool(other & _COMPLETES) and not own & _COMPLETES,
        "denies": "denies" in own,
        "sacrifice": bool(own & _FALLS),
        "floor-damage": _others_break(game, line) >= MANY,
        "last-round": tilings_after(game, None).last_round if not game.is_tiling else False,
        "first-player": bool((own & _STARTS) ^ (other & _STARTS)),
        "bonus": bool(own & _BONUSES),
        "plate-place": "@" in best,
    }
    found |= {_BY_FIRST_WORD.get(best.split()[0], ""): True}
    return tuple(theme for theme in THEMES if found.get(theme)) or ("quiet",)


def _others_break(game: Game, line: Sequence[str]) -> int:
    """The most tiles that another lets fall at once along a line, as far as it can be played."""
    later, most = game.copy(), 0
    with suppress(TesselaError):
        for move in line:
            most = max([most, *(_fallen(event, game.turn) for event in later.play(move))])
    return most


def _fallen(event: Event, seat: int) -> int:
    own = isinstance(event, Broken) and event.seat != seat and event.line is None
    return len(event.tiles) + len(event.discarded) if own and isinstance(event, Broken) else 0
