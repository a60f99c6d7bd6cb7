"""R2: a server starts on a large database, and somebody looks at a game in the middle of it."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

from bench.clients.figures import Wish, at_most
from bench.clients.process import Server, client
from bench.crowd import Person
from tessela.game import Game
from tessela.server.guests import Guests
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import Entry, Head, SeatRow, TableRow

TABLES, EVENTS = 10_000, 500_000
Pattern = tuple[Game, list[int | None], list[tuple[Any, dict[str, Any]]]]  # a game in its middle: who decided, what


async def measure(folder: Path, wish: Wish) -> bool:
    """Fill the folder, then start on it."""
    cookie = await filled(folder, TABLES, EVENTS)
    server = Server(folder, "--no-limits")
    began = time.perf_counter()
    server.start()
    try:
        async with client() as http:
            guest = Person(server.address, http)
            guest.cookie = cookie
            tab = await guest.sit("seeded5000")
            seconds = time.perf_counter() - began
            await tab.close()
    finally:
        server.end()
    return at_most("R2", f"seconds until serving with {TABLES:,} games, {EVENTS:,} events", seconds, 5, 2)


async def filled(folder: Path, tables: int, events: int) -> str:
    """Fill a database with games in their middle, one in twenty with a bot to move; the cookie of somebody."""
    store = SqliteStore(folder)
    guests = Guests(store)
    guest = await guests.welcome()
    patterns = [_pattern(seed, events // tables) for seed in range(10)]
    for first in range(0, tables, 500):
        numbers = range(first, min(tables, first + 500))
        await asyncio.gather(*(_store(store, number, patterns[number % len(patterns)], guest.id) for number in numbers))
    store.close()
    return f"tessela_guest={guests.cookie_of(guest)}"


def _pattern(seed: int, length: int) -> Pattern:
    game, dice = Game("azul", seed=seed), random.Random(seed)
    payloads: list[tuple[Any, dict[str, Any]]] = [("began", {"rules": 1, "chance": game.record()["chance"]})]
    seats: list[int | None] = [None]
    while len(payloads) < length and not game.is_over:
        seats.append(game.to_move)
        dealt = len(game.deals)
        game.play(dice.choice([m for m in game.legal_moves() if not m.endswith(">F")] or game.legal_moves()))
        payloads.append(("move", {"move": str(game.moves[-1]), "deals": game.deals[dealt:]}))
    return game, seats, payloads


async def _store(store: SqliteStore, number: int, pattern: Pattern, guest: str) -> None:
    game, seats, payloads = pattern
    name = f"seeded{number}"
    held = [SeatRow("person", "Ada", None, [guest]), SeatRow("person", "Ben", None, [guest])]
    if number % 20 == 0 and game.to_move is not None:
        held[game.to_move] = SeatRow("bot", "Mason", "mason")
    row = TableRow(name, "azul", game.options, held, "playing", None, False, "chosen", number, "x")
    head = Head(len(payloads) - 1, game.to_move, game.round, list(game.scores))
    for version, (kind, payload) in enumerate(payloads):
        entry = Entry(name, version, seats[version], kind, payload, f"{version}", number)
        await store.append(entry, head, row if version == 0 else None)
