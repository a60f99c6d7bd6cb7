"""Whether a program keeps to the protocol of external bots: what is tried, and what was wrong (docs/bot-protocol.md)."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tessela.bots.bot import Budget, Clock
from tessela.bots.dialogue import OLDEST, BotError, answer_of, checked_lines, line_of
from tessela.bots.external import GRACE_SECONDS, ExternalBot
from tessela.bots.pipes import GoneError, LateError, TooLongError
from tessela.bots.registry import make_bot
from tessela.game import Game, TesselaError
from tessela.game.ruleset import Json

GAMES: dict[str, Json] = {
    "azul": {},
    "azul, 4 players, grey wall, jokers": {"players": 4, "wall": "grey", "jokers": True},
    "duel": {},
}
BUDGET = Budget(seconds=0.05)
LONGER = 0.3  # seconds of a thought whose length is looked at
LINES = 3
QUIT_SECONDS = 10.0  # a host waits less long, but a busy machine is no fault of the program
MOST_DECISIONS = 400
Result = Literal["ok", "FAILED", "not offered"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing that was tried, and what came of it."""

    tried: str
    result: Result
    why: str = ""


class NotOfferedError(Exception):
    """The bot may do without."""


class Checker:
    """Tries one thing after the other; after a failure the program is started anew."""

    def __init__(self, command: Sequence[str], start: float, grace: float = GRACE_SECONDS, ending: float = QUIT_SECONDS):
        self._bot = ExternalBot(command, seed=1, start=start, grace=grace)
        self._grace, self._ending = grace, ending

    def findings(self) -> Iterator[Finding]:
        """Everything that is tried, as it is found; nothing more once the program does not even begin."""
        try:
            first = self._try("begins, and says hello", self._begins)
            yield first
            if first.result == "FAILED":
                return
            for tried, work in self._list():
                yield self._try(tried, work)
        finally:
            self._bot.kill()

    def _list(self) -> Iterator[tuple[str, Callable[[], str]]]:
        yield "passes over fields it does not know", self._unknown_field
        yield "answers nothing when a game is over", self._over
        for name in GAMES:
            yield f"plays a game of {name}", lambda name=name: self._plays(name)  # type: ignore[misc]
        yield f"keeps to {LONGER} seconds", self._keeps_time
        yield "plays alike with the same seed and simulations", self._repeats
        yield "version 2: options have names, types and defaults that fit", self._options
        yield "version 2: thinks by the clocks of a game", self._clock
        yield "version 2: tells how it goes", self._tells
        yield "version 2: thinks without end, and stops", self._stops
        yield f"version 2: {LINES} lines, each with another legal move", self._lines
        yield "version 2: thinks on the time of others", self._ponders
        yield "ends when told to quit", self._quits

    def _try(self, tried: str, work: Callable[[], str]) -> Finding:
        try:
            return Finding(tried, "ok", work())
        except NotOfferedError as error:
            return Finding(tried, "not offered", str(error))
        except (TesselaError, LateError, GoneError, TooLongError) as error:
            self._bot.kill()
            silence = "no answer in time" if isinstance(error, LateError) else "it is gone"
            return Finding(tried, "FAILED", str(error) or silence)

    def _new(self, name: str = "azul", **options: object) -> Game:
        game = Game(name, seed=5, **options)  # type: ignore[call-overload]
        self._bot.finish([0] * game.players, [])
        self._bot.begin(game.name, game.options, game.turn, 1)
        return game

    def _begins(self) -> str:
        self._new()
        return f"{self._bot.name}, protocol {self._bot.protocol}"

    def _version_2(self) -> None:
        self._new()
        if self._bot.protocol == OLDEST:
            raise NotOfferedError("it speaks version 1, which is enough to play")

    def _unknown_field(self) -> str:
        self._new()
        self._say({"type": "new", "game": "azul", "options": Game("azul").options, "seat": 0, "seed": 1, "weather": "fine"})
        answer_of(self._next(), "ready")
        return ""

    def _over(self) -> str:
        self._new()
        self._bot.finish([3, 4], [1])
        self._new()  # whose answer would come second
        return ""

    def _plays(self, name: str) -> str:
        """A whole game against a bot at all other seats, in which it is asked whenever it has a choice."""
        try:
            game = self._new(name.partition(",")[0], **GAMES[name])
        except BotError as error:
            if str(error).startswith("gave up"):
                raise NotOfferedError(str(error)) from None
            raise
        seat, other, asked = game.turn, make_bot("random", seed=1), 0
        while not game.is_over and asked < MOST_DECISIONS:
            legal = game.legal_moves()
            if len(legal) == 1:
                game.play(legal[0])
            elif game.turn == seat:
                asked += 1
                game.play(self._bot.choose(game.view(seat), BUDGET).move)
            else:
                game.play(other.choose(game.view(game.turn)).move)
        return f"{asked} decisions, {game.scores[seat]} points"

    def _keeps_time(self) -> str:
        game = self._new()
        began = time.monotonic()
        self._bot.choose(game.view(game.turn), Budget(seconds=LONGER))
        return f"answered after {time.monotonic() - began:.2f} s"

    def _repeats(self) -> str:
        moves = []
        for _ in range(2):
            game = self._new()
            for _ in range(3):
                game.play(self._bot.choose(game.view(game.turn), Budget(simulations=50)).move)
            moves.append(game.moves)
        if moves[0] != moves[1]:
            raise NotOfferedError(f"{' '.join(moves[0])}, then {' '.join(moves[1])}; games with it cannot be repeated")
        return ""

    def _options(self) -> str:
        self._version_2()
        for name, option in self._bot.options.items():
            if option.get("default") is not None:
                self._bot.set_option(name, option["default"])
        self._new()
        return ", ".join(self._bot.options) or "none"

    def _clock(self) -> str:
        self._version_2()
        game = self._new()
        began = time.monotonic()
        self._bot.choose(game.view(game.turn), clock=Clock((6.0, 6.0), 0.1))
        return f"answered after {time.monotonic() - began:.2f} of 6 s"

    def _tells(self) -> str:
        self._version_2()
        told: list[Json] = []
        game = self._new()
        self._bot.choose(game.view(game.turn), Budget(seconds=LONGER), told=told.append)
        for info in told:
            checked_lines(info, game.legal_texts())
        if not told:
            raise NotOfferedError("no info came")
        return f"{len(told)} times"

    def _stops(self) -> str:
        self._version_2()
        game = self._new()
        began = time.monotonic()
        *_, last = self._bot.analyse(game.view(game.turn), LONGER)
        if last.get("move") is None:
            raise BotError("no move after stop")
        if "id" not in last:  # hosts pass over that, but cannot tell it from the move of an earlier thought
            raise BotError("its move has not the id of 'go'")
        return f"answered {max(0.0, time.monotonic() - began - LONGER):.2f} s after stop"

    def _lines(self) -> str:
        self._version_2()
        game = self._new()
        *_, last = self._bot.analyse(game.view(game.turn), LONGER, LINES)
        found = checked_lines(last, game.legal_texts())
        if len(found) < LINES:
            raise NotOfferedError(f"{len(found)} came")
        return ", ".join(line["move"] for line in found)

    def _ponders(self) -> str:
        self._version_2()
        game = self._new()
        seat = game.turn
        while game.turn == seat:
            game.play(self._bot.choose(game.view(seat), BUDGET).move)
        self._bot.think(game.view(seat), ponder=True)
        while game.turn != seat:
            game.play(game.legal_moves()[0])
        self._bot.choose(game.view(seat), BUDGET)  # after a stop
        return ""

    def _quits(self) -> str:
        self._new()
        process = self._bot._process
        assert process is not None
        began = time.monotonic()
        self._say({"type": "quit"})
        while process.poll() is None:
            if time.monotonic() - began > self._ending:
                raise BotError(f"still runs {self._ending:g} s after quit")
            time.sleep(0.01)
        self._bot.kill()
        return f"exit code {process.returncode} after {time.monotonic() - began:.2f} s"

    def _say(self, message: Json) -> None:
        assert self._bot._pipes is not None
        self._bot._pipes.send(line_of(message), self._grace)

    def _next(self) -> bytes:
        assert self._bot._pipes is not None
        return self._bot._pipes.receive(self._grace)
