"""Bots that are programs of their own, spoken to in lines of JSON (docs/bot-protocol.md)."""

import contextlib
import subprocess
from collections.abc import Sequence
from typing import Any

import msgspec

from tessela.bots.bot import Budget, Choice
from tessela.bots.pipes import GoneError, LateError, Pipes, TooLongError
from tessela.game import Game, Move, MoveSyntaxError, TesselaError
from tessela.game.ruleset import Json
from tessela.system import end_with_children

PROTOCOL = 1
GRACE_SECONDS = 1.0  # how late after its budget a bot may answer: pipes and a busy machine take time too
START_SECONDS = 60.0  # to answer hello and new: programs load, models are read
UNTIMED_SECONDS = 30.0  # to answer when the budget says nothing about time
QUIT_SECONDS = 1.0


class BotError(TesselaError):
    """A bot did not do its part: it crashed, hung, or answered with something else than a legal move."""


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
    ):
        self.command = list(command)
        self.name = self.command[0]
        self.seed = seed
        self.budget = budget
        self._grace, self._start_seconds = grace, start
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
        self._in_game = True

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """Ask for a move. Whatever goes wrong is a `BotError`; the program is then started anew when it is next needed."""
        game = Game.from_view(view)
        budget = budget or self.budget or Budget()
        legal = game.legal_texts()
        if not self._in_game:
            self.begin(game.name, game.options, int(view["seat"]), self.seed)
        try:
            question = {"type": "choose", "view": view, "legal": legal, "budget": _as_json(budget)}
            limit = UNTIMED_SECONDS if budget.seconds is None else budget.seconds
            answer = self._ask(question, "move", limit + self._grace)
            return _choice(answer, legal)
        except BotError:
            self.kill()
            raise

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Tell the bot how its game ended; it does not answer."""
        if self._pipes is not None and self._in_game:
            with contextlib.suppress(GoneError, LateError):
                self._pipes.send(_line({"type": "over", "scores": list(scores), "winners": list(winners)}), QUIT_SECONDS)
        self._in_game = False

    def close(self) -> None:
        """End the program: ask it to quit, and kill it if it does not."""
        if self._pipes is not None and self._process is not None:
            with contextlib.suppress(GoneError, LateError, subprocess.TimeoutExpired):
                self._pipes.send(_line({"type": "quit"}), QUIT_SECONDS)
                self._pipes.close_input()
                self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program and whatever it started, at once."""
        process, self._process, self._in_game = self._process, None, False
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
        hello = self._ask({"type": "hello", "protocol": PROTOCOL}, "hello", self._start_seconds)
        if hello.get("protocol") != PROTOCOL:
            raise BotError(f"speaks protocol {hello.get('protocol')!r}, not {PROTOCOL}")
        if isinstance(hello.get("name"), str):
            self.name = hello["name"]

    def _ask(self, question: Json, expected: str, seconds: float) -> Json:
        """Send a line and read the answer to it."""
        assert self._pipes is not None
        try:
            line = self._pipes.exchange(_line(question), seconds)
        except LateError:
            raise BotError(f"no answer to {question['type']!r} within {seconds:g} s{self._last_words()}") from None
        except GoneError:
            raise BotError(f"crashed at {question['type']!r}{self._exit_code()}{self._last_words()}") from None
        except TooLongError as error:
            raise BotError(f"garbage: {error}") from None
        return _answer(line, expected)

    def _exit_code(self) -> str:
        assert self._process is not None
        try:
            return f" with exit code {self._process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return " (it closed its output)"

    def _last_words(self) -> str:
        words = self._pipes.last_error() if self._pipes else ""
        return f": {words}" if words else ""


def _line(message: Json) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _as_json(budget: Budget) -> Json:
    parts = {"seconds": budget.seconds, "simulations": budget.simulations}
    return {name: value for name, value in parts.items() if value is not None}


def _answer(line: bytes, expected: str) -> Json:
    """The object of an answer of the expected type."""
    shown = line[:80].decode("utf-8", "replace").strip()
    try:
        answer: Any = msgspec.json.decode(line)
    except msgspec.DecodeError:
        raise BotError(f"garbage: {shown!r} is not JSON") from None
    if not isinstance(answer, dict):
        raise BotError(f"garbage: {shown!r} is not an object")
    if answer.get("type") == "error":
        raise BotError(f"gave up: {str(answer.get('message'))[:200]}")
    if answer.get("type") != expected:
        raise BotError(f"garbage: the answer must have type {expected!r}, not {answer.get('type')!r}")
    return answer


def _choice(answer: Json, legal: Sequence[str]) -> Choice:
    """The move of an answer if it is legal, with the thoughts that came with it."""
    try:
        move = Move.parse(answer.get("move", ""))
    except MoveSyntaxError:
        raise BotError(f"garbage: {str(answer.get('move'))[:80]!r} is not a move") from None
    if move not in legal:
        raise BotError(f"illegal move {str(move)!r}")
    thoughts = answer.get("thoughts")
    return Choice(move, thoughts if isinstance(thoughts, dict) else {})
