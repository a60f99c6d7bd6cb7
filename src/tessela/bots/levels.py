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
            bot = SearchBot(seed, Budget(simulations=self.simulations), nodes=2 * self.simulations + 100)
        else:
            bot = GreedyBot(seed, self.sight)
        bot.name = self.name
        return bot


LEVELS = (
    Level(1, "sprout", "fills lines, and never asks what they are worth", sight=0.0),
    Level(2, "mason", "takes what scores most, and thinks of nobody else"),
    Level(3, "potter", "glances at what you may answer", 4),
    Level(4, "glazier", "looks one answer ahead", 8),
    Level(5, "tiler", "plans a little", 16),
    Level(6, "painter", "plans, and spoils a plan now and then", 32),
    Level(7, "surveyor", "counts the tiles that will be left", 100),
    Level(8, "architect", "sees most of the round", 300),
    Level(9, "master", "sees the round, and what it leaves you with", 1_000),
    Level(10, "court", "patient and thorough", 4_000),
)
