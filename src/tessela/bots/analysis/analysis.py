"""A position analysed: its moves ranked, with chances, lines and reasons, at once or growing while it thinks."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from tessela.bots.analysis.study import Study, Weighed
from tessela.bots.analysis.texts import Argument
from tessela.bots.bot import Budget
from tessela.game import Game, Move, OptionError
from tessela.game.ruleset import Json

DEFAULT: Final = Budget(seconds=1.0)
MOST: Final = 5
FIRST_SECONDS = 0.1
FIRST_SIMULATIONS = 256

Kind = Literal["search", "tiling", "forced"]


class AnalysisError(OptionError):
    """There is nothing to analyse, or not in this way."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move with its chance to win (from 0 to 1), the expected margin in points, how often it was tried, the moves expected
    after it, and the reasons for and against it. A chance of `None`: it was never tried."""

    move: Move
    value: float | None
    margin: float | None
    visits: int
    line: tuple[str, ...]
    reasons: tuple[Argument, ...]

    def to_json(self) -> Json:
        """The move as a JSON object."""
        return {
            "move": str(self.move),
            "value": _rounded(self.value, 4),
            "margin": _rounded(self.margin, 2),
            "visits": self.visits,
            "line": list(self.line),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best moves of a position for the one to move, best first, as a seat sees it (`None`: a spectator)."""

    seat: int | None
    to_move: int
    kind: Kind
    moves: int  # how many are legal
    candidates: tuple[Judged, ...]
    simulations: int
    final: bool
    seconds: float = field(compare=False)

    @property
    def best(self) -> Judged:
        """The best move."""
        return self.candidates[0]

    @property
    def forced(self) -> bool:
        """Whether there is only one move."""
        return self.kind == "forced"

    def to_json(self) -> Json:
        """The analysis as a JSON object."""
        return {
            "seat": self.seat,
            "to_move": self.to_move,
            "kind": self.kind,
            "moves": self.moves,
            "simulations": self.simulations,
            "seconds": round(self.seconds, 3),
            "final": self.final,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }


def analyse(
    position: Game | Json, seat: int | None = None, budget: Budget = DEFAULT, seed: int = 0, most: int = MOST
) -> Analysis:
    """The best moves of a game, or of a view of it.

    A game is seen with the eyes of a seat, those of the one to move if none is given; nothing that this seat may not know is
    used. The same view, seed and number of simulations give the same analysis.

    >>> game = Game("azul", seed=7)
    >>> analysis = analyse(game, budget=Budget(simulations=200))
    >>> analysis.best.move in game.legal_moves(), len(analysis.candidates)
    (True, 5)
    """
    study, began = begin(position, seat, budget, seed, most), time.perf_counter()
    study.think(budget)
    return _analysis(study, most, began, final=True)


def analyse_stream(
    position: Game | Json, seat: int | None = None, budget: Budget = DEFAULT, seed: int = 0, most: int = MOST
) -> Iterator[Analysis]:
    """The same, growing: each analysis rests on about twice as much thought as the one before, the last one is final.

    It thinks only while the next analysis is waited for, so it can be left at any time, and on what it has thought before: with a
    budget of simulations the last one equals `analyse`.
    """
    study, began = begin(position, seat, budget, seed, most), time.perf_counter()

    def steps() -> Iterator[Analysis]:
        for step, last in _steps(budget, began) if study.kind == "search" else [(budget, True)]:
            study.think(step)
            yield _analysis(study, most, began, final=last or study.settled)
            if study.settled:
                return

    return steps()


def begin(position: Game | Json, seat: int | None, budget: Budget, seed: int, most: int) -> Study:
    """A study of a position after checking what was asked for."""
    if budget.seconds is None and budget.simulations is None:
        raise AnalysisError("the budget of an analysis needs seconds or simulations")
    if most < 1:
        raise AnalysisError(f"most must be at least 1, not {most!r}")
    return Study(_view(position, seat), seed, budget)  # compiles and reserves what it needs, before the clock runs


def _view(position: Game | Json, seat: int | None) -> Json:
    """What is known of a position in which something is to decide."""
    if isinstance(position, Game):
        if position.is_over:
            raise AnalysisError("the game is over: there is nothing to analyse")
        view = position.view(position.to_move if seat is None else seat)
    else:
        view = position
        if not isinstance(view, dict) or "seat" not in view:
            raise AnalysisError("a view is what game.view(seat) returns")
        if seat is not None and view["seat"] != seat:
            raise AnalysisError(f"this is the view of seat {view['seat']!r}, not of seat {seat!r}")
        if view.get("phase") == "over":
            raise AnalysisError("the game is over: there is nothing to analyse")
    game = position if isinstance(position, Game) else Game.from_view(view)
    if game.hides_moves(view["seat"]):
        raise AnalysisError(f"only seat {view['to_move']} knows its moves: nobody else has seen what they are about")
    return view


def _steps(budget: Budget, began: float) -> Iterator[tuple[Budget, bool]]:
    """Pieces of a budget, each as large as all before it, and whether each is the last, which has all that is left."""
    seconds, simulations, used = FIRST_SECONDS, FIRST_SIMULATIONS, 0
    while True:
        left = None if budget.seconds is None else max(0.01, budget.seconds - (time.perf_counter() - began))
        rest = None if budget.simulations is None else budget.simulations - used
        if (left is not None and left < 2 * seconds) or (rest is not None and rest <= simulations):
            yield Budget(left, rest), True
            return
        yield Budget(None if left is None else seconds, None if rest is None else simulations), False
        used += simulations
        seconds, simulations = 2 * seconds, used


def _analysis(study: Study, most: int, began: float, *, final: bool) -> Analysis:
    return Analysis(
        seat=study.view["seat"],
        to_move=study.view["to_move"],
        kind=study.kind,
        moves=study.moves,
        candidates=tuple(_judged(study, weighed) for weighed in study.ranked()[:most]),
        simulations=study.simulations,
        final=final,
        seconds=time.perf_counter() - began,
    )


def _judged(study: Study, weighed: Weighed) -> Judged:
    move = weighed.move
    return Judged(move, weighed.value, weighed.margin, weighed.visits, study.line(move), study.reasons(move))


def _rounded(number: float | None, digits: int) -> Any:
    return None if number is None else round(number, digits)
