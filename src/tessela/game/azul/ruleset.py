"""Azul as `Game` sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from tessela.game.azul.diagram import view_of
from tessela.game.azul.happenings import decision_events, step_events
from tessela.game.azul.notation import FORMS, LETTERS, TEXTS
from tessela.game.azul.oneline import from_line, to_line
from tessela.game.azul.position import PHASES, WALLS, from_position, letters_of, to_position
from tessela.game.azul.prospects import openings
from tessela.game.azul.show import show
from tessela.game.checks import check, is_seat, whole
from tessela.game.errors import OptionError, quoted, shortened
from tessela.game.events import Event
from tessela.game.fields import Fields
from tessela.game.reason import Reason
from tessela.game.ruleset import Json, Ruleset, States
from tessela.game.tiles import bunch, counts, dealing_order, dealt_sizes
from tessela.rules.azul import constants as c
from tessela.rules.azul.ending import bonuses_in, rank_key
from tessela.rules.azul.observe import FIELDS
from tessela.rules.azul.setup import set_up_in
from tessela.rules.azul.state import STATE

BONUSES = ("rows", "columns", "colours")


class Azul(Ruleset):
    """Azul for 2 to 4 players."""

    name, title = "azul", "Azul"
    seats = tuple(np.flatnonzero(c.FACTORIES).tolist())  # those for whom the rules have factories
    dtype = STATE
    decisions = c.DECISIONS
    kinds: ClassVar = {
        "take": c.TAKE,
        "take_jokers": c.TAKE_JOKERS,
        "take_both": c.TAKE_BOTH,
        "drop_jokers": c.DROP_JOKERS,
        "column": c.COLUMN,
        "end": c.DECISIONS,
    }
    observation = FIELDS
    options = ("players", "wall", "jokers")
    forms = FORMS
    chance = ("first_player",)
    phases = PHASES
    DEAL, OVER, TILING = c.DEAL, c.OVER, c.TILING

    def check_options(self, given: Mapping[str, Any], seed: int) -> Json:
        self.check_option_names(given)
        players, wall, jokers = whole(given.get("players", 2)), given.get("wall", "coloured"), given.get("jokers", False)
        if players not in self.seats:
            *fewer, most = self.seats
            raise OptionError(f"players must be {', '.join(map(str, fewer))} or {most}, not {quoted(given['players'])}")
        if wall not in WALLS:
            raise OptionError(f"wall must be one of {shortened(WALLS)}, not {quoted(wall)}")
        if not isinstance(jokers, bool):
            raise OptionError(f"jokers must be true or false, not {quoted(jokers)}")
        return {"players": players, "wall": wall, "jokers": jokers}

    def choices(self) -> Json:
        return {"players": list(self.seats), "wall": list(WALLS), "jokers": [False, True]}

    def players(self, options: Json) -> int:
        return int(options["players"])

    def set_up(self, states: States, options: Json, chance: Mapping[str, Any] | None) -> None:
        first_player = -1
        if chance is not None:
            first_player = chance["first_player"]
            check(is_seat(first_player, options["players"]), f"first_player: {quoted(first_player)} is no seat")
        set_up_in(states, 0, options["players"], int(options["wall"] == "grey"), int(options["jokers"]), first_player)

    def chance_of_set_up(self, states: States) -> Json:
        return {"first_player": int(states[0].first_player)}

    def given_deal(self, states: States, deal: Any) -> NDArray[np.int8]:
        s = states[0]
        factories = int(c.FACTORIES[s.players])
        letters = letters_of(bool(s.jokers))
        check(isinstance(deal, Mapping) and set(deal) == {"factories"}, f"a deal of azul has 'factories', not {quoted(deal)}")
        bunches = deal["factories"]
        right = isinstance(bunches, list) and len(bunches) == factories and all(isinstance(b, str) for b in bunches)
        check(right, f"a deal needs {factories} factories as texts, not {quoted(bunches)}")
        check(set("".join(bunches)) <= set(letters), f"{quoted(''.join(bunches))} has tiles that are not in the game")
        bag, lid = counts(s.bag, letters), counts(s.lid, letters)
        sizes = dealt_sizes([c.TILES_PER_FACTORY] * factories, sum(bag.values()) + sum(lid.values()))
        check([len(b) for b in bunches] == sizes, f"the deal must fill the factories with {sizes} tiles")
        text = dealing_order(bunches, bag, lid)
        given = np.full(c.MAX_DEALT, -1, np.int8)
        given[: len(text)] = [LETTERS.index(letter) for letter in text]
        return given

    def deal_of(self, states: States) -> Json:
        s = states[0]
        return {"factories": [bunch(s.offer[place], LETTERS) for place in range(1, int(c.FACTORIES[s.players]) + 1)]}

    def text(self, states: States, action: int) -> str:
        return TEXTS[action]

    def position(self, now: Fields) -> Json:
        return to_position(now)

    def from_position(self, position: Json) -> tuple[Json, States]:
        return from_position(position)

    def views(self, now: Fields, seats: Sequence[int | None]) -> list[Json]:
        view = to_position(now)
        del view["rng"]
        return [{"seat": seat, **view} for seat in seats]

    def position_from_view(self, view: Json, seed: int) -> Json:
        return {**{key: value for key, value in view.items() if key != "seat"}, "rng": f"{seed:016x}"}

    def decision_events(self, before: Fields, action: int, after: Fields) -> list[Event]:
        return decision_events(before, action, after)

    def step_events(self, before: Fields, after: Fields) -> list[Event]:
        return step_events(before, after)

    def restocked(self, before: Fields, after: Fields) -> bool:
        return before.lid != 0 and after.lid == 0

    def prospects(self, states: States, now: Fields) -> Json:
        return {"openings": msgspec.to_builtins(openings(states, now))}

    def bonuses(self, states: States, seat: int) -> dict[str, int]:
        points = np.zeros(len(BONUSES), np.int16)
        bonuses_in(states, 0, seat, points)
        return dict(zip(BONUSES, points.tolist(), strict=True))

    def winners(self, states: States) -> tuple[tuple[int, ...], Reason]:
        s = states[0]
        seats = range(s.players)
        best = max(rank_key(s, seat) for seat in seats)
        winners = tuple(seat for seat in seats if rank_key(s, seat) == best)
        most = max(int(s.score[seat]) for seat in seats)
        if len(winners) > 1:
            return winners, Reason("equal points and complete rows: the win is shared")
        level = sum(int(s.score[seat]) == most for seat in seats)
        return winners, Reason("most points" if level == 1 else "equal points, more complete rows")

    def view_of_diagram(self, lines: list[str]) -> tuple[Json, list[str]]:
        return view_of(lines)

    def to_line(self, position: Json) -> str:
        return to_line(position)

    def from_line(self, text: str) -> Json:
        return from_line(text)

    def show(self, states: States, seats: Sequence[str]) -> str:
        return show(states, seats)
