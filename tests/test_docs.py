"""The pages: every link, file, command and target that they name is there, and people and the site can read them."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_group

import tessela
from tessela.cli.app import app

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
BESIDE = [
    ROOT,
    ROOT / "src/tessela",
    ROOT / "src/tessela/server",
    ROOT / "src/tessela/rules",
    ROOT / "web/src",
    ROOT / "web/src/lib",
]
WIDTH = 120
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"|^\[[^\]]+\]: (\S+)", re.MULTILINE)
FILE = re.compile(r"`([\w.-]+/[\w./-]*\.(?:py|ts|svelte|css|json|md|toml))`")
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", text_of(page))


@cache
def anchors_of(page: Path) -> set[str]:
    """What a link to a heading of the page can end with."""
    titles = re.findall(r"^#+ (.*)", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def links_of(page: Path) -> list[str]:
    return ["".join(found) for found in LINK.findall(re.sub(r"`[^`]*`", "", prose_of(page)))]


@every_page
def test_no_line_is_too_long(page: Path) -> None:
    assert [line for line in text_of(page).splitlines() if len(line) > WIDTH] == []


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links_of(page):
        assert "://" not in link, f"{link} is elsewhere: a page must be readable without a network"
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), f"{link} is no file: the site cannot lead there"
        if anchor:
            assert anchor in anchors_of(target), link


@every_page
def test_every_file_that_is_named_exists(page: Path) -> None:
    for name in FILE.findall(prose_of(page)):
        assert any((folder / name).exists() for folder in BESIDE), name


@every_page
def test_every_command_exists(page: Path) -> None:
    commands = set(get_group(app).commands)
    assert set(re.findall(r"(?:`|^)tessela ([a-z]+)", text_of(page), re.MULTILINE)) <= commands
    makefile = text_of(ROOT / "Makefile")
    for target in re.findall(r"(?:`|^)make ([a-z-]+)", text_of(page), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for module in re.findall(r"python -m (bench\.\w+|tessela\.\w+)", text_of(page)):
        path = module.replace(".", "/")
        assert any(
            (folder / where).exists() for folder in (ROOT, ROOT / "src") for where in (f"{path}.py", f"{path}/__main__.py")
        )


def navigation() -> dict[str, list[str]]:
    """What stands at the side of the site; read, not run, for it needs what only the site needs."""
    lines = ast.parse(text_of(DOCS / "conf.py")).body
    (found,) = [line.value for line in lines if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "NAVIGATION"]
    return dict(ast.literal_eval(found))


def test_every_page_is_in_the_site() -> None:
    names = [name for section in navigation().values() for name in section]
    listed = [ROOT / f"{name[1:]}.md" if name[0] == "/" else DOCS / f"{name}.md" for name in names]
    assert sorted([ROOT / "README.md", DOCS / "index.md", *listed]) == sorted(PAGES)


REFERENCE = re.findall(r"^\.\. auto\w+:: (\S+)", "\n".join(map(text_of, (DOCS / "reference").glob("*.md"))), re.MULTILINE)


@pytest.mark.parametrize("name", REFERENCE)
def test_what_the_reference_describes_says_what_it_is(name: str) -> None:
    thing = described(name)
    assert inspect.getdoc(thing)
    assert [name for name, inner in public(thing) if not inspect.getdoc(inner)] == []


def described(name: str) -> object:
    """A module, or something in a module, by its name."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute, None) or import_module(name)


def public(thing: object) -> Iterator[tuple[str, object]]:
    """The functions, classes and methods that something brings itself."""
    home = thing.__name__ if inspect.ismodule(thing) else getattr(thing, "__module__", "")
    for name, inner in vars(thing).items() if inspect.ismodule(thing) or inspect.isclass(thing) else ():
        if name[0] != "_" and (isinstance(inner, property) or callable(inner)) and getattr(inner, "__module__", home) == home:
            yield name, inner
            if inspect.isclass(inner):
                yield from ((f"{name}.{below}", deeper) for below, deeper in public(inner))


def test_the_reference_describes_everything_public() -> None:
    assert {f"tessela.{name}" for name in tessela.__all__ if name != "__version__"} <= set(REFERENCE)
