"""What a match is: the game, the bots, who meets whom, how often."""

from dataclasses import dataclass, field
from itertools import combinations, pairwise

from tessela.arena.specs import BotSpec
from tessela.arena.statistics.sprt import Sprt
from tessela.game.errors import OptionError, shortened
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json, check_seed

SCHEDULES = ("round-robin", "ladder", "gauntlet", "table")


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it was asked for; what cannot be is refused.

    >>> from tessela.arena.specs import parse_spec
    >>> match = Match((parse_spec("greedy"), parse_spec("random")), game="azul", games=10)
    >>> match.contests(), match.deals
    ([('greedy', 'random')], 5)
    """

    bots: tuple[BotSpec, ...]
    game: str = "azul"
    options: Json = field(default_factory=dict)
    games: int = 100
    seed: int = 0
    schedule: str = "round-robin"
    anchor: str = ""
    sprt: Sprt | None = None
    keeps_visits: bool = False  # whether the log has how often searches tried each move

    def __post_init__(self) -> None:
        ruleset_of(self.game).check_options(self.options, self.seed)
        check_seed(self.seed)
        _check_games(self.games)
        self._check_bots()
        self._check_schedule()

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return ruleset_of(self.game).players(self.full_options)

    @property
    def full_options(self) -> Json:
        """All options of the game; what is random for each deal stays a wish."""
        return ruleset_of(self.game).wished_options(self.options, self.seed)

    @property
    def deals(self) -> int:
        """How many deals each contest plays: enough for the games, every deal with all its seatings."""
        return -(-self.games // self.players)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the bots."""
        return tuple(bot.label for bot in self.bots)

    @property
    def reference(self) -> str:
        """The bot whose rating is 0."""
        return self.anchor or self.labels[0]

    def bot(self, label: str) -> BotSpec:
        """The bot of a label."""
        return self.bots[self.labels.index(label)]

    def contests(self) -> list[tuple[str, ...]]:
        """Who meets whom: pairs, or everyone at one table."""
        labels = self.labels
        if self.schedule == "table":
            return [labels]
        if self.schedule == "ladder":
            return list(pairwise(labels))
        if self.schedule == "gauntlet":
            return [(labels[0], other) for other in labels[1:]]
        return list(combinations(labels, 2))

    def _check_bots(self) -> None:
        if len(self.bots) < 2:
            raise OptionError(f"a match needs at least 2 bots, not {len(self.bots)}")
        for label in self.labels:
            if self.labels.count(label) > 1:
                raise OptionError(f"two bots are called {label!r}; tell them apart with labels, such as a={label} b={label}")
        if self.anchor and self.anchor not in self.labels:
            raise OptionError(f"the anchor {self.anchor!r} does not take part; bots are {shortened(self.labels)}")

    def _check_schedule(self) -> None:
        if self.schedule not in SCHEDULES:
            raise OptionError(f"there is no schedule {self.schedule!r}; schedules are {shortened(SCHEDULES)}")
        if self.schedule == "table" and len(self.bots) != self.players:
            raise OptionError(f"a table of {self.players} players needs as many bots, not {len(self.bots)}")
        if self.sprt and (len(self.bots) != 2 or self.schedule == "table"):
            raise OptionError("an SPRT is between 2 bots, in pairs")


def _check_games(games: int) -> None:
    if type(games) is not int or games < 1:
        raise OptionError(f"games must be a whole number from 1, not {games!r}")
