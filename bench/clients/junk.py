"""Junk: frames and requests that look like real ones and are not."""

import random
from typing import Any

import msgspec

Json = dict[str, Any]
FRAMES: tuple[Json, ...] = (
    {"kind": "hello"},
    {"kind": "hello", "version": 3},
    {"kind": "play", "version": 0, "move": "1B>1", "id": "a"},
    {"kind": "play", "version": 2, "move": "plate YKTS", "id": "b"},
    {"kind": "takeback", "version": 1, "id": "c"},
    {"kind": "let-bot-finish", "version": 1, "id": "d", "seat": 1},
    {"kind": "react", "reaction": "wow"},
    {"kind": "look", "version": 0, "move": "1B>1"},
    {"kind": "explain", "version": 1},
    {"kind": "ping"},
)
COOKIE = b"@cookie@"  # where it goes in a request
CLOCK = {"pace": "live", "seconds": 60}
REQUESTS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/api/me", None),
    ("PATCH", "/api/me", {"nickname": "Ada"}),
    ("GET", "/api/me/tables", None),
    ("GET", "/api/me/export", None),
    ("GET", "/api/tables", None),
    ("GET", "/api/tables/abcdefghjk", None),
    ("POST", "/api/tables", {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}], "options": {"players": 2}}),
    ("POST", "/api/tables", {"game": "duel", "seats": [{"who": "me"}, {"who": "open"}], "clock": CLOCK}),
    ("POST", "/api/tables/abcdefghjk/join", {"invitation": "x"}),
    ("POST", "/api/tables/abcdefghjk/leave", None),
    ("POST", "/api/tables/abcdefghjk/rematch", None),
    ("POST", "/api/lessons/azul-first", None),
    ("GET", "/api/records/abcdefghjk", None),
    ("GET", "/api/replays/abcdefghjk", None),
    ("GET", "/api/replays/abcdefghjk/review", None),
    ("POST", "/api/replays/abcdefghjk/play", {"ply": 3, "seats": [{"who": "me"}, {"who": "here"}]}),
    ("POST", "/api/records", {"format": "tessela-record", "version": 1, "rules": 1, "game": "azul", "options": {"players": 2},
                              "seats": ["Ada", "Ben"], "seed": 1, "chance": {"first_player": 0, "deals": []}, "moves": ["1B>1"],
                              "result": None}),
    ("GET", "/api/catalogue", None),
    ("GET", "/assets/index.js", None),
    ("GET", "/t/abcdefghjk", None),
    ("GET", "/health", None),
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, 1e308, "", "x", "\x00", "é" * 50, "‮x", "\ud7ff",
    "x" * 300, "x" * 3000, [], {}, [[]], [None] * 50, {"": ""}, {"kind": "play"}, "1B>1", "bot-0-1", "gone-x-0", "..", "/", "%",
)  # fmt: skip
METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW")
SEGMENTS = (
    "",
    ".",
    "..",
    "%00",
    "%2e%2e",
    "%ff",
    "a" * 300,
    "ä".encode().decode("latin-1"),
    "null",
    "-1",
    "api",
    "x?y=z",
    "?",
    "%",
)


def frame(dice: random.Random) -> bytes:
    """A frame, most of them wrong in some way."""
    return spoilt(encoded(changed(dict(dice.choice(FRAMES)), dice)), dice)


def request(dice: random.Random, address: str) -> bytes:
    """A request as it goes over the line, once somebody's cookie is in its place."""
    method, path, body = dice.choice(REQUESTS)
    if dice.random() < 0.2:
        method = dice.choice(METHODS)  # but nobody asks to be forgotten: all that follows would be refused
        method = "GET" if (method, path) == ("DELETE", "/api/me") else method
    if dice.random() < 0.4:
        segments = path.split("/")
        segments[dice.randrange(1, len(segments))] = dice.choice(SEGMENTS)
        path = "/".join(segments)
    content = b"" if body is None else spoilt(encoded(changed(dict(body), dice)), dice)
    kind = dice.choice(("application/json", "application/json", "application/json", "text/plain", "x" * 100))
    host = address.removeprefix("http://")
    head = f"{method} {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {COOKIE.decode()}\r\norigin: {address}\r\n"
    return f"{head}content-type: {kind}\r\ncontent-length: {len(content)}\r\n\r\n".encode("latin-1") + content


def changed(value: Json, dice: random.Random) -> Json:
    """With other values under its keys, keys gone, keys that should not be there; one in five stays as it is."""
    for _ in range(dice.choice((0, 1, 1, 1, 3))):
        key = dice.choice([*value, "more"]) if value else "more"
        if dice.random() < 0.2:
            value.pop(key, None)
        elif isinstance(value.get(key), dict) and value[key] and dice.random() < 0.5:
            value[key] = changed(dict(value[key]), dice)
        else:
            value[key] = dice.choice(VALUES)
    return value


def encoded(value: Json) -> bytes:
    """As JSON."""
    return msgspec.json.encode(value)


def spoilt(text: bytes, dice: random.Random) -> bytes:
    """Sometimes cut off, with other bytes, nested too deep or simply something else."""
    how = dice.random()
    if how < 0.06:
        return text[: dice.randrange(len(text) + 1)]
    if how < 0.12 and text:
        at = dice.randrange(len(text))
        return text[:at] + bytes([dice.randrange(32, 127)]) + text[at + 1 :]
    if how < 0.13:
        return b"[" * dice.choice((10, 2000)) + text
    if how < 0.14:
        return dice.randbytes(dice.randrange(200)).hex().encode()
    return text
