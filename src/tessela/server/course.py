"""The course of a game: what follows from the log of a table, entry by entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tessela.game import Event, Game
from tessela.game.chance import also_seen, new_key
from tessela.game.events import names_a_secret
from tessela.game.record import WAYS_TO_GO
from tessela.game.ruleset import LONGEST_GAME, Json
from tessela.server.messages.replays import CLOSED, NO_END, RESIGNED, TIME_RAN_OUT, Ending
from tessela.server.store import Entry, Head, Kind, TableRow

STAND_IN = "surveyor"  # the bot that finishes for somebody who left
LONGEST_LOG = 2000  # entries, after which nothing is taken back: a game is a tenth of it
encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the log and what happened by it: for its seat, and for all others where those may know less."""

    version: int
    kind: Kind
    seat: int
    move: str | None
    move_id: str | None
    own: bytes  # the events as a JSON list
    others: bytes
    secret: bool  # the move is for its seat alone: it names what others are not told
    stands: bool  # once made it cannot be taken back where others play: it showed somebody what they did not know
    to: int | None = None  # of a takeback: the version of the decision that is to be made again

    @property
    def keeps_a_secret(self) -> bool:
        """Whether its seat was told more than the others."""
        return self.own != self.others


@dataclass(slots=True)
class Course:
    """A game as far as its log goes. `began` holds the chance of the set-up and the key by which the rest is drawn,
    which nobody is told; every move holds the deals that followed it.

    Nobody changes a course that others may look at: the next entry makes another one (`after`).
    """

    game: Game
    steps: list[Step] = field(default_factory=list)
    ids: list[str | None] = field(default_factory=list)  # of the steps
    standing: list[int] = field(default_factory=list)  # versions of the moves that were not taken back
    given_up: Ending | None = None  # before the rules ended it
    taken_over: frozenset[int] = frozenset()  # seats that a bot plays for somebody
    seen: Mapping[int, tuple[Json, ...]] = field(default_factory=dict)  # every deal there was, by its number, first seen first
    fair: Json | None = None  # the promised key and the salts that `key` is made of, where that is so

    @classmethod
    def from_log(cls, row: TableRow, log: list[Entry]) -> "Course":
        """The course that a log tells."""
        began = log[0].payload
        game = (
            Game.from_state(began["position"]) if "position" in began else Game(row.game, chance=began["chance"], **row.options)
        )
        game.draw_by(bytes.fromhex(began["key"]) if "key" in began else new_key())  # logs of older versions have none
        course = cls(game)
        for entry in log:
            course._carry_out(entry)
        return course

    def after(self, entry: Entry) -> "Course":
        """The course with one more entry. What a move deals is drawn where its entry does not say; an illegal one is refused."""
        twin = Course(
            self.game.copy(), self.steps[:], self.ids[:], self.standing[:], self.given_up, self.taken_over, self.seen, self.fair
        )
        twin._carry_out(entry)
        return twin

    def dealt_since(self, earlier: "Course") -> list[Json]:
        """What was dealt after an earlier course."""
        return self.game.deals[len(earlier.game.deals) :]

    @property
    def version(self) -> int:
        """The version at the head of the log."""
        return len(self.steps) - 1

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.given_up is not None or self.game.is_over

    @property
    def to_move(self) -> int | None:
        """The seat that decides next."""
        return None if self.given_up is not None else self.game.to_move

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if it has."""
        if self.given_up is not None:
            return self.given_up
        outcome = self.game.outcome
        if outcome is None:
            return None
        return Ending(list(outcome.scores), list(outcome.winners), outcome.reason, list(outcome.breakdown))

    @property
    def history(self) -> list[str | int]:
        """Every move there was and, where some were taken back, how many."""
        history: list[str | int] = []
        standing: list[int] = []
        for step in self.steps:
            if step.move is not None:
                standing.append(step.version)
                history.append(step.move)
            elif step.kind == "takeback":
                kept = [version for version in standing if version < (step.to or 0)]
                history.append(len(standing) - len(kept))
                standing = kept
        return history

    @property
    def head(self) -> Head:
        """Where the game is, in short."""
        return Head(self.version, self.to_move, self.game.round, list(self.game.scores))

    @property
    def last(self) -> Step:
        """The entry at the head of the log."""
        return self.steps[-1]

    def before(self, version: int) -> Game:
        """The game as it was before the move of an entry that still stands."""
        game = self.game.copy()
        for _ in self.standing[self.standing.index(version) :]:
            game.undo()
        return game

    def find(self, move_id: str) -> Step | None:
        """The step that a client asked for under an id."""
        if move_id not in self.ids:
            return None
        return next(step for step in reversed(self.steps) if step.move_id == move_id)

    def left_later(self, step: Step) -> bool:
        """Whether the one who made a move left the seat to a bot afterwards."""
        return any(later.seat == step.seat and later.kind in WAYS_TO_GO for later in self.steps[step.version + 1 :])

    def _carry_out(self, entry: Entry) -> None:
        """Fold one entry in; only on a course that nobody else has seen."""
        events = self._played(entry) if entry.kind == "move" else ()
        self.steps.append(self._step(entry, events))
        self.ids.append(entry.move_id)
        if entry.kind == "move":
            self.standing.append(entry.version)
            self.given_up = without_end(self.game)
        elif entry.kind == "takeback":
            self._go_back(self.last.to or 0)
        elif entry.kind == "began":
            self.fair = entry.payload.get("fair")
        elif entry.kind == "closed":
            self.given_up = closed(self.game)
        else:
            self._gone(entry)

    def _played(self, entry: Entry) -> tuple[Event, ...]:
        """What happens by a move. What it deals is in its entry; else it was seen before, or is drawn."""
        earlier = len(self.game.deals)
        self.game.give_deals(entry.payload.get("deals", ()))
        self.game.deal_again(self.seen)
        events = tuple(self.game.play(entry.payload["move"]))
        self.seen = also_seen(self.seen, self.game.deals, earlier)
        return events

    def _go_back(self, to: int) -> None:
        """Take the move of an entry back, and all that came after it."""
        while self.standing and self.standing[-1] >= to:
            self.standing.pop()
            self.game.undo()

    def _step(self, entry: Entry, events: tuple[Event, ...]) -> Step:
        seat = entry.seat or 0
        to = entry.payload.get("to", self.standing[-1]) if entry.kind == "takeback" else None  # at first it was always the last
        own, others = told(events, seat)
        move = entry.payload.get("move")
        secret = move is not None and names_a_secret(move, events)
        return Step(entry.version, entry.kind, seat, move, entry.move_id, own, others, secret, self._revealed(events), to)

    def _gone(self, entry: Entry) -> None:
        """A seat is played by its person no more: a bot goes on, or the game is lost."""
        seat = entry.seat or 0
        if entry.kind == "bot-took-over" or self.game.players > 2:
            self.taken_over |= {seat}
            return
        self.given_up = lost_by(seat, entry.kind, self.game)

    def back_to(self, seats: Sequence[int], freely: bool) -> list[int]:
        """The versions of the decisions of these seats that can be made again: taken back with all that came after them.

        Freely that is any since the last person left. Where others play it is the last one, if nothing came to light by it.
        """
        if self.is_over or not self.standing or self.version >= LONGEST_LOG:
            return []
        mine = {*seats} - self.taken_over
        if freely:
            left = max((step.version for step in self.steps if step.kind in WAYS_TO_GO), default=0)
            return [version for version in self.standing if version > left and self.steps[version].seat in mine]
        last = self.steps[self.standing[-1]]
        return [] if last.seat not in mine or last.stands else [last.version]

    def _revealed(self, events: tuple[Event, ...]) -> bool:
        """Whether a move shows somebody what they did not know before: by itself, or what the move before it kept secret."""
        if any(event.reveals for event in events):
            return True
        return any(event.uncovers for event in events) and (not self.standing or self.steps[self.standing[-1]].keeps_a_secret)


def beginning(game: Game, key: bytes, fair: Json | None) -> Json:
    """What the first entry of a log holds: how the game was set up, and the key of the chance to come."""
    record = game.record()
    payload: Json = {name: record[name] for name in ("rules", "chance", "position") if name in record} | {"key": key.hex()}
    return payload if fair is None else payload | {"fair": fair}


def row_after(row: TableRow, entry: Entry, after: Course) -> TableRow | None:
    """The table where it changes with an entry: the game ends, or a bot takes a seat."""
    seats = list(row.seats)
    seat = entry.seat or 0
    if seat in after.taken_over and entry.kind not in ("move", "takeback", "closed"):
        seats[seat] = msgspec.structs.replace(seats[seat], who="bot", level=STAND_IN, left=True, away=None)
    elif not after.is_over:
        return None
    status: Literal["over", "playing"] = "over" if after.is_over else "playing"
    unmoved = entry.kind == "bot-took-over" and entry.version == 1  # before anybody has moved: a rated game does not count
    called_off = unmoved or entry.kind == "closed"
    return msgspec.structs.replace(
        row,
        status=status,
        seats=seats,
        winners=after.ending.winners if after.ending else None,
        given_up=after.given_up is not None,
        rated=row.rated and not called_off,
        head=after.head,
    )


def lost_by(seat: int, how: str, game: Game) -> Ending:
    """How a game of two ends that somebody gives up or has no time left for."""
    return _as_it_stands(game, [1 - seat], RESIGNED if how == "resigned" else TIME_RAN_OUT)


def without_end(game: Game) -> Ending | None:
    """How a game ends that is as long as a game may be here, while by the rules it would go on."""
    if game.is_over or len(game.moves) < LONGEST_GAME:
        return None
    return _as_it_stands(game, range(game.players), NO_END)


def closed(game: Game) -> Ending:
    """How a game ends that whoever runs the server has closed."""
    return _as_it_stands(game, range(game.players), CLOSED)


def _as_it_stands(game: Game, winners: Iterable[int], reason: str) -> Ending:
    scores = list(game.scores)
    return Ending(scores, list(winners), reason, [{"rounds": score} for score in scores])


def told(events: tuple[Event, ...], seat: int) -> tuple[bytes, bytes]:
    """Events as JSON, as their seat may know them and as all others may: the same where nobody knows more."""
    own, others = ([event.seen_by(viewer) for event in events] for viewer in (seat, None))
    as_json = [encode([event.to_json() for event in some]) for some in ([own] if own == others else [own, others])]
    return as_json[0], as_json[-1]
