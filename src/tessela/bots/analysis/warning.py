"""Before a move is made: whether it gives away much of the chance to win, and what speaks against it."""

from dataclasses import dataclass
from typing import Final

from tessela.bots.analysis.study import Study, outlook_after
from tessela.bots.analysis.texts import Argument
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.game import Move
from tessela.game.ruleset import Json

BLUNDER: Final = 0.3  # of an even share of the chances, one half for two players: a move that gives away so much is warned of
FEW: Final = 40  # visits of a move, below which its chance is looked into by itself
MOST_REASONS: Final = 2


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a first look at a position has found: the best move and its chance, what the moves give away that were tried often
    enough to tell, and how much is a blunder here."""

    best: str
    value: float | None
    lost: dict[str, float]
    much: float

    @property
    def fine(self) -> list[str]:
        """The moves that nobody has to be warned of."""
        return [move for move, lost in self.lost.items() if lost < self.much]


@dataclass(frozen=True, slots=True)
class Caution:
    """What a move gives away, `None` if that cannot be told. Where it is a blunder: what speaks against it, and what a better
    move does that it does not."""

    lost: float | None
    is_blunder: bool = False
    reasons: tuple[Argument, ...] = ()
    missed: tuple[Argument, ...] = ()


def outlook(view: Json, budget: Budget, seed: int = 0) -> Outlook:
    """A first look at the position of a view, as the one to move sees it."""
    study = Study(view, seed, budget)
    study.think(budget)
    ranked = study.ranked()
    best = ranked[0]
    trusted = [weighed for weighed in ranked if study.kind != "search" or weighed.visits >= FEW]
    lost = {str(weighed.move): max(0.0, (best.value or 0.0) - (weighed.value or 0.0)) for weighed in trusted}
    return Outlook(str(best.move), best.value, lost, BLUNDER / study.game.players)


def warned(view: Json, move: str, first: Outlook, budget: Budget, seed: int = 0) -> Caution:
    """A closer look at one move: it is a blunder only if a search that makes it and nothing else says so too.

    >>> from tessela import Game
    >>> view, budget = Game("azul", seed=7).view(0), Budget(simulations=500)
    >>> first = outlook(view, budget)
    >>> warned(view, first.best, first, budget).lost
    0.0
    """
    study = Study(view, seed, budget)
    twin = same_move(study.game, Move.parse(move), [Move(known) for known in first.lost])
    early = first.lost.get(twin)
    if first.value is None or (early is not None and early < first.much):
        return Caution(early)
    lost = early if study.kind == "tiling" else _lost_after(study, Move.parse(move), first.value, early, budget)
    if lost is None or lost < first.much:
        return Caution(lost)
    against = [reason for reason in study.reasons(Move.parse(move)) if reason.sign == "bad"]
    has = {(reason.key, str(reason.params)) for reason in study.reasons(Move.parse(move))}
    better = study.reasons(Move(first.best))
    missed = [reason for reason in better if reason.sign == "good" and (reason.key, str(reason.params)) not in has]
    return Caution(lost, True, tuple(against[:MOST_REASONS]), tuple(missed[:1]))


def _lost_after(study: Study, move: Move, best: float, early: float | None, budget: Budget) -> float:
    """What a move gives away by the kinder of two looks."""
    game = study.game
    assert game.to_move is not None
    later = max(0.0, best - outlook_after(game, move, budget, study.seed).chance[game.to_move])
    return later if early is None else min(early, later)
