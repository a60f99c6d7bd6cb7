"""What the end of a round, or of the game, is worth to each player."""

from tessela.bots.maths import exp
from tessela.bots.nets.value import predict
from tessela.bots.search.desk import DESK
from tessela.compiled import INT, entry, kernel
from tessela.rules.kernels import STATES, is_over, number_of_players, rank_key

MARGIN_SCALE = 20.0


@kernel
def evaluate(desk, state, outlook):
    """What an end of round, or of the game, is worth to each player."""
    if is_over(state):
        tell_result(state, outlook)
    else:
        predict(state, desk.nets.value, desk.for_value[0], outlook)
    blend_margin(state, outlook, desk.settings.margin_share)


@kernel
def tell_result(state, outlook):
    """Who has won a game that is over, and the scores."""
    players = number_of_players(state)
    best, winners = rank_key(state, 0), 0
    for player in range(players):
        best = max(best, rank_key(state, player))
    for player in range(players):
        winners += 1 if rank_key(state, player) == best else 0
    for player in range(players):
        outlook.points[player] = int(state.score[player])
        outlook.chance[player] = 1.0 / winners if rank_key(state, player) == best else 0.0


@kernel
def margin_of(outlook, players, player):
    """How many points a player is ahead of the best of the others."""
    others = -1e9
    for other in range(players):
        if other != player:
            others = max(others, outlook.points[other])
    return outlook.points[player] - others


@kernel
def blend_margin(state, outlook, share):
    """What to maximise: the chance to win, with a share of the squashed margin over the best of the others."""
    players = number_of_players(state)
    for player in range(players):
        margin = margin_of(outlook, players, player)
        outlook.value[player] = (1.0 - share) * outlook.chance[player] + share / (1.0 + exp(-margin / MARGIN_SCALE))


@entry(DESK, STATES, INT)
def evaluate_in(desk, states, i):
    """Note on the desk what a state at the end of a round, or of the game, is worth to each player."""
    evaluate(desk, states[i], desk.outlook[0])
