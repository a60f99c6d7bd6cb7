"""The games as environments of Gymnasium: one agent, against bots at all other seats.

env = gymnasium.make("tessela/Azul-v1", opponent="painter")
"""

from typing import Any, SupportsFloat, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tessela.arena.specs import parse_spec
from tessela.bots.bot import Bot
from tessela.bots.external import BotError, ExternalBot
from tessela.envs.aec import Observation, spaces_of
from tessela.envs.drawing import drawn
from tessela.envs.options import RENDER_MODES, ROUNDS, by_margin, check_render_mode, check_rounds
from tessela.envs.solo import Solo
from tessela.game.checks import whole
from tessela.game.errors import IllegalMoveError, OptionError, quoted
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json

LOSS = -1.0  # for a decision that is not legal, however rewards are counted


class OpponentEnv(gymnasium.Env[Observation, np.int64]):
    """A game of one agent against bots. A decision that is not legal loses the game."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (as Gymnasium has it)

    def __init__(
        self,
        name: str = "azul",
        *,
        opponent: str = "greedy",
        seat: SupportsIndex | None = None,
        rewards: str = "result",
        rounds: SupportsIndex = ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ):
        """An environment of a game. Options are those of `Game`.

        `opponent` is a bot as the arena writes it (`painter`, `search@200`, `py:mybots:Tidy`), made anew for each game;
        `seat` is the agent's, drawn for each game if none is given.
        """
        ruleset = ruleset_of(name)
        wish = ruleset.wished_options(options, 0)
        self._players = ruleset.players(wish)
        self._fixed = None if seat is None else whole(seat)
        if seat is not None and self._fixed not in range(self._players):
            raise OptionError(f"seat must be from 0 to {self._players - 1}, not {quoted(seat)}")
        self._solo = Solo(ruleset, wish, check_rounds(rounds), by_margin(rewards))
        self.render_mode = check_render_mode(render_mode)
        self.observation_space, self.action_space = spaces_of(*self._solo.sizes)
        self._opponent, self.seat = parse_spec(opponent), self._fixed or 0
        self._opponent.check()
        self._bot: Bot | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Json]:
        """Begin a game, and let the bots play until the agent is to move."""
        super().reset(seed=seed)
        self._solo.reset(int(self.np_random.integers(2**63)))
        self.seat = int(self.np_random.integers(self._players)) if self._fixed is None else self._fixed
        self.close()
        self._bot = self._opponent.make(int(self.np_random.integers(2**53)))
        self._play_bots()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, Json]:
        """Carry out a decision of the agent, and let the bots play until it is to move again."""
        if self._bot is None:
            raise OptionError("the game is over: reset() begins another")
        solo = self._solo
        try:
            ended = solo.step(action)
        except IllegalMoveError:
            self.close()
            return self._seen()[0], LOSS, True, False, self._info(illegal=True)
        if not ended:
            self._play_bots()
        if solo.terminated or solo.truncated:
            self.close()
        observation, info = self._seen()
        return observation, solo.rewards[self.seat], solo.terminated, solo.truncated, info

    def _play_bots(self) -> None:
        solo = self._solo
        while solo.to_move != self.seat and not solo.terminated and not solo.truncated:
            assert self._bot is not None
            try:
                move = self._bot.choose(solo.view(solo.to_move), self._opponent.budget).move
            except BotError as error:
                raise BotError(f"{self._opponent.label} {error}") from error
            solo.step(solo.action_of(move))

    def _seen(self) -> tuple[Observation, Json]:
        return self._solo.observe(self.seat), self._info()

    def _info(self, illegal: bool = False) -> Json:
        return {"seat": self.seat, "illegal": illegal}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which decisions the agent has, as some libraries ask for it."""
        return self._solo.observe(self.seat)["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """The table: text, or a picture."""
        return drawn(self._solo.diagram(), self.render_mode)

    def close(self) -> None:
        """Let the opponent go, if it is a program."""
        if isinstance(self._bot, ExternalBot):
            self._bot.close()
        self._bot = None
