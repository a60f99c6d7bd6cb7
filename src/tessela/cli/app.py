"""The commands of `tessela`. Each imports what it needs only when it runs, so that asking for help is instant."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tessela import __version__
from tessela.cli import analyse as analysing
from tessela.cli import coach as coaching
from tessela.cli import completion
from tessela.cli.admin import admin
from tessela.cli.arena import arena, bot, bot_check
from tessela.cli.config import Configured, from_file, limits_of
from tessela.cli.dataset import dataset
from tessela.cli.help import Command, Commands
from tessela.cli.options import DataFolder, Jokers, Players, RecordFile, Tablets, Wall
from tessela.cli.puzzles import puzzles
from tessela.cli.store import store as store_commands
from tessela.extras import MissingExtraError, missing_package

app = typer.Typer(
    name="tessela",
    help="Azul and Azul Duel in the terminal.",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
GameName = Annotated[str | None, typer.Argument(metavar="azul|duel", help="The game.", autocompletion=completion.games)]
Seed = Annotated[int | None, typer.Option(help="The seed of all chance.")]
Who = typer.Option(
    metavar="WHO", help="human, human:NAME or a bot, as in the arena; one per seat.", autocompletion=completion.seats
)


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False
) -> None:
    """Azul and Azul Duel in the terminal."""
    if version:
        typer.echo(f"tessela {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(cls=Command)
def play(
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    tablets: Tablets = None,
    seat: Annotated[list[str] | None, Who] = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the record of the game in this file.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with the game of this file.")] = None,
) -> None:
    """Play a game against bots or people at this terminal.

    Moves are written as in `tessela notation`; type ? in the game for help.
    """
    from tessela.cli import play as playing

    options = game_options(players, wall, jokers, tablets)
    wish = playing.GameWish(game, options, tuple(seat or ()), seed, save, resume)
    raise typer.Exit(playing.play(wish))


@app.command(cls=Command)
def replay(
    file: RecordFile,
    ply: Annotated[int | None, typer.Option(help="Show the position after this many moves.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every position, one after the other.")] = False,
) -> None:
    """Show a recorded game: step through it, or one position of it."""
    from tessela.cli import replay as replaying

    replaying.replay(file, ply, every)


@app.command(cls=Command)
def verify(files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records of games.")]) -> None:
    """Check records against the rules; exit 1 if any is wrong."""
    from tessela.cli import replay as replaying

    raise typer.Exit(replaying.verify(files))


@app.command(cls=Command)
def perft(
    game: Annotated[str, typer.Argument(metavar="azul|duel", help="The game.", autocompletion=completion.games)],
    depth: Annotated[int, typer.Option(min=1, help="The longest sequences counted.")],
    seed: Annotated[int, typer.Option(help="The seed of all chance.")] = 0,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    tablets: Tablets = None,
) -> None:
    """Count all sequences of decisions of each length."""
    from tessela.cli import perft as counting

    counting.perft(game, depth, seed, game_options(players, wall, jokers, tablets))


@app.command(cls=Command)
def bench(
    json: Annotated[bool, typer.Option("--json", help="A JSON list and nothing else.")] = False,
    seconds: Annotated[float, typer.Option(min=0.001, help="How long each measurement takes.")] = 1.0,
) -> None:
    """Measure how fast the rules are."""
    from tessela.cli import bench as measuring

    measuring.bench(as_json=json, seconds=seconds)


@app.command(cls=Configured)
def serve(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", is_eager=True, callback=from_file, help="A file (TOML) with options, as in docs/serve.md."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether all options are right.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8080,
    data: DataFolder = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others in your network join.")] = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", envvar="TESSELA_OPEN", help="Open a browser.")] = True,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="A public address, behind a proxy.")] = None,
    trust_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-For is believed.")
    ] = None,
    bot_pace: Annotated[float | None, typer.Option(min=0.0, help="The least time a bot takes, in seconds.")] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="NAME=BOT", help="A program that people may play against.")
    ] = None,
    push_service: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A push service in a network of your own.")
    ] = None,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Rate limits; only tests go without.")] = True,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Another figure for a limit, as in docs/serve.md.")
    ] = None,
    store: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Keep games in postgresql://USER@HOST/DATABASE, not in a folder.")
    ] = None,
    bus: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Tell other servers of the store what happens, over redis://HOST:PORT.")
    ] = None,
    drain_seconds: Annotated[
        float, typer.Option(min=0.0, max=600.0, help="How long SIGTERM lets people go over to other servers of a store.")
    ] = 5.0,
    trace: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Send traces to a collector of OpenTelemetry, such as http://localhost:4318."),
    ] = None,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The address of this machine to listen at: 127.0.0.1; 0.0.0.0 is all.")
    ] = None,
    forget_days: Annotated[
        int, typer.Option(min=0, max=36_500, help="Days after which guests who leave nothing behind are forgotten; 0: never.")
    ] = 90,
    processes: Annotated[
        int, typer.Option(min=1, max=256, help="How many processes serve this port, with --store postgresql://….")
    ] = 1,
) -> None:
    """Serve tables to browsers: live games of people and bots."""
    from tessela.cli import serve as serving

    wish = serving.ServerWish(
        port, data, lan, open_browser, tuple(origin or ()), limits, bot_pace, tuple(trust_proxy or ()), tuple(bot or ()), store,
        bus, tuple(push_service or ()), *limits_of(context, limit or []), trace, host, drain_seconds, forget_days,
        processes,
    )  # fmt: skip
    raise typer.Exit(serving.check(wish) if check else serving.serve(wish))


@app.command(cls=Configured)
def worker(
    store: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The database of the servers: postgresql://USER@HOST/DATABASE.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=1024, help="How many think at a time; by itself as many as there are cores.")
    ] = None,
    drain_seconds: Annotated[
        float, typer.Option(min=0.0, max=600.0, help="How long SIGTERM lets what was begun be finished.")
    ] = 5.0,
) -> None:
    """Think for servers on other machines: bots' moves, hints, looks, reviews, replays."""
    from tessela.cli import worker as working

    raise typer.Exit(working.work(working.WorkerWish(store, processes, drain_seconds)))


@app.command(cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to be made.")],
    data: DataFolder = None,
) -> None:
    """Copy all games of the table server to a file, also while it runs."""
    from tessela.cli import serve as serving

    serving.back_up(file, data)


@app.command(cls=Command)
def bots(json: Annotated[bool, typer.Option("--json", help="A JSON list and nothing else.")] = False) -> None:
    """List the bots: how strong they are, and what they are like."""
    from tessela.cli import bots as listing

    listing.bots(as_json=json)


@app.command(cls=Command)
def notation(game: GameName = None) -> None:
    """Explain how moves are written."""
    from rich.console import Console

    from tessela.cli import notation as writing

    Console(highlight=False).print(writing.notation(game))


for spread_out in (
    *(analysing.analyse, analysing.hint, arena, bot, bot_check, dataset),
    *(coaching.review, coaching.luck, coaching.odds, coaching.puzzle),
):
    app.command(cls=Command)(spread_out)


app.add_typer(puzzles)
app.add_typer(admin)
app.add_typer(store_commands)


def game_options(players: int | None, wall: str | None, jokers: bool, tablets: str | None) -> dict[str, Any]:
    """The options of a game that were given."""
    chosen: dict[str, Any] = {"players": players, "wall": wall, "jokers": jokers or None, "tablets": None}
    if tablets is not None:
        chosen["tablets"] = tablets if tablets == "random" else [name.strip() for name in tablets.split(",")]
    return {name: value for name, value in chosen.items() if value is not None}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. What is wrong is said in one line."""
    try:
        code = app(args=arguments, prog_name="tessela", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.TyperException as error:
        return _complain(_usage(error), 2)
    except MissingExtraError as error:
        return _complain(str(error), 1)
    except ModuleNotFoundError as error:
        return _complain(missing_package(error), 1)
    except ImportError as error:
        if type(error).__name__ != "NoEngineError":  # known only once kernels were asked for
            raise
        return _complain(str(error), 1)
    except OSError as error:
        return _complain(f"{error.filename or 'file'}: {error.strerror}", 1)
    except ValueError as error:
        from tessela.game.errors import OptionError, TesselaError

        if not isinstance(error, TesselaError):
            raise
        return _complain(str(error), 2 if isinstance(error, OptionError) else 1)


def _complain(what: str, code: int) -> int:
    print(f"tessela: {' '.join(what.split())}", file=sys.stderr)
    return code


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the command line, with what is allowed."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    message = error.format_message().rstrip(".")
    if message.startswith("No such command"):
        return f"{message.split('. ')[0]}; commands are {', '.join(getattr(command, 'commands', ()))}"
    if message.startswith("No such option") and command is not None:
        options = [name for parameter in command.params for name in parameter.opts if name.startswith("--")]
        return f"{message}; options of {command.name} are {', '.join([*options, '--help'])}"
    return message
