"""Playing at this terminal: whose turn it is, what they see, what they answer."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tessela.cli.choices import long_list, short_list, why_not
from tessela.cli.notation import notation
from tessela.cli.seats import bots_for, check_trusted, seat_names
from tessela.cli.story import tell
from tessela.cli.table import QUIET, display_names, draw, outcome_table
from tessela.game import Event, Game, IllegalMoveError, MoveError, OptionError
from tessela.game.events import RoundEnded
from tessela.game.move import Move
from tessela.game.record import load, save
from tessela.game.registry import RULESETS, ruleset_of

INTERRUPTED = 130
HELP = (
    "Type a move (3B>2, plate YKTS, b2@90, ...) or its number. notation: how moves are written · hint: a bot's advice · "
    "undo: back to the previous decision of a person · save FILE · quit · Enter: draw the table again"
)


@dataclass(frozen=True, slots=True)
class GameWish:
    """What was asked for on the command line."""

    game: str | None
    options: dict[str, Any]
    seats: tuple[str, ...]
    seed: int | None
    save: Path | None
    resume: Path | None


def play(wish: GameWish) -> int:
    """Play the game that was asked for; the exit code."""
    console = Console(highlight=False)
    session = None
    _check_not_there(wish)
    try:
        game = resumed(wish) if wish.resume else new_game(wish, console)
        session = Session(game, console, wish.save or wish.resume)
        session.run()
    except EOFError:
        return _goodbye(console, session, 0)
    except KeyboardInterrupt:
        return _goodbye(console, session, INTERRUPTED)
    finally:
        if session:
            session.close()
    return 0


def _check_not_there(wish: GameWish) -> None:
    """Nothing is overwritten but the game that is resumed."""
    if wish.save and wish.save != wish.resume and wish.save.exists():
        raise OptionError(f"{wish.save} exists; go on with it by --resume {wish.save}, or choose another file")


def _goodbye(console: Console, session: "Session | None", code: int) -> int:
    console.print()
    if session and session.path:
        console.print(f"Saved. Go on with: tessela play --resume {session.path}", soft_wrap=True)
    else:
        console.print("Goodbye. The game was not saved." if session else "Goodbye.")
    return code


def new_game(wish: GameWish, console: Console) -> Game:
    """A new game, set up as wished; which one is asked for if it was not said."""
    name = wish.game or ask_for_game(console)
    ruleset = ruleset_of(name)
    options = dict(wish.options)
    if "players" in ruleset.options and len(wish.seats) > 2:
        options.setdefault("players", len(wish.seats))
    players = ruleset.players(ruleset.check_options(options, 0))
    return Game(name, seed=wish.seed, seats=seat_names(wish.seats, players), **options)


def ask_for_game(console: Console) -> str:
    """Which game shall be played."""
    while True:
        answer = ask(f"Which game, {' or '.join(RULESETS)}? ").strip().lower()
        if answer in RULESETS:
            return answer
        console.print(f"There is no game {answer!r}.")


def ask(question: str) -> str:
    """A line typed by a person."""
    if sys.stdin.isatty():
        with suppress(ImportError):  # consoles of Windows edit lines by themselves
            import readline  # noqa: F401  (lines can be edited once it is imported)
    return input(question)


def resumed(wish: GameWish) -> Game:
    """The game of a file as it was left, its generator too if the seed tells it."""
    if wish.game or wish.options or wish.seed is not None:
        raise OptionError("--resume takes the game, its options and its seed from the file; give only --seat and --save with it")
    assert wish.resume is not None
    game = load(wish.resume)
    if game.is_over:
        raise OptionError(f"the game of {wish.resume} is over; look at it with tessela replay {wish.resume}")
    seats = seat_names(wish.seats, game.players) if wish.seats else game.seats
    if not wish.seats:
        check_trusted(seats)
    game = _same_generator(game) or game
    game.seats = list(seats)
    return game


def _same_generator(game: Game) -> Game | None:
    """The same game played again from its seed, unless its chance did not come from there."""
    record = game.record()
    if record["seed"] is None or "position" in record:
        return None
    again = Game(game.name, seed=record["seed"], seats=game.seats, **game.options)
    for move in game.moves:
        if again.record()["chance"]["deals"] != record["chance"]["deals"][: len(again.deals)]:
            return None
        again.play(move)
    return again if again.record() == record else None


class Session:
    """A game being played by people and bots, kept in a file if there is one."""

    def __init__(self, game: Game, console: Console, path: Path | None):
        self.game = game
        self.console = console
        self.path = path
        self.names = display_names(game.seats)
        self.bots = bots_for(game.seats, game.seed or 0)
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.untold: list[Event] = []
        self.note = ""  # to be said with the next table

    def run(self) -> None:
        """Play to the end."""
        self._keep()
        if not self.people:
            self.console.print(draw(self.game, None, self.console))
        while (seat := self.game.to_move) is not None:
            if self.bots[seat] is None:
                self._person_decides(seat)
            else:
                self._bot_decides(seat)
        self._show_end()

    def close(self) -> None:
        """Let programs end that have a seat."""
        for bot in self.bots:
            if bot is not None:
                bot.close()

    def _keep(self) -> None:
        if self.path:
            save(self.game, self.path)

    def _played(self, events: list[Event]) -> None:
        self.untold += events
        self._keep()

    def _bot_decides(self, seat: int) -> None:
        bot = self.bots[seat]
        assert bot is not None
        if self.console.is_terminal:
            with self.console.status(f"{self.names[seat]} is thinking"):
                move = bot.choose(self.game.view(seat))
        else:
            move = bot.choose(self.game.view(seat))
        self._played(self.game.play(move))
        if not self.people:
            self._watch()

    def _watch(self) -> None:
        """Tell what the bots did; draw the table whenever a round has ended."""
        ended = any(isinstance(event, RoundEnded) for event in self.untold)
        self._tell(None)
        if ended and not self.game.is_over:
            self.console.print(draw(self.game, None, self.console))

    def _tell(self, seat: int | None) -> None:
        """Say what happened, as far as a seat may know it."""
        for event in self.untold:
            self.console.print(Text(f"  {tell(event.seen_by(seat), self.names)}"))
        self.untold = []

    def _person_decides(self, seat: int) -> None:
        """Draw the table for a person and ask until they have made a move or taken one back."""
        self._show(seat)
        while not self._obey(ask(f"{self.names[seat]} (? for help): ").strip(), seat):
            pass

    def _show(self, seat: int) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self._tell(seat)
        if self.note:
            self.console.print(Text(self.note, style=QUIET))
        self.note = ""
        self.console.print(draw(self.game, seat, self.console))
        self.console.print(short_list(self.game.legal_moves(), self.console))

    def _obey(self, entry: str, seat: int) -> bool:
        """Carry out what a person typed; whether the game has moved."""
        word, _, rest = entry.partition(" ")
        command = word.lower()
        if command == "save" and (rest or "save" not in self.game.legal_moves()):
            self._save_as(rest.strip())
        elif command in ("quit", "q", "exit"):
            raise EOFError
        elif command in ("?", "help"):
            self.console.print(long_list(self.game.name, self.game.legal_moves()), Text(HELP, style=QUIET))
        elif command == "notation":
            self.console.print(notation(self.game.name))
        elif command == "hint":
            self._hint()
        elif command == "undo":
            return self._take_back()
        elif not entry:
            self._show(seat)
        else:
            return self._move(entry)
        return False

    def _move(self, entry: str) -> bool:
        try:
            self._played(self.game.play(self._read(entry)))
        except MoveError as error:
            self.console.print(Text(str(error), style="red"))
            return False
        return True

    def _read(self, entry: str) -> Move:
        """The legal move that was typed, by its number or in notation."""
        legal = self.game.legal_moves()
        if entry.isdecimal():
            if not 1 <= int(entry) <= len(legal):
                raise MoveError(f"there is no move {entry}; the moves are 1 to {len(legal)}")
            return legal[int(entry) - 1]
        move = Move.parse(entry)
        if move not in legal:
            raise MoveError(why_not(move, legal))
        return move

    def _hint(self) -> None:
        """A bot's advice for the decision at hand."""
        from tessela.cli.analyse import hint_lines

        for line in hint_lines(self.game):
            self.console.print(Text(line))

    def _take_back(self) -> bool:
        earlier = self.game.copy()
        taken: list[str] = []
        try:
            while not taken or earlier.to_move not in self.people:
                taken.append(earlier.undo())
        except IllegalMoveError:
            self.console.print(Text("there is nothing to take back", style="red"))
            return False
        self.game, self.untold = earlier, []
        self._keep()
        self.note = f"Taken back: {', '.join(reversed(taken))}"
        return True

    def _save_as(self, name: str) -> None:
        path = Path(name)
        if not name:
            self.console.print(Text("save needs the name of a file: save FILE", style="red"))
        elif path.exists() and path != self.path:
            self.console.print(Text(f"{name} exists; choose another file", style="red"))
        else:
            try:
                save(self.game, path)
                self.path = path
                self.console.print(f"Saved in {name}, and from now on after every move.")
            except OSError as error:
                self.console.print(Text(f"{name} cannot be written: {error.strerror}", style="red"))

    def _show_end(self) -> None:
        seat = self.people[0] if len(self.people) == 1 else None
        self._tell(seat)
        self.console.print(draw(self.game, seat, self.console), outcome_table(self.game))
        if self.path:
            self.console.print(f"Saved. Look at it with: tessela replay {self.path}", soft_wrap=True)
