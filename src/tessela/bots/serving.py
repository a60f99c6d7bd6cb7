"""Our bots behind the protocol of external bots, so that other programs can play against them (docs/bot-protocol.md)."""

from collections.abc import Callable
from typing import BinaryIO, Literal

import msgspec
import numpy as np

from tessela.bots.bot import Bot, Budget
from tessela.bots.external import PROTOCOL
from tessela.compiled import prepare
from tessela.game import TesselaError
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json


class _Limits(msgspec.Struct):
    seconds: float | None = None
    simulations: int | None = None


class _Hello(msgspec.Struct, tag_field="type", tag="hello"):
    protocol: Literal[1]


class _New(msgspec.Struct, tag_field="type", tag="new"):
    game: str
    options: Json
    seed: int = 0


class _Choose(msgspec.Struct, tag_field="type", tag="choose"):
    view: Json
    budget: _Limits = msgspec.field(default_factory=_Limits)


class _Over(msgspec.Struct, tag_field="type", tag="over"):
    pass


class _Quit(msgspec.Struct, tag_field="type", tag="quit"):
    pass


_Question = _Hello | _New | _Choose | _Over | _Quit
_questions = msgspec.json.Decoder(_Question)


class Service:
    """One bot that answers questions. What it cannot answer it says, and goes on."""

    def __init__(self, make: Callable[[int], Bot], budget: Budget | None = None):
        self._make = make
        self._budget = budget
        self._bot = make(0)

    def answer(self, question: _Question) -> Json | None:
        """The answer to a question, nothing if it needs none."""
        match question:
            case _Hello():
                return {"type": "hello", "protocol": PROTOCOL, "name": self._bot.name}
            case _New(game, options, seed):
                ruleset_of(game).check_options(options, 0)
                prepare()  # before we say that we are ready
                self._bot = self._make(seed)
                return {"type": "ready"}
            case _Choose(view, limits):
                return self._choose(view, limits)
        return None

    def _choose(self, view: Json, limits: _Limits) -> Json:
        asked = limits.seconds is not None or limits.simulations is not None
        budget = Budget(limits.seconds, limits.simulations) if asked else self._budget
        choice = self._bot.choose(view, budget)
        return {"type": "move", "move": str(choice.move), "thoughts": choice.thoughts}


def serve_bot(make: Callable[[int], Bot], stdin: BinaryIO, stdout: BinaryIO, budget: Budget | None = None) -> None:
    """Answer one line after the other until `quit` or the end of the input.

    `make` gives the bot for a seed, at the start of each game; `budget` is used where a question names none.
    """
    service = Service(make, budget)
    for line in stdin:
        if not line.strip():
            continue
        try:
            question = _questions.decode(line)
            if isinstance(question, _Quit):
                return
            answer = service.answer(question)
        except (msgspec.MsgspecError, TesselaError) as error:
            answer = {"type": "error", "message": str(error)}
        if answer is not None:
            stdout.write(msgspec.json.encode(answer, enc_hook=_plain) + b"\n")
            stdout.flush()


def _plain(value: object) -> object:
    """Thoughts may hold numbers of numpy, or anything else: those as numbers, the rest as text."""
    return value.item() if isinstance(value, np.generic) else str(value)
