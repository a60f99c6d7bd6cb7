"""The JSON schema of every message, event and view, on standard output: what the front end's types are made from."""

import dataclasses
import json
import sys
from types import ModuleType
from typing import Any, get_args

import msgspec

from tessela.bots.analysis import texts
from tessela.coach import forms, odds
from tessela.game import events
from tessela.server import frames
from tessela.server.messages import calling, clubs, history, meeting, people, programs, puzzles, replays, tables, tournaments
from tessela.server.messages import parts as shared
from tessela.server.views import VIEWS

Schema = dict[str, Any]


def kinds(module: ModuleType, base: type) -> list[type]:
    """The kinds of a base that a module declares."""
    declared = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
    return [kind for kind in declared if issubclass(kind, base) and kind not in (base, frames.Framed)]


MODULES = (shared, tables, people, calling, meeting, programs, replays, puzzles, tournaments, clubs, history, frames)
NAMED = [kind for module in MODULES for kind in kinds(module, shared.Message)]
COACHED = [forms.Review, forms.Answer, odds.AzulOdds, odds.DuelOdds]
EVENTS = kinds(events, events.Event)


def ref(name: str) -> str:
    """Where the definition of a name stands."""
    return f"#/definitions/{name}"


def message_parts() -> Schema:
    """The messages and the events."""
    _, found = msgspec.json.schema_components([*NAMED, *COACHED, *EVENTS], ref_template=ref("{name}"))
    parts: Schema = dict(found)
    for event in EVENTS:
        part = parts[event.__name__] = {**parts[event.__name__]}
        part["properties"] = {"event": {"const": event.__name__}, **part["properties"]}
        part["required"] = ["event", *(field.name for field in dataclasses.fields(event))]
    for one in (*NAMED, *EVENTS):
        parts[one.__name__]["additionalProperties"] = False
    return parts


def view_parts(game: str, view: type[msgspec.Struct]) -> Schema:
    """A view and what is in it; the two games have a `Board` each, and so they are called `AzulBoard` and `DuelBoard`."""

    def named(name: str) -> str:
        return name if name == view.__name__ else game.capitalize() + name

    _, parts = msgspec.json.schema_components([view], ref_template=ref("{name}"))
    text = json.dumps(parts)
    for name in parts:
        text = text.replace(f'"{ref(name)}"', f'"{ref(named(name))}"')
    return {named(name): {**part, "additionalProperties": False} for name, part in json.loads(text).items()}


def argument_part() -> Schema:
    """What speaks for or against a move, as `Argument.to_json` of the analysis writes it."""
    properties = {
        "key": {"enum": list(texts.ENGLISH)},
        "sign": {"enum": list(get_args(texts.Sign))},
        "text": {"type": "string"},
        "params": {"type": "object"},
    }
    return {"description": texts.Argument.__doc__, "type": "object", "properties": properties, "required": list(properties),
            "additionalProperties": False}  # fmt: skip


def linked(part: Any) -> Any:
    """A schema whose objects that are declared elsewhere (`x-like`) are references."""
    if isinstance(part, dict):
        return {"$ref": ref(part["x-like"])} if "x-like" in part else {key: linked(value) for key, value in part.items()}
    return [linked(value) for value in part] if isinstance(part, list) else part


def schema() -> Schema:
    """One object schema whose definitions are the messages, the events, the views and their unions."""
    parts = message_parts() | {"Argument": argument_part()}
    for game, view in VIEWS.items():
        parts |= view_parts(game, view)
    unions = {
        "Up": [part.__name__ for part in get_args(frames.Up)],
        "Down": [part.__name__ for part in get_args(frames.Down)],
        "GameEvent": [event.__name__ for event in EVENTS],
        "View": [view.__name__ for view in VIEWS.values()],
    }
    for name, members in unions.items():
        parts[name] = {"anyOf": [{"$ref": ref(member)} for member in members]}
    return {"title": "Wire", "type": "object", "additionalProperties": False, "definitions": linked(parts)}


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1)
