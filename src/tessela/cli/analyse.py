"""The commands `tessela analyse` and `tessela hint`."""

import json as jsons
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tessela.cli.options import RecordFile

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tessela.bots.analysis import Analysis, Judged
    from tessela.bots.bot import Budget
    from tessela.game import Game
    from tessela.game.ruleset import Json

INTERRUPTED = 130
WIDTH = 120  # of tables that go to a file
SHOWN_REASONS = 4
SHOWN_LOSS = 0.005  # of the chance to win
SIGNS = {"good": ("+", "green"), "bad": ("-", "red"), "neutral": ("·", "")}

Seconds = Annotated[float | None, typer.Option(help="How long to think.")]
Simulations = Annotated[int | None, typer.Option(help="How much to think, in simulations; the same result each time.")]
AsJson = Annotated[bool, typer.Option("--json", help="A JSON object and nothing else.")]


def analyse(
    file: RecordFile,
    ply: Annotated[int | None, typer.Option(help="The position after this many moves (the last one to decide).")] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seat: Annotated[int | None, typer.Option(help="What this seat sees (the one to move).")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many moves to show.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the search.")] = 0,
    json: AsJson = False,
) -> None:
    """Show the best moves of a recorded position."""
    from tessela.game import record as records

    record = records.read(file)
    ply = _ply(record, ply)
    try:
        _analyse(record, ply, _budget(seconds, simulations, {"seconds": 2.0}), seed, seat, most, json)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def hint(file: RecordFile, seconds: Seconds = None, simulations: Simulations = None) -> None:
    """Show the best move of an unfinished game, and why."""
    from tessela.bots.analysis import AnalysisError
    from tessela.game import record as records

    game = records.load(file)
    if game.is_over:
        raise AnalysisError(f"the game of {file} is over; look back at it with tessela review {file}")
    for line in hint_lines(game, _budget(seconds, simulations, {"seconds": 1.0})):
        print(line)


def hint_lines(game: "Game", budget: "Budget | None" = None) -> list[str]:
    """The best move for the one to move and its reasons as sentences, from what this seat knows."""
    from tessela.bots.analysis import analyse as study
    from tessela.bots.analysis.hints import sentences
    from tessela.bots.bot import Budget
    from tessela.cli.choices import explain
    from tessela.cli.table import display_names

    analysis, names = study(game, budget=budget or Budget(seconds=1.0)), display_names(game.seats)
    move = analysis.best.move
    return [f"{names[analysis.to_move]}: {move} ({explain(game.name, move)}).", *sentences(analysis, names)]


def _budget(seconds: float | None, simulations: int | None, default: dict[str, Any]) -> "Budget":
    from tessela.bots.analysis import AnalysisError
    from tessela.bots.bot import Budget

    if seconds is not None and simulations is not None:
        raise AnalysisError("give --seconds or --simulations, not both")
    given = {"seconds": seconds, "simulations": simulations}
    return Budget(**{name: value for name, value in given.items() if value is not None} or default)


def _ply(record: "Json", ply: int | None) -> int:
    """The ply asked for, or the last one at which something is to decide."""
    from tessela.bots.analysis import AnalysisError

    last = len(record["moves"]) - (record["result"] is not None)
    if ply is not None and not 0 <= ply <= last:
        end = "; the game is over after the last move" if ply == last + 1 and record["result"] is not None else ""
        raise AnalysisError(f"there is no decision after ply {ply}; plies are 0 to {last}{end}")
    return max(0, last) if ply is None else ply


# One position


def _analyse(record: "Json", ply: int, budget: "Budget", seed: int, seat: int | None, most: int, as_json: bool) -> None:
    from rich.live import Live

    from tessela.bots import analysis as analyses
    from tessela.cli.table import display_names, draw
    from tessela.game import record as records

    game = records.replay(record, ply)
    if as_json:
        found = analyses.analyse(game, seat, budget, seed, most)
        print(jsons.dumps({"ply": ply, **found.to_json()}))
        return
    screen, names = console(), display_names(game.seats)
    eyes = game.to_move if seat is None else seat
    if not screen.is_terminal:
        found = analyses.analyse(game, seat, budget, seed, most)
        screen.print(draw(game, eyes, screen), _table(found, names))
        return
    growing = analyses.analyse_stream(game, seat, budget, seed, most)
    screen.print(draw(game, eyes, screen))
    with Live(console=screen, auto_refresh=False, vertical_overflow="visible") as live:
        for found in growing:
            live.update(_table(found, names), refresh=True)


def console() -> "Console":
    """Where tables are shown: the terminal, or a file of some width."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)


def _table(analysis: "Analysis", names: list[str]) -> "RenderableType":
    """The candidates of an analysis, and what it rests on."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from tessela.bots.analysis.hints import percent, points
    from tessela.cli.table import QUIET

    table = Table(border_style=QUIET, show_lines=True, title=f"For {names[analysis.to_move]}", title_justify="left")
    for name in ("", "move", "win", "margin", "visits"):
        table.add_column(name, justify="left" if name == "move" else "right", no_wrap=True)
    table.add_column("why, and the moves expected then", ratio=1)
    for rank, judged in enumerate(analysis.candidates, start=1):
        numbers = (percent(judged.value), points(judged.margin), str(judged.visits))
        table.add_row(str(rank), Text(judged.move, style="bold"), *numbers, _reasons(judged, names))
    return Group(table, Text(_footing(analysis), style=QUIET))


def _reasons(judged: "Judged", names: list[str]) -> "RenderableType":
    from rich.text import Text

    from tessela.cli.table import QUIET

    told = [Text(f"{SIGNS[r.sign][0]} {r.told(names)}", style=SIGNS[r.sign][1]) for r in judged.reasons[:SHOWN_REASONS]]
    expected = [Text(f"then {', '.join(judged.line[1:])}", style=QUIET)] if len(judged.line) > 1 else []
    return Text("\n").join([*told, *expected])


def _footing(analysis: "Analysis") -> str:
    kinds = {
        "forced": "the only legal move",
        "tiling": f"{analysis.moves} legal moves, the best by exact count",
        "search": f"{analysis.moves} legal moves",
    }
    more = "" if analysis.final else ", thinking on"
    return f"{kinds[analysis.kind]}; {analysis.simulations:,} simulations in {analysis.seconds:.1f} s{more}"
