"""The commands `tessela puzzles mine` and `tessela puzzles pack`."""

import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tessela.cli import completion
from tessela.cli.help import Command, Commands
from tessela.extras import require

if TYPE_CHECKING:
    from tessela.game.ruleset import Json

puzzles = typer.Typer(name="puzzles", help="Make puzzles.", cls=Commands, rich_markup_mode=None)
INTERRUPTED = 130
EVERY = 20  # games between two lines that tell how far it is

Game = Annotated[str, typer.Argument(metavar="azul|duel", help="The game.", autocompletion=completion.games)]


@puzzles.command(cls=Command)
def mine(
    game: Game,
    log: Annotated[Path, typer.Option(metavar="FILE", help="Where every mined game is written; it goes on from there.")],
    games: Annotated[int | None, typer.Option(min=1, help="How many games to mine (until stopped).")] = None,
    minutes: Annotated[float | None, typer.Option(min=0.01, help="Begin no more games after this time.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of all games.")] = 0,
    processes: Annotated[int | None, typer.Option(min=1, help="Processes, or workers of Ray (all cores).")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Mine on a Ray cluster; local starts one.")] = None,
    from_store: Annotated[
        Path | None, typer.Option(metavar="DATA", help="Games in the folder of a server whose players consented, not of bots.")
    ] = None,
) -> None:
    """Keep the positions in which one move is clearly the best, of games of strong bots or of people who consented."""
    from tessela.coach import mine as mines
    from tessela.game.registry import ruleset_of

    ruleset_of(game)
    if from_store:
        claims = iter([mines.Claim.of(record) for record in _of_people(from_store, game)][:games])
    else:
        claims = (mines.Claim(game, number, seed) for number in (range(games) if games else count()))
    done = found = 0
    try:
        for mined in mines.mine(log, claims, processes, minutes and 60 * minutes, ray):
            done, found = done + 1, found + len(mined.puzzles)
            if done % EVERY == 0:
                print(f"{done} games, {found} puzzles", file=sys.stderr)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    print(f"{found} puzzles in {done} games of {game}, in {log}")


def _of_people(folder: Path, game: str) -> "list[Json]":
    """The games of a server whose players all consented."""
    require("web", "puzzles mine --from-store")
    from tessela.coach.errors import CoachError
    from tessela.server.consented import consented_games
    from tessela.server.store import StoreError

    try:
        return consented_games(folder, game)
    except StoreError as error:
        raise CoachError(str(error)) from None


@puzzles.command(cls=Command)
def pack(
    game: Game,
    log: Annotated[list[Path], typer.Option(metavar="FILE", help="A log of a mine, or a packed file; may be given again.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to be written.")],
    most: Annotated[int, typer.Option(min=1, help="How many to keep.")] = 1_500,
    without: Annotated[Path | None, typer.Option(metavar="FILE", help="Ids of puzzles to leave out, one a line.")] = None,
) -> None:
    """Keep the clearest mined puzzles in one small file."""
    from tessela.coach.mine import puzzles_in
    from tessela.coach.puzzles import named_in
    from tessela.coach.puzzles import pack as packing

    kept = packing(puzzles_in(game, log), out, most, named_in(without) if without else ())
    print(f"{len(kept)} puzzles of {game}, {out.stat().st_size:,} bytes, in {out}")
