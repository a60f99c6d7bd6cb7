"""The legal moves as lists: a short one, grouped with a number for each move, and a long one in words."""

from collections.abc import Sequence
from math import ceil

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tessela.cli.games import table_module
from tessela.cli.paint import COLOUR_WORDS, Brush
from tessela.cli.story import listed, source, word
from tessela.cli.table import QUIET, side_by_side
from tessela.game.errors import shortened

_TAILS = "123456FX"


def explain(game: str, move: str) -> str:
    """A move of a game in words."""
    if ">" in move:
        head, to = move.split(">")
        kinds = listed([word(letter, 2) for letter in head[1:]])
        where = {"F": "the floor", "X": "the broken space"}.get(to, f"line {to}")
        return f"all {kinds} from {source(head[0])} to {where}"
    if "@" in move:
        space, turn = move.split("@")
        return f"put it on {space}" + (f", turned by {turn}°" if turn != "0" else "")
    verb, _, rest = move.partition(" ")
    if verb == "stack":
        return "from the bottom: " + ", ".join(COLOUR_WORDS[letter] for letter in rest)
    if verb == "drop":
        return f"{rest[:-1]} of the tiles that do not fit are jokers"
    return table_module(game).VERBS[verb].format(rest)


def why_not(move: str, legal: Sequence[str]) -> str:
    """What is wrong with a move that is not legal, and what would be right."""
    for sign in ">@":
        if sign in move and any(sign in other for other in legal):
            head = move.split(sign)[0]
            tails = [other.split(sign)[1] for other in legal if other.split(sign)[0] == head]
            heads = dict.fromkeys(other.split(sign)[0] for other in legal if sign in other)
            if tails:
                return f"{move} is not possible: {head} can go to {', '.join(tails)}"
            return f"{move} is not possible: there is no {head} now, but {', '.join(heads)}"
    return f"{move} is not possible now; possible: {shortened(legal)}"


def short_list(moves: Sequence[str], console: Console) -> RenderableType:
    """All moves by their numbers: those that only differ in where something goes share a row."""
    numbered = {move: number for number, move in enumerate(moves, start=1)}
    parts: list[RenderableType] = []
    for sign in ">@":
        grouped: dict[str, dict[str, int]] = {}
        for move, number in numbered.items():
            if sign in move:
                head, tail = move.split(sign)
                grouped.setdefault(head, {})[tail] = number
        if grouped:
            parts.append(_grids(grouped, sign, console))
    singles = [(number, move) for move, number in numbered.items() if not set(">@") & set(move)]
    if singles:
        parts.append(Text("   ").join(_single(number, move) for number, move in singles))
    return Group(*parts)


def _single(number: int, move: str) -> Text:
    unbroken = move.replace(" ", "\u00a0")
    return Text.assemble((f"{number}\u00a0", QUIET), unbroken)


def _grids(grouped: dict[str, dict[str, int]], sign: str, console: Console) -> RenderableType:
    """The groups as grids of numbers side by side."""
    tails = {tail for group in grouped.values() for tail in group}
    columns = sorted(tails, key=_TAILS.find if sign == ">" else int)
    heads = list(grouped)
    beside = max(1, console.width // (10 + 4 * len(columns)))
    height = ceil(len(heads) / beside)
    brush = Brush.for_console(console)
    grids = []
    for start in range(0, len(heads), height):
        part = {head: grouped[head] for head in heads[start : start + height]}
        grids.append(_grid(part, columns, sign, brush))
    return side_by_side(grids)


def _grid(grouped: dict[str, dict[str, int]], columns: Sequence[str], sign: str, brush: Brush) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(min_width=6)
    for _ in columns:
        grid.add_column(min_width=3, justify="right")
    grid.add_column(min_width=2)
    grid.add_row(Text("to" if sign == ">" else "turn", style=QUIET), *(Text(column, style="bold") for column in columns))
    for head, numbers in grouped.items():
        cells = [Text(str(numbers[column]) if column in numbers else "·", style=QUIET) for column in columns]
        grid.add_row(_head(head, sign, brush), *cells)
    return grid


def _head(head: str, sign: str, brush: Brush) -> Text:
    return Text(head[0]) + brush.row(head[1:]) if sign == ">" else Text(head)


def long_list(game: str, moves: Sequence[str]) -> RenderableType:
    """All moves with their numbers, in notation and in words."""
    lines = [Text(f"{number:3} {move:10} {explain(game, move)}") for number, move in enumerate(moves, start=1)]
    return Columns(lines, padding=(0, 3))
