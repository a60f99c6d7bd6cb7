"""What the coach says next to what is required of it: `python -m bench.coach speed|puzzles|blunders|luck|odds [--help]`.

speed     a review of a game of about 50 moves: the first curve and the whole, on one core
puzzles   the stored best move is still the best by a search 100 times as long as the one that proved it
blunders  moves that a review calls blunders are mistakes to searches 100 times as long as its check
luck      luck averages 0 over games of a bot against itself; how far the worth before a deal is off, by dealing again
odds      exact odds against simulated deals
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from tessela import Game
from tessela.bots.analysis.study import NOBODY
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.bots.registry import make_bot
from tessela.bots.search.bots import best_tiling
from tessela.bots.search.searcher import Searcher
from tessela.coach.forms import Puzzle, Review
from tessela.coach.judging import MISTAKE
from tessela.coach.looks import SIMULATIONS
from tessela.coach.mine import read_log
from tessela.coach.mining import LONG
from tessela.coach.processes import each
from tessela.coach.puzzles import puzzles
from tessela.coach.review import review, review_stream
from tessela.coach.weighing import worth_of
from tessela.game import Move
from tessela.game.record import replay
from tessela.game.ruleset import Json

TIMES = 100
OPTIONS: dict[str, dict[str, Any]] = {"azul": {}, "duel": {"tablets": "random"}}
PEOPLE = ("tiler", "painter", "surveyor", "architect")  # who play about as people do
STRONG = ("court", "court")
FIRST_CURVE, WHOLE, MOVES = 2.0, 15.0, 50  # seconds, for a game of so many moves


def played(game: str, names: tuple[str, ...], seed: int) -> Json:
    """The record of a game of bots."""
    table = Game(game, seed=seed, **OPTIONS[game])
    bots = [make_bot(name, seed=seed + i) for i, name in enumerate(names)]
    while not table.is_over:
        table.play(bots[table.turn].choose(table.view(table.turn)).move)
    return table.record()


def shown(what: str, value: str, bar: str, fine: bool) -> None:
    """A figure beside its bar."""
    print(f"{what:64} {value:>22}   {bar:28} {'ok' if fine else 'BELOW'}", flush=True)


# Speed


def speed(wish: argparse.Namespace) -> None:
    """How long reviews take, by processor time of one core, brought to 50 moves."""
    for game in OPTIONS:
        firsts, wholes = [], []
        for seed in range(wish.games or 3):
            record = played(game, PEOPLE[:2], seed)
            moves, began = len(record["moves"]), time.process_time()
            stream = review_stream(record)
            next(stream)
            firsts.append((time.process_time() - began) * MOVES / moves)
            for _ in stream:
                pass
            wholes.append((time.process_time() - began) * MOVES / moves)
        for what, times, most in (("first curve", firsts, FIRST_CURVE), ("whole review", wholes, WHOLE)):
            worst = max(times)
            shown(f"{game}: {what} of {MOVES} moves, worst of {len(times)}", f"{worst:.2f} s", f"at most {most} s", worst <= most)


# Long searches


def long_best(table: Game, simulations: int) -> Move:
    """The best move by a long search."""
    if table.is_tiling:
        return best_tiling(table).move
    searcher = Searcher(int(1.2 * simulations) + 1_000)
    searcher.begin(table, NOBODY if table.to_move is None else table.to_move, 977)
    searcher.grow(Budget(simulations=simulations))
    return table.move_of(searcher.root()[0].action)


def still_best(puzzle: Puzzle) -> dict[str, Any]:
    """Whether the stored best move of a puzzle is the best by a long search."""
    best = str(long_best(Game.from_text(puzzle.position), TIMES * LONG))
    return {"game": puzzle.game, "id": puzzle.id, "best": best, "agrees": best in puzzle.accepted}


def check_puzzles(wish: argparse.Namespace) -> None:
    """Search a sample of puzzles again, those of the package or of the logs of a mine."""
    by_game = {game: _puzzles_of(game, wish.log) for game in wish.game}
    dice = random.Random(17)
    sample = {game: dice.sample(found, min(len(found), wish.number)) for game, found in by_game.items()}
    turns = [puzzle for both in _alternating(list(sample.values())) for puzzle in both]
    found = _kept(wish, each(still_best, turns, wish.processes, wish.seconds))
    for game in by_game:
        _share(f"{game}: best move still best by {TIMES * LONG:,} simulations", [one for one in found if one["game"] == game], 98)


def _puzzles_of(game: str, logs: list[Path]) -> list[Puzzle]:
    if not logs:
        return list(puzzles(game))
    return [puzzle for log in logs for line in read_log(log) if line.game == game for puzzle in line.puzzles]


def _alternating(lists: list[list[Any]]) -> Iterator[list[Any]]:
    """One of each list in turn."""
    for i in range(max(map(len, lists), default=0)):
        yield [one[i] for one in lists if i < len(one)]


def _kept(wish: argparse.Namespace, found: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """All results; written to a file as they come where one is named."""
    kept, file = [], wish.out.open("a") if wish.out else None
    for one in found:
        kept.append(one)
        if file:
            file.write(json.dumps(one) + "\n")
            file.flush()
    return kept


def _share(what: str, found: list[dict[str, Any]], least: int) -> None:
    right, number = sum(one["agrees"] for one in found), len(found)
    percent = 100 * right / number if number else math.nan
    shown(what, f"{percent:.1f} % of {number}", f"at least {least} %", percent >= least)


# Blunders


def blunders_of(given: tuple[str, int]) -> list[dict[str, Any]]:
    """The moves of a game that its review calls blunders, and whether long searches call them mistakes."""
    game, seed = given
    names = (PEOPLE[seed % len(PEOPLE)], PEOPLE[seed // len(PEOPLE) % len(PEOPLE)])
    record = played(game, names, 1_000 + seed)
    found: Review = review(record)
    return [
        {"game": game, "seed": seed, "ply": move.ply, "lost": move.lost, "truly": lost, "agrees": lost >= MISTAKE}
        for move in found.moves
        if move.judgement == "blunder"
        for lost in [_truly_lost(record, move.ply, move.move)]
    ]


def _truly_lost(record: Json, ply: int, move: str) -> float:
    """What a move gives away by searches 100 times as long as the check."""
    real, simulations = replay(record, ply - 1), TIMES * SIMULATIONS["check"]
    table = Game.from_view(real.view(real.turn), seed=4)
    best = long_best(table, simulations)
    twin = same_move(table, Move.parse(move), [best])
    if twin == best:
        return 0.0
    worths = [worth_of(table, one, simulations, 5).expected.chance[table.turn] for one in (best, twin)]
    return worths[0] - worths[1]


def check_blunders(wish: argparse.Namespace) -> None:
    """Look at blunders again until there are enough, or the time is over."""
    for game in wish.game:
        found = _kept(wish, _blunders(game, wish))
        _share(f"{game}: blunders that are mistakes to {TIMES * SIMULATIONS['check']:,} simulations", found, 95)


def _blunders(game: str, wish: argparse.Namespace) -> Iterator[dict[str, Any]]:
    number = 0
    games = takewhile(lambda _: number < wish.number, ((game, seed) for seed in count()))
    for several in each(blunders_of, games, wish.processes, wish.seconds / len(wish.game)):
        number += len(several)
        yield from several


# Luck


def luck_of(given: tuple[str, int]) -> dict[str, Any]:
    """The luck of the first player in a game of a bot against itself, and whether it adds up."""
    game, seed = given
    record = played(game, STRONG, 50_000 + seed)
    found = review(record).luck
    assert found is not None
    first = record["chance"]["first_player"]
    rest = max(
        abs(found.start.chance[s] + found.luck.chance[s] + sum(one.chance[s] for one in found.slips) - found.result.chance[s])
        for s in range(2)
    )
    deals = [step for step in found.steps if step.kind == "deal"]
    return {
        "game": game,
        "chance": found.luck.chance[first],
        "lead": found.luck.lead[first],
        "deal": [step.chance[first] for step in deals],
        "rest": rest,
    }


def check_luck(wish: argparse.Namespace) -> None:
    """Whether luck averages 0."""
    for game in wish.game:
        work = each(luck_of, ((game, seed) for seed in range(wish.number)), wish.processes, wish.seconds / len(wish.game))
        found = _kept(wish, work)
        for name in ("chance", "lead"):
            numbers = [one[name] for one in found]
            mean, error = statistics.fmean(numbers), statistics.stdev(numbers) / math.sqrt(len(numbers))
            shown(
                f"{game}: mean luck of who starts, {name}, {len(numbers)} games", f"{mean:+.4f} ± {error:.4f}",
                "0 within 2 errors", abs(mean) <= 2 * error,
            )  # fmt: skip
        rest = max(one["rest"] for one in found)
        shown(f"{game}: start + luck + slips - result", f"{rest:.1e}", "at most 1e-9", rest <= 1e-9)


def main() -> None:
    """Measure what is asked for."""
    commands: dict[str, tuple[Callable[[argparse.Namespace], None], int]] = {
        "speed": (speed, 0),
        "puzzles": (check_puzzles, 150),
        "blunders": (check_blunders, 500),
        "luck": (check_luck, 2_000),
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=commands)
    parser.add_argument("--game", nargs="+", default=list(OPTIONS), choices=list(OPTIONS))
    parser.add_argument("--number", type=int, default=None, help="how many of each game")
    parser.add_argument("--games", type=int, default=None, help="games whose reviews are timed")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=1e9, help="nothing is begun after so long")
    parser.add_argument("--log", type=Path, nargs="+", default=[], help="puzzles of these logs, not of the package")
    parser.add_argument("--out", type=Path, default=None, help="write every result to this file")
    wish = parser.parse_args()
    work, number = commands[wish.what]
    wish.number = wish.number or number
    work(wish)


if __name__ == "__main__":
    sys.exit(main())
