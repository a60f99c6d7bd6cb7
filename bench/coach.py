"""What the coach says next to what is required of it: `python -m bench.coach speed|puzzles|blunders|luck|redeal|odds [--help]`.

speed     a review of a game of about 50 moves: the first curve and the whole, on one core
puzzles   the stored best move is still the best by a search 100 times as long as the one that proved it
blunders  moves that a review calls blunders are mistakes to searches 100 times as long as its look
luck      luck averages 0 over games of a bot against itself
redeal    how far the worth before a deal is from the mean over other deals in its place
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

import numpy as np

from tessela import Game
from tessela.bots.analysis.study import SPECTATOR
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.bots.registry import make_bot
from tessela.bots.search.bots import best_tiling
from tessela.bots.search.searcher import Searcher
from tessela.coach.course import Ply, course_of
from tessela.coach.forms import Expected, Puzzle, Review, Task
from tessela.coach.judging import MISTAKE
from tessela.coach.looks import SIMULATIONS, look_at
from tessela.coach.mine import read_log
from tessela.coach.mining import LONG
from tessela.coach.odds import DealOdds, deal_in_azul, deal_in_duel
from tessela.coach.processes import each
from tessela.coach.puzzles import puzzles
from tessela.coach.review import review, review_stream, work
from tessela.coach.weighing import worth_of
from tessela.game import Move
from tessela.game.record import replay
from tessela.game.ruleset import Json, States
from tessela.game.tiles import counts
from tessela.rules import kernels
from tessela.rules.azul.constants import FACTORIES
from tessela.rules.handful import FIELD, ONE_FIELD

TIMES = 100
OPTIONS: dict[str, dict[str, Any]] = {"azul": {}, "duel": {"tablets": "random"}}
PEOPLE = ("tiler", "painter", "surveyor", "architect")  # who play about as people do
STRONG = ("court", "court")
DEALS = 16  # in place of one
RARE = 20  # deals that must show something, or not, before its share is compared
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
    searcher.begin(table, SPECTATOR if table.to_move is None else table.to_move, 977)
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
    """What a move gives away by searches 100 times as long as the look."""
    real, simulations = replay(record, ply - 1), TIMES * SIMULATIONS["look"]
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
        _share(f"{game}: blunders that are mistakes to {TIMES * SIMULATIONS['look']:,} simulations", found, 95)


def _blunders(game: str, wish: argparse.Namespace) -> Iterator[dict[str, Any]]:
    number = 0
    games = takewhile(lambda _: number < wish.number, ((game, seed) for seed in count()))
    for several in each(blunders_of, games, wish.processes, wish.seconds / len(wish.game)):
        number += len(several)
        yield from several


# Luck


def luck_of(given: tuple[str, int]) -> dict[str, Any]:
    """The luck of seat 0, whoever starts, in a game of a bot against itself, looked at only where chance shows something."""
    game, seed = given
    record = played(game, STRONG, 50_000 + seed)
    plies = course_of(record).plies
    before = [ply.number for ply in plies if ply.chance and ply.number < len(plies)]
    looks = {
        look.ply: look for look in work(record, [Task("look", ply) for ply in sorted({1, *before, *(n + 1 for n in before)})])
    }
    opening = looks[1].with_best
    chance, lead = opening.chance[0] - 0.5, opening.lead[0]
    for number in before:
        change = looks[number + 1].with_best - looks[number].with_played
        chance, lead = chance + change.chance[0], lead + change.lead[0]
    return {"game": game, "seed": seed, "chance": chance, "lead": lead}


def check_luck(wish: argparse.Namespace) -> None:
    """Whether luck averages 0."""
    for game in wish.game:
        work = each(luck_of, ((game, seed) for seed in range(wish.number)), wish.processes, wish.seconds / len(wish.game))
        found = _kept(wish, work)
        for name in ("chance", "lead"):
            numbers = [one[name] for one in found]
            mean, error = statistics.fmean(numbers), statistics.stdev(numbers) / math.sqrt(len(numbers))
            shown(
                f"{game}: mean luck of seat 0, {name}, {len(numbers)} games", f"{mean:+.4f} ± {error:.4f}",
                "0 within 2 errors", abs(mean) <= 2 * error,
            )  # fmt: skip


# Dealing again


def redealt(given: tuple[str, int]) -> list[dict[str, Any]]:
    """For the deals of a game: what was expected before, and after each of many other deals in its place, by who starts then."""
    game, seed = given
    record = played(game, STRONG, 80_000 + seed)
    found = []
    for ply in course_of(record).plies:
        if ply.chance == "deal":
            table = replay(record, ply.number - 1)
            before = look_at(table, ply, "look").with_played
            after = [_after_deal(table, ply, number) for number in range(DEALS)]
            first = after[0][0]
            found.append(
                {"game": game, "before": before.chance[first], "after": [expected.chance[first] for _, expected in after]}
            )
    return found


def _after_deal(table: Game, ply: Ply, number: int) -> tuple[int, Expected]:
    """Who is to move after another deal, and what is expected then."""
    later = Game.from_state(table.state(), seed=number)
    later.play(ply.move)
    best = str(later.legal_moves()[0])
    look = look_at(later, Ply(1, later.round, later.turn, best, None, later.round, later.scores), "look")
    return later.turn, look.with_best


def deal_again(wish: argparse.Namespace) -> None:
    """How far the worth before a deal is from the mean over other deals: a bias, and what is left of the error of one deal."""
    for game in wish.game:
        pieces = ((game, seed) for seed in range(wish.number))
        found = [one for several in each(redealt, pieces, wish.processes, wish.seconds / len(wish.game)) for one in several]
        off = [statistics.fmean(one["after"]) - one["before"] for one in found]
        noise = statistics.fmean(statistics.variance(one["after"]) / DEALS for one in found)
        spread = statistics.fmean(statistics.stdev(one["after"]) for one in found)
        bias, error = statistics.fmean(off), statistics.stdev(off) / math.sqrt(len(off))
        own = math.sqrt(max(0.0, statistics.fmean(one * one for one in off) - noise))
        print(
            f"{game}: {len(found)} deals, {DEALS} times each: a deal moves the chance by {100 * spread:.1f} %; "
            f"before it is off by {100 * bias:+.1f} ± {100 * error:.1f} % on the mean, {100 * own:.1f} % by itself"
        )


# Odds


def check_odds(wish: argparse.Namespace) -> None:
    """Exact odds against deals of the rules, from the starts of rounds: the farthest of all figures, in standard errors."""
    for game in wish.game:
        worst, figures = 0.0, 0
        for rounds in range(1, 5):
            table, states = _before_deal(game, rounds)
            found = _dealt(table, states, wish.number // 4)
            deal = _odds_before(table, states)
            for letter, lying in zip(deal.bag, found, strict=True):
                for chances, numbers in ((deal.dealt[letter], lying.sum(axis=1)), (deal.together[letter], lying.max(axis=1))):
                    errors = list(_errors(chances, numbers))
                    worst, figures = max([worst, *errors]), figures + len(errors)
        most = statistics.NormalDist().inv_cdf(1 - 0.0027 / 2 / figures)  # what 3 errors of one figure are for the worst of all
        shown(
            f"{game}: worst of {figures} odds, {wish.number:,} deals", f"{worst:.2f} errors", f"at most {most:.2f}", worst <= most
        )


def _errors(chances: list[float], numbers: Any) -> Iterator[float]:
    """How many standard errors the shares of deals with at least 0, 1, 2, ... are off."""
    deals = len(numbers)
    for number, chance in enumerate(chances):
        if RARE <= chance * deals <= deals - RARE:
            yield abs(float(np.mean(numbers >= number)) - chance) / math.sqrt(chance * (1 - chance) / deals)


def _before_deal(game: str, rounds: int) -> tuple[Game, States]:
    """A game of chance moves, and its state before the deal that follows so many rounds."""
    for seed in count(rounds):
        table, dice = Game(game, seed=seed, **OPTIONS[game]), random.Random(seed)
        while not table.is_over:
            move, states = dice.choice(table.legal_moves()), table.states()
            kernels.apply_in(states, 0, table.action_of(move))
            if int(states.phase[0]) == table.ruleset.DEAL and int(states.round_number[0]) > rounds:
                return table, states
            table.play(move)
    raise AssertionError


def _dealt(table: Game, states: States, deals: int) -> list[Any]:
    """For each kind of tile, how many of it lie on each factory, in many deals."""
    many = np.repeat(states, deals).view(np.recarray)
    many.rng[:] = np.random.default_rng(deals).integers(0, 2**63, deals, dtype=np.uint64)
    for number in range(deals):
        kernels.deal_in(many, number, kernels.NOTHING_GIVEN)
    factories = many.offer[:, 1 : 1 + int(FACTORIES[table.players])] if table.name == "azul" else many.sun
    return [(factories.astype(np.int64) >> (FIELD * kind)) & ONE_FIELD for kind in range(len(table.view(0)["bag"]))]


def _odds_before(table: Game, states: States) -> DealOdds:
    view, lid = table.view(0), "lid" if table.name == "azul" else "tower"
    letters = "".join(view["bag"])
    known = {"bag": counts(int(states.bag[0]), letters), lid: counts(int(states[lid][0]), letters)}
    deal = (deal_in_azul if table.name == "azul" else deal_in_duel)({**view, **known})
    assert deal is not None
    return deal


def main() -> None:
    """Measure what is asked for."""
    commands: dict[str, tuple[Callable[[argparse.Namespace], None], int]] = {
        "speed": (speed, 0),
        "puzzles": (check_puzzles, 150),
        "blunders": (check_blunders, 500),
        "luck": (check_luck, 2_000),
        "redeal": (deal_again, 40),
        "odds": (check_odds, 1_000_000),
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
