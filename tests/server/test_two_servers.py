"""Two servers of one store: PostgreSQL keeps the games, Redis rings, and neither server is needed for a table."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.databases import Postgres, Redis, needed, running
from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Person, Tab, choice
from tests.server.test_crash import play_some

SIGNED_OUT = 4001
pytestmark = pytest.mark.xdist_group("postgres")


class Two(NamedTuple):
    """The servers and their bus."""

    first: Server
    second: Server
    redis: Redis


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    needed("postgres", "redis-server")
    with ExitStack() as stack:
        cluster, redis = stack.enter_context(running(Postgres("fsync=off"))), stack.enter_context(running(Redis()))
        options = ("--store", cluster.new(), "--bus", redis.address, "--no-limits", "--bot-pace", "0")
        first, second = (Server(tmp_path / name, *options) for name in ("first", "second"))
        for server in (first, second):
            stack.callback(server.kill)
            server.start()
        yield Two(first, second, redis)


def moved(person: Person, server: Server) -> None:
    """Somebody comes to another server with the same cookie, as through a proxy."""
    person.address = server.address
    person.http.base_url = server.address
    person.http.headers["origin"] = server.address


def becomes(two: Two, bus: str) -> None:
    """Wait until both say so of their bus; they are ready whatever becomes of it."""
    for server in (two.first, two.second):
        for _ in patiently():
            answer = httpx.get(f"{server.address}/readyz")
            assert answer.status_code == 200
            if answer.json()["bus"] == bus:
                break


def test_any_server_serves_any_table(two: Two, guest: Guest) -> None:
    dice = random.Random(1)
    ada, ben = guest(two.first, "Ada"), guest(two.second, "Ben")
    table = ada.new_table("duel", "me open", clock={"pace": "live", "seconds": 3600})
    waiting = ada.sit(table)
    ben.join(table)
    waiting.until("snapshot", version=0)
    tabs: list[Tab] = [waiting, ben.sit(table)]
    waiting.until("changed")
    assert all(seat["present"] for seat in ada.get(f"/api/tables/{table['id']}")["seats"]), "who is with the other server is here"
    acknowledged = play_some(tabs, dice, 8)

    mover = next(tab for tab in tabs if tab.legal)
    other = guest(two.second, "Eve")
    assert other.sit(table).version == len(acknowledged), "a spectator comes to the other server"

    two.redis.kill()
    becomes(two, "gone")
    acknowledged += play_some(tabs, dice, 4)
    two.redis.start()
    becomes(two, "ok")
    acknowledged += play_some(tabs, dice, 4)

    mover = next(tab for tab in tabs if tab.legal)
    last = mover.play(choice(mover.legal, dice), "once")
    acknowledged.append((mover.until("happened", id=last)["version"], "once"))
    two.first.kill()
    moved(ada, two.second)
    tabs = [ada.sit(table), ben.sit(table)]
    assert [tab.version for tab in tabs] == [len(acknowledged)] * 2, "nothing that was acknowledged is lost"
    assert tabs[0].mine, "the seat is hers at the other server too"
    play_some(tabs, dice, 4)


def test_who_signs_out_at_one_server_is_out_at_the_other(two: Two, guest: Guest) -> None:
    ada = guest(two.first, "Ada")
    table = ada.new_table("duel", "me open")
    ada.ask("POST", "/api/me/sessions")
    ada.ask("POST", "/api/me/code")
    moved(ada, two.second)
    tab = ada.sit(table)
    moved(ada, two.first)
    (session,) = ada.get("/api/me/identity")["sessions"]
    ada.ask("DELETE", f"/api/me/sessions/{session['id']}")
    with pytest.raises(ConnectionClosed) as closed:
        tab.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SIGNED_OUT
    moved(ada, two.second)
    assert ada.http.get("/api/me/identity").status_code == 401

    two.redis.kill()
    ben = guest(two.second, "Ben")
    tab = ben.sit(ben.new_table("duel", "me open"))
    moved(ben, two.first)
    assert ben.http.delete("/api/me").status_code == 204
    with pytest.raises(ConnectionClosed) as closed:  # nobody rings: the store says so
        tab.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SIGNED_OUT


def test_a_bot_is_thought_for_once_and_by_whoever_is_left(two: Two, guest: Guest) -> None:
    dice = random.Random(2)
    ada, eve = guest(two.first, "Ada"), guest(two.second, "Eve")
    table = ada.new_table("azul", "me bot:mason")
    tab = ada.sit(table)
    eve.sit(table)  # both have it in use, so both would think for the bot
    for _ in range(4):
        while not tab.legal:
            tab.until("happened")
        tab.until("happened", id=tab.play(choice(tab.legal, dice)))
    two.first.kill()
    moved(ada, two.second)
    tab = ada.sit(table)
    for _ in range(3):
        while not tab.legal:
            tab.until("happened")
        tab.until("happened", id=tab.play(choice(tab.legal, dice)))
