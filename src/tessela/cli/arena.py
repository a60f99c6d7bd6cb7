"""The commands `tessela arena` and `tessela bot`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tessela.cli import completion
from tessela.cli.options import Jokers, Players, Tablets, Wall
from tessela.extras import require

if TYPE_CHECKING:
    from rich.console import Console

    from tessela.arena.log import Log
    from tessela.arena.match import Match
    from tessela.arena.tally import Standings
    from tessela.arena.workers import Workers

NOTHING_PLAYED, INTERRUPTED = 1, 130
WIDTH = 120  # of tables that go to a file

FORMS = "NAME, NAME@0.1s, NAME@1000, py:MODULE:CLASS, cmd:COMMAND, LABEL=BOT."
Bots = Annotated[list[str] | None, typer.Argument(metavar="BOT...", help=FORMS, autocompletion=completion.bots)]
GameOption = Annotated[str | None, typer.Option(metavar="azul|duel", help="The game (azul).", autocompletion=completion.games)]
Schedule = typer.Option(help="round-robin, ladder, gauntlet or table.", autocompletion=completion.schedules)
SprtBounds = Annotated[tuple[float, float] | None, typer.Option(metavar="ELO0 ELO1", help="Stop when a test decides.")]


def arena(
    bots: Bots = None,
    games: Annotated[int | None, typer.Option(help="Games of each contest, rounded up to whole deals (100).")] = None,
    game: GameOption = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    tablets: Tablets = None,
    seed: Annotated[int | None, typer.Option(help="The seed of all deals and of the bots (0).")] = None,
    schedule: Annotated[str | None, Schedule] = None,
    anchor: Annotated[str | None, typer.Option(metavar="LABEL", help="The bot whose rating is 0 (the first).")] = None,
    sprt: SprtBounds = None,
    alpha: Annotated[float | None, typer.Option(help="SPRT: chance to take elo0 for elo1 (0.05).")] = None,
    beta: Annotated[float | None, typer.Option(help="SPRT: chance to take elo1 for elo0 (0.05).")] = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="A match in TOML or JSON; options go before it.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep every game in this file, and go on from it.")] = None,
    processes: Annotated[int | None, typer.Option(help="Processes, or workers of Ray (all cores).")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one.")] = None,
) -> None:
    """Let bots play against each other and measure how strong they are."""
    from tessela.arena.matchfile import match_of, read_match_file
    from tessela.cli.app import game_options

    given = {"bots": bots or None, "game": game, "games": games, "seed": seed, "schedule": schedule, "anchor": anchor}
    settings: dict[str, Any] = read_match_file(file) if file else {}
    settings |= {name: value for name, value in given.items() if value is not None}
    settings |= game_options(players, wall, jokers, tablets)
    settings |= _sprt_settings(settings.get("sprt"), sprt, alpha, beta)
    raise typer.Exit(play_match(match_of(settings), out, processes, ray))


def _sprt_settings(
    in_file: Any, bounds: tuple[float, float] | None, alpha: float | None, beta: float | None
) -> dict[str, dict[str, Any]]:
    """The test of the command line over that of the file."""
    from tessela.game.errors import OptionError

    given = {"elo0": bounds and bounds[0], "elo1": bounds and bounds[1], "alpha": alpha, "beta": beta}
    chosen = {name: value for name, value in given.items() if value is not None}
    if chosen and bounds is None and in_file is None:
        raise OptionError("--alpha and --beta belong to --sprt ELO0 ELO1")
    return {"sprt": {**(in_file or {}), **chosen}} if chosen else {}


def play_match(match: "Match", out: Path | None, processes: int | None, ray: str | None) -> int:
    """Play a match and show what came of it; the exit code."""
    import contextlib

    from rich.console import Console

    from tessela.arena.log import Log
    from tessela.arena.report import report
    from tessela.arena.run import begin, check_bots

    if ray is None:
        check_bots(match)
    else:
        require("ray", "--ray")
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    with Log(out, match) if out else contextlib.nullcontext() as log:
        standings = begin(match, log)
        code = _play_missing(standings, log, processes, ray) or (NOTHING_PLAYED if standings.all_forfeited else 0)
    console.print(report(standings))
    if code == INTERRUPTED and out:
        console.print(f"Interrupted. Run the same command again to go on from {out}.", soft_wrap=True)
    return code


def _play_missing(standings: "Standings", log: "Log | None", processes: int | None, ray: str | None) -> int:
    from rich.console import Console

    from tessela.arena.run import number_of_games, play_on

    missing = number_of_games(standings.match) - standings.games
    if missing == 0 or standings.is_decided:
        return 0
    try:
        with _workers(processes, ray, missing) as workers, _Progress(standings, Console(stderr=True)) as progress:
            play_on(standings, workers, log, progress.show)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _workers(processes: int | None, ray: str | None, games: int) -> "Workers":
    from tessela.arena.workers import local_workers

    if ray is None:
        return local_workers(processes, games)
    from tessela.arena.ray_workers import RayWorkers

    return RayWorkers(ray, processes)


class _Progress:
    """A bar with the score so far; only in a terminal."""

    def __init__(self, standings: "Standings", console: "Console"):
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from tessela.arena.run import number_of_games

        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=number_of_games(standings.match), completed=standings.games)

    def __enter__(self) -> "_Progress":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, standings: "Standings") -> None:
        """One more game is finished."""
        from tessela.arena.report import percent

        score = ""
        if len(standings.pairs) == 1:
            pair = next(iter(standings.pairs.values()))
            score = f"{standings.match.labels[0]} {percent(pair.rate)}"
        if standings.trial:
            score += f" LLR {standings.trial.verdict.llr:.2f}"
        self._bar.update(self._task, completed=standings.games, description=score)


BotName = typer.Argument(metavar="BOT", help="NAME, NAME@0.1s, NAME@1000 or py:MODULE:CLASS.", autocompletion=completion.bots)


def bot(name: Annotated[str, BotName]) -> None:
    """Let a bot answer on stdin and stdout, in the protocol of external bots."""
    from tessela.arena.specs import parse_spec
    from tessela.bots.serving import serve_bot
    from tessela.game.errors import OptionError

    spec = parse_spec(name)
    if spec.is_external:
        raise OptionError("a bot that is a command already answers by itself")
    spec.check()
    serve_bot(spec.make, sys.stdin.buffer, sys.stdout.buffer, spec.budget)


def bot_check(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help="The program, with its arguments, in quotes.")],
    seconds: Annotated[float, typer.Option(min=0.1, help="How long it may take to start, and to get ready for a game.")] = 60.0,
) -> None:
    """Try whether a program keeps to the protocol of external bots; exit 1 if it does not."""
    from tessela.arena.specs import parse_spec
    from tessela.bots.checking import Checker

    spec = parse_spec(f"cmd:{command.removeprefix('cmd:')}")
    spec.check()
    failed = 0
    for finding in Checker(spec.command, seconds).findings():
        failed += finding.result == "FAILED"
        print(f"{finding.result:11}  {finding.tried}{f': {finding.why}' if finding.why else ''}", flush=True)
    print(f"{failed} failed" if failed else "It keeps to the protocol.")
    raise typer.Exit(1 if failed else 0)
