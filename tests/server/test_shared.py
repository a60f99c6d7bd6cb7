"""What two servers of one store share beside its tables: bounds, those who look for an opponent, programs from afar."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import pytest

from tests.databases import Postgres, Redis, needed, running
from tests.patience import PATIENCE, patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Person
from tests.server.test_programs import Lines, bearer, until_online
from tests.server.test_two_servers import moved

pytestmark = pytest.mark.xdist_group("postgres")
TOO_MANY = 429
MOVES = 6


class Two(NamedTuple):
    """The servers."""

    first: Server
    second: Server


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    needed("postgres", "redis-server")
    folder = tmp_path_factory.mktemp("shared")
    with ExitStack() as stack:
        cluster, redis = stack.enter_context(running(Postgres("fsync=off"))), stack.enter_context(running(Redis()))
        options = ("--store", cluster.new(), "--bus", redis.address, "--bot-pace", "0", "--limit", "tables-of-guest=4/86400")
        servers = [Server(folder / name, *options) for name in ("first", "second")]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        for server in servers:
            for _ in patiently():
                if httpx.get(f"{server.address}/readyz").json()["bus"] == "ok":
                    break
        yield Two(*servers)


def table_asked_for(person: Person) -> int:
    """The status of the answer to who wants one more table."""
    seats = [{"who": "me"}, {"who": "open"}]
    return person.http.post("/api/tables", json={"game": "azul", "seats": seats}).status_code


def test_what_is_used_up_at_one_server_is_used_up_at_the_other(two: Two, guest: Guest) -> None:
    ada, ben = guest(two.first, "Ada"), guest(two.second, "Ben")
    assert [table_asked_for(ada) for _ in range(4)] == [201] * 4
    table = ada.get("/api/me/tables")[0]["id"]
    watching = ben.sit(table)
    ada.sit(table)
    while not watching.until("changed")["table"]["seats"][0]["present"]:
        """Once the second server knows that she is here, it has heard what the first has told before."""
    moved(ada, two.second)
    assert table_asked_for(ada) == TOO_MANY
    assert table_asked_for(ben) == 201


def test_people_at_two_servers_are_paired(two: Two, guest: Guest) -> None:
    ada, ben = guest(two.first, "Ada"), guest(two.second, "Ben")
    wish = {"game": "azul", "options": {}, "clock": {"pace": "live", "seconds": 300, "increment": 5}, "bots": False}
    assert ada.ask("PUT", "/api/me/seek", wish)["seeking"]
    found = ben.ask("PUT", "/api/me/seek", wish)
    assert not found["seeking"]
    assert ada.get("/api/me/seek")["table"] == found["table"]
    tabs = [ada.sit(found["table"]), ben.sit(found["table"])]
    assert sorted(seat for tab in tabs for seat in tab.mine) == [0, 1]


def test_a_program_at_one_server_is_asked_and_played_with_at_the_other(two: Two, guest: Guest) -> None:
    ada, ben = guest(two.first, "Ada"), guest(two.second, "Ben")
    made = ada.ask("POST", "/api/me/bots", {"name": "Far away"})
    with httpx.Client(base_url=two.first.address, headers=bearer(made["token"]), timeout=PATIENCE) as program:
        lines = Lines(program)
        lines.next("hello")
        assert until_online(ben, "Far away") == made["id"]
        table = ben.new_table("duel", seats=f"me bot:{made['id']}")
        waiting = ben.sit(table)
        assert lines.next("challenge")["table"]["id"] == table["id"]
        assert program.post(f"/api/bot/tables/{table['id']}/accept").status_code == 204
        waiting.until("changed")
        tab = ben.sit(table)
        for _ in range(MOVES):
            if tab.legal:
                tab.until("happened", id=tab.play(tab.legal[0]))
            else:
                asked = lines.next("turn")
                move = {"version": asked["version"], "move": asked["legal"][0]}
                assert program.post(f"/api/bot/tables/{table['id']}/move", json=move).status_code == 204
                tab.until("happened", version=asked["version"] + 1)
        with httpx.Client(base_url=two.second.address, headers=bearer(made["token"]), timeout=PATIENCE) as elsewhere:
            newer = Lines(elsewhere)
            newer.next("hello")
            for _ in lines._lines:
                """What was under way is read to its end: the program is told by the newer stream alone."""
            newer.close()
        for _ in patiently():
            if not ben.get("/api/catalogue")["programs"]:
                break
