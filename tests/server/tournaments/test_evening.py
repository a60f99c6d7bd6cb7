"""An evening of 64 bots and scripted guests: a Swiss tournament of seven rounds, then an arena of twenty minutes whose clock goes
faster. The server is killed in the middle of each. Nothing that was acknowledged is lost, and the standings that everybody was
shown are those that follow from the logs alone."""

import asyncio
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import httpx
import pytest
from msgspec import to_builtins
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tessela.server.course import Course
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import Store, TableRow
from tessela.server.tournaments import holding
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.standings import Meeting
from tessela.server.tournaments.telling import standing_of, table_of
from tests.patience import patiently
from tests.server.conftest import Server
from tests.server.people import Json, Person, Tab, choice

GUESTS = 32
LEVELS = ("sprout", "mason", "potter", "glazier")  # eight of each
SPEED = 20.0  # of the clock of tournaments: twenty minutes are one
GONE = (ConnectionClosed, InvalidMessage, ConnectionError, TimeoutError, httpx.TransportError, OSError)
Acknowledged = tuple[str, int, str]  # the table, the version, the move


class FastServer(Server):
    """A server whose tournaments go by a fast clock."""

    program = (sys.executable, "-m", "tests.server.tournaments.fast", f"{SPEED}", f"{time.time()}")


class Player(threading.Thread):
    """A guest who plays wherever their tournament calls them: some moves of each game, then gives up. Whatever becomes of the
    server, they come back to it."""

    def __init__(self, address: str, number: int):
        super().__init__(daemon=True)
        self.person = Person(address, f"Guest of honour {number}")
        self.dice = random.Random(number)
        self.acknowledged: list[Acknowledged] = []
        self.tournament = ""
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            self._take_part()
        except BaseException as error:
            self.trouble = error

    def _take_part(self) -> None:
        for _ in patiently(lambda _: time.sleep(0.3)):
            info = self._without_fail(lambda: self.person.get(f"/api/tournaments/{self.tournament}"))
            if info["status"] == "over":
                return
            if table := info["my_table"]:
                self._without_fail(lambda table=table: self._play(table))  # type: ignore[misc]

    def _without_fail(self, do: Callable[[], Json]) -> Json:
        for _ in patiently(lambda _: time.sleep(0.3)):
            try:
                return do()
            except GONE:
                continue
        raise AssertionError

    def _play(self, table: str) -> Json:
        tab = self.person.sit(table)
        left = self.dice.randint(1, 12)
        try:
            while tab.ending is None:
                if tab.legal:
                    left -= 1
                    self._decide(tab, table, gives_up=left < 0)
                else:
                    tab.hear()
        finally:
            tab.close()
            self.person.tabs.remove(tab)
        return {}

    def _decide(self, tab: Tab, table: str, gives_up: bool) -> None:
        version, move = tab.version, choice(tab.legal, self.dice)
        if gives_up:
            tab.say(kind="resign", id=f"r{version}", version=version)
        else:
            tab.play(move)
        while tab.ending is None and tab.version == version:
            frame = tab.hear()
            if frame["kind"] == "refused":
                tab.say(kind="hello")
                tab.until("snapshot")
            elif frame["kind"] == "happened" and frame["id"] and frame["what"] == "move":
                self.acknowledged.append((table, frame["version"], frame["move"]))


def held(players: list[Player], **wish: object) -> str:
    """A tournament with everybody in it, which has begun."""
    host = players[0].person
    made = {"name": "Evening", "game": "azul", "clock": {"pace": "live", "seconds": 600, "increment": 5}, **wish}
    tournament = str(host.ask("POST", "/api/tournaments", made)["id"])
    at = f"/api/tournaments/{tournament}"
    for player in players:
        player.person.ask("POST", f"{at}/enter", {})
    for level in LEVELS:
        host.ask("POST", f"{at}/bots", {"level": level, "number": 8})
    assert len(host.ask("POST", f"{at}/begin")["entrants"]) == 2 * GUESTS
    return tournament


def evening(server: Server, players: list[Player], in_the_middle: Callable[[Json], bool], **wish: object) -> Json:
    """A tournament from its beginning to its end, with a server that dies in the middle."""
    tournament = held(players, **wish)
    looker = Person(server.address, "Looker")
    try:
        going = [_goes_on(player, tournament) for player in players]
        killed = False
        for _ in patiently(lambda _: time.sleep(0.2)):
            try:
                info: Json = looker.get(f"/api/tournaments/{tournament}")
            except GONE:  # a connection from before the server died
                continue
            assert not [player.trouble for player in going if player.trouble]
            if info["status"] == "over":
                break
            if not killed and in_the_middle(info):
                server.kill()
                server.start(server.port)
                killed = True
        assert killed, "it was over before the server died"
        for player in going:
            player.join()
            assert player.trouble is None
        return info
    finally:
        looker.close()


def _goes_on(player: Player, tournament: str) -> Player:
    player.tournament = tournament
    player.start()
    return player


def mid_round(info: Json) -> bool:
    """The third round goes on: some tables of it are over, some are not."""
    of_round = [one["points"] is not None for one in info["meetings"] if one["round"] == 3]
    return any(of_round) and not all(of_round)


def mid_arena(info: Json) -> bool:
    """Many games are over, others go on."""
    return sum(one["points"] is not None for one in info["meetings"]) > 2 * GUESTS


async def replayed(store: Store, tournament: str) -> tuple[TournamentRow, TournamentRow]:
    """A tournament as it is stored, and as it follows from the logs of its tables."""
    row = await store.tournament(tournament)
    assert row is not None
    told = TournamentRow(**{name: getattr(row, name) for name in row.__struct_fields__})
    told.meetings = [await _told_by_its_log(store, row, one) if one.table else one for one in row.meetings]
    return row, told


async def _told_by_its_log(store: Store, row: TournamentRow, meeting: Meeting) -> Meeting:
    table = await store.table(meeting.table or "")
    assert table is not None
    entries = await store.entries(table.id)
    assert [entry.version for entry in entries] == list(range(len(entries))), "no gap, nothing twice"
    course = Course.from_log(table, entries)
    assert course.ending is not None
    again = TableRow(**{name: getattr(table, name) for name in table.__struct_fields__})
    again.winners, again.head.scores = course.ending.winners, course.ending.scores
    fresh = Meeting(meeting.round, meeting.entrants, meeting.table, meeting.starts)
    return holding.result_of(fresh, again, holding.seated_at(row, meeting, table))


async def check_nothing_is_lost(store: Store, acknowledged: list[Acknowledged]) -> None:
    stored = {}
    for table in {table for table, _, _ in acknowledged}:
        stored |= {(table, one.version): one.payload.get("move") for one in await store.entries(table)}
    assert [one for one in acknowledged if stored.get(one[:2]) != one[2]] == []


def check_pairings(row: TournamentRow) -> None:
    """Nobody meets twice; in each round everybody who takes part plays once or sits out, and nobody sits out twice."""
    met = Counter(frozenset(pair) for one in row.meetings for pair in combinations(one.entrants, 2))
    assert set(met.values()) == {1}
    out = Counter(one.entrants[0] for one in row.meetings if len(one.entrants) == 1)
    assert set(out.values()) <= {1}
    for number in range(1, row.rounds + 1):
        playing = Counter(entrant for one in row.meetings if one.round == number for entrant in one.entrants)
        assert set(playing.values()) == {1}
        here = [entrant for entrant, one in enumerate(row.entrants) if not one.out]
        assert set(here) <= set(playing)


@pytest.mark.long
def test_nothing_is_lost_and_the_standings_follow_from_the_logs(tmp_path: Path) -> None:
    server = FastServer(tmp_path / "data", "--no-limits", "--bot-pace", "0").start()
    told, acknowledged = {}, []
    try:
        for form, wish, middle in (("swiss", {"rounds": 7}, mid_round), ("arena", {"minutes": 20}, mid_arena)):
            players = [Player(server.address, number) for number in range(GUESTS)]
            try:
                info = evening(server, players, middle, form=form, **wish)
            finally:
                for player in players:
                    player.person.close()
            told[info["id"]] = info
            acknowledged += [one for player in players for one in player.acknowledged]
            print(f"{form}: {info['round']} rounds, {len(info['meetings'])} meetings, {len(acknowledged)} moves acknowledged")
    finally:
        assert server.stop() == 0

    async def check() -> None:
        store = SqliteStore(server.folder)
        try:
            for tournament, info in told.items():
                row, again = await replayed(store, tournament)
                standing = to_builtins([standing_of(one) for one in table_of(again)])
                assert standing == info["standings"] == to_builtins([standing_of(one) for one in table_of(row)])
                assert sum(one["points"] for one in standing) == len(row.meetings)
                if row.form == "swiss":
                    assert row.round == 7
                    check_pairings(row)
            assert len(acknowledged) > 1000
            await check_nothing_is_lost(store, acknowledged)
        finally:
            store.close()

    asyncio.run(check())
