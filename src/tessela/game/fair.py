"""Deals that anyone can verify: a key that is promised by its hash before anybody has added bytes of their own (docs/chance.md).

The server promises a key, every seat adds a salt, and all chance of the game is drawn by what both make together. Once the game
is over the key is told, and whoever has the record draws everything again.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tessela.game.chance import KEY_BYTES, also_seen
from tessela.game.errors import RecordError, TesselaError, quoted, shortened
from tessela.game.game import Game
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json

PROOF_VERSION = 2  # of the derivation; version 1 had no salts and no proof
SALT_BYTES = 16
SALT_PATTERN = f"^[0-9a-f]{{{2 * SALT_BYTES}}}$"
_KEYS = {"version", "promise", "key", "salts", "options", "order"}
_OPTIONAL = {"history"}
_HEX = re.compile(r"[0-9a-f]+")


def new_salt() -> str:
    """Bytes that a seat adds, in hexadecimal."""
    return secrets.token_hex(SALT_BYTES)


def promise_of(key: bytes) -> str:
    """What is told of a key before anybody adds a salt.

    >>> promise_of(bytes(32))[:16]
    'bf61139b54b31925'
    """
    return hashlib.sha256(f"tessela promise {PROOF_VERSION} ".encode() + key).hexdigest()


def mixed(key: bytes, salts: Sequence[str]) -> bytes:
    """The key by which a game is drawn, of the promised one and the salts of all seats.

    >>> mixed(bytes(32), ["00" * 16, "01" * 16]).hex()[:16]
    '36460cbf8a2e9c44'
    """
    return hmac.digest(key, f"tessela chance {PROOF_VERSION} salts {' '.join(salts)}".encode("ascii"), "sha256")


def salt_of(key: bytes, seat: int) -> str:
    """The salt of a seat for which nobody brought one: it follows from the promised key, so that nobody chooses it later.

    >>> salt_of(bytes(32), 0)
    '5042b7e1a52d508422d1ef57727d1fea'
    """
    return hmac.digest(key, f"tessela chance {PROOF_VERSION} salt {seat}".encode("ascii"), "sha256")[:SALT_BYTES].hex()


def seat_order(key: bytes, players: int) -> list[int]:
    """Who sits where if that is left to chance: the numbers of those who came, by seat.

    >>> seat_order(bytes(32), 4)
    [2, 0, 3, 1]
    """

    def drawn(comer: int) -> bytes:
        return hmac.digest(key, f"tessela chance {PROOF_VERSION} seat {comer}".encode("ascii"), "sha256")

    return sorted(range(players), key=drawn)


def proof_of(key: bytes, salts: Sequence[str], options: Json, order: Sequence[int] | None, history: list[str | int]) -> Json:
    """What a record needs so that anybody can draw its game again; `history` only where moves were taken back."""
    proof: Json = {
        "version": PROOF_VERSION,
        "promise": promise_of(key),
        "key": key.hex(),
        "salts": list(salts),
        "options": dict(options),
        "order": None if order is None else list(order),
    }
    if any(isinstance(step, int) for step in history):
        proof["history"] = history
    return proof


def check_proof(record: Mapping[str, Any]) -> None:
    """Draw the game of a verified record again from its proof; whatever came otherwise is refused, with where and why."""
    proof = _checked(record["proof"], len(record["seats"]))
    key = bytes.fromhex(proof["key"])
    if promise_of(key) != proof["promise"]:
        raise RecordError("the key of the proof is not the promised one", 0)
    by = mixed(key, proof["salts"])
    if proof["order"] is not None and proof["order"] != seat_order(by, len(record["seats"])):
        raise RecordError("the seats were not drawn by the proof", 0)
    game = _begun(record, proof, by)
    _compare(record, game, 0)
    _play_again(record, proof, game)


def _checked(proof: Any, players: int) -> Json:
    if not isinstance(proof, Mapping) or not _KEYS <= set(proof) <= _KEYS | _OPTIONAL:
        raise RecordError(f"a proof has {shortened(sorted(_KEYS))} and, where moves were taken back, history", 0)
    if type(proof["version"]) is not int or proof["version"] != PROOF_VERSION:
        raise RecordError(f"the version of a proof must be {PROOF_VERSION}, not {quoted(proof['version'])}", 0)
    if not _is_hex(proof["key"], KEY_BYTES) or not _is_hex(proof["promise"], KEY_BYTES):
        raise RecordError(f"key and promise of a proof are {KEY_BYTES} bytes in hexadecimal", 0)
    salts, options = proof["salts"], proof["options"]
    if not isinstance(salts, list) or len(salts) != players or not all(_is_hex(salt, SALT_BYTES) for salt in salts):
        raise RecordError(f"the salts of a proof are {SALT_BYTES} bytes in hexadecimal for each of the {players} seats", 0)
    if not isinstance(options, Mapping):
        raise RecordError(f"the options of a proof are an object, not {quoted(options)}", 0)
    return dict(proof)


def _is_hex(text: object, length: int) -> bool:
    return isinstance(text, str) and len(text) == 2 * length and _HEX.fullmatch(text) is not None


def _begun(record: Mapping[str, Any], proof: Json, by: bytes) -> Game:
    """The game before its first move, drawn by a key."""
    try:
        if "position" in record:
            game = Game.from_state(record["position"], seats=record["seats"])
            game.draw_by(by)
        else:
            ruleset_of(record["game"]).check_option_names(proof["options"])  # no chance of its own among them
            game = Game(record["game"], seats=record["seats"], key=by, **proof["options"])
    except (TesselaError, TypeError) as error:
        raise RecordError(f"the game of the proof cannot begin: {error}", 0) from None
    if game.options != record["options"]:
        raise RecordError(f"by the proof the options are {game.options!r}", 0)
    return game


def _play_again(record: Mapping[str, Any], proof: Json, game: Game) -> None:
    """Every move, and where some were taken back these as well: what was seen stays dealt."""
    seen: Mapping[int, tuple[Json, ...]] = {}
    for step in proof.get("history", record["moves"]):
        ply = len(game.moves) + 1
        try:
            if type(step) is int:
                _take_back(game, step)
                continue
            earlier = len(game.deals)
            game.deal_again(seen)
            game.play(step)
        except TesselaError as error:
            raise RecordError(f"the history of the proof cannot be played: {error}", ply) from None
        seen = also_seen(seen, game.deals, earlier)
        if "history" not in proof:
            _compare(record, game, ply)
    if [str(move) for move in game.moves] != record["moves"]:
        raise RecordError("the history of the proof leads to other moves", len(record["moves"]))
    _compare(record, game, len(record["moves"]))


def _take_back(game: Game, moves: int) -> None:
    for _ in range(moves):
        game.undo()


def _compare(record: Mapping[str, Any], game: Game, ply: int) -> None:
    """What was drawn so far is what the record says."""
    drawn, told = game.record()["chance"], record["chance"]
    for name, value in drawn.items():
        expected = told[name][: len(value)] if name == "deals" else told[name]
        if value != expected:
            raise RecordError(f"the proof draws other {name.replace('_', ' ')} than the record has", ply)
