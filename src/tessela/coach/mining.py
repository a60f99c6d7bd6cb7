"""Mining puzzles: positions are kept in which one move is clearly the best, of games that strong bots play and of records.

Every game is mined by itself from its number, so that it can be done by any process, in any order, and taken up again.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from math import exp, log, log1p
from typing import Final

from tessela.bots.analysis.study import Study, Weighed
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Bot, Budget
from tessela.bots.levels import LEVELS, RATINGS
from tessela.bots.registry import make_bot
from tessela.bots.search.bots import GreedyBot
from tessela.coach.forms import Puzzle
from tessela.coach.themes import themes_of
from tessela.coach.weighing import Worth, worth_of
from tessela.game import Game, Move
from tessela.game.record import positions
from tessela.game.ruleset import Json

PLAYERS: Final = ("astronomer", "court")  # whose games are mined; they change seats
LEAST_MOVES: Final = 4
GAP: Final = 0.08  # of the chance to win, between the best move and the second best
FIRST_GAP: Final = 0.055  # in the first search, which many positions get
WINNABLE: Final = (0.25, 0.98)  # the chance of the best move
STILL_OPEN: Final = 0.90  # the chance of the second, at most
FIRST: Final = 2_000  # simulations of the first search
LONG: Final = 20_000  # of the one that proves it
CLOSE: Final = 10_000  # of the search through each rival
RIVALS: Final = 6
TRIED: Final = 8  # visits of a move that make its chance worth a look
MOST_FOR_RATING: Final = 400  # simulations of the levels that tell how hard a puzzle is

_RATED: Final = range(400, 2_601, 10)
_MIDDLE, _WIDTH = 1_400, 600  # what is thought of a rating before anybody has tried


# How the games are played, by their number: in Azul mostly on the coloured wall, in Duel with any tablets
OPTIONS: Final[dict[str, Callable[[int], Json]]] = {
    "azul": lambda number: {"players": 2, "wall": "grey" if number % 8 == 7 else "coloured"},
    "duel": lambda number: {"tablets": "random"},
}


def mined(game: str, number: int, seed: int = 0) -> list[Puzzle]:
    """The puzzles of one game of strong bots."""
    dice = hashlib.sha256(f"tessela puzzles 1 {game} {seed} {number}".encode()).digest()
    start = int.from_bytes(dice[:7], "big")
    table = Game(game, seed=start, **OPTIONS[game](number))
    bots: list[Bot] = [make_bot(name, seed=start + i) for i, name in enumerate(PLAYERS)]
    found = []
    while not table.is_over:
        puzzle = puzzle_in(table, start)
        found += [puzzle] if puzzle else []
        table.play(bots[(table.turn + number) % 2].choose(table.view(table.turn)).move)
    return found


def number_of(record: Json) -> int:
    """A number for a game of people, from its chance and its moves alone: the same game has the same, whoever played it."""
    told = json.dumps([record.get(key) for key in ("game", "options", "position", "chance", "moves")], sort_keys=True)
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:6], "big")


def mined_from(record: Json) -> list[Puzzle]:
    """The puzzles of a game that was played."""
    seed = number_of(record)
    found = [puzzle_in(table, seed) for table in positions(record) if not table.is_over]
    return [puzzle for puzzle in found if puzzle]


def puzzle_in(table: Game, seed: int) -> Puzzle | None:
    """The puzzle that the position of a game is, if one move is clearly the best and does not look best by itself."""
    view = table.view(table.turn)
    first = _studied(view, seed, FIRST)
    if first.moves < LEAST_MOVES or not _promising(first, first.ranked()):
        return None
    best = first.ranked()[0].move
    if same_move(first.game, GreedyBot().choose(view).move, [best]) == best:
        return None
    return _proven(view, best, seed)


def _studied(view: Json, seed: int, simulations: int) -> Study:
    budget = Budget(simulations=simulations)
    study = Study(view, seed, budget)
    if study.kind != "forced":
        study.think(budget)
    return study


def _promising(study: Study, ranked: Sequence[Weighed]) -> bool:
    """Whether a first search sees a gap after the best move."""
    if len(ranked) < 2 or ranked[0].value is None:
        return False
    rivals = [weighed.value or 0.0 for weighed in _rivals(study, ranked)]
    low, high = WINNABLE
    return bool(rivals) and low <= ranked[0].value <= high and ranked[0].value - max(rivals) >= FIRST_GAP


def _rivals(study: Study, ranked: Sequence[Weighed]) -> list[Weighed]:
    """The other moves that were tried often enough, those left out that are the same as the best."""
    best = ranked[0].move
    tried = [weighed for weighed in ranked[1:] if study.kind == "tiling" or weighed.visits >= TRIED]
    return [weighed for weighed in tried if same_move(study.game, weighed.move, [best]) != best]


def _proven(view: Json, best: Move, seed: int) -> Puzzle | None:
    """The puzzle, if a long search thinks the same and the gap holds in searches through each move."""
    study = _studied(view, seed + 1, LONG)
    ranked = study.ranked()
    if ranked[0].move != best:
        return None
    table, seat = study.game, study.game.turn
    rivals = sorted(_rivals(study, ranked), key=lambda weighed: (-(weighed.value or 0.0), -weighed.visits))[:RIVALS]
    worths: dict[Move, Worth] = {w.move: worth_of(table, w.move, CLOSE, study.seed + 1) for w in [ranked[0], *rivals]}
    chances = {move: worth.expected.chance[seat] for move, worth in worths.items()}
    second = max((move for move in chances if move != best), key=lambda move: (chances[move], move), default=None)
    low, high = WINNABLE
    if (
        second is None
        or chances[best] - chances[second] < GAP
        or not low <= chances[best] <= high
        or chances[second] > STILL_OPEN
    ):
        return None
    line, accepted = study.line(best), same_as(table, best)
    return Puzzle(
        id=hashlib.sha256(repr(sorted(view.items())).encode()).hexdigest()[:10],
        game=table.name,
        position=table.text(),
        seat=seat,
        solution=line,
        accepted=accepted,
        themes=themes_of(table, line, second),
        rating=rating_of(table.name, solved_by(view, accepted)),
        best=round(chances[best], 4),
        second=round(chances[second], 4),
        second_move=str(second),
        margin=round(worths[best].expected.lead[seat] - worths[second].expected.lead[seat], 2),
    )


def same_as(table: Game, best: Move) -> tuple[str, ...]:
    """The best move, and those that are the same."""
    twins = [move for move in table.legal_moves() if move != best and same_move(table, move, [best]) == best]
    return (str(best), *map(str, twins))


def solved_by(view: Json, accepted: Sequence[str]) -> dict[str, bool]:
    """Which levels find the solution, of those that do not think long."""
    game = str(view["game"])
    levels = [level for level in LEVELS if level.simulations(game) <= MOST_FOR_RATING]
    return {level.name: str(level.make().choose(view).move) in accepted for level in levels}


def rating_of(game: str, solved: dict[str, bool]) -> int:
    """How hard a puzzle is, on the scale of the levels: the most likely rating, given who solved it.

    >>> rating_of("azul", {"sprout": True, "mason": True}) < rating_of("azul", {"sprout": False, "court": False})
    True
    """
    ratings = RATINGS[game]

    def unlikely(rating: int) -> float:
        """The negative logarithm of how likely it is, but for a constant."""
        ahead = [(ratings[name] - rating) * (1 if right else -1) * log(10) / 400 for name, right in solved.items()]
        return 0.5 * ((rating - _MIDDLE) / _WIDTH) ** 2 + sum(log1p(exp(-one)) for one in ahead)

    return min(_RATED, key=unlikely)
