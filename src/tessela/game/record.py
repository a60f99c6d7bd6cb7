"""Records: a game as one JSON object that replays exactly (docs/records.md)."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tessela.files import written_whole
from tessela.game.errors import RecordError, TesselaError, quoted, shortened
from tessela.game.fair import check_proof
from tessela.game.game import RECORD_FORMAT, RECORD_VERSION, Game
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import RULES_VERSION, Json, Ruleset, check_seed

_KEYS = {"format", "version", "rules", "game", "options", "seats", "seed", "chance", "moves", "result"}
_OPTIONAL = {"position", "gone", "proof"}
PROVEN_VERSION = 2  # of a record with a proof; without one it is as it always was
WAYS_TO_GO = ("resigned", "timed-out", "bot-took-over")


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the record of a game; the file is whole or not there, never half written."""
    target = Path(path)
    with written_whole(target) as unfinished:
        unfinished.write_text(json.dumps(game.record(), indent=1) + "\n", encoding="utf-8")


def read(path: str | os.PathLike[str]) -> Json:
    """The JSON object of a record file; not yet checked against the rules."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        if not text.strip():
            raise RecordError(f"{os.fspath(path)} is empty")
        record = json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_number)
    except OSError as error:
        raise RecordError(f"cannot read {os.fspath(path)}: {error.strerror}") from None
    except RecursionError:
        raise RecordError(f"{os.fspath(path)} goes too deep for a record") from None
    except RecordError:
        raise
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise RecordError(f"{os.fspath(path)} is not JSON: {error}") from None
    except ValueError:
        raise RecordError(f"{os.fspath(path)} has a number of too many digits") from None
    return _checked(record)


def _each_key_once(pairs: list[tuple[str, Any]]) -> Json:
    """A JSON object; which of two values a key has would be anybody's guess."""
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"the key {quoted(key)} is there twice")
        found[key] = value
    return found


def _no_number(name: str) -> None:
    raise RecordError(f"{name} is not a number of JSON")


def load(path: str | os.PathLike[str], ply: int | None = None) -> Game:
    """The game of a record file, verified, after `ply` moves or at its end."""
    return replay(read(path), ply)


def replay(record: Mapping[str, Any], ply: int | None = None) -> Game:
    """The game of a record after `ply` moves, or at its end; the whole record is verified either way.

    >>> game = Game("azul", seed=7)
    >>> events = game.play("4W>3")
    >>> replay(game.record()).moves, replay(game.record(), ply=0).moves
    ([Move('4W>3')], [])
    """
    last = None
    for number, game in enumerate(positions(record)):
        if number == ply:
            last = game.copy()
    if ply is not None and last is None:
        raise RecordError(f"the record has {len(record['moves'])} moves, there is no ply {ply}")
    return last or game


def proven(record: Json, proof: Json) -> Json:
    """A record with the proof of its chance."""
    return {**record, "version": PROVEN_VERSION, "proof": proof}


def verify(record: Mapping[str, Any]) -> Game:
    """The game at the end of a record; any inconsistency is refused with its ply and the reason. Where it has a proof, all its
    chance is drawn again (docs/chance.md).

    >>> spoilt = {**Game("azul", seed=7).record(), "moves": ["9B>1"]}
    >>> try:
    ...     game = verify(spoilt)
    ... except RecordError as error:
    ...     print(error.ply, error.reason[:19])
    1 '9B>1' is not legal
    """
    game = replay(record)
    if "proof" in record:
        check_proof(record)
    return game


def positions(record: Mapping[str, Any]) -> Iterator[Game]:
    """The game before the first move and after every move: the same object, which goes on playing."""
    record = _checked(record)
    game = _start(record)
    yield game
    for ply, move in enumerate(record["moves"], start=1):
        try:
            game.play(move)
        except TesselaError as error:
            raise RecordError(str(error), ply) from None
        _check_deals(record, game, ply)
        if ply == len(record["moves"]):
            _check_end(record, game, ply)
        yield game
    if not record["moves"]:
        _check_end(record, game, 0)


def _checked(record: Any) -> Json:
    """The record if its keys and versions are those that are read here."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    missing, unknown = _KEYS - set(record), set(record) - _KEYS - _OPTIONAL
    if missing:
        raise RecordError(f"the record lacks {shortened(sorted(missing))}")
    if unknown:
        raise RecordError(f"the record has unknown keys: {shortened(sorted(map(str, unknown)))}")
    version = PROVEN_VERSION if "proof" in record else RECORD_VERSION
    for key, value in (("format", RECORD_FORMAT), ("version", version), ("rules", RULES_VERSION)):
        if not _same(record[key], value):
            raise RecordError(f"{key} must be {value!r}, not {quoted(record[key])}")
    if not isinstance(record["moves"], list):
        raise RecordError("moves must be a list")
    return dict(record)


def _same(given: Any, expected: Any) -> bool:
    """Whether two JSON values are the same, also in kind: 1 is neither true nor 1.0."""
    if isinstance(expected, list):
        return type(given) is list and len(given) == len(expected) and all(map(_same, given, expected))
    if isinstance(expected, dict):
        return (
            type(given) is dict and given.keys() == expected.keys() and all(_same(given[key], expected[key]) for key in expected)
        )
    return type(given) is type(expected) and bool(given == expected)


def _start(record: Json) -> Game:
    """The game before the first move of a record."""
    chance, ruleset = record["chance"], _ruleset_of(record)
    from_position = "position" in record
    expected = {"deals"} if from_position else {"deals", *ruleset.chance}
    if not isinstance(chance, Mapping) or set(chance) != expected or not isinstance(chance["deals"], list):
        raise RecordError(f"chance must have exactly {shortened(sorted(expected))}", 0)
    if not isinstance(record["options"], Mapping):
        raise RecordError("options must be an object", 0)
    if not isinstance(record["seats"], list):
        raise RecordError(f"seats must be a list of names, not {quoted(record['seats'])}", 0)
    try:
        ruleset.check_option_names(record["options"])
        if record["seed"] is not None:
            check_seed(record["seed"])
        if from_position:
            game = Game.from_state(record["position"], seats=record["seats"])
            game.give_deals(chance["deals"])
            if not _same(record["options"], game.options):
                raise RecordError(f"options {quoted(record['options'])} are not those of the position", 0)
        else:
            game = Game(record["game"], seats=record["seats"], chance=chance, **record["options"])
    except RecordError:
        raise
    except TesselaError as error:
        raise RecordError(str(error), 0) from None
    if not _same(record["options"], game.options) or game.name != record["game"]:
        raise RecordError(f"options must be complete: {game.options!r}", 0)
    game.seed = record["seed"]
    _check_gone(record, game.players)
    _check_deals(record, game, 0)
    return game


def _ruleset_of(record: Json) -> Ruleset:
    """The game of a record."""
    try:
        return ruleset_of(record["game"])
    except TesselaError as error:
        raise RecordError(str(error), 0) from None


def given_up(record: Mapping[str, Any]) -> Json | None:
    """Who lost a game of two by giving up or for want of time, and after how many moves: an entry of `gone`."""
    ended = [gone for gone in record.get("gone", ()) if gone["what"] != "bot-took-over"]
    return ended[0] if ended and len(record["seats"]) == 2 else None


def _check_gone(record: Json, players: int) -> None:
    """Those who left their seats did so in order, from seats that are there, and of two nobody plays on without the other."""
    before = 0
    gone = record.get("gone", [])
    if not isinstance(gone, list):
        raise RecordError("gone must be a list", 0)
    for left in gone:
        if not isinstance(left, Mapping) or set(left) != {"ply", "seat", "what"} or left["what"] not in WAYS_TO_GO:
            raise RecordError(f"gone must have ply, seat and what, one of {', '.join(WAYS_TO_GO)}", 0)
        ply, seat = left["ply"], left["seat"]
        if type(ply) is not int or not before <= ply <= len(record["moves"]):
            raise RecordError(f"nobody can go after move {quoted(ply)} there", 0)
        if type(seat) is not int or not 0 <= seat < players:
            raise RecordError(f"there is no seat {quoted(seat)}", ply)
        before = ply
    end = given_up(record)
    if end and (end is not gone[-1] or end["ply"] < len(record["moves"]) or record["result"] is not None):
        raise RecordError("the game went on after it was given up", end["ply"])


def _check_deals(record: Json, game: Game, ply: int) -> None:
    """Every deal so far was one of the record."""
    if len(game.deals) > len(record["chance"]["deals"]):
        raise RecordError("the deal that follows is missing", ply)


def _check_end(record: Json, game: Game, ply: int) -> None:
    """No deal is left over, and the result is that of the replay."""
    left = len(record["chance"]["deals"]) - len(game.deals)
    if left:
        raise RecordError(f"{left} deals are left over after the last move", ply)
    result = game.record()["result"]
    if not _same(record["result"], result):
        raise RecordError(f"the result is {result!r}, not {quoted(record['result'])}", ply)
