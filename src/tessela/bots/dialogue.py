"""What is said between a host and a bot that is a program, read and written (docs/bot-protocol.md)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tessela.bots.bot import Budget, Choice, Clock
from tessela.game import Move, MoveSyntaxError, TesselaError
from tessela.game.errors import UNREADABLE, quoted
from tessela.game.ruleset import Json

OLDEST, NEWEST = 1, 2  # versions of the protocol
OPTION_TYPES: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float), "switch": (bool,), "text": (str,)}


class BotError(TesselaError):
    """A bot did not do its part: it crashed, hung, or answered with something else than a legal move."""


def failure(error: BaseException) -> BotError:
    """Whatever a bot raised, as something that it failed with."""
    return error if isinstance(error, BotError) else BotError(f"failed with {type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class Go:
    """How to think about a position: within a budget or a clock, or until told to stop; with how many lines; on others' time."""

    budget: Budget = field(default_factory=Budget)
    clock: Clock | None = None
    infinite: bool = False
    lines: int = 1
    ponder: bool = False

    def as_json(self) -> Json:
        """As it is written, without what says nothing."""
        parts: Json = {"budget": budget_json(self.budget)}
        if self.clock:
            parts["clock"] = {"left": list(self.clock.left), "increment": self.clock.increment}
        wished = {"infinite": self.infinite, "ponder": self.ponder, "lines": self.lines if self.lines > 1 else 0}
        return {**parts, **{name: value for name, value in wished.items() if value}}


def line_of(message: Json) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"


def budget_json(budget: Budget) -> Json:
    """A budget as it is written."""
    parts = {"seconds": budget.seconds, "simulations": budget.simulations}
    return {name: value for name, value in parts.items() if value is not None}


def answer_of(line: bytes, *expected: str) -> Json:
    """The object of an answer of an expected type."""
    shown = line[:80].decode("utf-8", "replace").strip()
    try:
        answer: Any = msgspec.json.decode(line)
    except UNREADABLE:
        raise BotError(f"garbage: {shown!r} is not JSON") from None
    if not isinstance(answer, dict):
        raise BotError(f"garbage: {shown!r} is not an object")
    if answer.get("type") == "error":
        raise BotError(f"gave up: {str(answer.get('message'))[:200]}")
    if answer.get("type") not in expected:
        raise BotError(f"garbage: the answer must have type {' or '.join(map(repr, expected))}, not {answer.get('type')!r}")
    return answer


def choice_of(answer: Json, legal: Sequence[str]) -> Choice:
    """The move of an answer if it is legal, with the thoughts that came with it."""
    try:
        move = Move.parse(answer.get("move", ""))
    except MoveSyntaxError:
        raise BotError(f"garbage: {str(answer.get('move'))[:80]!r} is not a move") from None
    if move not in legal:
        raise BotError(f"illegal move {str(move)!r}")
    thoughts = answer.get("thoughts")
    return Choice(move, thoughts if isinstance(thoughts, dict) else {})


def checked_lines(answer: Json, legal: Sequence[str]) -> list[Json]:
    """The lines of an answer or of what was told on the way: each begins with another legal move, the best first.

    The moves that follow cannot be checked: they may rest on what was hidden.
    """
    lines = answer.get("lines", [])
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise BotError(f"garbage: lines must be a list of objects, not {quoted(lines)}")
    firsts = [str(choice_of({"move": line.get("move")}, legal).move) for line in lines]
    if len(set(firsts)) < len(firsts):
        raise BotError(f"garbage: two lines begin with the same move: {quoted(firsts)}")
    for first, line in zip(firsts, lines, strict=True):
        _check_line(first, line.get("line", [first]))
    return lines


def _check_line(first: str, line: object) -> None:
    """Refuse a line that is no list of moves, or begins with another one."""
    try:
        moves = [Move.parse(move) for move in line] if isinstance(line, list) else []
    except MoveSyntaxError:
        moves = []
    if not moves or moves[0] != first:
        raise BotError(f"garbage: the line of {first!r} must be a list of moves that begins with it, not {quoted(line)}")


def checked_options(hello: Json) -> dict[str, Json]:
    """The options that a bot offers, by their names."""
    options = hello.get("options", [])
    if not isinstance(options, list) or not all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in options):
        raise BotError(f"garbage: options must be a list of objects with a name, not {quoted(options)}")
    for option in options:
        if option.get("type") not in (*OPTION_TYPES, "choice"):
            raise BotError(f"garbage: option {option['name']!r} must have a type: {', '.join(OPTION_TYPES)} or choice")
        _check_bounds(option)
        if option.get("default") is not None:
            check_value(option, option["default"])
    found = {option["name"]: option for option in options}
    if len(found) < len(options):
        raise BotError(f"garbage: two options have the same name: {quoted([option['name'] for option in options])}")
    return found


def _check_bounds(option: Json) -> None:
    """Refuse an option whose smallest and largest values are no numbers."""
    for bound in ("min", "max"):
        if bound in option and not _is_number(option[bound]):
            raise BotError(f"garbage: {bound} of option {option['name']!r} must be a number, not {quoted(option[bound])}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _within(option: Json) -> str:
    """What an option allows, in words."""
    bounds = [f"{word} {option[bound]}" for bound, word in (("min", "at least"), ("max", "at most")) if bound in option]
    return " and ".join(bounds)


def check_value(option: Json, value: object) -> None:
    """Refuse a value that an option cannot have."""
    name, kind = option["name"], option["type"]
    if kind == "choice":
        choices = option.get("choices")
        if not isinstance(choices, list) or value not in choices:
            raise BotError(f"option {name!r} must be one of {quoted(choices)}, not {quoted(value)}")
    elif not isinstance(value, OPTION_TYPES[kind]) or (isinstance(value, bool) and kind != "switch"):
        raise BotError(f"option {name!r} must be a value of type {kind}, not {quoted(value)}")
    elif _is_number(value) and not option.get("min", value) <= value <= option.get("max", value):
        raise BotError(f"option {name!r} must be {_within(option)}, not {value}")
