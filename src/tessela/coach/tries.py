"""Answers to those who try: how good a move is, in a puzzle or in any position."""

from typing import Final

from tessela.bots.analysis.study import Study
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.coach.course import Ply
from tessela.coach.errors import CoachError
from tessela.coach.follows import told_of_both
from tessela.coach.forms import Answer, Look, Puzzle
from tessela.coach.judging import GOOD, MISTAKE, judgement_of
from tessela.coach.looks import SIMULATIONS, look_at
from tessela.coach.review import loss
from tessela.coach.weighing import worth_of
from tessela.game import Game, Move
from tessela.game.ruleset import Json

REPLY: Final = 6  # moves that are shown after a try, at most
SEED: Final = 21


def view_of(position: Puzzle | Json) -> Json:
    """What the one who tries sees: the view of a puzzle, or the view that was given, in which something must be to decide."""
    if isinstance(position, Puzzle):
        return Game.from_text(position.position).view(position.seat)
    if not isinstance(position, dict) or "seat" not in position:
        raise CoachError("a position to try in is a puzzle, or a view: what game.view(seat) returns")
    if position.get("phase") == "over":
        raise CoachError("the game is over: there is no move to try")
    if position["seat"] != position.get("to_move"):
        raise CoachError(f"it is not the turn of seat {position['seat']!r}")
    return position


def answer(position: Puzzle | Json, move: str) -> Answer:
    """How good a move is: in a puzzle next to its solution, elsewhere next to the best move, judged as in a review.

    >>> game = Game("azul", seed=7)
    >>> found = answer(game.view(game.turn), "1B>F")
    >>> found.right, found.judgement in ("mistake", "blunder")
    (False, True)
    """
    view, tried = view_of(position), Move.parse(move)
    game = Game.from_view(view)
    game.action_of(tried)  # refuses what is not legal
    return _to_puzzle(position, view, tried) if isinstance(position, Puzzle) else _to_view(game, str(tried))


def _to_view(game: Game, move: str) -> Answer:
    look = _looked(game, Ply(1, game.round, game.turn, move, None, game.round, game.scores))
    lost, seat = loss(look, game.turn), game.turn
    return Answer(
        move=move,
        right=lost < GOOD,
        judgement="forced" if look.kind == "forced" else judgement_of(lost),
        lost=lost,
        chance=look.with_played.chance[seat],
        best_chance=look.with_best.chance[seat],
        reasons=look.reasons,
        reply=expected(game, Move.parse(move))[1:],
    )


def _looked(game: Game, ply: Ply) -> Look:
    """A look, and a check of what looks like a mistake."""
    look = look_at(game, ply, "look")
    if look.kind == "search" and loss(look, ply.seat) >= MISTAKE:
        return min(look, look_at(game, ply, "check"), key=lambda one: loss(one, ply.seat))
    return look


def expected(game: Game, move: Move) -> tuple[str, ...]:
    """A move and those that are expected after it."""
    return worth_of(game, move, SIMULATIONS["look"], SEED, REPLY + 1).line


def _to_puzzle(puzzle: Puzzle, view: Json, tried: Move) -> Answer:
    study = Study(view, SEED, Budget(simulations=SIMULATIONS["check"]))
    twin = same_move(study.game, tried, [Move.parse(puzzle.solution[0])])
    worth = worth_of(study.game, twin, SIMULATIONS["check"], study.seed + 1, REPLY + 1)
    right, chance = str(twin) in puzzle.accepted, worth.expected.chance[puzzle.seat]
    lost = 0.0 if right else max(0.0, puzzle.best - chance)
    return Answer(
        move=str(tried),
        right=right,
        judgement=judgement_of(lost),
        lost=lost,
        chance=puzzle.best if right else chance,
        best_chance=puzzle.best,
        reasons=told_of_both(study.game, (str(tried), *worth.line[1:]), puzzle.solution)[0],
        reply=puzzle.solution[1:] if right else worth.line[1:],
    )
