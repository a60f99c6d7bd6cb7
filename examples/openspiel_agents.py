"""OpenSpiel's own algorithms on our games: its MCTS, and an agent that its policy gradient (A2C) teaches by self-play.

    python examples/openspiel_agents.py                               # two-player Azul, a few minutes on the processor
    python examples/openspiel_agents.py tessela_duel --seconds 900

Needs `pip install "tessela[spiel,train]"`. Prints how often each of them wins against random play.
"""

import argparse
import time

import numpy as np
import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.pytorch.policy_gradient import PolicyGradient

import tessela.envs.openspiel  # noqa: F401  (makes the games known)


class Learnt(pyspiel.Bot):
    """Plays by the policy of an agent."""

    def __init__(self, agent, env):
        super().__init__()
        self.agent, self.env = agent, env

    def step(self, state):
        """A decision, drawn from the policy."""
        self.env.set_state(state)
        return self.agent.step(self.env.get_time_step(), is_evaluation=True).action


def learn(env, agents, seconds):
    """Let the agents play each other; how many games they had."""
    deadline, games = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
        games += 1
    return games


def wins(game, bots, games, dice):
    """The share of games that a bot wins against random play, in each seat in turn; `bots` has one for each seat."""
    won = 0.0
    for number in range(games):
        seat, state = number % 2, game.new_initial_state()
        playing = {seat: bots[seat], 1 - seat: UniformRandomBot(1 - seat, dice)}
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choice(outcomes, p=chances))
            else:
                state.apply_action(playing[state.current_player()].step(state))
        won += (state.returns()[seat] + 1) / 2
    return won / games


def main(given=None):
    """Learn, and measure: the shares of wins before and after, and that of the search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tessela_azul", help="for two players, with parameters in brackets")
    parser.add_argument("--seconds", type=float, default=180.0, help="of learning")
    parser.add_argument("--match-games", type=int, default=60)
    parser.add_argument("--simulations", type=int, default=10, help="of the search, for each decision")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(given)
    torch.manual_seed(asked.seed)
    dice, game = np.random.RandomState(asked.seed), pyspiel.load_game(asked.game)
    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    size, decisions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    wishes = {"hidden_layers_sizes": (128,), "batch_size": 32, "num_critic_before_pi": 1, "optimizer_str": "adam"}
    agents = [PolicyGradient(seat, size, decisions, **wishes) for seat in range(2)]
    learners = [Learnt(agent, env) for agent in agents]

    before = wins(game, learners, asked.match_games, dice)
    played = learn(env, agents, asked.seconds)
    after = wins(game, learners, asked.match_games, dice)
    print(f"policy gradient: wins {before:.0%} against random play before, {after:.0%} after {played} games against itself")
    search = mcts.MCTSBot(game, 2.0, asked.simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    found = wins(game, [search, search], asked.match_games, dice)
    print(f"MCTS, {asked.simulations} simulations: wins {found:.0%}")
    return before, after, found


if __name__ == "__main__":
    main()
