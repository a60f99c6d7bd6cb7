"""Before a move is made: whether it gives away much of the chance to win, and what speaks against it."""

from dataclasses import dataclass
from typing import Final

from tessela.bots.analysis.review import FEW, value_after
from tessela.bots.analysis.study import Study
from tessela.bots.analysis.texts import Reason
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.game import Move
from tessela.game.ruleset import Json

BLUNDER: Final = 0.15  # of the chance to win, from 0 to 1: a move that gives away so much is warned of
MOST_REASONS: Final = 2


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a first look at a position has found: the best move and its chance, and what the moves give away that were tried
    often enough to tell."""

    best: str
    value: float | None
    lost: dict[str, float]

    @property
    def fine(self) -> list[str]:
        """The moves that nobody has to be warned of."""
        return [move for move, lost in self.lost.items() if lost < BLUNDER]


@dataclass(frozen=True, slots=True)
class Caution:
    """What a move gives away, `None` if that cannot be told. Where it is a blunder: what speaks against it, and what a better
    move does that it does not."""

    lost: float | None
    reasons: tuple[Reason, ...] = ()
    missed: tuple[Reason, ...] = ()

    @property
    def is_blunder(self) -> bool:
        """Whether the move gives away much."""
        return self.lost is not None and self.lost >= BLUNDER


def outlook(view: Json, budget: Budget, seed: int = 0) -> Outlook:
    """A first look at the position of a view, as the one to move sees it."""
    study = Study(view, seed, budget)
    study.think(budget)
    ranked = study.ranked()
    best = ranked[0]
    trusted = [weighed for weighed in ranked if study.kind != "search" or weighed.visits >= FEW]
    lost = {str(weighed.move): max(0.0, (best.value or 0.0) - (weighed.value or 0.0)) for weighed in trusted}
    return Outlook(str(best.move), best.value, lost)


def warned(view: Json, move: str, first: Outlook, budget: Budget, seed: int = 0) -> Caution:
    """A closer look at one move: it is a blunder only if thinking on after it says so too. With more than two players a move that
    the first look has hardly tried cannot be told.

    >>> from tessela import Game
    >>> view, budget = Game("azul", seed=7).view(0), Budget(simulations=500)
    >>> first = outlook(view, budget)
    >>> warned(view, first.best, first, budget).lost
    0.0
    """
    study = Study(view, seed, budget)
    twin = same_move(study.game, Move.parse(move), [Move(known) for known in first.lost])
    early = first.lost.get(twin)
    if first.value is None or (early is not None and early < BLUNDER):
        return Caution(early)
    value = value_after(study, Move.parse(move), budget)
    later = None if value is None else max(0.0, first.value - value)
    lost = min((one for one in (early, later) if one is not None), default=None)
    if lost is None or lost < BLUNDER:
        return Caution(lost)
    against = [reason for reason in study.reasons(Move.parse(move)) if reason.sign == "bad"]
    has = {(reason.key, str(reason.params)) for reason in study.reasons(Move.parse(move))}
    better = study.reasons(Move(first.best))
    missed = [reason for reason in better if reason.sign == "good" and (reason.key, str(reason.params)) not in has]
    return Caution(lost, tuple(against[:MOST_REASONS]), tuple(missed[:1]))
