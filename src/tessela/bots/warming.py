"""Getting a bot ready before the clock runs: what it needs is compiled or loaded when it first decides."""

import random
from time import monotonic

from tessela.bots.bot import Bot, Budget
from tessela.game import Game
from tessela.game.ruleset import Json

ENOUGH_SECONDS = 40.0
SMALL = Budget(seconds=0.001)


def warm_up(bot: Bot, game: str, options: Json) -> None:
    """Have a bot make one decision of each kind in each round of a throwaway game, whose other moves are random."""
    table = Game(game, seed=0, **options)
    dice = random.Random(0)
    seen = set()
    end = monotonic() + ENOUGH_SECONDS
    while not table.is_over and monotonic() < end:
        seat, what = table.to_move, (table.round, table.phase)
        if what not in seen:
            seen.add(what)
            bot.choose(table.view(seat), SMALL)
        table.play(dice.choice(table.legal_moves()))
