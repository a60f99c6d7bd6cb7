"""The toy as `Game` sees it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tessela.game.checks import check, check_generator, is_seat, whole
from tessela.game.diagram import matched
from tessela.game.errors import OptionError, quoted
from tessela.game.events import Event, RoundEnded, Taken
from tessela.game.fields import Fields
from tessela.game.notation import Form
from tessela.game.oneline import fields_of, parted, pieces, whole_number
from tessela.game.reason import Reason
from tessela.game.ruleset import Json, Ruleset, States
from tessela.game.tiles import bunch, handful_of
from tests.toy import rules as r

LETTERS = "BR"
UNKNOWN = "?"
PHASES = {r.TURN: "turn", r.CHOICE: "choice", r.OVER: "over"}


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A player will choose another favourite."""

    seat: int


@dataclass(frozen=True, slots=True)
class FavouriteKept(Event):
    """A player chose a favourite; which one, only they know."""

    seat: int
    colour: str | None

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.colour,) if self.colour else ()

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, colour=None)


@dataclass(frozen=True, slots=True)
class FavouriteShown(Event):
    """The favourite of a player is shown and scored."""

    reveals = True

    seat: int
    colour: str
    points: int


class Toy(Ruleset):
    """The toy for 2 or 3 players."""

    name, title = "toy", "Toy"
    seats = (2, 3)
    dtype = r.STATE
    decisions = r.DECISIONS
    kinds: ClassVar = {"take": r.TAKE, "swap": r.SWAP, "keep": r.KEEP, "end": r.DECISIONS}
    observation = r.FIELDS
    options = ("players",)
    forms = (Form("TAKE([12])([BR])", "take {0}{1}", "'take 2B'"), Form("SWAP", "swap"), Form("KEEP([BR])", "keep {0}"))
    chance = ("first_player", "favourites")
    phases = PHASES
    DEAL, OVER, TILING = r.DEAL, r.OVER, r.TILING

    def check_options(self, given: Mapping[str, Any], seed: int) -> Json:
        self.check_option_names(given)
        players = whole(given.get("players", 2))
        if players not in self.seats:
            raise OptionError(f"players must be 2 or 3, not {quoted(given['players'])}")
        return {"players": players}

    def choices(self) -> Json:
        return {"players": list(self.seats)}

    def players(self, options: Json) -> int:
        return int(options["players"])

    def set_up(self, states: States, options: Json, chance: Mapping[str, Any] | None) -> None:
        players, first, favourites = options["players"], -1, np.full(r.MAX_PLAYERS, -1, np.int8)
        if chance is not None:
            first, given = chance["first_player"], chance["favourites"]
            check(is_seat(first, players), f"first_player: {quoted(first)} is no seat")
            check(isinstance(given, str) and len(given) == players and set(given) <= set(LETTERS), "favourites: a colour a seat")
            favourites[:players] = [LETTERS.index(letter) for letter in given]
        r.set_up_in(states, 0, players, first, favourites)

    def chance_of_set_up(self, states: States) -> Json:
        s = states[0]
        return {
            "first_player": int(s.first_player),
            "favourites": "".join(LETTERS[colour] for colour in s.favourite[: s.players]),
        }

    def given_deal(self, states: States, deal: Any) -> NDArray[np.int8]:
        check(isinstance(deal, Mapping) and set(deal) == {"heap"}, f"a deal of toy has 'heap', not {quoted(deal)}")
        heap, bag = deal["heap"], bunch(states[0].bag, LETTERS)
        right = isinstance(heap, str) and len(heap) == r.HEAP and set(heap) <= set(LETTERS)
        check(right and all(heap.count(letter) <= bag.count(letter) for letter in LETTERS), "a deal is five tiles of the bag")
        return np.array([LETTERS.index(letter) for letter in heap], np.int8)

    def deal_of(self, states: States) -> Json:
        return {"heap": bunch(states[0].heap, LETTERS)}

    def text(self, states: States, action: int) -> str:
        if action >= r.KEEP:
            return f"keep {LETTERS[action - r.KEEP]}"
        return "swap" if action == r.SWAP else f"take {action % 2 + 1}{LETTERS[action // 2]}"

    def position(self, now: Fields) -> Json:
        s = now
        over = s.phase == r.OVER
        boards = [
            {
                "score": int(s.score[seat]),
                "hand": bunch(s.hand[seat], LETTERS),
                "taken": bunch(s.taken[seat], LETTERS),
                "favourite": LETTERS[s.favourite[seat]],
                "swaps": int(s.swaps[seat]),
            }
            for seat in range(s.players)
        ]
        return {
            "game": self.name,
            "rules": 1,
            "players": int(s.players),
            "round": int(s.round_number),
            "phase": {**PHASES, r.DEAL: "deal"}[int(s.phase)],
            "to_move": None if over else int(s.to_move),
            "first_player": int(s.first_player),
            "heap": bunch(s.heap, LETTERS),
            "bag": bunch(s.bag, LETTERS),
            "boards": boards,
            "pending": None,
            "rng": f"{int(s.rng):016x}",
        }

    def from_position(self, position: Json) -> tuple[Json, States]:
        states = self.empty()
        s, p = states[0], position
        options = self.check_options({"players": p["players"]}, 0)
        s.players, s.round_number, s.first_player = p["players"], p["round"], p["first_player"]
        names = {name: number for number, name in PHASES.items()}
        check(p["phase"] in names, f"phase must be one of {', '.join(names)}")
        s.phase = names[p["phase"]]
        s.to_move = p["first_player"] if p["to_move"] is None else p["to_move"]
        s.heap, s.bag = handful_of(p["heap"], LETTERS, "heap"), handful_of(p["bag"], LETTERS, "bag")
        for seat, board in enumerate(p["boards"]):
            check(board["favourite"] in LETTERS, f"favourite: {quoted(board['favourite'])} is no colour")
            s.hand[seat], s.taken[seat] = (handful_of(board[key], LETTERS, key) for key in ("hand", "taken"))
            s.favourite[seat] = LETTERS.index(board["favourite"])
            s.score[seat], s.swaps[seat] = board["score"], board["swaps"]
        s.rng = check_generator(p.get("rng", "0" * 16))
        return options, states

    def views(self, now: Fields, seats: Sequence[int | None]) -> list[Json]:
        return [self.view(now, seat) for seat in seats]

    def view(self, now: Fields, seat: int | None) -> Json:
        view = self.position(now)
        del view["rng"]
        if view["phase"] != "over":
            for other, board in enumerate(view["boards"]):
                if other != seat:
                    board["favourite"] = UNKNOWN
        return {"seat": seat, **view}

    def position_from_view(self, view: Json, seed: int) -> Json:
        dice = random.Random(f"guess {seed}")
        boards = [dict(board) for board in view["boards"]]
        for board in boards:
            if board["favourite"] == UNKNOWN:
                board["favourite"] = dice.choice(LETTERS)
        rest = {key: value for key, value in view.items() if key != "seat"}
        return {**rest, "boards": boards, "rng": f"{dice.getrandbits(64):016x}"}

    def decision_events(self, before: Fields, action: int, after: Fields) -> list[Event]:
        seat = before.to_move
        if action == r.SWAP:
            return [Swapped(seat)]
        if action >= r.KEEP:
            return [FavouriteKept(seat, LETTERS[action - r.KEEP])]
        return [Taken(seat, "heap", LETTERS[action // 2] * (action % 2 + 1), bunch(after.heap, LETTERS))]

    def step_events(self, before: Fields, after: Fields) -> list[Event]:
        a = after
        if a.phase == r.TILING:
            return []
        scores = [int(score) for score in a.score[: a.players]]
        events: list[Event] = []
        if a.phase == r.OVER:
            scores = [score - _pair_bonus(a, seat) for seat, score in enumerate(scores)]
            for seat in range(a.players):
                events.append(FavouriteShown(seat, LETTERS[a.favourite[seat]], int(r.favourite_points(a, seat))))
        return [*events, RoundEnded(before.round_number, tuple(scores))]

    def restocked(self, before: Fields, after: Fields) -> bool:
        return False

    def bonuses(self, states: States, seat: int) -> dict[str, int]:
        return {"pairs": _pair_bonus(states[0], seat)}

    def winners(self, states: States) -> tuple[tuple[int, ...], Reason]:
        s = states[0]
        best = max(r.rank_key(s, seat) for seat in range(s.players))
        winners = tuple(seat for seat in range(s.players) if r.rank_key(s, seat) == best)
        return winners, Reason.MOST_POINTS if len(winners) == 1 else Reason.SHARED_POINTS

    def to_line(self, position: Json) -> str:
        p = position
        boards = [f"{b['score']}|{b['hand'] or '-'}|{b['taken'] or '-'}|{b['favourite']}|{b['swaps']}" for b in p["boards"]]
        to_move = "-" if p["to_move"] is None else p["to_move"]
        table = f"{p['round']} {p['phase']} {to_move} {p['first_player']} {p['heap'] or '-'} {p['bag'] or '-'}"
        return f"toy1 {table} {'/'.join(boards)} {p['rng']}"

    def from_line(self, text: str) -> Json:
        number, phase, to_move, first, heap, bag, boards, rng = fields_of(text, "toy", 8)
        found = []
        for board in parted(boards):
            score, hand, taken, favourite, swaps = pieces(board, 5)
            found.append(
                {
                    "score": whole_number(score),
                    "hand": hand.strip("-"),
                    "taken": taken.strip("-"),
                    "favourite": favourite,
                    "swaps": whole_number(swaps),
                }
            )
        return {
            "game": "toy",
            "rules": 1,
            "players": len(found),
            "round": whole_number(number),
            "phase": phase,
            "to_move": None if to_move == "-" else whole_number(to_move),
            "first_player": whole_number(first),
            "heap": heap.strip("-"),
            "bag": bag.strip("-"),
            "boards": found,
            "pending": None,
            "rng": rng,
        }

    def show(self, states: States, seats: Sequence[str]) -> str:
        line = self.to_line({**self.view(Fields(states), None), "rng": "0" * 16})
        return "\n".join([f"Toy: {line.removeprefix('toy1 ')}", *seats])

    def view_of_diagram(self, lines: list[str]) -> tuple[Json, list[str]]:
        (rest,) = matched(r"Toy: (.*)", lines[0], "Toy: ...")
        view = self.from_line(f"toy1 {rest}")
        del view["rng"]
        return {"seat": None, **view}, lines[1:]


def _pair_bonus(state: States, seat: int) -> int:
    return r.PAIR_BONUS * int(r.pairs(state, seat))
