"""docs/protocol.md: every message has an example, and every example is a message."""

import re
from pathlib import Path
from typing import get_args

import msgspec

from tessela.server import frames
from tessela.server.frames import Down, Up
from tessela.server.messages import (
    calling,
    clubs,
    history,
    meeting,
    parts,
    people,
    programs,
    puzzles,
    replays,
    tables,
    tournaments,
)
from tessela.server.messages.parts import Message

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
MODULES = (parts, tables, people, calling, meeting, programs, replays, puzzles, tournaments, clubs, history, frames)
DECLARED = {name: value for module in MODULES for name, value in vars(module).items()}
BLOCKS = re.findall(r"```json ?(\w*)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_every_example_is_a_message() -> None:
    for name, text in BLOCKS:
        kind = DECLARED[name] if name else Up | Down
        msgspec.json.decode(text, type=kind)


def test_every_message_has_an_example() -> None:
    shown = {name for name, _ in BLOCKS} | {msgspec.json.decode(text).get("kind") for name, text in BLOCKS if not name}
    for kind in (*get_args(Up), *get_args(Down)):
        assert kind.__struct_config__.tag in shown, kind
    for name, kind in DECLARED.items():
        if isinstance(kind, type) and issubclass(kind, Message) and kind is not Message and kind.__struct_config__.tag is None:
            assert name in shown, name


def test_every_reason_and_limit_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for reason in get_args(frames.Refused.__annotations__["reason"]):
        assert f"`{reason}`" in page
    for reaction in get_args(frames.Reaction):
        assert f"`{reaction}`" in page
