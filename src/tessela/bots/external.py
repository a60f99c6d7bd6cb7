"""Bots that are programs of their own, spoken to in lines of JSON (docs/bot-protocol.md)."""

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from tessela.bots.bot import Budget, Choice, Clock
from tessela.bots.dialogue import (
    NEWEST,
    OLDEST,
    BotError,
    Go,
    answer_of,
    budget_json,
    check_value,
    checked_lines,
    checked_options,
    choice_of,
    line_of,
)
from tessela.bots.pipes import GoneError, LateError, Pipes, TooLongError
from tessela.game import Game
from tessela.game.ruleset import Json
from tessela.system import end_with_children

__all__ = ["BotError", "ExternalBot"]

GRACE_SECONDS = 1.0  # how late after its budget a bot may answer: pipes and a busy machine take time too
START_SECONDS = 60.0  # to answer hello and new: programs load, models are read
UNTIMED_SECONDS = 30.0  # to answer when the budget says nothing about time
QUIT_SECONDS = 1.0


class ExternalBot:
    """A command that plays. It is started when it is first needed, and again after it failed; `close` ends it."""

    def __init__(
        self,
        command: Sequence[str],
        seed: int = 0,
        budget: Budget | None = None,
        *,
        grace: float = GRACE_SECONDS,
        start: float = START_SECONDS,
        options: Mapping[str, object] | None = None,
        newest: int = NEWEST,
    ):
        """`options` are set when it starts; `newest` is the version of the protocol that it is offered."""
        self.command = list(command)
        self.name = self.command[0]
        self.seed = seed
        self.budget = budget
        self.protocol = OLDEST
        self.options: dict[str, Json] = {}  # that it offers, once it runs
        self._grace, self._start_seconds = grace, start
        self._wished, self._newest = dict(options or {}), newest
        self._number = 0  # of the last thought
        self._thinking: list[str] | None = None  # the legal moves of what it thinks about without end
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: Pipes | None = None
        self._in_game = False

    def __enter__(self) -> "ExternalBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, game: str, options: Json, seat: int, seed: int) -> None:
        """See to it that the program runs and is ready for another game, in which its dice fall by this seed."""
        self.seed = seed
        try:
            if self._process is None:
                self._start()
            question = {"type": "new", "game": game, "options": options, "seat": seat, "seed": seed}
            self._ask(question, "ready", self._start_seconds)
        except BotError:
            self.kill()
            raise
        self._in_game, self._thinking = True, None

    def choose(
        self,
        view: Json,
        budget: Budget | None = None,
        clock: Clock | None = None,
        told: Callable[[Json], None] = lambda info: None,
    ) -> Choice:
        """Ask for a move. Whatever goes wrong is a `BotError`; the program is then started anew when it is next needed.

        A bot of version 2 hears the clocks of the game, and what it tells while it thinks is handed on.
        """
        game = Game.from_view(view)
        self._in_game_of(game, view)
        budget, legal = budget or self.budget or Budget(), game.legal_texts()
        seat = int(view["seat"])
        with self._killed_if_it_fails():
            if self.protocol == OLDEST:
                if budget == Budget() and clock:
                    budget = Budget(seconds=clock.share(seat))
                question = {"type": "choose", "view": view, "legal": legal, "budget": budget_json(budget)}
                return choice_of(self._ask(question, "move", _limit(budget, None, seat) + self._grace), legal)
            self._go(view, legal, Go(budget, clock))
            return self._until_moved(legal, _limit(budget, clock, seat) + self._grace, told)

    def analyse(self, view: Json, seconds: float, lines: int = 1) -> Iterator[Json]:
        """Let it think without end for some seconds and give what it tells, at last its answer; version 2 only."""
        self.think(view, lines)
        with self._killed_if_it_fails():
            deadline = time.monotonic() + seconds
            while (left := deadline - time.monotonic()) > 0:
                try:
                    told = self._heard("info", left, "move")
                except LateError:
                    break
                if told["type"] == "move":
                    raise BotError("moved before 'stop' of a thought without end")
                checked_lines(told, self._thinking or [])
                yield told
        yield self.stop()

    def think(self, view: Json, lines: int = 1, ponder: bool = False) -> None:
        """Have it think about a position until `stop`; `ponder`: on the time of somebody else, who is to move. Version 2 only."""
        game = Game.from_view(view)
        self._in_game_of(game, view)
        if self.protocol == OLDEST:
            raise BotError(f"speaks protocol {OLDEST}, which cannot think without end")
        with self._killed_if_it_fails():
            self._go(view, game.legal_texts(), Go(infinite=not ponder, lines=lines, ponder=ponder))
            self._thinking = game.legal_texts()

    def stop(self) -> Json:
        """End what `think` began; its answer, with `lines` as far as it has any."""
        legal, self._thinking = self._thinking, None
        with self._killed_if_it_fails():
            self._send({"type": "stop"})
            answer = self._answer_within(self._grace, lambda info: None, "stop")
            if legal and answer.get("move") is not None:
                choice_of(answer, legal)
            checked_lines(answer, legal or [])
        return answer

    def set_option(self, name: str, value: object) -> None:
        """Set an option that the bot offers."""
        if name not in self.options:
            raise BotError(f"there is no option {name!r}; options are {', '.join(self.options) or 'none'}")
        check_value(self.options[name], value)
        self._send({"type": "set", "name": name, "value": value})

    def _in_game_of(self, game: Game, view: Json) -> None:
        """See to it that the bot is in a game and thinks of nothing."""
        if self._thinking is not None:
            self.stop()
        if not self._in_game:
            self.begin(game.name, game.options, int(view["seat"]), self.seed)

    @contextlib.contextmanager
    def _killed_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BotError:
            self.kill()
            raise

    def _go(self, view: Json, legal: Sequence[str], go: Go) -> None:
        self._number += 1
        self._send({"type": "position", "view": view, "legal": list(legal)})
        self._send({"type": "go", "id": self._number, **go.as_json()})

    def _until_moved(self, legal: Sequence[str], seconds: float, told: Callable[[Json], None]) -> Choice:
        return choice_of(self._answer_within(seconds, told), legal)

    def _answer_within(self, seconds: float, told: Callable[[Json], None], to: str = "go") -> Json:
        """The answer to the last thought; what is told before is handed on."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                heard = self._heard("move", deadline - time.monotonic(), "info")
            except LateError:
                raise BotError(f"no answer to {to!r} within {seconds:g} s{self._last_words()}") from None
            if heard["type"] == "move":
                return heard
            told(heard)

    def _heard(self, expected: str, seconds: float, *others: str) -> Json:
        """The next line about the last thought; what belongs to an earlier one is passed over."""
        assert self._pipes is not None
        deadline = time.monotonic() + seconds
        while True:
            try:
                heard = answer_of(self._pipes.receive(deadline - time.monotonic()), expected, *others)
            except GoneError:
                raise BotError(f"crashed at 'go'{self._exit_code()}{self._last_words()}") from None
            except TooLongError as error:
                raise BotError(f"garbage: {error}") from None
            if heard.get("id", self._number) == self._number:
                return heard

    def _send(self, message: Json) -> None:
        """Write a line that needs no answer."""
        assert self._pipes is not None
        try:
            self._pipes.send(line_of(message), self._grace + QUIT_SECONDS)
        except LateError:
            raise BotError(f"does not read {message['type']!r}{self._last_words()}") from None
        except GoneError:
            raise BotError(f"crashed at {message['type']!r}{self._exit_code()}{self._last_words()}") from None

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Tell the bot how its game ended; it does not answer."""
        if self._pipes is not None and self._in_game:
            with contextlib.suppress(GoneError, LateError):
                self._pipes.send(line_of({"type": "over", "scores": list(scores), "winners": list(winners)}), QUIT_SECONDS)
        self._in_game = False

    def close(self) -> None:
        """End the program: ask it to quit, and kill it if it does not."""
        if self._pipes is not None and self._process is not None:
            with contextlib.suppress(GoneError, LateError, subprocess.TimeoutExpired):
                self._pipes.send(line_of({"type": "quit"}), QUIT_SECONDS)
                self._pipes.close_input()
                self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program and whatever it started, at once."""
        process, self._process, self._in_game, self._thinking = self._process, None, False, None
        if self._pipes is not None:
            self._pipes.close()
            self._pipes = None
        if process is not None:
            end_with_children(process)
            process.wait()

    def _start(self) -> None:
        try:
            # a session of its own: Ctrl-C in the terminal is not for the bot, and its children can be killed with it
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise BotError(f"cannot run {self.command[0]!r}: {error.strerror}") from None
        self._pipes = Pipes(self._process)
        question = {"type": "hello", "protocol": OLDEST, "newest": self._newest}  # which old bots pass over
        hello = self._ask(question, "hello", self._start_seconds)
        if type(hello.get("protocol")) is not int or hello["protocol"] not in range(OLDEST, self._newest + 1):
            raise BotError(
                f"speaks protocol {hello.get('protocol')!r}, not {' or '.join(map(str, range(OLDEST, self._newest + 1)))}"
            )
        self.protocol = hello["protocol"]
        if isinstance(hello.get("name"), str):
            self.name = hello["name"]
        self.options = checked_options(hello) if self.protocol > OLDEST else {}
        for name, value in self._wished.items():
            self.set_option(name, value)

    def _ask(self, question: Json, expected: str, seconds: float) -> Json:
        """Send a line and read the answer to it."""
        assert self._pipes is not None
        try:
            line = self._pipes.exchange(line_of(question), seconds)
        except LateError:
            raise BotError(f"no answer to {question['type']!r} within {seconds:g} s{self._last_words()}") from None
        except GoneError:
            raise BotError(f"crashed at {question['type']!r}{self._exit_code()}{self._last_words()}") from None
        except TooLongError as error:
            raise BotError(f"garbage: {error}") from None
        return answer_of(line, expected)

    def _exit_code(self) -> str:
        assert self._process is not None
        try:
            return f" with exit code {self._process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return " (it closed its output)"

    def _last_words(self) -> str:
        words = self._pipes.last_error() if self._pipes else ""
        return f": {words}" if words else ""


def _limit(budget: Budget, clock: Clock | None, seat: int) -> float:
    """How long a bot may think at most."""
    if budget.seconds is not None:
        return budget.seconds
    return clock.left[seat] if clock else UNTIMED_SECONDS
