"""The bots by name. Each is imported when it is made, so that help and completion can list them in an instant."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tessela.bots.games import KNOWN
from tessela.bots.levels import LEVELS

if TYPE_CHECKING:
    from tessela.bots.bot import Bot


def _random(seed: int) -> "Bot":
    from tessela.bots.simple import RandomBot

    return RandomBot(seed)


def _greedy(seed: int, tiles_exactly: bool = False) -> "Bot":
    from tessela.bots.search.bots import GreedyBot

    return GreedyBot(seed, tiles_exactly=tiles_exactly)


def _uct(seed: int) -> "Bot":
    from tessela.bots.search.bots import UctBot

    return UctBot(seed)


def _search(seed: int, threads: int = 1) -> "Bot":
    from tessela.bots.search.bots import SearchBot

    return SearchBot(seed, threads=threads)


_MAKERS: "dict[str, Callable[[int], Bot]]" = {
    "random": _random,
    "greedy": _greedy,
    "tiling": partial(_greedy, tiles_exactly=True),
    "uct": _uct,
    "search": _search,
    "search-2": partial(_search, threads=2),
    **{level.name: level.make for level in LEVELS},
}
BOT_NAMES = tuple(_MAKERS)

# What each is like, in a few words
CHARACTERS = {
    "random": "plays any legal move",
    "greedy": "takes what looks best by itself",
    "tiling": "like greedy, with the exact best tiling",
    "uct": "a plain tree search, for comparison",
    "search": "full strength, as long as you let it think",
    "search-2": "the same with two threads",
    **{level.name: level.character for level in LEVELS},
}


def opponents(game: str) -> tuple[str, ...]:
    """Who can be played against in a game: the levels, or where bots know nothing of it, the one that needs to know nothing."""
    return tuple(level.name for level in LEVELS) if game in KNOWN and KNOWN[game].ladder else ("random",)


def make_bot(name: str, *, seed: int = 0) -> "Bot":
    """The bot of this name; its choices follow from the seed.

    >>> from tessela import Game
    >>> game = Game("azul", seed=7)
    >>> make_bot("greedy").choose(game.view(game.turn)).move in game.legal_moves()
    True
    """
    if name not in _MAKERS:
        from tessela.game.errors import OptionError, shortened

        raise OptionError(f"there is no bot {name!r}; bots are {shortened(BOT_NAMES)}")
    from tessela.game.ruleset import check_seed

    return _MAKERS[name](check_seed(seed))
