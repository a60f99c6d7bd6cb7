"""The table drawn for one pair of eyes: everything comes from the view of a seat, or of a spectator."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tessela.cli.games import table_module
from tessela.cli.paint import Brush
from tessela.cli.story import winners
from tessela.game import Game
from tessela.game.ruleset import Json

QUIET = "#7c7c86"
ACTIVE = "#e8b23a"
WIDE = 120


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to draw: a view, the names of the seats, what each would score at the end, and the room to draw it."""

    view: Json
    names: Sequence[str]
    bonuses: Sequence[dict[str, int]]
    console: Console

    @property
    def wide(self) -> bool:
        """Whether there is room for more than the bare necessities side by side."""
        return self.console.width >= WIDE

    def brush(self, width: int = 3) -> Brush:
        """A brush for cells of this width."""
        return Brush.for_console(self.console, width)


def draw(game: Game, seat: int | None, console: Console) -> RenderableType:
    """The whole table as a seat sees it, a spectator if it is None."""
    scene = Scene(game.view(seat), display_names(game.seats), bonuses_now(game), console)
    module = table_module(game.name)
    pending = scene.view["pending"] or {}
    task = "" if game.is_over else module.tasks(pending)[scene.view["phase"]]
    return Group(_headline(scene, game.ruleset.title, task), *flow(module.blocks(scene), console))


def bonuses_now(game: Game) -> list[dict[str, int]]:
    """The final points of every seat by name, if the game ended now."""
    return [game.bonuses(seat) for seat in range(game.players)]


def display_names(seats: Sequence[str]) -> list[str]:
    """The names of the seats, told apart by their number where two are the same."""
    return [f"{name} {seat + 1}" if seats.count(name) > 1 else name for seat, name in enumerate(seats)]


def flow(rows: Sequence[Sequence[RenderableType]], console: Console) -> list[RenderableType]:
    """Rows of blocks side by side; a block for which a row has no room begins another row."""
    drawn: list[RenderableType] = []
    for row in rows:
        line: list[RenderableType] = []
        used = 0
        for block in row:
            width = Measurement.get(console, console.options, block).maximum
            if line and used + width > console.width:
                drawn.append(side_by_side(line))
                line, used = [], 0
            line.append(block)
            used += width
        drawn.append(side_by_side(line))
    return drawn


def side_by_side(blocks: Sequence[RenderableType]) -> RenderableType:
    """Blocks in a row, touching."""
    grid = Table.grid()
    grid.add_row(*blocks)
    return grid


def widest_brush(scene: Scene, width_of_board: dict[int, int], boards: int) -> Brush:
    """The widest cells with which all boards fit side by side; wide ones if none do."""
    fitting = [cell for cell, width in width_of_board.items() if boards * width <= scene.console.width]
    return scene.brush(max(fitting, default=3))


def board_width(scene: Scene, least: int, boards: int, beside: int = 0) -> int:
    """How wide the frame of a board is: a little more than it needs where there is room, for its title."""
    return max(least, min(least + 8, (scene.console.width - beside) // boards))


def box(content: RenderableType, title: str | Text, *, active: bool = False, padding: int = 1, width: int | None = None) -> Panel:
    """A framed block, the frame bright if something can be done there."""
    return Panel(
        content,
        title=Text(title, style="bold") if isinstance(title, str) else title,
        title_align="left",
        border_style=ACTIVE if active else QUIET,
        expand=width is not None,
        padding=(0, padding),
        width=width,
    )


def lines(rows: Sequence[Text | str]) -> Text:
    """Rows of text as one block."""
    block = Text("\n").join(Text(row) if isinstance(row, str) else row for row in rows)
    block.no_wrap = True
    return block


def pattern_line(brush: Brush, tiles: str, length: int, longest: int) -> Text:
    """A pattern line, right-aligned; it fills from the right."""
    cells = [brush.nothing()] * (longest - length) + [brush.slot()] * (length - len(tiles))
    return Text().join([*cells, *(brush.tile(letter) for letter in tiles)])


def counted(numbers: dict[str, int]) -> str:
    """How many tiles of each letter, in short."""
    return " ".join(f"{number}{letter}" for letter, number in numbers.items() if number) or "empty"


def board_title(scene: Scene, seat: int, notes: Sequence[str]) -> Text:
    """Name, score and notes of a seat."""
    active = scene.view["to_move"] == seat
    title = Text(f"{scene.names[seat][:16]} ", style=f"bold {ACTIVE}" if active else "bold default")
    title.append(f" {scene.view['boards'][seat]['score']} ", style="reverse")
    return title.append("".join(f" · {note}" for note in notes), style="not bold")


def _headline(scene: Scene, title: str, task: str) -> Text:
    view = scene.view
    stage = f"round {view['round']}" if view["round"] else "set-up"
    headline = Text(f"{title} · {stage}", style="bold")
    if view["to_move"] is None:
        return headline.append(" · the game is over")
    return headline.append(f" · {scene.names[view['to_move']]} {task}", style="not bold")


def outcome_table(game: Game) -> RenderableType:
    """Who won and why, and where everybody's points came from."""
    outcome = game.outcome
    assert outcome is not None
    names = display_names(game.seats)
    table = Table(title="Points", title_justify="left", border_style=QUIET)
    table.add_column("from")
    for seat, name in enumerate(names):
        table.add_column(name, justify="right", style="bold" if seat in outcome.winners else "")
    for source in outcome.breakdown[0]:
        table.add_row(source.replace("-", " "), *(str(part[source]) for part in outcome.breakdown))
    table.add_section()
    table.add_row("total", *map(str, outcome.scores), style="bold")
    return Group(Padding(table, (1, 0, 0, 0)), Text(f"{winners(outcome.winners, names)}: {outcome.reason}", style="bold"))
