"""Finished games to look back at, played by small bots."""

from functools import cache

from tessela.bots.bot import Bot, Budget
from tessela.bots.search.bots import GreedyBot, SearchBot
from tessela.game.ruleset import Json
from tests.variants import new_game


@cache
def finished(variant: str, seed: int = 1) -> Json:
    """The record of a game of one who searches a little against those who do not."""
    game = new_game(variant, seed)
    players: list[Bot] = [SearchBot(seed, Budget(simulations=30)), *(GreedyBot(seed + seat) for seat in range(1, game.players))]
    while not game.is_over:
        game.play(players[game.turn].choose(game.view(game.turn)).move)
    return game.record()
