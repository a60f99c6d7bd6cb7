"""What the coach says next to what is required of it: `python -m bench.coach speed|puzzles|blunders|luck|redeal|odds [--help]`.

speed     a review of a game of about 50 moves: the first curve and the whole, on one core
puzzles   the stored best move is still the best by a search 100 times as long as the one that proved it
blunders  moves that a review calls blunders are mistakes to searches 100 times as long as its look
luck      luck averages 0 over games of a bot against itself, and is worth in wins what it says
redeal    how far the worth before a deal is from the mean over other deals in its place
odds      exact odds against simulated deals

All but the speed are measured by many processes, end in time (--seconds) and go on from a file (--out).
"""

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from bench.pieces import Found, Piece, add_options, measured
from tessela import Game
from tessela.bots.analysis.study import SPECTATOR
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.bots.registry import make_bot
from tessela.bots.search.bots import best_tiling
from tessela.bots.search.searcher import Searcher
from tessela.coach.course import Ply, course_of
from tessela.coach.forms import Drawn, Expected, Look, MoveJudgement, Puzzle, Task
from tessela.coach.judging import MISTAKE
from tessela.coach.looks import SIMULATIONS, draw_at, look_at, work
from tessela.coach.luck import DRAWS, Draws
from tessela.coach.mine import read_log
from tessela.coach.mining import LONG
from tessela.coach.odds import DealOdds, deal_in_azul, deal_in_duel
from tessela.coach.puzzles import puzzles
from tessela.coach.review import Reviewer, review_stream
from tessela.coach.weighing import worth_of
from tessela.game import Move
from tessela.game.record import replay
from tessela.game.ruleset import Json, States
from tessela.game.tiles import counts
from tessela.rules import kernels
from tessela.rules.azul.constants import FACTORIES
from tessela.rules.handful import FIELD, ONE_FIELD

TIMES = 100
ROOM = 2  # nodes a simulation: more than a long search needs
OPTIONS: dict[str, dict[str, Any]] = {"azul": {}, "duel": {"tablets": "random"}}
PEOPLE = ("tiler", "painter", "surveyor", "architect")  # who play about as people do
ALL_SORTS = ("mason", "potter", *PEOPLE)  # and those who begin
STRONG = ("court", "court")
RARE = 20  # deals that must show something, or not, before its share is compared
MEANS_WITHIN = 2  # standard errors
AT_ONCE = 50_000  # deals of a piece
STARTS = 4  # positions whose deals are simulated, of each game
FIRST_CURVE, WHOLE, MOVES = 2.0, 15.0, 50  # seconds, for a game of so many moves


def played(game: str, names: Sequence[str], seed: int, **options: Any) -> Json:
    """The record of a game of bots."""
    table = Game(game, seed=seed, **OPTIONS[game], **options)
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
    for game, players in (("azul", 2), ("azul", 4), ("duel", 2)):
        if game in wish.game:
            firsts, wholes = zip(*(_timed(game, players, seed) for seed in range(wish.number)), strict=True)
            for what, times, most in (("first curve", firsts, FIRST_CURVE), ("whole review", wholes, WHOLE)):
                told = f"{game} of {players}: {what} of {MOVES} moves, worst of {len(times)}"
                shown(told, f"{max(times):.2f} s", f"at most {most} s", max(times) <= most)


def _timed(game: str, players: int, seed: int) -> tuple[float, float]:
    record = played(game, PEOPLE[:players], seed, **({"players": players} if players > 2 else {}))
    began = time.process_time()
    stream = review_stream(record)
    next(stream)
    first = time.process_time() - began
    for _ in stream:
        pass
    whole, share = time.process_time() - began, MOVES / len(record["moves"])
    return first * share, whole * share


# Long searches


def grown(table: Game, simulations: int, only: Move | None = None) -> Searcher:
    """A long search of a position, or through one of its moves."""
    searcher = Searcher(ROOM * simulations)
    searcher.begin(table, SPECTATOR if table.to_move is None else table.to_move, 977)
    if only is not None:
        searcher.only(table.action_of(only))
    searcher.grow(Budget(simulations=simulations))
    assert searcher.proven or searcher.simulations >= simulations, "the tree is full"
    return searcher


def long_best(table: Game, simulations: int) -> Move:
    """The best move by a long search."""
    return best_tiling(table).move if table.is_tiling else table.move_of(grown(table, simulations).root()[0].action)


def long_chance(table: Game, move: Move, simulations: int) -> float:
    """The chance of whoever moves, by a long search through a move."""
    if table.is_tiling:
        return worth_of(table, move, simulations, 977).expected.chance[table.turn]
    return grown(table, simulations, move).outlook(table.players).chance[table.turn]


def still_best(piece: Piece) -> Found:
    """Whether the stored best move of a puzzle is the best by a long search."""
    _, name, position, accepted = piece
    best = str(long_best(Game.from_text(position), TIMES * LONG))
    return {"piece": piece, "id": name, "best": best, "agrees": best in accepted.splitlines()}


def check_puzzles(wish: argparse.Namespace) -> None:
    """Search a sample of puzzles again, those of the package or of the logs of a mine."""
    failed = []
    for game in wish.game:
        stored = _puzzles_of(game, wish.log)
        sample = random.Random(17).sample(stored, min(len(stored), wish.number))
        pieces = [(game, one.id, one.position, "\n".join(one.accepted)) for one in sample]
        found = measured(wish, f"puzzles of {game}", still_best, pieces, share=1 / len(wish.game))
        failed += [one["id"] for one in found if not one["agrees"]]
        _share(f"{game}: best move still best by {TIMES * LONG:,} simulations", found, 98)
    print(f"not best any more: {' '.join(failed) or 'none'}")
    if wish.failed:
        wish.failed.write_text("".join(f"{name}\n" for name in failed))


def _puzzles_of(game: str, logs: list[Path]) -> list[Puzzle]:
    if not logs:
        return list(puzzles(game))
    return [puzzle for log in logs for line in read_log(log) if line.game == game for puzzle in line.puzzles]


def _share(what: str, found: list[Found], least: int) -> None:
    right, number = sum(one["agrees"] for one in found), len(found)
    percent = 100 * right / number if number else math.nan
    shown(what, f"{percent:.1f} % of {number}", f"at least {least} %", percent >= least)


# Blunders


def blunders_of(piece: Piece) -> Found:
    """The moves of a game that its review calls blunders, and what they give away by long searches."""
    game, seed = piece
    names = (ALL_SORTS[seed % len(ALL_SORTS)], ALL_SORTS[seed // len(ALL_SORTS) % len(ALL_SORTS)])
    record = played(game, names, 1_000 + seed)
    blunders = [move for move in judged(record) if move.judgement == "blunder"]
    found = [{"ply": move.ply, "lost": move.lost, "truly": _truly_lost(record, move.ply, move.move)} for move in blunders]
    return {"piece": piece, "blunders": found}


def judged(record: Json) -> Iterable[MoveJudgement]:
    """The moves of a review, whose luck nobody asks for."""
    reviewer = Reviewer(record)
    while (tasks := reviewer.tasks()) and tasks[0].stage != "draw":
        reviewer.add(work(record, tasks, reviewer.course.plies))
    return reviewer.review().moves


def _truly_lost(record: Json, ply: int, move: str) -> float:
    """What a move gives away by searches 100 times as long as the look."""
    real, simulations = replay(record, ply - 1), TIMES * SIMULATIONS["look"]
    table = Game.from_view(real.view(real.turn), seed=4)
    best = long_best(table, simulations)
    twin = same_move(table, Move.parse(move), [best])
    if twin == best:
        return 0.0
    return long_chance(table, best, simulations) - long_chance(table, twin, simulations)


def check_blunders(wish: argparse.Namespace) -> None:
    """Look at blunders again until there are enough, or the time is over."""
    for game in wish.game:
        found = measured(
            wish, f"blunders in {game}", blunders_of, ((game, seed) for seed in count()),
            lambda found: sum(len(one["blunders"]) for one in found) >= wish.number, 1 / len(wish.game),
        )  # fmt: skip
        again = [{"agrees": one["truly"] >= MISTAKE} for game_found in found for one in game_found["blunders"]]
        _share(f"{game}: blunders that are mistakes to {TIMES * SIMULATIONS['look']:,} simulations", again, 95)


# Luck


def luck_of(piece: Piece) -> Found:
    """The deals and reveals of a game of a bot against itself: what seat 0 could expect before and after each, and the result."""
    game, seed, most = piece
    record = played(game, STRONG, 50_000 + seed)
    course = course_of(record)
    begins = course.plies[0].seat
    draws = [task for task in Draws(course).left() if task.number <= most]
    looks = [Task("look", ply) for ply in sorted({1, *(task.ply + 1 for task in draws)})]
    found = work(record, looks + draws, course.plies)
    after = {look.ply: look.worth for look in found if isinstance(look, Look)}
    even = Expected((0.5, 0.5), (0.0, 0.0))
    steps = [_step(0, "deal", [even], after[1])]
    for ply in course.plies[:-1]:
        drawn = [one.worth for one in found if isinstance(one, Drawn) and one.ply == ply.number]
        steps += [_step(ply.number, ply.chance, drawn, after[ply.number + 1])] if ply.chance else []
    return {"piece": piece, "begins": begins, "result": course.result.chance[0], "steps": steps}


def _step(ply: int, kind: str, drawn: list[Expected], after: Expected) -> Found:
    """What was expected before chance showed something, by draws, how far that may be off (its variance), and what after it."""
    chances = [one.chance[0] for one in drawn]
    return {
        "ply": ply,
        "kind": kind,
        "before": statistics.fmean(chances),
        "unsure": statistics.variance(chances) / len(chances) if len(chances) > 1 else 0.0,
        "after": after.chance[0],
        "lead": after.lead[0] - statistics.fmean(one.lead[0] for one in drawn),
    }


def check_luck(wish: argparse.Namespace) -> None:
    """Whether luck averages 0, and how much of it the results show: 1 if who has 10 % of luck wins 10 % more often."""
    for game in wish.game:
        pieces = [(game, seed, wish.draws) for seed in range(wish.first, wish.first + wish.number)]
        found = measured(wish, f"luck in {game}", luck_of, pieces, share=1 / len(wish.game))
        for name, change in (("chance", _chance), ("lead", lambda step: step["lead"])):
            _show_mean(f"{game}: mean luck of seat 0, {name}", [sum(map(change, one["steps"])) for one in found])
        # who begins is drawn: a leaning of the method shows in what later deals bring to whoever began
        first = [_of_who_begins(one, one["steps"][:1]) for one in found]
        print(f"{game}: to begin, and the first deal, bring {statistics.fmean(first):+.4f}")
        for kind in ("deal", "reveal"):
            of_kind = [_of_who_begins(one, [step for step in one["steps"][1:] if step["kind"] == kind]) for one in found]
            if any(of_kind):
                _show_mean(f"{game}: mean luck of who began in later {kind}s", of_kind)
        for kind in ("deal", "reveal"):
            _print_worth(game, kind, found)


def _chance(step: Found) -> float:
    return float(step["after"] - step["before"])


def _of_who_begins(one: Found, steps: list[Found]) -> float:
    """What some steps have brought to the one who began the game."""
    return (1 - 2 * one["begins"]) * sum(map(_chance, steps))


def _show_mean(what: str, numbers: list[float]) -> None:
    mean, error = statistics.fmean(numbers), statistics.stdev(numbers) / math.sqrt(len(numbers))
    value = f"{mean:+.4f} ± {error:.4f}"
    shown(f"{what}, {len(numbers)} games", value, f"0 within {MEANS_WITHIN} errors", abs(mean) <= MEANS_WITHIN * error)


def _print_worth(game: str, kind: str, found: list[Found]) -> None:
    """What a unit of luck is worth in wins: the slope of the results on the luck of each step."""
    steps = [[(step, one["result"]) for step in one["steps"] if step["kind"] == kind] for one in found]
    changes = [[(step["after"] - step["before"], result - step["before"], step["unsure"]) for step, result in of] for of in steps]
    luck = [sum(change * change - unsure for change, _, unsure in of) for of in changes]
    shows = [sum(change * won - unsure for change, won, unsure in of) for of in changes]
    number = sum(map(len, changes))
    if number and sum(luck) > 0:
        slope = sum(shows) / sum(luck)
        error = math.sqrt(sum((won - slope * own) ** 2 for won, own in zip(shows, luck, strict=True))) / sum(luck)
        spread = math.sqrt(sum(luck) / number)
        print(f"{game}: a {kind} moves the chance by {100 * spread:.2f} %, of which results show {slope:.2f} ± {error:.2f}")


# Dealing again


def redealt(piece: Piece) -> Found:
    """For the deals of a game: what the move before them was held to be worth, and each of many other deals in its place."""
    game, seed = piece
    record = played(game, STRONG, 80_000 + seed)
    deals = [_dealt_again(record, ply) for ply in course_of(record).plies if ply.chance == "deal"]
    return {"piece": piece, "deals": deals}


def _dealt_again(record: Json, ply: Ply) -> Found:
    table = replay(record, ply.number - 1)
    after = [draw_at(table, ply, number).worth.chance[0] for number in range(1, 2 * DRAWS["deal"] + 1)]
    return {"net": look_at(table, ply, "look").with_played.chance[0], "after": after}


def deal_again(wish: argparse.Namespace) -> None:
    """How far the mean over the draws of a review is from that over as many others, and what the value net would have said."""
    for game in wish.game:
        pieces = [(game, seed) for seed in range(wish.number)]
        found = measured(wish, f"deals in {game}", redealt, pieces, share=1 / len(wish.game))
        deals = [deal for one in found for deal in one["deals"]]
        half = DRAWS["deal"]
        apart = [statistics.fmean(deal["after"][:half]) - statistics.fmean(deal["after"][half:]) for deal in deals]
        spread = math.sqrt(statistics.fmean(statistics.variance(deal["after"]) for deal in deals))
        by_net = [deal["net"] - statistics.fmean(deal["after"]) for deal in deals]
        own = math.sqrt(max(0.0, statistics.fmean(one * one for one in by_net) - spread**2 / (2 * half)))
        print(
            f"{game}: {len(deals)} deals, {2 * half} others in place of each: a deal moves the chance by {100 * spread:.1f} %; "
            f"the mean of {half} is off by {100 * math.sqrt(statistics.fmean(one * one for one in apart) / 2):.1f} %, "
            f"the value net by {100 * own:.1f} %"
        )


# Odds


def odds_of(piece: Piece) -> Found:
    """In how many deals at least 0, 1, 2, ... tiles of each kind lie on the factories, and together on one."""
    game, rounds, number = piece
    table, states = _before_deal(game, rounds)
    found = _dealt(table, states, (number, rounds))
    tallies = [[_at_least(lying.sum(axis=1)), _at_least(lying.max(axis=1))] for lying in found]
    return {"piece": piece, "deals": AT_ONCE, "tallies": tallies}


def _at_least(numbers: Any) -> list[int]:
    return [int((numbers >= number).sum()) for number in range(int(numbers.max()) + 1)]


def check_odds(wish: argparse.Namespace) -> None:
    """Exact odds against deals of the rules, from the starts of rounds: the farthest of all figures, and how far all are."""
    for game in wish.game:
        pieces = [(game, rounds, number) for number in _numbers(wish) for rounds in range(1, STARTS + 1)]
        found = measured(wish, f"odds in {game}", odds_of, pieces, share=1 / len(wish.game))
        own = [[one for one in found if one["piece"][1] == rounds] for rounds in range(1, STARTS + 1)]
        whole = min(map(len, own))  # pieces of each start: fewer than wished for where the time was over
        own, deals = [pieces[:whole] for pieces in own], whole * AT_ONCE
        errors = np.concatenate([_errors(game, rounds, pieces) for rounds, pieces in enumerate(own, start=1)])
        worst = float(np.abs(errors.sum(axis=1) / math.sqrt(errors.shape[1])).max())
        most = statistics.NormalDist().inv_cdf(
            1 - 0.0027 / 2 / len(errors)
        )  # what 3 errors of one figure are for the worst of all
        what = f"{game}: worst of {len(errors)} odds, {deals:,} deals from each start"
        shown(what, f"{worst:.2f} errors", f"at most {most:.2f}", worst <= most)
        of_pieces = (errors**2).mean(axis=0)  # figures of the same deals go together, pieces do not
        mean, error = of_pieces.mean(), of_pieces.std(ddof=1) / math.sqrt(len(of_pieces))
        what = f"{game}: mean square of all errors, by {AT_ONCE:,} deals"
        shown(what, f"{mean:.4f} ± {error:.4f}", "1 within 3 errors", abs(mean - 1) <= 3 * error)


def _numbers(wish: argparse.Namespace) -> range:
    return range(wish.first, wish.first - (-wish.number // AT_ONCE))


def _errors(game: str, rounds: int, pieces: list[Found]) -> Any:
    """How many standard errors the share of every figure is off in each piece of the deals from one start."""
    odds, deals = _odds_before(*_before_deal(game, rounds)), sum(one["deals"] for one in pieces)
    figures = [
        (kind, which, number, chance)
        for kind, letter in enumerate(odds.bag)
        for which, chances in enumerate((odds.dealt[letter], odds.together[letter]))
        for number, chance in enumerate(chances)
        if RARE <= chance * deals <= deals - RARE
    ]
    return np.array([[_error(one, *figure) for one in pieces] for figure in figures])


def _error(piece: Found, kind: int, which: int, number: int, chance: float) -> float:
    tally, deals = piece["tallies"][kind][which], piece["deals"]
    seen = tally[number] if number < len(tally) else 0
    return float((seen - chance * deals) / math.sqrt(chance * (1 - chance) * deals))


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


def _dealt(table: Game, states: States, dice: Sequence[int]) -> list[Any]:
    """For each kind of tile, how many of it lie on each factory, in many deals."""
    many = np.repeat(states, AT_ONCE).view(np.recarray)
    many.rng[:] = np.random.default_rng(dice).integers(0, 2**63, AT_ONCE, dtype=np.uint64)
    for one in range(AT_ONCE):
        kernels.deal_in(many, one, kernels.NOTHING_GIVEN)
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
        "speed": (speed, 3),
        "puzzles": (check_puzzles, 300),
        "blunders": (check_blunders, 500),
        "luck": (check_luck, 2_000),
        "redeal": (deal_again, 40),
        "odds": (check_odds, 1_000_000),
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=commands)
    parser.add_argument("--game", nargs="+", default=list(OPTIONS), choices=list(OPTIONS))
    parser.add_argument("--number", type=int, default=None, help="how many of each game")
    parser.add_argument("--first", type=int, default=0, help="the first seed: with another one, other games and deals")
    parser.add_argument(
        "--draws", type=int, default=2, help="in place of a deal or reveal, for its luck; more make the error smaller"
    )
    parser.add_argument("--log", type=Path, nargs="+", default=[], help="puzzles of these logs, not of the package")
    parser.add_argument("--failed", type=Path, default=None, help="write the ids of puzzles that fail to this file")
    add_options(parser)
    wish = parser.parse_args()
    work, number = commands[wish.what]
    wish.number = wish.number or number
    work(wish)


if __name__ == "__main__":
    sys.exit(main())
