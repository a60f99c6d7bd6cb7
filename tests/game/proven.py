"""Games with their proofs, whole and spoilt in one thing each: `python -m tests.game.proven GAMES` prints them as lines of JSON,
with what `verify` says of each, for the page's own check to be held against."""

import copy
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from tessela import Game
from tessela.game import RecordError
from tessela.game.chance import also_seen, new_key
from tessela.game.fair import mixed, new_salt, proof_of, seat_order
from tessela.game.record import proven, verify
from tessela.game.ruleset import Json

GAMES: list[tuple[str, int, Json]] = [
    ("azul", 2, {"players": 2}),
    ("azul", 4, {"players": 4, "wall": "grey", "jokers": True}),
    ("duel", 2, {"tablets": "random"}),
]
ALSO: list[tuple[str, int, Json]] = [
    ("azul", 3, {"players": 3, "wall": "grey"}),
    ("azul", 2, {"players": 2, "jokers": True}),
    ("duel", 2, {}),
    ("duel", 2, {"tablets": 4}),
    ("duel", 2, {"tablets": ["specials", "rows", "outer-spaces"]}),
]


def played(name: str, players: int, options: Json, seed: int, decisions: int = 400, back_most: int = 30) -> Json:
    """A record with its proof, of a game in which now and then some moves are taken back."""
    dice, key = random.Random(seed), new_key()
    salts = [new_salt() for _ in range(players)]
    game = Game(name, key=mixed(key, salts), **options)
    history = went_on(game, dice, decisions, back_most if seed % 2 else 0)
    order = seat_order(mixed(key, salts), players) if seed % 3 else None
    return proven(game.record(), proof_of(key, salts, options, order, history))


def played_on(name: str, players: int, options: Json, seed: int, decisions: int = 400) -> Json:
    """The same, of a game that goes on from a position somewhere in another."""
    dice, key, salts = random.Random(seed), new_key(), [new_salt() for _ in range(players)]
    first = Game(name, seed=seed, **options)
    for _ in range(dice.randrange(90)):
        last = first.copy()
        first.play(str(dice.choice(first.legal_moves())))
        if first.is_over:
            first = last
            break
    game = Game.from_state(first.state())
    game.draw_by(mixed(key, salts))
    history = went_on(game, dice, decisions, 20 if seed % 2 else 0)
    return proven(game.record(), proof_of(key, salts, first.options, None, history))


def went_on(game: Game, dice: random.Random, decisions: int, back_most: int) -> list[str | int]:
    """Play by chance, at most some decisions; what is taken back at once is at most so much. The history of it."""
    history: list[str | int] = []
    seen: Any = {}
    for _ in range(decisions):
        if game.is_over:
            break
        never = not any(isinstance(step, int) for step in history)
        if back_most and game.moves and (dice.random() < 0.05 or (never and len(game.moves) == 9)):
            back = dice.randint(1, min(back_most, len(game.moves)))
            for _ in range(back):
                game.undo()
            history.append(back)
        earlier = len(game.deals)
        game.deal_again(seen)
        history.append(str(dice.choice(game.legal_moves())))
        game.play(str(history[-1]))
        seen = also_seen(seen, game.deals, earlier)
    return history


def spoilt(record: Json) -> Iterator[tuple[str, Json]]:
    """The record with one thing of its proof or its chance changed."""
    proof, chance = record["proof"], record["chance"]
    for name in ("key", "promise"):
        yield name, {"proof": {**proof, name: other(proof[name])}}
    for seat, salt in enumerate(proof["salts"]):
        yield f"salt {seat}", {"proof": {**proof, "salts": [*proof["salts"][:seat], other(salt), *proof["salts"][seat + 1 :]]}}
    yield "order of salts", {"proof": {**proof, "salts": proof["salts"][::-1]}}
    if proof["order"] is not None:
        yield "order", {"proof": {**proof, "order": proof["order"][::-1]}}
    if "first_player" in chance:
        yield "first player", {"chance": {**chance, "first_player": 1 - min(1, chance["first_player"])}}
    if "pile" in chance:
        yield "pile", {"chance": {**chance, "pile": [*chance["pile"][:-2], chance["pile"][-1], chance["pile"][-2]]}}


def spoilt_more(record: Json) -> Iterator[tuple[str, Json]]:
    """And with one thing of its deals, its moves or its end changed."""
    deals, moves = record["chance"]["deals"], record["moves"]
    for number, deal in enumerate(deals):
        changed = _changed(deal)
        if changed != deal:
            others = [*deals[:number], changed, *deals[number + 1 :]]
            yield f"deal {number + 1}", {"chance": {**record["chance"], "deals": others}}
    if deals:
        yield "a deal less", {"chance": {**record["chance"], "deals": deals[:-1]}}
    if record["result"]:
        yield "a move less", {"moves": moves[:-1]}
        yield "another last move", {"moves": [*moves[:-1], "1B>1" if moves[-1] != "1B>1" else "1B>2"]}
        scores = record["result"]["scores"]
        yield "points", {"result": {**record["result"], "scores": [scores[0] + 1, *scores[1:]]}}


def _changed(deal: Json) -> Json:
    """Another deal of the same tiles and chips."""
    if "factories" in deal:
        return {"factories": deal["factories"][::-1]}
    if len(set(deal["chips"])) > 1:
        return {**deal, "chips": deal["chips"][::-1]}
    return {**deal, "small": deal["small"][::-1]}


def passes(record: Json) -> bool:
    """Whether `verify` finds nothing wrong."""
    try:
        verify(record)
    except RecordError:
        return False
    return True


def other(text: str) -> str:
    """Hexadecimal digits with the first one changed."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def lines(games: int) -> Iterator[Json]:
    """Games of all kinds, and of each what it becomes when one thing is changed, with the verdicts."""
    for number in range(games):
        name, players, options = (GAMES + ALSO)[number % len(GAMES + ALSO)]
        make = played_on if number % 4 == 3 else played
        record = make(name, players, options, number, decisions=0 if number % 10 == 9 else 400)
        yield {"what": f"{name} {number}", "passes": passes(record), "record": record}
        for what, change in [*spoilt(record), *spoilt_more(record)]:
            one = {**copy.deepcopy(record), **change}
            yield {"what": f"{name} {number}: {what}", "passes": passes(one), "record": one}


if __name__ == "__main__":
    for line in lines(int(sys.argv[1])):
        print(json.dumps(line))
