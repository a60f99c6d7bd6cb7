"""A game in three sentences for each seat, from a closed set of keys: how it went, what one gave away, what else decided it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tessela.bots.analysis.texts import Sign
from tessela.coach.course import Course
from tessela.coach.forms import CurvePoint, Luck, MoveJudgement, Told
from tessela.coach.judging import INACCURACY, MISTAKE
from tessela.coach.luck import BY_CHANCE

FAR: Final = 0.15  # from an even chance: so far behind, or ahead, is worth a word
MUCH_LUCK: Final = 0.10
MUCH_IN_ALL: Final = 0.20  # given away by small slips: as much as by a blunder

# key: (sign, text). `chance` and `lost` are whole percents
ENGLISH: Final[dict[str, tuple[Sign, str]]] = {
    "won_behind": ("good", "You won after falling to {chance} % in round {round}."),
    "won": ("good", "You won and never stood below {chance} %."),
    "lost_ahead": ("bad", "You lost after standing at {chance} % in round {round}."),
    "lost": ("bad", "You lost and never stood above {chance} %."),
    "shared": ("neutral", "You shared the win."),
    "gave_up": ("neutral", "You resigned at {chance} %."),
    "given_up": ("good", "Your opponent resigned when you stood at {chance} %."),
    "clean": ("good", "No mistakes: you gave away {lost} % in all."),
    "small": ("bad", "You made no serious mistake, but small ones cost {lost} % in all."),
    "slip": ("bad", "Your one mistake cost {lost} % in round {round}."),
    "slips": ("bad", "You gave away {lost} % in round {round}, with {moves} moves."),
    "slips_by": ("bad", "You gave away {lost} % in round {round}, {times} by {habit}."),
    "gift": ("good", "Move {ply} of another player gave {lost} % of their chance away in round {round}."),
    "lucky": ("good", "The deals and reveals brought you {lost} %."),
    "unlucky": ("bad", "The deals and reveals cost you {lost} %."),
    "even_luck": ("neutral", "Luck did not decide it: the deals and reveals moved your chance by {lost} %."),
}

# What mistakes have in common, by the reason that speaks against them, or for the better move
HABITS: Final[dict[str, str]] = {
    "leaves": "leaving others what they needed",
    "leaves_many": "leaving many tiles on the table",
    "overflows": "taking more than the line could hold",
    "splits": "taking more than the line could hold",
    "floor": "filling the floor line",
    "breaks": "letting tiles break",
    "drops": "letting tiles fall",
    "completes_in_vain": "filling a line in vain",
    "no_space": "filling a line that had no space for its colour",
    "marker_late": "taking the marker in the last round",
    "closes": "leaving a line without a space for its colour",
    "before_them": "leaving others what they wanted next",
}
_MISSED: Final = {"denies": "leaves", "before_them": "before_them"}  # what a better move does: the habit of not doing it
_TIMES: Final = {1: "once", 2: "twice"}


def summary(
    seat: int, course: Course, curve: Sequence[CurvePoint], moves: Sequence[MoveJudgement], luck: Luck
) -> tuple[Told, ...]:
    """At most three sentences for a seat."""
    said = [_how_it_went(seat, course, curve, moves), _own(seat, moves), _else(seat, moves, luck)]
    return tuple(one for one in said if one is not None)


def _said(key: str, **params: Any) -> Told:
    sign, text = ENGLISH[key]
    return Told(key, params, text.format_map(_words(params)), sign)


def _words(params: Mapping[str, Any]) -> dict[str, Any]:
    words = dict(params)
    if "habit" in params:
        words["habit"] = HABITS[params["habit"]]
        words["times"] = _TIMES.get(params["times"], f"{params['times']} times")
    return words


def _percent(chance: float) -> int:
    return round(100 * chance)


class _Stood(NamedTuple):
    """What chance somebody had, in which round."""

    chance: float
    round: int


def _stood(seat: int, curve: Sequence[CurvePoint], moves: Sequence[MoveJudgement]) -> list[_Stood]:
    """All that a review shows of the chance of a seat: the curve, and the verdicts of its moves, which differ a little."""
    along = [_Stood(point.chance[seat], point.round) for point in curve if point.kind != "start"]
    own = [move for move in moves if move.seat == seat]
    return [*along, *(_Stood(shown.chance[seat], move.round) for move in own for shown in (move.before, move.after))]


def _how_it_went(seat: int, course: Course, curve: Sequence[CurvePoint], moves: Sequence[MoveJudgement]) -> Told:
    result = course.result.chance[seat]
    if course.gone is not None:
        before = curve[-2].chance[seat]
        return _said("gave_up" if course.gone == seat else "given_up", chance=_percent(before))
    if 0 < result < 1:
        return _said("shared")
    even, stood = 1.0 / course.players, _stood(seat, curve, moves)
    if result:
        worst = min(stood)
        if worst.chance <= even - FAR:
            return _said("won_behind", chance=_percent(worst.chance), round=worst.round)
        return _said("won", chance=_percent(worst.chance))
    best = max(stood)
    if best.chance >= even + FAR:
        return _said("lost_ahead", chance=_percent(best.chance), round=best.round)
    return _said("lost", chance=_percent(best.chance))


def _own(seat: int, moves: Sequence[MoveJudgement]) -> Told:
    """What a seat has given away: in the worst round, and what its slips there have in common."""
    own = [move for move in moves if move.seat == seat]
    mistakes = [move for move in own if move.lost >= MISTAKE]
    if not mistakes:
        lost = sum(move.lost for move in own)
        return _said("small" if lost >= MUCH_IN_ALL else "clean", lost=_percent(lost))
    if len(mistakes) == 1:
        return _said("slip", lost=_percent(mistakes[0].lost), round=mistakes[0].round, ply=mistakes[0].ply)
    by_round = Counter[int]()
    for move in own:
        by_round[move.round] += round(1_000_000 * move.lost)
    worst = max(by_round, key=lambda number: (by_round[number], -number))
    slips = [move for move in own if move.round == worst and move.lost >= INACCURACY]
    lost = _percent(by_round[worst] / 1_000_000)
    habits = Counter(habit for move in slips for habit in _habits(move))
    if habits:
        habit, times = min(habits.items(), key=lambda item: (-item[1], list(HABITS).index(item[0])))
        return _said("slips_by", lost=lost, round=worst, times=times, habit=habit)
    return _said("slips", lost=lost, round=worst, moves=max(1, len(slips)))


def _habits(move: MoveJudgement) -> set[str]:
    """What a slip may have in common with others."""
    done = {reason.key for reason in move.reasons if reason.key in HABITS}
    missed = move.better.reasons if move.better else ()
    return done | {_MISSED[reason.key] for reason in missed if reason.key in _MISSED}


def _else(seat: int, moves: Sequence[MoveJudgement], luck: Luck) -> Told | None:
    """What else has decided the game: much luck, or the greatest gift of another."""
    brought = luck.luck.chance[seat]
    if abs(brought) >= MUCH_LUCK:
        return _said("lucky" if brought > 0 else "unlucky", lost=_percent(abs(brought)))
    gifts = [move for move in moves if move.seat != seat and move.lost >= MISTAKE]
    if gifts:
        gift = max(gifts, key=lambda move: (move.lost, -move.ply))
        return _said("gift", lost=_percent(gift.lost), round=gift.round, ply=gift.ply, seat=gift.seat)
    if any(step.kind in BY_CHANCE for step in luck.steps):
        return _said("even_luck", lost=_percent(abs(brought)))
    return None
