"""Opponents from gentle to strong. A weaker level sees less and looks less far; none of them throws dice."""

from dataclasses import dataclass

from tessela.bots.bot import Bot, Budget
from tessela.bots.search.bots import GreedyBot, SearchBot


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: how it is called, what it is like, and how far it looks."""

    number: int
    name: str
    character: str
    simulations: int = 0  # 0: it judges a move by its looks
    sight: float = 1.0  # how well it sees what lines are worth

    def make(self, seed: int = 0) -> Bot:
        """The bot that plays at this level."""
        bot: Bot
        if self.simulations:
            bot = SearchBot(seed, Budget(simulations=self.simulations), nodes=8 * self.simulations + 1_000)
        else:
            bot = GreedyBot(seed, self.sight)
        bot.name = self.name
        return bot


LEVELS = (
    Level(1, "sprout", "fills lines, and hardly asks what they are worth", sight=0.1),
    Level(2, "mason", "takes what scores most, and thinks of nobody else"),
    Level(3, "potter", "glances at what you may answer", 3),
    Level(4, "glazier", "looks one answer ahead", 6),
    Level(5, "tiler", "plans a little", 12),
    Level(6, "painter", "plans, and spoils a plan now and then", 25),
    Level(7, "surveyor", "counts the tiles that will be left", 50),
    Level(8, "architect", "sees most of the round", 100),
    Level(9, "master", "sees the round, and what it leaves you with", 220),
    Level(10, "court", "patient and thorough", 500),
    Level(11, "alchemist", "turns leftovers into points", 1_100),
    Level(12, "astronomer", "sees the end of a round from afar", 2_500),
    Level(13, "oracle", "knows what you will do before you do", 6_000),
    Level(14, "legend", "plays what nobody else would find", 15_000),
)

# Elo by game, as measured on the ladder of docs/bots.md; the gentlest level is set to 500
RATINGS: dict[str, dict[str, int]] = {
    "azul": {
        "sprout": 500, "mason": 570, "potter": 770, "glazier": 910, "tiler": 1150, "painter": 1340, "surveyor": 1520,
        "architect": 1740, "master": 1900, "court": 2040, "alchemist": 2260, "astronomer": 2400, "oracle": 2590, "legend": 2700,
    },
}  # fmt: skip
