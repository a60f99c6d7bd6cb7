"""Options and arguments that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from tessela.cli import completion

Players = Annotated[int | None, typer.Option(help="Azul: 2, 3 or 4 players.")]
Wall = Annotated[str | None, typer.Option(metavar="coloured|grey", help="Azul: the wall.", autocompletion=completion.walls)]
Jokers = Annotated[bool, typer.Option("--jokers", help="Azul: with joker tiles.")]
Tablets = Annotated[str | None, typer.Option(metavar="NAMES", help="Duel: rows,columns,diagonals,... or random.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")]
DataFolder = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.")]
