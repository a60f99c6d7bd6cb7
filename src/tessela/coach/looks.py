"""Looking at the moves of a game, each by itself and by what its player knew: pieces of work for any process, in any order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tessela.bots.analysis.study import LINE, Study
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.bots.simple import dice_for
from tessela.coach.course import Ply
from tessela.coach.follows import Reasons, told_of_both
from tessela.coach.forms import Drawn, Found, Look, Stage, Task, Told
from tessela.coach.weighing import Worth, worth_of
from tessela.game import Game, Move
from tessela.game.record import positions

# Simulations of a search: a glance for the first curve, a look that judges, the check of what looks like a mistake, and the proof
# of what is a blunder to both; each draws for itself
SIMULATIONS: Final[dict[Stage, int]] = {"glance": 250, "look": 3_000, "check": 20_000, "proof": 80_000}
_SEEDS: Final[dict[Stage, int]] = {"glance": 11, "look": 12, "check": 13, "proof": 14}
_DRAWS_FROM: Final = 1_000  # the seeds of other draws, which follow from what the one who moved before them knew


def look_at(game: Game, ply: Ply, stage: Stage) -> Look:
    """Look at the move that was played in a position: find the best one, and weigh both in searches of their own."""
    study = _studied(game, stage)
    best = _best(study, stage)
    told = stage != "glance"
    worth = with_best = with_played = _weighed(study, best, stage, told)
    played = same_move(study.game, Move.parse(ply.move), [best])
    if played != best:
        with_played = _weighed(study, played, stage, told)
        if with_played.expected.chance[ply.seat] >= with_best.expected.chance[ply.seat]:
            best, with_best = played, with_played  # its own search thinks better of it than of what was held to be the best
    is_best = played == best
    weighed = dict.fromkeys((with_best, with_played))
    reasons, better_reasons = _reasons(study, ply.move, with_played, with_best) if told else ((), ())
    return Look(
        stage=stage,
        ply=ply.number,
        kind=study.kind,
        moves=study.moves,
        best=ply.move if is_best else str(best),
        is_best=is_best,
        worth=worth.expected,
        with_best=with_best.expected,
        with_played=with_played.expected,
        line=study.line(best) if told and not is_best else (),
        reasons=reasons,
        better_reasons=better_reasons,
        simulations=study.simulations + sum(worth.simulations for worth in weighed),
        error=sum(worth.error**2 for worth in weighed) ** 0.5,
    )


def _studied(game: Game, stage: Stage) -> Study:
    return Study(game.view(game.turn), _SEEDS[stage], Budget(simulations=SIMULATIONS[stage]))


def _best(study: Study, stage: Stage) -> Move:
    """The move that a search holds to be the best."""
    if study.kind == "forced":
        return study.game.legal_moves()[0]
    study.think(Budget(simulations=SIMULATIONS[stage]))
    return study.ranked()[0].move


def _weighed(study: Study, move: Move, stage: Stage, follows: bool = False) -> Worth:
    return worth_of(study.game, move, SIMULATIONS[stage], study.seed + 1, LINE if follows else 0)


def draw_at(game: Game, ply: Ply, number: int) -> Drawn:
    """Draw anew what chance shows after a move, and look at what comes of it.

    The look is the same as at what was really shown, so that neither is ahead on the mean.
    """
    study = _studied(drawn_anew(game, ply, number), "look")
    return Drawn(ply.number, number, _weighed(study, _best(study, "look"), "look").expected)


def drawn_anew(game: Game, ply: Ply, number: int) -> Game:
    """The game after a move where chance is drawn anew, from all that its player holds possible."""
    view = game.view(game.turn)
    later = Game.from_view(view, seed=dice_for(_DRAWS_FROM + number, view).getrandbits(62))
    later.play(ply.move)
    return later


def _reasons(study: Study, move: str, played: Worth, best: Worth) -> tuple[Reasons, Reasons]:
    """What speaks for and against a move, and a better one if there is."""
    if played is best:
        return tuple(Told.of(reason) for reason in study.reasons(Move.parse(move))), ()
    return told_of_both(study.game, played.line, best.line)


def work(record: Mapping[str, Any], tasks: Sequence[Task], plies: Iterable[Ply]) -> list[Found]:
    """Do some tasks of a review; nothing but the record and the task decides what comes of it."""
    by_ply: dict[int, list[Task]] = {}
    for task in tasks:
        by_ply.setdefault(task.ply, []).append(task)
    known = {ply.number: ply for ply in plies}
    found = list[Found]()
    for number, game in enumerate(positions(record), start=1):
        found += [_done(game, known[number], task) for task in by_ply.get(number, ())]
    return found


def _done(game: Game, ply: Ply, task: Task) -> Found:
    return draw_at(game, ply, task.number) if task.stage == "draw" else look_at(game, ply, task.stage)
