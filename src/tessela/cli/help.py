"""What stands below the options in the help of a command: examples, and the bots where one can be named.

It is put together when somebody asks for help, and nothing heavy is imported for it.
"""

from collections.abc import Iterable
from typing import Any

from typer.core import TyperCommand, TyperGroup

# Every line can be typed as it stands, once there is a game.json
EXAMPLES = {
    "tessela": ("tessela play azul", "tessela bots", "tessela notation duel", "tessela serve --lan"),
    "play": (
        "tessela play azul",
        "tessela play duel --seat human:Ada --seat painter",
        "tessela play azul --players 3 --wall grey --jokers --save game.json",
        "tessela play --resume game.json",
    ),
    "replay": ("tessela replay game.json", "tessela replay game.json --ply 12", "tessela replay game.json --all"),
    "verify": ("tessela verify game.json", "tessela verify games/*.json"),
    "perft": ("tessela perft azul --depth 3", "tessela perft duel --depth 2 --tablets random"),
    "bench": ("tessela bench", "tessela bench --seconds 0.2 --json"),
    "serve": (
        "tessela serve",
        "tessela serve --lan",
        "tessela serve --port 9000 --data games --no-open",
        "tessela serve --no-open --origin https://games.example.org",
        "tessela serve --store postgresql://tessela@localhost/games --bus redis://localhost:6379 --processes 4",
    ),
    "worker": ("tessela worker --store postgresql://tessela@db/games --processes 8",),
    "store": ("tessela store copy games postgresql://tessela@localhost/games",),
    "copy": (
        "tessela store copy games postgresql://tessela@localhost/games",
        "tessela store copy postgresql://tessela@localhost/games games",
    ),
    "admin": ("tessela admin stats", "tessela admin tables", "tessela admin ban 5d1bd0a3c1a5e9e1a2b3c4d5"),
    "backup": ("tessela backup games.db", "tessela backup games.db --data games"),
    "analyse": (
        "tessela analyse game.json",
        "tessela analyse game.json --ply 12 --seconds 5",
        "tessela analyse game.json --ply 12 --simulations 500 --json",
    ),
    "hint": ("tessela hint game.json", "tessela hint game.json --seconds 3"),
    "arena": (
        "tessela arena painter greedy --games 20",
        "tessela arena random greedy tiling --game duel --anchor greedy",
        "tessela arena new=search@1000 old=search@500 --sprt 0 30 --games 2000 --out match.jsonl",
        "tessela arena search@0.1s cmd:./mybot --games 10",
    ),
    "dataset": (
        "tessela dataset painter --games 1000 --out games",
        "tessela dataset painter greedy --game duel --parquet --out positions",
    ),
    "review": ("tessela review game.json", "tessela review game.json --json"),
    "luck": ("tessela luck game.json", "tessela luck game.json --json"),
    "odds": ("tessela odds game.json", "tessela odds game.json --ply 12 --seat 0"),
    "puzzle": ("tessela puzzle", "tessela puzzle duel --theme plate-choice", "tessela puzzle azul --rating 1500"),
    "puzzles": ("tessela puzzles mine azul --log azul.jsonl --games 100",),
    "mine": (
        "tessela puzzles mine azul --log azul.jsonl --games 100",
        "tessela puzzles mine duel --log duel.jsonl --minutes 10 --processes 4",
    ),
    "pack": ("tessela puzzles pack azul --log azul.jsonl --out azul.jsonl.xz",),
    "bot": ("tessela bot search@0.1s", "tessela bot painter"),
    "bot-check": ("tessela bot-check ./mybot", 'tessela bot-check "python mybot.py --fast"'),
    "bots": ("tessela bots", "tessela bots --json"),
    "notation": ("tessela notation", "tessela notation azul"),
}
NAMES_BOTS = ("play", "arena", "bot", "dataset")


class _Help:
    """A command whose help ends with examples."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write what stands below the options."""
        name = ctx.command.name
        _write(formatter, "Examples", EXAMPLES[name])
        if name in NAMES_BOTS:
            for title, lines in lists_of_bots().items():
                _write(formatter, title, lines)


class Command(_Help, TyperCommand):
    """A command of `tessela`."""


class Commands(_Help, TyperGroup):
    """All of them."""


def _write(formatter: Any, title: str, lines: Iterable[str]) -> None:
    """Lines as they are: the formatter would fill paragraphs."""
    with formatter.section(title):
        for line in lines:
            formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def lists_of_bots() -> dict[str, list[str]]:
    """A line for each level, and one for each other bot."""
    from tessela.bots.levels import LEVELS
    from tessela.bots.registry import CHARACTERS

    levels = {level.name: level.number for level in LEVELS}
    return {
        "Bots by level": [f"{number:>2} {name:10} {CHARACTERS[name]}" for name, number in levels.items()],
        "Other bots": [f"   {name:10} {about}" for name, about in CHARACTERS.items() if name not in levels],
    }
