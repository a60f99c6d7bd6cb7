"""Opponents from gentle to strong. A weaker level sees less and looks less far; none of them throws dice.

The search is imported when a level plays, so that help and completion can list the levels in an instant.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tessela.bots.bot import Bot, Budget, Choice
    from tessela.game.ruleset import Json

BY_NET_FROM = {"azul": 10, "duel": 9}  # the first level to which the net of moves tells where to look; others see how moves look


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: how it is called, what it is like, and how far it looks in each game."""

    number: int
    name: str
    character: str
    azul: int = 0  # simulations; 0: it judges a move by its looks
    duel: int = 0
    sight: tuple[float, float] = (1.0, 1.0)  # how well it sees what lines are worth, in Azul and in Duel

    def simulations(self, game: str) -> int:
        """How far it looks in a game; 0: it judges a move by its looks."""
        return {"azul": self.azul, "duel": self.duel}[game]

    def player(self, game: str, seed: int) -> "Bot":
        """The bot that plays a game at this level."""
        from tessela.bots.bot import Budget
        from tessela.bots.search.bots import GreedyBot, SearchBot
        from tessela.bots.search.searcher import knowledge_of

        simulations = self.simulations(game)
        if not simulations:
            return GreedyBot(seed, dict(zip(("azul", "duel"), self.sight, strict=True))[game])
        settings = None if self.number >= BY_NET_FROM[game] else knowledge_of(game).BY_LOOKS
        return SearchBot(seed, Budget(simulations=simulations), settings=settings, nodes=16 * simulations + 1_000)

    def make(self, seed: int = 0) -> "Bot":
        """The bot of this level, for whichever game it is shown."""
        return LevelBot(self, seed)


class LevelBot:
    """Plays either game at a level."""

    def __init__(self, level: Level, seed: int):
        self.name = level.name
        self._level, self._seed = level, seed
        self._players: dict[str, Bot] = {}

    def choose(self, view: "Json", budget: "Budget | None" = None) -> "Choice":
        """The move of the bot that plays the game of the view."""
        game = str(view["game"])
        if game not in self._players:
            self._players[game] = self._level.player(game, self._seed)
        return self._players[game].choose(view, budget)


LEVELS = (
    Level(1, "sprout", "fills lines without much thought for what they are worth", sight=(0.1, 0.17)),
    Level(2, "mason", "takes what scores most, and thinks of nobody else"),
    Level(3, "potter", "glances at your possible replies", 3, 2),
    Level(4, "glazier", "looks one reply ahead", 6, 5),
    Level(5, "tiler", "plans a little ahead", 12, 10),
    Level(6, "painter", "plans ahead, and now and then wrecks your plans", 22, 17),
    Level(7, "surveyor", "counts the tiles that will be left", 42, 33),
    Level(8, "architect", "sees most of the round", 85, 62),
    Level(9, "master", "sees the round, and what it leaves you with", 200, 36),
    Level(10, "court", "patient and thorough", 66, 80),
    Level(11, "alchemist", "turns leftovers into points", 150, 170),
    Level(12, "astronomer", "sees the end of a round from afar", 400, 400),
    Level(13, "oracle", "knows what you will do before you do", 1_400, 1_000),
    Level(14, "legend", "plays what nobody else would find", 10_000, 5_000),
)

# Elo by game, as measured on the ladder of docs/bots.md; the gentlest level is set to 500
RATINGS: dict[str, dict[str, int]] = {
    "azul": {
        "sprout": 500, "mason": 590, "potter": 790, "glazier": 920, "tiler": 1050, "painter": 1190, "surveyor": 1350,
        "architect": 1510, "master": 1650, "court": 1830, "alchemist": 2000, "astronomer": 2170, "oracle": 2350, "legend": 2530,
    },
    "duel": {
        "sprout": 500, "mason": 700, "potter": 820, "glazier": 910, "tiler": 1010, "painter": 1120, "surveyor": 1280,
        "architect": 1440, "master": 1640, "court": 1760, "alchemist": 1880, "astronomer": 2020, "oracle": 2130, "legend": 2220,
    },
}  # fmt: skip
