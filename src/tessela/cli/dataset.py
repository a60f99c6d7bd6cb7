"""The command `tessela dataset`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from tessela.cli import completion
from tessela.cli.arena import FORMS, GameOption, play_match
from tessela.cli.options import Jokers, Players, Tablets, Wall
from tessela.extras import require

LOG = "games.jsonl"
Bots = Annotated[list[str], typer.Argument(metavar="BOT...", help=FORMS, autocompletion=completion.bots)]


def dataset(
    bots: Bots,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the data is kept, and gone on with.")],
    games: Annotated[int, typer.Option(help="Games, rounded up to whole deals.")] = 1000,
    game: GameOption = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    tablets: Tablets = None,
    seed: Annotated[int, typer.Option(help="The seed of all deals and of the bots.")] = 0,
    parquet: Annotated[bool, typer.Option("--parquet", help="Tables of positions too, not only records.")] = False,
    processes: Annotated[int | None, typer.Option(help="Processes, or workers of Ray (all cores).")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one.")] = None,
) -> None:
    """Write games of bots as data to learn from: records, and positions with decisions and results."""
    from tessela.arena.matchfile import match_of
    from tessela.cli.app import game_options
    from tessela.system import cores

    if parquet:
        require("data", "dataset --parquet")
    options: dict[str, Any] = game_options(players, wall, jokers, tablets)
    seats = _at_every_seat(bots, game or "azul", options)
    settings = {"bots": seats, "game": game or "azul", "games": games, "seed": seed, "schedule": "table", **options}
    match = replace(match_of(settings), keeps_visits=True)
    out.mkdir(parents=True, exist_ok=True)
    code = play_match(match, out / LOG, processes, ray)
    if code == 0 and parquet:
        from tessela.envs.dataset import write_tables

        number = write_tables(out / LOG, out, processes or cores())
        print(f"{number} {'table' if number == 1 else 'tables'} of positions in {out}")
    raise typer.Exit(code)


def _at_every_seat(bots: list[str], game: str, options: dict[str, Any]) -> list[str]:
    """A bot for each seat: as given, or one bot at all of them, by labels of their own."""
    from tessela.game.registry import ruleset_of

    ruleset = ruleset_of(game)
    if len(bots) > 1:
        return bots
    number = ruleset.players(ruleset.wished_options(options, 0))
    text = bots[0].partition("=")[2] if "=" in bots[0] and not bots[0].startswith("cmd:") else bots[0]
    return [f"{'abcd'[seat]}={text}" for seat in range(number)]
