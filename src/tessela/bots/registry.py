"""The bots by name. Each is imported when it is made, so that help and completion can list them in an instant."""

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
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


GROUP = "tessela.bots"  # of entry points
PYTHON = "py"


@cache
def installed() -> dict[str, EntryPoint]:
    """The bots of installed packages, by their names (`plugins.py`)."""
    return {found.name: found for found in sorted(entry_points(group=GROUP))}


def about(name: str) -> str:
    """Where an installed bot comes from."""
    found = installed()[name]
    return f"from {found.dist.name}" if found.dist else found.value


def opponents(game: str) -> tuple[str, ...]:
    """Who can be played against in a game: the levels, or where bots know nothing of it, the one that needs to know nothing."""
    return tuple(level.name for level in LEVELS) if game in KNOWN and KNOWN[game].ladder else ("random",)


def make_bot(name: str, *, seed: int = 0) -> "Bot":
    """The bot of this name, of a package that brings it, or of a place such as `py:mybots:Careful`; it draws from the seed.

    >>> from tessela import Game
    >>> game = Game("azul", seed=7)
    >>> make_bot("greedy").choose(game.view(game.turn)).move in game.legal_moves()
    True
    """
    from tessela.game.ruleset import check_seed

    return _maker(name)(check_seed(seed))


def check_bot(name: str) -> None:
    """Refuse a name that no bot has; what others wrote is imported."""
    _maker(name)


def _maker(name: str) -> "Callable[[int], Bot]":
    if name in _MAKERS:
        return _MAKERS[name]
    from tessela.bots.plugins import maker_of
    from tessela.game.errors import OptionError, shortened

    if not isinstance(name, str) or not (name.startswith(f"{PYTHON}:") or name in installed()):
        raise OptionError(f"there is no bot {name!r}; bots are {shortened([*BOT_NAMES, *installed(), 'py:MODULE:CLASS'])}")
    return maker_of(name)
