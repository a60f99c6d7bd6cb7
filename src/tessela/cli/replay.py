"""Records: looking at them and checking them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tessela.cli.story import tell, winners
from tessela.cli.table import display_names, draw, outcome_table
from tessela.game import Event, Game, RecordError
from tessela.game import record as records
from tessela.game.ruleset import Json

STEP_HELP = "Enter: next · b: back · a number: that ply · q: quit"


class Film:
    """A recorded game as a row of positions, each with what led to it."""

    def __init__(self, path: Path):
        record = records.read(path)
        game = records.replay(record, 0)
        records.verify(record)
        self.gone: list[Json] = record.get("gone", [])
        self.positions: list[Game] = [game.copy()]
        self.events: list[list[Event]] = [[]]
        for move in record["moves"]:
            self.events.append(game.play(move))
            self.positions.append(game.copy())

    @property
    def last(self) -> int:
        """The ply at the end."""
        return len(self.positions) - 1

    def show(self, ply: int, console: Console) -> None:
        """The position after `ply` moves, and what the last of them did."""
        if not 0 <= ply <= self.last:
            raise RecordError(f"the record has {self.last} moves, there is no ply {ply}")
        game = self.positions[ply]
        move = f": {game.moves[-1]}" if ply else ""
        console.print(Text(f"ply {ply} of {self.last}{move}", style="bold"))
        names = display_names(game.seats)
        for event in self.events[ply]:
            console.print(Text(f"  {tell(event.seen_by(None), names)}"))
        for left in self.gone:
            if left["ply"] == ply:
                console.print(Text(f"  {went(left, names)}"))
        console.print(draw(game, None, console))
        if game.is_over:
            console.print(outcome_table(game))


def went(left: Json, names: Sequence[str]) -> str:
    """Who left their seat, and how, as a sentence."""
    how = {"resigned": "resigned", "timed-out": "ran out of time", "bot-took-over": "left the seat to a bot"}
    return f"{names[left['seat']]} {how[left['what']]}."


def replay(path: Path, ply: int | None, every: bool) -> None:
    """Show one position, all of them, or step through them; the end if nobody is there to step."""
    console = Console(highlight=False)
    film = Film(path)
    if every:
        for number in range(film.last + 1):
            film.show(number, console)
    elif ply is not None:
        film.show(ply, console)
    elif at_a_terminal(console):
        _step(film, console)
    else:
        film.show(film.last, console)


def at_a_terminal(console: Console) -> bool:
    """Whether a person sits there, to read and to type."""
    return console.is_terminal and sys.stdin.isatty()


def _step(film: Film, console: Console) -> None:
    """Go through a game at the pace of the person watching."""
    ply = 0
    while True:
        console.clear()
        film.show(ply, console)
        try:
            answer = input(f"{STEP_HELP} ").strip().lower()
        except EOFError:
            return
        if answer in ("q", "quit"):
            return
        ply = max(0, min(film.last, _next(answer, ply)))


def _next(answer: str, ply: int) -> int:
    if answer.isdecimal():
        return int(answer)
    return ply - 1 if answer == "b" else ply + 1


def verify(paths: Sequence[Path]) -> int:
    """Check every record; 1 if any is wrong."""
    wrong = 0
    for path in paths:
        try:
            record = records.read(path)
            print(f"{path}: ok, {summary(records.verify(record), records.given_up(record))}{proof(record)}")
        except RecordError as error:
            wrong = 1
            told = str(error)
            print(told if str(path) in told else f"{path}: {told}", file=sys.stderr)
    return wrong


def proof(record: Json) -> str:
    """What the proof of a verified record shows, if it has one."""
    if "proof" not in record:
        return ""
    deals, seats = len(record["chance"]["deals"]), len(record["seats"])
    return f"; proven: {deals} deals as the promised key and the salts of {seats} seats draw them"


def summary(game: Game, given_up: Json | None = None) -> str:
    """Game, plies and result in short."""
    names = display_names(game.seats)
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    unfinished = went(given_up, names).rstrip(".") if given_up else "unfinished"
    end = winners(game.outcome.winners, names) if game.outcome else unfinished
    return f"{game.name}, {len(game.moves)} plies, {scores}, {end}"
