"""Looking at the moves of a game, each by itself and by what its player knew: pieces of work for any process, in any order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tessela.bots.analysis.study import Study
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.coach.course import Ply
from tessela.coach.forms import Look, Stage, Task, Told
from tessela.coach.weighing import worth_of
from tessela.game import Game, Move
from tessela.game.record import positions

# Simulations of a search: a glance for the first curve, a look that judges, and the check of what looks like a mistake
SIMULATIONS: Final[dict[Stage, int]] = {"glance": 250, "look": 3_000, "check": 20_000}
_SEEDS: Final[dict[Stage, int]] = {"glance": 11, "look": 12, "check": 13}  # looks of different stages draw for themselves


def look_at(game: Game, ply: Ply, stage: Stage) -> Look:
    """Look at the move that was played in a position: find the best one, and weigh both in searches of their own."""
    simulations = SIMULATIONS[stage]
    budget = Budget(simulations=simulations)
    study = Study(game.view(game.turn), _SEEDS[stage], budget)
    played = best = Move.parse(ply.move)
    if study.kind != "forced":
        study.think(budget)
        best = study.ranked()[0].move
        played = same_move(study.game, played, [best])
    with_best = with_played = worth_of(study.game, best, simulations, study.seed + 1)
    if played != best:
        with_played = worth_of(study.game, played, simulations, study.seed + 1)
        if with_played.expected.chance[ply.seat] >= with_best.expected.chance[ply.seat]:
            best, with_best = played, with_played  # its own search thinks better of it than of what was held to be the best
    is_best, told = played == best, stage != "glance"
    weighed = dict.fromkeys((with_best, with_played))
    return Look(
        stage=stage,
        ply=ply.number,
        kind=study.kind,
        moves=study.moves,
        best=ply.move if is_best else str(best),
        is_best=is_best,
        with_best=with_best.expected,
        with_played=with_played.expected,
        line=study.line(best) if told and not is_best else (),
        reasons=_told(study, Move.parse(ply.move)) if told else (),
        better_reasons=_told(study, best) if told and not is_best else (),
        simulations=study.simulations + sum(worth.simulations for worth in weighed),
        error=sum(worth.error**2 for worth in weighed) ** 0.5,
    )


def _told(study: Study, move: Move) -> tuple[Told, ...]:
    return tuple(Told.of(reason) for reason in study.reasons(move))


def work(record: Mapping[str, Any], tasks: Sequence[Task], plies: Iterable[Ply]) -> list[Look]:
    """Do some tasks of a review; nothing but the record and the task decides what comes of it."""
    by_ply: dict[int, list[Task]] = {}
    for task in tasks:
        by_ply.setdefault(task.ply, []).append(task)
    known = {ply.number: ply for ply in plies}
    found = []
    for number, game in enumerate(positions(record), start=1):
        found += [look_at(game, known[number], task.stage) for task in by_ply.get(number, ())]
    return found
