"""How moves are written: the page docs/notation.md, in the terminal."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from tessela.game.registry import RULESETS, ruleset_of


def page() -> str:
    """The page. A wheel has it beside this file; in a checkout it stands where it is written."""
    shipped = Path(__file__).with_name("notation.md")
    written = Path(__file__).parents[3] / "docs" / "notation.md"
    return (shipped if shipped.exists() else written).read_text(encoding="utf-8")


def notation(game: str | None = None) -> RenderableType:
    """The notation of a game, or of all."""
    others = {ruleset.title for ruleset in RULESETS.values()} - {ruleset_of(game).title} if game else set()
    return Group(*(_drawn(section) for section in page().split("\n## ") if _title(section) not in others))


def _title(section: str) -> str:
    return section.partition("\n")[0].lstrip("# ")


def _drawn(section: str) -> RenderableType:
    body = section.partition("\n")[2].strip()
    return Group(Text(_title(section), style="bold"), Markdown(body), "")
