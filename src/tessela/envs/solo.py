"""One game by itself, without events and history: what an environment of a single game steps through."""

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import bound
from tessela.envs.games import row_of
from tessela.envs.host import new_arrays
from tessela.envs.kernels import Arrays, batch_show, batch_step, observe_bytes_in
from tessela.envs.options import check_decision
from tessela.game.errors import IllegalMoveError
from tessela.game.fields import Fields
from tessela.game.ruleset import Json, Ruleset, check_seed
from tessela.rules.kernels import NOTHING_GIVEN, deal_in


class Solo:
    """A game of its own: the one that `Game` has with the same options and seed."""

    def __init__(self, ruleset: Ruleset, wish: Json, rounds: int, by_margin: bool):
        self.ruleset, self._wish = ruleset, wish
        row = row_of(ruleset.name)
        shape = (1, ruleset.players(wish), row.observation(wish), row.decisions(wish))
        self._bounds, self.sizes = (rounds, int(by_margin), 0, 0, 1), shape[2:]
        self._use(new_arrays(ruleset.dtype, row.variants(wish), shape))

    def _use(self, arrays: Arrays) -> None:
        """Step through the game in these arrays."""
        self._arrays = arrays
        self._states = arrays.states.view(np.recarray)
        self._actions, self._seats = arrays.actions, arrays.seats
        self._observation, self._mask = arrays.observations[0], arrays.masks[0].view(np.int8)
        self._nothing = np.zeros_like(self._mask)
        self._step = bound(batch_step, arrays, *self._bounds)

    def __getstate__(self) -> tuple[Any, ...]:
        """What a copy is made of; all else are views of these arrays."""
        return self.ruleset, self._wish, self._bounds, self.sizes, self._arrays

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.ruleset, self._wish, self._bounds, self.sizes, arrays = state
        self._use(arrays)

    def reset(self, seed: int) -> None:
        """Begin a game."""
        states, number = self._states, check_seed(seed)
        states.rng[0] = number
        self.ruleset.set_up(states, self.ruleset.check_options(self._wish, number), None)
        deal_in(states, 0, NOTHING_GIVEN)
        batch_show(self._arrays)

    def step(self, action: SupportsIndex) -> bool:
        """Carry out a legal decision; whether the game has ended or was cut off."""
        self._actions[0] = check_decision(action, self.sizes[1])
        if self._step() >= 0:
            legal = np.flatnonzero(self._mask)
            raise IllegalMoveError(str(action), f"seat {self.to_move} is to move", [str(one) for one in legal.tolist()])
        return bool(self._arrays.terminated[0] or self._arrays.truncated[0])

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return int(self._seats[0])

    @property
    def terminated(self) -> bool:
        """Whether the game has ended."""
        return bool(self._arrays.terminated[0])

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off."""
        return bool(self._arrays.truncated[0])

    @property
    def rewards(self) -> list[float]:
        """What each seat got with the last decision."""
        found: list[float] = self._arrays.rewards[0].tolist()
        return found

    def observe(self, seat: int) -> dict[str, NDArray[Any]]:
        """What a seat sees, and which decisions it has: none if it is not to move."""
        if seat == self._seats[0]:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        seen = np.empty_like(self._observation)
        observe_bytes_in(self._states, seat, seen)
        return {"observation": seen, "action_mask": self._nothing.copy()}

    def view(self, seat: int) -> Json:
        """What a seat may know, as bots are told it."""
        return self.ruleset.views(Fields(self._states), [seat])[0]

    def action_of(self, move: str) -> int:
        """The number of a legal move."""
        legal: list[int] = np.flatnonzero(self._mask).tolist()
        return next(action for action in legal if self.ruleset.text(self._states, action) == move)

    def diagram(self) -> str:
        """The table as text."""
        return self.ruleset.show(self._states, [f"player {seat}" for seat in range(self._arrays.rewards.shape[1])])
