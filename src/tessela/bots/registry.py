"""The bots by name."""

from collections.abc import Callable

from tessela.bots.bot import Bot
from tessela.bots.levels import LEVELS
from tessela.bots.search.bots import GreedyBot, SearchBot, UctBot
from tessela.bots.simple import RandomBot
from tessela.game.errors import OptionError, shortened

_MAKERS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "tiling": lambda seed: GreedyBot(seed, tiles_exactly=True),
    "uct": UctBot,
    "search": SearchBot,
    "search-2": lambda seed: SearchBot(seed, threads=2),
    **{level.name: level.make for level in LEVELS},
}
BOT_NAMES = tuple(_MAKERS)


def make_bot(name: str, *, seed: int = 0) -> Bot:
    """The bot of this name; its choices follow from the seed."""
    if name not in _MAKERS:
        raise OptionError(f"there is no bot {name!r}; bots are {shortened(BOT_NAMES)}")
    return _MAKERS[name](seed)
