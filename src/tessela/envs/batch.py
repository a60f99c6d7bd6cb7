"""Many games at once, for learning: a step of all of them is one call, and arrays hold what became of it."""

from typing import Any, SupportsIndex

import numpy as np

from tessela.envs.games import row_of
from tessela.envs.host import Host
from tessela.envs.options import ROUNDS, by_margin, check_rounds, count, one_of
from tessela.game.checks import whole
from tessela.game.errors import IllegalMoveError, OptionError, quoted
from tessela.game.fields import Fields
from tessela.game.game import Game
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import check_seed

DEVICES = ("cpu", "cuda")
MOST_GAMES, MOST_THREADS = 2**31, 1024


class Batch:
    """Games of one kind, all at their own places: decisions go in, observations, masks and rewards come out.

    The arrays are the same ones all along; each step writes them anew. A game that ends is followed at once by another.

    >>> batch = Batch("azul", games=64, seed=7)
    >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
    ((64, 181), (64, 180), (64, 2))
    >>> for _ in range(200):
    ...     batch.step(batch.sample())
    >>> bool(batch.masks.any(axis=1).all())
    True
    """

    def __init__(
        self,
        name: str = "azul",
        *,
        games: SupportsIndex = 1024,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        device: str = "cpu",
        rewards: str = "result",
        rounds: SupportsIndex = ROUNDS,
        **options: Any,
    ):
        """Begin `games` games, each with a seed of its own that follows from `seed` and its place.

        `options` are those of `Game`; what they leave to chance is drawn for each game. `rewards` are by `"result"` or by
        `"margin"`. A game that is not over after so many `rounds` is cut off.
        """
        self.ruleset = ruleset_of(name)
        self.options = self.ruleset.wished_options(options, 0)
        self.games, self.threads = count(games, "games", MOST_GAMES), count(threads, "threads", MOST_THREADS)
        self.rounds, self.by_margin = check_rounds(rounds), by_margin(rewards)
        self.device = one_of(device, DEVICES, "device")
        row = row_of(name)
        self.players = self.ruleset.players(self.options)
        shape = (self.games, self.players, row.observation(self.options), row.decisions(self.options))
        self._runs: Any = self._engine()(self.ruleset.dtype, row.variants(self.options), shape, self.threads)
        self.reset(seed)

    def _engine(self) -> Any:
        if self.device == "cpu":
            return Host
        from tessela.envs.card import Card

        return Card

    def reset(self, seed: SupportsIndex = 0) -> None:
        """Begin all games anew."""
        self.seed = check_seed(seed)
        self._runs.reset(self.seed)

    def step(self, actions: Any = None) -> None:
        """Carry out a decision in every game: those given, or those in `actions`. One that is not legal is refused.

        On the card nobody waits to see whether all were legal: `check` does.
        """
        if actions is not None:
            self._runs.take(actions)
        self._runs.step(self.rounds, self.by_margin)
        if self.device == "cpu":
            self.check()

    def sample(self) -> Any:
        """A random legal decision for every game, written into `actions`: by dice of the batch, not by the chance of a game."""
        self._runs.sample()
        return self.actions

    def check(self) -> None:
        """Refuse decisions of the last step that were not legal. Their games stayed as they were, the others went on."""
        place = self._runs.refused()
        if place >= 0:
            action = int(np.asarray(self._runs.host(self.actions))[place])
            legal = np.flatnonzero(self._runs.host(self.masks)[place])
            raise IllegalMoveError(str(action), f"in game {place} of the batch", [str(one) for one in legal.tolist()])

    def game(self, place: SupportsIndex) -> Game:
        """The game at a place as it stands, to look at or to play on by itself.

        >>> batch = Batch("azul", games=2, seed=7)
        >>> batch.game(1).state() == Game("azul", seed=int(batch.seeds[1])).state()
        True
        """
        number = whole(place)
        if number is None or not 0 <= number < self.games:
            raise OptionError(f"place must be from 0 to {self.games - 1}, not {quoted(place)}")
        return Game.from_state(self.ruleset.position(Fields(self._runs.state(number))))

    @property
    def actions(self) -> Any:
        """The decisions of the next step, to be written (games)."""
        return self._runs.actions

    @property
    def observations(self) -> Any:
        """What the seat to move sees (games, numbers)."""
        return self._runs.observations

    @property
    def masks(self) -> Any:
        """Which decisions the seat to move has (games, decisions)."""
        return self._runs.masks

    @property
    def rewards(self) -> Any:
        """What each seat got: not 0 only where a game has just ended (games, seats)."""
        return self._runs.rewards

    @property
    def to_move(self) -> Any:
        """The seats to move (games)."""
        return self._runs.to_move

    @property
    def terminated(self) -> Any:
        """Where a game has just ended and another begun (games)."""
        return self._runs.terminated

    @property
    def truncated(self) -> Any:
        """Where a game was just cut off and another begun (games)."""
        return self._runs.truncated

    @property
    def states(self) -> Any:
        """The games themselves as bytes, to be copied and written back (games, bytes): with `masks`, a search can try decisions.

        The first eight bytes of each are its chance: what is written there decides what will be dealt.

        >>> batch = Batch("azul", games=2, seed=7)
        >>> states, masks = batch.states.copy(), batch.masks.copy()
        >>> batch.step(batch.sample())
        >>> batch.states[:], batch.masks[:] = states, masks
        >>> batch.game(1).moves, batch.game(1).state() == Game("azul", seed=int(batch.seeds[1])).state()
        ([], True)
        """
        return self._runs.states

    @property
    def seeds(self) -> Any:
        """The seeds of the games that are being played (games)."""
        return self._runs.seeds()

    @property
    def fields(self) -> list[tuple[str, int]]:
        """The names and sizes of what stands in an observation, in order.

        >>> Batch("azul", games=1).fields[:2], Batch("azul", games=1).fields[-1]
        ([('players', 1), ('grey', 1)], ('board_1.floor', 7))
        """
        left, found = self.observations.shape[1], []
        for name, size in self.ruleset.observation:
            if left > 0:
                found.append((name, size))
                left -= size
        return found

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.ruleset.name} {self.options} on {self.device}>"
