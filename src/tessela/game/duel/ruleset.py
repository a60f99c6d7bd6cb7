"""Azul Duel as `Game` sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from tessela.game.checks import check, is_seat
from tessela.game.duel.diagram import view_of
from tessela.game.duel.guess import position_from_view
from tessela.game.duel.happenings import decision_events, open_chips, step_events
from tessela.game.duel.notation import FORMS, text
from tessela.game.duel.oneline import from_line, to_line
from tessela.game.duel.options import DEFAULT_TABLETS, NUMBERS, choose_tablets, tablet_sides
from tessela.game.duel.payments import payments
from tessela.game.duel.position import PHASES, to_position
from tessela.game.duel.prospects import openings, progress
from tessela.game.duel.reading import NO_PILE, chip_kind, from_position, plate_number
from tessela.game.duel.show import show
from tessela.game.duel.view import hides_moves, shared_view, views
from tessela.game.errors import quoted
from tessela.game.events import Event
from tessela.game.fields import Fields
from tessela.game.reason import Reason
from tessela.game.ruleset import Json, Ruleset, States
from tessela.game.tiles import bunch, counts, dealing_order, dealt_sizes
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import CHIP_NAMES, LETTERS, PLATE_NAMES, TABLETS
from tessela.rules.duel.ending import rank_key
from tessela.rules.duel.observe import FIELDS
from tessela.rules.duel.setup import set_up_in
from tessela.rules.duel.state import STATE
from tessela.rules.duel.tablets import tablet_points_in


class Duel(Ruleset):
    """Azul Duel for 2 players."""

    name, title = "duel", "Azul Duel"
    seats = (c.PLAYERS,)
    dtype = STATE
    decisions = c.DECISIONS
    kinds: ClassVar = {
        "take": c.TAKE,
        "order": c.ORDER,
        "plate": c.PLATE,
        "draw": c.DRAW_PLATE,
        "stop": c.STOP,
        "place": c.PLACE_PLATE,
        "chip": c.TAKE_CHIP,
        "column": c.COLUMN,
        "pay": c.PAY_CHIP,
        "done": c.DONE,
        "save": c.SAVE,
        "pass": c.PASS,
        "end": c.DECISIONS,
    }
    observation = FIELDS
    options = ("tablets",)
    forms = FORMS
    chance = ("first_player", "pile")
    phases = PHASES
    DEAL, OVER, TILING = c.DEAL, c.OVER, c.TILING

    def check_options(self, given: Mapping[str, Any], seed: int) -> Json:
        self.check_option_names(given)
        return {"tablets": choose_tablets(given.get("tablets"), seed)}

    def wished_options(self, given: Mapping[str, Any], seed: int) -> Json:
        wish = given.get("tablets")
        drawn = isinstance(wish, str | int)
        return {**self.check_options(given, seed), **({"tablets": wish} if drawn else {})}

    def choices(self) -> Json:
        """Of the two sides of a tablet only one can be in play."""
        return {
            "players": list(self.seats),
            "tablets": [list(sides) for sides in TABLETS],
            "default_tablets": list(DEFAULT_TABLETS),
            "number": list(NUMBERS),
        }

    def players(self, options: Json) -> int:
        return c.PLAYERS

    def set_up(self, states: States, options: Json, chance: Mapping[str, Any] | None) -> None:
        first_player, pile = -1, NO_PILE
        if chance is not None:
            first_player = chance["first_player"]
            check(is_seat(first_player, c.PLAYERS), f"first_player: {quoted(first_player)} is no seat")
            names = chance["pile"]
            right = isinstance(names, list) and all(isinstance(name, str) for name in names)
            check(right and sorted(names) == sorted(PLATE_NAMES), "pile: the 18 plates, each once")
            pile = np.array([plate_number(name, "pile") for name in names], np.int8)
        set_up_in(states, 0, tablet_sides(options["tablets"]), first_player, pile)

    def chance_of_set_up(self, states: States) -> Json:
        s = states[0]
        order = [*s.display, *s.pile[: s.pile_size][::-1]]
        return {"first_player": int(s.first_player), "pile": [PLATE_NAMES[plate] for plate in order]}

    def given_deal(self, states: States, deal: Any) -> NDArray[np.int8]:
        keys = {"large", "small", "chips"}
        check(isinstance(deal, Mapping) and set(deal) == keys, f"a deal of duel has {sorted(keys)}, not {quoted(deal)}")
        bunches = [deal["large"], *deal["small"]] if isinstance(deal["small"], list) else []
        right = len(bunches) == 1 + c.SMALL_FACTORIES and all(isinstance(b, str) for b in bunches)
        check(right, "a deal needs tiles as texts for the large and 4 small factories")
        check(set("".join(bunches)) <= set(LETTERS), f"{quoted(''.join(bunches))} has tiles that are not in the game")
        given = np.full(c.MAX_DEALT, -1, np.int8)
        tiles = self._tiles_in_order(states, bunches)
        given[: len(tiles)] = [LETTERS.index(letter) for letter in tiles]
        chips = deal["chips"]
        check(isinstance(chips, list) and len(chips) == c.SMALL_FACTORIES, "a deal needs 4 chips")
        for factory, name in enumerate(chips):
            given[c.TILES_DEALT + factory] = chip_kind(name, "chips")
        for kind, name in enumerate(CHIP_NAMES):
            check(chips.count(name) <= states[0].chip_supply[kind], f"the deal takes more chips {name} than there are")
        return given

    def _tiles_in_order(self, states: States, bunches: list[str]) -> str:
        """The tiles as drawn from the bag and, once it is empty, from the tower; five equal ones were drawn again."""
        s = states[0]
        bag, tower = counts(s.bag, LETTERS), counts(s.tower, LETTERS)
        in_bag = sum(bag.values())
        all_sizes = [c.TILES_ON_LARGE] + [c.TILES_ON_SMALL] * c.SMALL_FACTORIES
        sizes = dealt_sizes(all_sizes, in_bag + sum(tower.values()))
        check([len(b) for b in bunches] == sizes, f"the deal must fill the factories with {sizes} tiles")
        if self._redrawn_across_restock(bag, tower, bunches[0]):
            bag, tower = {letter: bag[letter] + tower[letter] for letter in LETTERS}, dict.fromkeys(LETTERS, 0)
        text = dealing_order(bunches, bag, tower)
        large = bunches[0]
        if large == large[:1] * c.TILES_ON_LARGE:
            drawn_from = bag if in_bag >= c.TILES_ON_LARGE else {k: bag[k] + tower[k] for k in LETTERS}
            others = sum(drawn_from.values()) - drawn_from[large[0]]
            check(not others, f"five equal tiles {large!r} are drawn again while the bag holds another colour")
        return text

    @staticmethod
    def _redrawn_across_restock(bag: Json, tower: Json, large: str) -> bool:
        """Whether the large factory shows that five equal tiles, the last of the bag among them, went back and were redrawn."""
        left = [letter for letter in LETTERS if bag[letter]]
        if len(left) != 1 or not 0 < bag[left[0]] < c.TILES_ON_LARGE or large.count(left[0]) >= bag[left[0]]:
            return False
        return bool(bag[left[0]] + tower[left[0]] >= c.TILES_ON_LARGE)

    def deal_of(self, states: States) -> Json:
        s = states[0]
        return {
            "large": bunch(s.sun[c.LARGE], LETTERS),
            "small": [bunch(s.sun[1 + factory], LETTERS) for factory in range(c.SMALL_FACTORIES)],
            "chips": [CHIP_NAMES[chip] for chip in s.chip],
        }

    def text(self, states: States, action: int) -> str:
        return text(states, action)

    def position(self, now: Fields) -> Json:
        return to_position(now)

    def from_position(self, position: Json) -> tuple[Json, States]:
        return from_position(position)

    def views(self, now: Fields, seats: Sequence[int | None]) -> list[Json]:
        return views(now, seats)

    def shared_view(self, view: Json, everybody: Json) -> Json:
        return shared_view(view, everybody)

    def hides_moves(self, now: Fields, seat: int | None) -> bool:
        return hides_moves(now, seat)

    def position_from_view(self, view: Json, seed: int) -> Json:
        return position_from_view(view, seed)

    def decision_events(self, before: Fields, action: int, after: Fields) -> list[Event]:
        return decision_events(before, action, after)

    def step_events(self, before: Fields, after: Fields) -> list[Event]:
        return step_events(before, after)

    def deal_events(self, now: Fields) -> list[Event]:
        return open_chips(now)

    def restocked(self, before: Fields, after: Fields) -> bool:
        return before.tower != 0 and after.tower == 0

    def bonuses(self, states: States, seat: int) -> dict[str, int]:
        return {
            TABLETS[tablet][side - 1]: int(tablet_points_in(states, 0, seat, tablet))
            for tablet, side in enumerate(states["tablets"][0].tolist())
            if side
        }

    def prospects(self, states: States, now: Fields) -> Json:
        found: Json = msgspec.to_builtins(
            {
                "payments": payments(states, now),
                "openings": openings(states, now),
                "progress": [progress(now, seat) for seat in range(c.PLAYERS)],
            }
        )
        return found

    def winners(self, states: States) -> tuple[tuple[int, ...], Reason]:
        s = states[0]
        first, second = rank_key(s, 0), rank_key(s, 1)
        if first == second:
            return (0, 1), Reason("equal points and nobody holds the starting tile: the win is shared")
        level = s.score[0] == s.score[1]
        reason = "equal points, the holder of the starting tile wins" if level else "most points"
        return (0 if first > second else 1,), Reason(reason)

    def view_of_diagram(self, lines: list[str]) -> tuple[Json, list[str]]:
        return view_of(lines)

    def to_line(self, position: Json) -> str:
        return to_line(position)

    def from_line(self, text: str) -> Json:
        return from_line(text)

    def show(self, states: States, seats: Sequence[str]) -> str:
        return show(states, seats)
