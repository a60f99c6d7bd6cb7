"""A move that somebody tries in a position: how good it is, judged as in a review."""

from tessela.coach.course import Ply
from tessela.coach.forms import Answer
from tessela.coach.judging import GOOD, MISTAKE, judgement_of
from tessela.coach.looks import look_at
from tessela.coach.review import loss
from tessela.game import Game, Move
from tessela.game.ruleset import Json


def answer(view: Json, move: str) -> Answer:
    """How good a legal move is in a view of the one to move. What looks like a mistake is looked at once more, as in a review.

    >>> view = Game("azul", seed=7).view(0)
    >>> answer(view, "4W>F").right
    False
    """
    game, text = Game.from_view(view), str(Move.parse(move))
    game.action_of(text)  # refuses what is not legal
    seat = game.turn
    ply = Ply(1, game.round, seat, text, None, game.round, game.scores)
    look = look_at(game, ply, "look")
    if look.kind == "search" and loss(look, seat) >= MISTAKE:
        look = min(look, look_at(game, ply, "check"), key=lambda found: loss(found, seat))
    lost = loss(look, seat)
    return Answer(
        move=text,
        right=lost < GOOD,
        judgement="forced" if look.kind == "forced" else judgement_of(lost),
        lost=lost,
        chance=look.with_played.chance[seat],
        best_chance=look.with_best.chance[seat],
        reasons=look.reasons,
        reply=(),
    )
