"""Azul as a row of the games."""

from tessela.rules.azul import ending, hidden, moves, observe, offer, round, step, tiling
from tessela.rules.azul.constants import MAX_DEALT
from tessela.rules.azul.state import STATE
from tessela.rules.rules import Rules

AZUL = Rules(
    name="azul",
    state=STATE,
    max_dealt=MAX_DEALT,
    legal_moves=moves.legal_moves,
    mark_legal=moves.mark_legal,
    sample_move=moves.sample_move,
    decide=step.decide,
    advance=round.advance,
    apply_move=step.apply_move,
    deal=round.deal,
    resample=hidden.resample,
    observe=observe.observe,
    rank_key=ending.rank_key,
    number_of_players=ending.number_of_players,
    needs_deal=ending.needs_deal,
    is_over=ending.is_over,
    begin_tiling=offer.begin_tiling,
    is_tiling_choice=tiling.is_tiling_choice,
)
