"""Opponents from gentle to strong. A weaker level sees less and looks less far; none of them throws dice.

The search is imported when a level plays, so that help and completion can list the levels in an instant.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tessela.bots.games import KNOWN, Ladder, known

if TYPE_CHECKING:
    from typing import TypeGuard

    from tessela.bots.bot import Bot, Budget, Choice, Searching
    from tessela.game.ruleset import Json


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: how it is called and what it is like. How far it looks in a game, the ladder of the game tells."""

    number: int
    name: str
    character: str

    def simulations(self, game: str) -> int:
        """How far it looks in a game; 0: it judges a move by its looks."""
        return _ladder_of(game).simulations[self.number - 1]

    def asks_policy(self, game: str) -> bool:
        """Whether the policy net tells it where to look."""
        return self.number >= _ladder_of(game).by_policy_from

    def budget(self, game: str, seconds: float | None = None) -> "Budget":
        """How much it thinks, and within how many seconds."""
        from tessela.bots.bot import Budget

        return Budget(seconds=seconds, simulations=self.simulations(game) or None)

    def player(self, game: str, seed: int) -> "Bot":
        """The bot that plays a game at this level."""
        from tessela.bots.search.bots import GreedyBot, SearchBot

        simulations = self.simulations(game)
        if not simulations:
            return GreedyBot(seed, _ladder_of(game).sight if self.number == 1 else 1.0)
        settings = None if self.asks_policy(game) else known(game).knowledge.BY_LOOKS
        return SearchBot(seed, self.budget(game), settings=settings, nodes=16 * simulations + 1_000)

    def make(self, seed: int = 0) -> "Bot":
        """The bot of this level, for whichever game it is shown."""
        return LevelBot(self, seed)


def _ladder_of(game: str) -> Ladder:
    ladder = known(game).ladder
    if ladder is None:
        from tessela.game.errors import OptionError

        raise OptionError(f"no level plays the game {game!r}")
    return ladder


class LevelBot:
    """Plays any game at a level."""

    def __init__(self, level: Level, seed: int):
        self.name = level.name
        self._level, self._seed = level, seed
        self._players: dict[str, Bot] = {}
        self._last: Bot | None = None

    def choose(self, view: "Json", budget: "Budget | None" = None) -> "Choice":
        """The move of the bot that plays the game of the view."""
        game = str(view["game"])
        if game not in self._players:
            self._players[game] = self._level.player(game, self._seed)
        self._last = self._players[game]
        return self._last.choose(view, budget)

    def lines(self, number: int) -> "list[Json]":
        """The best moves of the last thought, with what is expected after them, where the level searches."""
        return self._last.lines(number) if _searches(self._last) else []

    def visits(self) -> dict[str, int]:
        """How often the last thought tried each move, where the level searches."""
        return self._last.visits() if _searches(self._last) else {}


def _searches(bot: "Bot | None") -> "TypeGuard[Searching]":
    from tessela.bots.bot import Searching

    return isinstance(bot, Searching)


LEVELS = (
    Level(1, "sprout", "fills lines without much thought for what they are worth"),
    Level(2, "mason", "takes what scores most, and thinks of nobody else"),
    Level(3, "potter", "glances at your possible replies"),
    Level(4, "glazier", "looks one reply ahead"),
    Level(5, "tiler", "plans a little ahead"),
    Level(6, "painter", "plans ahead, and now and then wrecks your plans"),
    Level(7, "surveyor", "counts the tiles that will be left"),
    Level(8, "architect", "sees most of the round"),
    Level(9, "master", "sees the round, and what it leaves you with"),
    Level(10, "court", "patient and thorough"),
    Level(11, "alchemist", "turns leftovers into points"),
    Level(12, "astronomer", "sees the end of a round from afar"),
    Level(13, "oracle", "knows what you will do before you do"),
    Level(14, "legend", "plays what nobody else would find"),
)
LEVEL_OF = {level.name: level for level in LEVELS}

# Elo by game and level
RATINGS: dict[str, dict[str, int]] = {
    game: dict(zip(LEVEL_OF, row.ladder.ratings, strict=True)) for game, row in KNOWN.items() if row.ladder
}
