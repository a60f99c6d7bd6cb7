"""Every reason is true: what it claims is looked up in the events and played out by the rules."""

import json
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela import Game
from tessela.bots.analysis import Argument, duel_domes, why
from tessela.bots.analysis.duel_domes import stacked
from tessela.bots.analysis.forecast import forecast
from tessela.bots.analysis.tablets import progress
from tessela.bots.analysis.texts import ENGLISH, reason
from tessela.bots.analysis.threats import can_complete
from tessela.bots.registry import make_bot
from tessela.game import IllegalMoveError, events
from tessela.game.fields import Arrays, Fields
from tessela.game.ruleset import States
from tessela.game.tiles import handful_of
from tessela.rules import kernels
from tessela.rules.azul import constants as azul
from tessela.rules.azul.tiling import free_columns as wall_columns
from tessela.rules.duel import constants as duel
from tessela.rules.duel.chips import can_pay
from tessela.rules.duel.components import JOKER_SPACE, LETTERS, SPACE_LETTERS
from tessela.rules.duel.moon import note_moon_in
from tessela.rules.duel.state import STATE
from tessela.rules.duel.tiling import free_columns as dome_columns
from tessela.rules.duel.tiling import points_of as dome_points
from tessela.rules.handful import FIELD, ONE_FIELD
from tests.variants import choose, new_game, resampled

# variant, and whether its moves are sensible or random
AZUL = [("azul-2p-coloured", True), ("azul-3p-coloured-jokers", False), ("azul-2p-grey", False), ("azul-4p-grey-jokers", True)]
DUEL = [("duel", True), ("duel-backs", True), ("duel-random", False)]


class Case:
    """A decision of a game with its reasons, and the state once it is carried out and nothing else has happened."""

    def __init__(self, game: Game, move: str):
        self.game, self.move = game, move
        self.seat = game.turn
        self.reasons = why(game, move)
        self.before: States = game.states()
        self.after: States = game.states()
        kernels.decide_in(self.after, 0, game.action_of(move))
        self.events = game.ruleset.decision_events(Fields(self.before), game.action_of(move), Fields(self.after))

    def of(self, *keys: str) -> list[Argument]:
        return [reason for reason in self.reasons if reason.key in keys]

    def tiled_now(self) -> tuple[list[events.Event], States]:
        """What the tiling of this player brings if the round were over, as far as nothing has to be chosen."""
        return tiled_now(self.game, self.after, self.seat)

    def event(self, kind: type[events.Event]) -> Any:
        return next((event for event in self.events if isinstance(event, kind)), None)


def tiled_now(game: Game, states: States, seat: int) -> tuple[list[events.Event], States]:
    states, found = states.copy(), []
    kernels.begin_tiling_in(states, 0, seat)
    lines = azul.ROWS if game.name == "azul" else duel.LINES
    while states.phase[0] == game.ruleset.TILING and states.tiling_row[0] < lines and states.to_move[0] == seat:
        before = states.copy()
        kernels.advance_in(states, 0)
        found += game.ruleset.step_events(Fields(before), Fields(states))
    return found, states


def cases(variant: str, sensible: bool, seed: int) -> Iterator[Case]:
    """Two decisions of every position of a game."""
    game, dice, bot = new_game(variant, seed), random.Random(seed), make_bot("greedy")
    while not game.is_over:
        legal = game.legal_moves()
        for move in dice.sample(legal, min(2, len(legal))):
            yield Case(game.copy(), move)
        game.play(bot.choose(game.view(game.to_move)).move if sensible else choose(game, dice, 1 + seed % 2))


@pytest.fixture(scope="module")
def azul_cases() -> list[Case]:
    return [case for variant, sensible in AZUL for case in cases(variant, sensible, 1)]


@pytest.fixture(scope="module")
def duel_cases() -> list[Case]:
    return [case for variant, sensible in DUEL for case in cases(variant, sensible, 2)]


@pytest.fixture(scope="module")
def all_cases(azul_cases: list[Case], duel_cases: list[Case]) -> list[Case]:
    return azul_cases + duel_cases


def test_every_decision_has_reasons_and_every_reason_a_text(all_cases: list[Case]) -> None:
    for case in all_cases:
        assert case.reasons, (case.game.phase, case.move)
        for found in case.reasons:
            assert found.sign in ("good", "bad", "neutral")
            assert found.text
            assert "{" not in found.text
            assert found.to_json() == {"key": found.key, "sign": found.sign, "text": found.text, "params": found.params}


def test_a_reason_gives_all_that_its_text_needs(all_cases: list[Case]) -> None:
    seen = {found.key: found for case in all_cases for found in case.reasons}
    assert len(seen) > 45
    for key, found in seen.items():
        needed = {name for _, name, _, _ in string.Formatter().parse(ENGLISH[key][1]) if name}
        assert needed <= set(found.params)


def test_the_page_and_the_terminal_tell_a_reason_in_the_same_words() -> None:
    page = json.loads((Path(__file__).parents[2] / "web/src/lib/words/reasons/en.json").read_text())
    assert {key: page[f"reason.{key}"] for key in ENGLISH} == {key: text for key, (_, text) in ENGLISH.items()}


def test_players_are_called_opponent_or_by_number_or_name() -> None:
    params = {"seat": 1, "tiles": "RR", "line": 2, "points": 4}
    assert reason("denies", players=2, **params).text == "denies the opponent 2 red, which would complete their line 2 (4 points)"
    assert reason("denies", players=3, **params).text.startswith("denies player 1 2 red")
    assert reason("denies", players=3, **params).told(["Ada", "Bo", "Cy"]).startswith("denies Bo 2 red")


def test_an_illegal_move_has_no_reasons() -> None:
    with pytest.raises(IllegalMoveError):
        why(Game("azul", seed=1), "CB>1")


def test_reasons_are_those_of_the_view(duel_cases: list[Case]) -> None:
    for case in duel_cases[::29]:
        other = resampled(case.game, case.seat)
        assert why(other, case.move) == case.reasons
        assert why(case.game.view(case.seat), case.move) == case.reasons


# Azul


def test_a_completed_line_scores_what_tiling_it_now_would_score(azul_cases: list[Case]) -> None:
    checked = 0
    for case in azul_cases:
        for found in case.of("completes"):
            tiled = next(e for e in case.tiled_now()[0] if isinstance(e, events.Tiled) and e.line == found.params["line"])
            assert tiled.points == found.params["points"]
            checked += 1
    assert checked > 10


def test_a_column_that_is_named_is_the_one_that_a_look_shows(azul_cases: list[Case]) -> None:
    checked = 0
    for case in azul_cases:
        for found in case.of("completes_at", "completes_in_vain"):
            line = found.params["line"]
            seen = forecast(case.game.view(case.seat), case.move).tilings[case.seat]
            tiled = {(e.column, e.points) for e in seen if isinstance(e, events.Tiled) and e.line == line}
            if found.key == "completes_in_vain":
                assert not tiled
                assert not wall_columns(case.after[0], case.seat, line - 1)
            else:
                assert not tiled or tiled == {(found.params["column"], found.params["points"])}
                checked += bool(tiled)
    assert checked > 10


def test_columns_colours_and_rows_of_the_wall_are_counted_right(azul_cases: list[Case]) -> None:
    checked = 0
    for case in azul_cases:
        if not case.of("column", "colour", "row_done", "column_done", "colour_done"):
            continue
        states = case.after if case.game.phase == "space" else case.tiled_now()[1]
        if states.phase[0] == azul.SPACE:
            continue
        wall = [[(int(kinds) >> 3 * c & 7) for c in range(5)] for kinds in states.wall_kinds[0][case.seat]]
        for found in case.reasons:
            p = found.params
            if found.key in ("column", "column_done"):
                assert sum(row[p["column"] - 1] > 0 for row in wall) == p.get("filled", 5)
            elif found.key in ("colour", "colour_done"):
                assert sum(row.count("BYRKW".index(p["colour"]) + 1) for row in wall) == p.get("filled", 5)
            elif found.key == "row_done":
                assert all(wall[p["line"] - 1])
            checked += 1
    assert checked > 10


def test_what_falls_to_the_floor_is_what_the_event_says(azul_cases: list[Case]) -> None:
    checked = 0
    for case in azul_cases:
        broken, marker = case.event(events.Broken), case.event(events.MarkerTaken)
        told = case.of("floor", "drops", "overflows")
        assert len(told) == bool(broken)
        taken = case.before.floor_taken[0][case.seat]
        first = azul.FLOOR_PENALTY[min(7, taken + bool(marker))] - azul.FLOOR_PENALTY[taken]
        for found in told:
            number = len(broken.tiles + broken.discarded)
            assert found.params.get("excess", len(found.params["tiles"])) == number
            total = azul.FLOOR_PENALTY[case.after.floor_taken[0][case.seat]] - azul.FLOOR_PENALTY[taken]
            assert found.params["loss"] == total - first
            checked += 1
        assert bool(case.of("marker", "marker_late")) == bool(marker)
        for found in case.of("marker", "marker_late"):
            assert found.params["loss"] == first
    assert checked > 10


def test_lines_are_filled_as_far_as_is_said(all_cases: list[Case]) -> None:
    for case in all_cases:
        for found in case.of("fills"):
            assert case.after.line_tiles[0][case.seat, found.params["line"] - 1] == found.params["filled"]


def test_a_line_that_cannot_be_completed_lacks_more_tiles_than_are_left(azul_cases: list[Case]) -> None:
    seen = set()
    for case in azul_cases:
        for found in case.of("fills"):
            game, row = case.after[0], found.params["line"] - 1
            colour = int(game.line_colour[case.seat, row])
            kinds = {colour, azul.JOKER} if game.jokers else {colour}
            left = sum(int(place) >> FIELD * kind & ONE_FIELD for place in game.offer for kind in kinds)
            gone = game.phase == azul.OFFER and left < found.params["size"] - found.params["filled"]
            assert bool(case.of("rest_gone")) == (gone and colour != azul.NO_COLOUR)
            seen.add(gone)
    assert seen == {True, False}


def test_the_last_tiles_are_the_last(azul_cases: list[Case]) -> None:
    for case in azul_cases:
        if case.game.phase in ("offer", "drop"):
            last = case.after.phase[0] not in (azul.OFFER, azul.DROP)
            assert bool(case.of("last_tiles")) == last


# The others, in both games


def takes_of(game: Game, states: States, seat: int, line: int) -> dict[str, bool]:
    """The takes with which a seat would complete a line if it were to move, and whether nothing falls."""
    found = {}
    for option in stacked(states) if game.name == "duel" else [states]:
        option = option.copy()
        option.to_move[0] = seat
        option.phase[0] = azul.OFFER if game.name == "azul" else duel.ACQUIRE
        moves = np.zeros(kernels.MAX_MOVES, np.int16)
        for action in moves[: kernels.list_moves_of(option, 0, moves)].tolist():
            text = game.ruleset.text(option, action)
            if text.endswith(f">{line}"):
                later = option.copy()
                kernels.decide_in(later, 0, action)
                dropping = game.name == "azul" and later.phase[0] == azul.DROP
                lying = ("floor", "lid") if game.name == "azul" else ("broken", "tower")
                same = not dropping and all(tiles_in(later[n][0], seat) == tiles_in(option[n][0], seat) for n in lying)
                if dropping or later.line_tiles[0][seat, line - 1] == line:
                    found[text] = found.get(text, False) or same
    return found


def tiles_in(value: Any, seat: int) -> int:
    """What lies on the floor without the marker, or in the lid."""
    number = int(value[seat]) if np.ndim(value) else int(value)
    if np.ndim(value):
        return sum(1 for i in range(7) if 0 < number >> 3 * i & 7 < 7)
    return number


def name_of(found: Argument) -> str:
    letters = "".join(dict.fromkeys(found.params["tiles"]))
    return f"{found.params['place']}{letters}>{found.params['line']}"


def test_what_is_denied_was_there_and_is_no_more(all_cases: list[Case]) -> None:
    checked = 0
    for case in all_cases:
        for found in case.of("denies"):
            seat, line = found.params["seat"], found.params["line"]
            assert takes_of(case.game, case.before, seat, line).get(name_of(found))
            assert not takes_of(case.game, case.after, seat, line)
            assert seat != case.seat
            checked += 1
    assert checked > 5


def test_what_is_left_can_be_taken_and_fits(all_cases: list[Case]) -> None:
    checked = 0
    for case in all_cases:
        for found in case.of("leaves"):
            seat, line = found.params["seat"], found.params["line"]
            assert takes_of(case.game, case.after, seat, line).get(name_of(found))
            filled = int(case.after.line_tiles[0][seat, line - 1])
            assert found.params["needed"] == line - filled == len(found.params["tiles"])
            checked += 1
    assert checked > 5


def test_the_rest_of_a_line_can_be_taken_and_completes_it(all_cases: list[Case]) -> None:
    checked = 0
    for case in all_cases:
        for found in case.of("rest"):
            assert takes_of(case.game, case.after, case.seat, found.params["line"]).get(name_of(found))
            checked += 1
    assert checked > 5


def test_the_points_of_others_are_what_tiling_their_line_now_would_give(all_cases: list[Case]) -> None:
    checked = 0
    for case in all_cases:
        for found in case.of("denies", "leaves"):
            seat, line = found.params["seat"], found.params["line"]
            states = (case.after if found.key == "leaves" else case.before).copy()
            states.to_move[0] = seat
            states.phase[0] = azul.OFFER if case.game.name == "azul" else duel.ACQUIRE
            moves = np.zeros(kernels.MAX_MOVES, np.int16)
            legal = moves[: kernels.list_moves_of(states, 0, moves)].tolist()
            kernels.decide_in(states, 0, next(a for a in legal if case.game.ruleset.text(states, a) == name_of(found)))
            if case.game.name == "duel":
                states.line_tiles[0][seat, : line - 1] = 0  # a line by itself, as the dome stands
                points = best_on_dome(states, seat, line - 1)
            else:
                tiled, later = tiled_now(case.game, states, seat)
                if later.phase[0] == azul.SPACE:
                    continue
                points = next(e.points for e in tiled if isinstance(e, events.Tiled) and e.line == line)
                if case.game.options["wall"] == "grey":
                    continue
            assert found.params["points"] == points
            checked += 1
    assert checked > 10


def best_on_dome(states: States, seat: int, row: int) -> int:
    """The most that the tile of a line brings, its special tile counted, by trying every column."""
    columns, best = int(dome_columns(states[0], seat, row)), 0
    for column in range(6):
        if columns >> column & 1:
            later = states.copy()
            later.phase[0], later.to_move[0], later.tiling_row[0] = duel.SPACE, seat, row
            kernels.decide_in(later, 0, duel.COLUMN + column)
            best = max(best, int(later.score[0][seat]) - int(states.score[0][seat]))
    return best


# Duel


def colours_taken(states: States, seat: int, row: int) -> set[int]:
    """The colours that a row of the dome has a free space for."""
    found = set()
    for colour in range(len(LETTERS)):
        line = states.copy()
        line.line_tiles[0][seat, row], line.line_colour[0][seat, row] = row + 1, colour
        found |= {colour} if dome_columns(line[0], seat, row) else set()
    return found


def test_rows_take_what_they_are_said_to_take_from_a_plate_on(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        for found in case.of("row_takes", "rows_take"):
            p = found.params
            for row, spaces in ((p["line"] - 1, p["spaces"]), (p.get("below", 0) - 1, p.get("others", ""))):
                for letter in spaces:
                    new = colours_taken(case.after, case.seat, row) - colours_taken(case.before, case.seat, row)
                    assert LETTERS.index(letter) in new if letter != "*" else new
                    checked += 1
        for found in case.of("plate_first"):
            dome = set().union(*(colours_taken(case.before, case.seat, row) for row in range(duel.LINES)))
            assert not dome & {LETTERS.index(letter) for letter in found.params["spaces"]}
            checked += 1
    assert checked > 50


def test_what_chips_are_kept_for_is_worth_more_and_can_be_paid(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        for found in case.of("saves", "offers"):
            assert found.params["points"] == best_on_dome(case.before, case.seat, found.params["line"] - 1)
            checked += 1
        for found in case.of("saves_for"):
            line = found.params["line"]
            assert can_pay(case.before[0], case.seat, line - 1)
            assert found.params["points"] == best_on_dome(case.before, case.seat, line - 1) > case.of("saves")[0].params["points"]
    assert checked > 5


def test_a_plate_promises_what_its_place_can_bring(duel_cases: list[Case]) -> None:
    seen = set()
    for case in duel_cases:
        if at := case.event(events.PlatePlaced):
            corner = {(0, 0), (0, 4), (4, 0), (4, 4)}
            top, left = 2 * (int(at.space[1]) - 1), 2 * "abc".index(at.space[0])
            cells = [(top + y, left + x) for y in (0, 1) for x in (0, 1)]
            told = {found.key: found.params for found in case.reasons}
            on = {
                "plate_diagonal": sum(y == x for y, x in cells) + sum(y + x == 5 for y, x in cells),
                "plate_outer": sum(y in (0, 5) or x in (0, 5) for y, x in cells),
                "plate_corner": int((top, left) in corner),
            }
            for key, number in on.items():
                assert told[key].get("number", 1) == number if key in told else True
            seen.update(told)
    assert {"plate_diagonal", "plate_outer", "plate_corner", "touches"} <= seen


def test_a_new_space_is_worth_what_is_said_and_no_other_of_its_plate_is_worth_more(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        if at := case.event(events.PlatePlaced):
            top, left = 2 * (int(at.space[1]) - 1), 2 * "abc".index(at.space[0])
            cells, filled = [(top + y, left + x) for y in (0, 1) for x in (0, 1)], int(case.before.filled[0][case.seat])
            worth = {cell: dome_points(filled | 1 << (6 * cell[0] + cell[1]), *cell) for cell in cells}
            kinds = {
                cell: next(k for k in "BYRKT*S" if space_of(case.after, case.seat, k) >> (6 * cell[0] + cell[1]) & 1)
                for cell in cells
            }
            open_to_tiles = {cell: points for cell, points in worth.items() if kinds[cell] != "S"}
            best = max(open_to_tiles.values())
            found = case.of("plate_scores")
            assert [one.params["points"] for one in found] == ([best] if best > 1 else [])
            for one in found:
                there = {cell for cell, points in open_to_tiles.items() if points == best}
                assert (one.params["line"] - 1, one.params["spaces"]) in {(cell[0], kinds[cell]) for cell in there}
                checked += 1
    assert checked > 5


def space_of(states: States, seat: int, letter: str) -> int:
    """The cells of a dome with a kind of space."""
    return int(states.spaces[0][seat, SPACE_LETTERS.index(letter)])


def test_a_completed_line_of_duel_scores_what_is_said_on_the_dome_as_it_stands(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        for found in case.of("completes_at"):
            row, column = found.params["line"] - 1, found.params["column"] - 1
            assert dome_columns(case.after[0], case.seat, row) >> column & 1
            filled = int(case.before.filled[0][case.seat]) | 1 << (6 * row + column)
            assert dome_points(filled, row, column) == found.params["points"]
            bonus = sum(special.params["points"] for special in case.of("special"))
            assert found.params["points"] + bonus == best_on_dome(case.after, case.seat, row)
            checked += 1
    assert checked > 10


def test_broken_tiles_and_the_starting_tile_cost_what_is_said(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        broken = case.event(events.Broken)
        assert len(case.of("breaks", "overflows")) == bool(broken)
        for found in case.of("breaks", "overflows"):
            number = len(broken.tiles + broken.discarded)
            assert found.params.get("excess", len(found.params["tiles"])) == number
            lying = [int(states.broken_tiles[0][case.seat]) for states in (case.before, case.after)]
            assert found.params["loss"] == duel.BROKEN_PENALTY[lying[1]] - duel.BROKEN_PENALTY[lying[0]]
            checked += 1
        assert bool(case.of("starting_tile", "starting_tile_late")) == bool(case.event(events.MarkerTaken))
    assert checked > 10


def test_lines_without_a_space_break_or_wait(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        for found in case.of("no_space", "closes", "waits"):
            row = found.params["line"] - 1
            states = case.after.copy()
            states.line_tiles[0][case.seat, :row] = 0
            tiling, _ = tiled_now(case.game, states, case.seat)
            breaks = any(isinstance(event, events.Broken) and event.line == row + 1 for event in tiling)
            assert breaks == (found.key != "waits")
            assert not dome_columns(case.after[0], case.seat, row)
            checked += 1
    assert checked > 10


def test_plates_give_lines_the_spaces_they_are_said_to_give(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        for found in case.of("opens"):
            row = found.params["line"] - 1
            assert not dome_columns(case.before[0], case.seat, row)
            columns = int(dome_columns(case.after[0], case.seat, row))
            filled = int(case.after.filled[0][case.seat])
            points = [dome_points(filled | 1 << (6 * row + c), row, c) for c in range(6) if columns >> c & 1]
            assert found.params["points"] in points
            checked += 1
        for found in case.of("plate_fits"):
            plate, line = case.move.split()[1], case.game.state()["boards"][case.seat]["lines"][found.params["line"] - 1]
            assert line[0] == found.params["colour"]
            assert set(plate) & {line[0], "*"}
            assert not dome_columns(case.before[0], case.seat, found.params["line"] - 1)
    assert checked > 5


def test_chips_can_pay_only_now(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        taken = case.event(events.ChipTaken)
        for row in range(duel.LINES) if taken else []:
            if case.before.line_tiles[0][case.seat, row] in (0, row + 1) or not dome_columns(case.before[0], case.seat, row):
                continue
            pays = can_pay(case.after[0], case.seat, row) and not can_pay(case.before[0], case.seat, row)
            assert pays == (reason("chip_pays", line=row + 1) in case.reasons)
            checked += pays
    assert checked > 0


def test_tiles_on_the_dome_score_what_the_events_say(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        if not case.game.is_tiling:
            continue
        tiled, special, paid = (case.event(kind) for kind in (events.Tiled, events.SpecialPlaced, events.Paid))
        assert [found.params["points"] for found in case.of("scores")] == ([tiled.points] if tiled else [])
        assert [found.params["points"] for found in case.of("special")] == ([special.points] if special else [])
        assert [found.params["chips"] for found in case.of("pays")] == ([list(paid.chips)] if paid else [])
        checked += bool(tiled)
    assert checked > 10


DONE = {
    "rows": "tablet_row_done",
    "columns": "column_done",
    "diagonals": "diagonal_done",
    "corner-plates": "corner_done",
    "five-colours": "colours_done",
    "outer-spaces": "outer",
    "specials": "specials",
    "jokers": "jokers_done",
}


def test_tablets_pay_what_is_said(duel_cases: list[Case]) -> None:
    checked = 0
    for case in duel_cases:
        if case.event(events.Tiled):
            was, now = (case.game.ruleset.bonuses(states, case.seat) for states in (case.before, case.after))
            for tablet in now:
                told = sum(found.params["points"] for found in case.of(DONE[tablet]))
                assert told == now[tablet] - was[tablet]
                checked += bool(told)
    assert checked > 5


def test_what_a_draw_costs(duel_cases: list[Case]) -> None:
    for case in duel_cases:
        drawn = case.event(events.PlateDrawn)
        assert [found.params["loss"] for found in case.of("draws")] == ([drawn.paid] if drawn else [])


def dome(tablets: list[int], tiles: dict[tuple[int, int], str], jokers: list[tuple[int, int]]) -> Arrays:
    """A dome of seat 0 with some tiles, and multicoloured spaces without one."""
    states: States = np.zeros(1, STATE).view(np.recarray)
    states.tablets[0] = tablets
    states.joker_colour[0] = duel.NO_COLOUR
    for (row, column), letter in tiles.items():
        states.filled[0][0] |= 1 << (6 * row + column)
        if (row, column) not in jokers:
            states.spaces[0][0, SPACE_LETTERS.index(letter)] |= 1 << (6 * row + column)
    for row, column in jokers:
        states.spaces[0][0, JOKER_SPACE] |= 1 << (6 * row + column)
    return Arrays(states)


def test_progress_of_every_tablet() -> None:
    tiles = {(0, 0): "B", (1, 1): "Y", (2, 2): "R", (0, 1): "T"}
    jokers = [(3, 3), (0, 5)]
    fronts = [0, 1, 1, 1]
    texts = [found.text for found in progress(dome(fronts, tiles, jokers), dome(fronts, {**tiles, (3, 3): "K"}, jokers), 0)]
    assert texts == [
        "brings a diagonal to 4 of 6 (10 points when complete)",
        "brings the multicoloured spaces to 1 of 2 (4 points when all are filled)",
    ]


def test_a_row_that_gets_its_fifth_colour_and_a_special_tile_at_once_pays() -> None:
    tiles = {(0, column): letter for column, letter in enumerate("BYRK")}
    after = {**tiles, (0, 4): "T", (0, 5): "S"}
    found = progress(dome([2, 0, 0, 0], tiles, []), dome([2, 0, 0, 0], after, []), 0)
    assert found == [reason("colours_done", line=1, filled=6, points=4)]


def test_tiles_about_to_be_stacked_may_still_complete_a_line() -> None:
    states = Game("duel", seed=1).states()
    states.offered[0], states.sun[0] = 0, 0
    states.large_moon[0] = handful_of("Y", LETTERS, "")
    note_moon_in(states, 0)
    assert not can_complete(duel_domes, states, 1, 1)
    states.phase[0], states.pending_tiles[0] = duel.STACK, handful_of("YRR", LETTERS, "")
    later = stacked(states)
    assert len(later) == 3
    assert any(can_complete(duel_domes, option, 1, 1) for option in later)
    assert not any(can_complete(duel_domes, option, 1, 2) for option in later)
