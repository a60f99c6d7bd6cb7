"""The JSON schema of every message and event, on standard output: what the front end's types are made from."""

import dataclasses
import json
import sys
from types import ModuleType

import msgspec

from tessela.game import events
from tessela.server import messages


def kinds(module: ModuleType, base: type) -> list[type]:
    """The kinds of a base that a module declares."""
    return [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, base) and value is not base]


NAMED = kinds(messages, messages.Message)
EVENTS = kinds(events, events.Event)


def schema() -> dict[str, object]:
    """One object schema whose definitions are the messages, the events and their unions."""
    _, parts = msgspec.json.schema_components([*NAMED, *EVENTS], ref_template="#/definitions/{name}")
    for event in EVENTS:
        part = parts[event.__name__] = {**parts[event.__name__]}
        part["properties"] = {"event": {"const": event.__name__}, **part["properties"]}
        part["required"] = ["event", *(field.name for field in dataclasses.fields(event))]
    for message in NAMED:
        parts[message.__name__]["additionalProperties"] = False
    for event in EVENTS:
        parts[event.__name__]["additionalProperties"] = False
    unions = {
        "Up": [part.__name__ for part in messages.Up.__args__],
        "Down": [part.__name__ for part in messages.Down.__args__],
        "GameEvent": [event.__name__ for event in EVENTS],
    }
    for name, members in unions.items():
        parts[name] = {"anyOf": [{"$ref": f"#/definitions/{member}"} for member in members]}
    return {"title": "Wire", "type": "object", "additionalProperties": False, "definitions": parts}


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1)
