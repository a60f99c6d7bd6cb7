"""Bots in Python behind the protocol of external bots, so that other programs can play against them (docs/bot-protocol.md)."""

import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, BinaryIO

import msgspec
import numpy as np

from tessela.bots.bot import Bot, Budget, Choice, Clock
from tessela.bots.dialogue import NEWEST, OLDEST, check_value, failure
from tessela.compiled import prepare
from tessela.game import Game, OptionError, TesselaError
from tessela.game.errors import UNREADABLE
from tessela.game.record import replay
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json

SLICE_SECONDS = 0.1  # of a thought, after which it is told how it goes
MOST_LINES = 100
SECONDS_OPTION: Json = {"name": "seconds", "type": "number", "min": 0.001, "max": 86_400, "default": None}


class _Limits(msgspec.Struct):
    seconds: float | None = None
    simulations: int | None = None

    @property
    def budget(self) -> Budget | None:
        """The budget, if there is one."""
        return None if self.seconds is None and self.simulations is None else Budget(self.seconds, self.simulations)


class _Left(msgspec.Struct):
    left: list[float]
    increment: float = 0.0


class _Hello(msgspec.Struct, tag_field="type", tag="hello"):
    protocol: int
    newest: int | None = None


class _New(msgspec.Struct, tag_field="type", tag="new"):
    game: str
    options: Json
    seed: int = 0


class _Choose(msgspec.Struct, tag_field="type", tag="choose"):
    view: Json
    budget: _Limits = msgspec.field(default_factory=_Limits)


class _Set(msgspec.Struct, tag_field="type", tag="set"):
    name: str
    value: Any


class _Position(msgspec.Struct, tag_field="type", tag="position"):
    view: Json | None = None
    record: Json | None = None
    ply: int | None = None
    seat: int | None = None


class _Go(msgspec.Struct, tag_field="type", tag="go"):
    id: Any = None
    budget: _Limits = msgspec.field(default_factory=_Limits)
    clock: _Left | None = None
    infinite: bool = False
    lines: int = 1
    ponder: bool = False


class _Stop(msgspec.Struct, tag_field="type", tag="stop"):
    pass


class _Over(msgspec.Struct, tag_field="type", tag="over"):
    pass


class _Quit(msgspec.Struct, tag_field="type", tag="quit"):
    pass


_Question = _Hello | _New | _Choose | _Set | _Position | _Go | _Stop | _Over | _Quit
_questions = msgspec.json.Decoder(_Question)


class Inbox:
    """The lines of a host, read as they come, so that somebody who thinks can see that they are told to stop."""

    def __init__(self, stdin: BinaryIO):
        self._stdin = stdin
        self._lines: deque[bytes | None] = deque()  # none at the end
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read up to the wish to quit and no further: whoever still reads when Python ends keeps it from ending."""
        for line in self._stdin:
            if _is(line, _Quit):
                break
            if line.strip():
                self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        with self._more:
            self._lines.append(line)
            self._more.notify()

    def next(self) -> bytes | None:
        """The next line, none at the end."""
        with self._more:
            self._more.wait_for(lambda: self._lines)
            return self._lines.popleft()

    def says_stop(self) -> bool:
        """Whether the next line is a wish to stop, or the last."""
        with self._more:
            return bool(self._lines) and (self._lines[0] is None or _is(self._lines[0], _Stop))

    def wait(self) -> None:
        """Wait for a line, whatever it is."""
        with self._more:
            self._more.wait_for(lambda: self._lines)


def _is(line: bytes, kind: type[msgspec.Struct]) -> bool:
    try:
        return isinstance(_questions.decode(line), kind)
    except UNREADABLE:
        return False


class Service:
    """One bot that answers questions. What it cannot answer it says, and goes on."""

    def __init__(self, make: Callable[[int], Bot], budget: Budget | None, inbox: Inbox):
        self._make = make
        self._budget = budget
        self._bot = make(0)
        self._set: dict[str, Any] = {}
        self._view: Json | None = None
        self._inbox = inbox

    def answers(self, question: _Question) -> Iterator[Json]:
        """What there is to say to a question."""
        match question:
            case _Hello():
                yield self._hello(question)
            case _New(game, options, seed):
                ruleset_of(game).check_options(options, 0)
                prepare()  # before we say that we are ready
                self._bot = self._make(seed)
                for name, value in self._set.items():
                    self._give(name, value)
                yield {"type": "ready"}
            case _Choose(view, limits):
                yield _moved(self._bot.choose(view, limits.budget or self._budget))
            case _Set(name, value):
                self._set_option(name, value)
            case _Position():
                self._view = None  # what is no position is not thought about, nor is the one before it
                self._view = _view_of(question)
            case _Go():
                yield from self._think(question)

    def _hello(self, hello: _Hello) -> Json:
        version = min(hello.newest or hello.protocol, NEWEST)
        if hello.protocol not in (OLDEST, NEWEST):
            raise OptionError(f"protocol {hello.protocol} is not known; {OLDEST} and {NEWEST} are")
        answer: Json = {"type": "hello", "protocol": version, "name": self._bot.name}
        return answer if version == OLDEST else {**answer, "options": self._options(), "positions": ["view", "record"]}

    def _options(self) -> list[Json]:
        return [SECONDS_OPTION, *getattr(self._bot, "options", [])]

    def _set_option(self, name: str, value: Any) -> None:
        known = {option["name"]: option for option in self._options()}
        if name not in known:
            raise OptionError(f"there is no option {name!r}; options are {', '.join(known)}")
        check_value(known[name], value)
        if name == SECONDS_OPTION["name"]:
            self._budget = Budget(seconds=value)
        else:
            self._set[name] = value
            self._give(name, value)

    def _give(self, name: str, value: Any) -> None:
        setter = getattr(self._bot, "set_option", None)
        if setter is not None:
            setter(name, value)

    def _think(self, go: _Go) -> Iterator[Json]:
        """Think in slices, telling how it goes after each, until time is up or somebody interrupts; at last the move."""
        view = self._view
        if view is None:
            raise OptionError("go needs a position before it")
        if not 1 <= go.lines <= MOST_LINES:
            raise OptionError(f"lines must be from 1 to {MOST_LINES}, not {go.lines}")
        endless = go.infinite or go.ponder
        budget = None if endless else self._budget_of(go, int(view["seat"]))
        if not endless and (budget is None or budget.seconds is None):
            yield self._moved(self._bot.choose(view, budget), go)  # all at once: it can be repeated
            return
        began = time.monotonic()
        choice = yield from self._slices(view, go, began, began + (budget.seconds or 0.0) if budget else None)
        if endless:
            self._inbox.wait()
        yield self._moved(choice, go)

    def _slices(self, view: Json, go: _Go, began: float, deadline: float | None) -> Generator[Json, None, Choice]:
        """Think on and on; what came of it when there is nothing more to be thought."""
        first = True
        while True:
            left = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, deadline - time.monotonic())
            found = self._bot.choose(view, Budget(seconds=max(0.001, left)))
            grows = bool(found.thoughts.get("moves")) and (first or bool(found.thoughts.get("reused")))
            if first or grows:
                choice, first = found, False
                yield {"type": "info", "id": go.id, **self._told(choice, go.lines), "seconds": round(time.monotonic() - began, 3)}
            is_late = deadline is not None and time.monotonic() >= deadline
            if not grows or is_late or found.thoughts.get("proven") or self._inbox.says_stop():
                return choice

    def _moved(self, choice: Choice, go: _Go) -> Json:
        return {**_moved(choice), "id": go.id, **self._told(choice, go.lines)}

    def _told(self, choice: Choice, number: int) -> Json:
        """What the bot thinks, as it is told; the move alone where it has no `lines`."""
        found = self._bot.lines(number) if hasattr(self._bot, "lines") else []
        told: Json = {"lines": found or [{"move": str(choice.move)}]}
        return {**told, "simulations": choice.thoughts["simulations"]} if "simulations" in choice.thoughts else told

    def _budget_of(self, go: _Go, seat: int) -> Budget | None:
        if go.budget.budget or go.clock is None:
            return go.budget.budget or self._budget
        if not seat < len(go.clock.left):
            raise OptionError(f"the clock has {len(go.clock.left)} seats, but seat {seat} is asked")
        return Budget(seconds=Clock(tuple(go.clock.left), go.clock.increment).share(seat))


def _view_of(position: _Position) -> Json:
    """The view of a position that was given as a view or as a record."""
    if position.view is not None:
        Game.from_view(position.view)  # refuses what is none
        return position.view
    if position.record is None:
        raise OptionError("a position has a view or a record")
    game = replay(position.record, position.ply)
    seat = game.to_move if position.seat is None else position.seat
    if seat is None:
        raise OptionError("the game of the record is over: name a ply before its end")
    return game.view(seat)


def _moved(choice: Choice) -> Json:
    return {"type": "move", "move": str(choice.move), "thoughts": choice.thoughts}


def serve_bot(make: Callable[[int], Bot], stdin: BinaryIO, stdout: BinaryIO, budget: Budget | None = None) -> None:
    """Answer one line after the other until `quit` or the end of the input.

    `make` gives the bot for a seed, at the start of each game; `budget` is used where a question names none. A bot may have
    `options`, as they are written in the protocol, and is then told by `set_option(name, value)`; and a method `lines(number)`
    with the best moves of its last thought, as the protocol writes lines.
    """
    inbox = Inbox(stdin)
    service = Service(make, budget, inbox)
    while (line := inbox.next()) is not None:
        try:
            for answer in service.answers(_questions.decode(line)):
                _write(stdout, answer)
        except (*UNREADABLE, TesselaError) as error:
            _write(stdout, {"type": "error", "message": str(error)})
        except Exception as error:  # of the bot, whose author wants to see where
            traceback.print_exc()
            _write(stdout, {"type": "error", "message": str(failure(error))})


def _write(stdout: BinaryIO, answer: Json) -> None:
    stdout.write(msgspec.json.encode(answer, enc_hook=_plain) + b"\n")
    stdout.flush()


def _plain(value: object) -> object:
    """Thoughts may hold numbers of numpy, or anything else: those as numbers, the rest as text."""
    return value.item() if isinstance(value, np.generic) else str(value)
