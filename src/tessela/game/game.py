"""A game at the table: the class that people import."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from tessela.game.azul.position import Wall
from tessela.game.chance import SET_UP, TABLETS, bits_of, check_key, deal_event
from tessela.game.checks import check, is_seat, is_text
from tessela.game.duel.options import Tablet
from tessela.game.errors import IllegalMoveError, OptionError, PositionError, TesselaError, quoted
from tessela.game.events import BonusScored, Event, GameEnded, Refilled
from tessela.game.fields import Fields
from tessela.game.move import Move
from tessela.game.positions import check_diagram, read_state, state_of_diagram, state_of_line, state_of_view
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import RULES_VERSION, Json, Outcome, check_seed
from tessela.game.standing import Standing
from tessela.rules import kernels

Tablets = Literal["random", 3, 4] | Sequence[Tablet]

RECORD_FORMAT = "tessela-record"
RECORD_VERSION = 1


@dataclass(frozen=True, slots=True)
class _Ply:
    """What is needed to take a move back."""

    move: Move
    before: bytes
    deals: int


def _beginnings(seed: SupportsIndex | None, key: bytes | None) -> tuple[bytes | None, int | None, int, int]:
    """The key and the seed of a game, and what its options and its set-up are drawn from."""
    if key is None:
        number = secrets.randbits(53) if seed is None else check_seed(seed)
        return None, number, number, number
    if seed is not None:
        raise OptionError("a game has a seed or a key, not both")
    return check_key(key), None, bits_of(key, TABLETS), bits_of(key, SET_UP)


class Game(Standing):
    """A game of Azul or Azul Duel.

    >>> game = Game("azul", players=2, seed=7)
    >>> game.to_move, game.round
    (0, 1)
    >>> game.play("4W>3")
    [Taken(seat=0, source='4', tiles='WWW', rest='R'), Placed(seat=0, tiles='WWW', line=3)]
    """

    @overload
    def __init__(
        self,
        name: Literal["azul"] = "azul",
        *,
        players: SupportsIndex = 2,
        wall: Wall = "coloured",
        jokers: bool = False,
        seed: SupportsIndex | None = None,
        seats: Sequence[str] | None = None,
        chance: Mapping[str, Any] | None = None,
        key: bytes | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        name: Literal["duel"],
        *,
        tablets: Tablets = ("rows", "columns", "diagonals"),
        seed: SupportsIndex | None = None,
        seats: Sequence[str] | None = None,
        chance: Mapping[str, Any] | None = None,
        key: bytes | None = None,
    ) -> None: ...

    @overload  # a game whose name is known only when it runs
    def __init__(
        self,
        name: str,
        *,
        seed: SupportsIndex | None = None,
        seats: Sequence[str] | None = None,
        chance: Mapping[str, Any] | None = None,
        key: bytes | None = None,
        players: SupportsIndex = ...,
        wall: Wall = ...,
        jokers: bool = ...,
        tablets: Tablets = ...,
    ) -> None: ...

    def __init__(
        self,
        name: str = "azul",
        *,
        seed: SupportsIndex | None = None,
        seats: Sequence[str] | None = None,
        chance: Mapping[str, Any] | None = None,
        key: bytes | None = None,
        **options: Any,
    ):
        """Set up a game: its options by name, a seed for all chance or a `key` that nobody can guess (docs/chance.md), or the
        `chance` of a record in their place."""
        self.ruleset = ruleset_of(name)
        self.key, self.seed, choosing, setting_up = _beginnings(seed, key)
        self.options = self.ruleset.check_options(options, choosing)
        self.seats = self._check_seats(seats)
        self._states = self.ruleset.empty()
        self._states.rng[0] = setting_up
        self.ruleset.set_up(self._states, self.options, chance)
        self._begin(list(chance["deals"]) if chance is not None else [], None)

    def _begin(self, given_deals: list[Any], position: Json | None) -> None:
        self._given_deals = given_deals
        self._seen_deals: Mapping[int, Sequence[Json]] = {}
        self._position = position
        self._chance: Json = {} if position else self.ruleset.chance_of_set_up(self._states)
        self._deals: list[Json] = []
        self._plies: list[_Ply] = []
        self._changed()
        self._settled: tuple[int, ...] | None = None
        if self._now.phase == self.ruleset.DEAL:
            self._deal()

    def _check_seats(self, seats: Sequence[str] | None) -> list[str]:
        number = self.ruleset.players(self.options)
        if seats is None:
            return [f"player {seat}" for seat in range(number)]
        right = isinstance(seats, Sequence) and not isinstance(seats, str) and len(seats) == number
        if not right or not all(isinstance(name, str) and is_text(name) for name in seats):
            raise OptionError(f"seats must be {number} names, not {quoted(seats)}")
        return list(seats)

    # What has happened

    @property
    def moves(self) -> list[Move]:
        """All moves so far."""
        return [ply.move for ply in self._plies]

    @property
    def deals(self) -> list[Json]:
        """Every filling of the factories so far, as in a record."""
        return list(self._deals)

    def give_deals(self, deals: Sequence[Any]) -> None:
        """Deal these from now on in place of drawn ones, in order, as far as they go."""
        self._given_deals = [*self._deals, *deals]

    def deal_again(self, seen: Mapping[int, Sequence[Json]]) -> None:
        """What was seen stays dealt: of these deals, by their number counted from 1, the first that the bag allows is dealt from
        now on in place of a drawn one (docs/chance.md)."""
        self._seen_deals = seen

    def draw_by(self, key: bytes) -> None:
        """Draw all chance to come by a key: nobody can compute it who does not know the key (docs/chance.md)."""
        self.key = check_key(key)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the game is over."""
        if not self.is_over:
            return None
        winners, reason = self.ruleset.winners(self._states)
        return Outcome(self.scores, winners, reason, tuple(self._breakdown(seat) for seat in range(self.players)))

    def _breakdown(self, seat: int) -> dict[str, int]:
        """Where the points of a seat came from; what the rounds brought only if it is known."""
        score, bonuses = self.scores[seat], self.bonuses(seat)
        if self._settled:
            return {"rounds": self._settled[seat], **bonuses}
        rounds = score - sum(bonuses.values())
        return {"rounds": rounds, **bonuses} if score or not rounds else bonuses

    # Moves

    def play(self, move: str | SupportsIndex) -> list[Event]:
        """Play a legal move, given as text or as its number; the events that happened. An error leaves the game as it was."""
        move, action = self._legal_move(move)
        ply = _Ply(move, self._states.tobytes(), len(self._deals))
        try:
            events = self._carry_out(action) + self._advance()
        except TesselaError:
            self._restore(ply)
            raise
        self._plies.append(ply)
        return events

    def _carry_out(self, action: int) -> list[Event]:
        """Carry out a legal decision, and nothing that follows from it."""
        before = self._now
        kernels.decide_in(self._states, 0, action)
        self._changed()
        return self.ruleset.decision_events(before, action, self._now)

    def _step(self) -> list[Event]:
        """One step of the tiling that nobody decides."""
        before = self._now
        kernels.advance_in(self._states, 0)
        self._changed()
        return self.ruleset.step_events(before, self._now)

    def _advance(self) -> list[Event]:
        """The steps that follow without a decision: tiling, the end, or the next deal."""
        events: list[Event] = []
        while self._now.phase == self.ruleset.TILING:
            step = self._step()
            events += step
            if self.is_over:
                events += self._end(step)
        if self._now.phase == self.ruleset.DEAL:
            events.append(self._deal())
            events += self.ruleset.deal_events(self._now)
        return events

    def _end(self, last_step: list[Event]) -> list[Event]:
        self._settled = last_step[-1].scores  # type: ignore[attr-defined]
        events: list[Event] = [
            BonusScored(seat, bonus, points)
            for seat in range(self.players)
            for bonus, points in self.ruleset.bonuses(self._states, seat).items()
            if points
        ]
        winners, reason = self.ruleset.winners(self._states)
        return [*events, GameEnded(self.scores, winners, reason)]

    def _deal(self) -> Refilled:
        """Fill the factories with the next given deal, or by drawing."""
        number = len(self._deals) + 1
        if number <= len(self._given_deals):
            given = self.ruleset.given_deal(self._states, self._given_deals[number - 1])
        else:
            if self.key is not None:
                self._states.rng[0] = bits_of(self.key, deal_event(number))
            given = self._seen_deal(number)
        before = self._now
        kernels.deal_in(self._states, 0, given)
        self._changed()
        deal = self.ruleset.deal_of(self._states)
        self._deals.append(deal)
        return Refilled(max(1, self.round), deal, self.ruleset.restocked(before, self._now))

    def _seen_deal(self, number: int) -> NDArray[np.int8]:
        """The first of the deals seen under a number that the bag allows; nothing if it allows none."""
        for deal in self._seen_deals.get(number, ()):
            with suppress(PositionError):
                return self.ruleset.given_deal(self._states, deal)
        return kernels.NOTHING_GIVEN

    def undo(self) -> Move:
        """Take the last move back, with all that followed from it; the move that was taken back.

        >>> game = Game("azul", seed=7)
        >>> events = game.play("4W>3")
        >>> game.undo(), game.moves
        (Move('4W>3'), [])
        """
        if not self._plies:
            raise IllegalMoveError("undo", "no move has been played", [])
        ply = self._plies.pop()
        self._restore(ply)
        del self._given_deals[len(self._deals) :]  # another move may leave another bag
        return ply.move

    def _restore(self, ply: _Ply) -> None:
        self._states = np.frombuffer(bytearray(ply.before), self.ruleset.dtype).view(np.recarray)
        del self._deals[ply.deals :]
        self._changed()
        self._settled = None

    def copy(self) -> "Game":
        """A game of its own in the same position, with the same history and the same chance to come.

        >>> game = Game("azul", seed=7)
        >>> twin = game.copy()
        >>> events = twin.play("4W>3")
        >>> len(game.moves), len(twin.moves)
        (0, 1)
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._states = self._copied()
        twin._deals, twin._plies, twin._given_deals = self._deals[:], self._plies[:], self._given_deals[:]
        twin.seats = self.seats[:]
        return twin

    def look_ahead(self, move: str | None, choose: "Callable[[Game], str]") -> tuple[list[Event], list[Event], bool]:
        """The events of a move by itself (none for no move), those of the tiling if the round ended there, and if the game would.

        In the tiling `choose` decides where somebody has to. The game itself stays as it is.

        >>> decision, tiling, ends = Game("azul", seed=7).look_ahead("1B>1", lambda game: game.legal_moves()[0])
        >>> tiling[0]
        Tiled(seat=0, line=1, column=1, tile='B', points=1, across=1, down=1, discarded='')
        >>> ends
        False
        """
        twin = self.copy()
        decision = twin._carry_out(twin.action_of(move)) if move is not None else []
        if twin._now.phase not in (self.ruleset.OVER, self.ruleset.TILING) and not twin.is_tiling:
            kernels.begin_tiling_in(twin._states, 0, twin._now.first_player)
            twin._changed()
        tiling: list[Event] = []
        while twin._now.phase not in (self.ruleset.OVER, self.ruleset.DEAL):
            tiling += twin._carry_out(twin.action_of(choose(twin))) if twin.is_tiling else twin._step()
        return decision, tiling, twin.is_over

    # Positions

    @classmethod
    def from_state(cls, state: Json, *, seats: Sequence[str] | None = None, seed: SupportsIndex | None = None) -> "Game":
        """A game that goes on from a position; one that cannot be is refused. A seed replaces the position's generator."""
        game = object.__new__(cls)
        game.ruleset, game.options, game._states, game.seed = read_state(state, seed)
        game.key = None
        game.seats = game._check_seats(seats)
        game._begin([], game.ruleset.position(Fields(game._states)))
        return game

    @classmethod
    def from_view(cls, view: Json, *, seed: SupportsIndex = 0) -> "Game":
        """A game that may be the one a seat sees: what its view hides is drawn from the seed."""
        game, seat = cls.from_state(state_of_view(view, check_seed(seed))), view["seat"]
        there = seat is None or is_seat(seat, game.players)
        check(there, f"seat must be from 0 to {game.players - 1} or null, not {quoted(seat)}")
        return game

    @classmethod
    def from_text(cls, text: str, *, seats: Sequence[str] | None = None, seed: SupportsIndex | None = None) -> "Game":
        """The game of a position on one line. A seed replaces the position's generator; `-` in its place asks for a new one.

        >>> game = Game("duel", seed=7)
        >>> Game.from_text(game.text()).state() == game.state()
        True
        """
        return cls.from_state(state_of_line(text), seats=seats, seed=seed)

    @classmethod
    def from_diagram(cls, text: str, *, seats: Sequence[str] | None = None, seed: SupportsIndex | None = None) -> "Game":
        """The game that `print(game)` shows. What it does not show is drawn from the seed: all chance to come, and in Duel
        the chips and plates that lie face down, of which nobody has seen any.

        >>> game = Game("azul", seed=7, seats=["Ann", "Bob"])
        >>> events = game.play("4W>3")
        >>> twin = Game.from_diagram(str(game))
        >>> twin.seats, twin.view(0) == game.view(0)
        (['Ann', 'Bob'], True)
        """
        number = secrets.randbits(53) if seed is None else check_seed(seed)
        state, names = state_of_diagram(text, number)
        game = cls.from_state(state, seats=names, seed=number)
        check_diagram(text, str(game))
        game.seats = game._check_seats(names if seats is None else seats)
        return game

    def record(self) -> Json:
        """The game so far as a record (docs/records.md)."""
        outcome = self.outcome
        record: Json = {
            "format": RECORD_FORMAT,
            "version": RECORD_VERSION,
            "rules": RULES_VERSION,
            "game": self.name,
            "options": dict(self.options),
            "seats": list(self.seats),
            "seed": self.seed,
            "chance": {**self._chance, "deals": list(self._deals)},
            "moves": [str(move) for move in self.moves],
            "result": {"scores": list(outcome.scores), "winners": list(outcome.winners)} if outcome else None,
        }
        if self._position is not None:
            record["position"] = self._position
        return record

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.options} ply {len(self._plies)}, to move {self.to_move}, scores {self.scores}>"
