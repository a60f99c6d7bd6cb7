"""The games as games of OpenSpiel: import this, and `pyspiel.load_game("tessela_azul(players=3)")` finds them.

Chance is explicit, a draw at a time; what a seat does not know (in Duel plates and chips) is in nobody's observation.
"""

from typing import Any

import numpy as np
import pyspiel

from tessela.envs.draws import GAMES, Draws, SetUp
from tessela.envs.games import row_of
from tessela.envs.kernels import RESULT, observe_bytes_in
from tessela.envs.options import ROUNDS
from tessela.game.errors import IllegalMoveError
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json
from tessela.rules.kernels import MAX_MOVES, apply_in, list_moves_of

PREFIX = "tessela_"
MOST_OUTCOMES = 18  # of a draw: the plates
MOST_DECISIONS = 10_000  # of a game, more than any has in `ROUNDS` rounds


def options_of(name: str, parameters: Json) -> Json:
    """The options of a game from the parameters of OpenSpiel, which has no lists."""
    row = GAMES[name]
    given = {**row.parameters, **parameters}
    given.update({option: given[option].split() for option in row.lists})
    return ruleset_of(name).check_options(given, 0)


def game_type(name: str) -> pyspiel.GameType:
    """What kind of game it is."""
    kind = pyspiel.GameType
    seats, hides = ruleset_of(name).seats, GAMES[name].plates > 0
    return kind(
        short_name=PREFIX + name,
        long_name=ruleset_of(name).title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=GAMES[name].parameters,
    )


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel."""

    name: str

    def __init__(self, parameters: Json | None = None):
        given = dict(parameters or {})
        self.options = options_of(self.name, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=row_of(self.name).decisions(self.options),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=ruleset_of(self.name).players(self.options),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(self.name), info, given)

    def new_initial_state(self) -> "SpielState":
        """Before anything is drawn."""
        return SpielState(self, self.name, self.options)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What seats see."""
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        return Observer(row_of(self.name).observation(self.options))


class SpielState(pyspiel.State):
    """A position: somebody's decision, a draw, or the end."""

    def __init__(self, game: SpielGame, name: str, options: Json):
        super().__init__(game)
        self.name, self.options = name, options
        ruleset = ruleset_of(name)
        self.players = ruleset.players(options)
        self.states = ruleset.empty()
        self.draws: Draws | None = SetUp(self.players, GAMES[name].plates)

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        if self.draws is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.states.to_move[0])

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        ruleset = ruleset_of(self.name)
        return self.draws is None and self.states.phase[0] in (ruleset.OVER, ruleset.DEAL)

    def _legal_actions(self, player: int) -> list[int]:
        moves = np.zeros(MAX_MOVES, np.int16)
        return sorted(moves[: list_moves_of(self.states, 0, moves)].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn next."""
        assert self.draws is not None
        return self.draws.outcomes()

    def _apply_action(self, action: int) -> None:
        legal = self._legal_actions(self.current_player()) if self.draws is None else [one for one, _ in self.draws.outcomes()]
        if action not in legal:
            who = f"player {self.current_player()}" if self.draws is None else "chance"
            raise IllegalMoveError(str(action), f"{who} decides", list(map(str, legal)))
        if self.draws is None:
            apply_in(self.states, 0, action)
        else:
            self.draws.draw(action)
            if self.draws.outcomes():
                return
            if isinstance(self.draws, SetUp):
                ruleset_of(self.name).set_up(self.states, self.options, self.draws.chance())
            else:
                self.draws.carry_out(self.states)  # type: ignore[attr-defined]
            self.draws = None
        if self.states.phase[0] == ruleset_of(self.name).DEAL and self.states.round_number[0] <= ROUNDS:
            self.draws = GAMES[self.name].deal(self.states)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.draws.name(action) if self.draws is not None else str(action)
        return ruleset_of(self.name).text(self.states, action)

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, as in a batch."""
        if not self.is_terminal() or self.states.phase[0] != ruleset_of(self.name).OVER:
            return [0.0] * self.players
        winners, _ = ruleset_of(self.name).winners(self.states)
        return [float(RESULT[self.players, len(winners), int(seat in winners)]) for seat in range(self.players)]

    def __str__(self) -> str:
        if isinstance(self.draws, SetUp):
            return f"set-up: {self.draws.drawn}"
        return ruleset_of(self.name).show(self.states, [f"player {seat}" for seat in range(self.players)])


class Observer:
    """What a seat sees, as numbers and as text."""

    def __init__(self, size: int):
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}
        self._bytes = np.zeros(size, np.uint8)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees."""
        self._bytes[:] = 0
        if not isinstance(state.draws, SetUp):
            observe_bytes_in(state.states, player, self._bytes)
        self.tensor[:] = self._bytes

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text; nothing before the table is laid."""
        if isinstance(state.draws, SetUp):
            return ""
        self.set_from(state, player)
        return " ".join(map(str, self._bytes.tolist()))


for _name in GAMES:
    pyspiel.register_game(game_type(_name), type(f"Game_{_name}", (SpielGame,), {"name": _name}))
