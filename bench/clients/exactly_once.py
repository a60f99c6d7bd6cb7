"""R7: exactly once, through a line that drops, doubles, delays and reorders a fifth of all frames, both ways; before several
servers it also cuts people off, who come back to any of them."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.clients.figures import Wish, at_most, note
from bench.clients.log import Where, entries, reading
from bench.clients.process import client, served
from bench.clients.proxy import Line, bad_line
from bench.crowd import Match, Person, Tab, Told, choice

SHARE = 0.2
AGAIN = 0.2  # seconds without an answer until a frame is sent again
OPENING = 10.0  # seconds more until a connection is open
MATCHES = 40
MOST_TRIES = 300  # of one move: then the server is given up


@dataclass
class Tally:
    """What was decided and what the people were told, by table."""

    decided: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # version and id, in order
    tries: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """How many decisions were acknowledged."""
        return sum(len(made) for made in self.decided.values())


async def measure(folder: Path, wish: Wish) -> bool:
    """So many moves of each game."""
    kept = True
    for game in ("azul", "duel"):
        tally = Tally()
        with served(folder / game, "--no-limits", settle=2.0) as server:
            async with bad_line(server.address, wish.seed, SHARE) as line:
                await play(server.address, line.address, game, wish, tally)
            kept &= judged(game, line, tally, folder / game)
    return kept


def judged(game: str, line: Line, tally: Tally, where: Where) -> bool:
    """Print what came of it; whether all bars were kept."""
    what = ", ".join(f"{number} {fate}" for fate, number in line.done.items())
    note(f"{game}: {tally.moves} moves, {tally.tries} frames sent for them; on the line {what}")
    lost, doubled, foreign = check(where, tally)
    kept = at_most("R7", f"{game}: acknowledged moves not in the log, of {tally.moves}", lost, 0)
    kept &= at_most("R7", f"{game}: moves in the log twice", doubled, 0)
    kept &= at_most("R7", f"{game}: entries that nobody decided", foreign, 0)
    return at_most("R7", f"{game}: moves refused {sorted(set(tally.refused)) or ''}", len(tally.refused), 0) and kept


async def play(server: str, line: str, game: str, wish: Wish, tally: Tally) -> None:
    """Matches one after the other in some places at once, until enough moves are made."""
    dice = random.Random(wish.seed)

    async def one_place() -> None:
        while tally.moves < wish.moves:
            async with client() as http:
                match = await Match.begin(server, http, dice.getrandbits(32), game)
                await match.close()
                await play_match(match, line, tally, wish.moves)

    async with asyncio.TaskGroup() as places:
        for _ in range(min(MATCHES, max(1, wish.moves // 10))):
            places.create_task(one_place())


async def play_match(match: Match, line: str, tally: Tally, most: int) -> None:
    """One game over the bad line. Whoever is to move sends until it is acknowledged, with one id."""
    made = tally.decided.setdefault(match.table, [])
    seats = [Ear(match, person, line) for person in match.people]
    try:
        while tally.moves < most:
            mover = await _mover(seats)
            if mover is None:
                return
            move_id = f"{match.dice.getrandbits(60):x}"
            version, move = mover.tab.version, choice(mover.tab.legal, match.dice)
            await mover.insist({"kind": "play", "version": version, "move": move, "id": move_id}, tally)
            made.append((version + 1, move_id))
    finally:
        for ear in seats:
            await ear.tab.close() if ear.tab else None


async def _mover(seats: "list[Ear]") -> "Ear | None":
    """Who is to move: everybody asks for the table until one has legal moves, or the game is over for all."""
    for _ in range(MOST_TRIES):
        for ear in seats:
            await ear.catch_up()
        newest = max(ear.tab.version for ear in seats)
        here = [ear for ear in seats if ear.tab.version == newest]
        if any(ear.tab.over for ear in here):
            return None
        if mover := next((ear for ear in here if ear.tab.legal), None):
            return mover
    raise TimeoutError("nobody was ever to move")


class Ear:
    """A person at the bad line."""

    def __init__(self, match: Match, person: Person, line: str):
        self.tab: Any = None
        self._table, self._person, self._line = match.table, person, line

    async def _connect(self) -> Tab:
        if self.tab is None:
            self._person.address = self._line
            self.tab = await self._person.connect(self._table)
        return self.tab

    @contextlib.contextmanager
    def _cut_off(self) -> Iterator[None]:
        """Where the line ends, it is connected anew at the next try."""
        try:
            yield
        except (ConnectionClosed, InvalidHandshake, OSError):
            self.tab = None

    async def catch_up(self) -> None:
        """Say hello until a snapshot comes."""
        for _ in range(MOST_TRIES):
            with self._cut_off(), contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN + OPENING * (self.tab is None)):
                    tab = await self._connect()
                    await tab.say({"kind": "hello"})
                    await tab.until(lambda told: told.kind == "snapshot")
                    return
        raise TimeoutError("no snapshot ever came")

    async def insist(self, frame: dict[str, Any], tally: Tally) -> Told:
        """Send a frame until it is answered."""
        for _ in range(MOST_TRIES):
            if self.tab is None:
                await self.catch_up()
            with self._cut_off(), contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    tally.tries += 1
                    tab = await self._connect()
                    await tab.say(frame)
                    told = await tab.until(lambda told: told.id == frame["id"])
                    if told.kind == "refused":
                        tally.refused.append(str(told.reason))
                    return told
        raise TimeoutError("no acknowledgement ever came")


def check(where: Where, tally: Tally) -> tuple[int, int, int]:
    """What is missing in the logs, what is there twice, and what nobody decided."""
    lost = doubled = foreign = 0
    with reading(where) as connection:
        for table, made in tally.decided.items():
            rows = [(version, move_id) for version, move_id in entries(connection, table) if move_id is not None]
            ids = [move_id for _, move_id in rows]
            lost += len(set(made) - set(rows))
            doubled += len(ids) - len(set(ids))
            foreign += len(set(ids) - {move_id for _, move_id in made})
    return lost, doubled, foreign
