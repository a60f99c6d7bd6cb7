"""How a game stands: all that can be asked of it without changing it."""

from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tessela.game.checks import whole
from tessela.game.errors import IllegalMoveError, MoveError, OptionError, quoted
from tessela.game.fields import Fields
from tessela.game.move import Move
from tessela.game.ruleset import Json, Ruleset, States
from tessela.rules import kernels


class Standing:
    """A game as it is now: what lies on the table, what may be decided, what each seat sees. `Game` plays on from there."""

    ruleset: Ruleset
    options: Json
    seats: list[str]
    _states: States

    # What is on the table

    @property
    def name(self) -> str:
        """The name of the game, as `azul`."""
        return self.ruleset.name

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat that decides next, nobody once the game is over."""
        return None if self._now.phase == self.ruleset.OVER else self._now.to_move

    @property
    def turn(self) -> int:
        """The seat that decides next; unlike `to_move` always a number, so a game that is over refuses.

        >>> from tessela import Game
        >>> Game("azul", seed=7).turn
        0
        """
        if self.is_over:
            raise MoveError("the game is over: it is nobody's turn")
        return int(self._now.to_move)

    @property
    def round(self) -> int:
        """The round being played; 0 during the set-up plates of Duel."""
        return self._now.round_number

    @property
    def phase(self) -> str:
        """Which decision is next, as in docs/state.md."""
        return self.ruleset.phases[self._now.phase]

    @property
    def is_tiling(self) -> bool:
        """Whether the next decision belongs to the tiling: a space for a tile, or in Duel a payment."""
        return bool(kernels.is_tiling_choice_in(self._states, 0))

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores as they are now."""
        return tuple(self._now.score[: self.players])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._now.phase == self.ruleset.OVER

    def bonuses(self, seat: SupportsIndex) -> dict[str, int]:
        """The final points of a seat by their names, as the boards are now: rows, columns, colours; or the tablets."""
        return self.ruleset.bonuses(self._states, self._check_seat(seat))

    def prospects(self) -> Json:
        """What anybody could work out: points of free spaces while somebody tiles; in Duel payments, how far tablets are."""
        return self.ruleset.prospects(self._states, self._now)

    def _changed(self) -> None:
        """The state is another one: read it again, once for all who ask about it."""
        self._now = Fields(self._states)
        self._legal: dict[str, int] | None = None

    def _copied(self) -> States:
        """A copy of the state, several times as fast as NumPy copies records."""
        return np.frombuffer(bytearray(self._states.tobytes()), self.ruleset.dtype).view(np.recarray)

    # Decisions

    def legal_moves(self) -> list[Move]:
        """Every legal decision, none once the game is over."""
        return [Move(text) for text in self._legal_actions()]

    def legal_texts(self) -> list[str]:
        """The same as plain text, for those who send it on."""
        return list(self._legal_actions())

    def legal_actions(self) -> list[int]:
        """The numbers of the legal decisions (docs/encodings.md), in the order of `legal_moves`."""
        return list(self._legal_actions().values())

    def action_of(self, move: str) -> int:
        """The number of a legal move."""
        return self._legal_move(move)[1]

    def move_of(self, action: SupportsIndex) -> Move:
        """The legal move that has a number."""
        wanted = whole(action)
        for text, number in self._legal_actions().items():
            if number == wanted:
                return Move(text)
        raise IllegalMoveError(
            str(wanted if wanted is not None else action), self._why_not(), [str(a) for a in self.legal_actions()]
        )

    def action_mask(self) -> NDArray[np.bool_]:
        """Which numbers of decisions are legal now."""
        mask = np.zeros(self.ruleset.decisions, np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def observation(self, seat: SupportsIndex) -> NDArray[np.int16]:
        """What a seat sees as a row of whole numbers, laid out as in docs/encodings.md."""
        seat = self._check_seat(seat)
        out = np.zeros(sum(size for _, size in self.ruleset.observation), np.int16)
        kernels.observe_in(self._states, 0, seat, out)
        return out

    def _legal_move(self, move: str | SupportsIndex) -> tuple[Move, int]:
        """A legal move and its number, from either of them."""
        number = whole(move)
        if number is not None:
            return self.move_of(number), number
        text, legal = Move.parse(move), self._legal_actions()
        if text not in legal:
            raise IllegalMoveError(text, self._why_not(), list(legal))
        return text, legal[text]

    def _legal_actions(self) -> dict[str, int]:
        if self._legal is None:
            moves = np.zeros(kernels.MAX_MOVES, np.int16)
            number = kernels.list_moves_of(self._states, 0, moves)
            self._legal = {self.ruleset.text(self._states, action): action for action in moves[:number].tolist()}
        return self._legal

    def _why_not(self) -> str:
        if self.is_over:
            return "the game is over"
        return f"{self.seats[self.to_move or 0]} is in phase {self.phase!r}"

    # Positions

    def state(self) -> Json:
        """Everything, as documented in docs/state.md."""
        return self.ruleset.position(self._now)

    def text(self) -> str:
        """Everything on one line, as documented in docs/state.md; `Game.from_text` reads it.

        >>> from tessela import Game
        >>> print(Game("azul", seed=7).text()[:60])
        azul1 2c 1 offer 0 0 - BRRW/BYYR/BRWW/RWWW/YKKK - 17B17Y15R1
        """
        return self.ruleset.to_line(self.state())

    def view(self, seat: SupportsIndex | None) -> Json:
        """Only what a seat may know; `None` is a spectator."""
        return self.views([seat])[0]

    def views(self, seats: Sequence[SupportsIndex | None]) -> list[Json]:
        """The views of several seats at the cost of one: what is the same in them they share, so nobody should change them."""
        return self.ruleset.views(self._now, [self._check_viewer(seat) for seat in seats])

    def hides_moves(self, seat: SupportsIndex | None) -> bool:
        """Whether a seat or spectator cannot know which moves are legal: only the one to move has seen what they are about."""
        return self.ruleset.hides_moves(self._now, self._check_viewer(seat))

    def states(self) -> States:
        """A copy of the compiled state, as an array of one, for kernels."""
        return self._copied()

    def _check_viewer(self, seat: SupportsIndex | None) -> int | None:
        return None if seat is None else self._check_seat(seat)

    def _check_seat(self, seat: SupportsIndex) -> int:
        number = whole(seat)
        if number is None or number not in range(self.players):
            raise OptionError(f"seat must be from 0 to {self.players - 1}, not {quoted(seat)}")
        return number

    def __str__(self) -> str:
        return self.ruleset.show(self._states, self.seats)
