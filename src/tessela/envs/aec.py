"""The games as environments of PettingZoo: agents step one after the other.

from tessela.envs import aec_env

env = aec_env("azul", players=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    ...
"""

import random
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tessela.envs.drawing import drawn
from tessela.envs.options import RENDER_MODES, ROUNDS, by_margin, check_render_mode, check_rounds, one_of
from tessela.envs.solo import Solo
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import check_seed

Observation = dict[str, NDArray[Any]]
MODES = ("human", *RENDER_MODES)  # for people: printed after each step


def spaces_of(observation: int, decisions: int) -> tuple[Space[Any], Space[Any]]:
    """The spaces of observations, with their masks, and of decisions."""
    seen: dict[str, Space[Any]] = {
        "observation": Box(0, 255, (observation,), np.uint8),
        "action_mask": Box(0, 1, (decisions,), np.int8),
    }
    return Dict(seen), Discrete(decisions)


class AgentsEnv(AECEnv[str, Observation, int]):
    """A game whose seats are the agents `player_0`, `player_1` ...; a decision that is not legal is refused."""

    def __init__(
        self,
        name: str = "azul",
        *,
        rewards: str = "result",
        rounds: SupportsIndex = ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ):
        """An environment of a game; options are those of `Game`."""
        super().__init__()
        ruleset = ruleset_of(name)
        wish = ruleset.wished_options(options, 0)
        self.metadata = {"name": f"{name}_v1", "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}
        self.render_mode = check_render_mode(render_mode, MODES)
        self._solo = Solo(ruleset, wish, check_rounds(rounds), by_margin(rewards))
        self.possible_agents = [f"player_{seat}" for seat in range(ruleset.players(wish))]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Observation]] = {}
        self.action_spaces: dict[str, Space[Any]] = {}
        for agent in self.possible_agents:
            self.observation_spaces[agent], self.action_spaces[agent] = spaces_of(*self._solo.sizes)
        self._dice = random.Random()

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of a seed, or without one the next of those that follow from the last seed."""
        if seed is not None:
            self._dice = random.Random(seed := check_seed(seed))
        self._solo.reset(self._dice.getrandbits(64) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._solo.to_move]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int) -> None:
        """Carry out the decision of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self._solo.step(action):
            solo = self._solo
            self.rewards = dict(zip(self.possible_agents, solo.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, solo.terminated)
            self.truncations = dict.fromkeys(self.agents, solo.truncated)
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self._solo.to_move]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees; only the one that is to move has decisions."""
        return self._solo.observe(self._seats[self._known(agent)])

    def observation_space(self, agent: str) -> Space[Observation]:
        """The space of what an agent sees."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's decisions."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        return one_of(agent, self.possible_agents, "agent")

    def render(self) -> Any:
        """The table: text, or a picture; for people it is printed."""
        if self.render_mode == "human":
            return print(self._solo.diagram())
        return drawn(self._solo.diagram(), self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""


class Ordered(OrderEnforcingWrapper):
    """Sees to the order of calls."""

    env: AgentsEnv

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent that is to move sees, what it got, and how the game stands: the environment's own, for a wrapper that
        asks it for one thing after the other takes several times as long."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


def ordered(name: str = "azul", **options: Any) -> AECEnv[str, Observation, int]:
    """An environment that also sees to the order of calls."""
    return Ordered(AgentsEnv(name, **options))
