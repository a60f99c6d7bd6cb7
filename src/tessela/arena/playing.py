"""Playing the games of a match, one after the other, in one process."""

from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Literal

from msgspec import UNSET

from tessela import __version__
from tessela.arena.results import Forfeit, Played
from tessela.arena.schedule import Fixture
from tessela.bots.bot import Bot, Searching
from tessela.bots.dialogue import failure
from tessela.bots.external import ExternalBot
from tessela.bots.plugins import PythonBot
from tessela.compiled import prepare
from tessela.game import Game, MoveError
from tessela.game.ruleset import LONGEST_GAME


class Referee:
    """Plays games. External bots stay alive from game to game; our own are made anew, so that no game depends on another."""

    def __init__(self, is_stopped: Callable[[], bool] = lambda: False):
        self._is_stopped = is_stopped
        self._external: dict[tuple[str, int], ExternalBot] = {}
        prepare()  # before clocks run

    def play(self, fixture: Fixture) -> Played | None:
        """Play a game to its end, or to a forfeit; nothing if we are told to stop."""
        sitting = Sitting(fixture, self._bots(fixture))
        sitting.begin()
        while sitting.end is None:
            if self._is_stopped():
                return None
            sitting.decide()
        played = sitting.result()
        for bot in sitting.bots:
            if isinstance(bot, ExternalBot):
                bot.finish(played.scores, played.winners)
        return played

    def close(self) -> None:
        """End all external bots."""
        while self._external:
            self._external.popitem()[1].close()

    def kill(self) -> None:
        """End all external bots at once, even from another thread."""
        for bot in list(self._external.values()):
            bot.kill()

    def _bots(self, fixture: Fixture) -> list[Bot]:
        """The bot of each seat; a bot that has several seats is there several times."""
        bots: list[Bot] = []
        copies: Counter[str] = Counter()
        for seat, spec in enumerate(fixture.seats):
            if spec.is_external:
                where = spec.text, copies[spec.text]
                bots.append(self._external.setdefault(where, ExternalBot(spec.command)))
                copies[spec.text] += 1
            else:
                bots.append(spec.make(fixture.dice(seat)))
        return bots


class Sitting:
    """A game that is being played, and the time it takes."""

    def __init__(self, fixture: Fixture, bots: list[Bot]):
        self.fixture = fixture
        self.bots = bots
        self.game = Game(fixture.game, seed=fixture.seed, seats=fixture.labels, **fixture.options)
        self.end: Literal["over", "forfeit", "stopped"] | None = None
        self._forfeit: Forfeit | None = None
        self._times: list[list[float]] = [[] for _ in bots]
        self._visits: list[dict[str, int]] = []

    def begin(self) -> None:
        """Have bots of others get ready, which is not yet their time to think."""
        for seat, bot in enumerate(self.bots):
            if self.end is None:
                try:
                    self._get_ready(seat, bot)
                except Exception as error:  # as below
                    self._lose(seat, str(failure(error)))

    def _get_ready(self, seat: int, bot: Bot) -> None:
        if isinstance(bot, ExternalBot):
            bot.begin(self.game.name, self.game.options, seat, self.fixture.dice(seat))
        elif isinstance(bot, PythonBot):
            bot.begin()

    def decide(self) -> None:
        """Have the next decision made; one that has no alternative is not asked for."""
        seat = self.game.to_move
        assert seat is not None
        legal = self.game.legal_moves()
        if len(legal) == 1:
            self.game.play(legal[0])
            self._visits.append({})
        else:
            self._ask(seat)
        if self.end is None and self.game.is_over:
            self.end = "over"
        elif self.end is None and len(self.game.moves) >= LONGEST_GAME:
            self.end = "stopped"

    def _ask(self, seat: int) -> None:
        move = ""
        began = perf_counter()
        try:
            move = self.bots[seat].choose(self.game.view(seat), self.fixture.seats[seat].budget).move
            self._times[seat].append(perf_counter() - began)
            self.game.play(move)
            self._visits.append(self._visits_of(self.bots[seat]))
        except Exception as error:  # whatever is wrong with a bot, the match goes on
            is_illegal = move and isinstance(error, MoveError)
            self._lose(seat, f"illegal move {str(move)!r}" if is_illegal else str(failure(error)))

    def _visits_of(self, bot: Bot) -> dict[str, int]:
        """How often the last search of a bot tried each move, where that is kept and the bot can tell."""
        return bot.visits() if self.fixture.keeps_visits and isinstance(bot, Searching) else {}

    def _lose(self, seat: int, reason: str) -> None:
        self.end = "forfeit"
        self._forfeit = Forfeit(seat, self.fixture.labels[seat], reason)

    def _winners(self) -> tuple[int, ...]:
        if self.game.outcome:
            return self.game.outcome.winners
        return tuple(seat for seat in range(self.game.players) if not self._forfeit or seat != self._forfeit.seat)

    def result(self) -> Played:
        """The game as it is logged."""
        fixture = self.fixture
        assert self.end is not None
        return Played(
            tessela=__version__,
            game=fixture.game,
            options=fixture.options,
            match_seed=fixture.match_seed,
            contest=fixture.contest,
            deal=fixture.deal,
            seating=fixture.seating,
            seats=fixture.labels,
            bots={spec.label: spec.text for spec in fixture.seats},
            seed=fixture.seed,
            end=self.end,
            forfeit=self._forfeit,
            scores=self.game.scores,
            winners=self._winners(),
            decisions=tuple(len(times) for times in self._times),
            seconds=tuple(round(sum(times), 6) for times in self._times),
            slowest=tuple(round(max(times, default=0.0), 6) for times in self._times),
            record=self.game.record(),
            visits=tuple(self._visits) if fixture.keeps_visits else UNSET,
        )
