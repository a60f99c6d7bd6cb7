"""The pages as a site: `make docs`. They are read as they stand in the repository, and need no network."""

import os
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
os.environ.setdefault("TESSELA_KERNELS", "python")  # who only reads docstrings needs nothing compiled

# What stands at the side, by who reads it
NAVIGATION = {
    "Play": ["play", "ratings", "tournaments", "clubs", "serve", "scaling", "notation"],
    "Python and bots": [
        "python", "bots", "bot-protocol", "environments", "arena", "analysis", "coach", "matches", "model-card",
    ],
    "Formats": ["state", "records", "encodings", "chance"],
    "Reference": [
        "reference/tessela", "reference/events", "reference/records", "reference/bots", "reference/arena",
        "reference/environments", "reference/coach",
    ],
    "The code": [
        "architecture", "/CONTRIBUTING", "rules/azul", "rules/duel", "compiled",
        "protocol", "table", "learning", "words", "/CHANGELOG",
    ],
}  # fmt: skip

project = "Tessela"
copyright = "the Tessela maintainers. Independent of the publisher of the games"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**"]
exclude_patterns = ["README.md", "LICENSE", ".*", "bench", "build", "dist", "examples", "site", "src", "tests", "web"]
suppress_warnings = ["misc.highlighting_failure"]  # JSON with something left out

myst_heading_anchors = 4
default_role = "code"  # docstrings write code as the pages do
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = "Tessela"
html_copy_source = False
html_show_sphinx = False


def prepare(app: Any, docname: str, source: list[str]) -> None:
    """Show the names of messages above their examples, and the navigation beside the first page."""
    source[0] = re.sub(r"^```json (\w+)$", r"```{code-block} json\n:caption: \1\n", source[0], flags=re.MULTILINE)
    if docname == root_doc:
        for caption, pages in NAVIGATION.items():
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"


def setup(app: Any) -> None:
    """What Sphinx calls."""
    app.connect("source-read", prepare)
