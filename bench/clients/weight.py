"""What a game, a socket and a spectator cost a server: memory, and processor for a move."""

import asyncio
from pathlib import Path

from bench.clients.figures import Wish, note
from bench.clients.live import gathered
from bench.clients.process import Server, client, served
from bench.crowd import Figures, Match, Person, Tab

GAMES, SPECTATORS, ROUNDS = 200, 4, 5
SETTLED = 3.0  # seconds


async def measure(folder: Path, wish: Wish) -> bool:
    """A server by itself, with games, with spectators."""
    async with client() as http:
        with served(folder, "--no-limits", settle=5.0) as server:
            empty = server.megabytes()
            note(f"a server with nobody: {empty:.0f} MB")
            matches = await gathered(server.address, http, GAMES)
            with_games = await _settled(server)
            played = await _cost_of_moves(server, matches)
            with_moves = await _settled(server)
            watching = await _watch(server, http, matches)
            with_spectators = await _settled(server)
            watched = await _cost_of_moves(server, matches)
            for tab in watching:
                await tab.close()
            for match in matches:
                await match.close()
    note(f"a game with its two sockets: {1000 * (with_games - empty) / GAMES:.0f} kB at its beginning, "
         f"{1000 * (with_moves - empty) / GAMES:.0f} kB after {ROUNDS} moves")  # fmt: skip
    note(f"a spectator, or another socket: {1000 * (with_spectators - with_moves) / GAMES / SPECTATORS:.0f} kB")
    note(f"a move with two sockets: {played:.2f} ms of a core; a spectator adds {(watched - played) / SPECTATORS:.3f} ms")
    return True


async def _settled(server: Server) -> float:
    await asyncio.sleep(SETTLED)
    return server.megabytes()


async def _cost_of_moves(server: Server, matches: list[Match]) -> float:
    """Milliseconds of the processor for a move, at an even rate that leaves it idle most of the time."""
    before, figures = server.processor_seconds(), Figures()
    for _ in range(ROUNDS):
        for match in matches:
            await match.move(figures)
    return 1000 * (server.processor_seconds() - before) / len(figures.acknowledged)


async def _watch(server: Server, http: object, matches: list[Match]) -> list[Tab]:
    """Some spectators at every table."""
    tabs = []
    for match in matches:
        for _ in range(SPECTATORS):
            person = await Person(server.address, http).arrive()  # type: ignore[arg-type]
            tabs.append(await person.sit(match.table))
    return tabs
