"""Why one move is better than another: what each does itself, what only one of them does first, and what follows only it.

What a move does the rules tell, what follows it a search expects: what others complete or lose next, and its player
after them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.reasons import reasons_in, reasons_of
from tessela.bots.analysis.texts import Argument, reason
from tessela.bots.search.bots import best_tiling
from tessela.coach.forms import Told
from tessela.game import Game, Move
from tessela.game.events import PlateTaken, SpecialPlaced, Tiled

NOTABLE: Final = 2  # points that are worth a word
ALL: Final = 99  # turns: more than a line has
_COMPLETES: Final = ("completes", "completes_at")
_LOSES: Final = ("overflows", "floor", "breaks", "drops")

Follows = tuple[Argument, ...]
Reasons = tuple[Told, ...]


def told_of_both(game: Game, played: Sequence[str], better: Sequence[str]) -> tuple[Reasons, Reasons]:
    """What speaks for and against two moves, each the first of the line that is expected."""
    own, best = (_own(game, line) for line in (played, better))
    after, after_best = _compared_tilings(game, played[0], better[0]) if game.is_tiling else _compared(game, played, better)
    if not any(one.sign == "good" for one in (*best, *after_best)):
        after_best = (*_kept_from(after), *after_best)
    return _told(own, after, best), _told(best, after_best, own)


def _own(game: Game, line: Sequence[str]) -> Follows:
    """What a move does itself; a plate that is taken, also by the place where it is expected to go."""
    later = game.copy()
    first = Decision.of(later.copy(), line[0])
    later.play(line[0])
    reasons = tuple(reasons_in(game, Move.parse(line[0])))
    if len(line) < 2 or not first.first(PlateTaken) or later.turn != game.turn:
        return reasons
    return (*reasons, *(one for one in reasons_in(later, Move.parse(line[1])) if one.sign == "good"))


def _told(own: Follows, follows: Follows, others: Follows) -> Reasons:
    """Reasons in the order of what they tell: what only this move does, what follows it, and what both moves do.

    The last ones are left out where there is no room.
    """
    unlike = sorted(own, key=lambda one: one in others)
    first = [one for one in unlike if one is unlike[0] or (one.key == "denies" and one not in others)]
    if any(one.key == "denies" for one in own):
        follows = tuple(one for one in follows if one.key != "before_them")
    return tuple(Told.of(one) for one in (*first, *follows, *(one for one in unlike if one not in first)))


def _compared(game: Game, played: Sequence[str], better: Sequence[str]) -> tuple[Follows, Follows]:
    """What speaks for and against two moves by what follows them; each is the first of its line."""
    after_played, after_better = _Course(game, played), _Course(game, better)
    both = min(after_played.known, after_better.known)
    these, those = after_played.told(both), after_better.told(both)
    return _without(these, those), (*_before_them(after_played, better[0]), *_without(those, these))


def _kept_from(after_played: Follows) -> Follows:
    """What only the played move lets others complete: that is what speaks for a better one that brings nothing itself."""
    return tuple(reason("keeps_from", **one.params) for one in after_played if one.key == "then_completes")


def _compared_tilings(game: Game, played: str, better: str) -> tuple[Follows, Follows]:
    """Which of two choices leads to more points in the tiling, the best choices following each."""
    these, those = _tiled(game, played), _tiled(game, better)
    more = reason("tiling_in_all", points=max(these, those), more=abs(these - those))
    return ((more,) if these > those else ()), ((more,) if those > these else ())


def _tiled(game: Game, move: str) -> int:
    """The points of a player in a tiling that goes on with a choice."""
    later, seat, points = game.copy(), game.turn, 0
    while True:
        scored = (event for event in later.play(move) if isinstance(event, Tiled | SpecialPlaced) and event.seat == seat)
        points += sum(event.points for event in scored)
        if later.is_over or not later.is_tiling or later.turn != seat or later.round != game.round:
            return points
        move = str(best_tiling(later).move)


def _without(these: Follows, those: Follows) -> Follows:
    return tuple(one for one in these if one not in those)


class _Course:
    """The turns after a move within its round, up to the next one of the same player."""

    def __init__(self, game: Game, line: Sequence[str]):
        self.seat = game.turn
        self.turns: list[list[Decision]] = []
        self._over = self._walk(game, line)

    @property
    def known(self) -> int:
        """How many turns are known; all where the round ends with them."""
        return ALL if self._over else len(self.turns)

    def told(self, turns: int) -> Follows:
        """What is telling in the first of them."""
        return tuple(told for turn in self.turns[:turns] for one in turn for told in _telling(one, self.seat))

    def _walk(self, game: Game, line: Sequence[str]) -> bool:
        """Play the line up to the end of the next turn of its player, and say whether the round was over before."""
        later, seats = game.copy(), [game.turn]
        for move in line:
            if later.turn != seats[-1]:
                if seats.count(self.seat) > 1:
                    return False
                seats.append(later.turn)
                self.turns.append([])
            if self.turns:
                self.turns[-1].append(Decision.of(later.copy(), move))
            later.play(move)
            if later.is_over or later.is_tiling or later.round != game.round:
                return True
        return False


def _telling(decision: Decision, seat: int) -> Iterator[Argument]:
    """What a later decision completes or loses, told of the move before it that a seat has made."""
    own, other = decision.seat == seat, {"seat": decision.seat, "players": decision.players}
    for found in reasons_of(decision):
        if found.key in _COMPLETES and found.params["points"] >= NOTABLE:
            line = {name: found.params[name] for name in ("line", "points")}
            yield reason("next_completes", **line) if own else reason("then_completes", **line, **other)
        elif found.key in _LOSES and found.params["loss"] >= NOTABLE:
            lost = {"tiles": _too_many(found), "loss": found.params["loss"]}
            yield reason("next_loses", **lost) if own else reason("then_loses", **lost, **other)


def _too_many(found: Argument) -> str:
    """The tiles that a line has no room for, or all of them."""
    tiles = str(found.params["tiles"])
    return tiles[-int(found.params["excess"]) :] if "excess" in found.params else tiles


def _before_them(after_played: _Course, better: str) -> Follows:
    """Whether the next player would take what the better move takes."""
    first = next((turn[0] for turn in after_played.turns), None)
    if first is None or _taken(first.move) != _taken(better):
        return ()
    return (reason("before_them", seat=first.seat, players=first.players),)


def _taken(move: str) -> str:
    """What a move takes from the table: tiles, a plate, a chip."""
    return move.split(">")[0]
