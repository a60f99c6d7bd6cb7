"""`tessela admin` beside a server that runs, and on the store of one that does not."""

import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tessela.cli.app import run as run_command
from tessela.server.admin.office import Office
from tessela.server.house import House
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import GuestRow
from tests.databases import Postgres, needed, running
from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Person
from tests.server.room import open_house, run

SIGNED_OUT = 4001
Tell = Callable[..., Any]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """What a command says: of a list the rows, else the line, on whichever stream."""

    def told(*arguments: str) -> Any:
        capsys.readouterr()  # what was said before
        code = run_command(["admin", *arguments])
        said = capsys.readouterr()
        assert bool(code) == bool(said.err)
        return json.loads(said.out) if "--json" in arguments else (said.out or said.err).strip()

    return told


def test_house_keeping_while_the_server_runs(own_server: Server, guest: Guest, tell: Tell) -> None:
    check_house_keeping(own_server, guest, lambda *some: tell(*some, "--data", str(own_server.folder)))
    own_server.stop()
    log = own_server.errors.read_text()
    assert '"what": "ban"' in log
    assert "Grace" not in log
    with closing(sqlite3.connect(own_server.folder / "tessela.db")) as file:
        ids = [row[0] for row in file.execute("SELECT id FROM guest")]
    assert not [one for one in ids if one in log], "the log of the process names nobody"


@pytest.mark.long
@pytest.mark.xdist_group("postgres")
def test_the_same_in_postgresql_where_another_server_hears_of_it(tmp_path: Path, guest: Guest, tell: Tell) -> None:
    """Without a bus: every server looks for itself who is shut out."""
    needed("postgres")
    with running(Postgres("fsync=off")) as cluster:
        address = cluster.new()
        options = ("--store", address, "--no-limits", "--bot-pace", "0")
        servers = [Server(tmp_path / name, *options) for name in ("first", "second")]
        try:
            for server in servers:
                server.start()
            check_house_keeping(servers[0], guest, lambda *some: tell(*some, "--store", address))
            eve = guest(servers[0], "Eve")
            eve.address = servers[1].address
            tab = eve.sit(guest(servers[1], "Ben").new_table("azul", "me open"))
            assert tell("ban", eve.id, "--store", address) == "Done."
            with pytest.raises(ConnectionClosed):
                tab.until("never")
        finally:
            for server in servers:
                server.kill()


def check_house_keeping(server: Server, guest: Guest, tell: Tell) -> None:
    """Somebody is renamed, a table closed, somebody shut out and let in again; all of it is in the log of orders."""
    ada, ben = guest(server, "Ada"), guest(server, "Ben")
    table = ada.new_table("duel", "me open")
    ben.join(table)
    tab, others = ada.sit(table), ben.sit(table)
    assert tell("rename", ada.id, "Grace\u200b") == "Done."
    assert others.until("changed")["table"]["seats"][0]["name"] == "Grace"
    answers(ada, "/api/me", nickname="Grace")
    (listed,) = tell("guests", "--name", "grac", "--json")
    assert (listed["id"], listed["name"], listed["tables"], listed["banned"]) == (ada.id, "Grace", 1, None)
    (shown,) = tell("tables", "--json")
    assert (shown["id"], shown["status"], shown["seats"]) == (table["id"], "playing", "Grace, Ben")
    assert ada.id in tell("guests")

    assert tell("ban", ada.id) == "Done."
    with pytest.raises(ConnectionClosed) as closed:
        tab.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SIGNED_OUT
    for path in ("/api/me", "/api/tables", f"/api/tables/{table['id']}"):
        answers(ada, path, error="banned")
    with pytest.raises(InvalidStatus):
        ada.sit(table)
    assert ada.get("/api/me/export")["ban"], "what is kept can be taken away"
    assert [one["id"] for one in tell("guests", "--banned", "--json")] == [ada.id]
    assert tell("unban", ada.id) == "Done."
    answers(ada, "/api/me", nickname="Grace")

    again = ben.new_table("azul", "me here")
    seen = ben.sit(again)
    assert tell("close", again["id"]) == "Done."
    assert seen.until("ended")["ending"]["winners"] == [0, 1]
    assert tell("close", again["id"]) == "tessela: the game is over"
    assert tell("close", "nothing") == "tessela: there is no table 'nothing'"
    assert tell("ban", "nobody") == "tessela: there is no guest 'nobody'"
    assert tell("rename", ben.id, "\u200b") == "tessela: a name needs something that one can see"
    rows = tell("log", "--json")
    assert [(row["what"], row["outcome"]) for row in rows] == [
        ("close", "the game is over"), ("close", "done"), ("unban", "done"), ("ban", "done"), ("rename", "done")
    ]  # fmt: skip
    counts = tell("stats", "--json")
    assert (counts["server"], counts["guests"], counts["orders"]) == ("runs", 2, 5)


def answers(person: Person, path: str, **fields: str) -> None:
    """Wait until a server says so: of several each hears within a moment."""
    for _ in patiently():
        told = person.http.get(path).json()
        if isinstance(told, dict) and {name: told.get(name) for name in fields} == fields:
            return


def test_an_order_waits_for_the_server(tmp_path: Path, tell: Tell) -> None:
    ada = GuestRow("ada-0123456789", "Ada", 1)

    async def use(check: Callable[[House], Awaitable[None]]) -> None:
        async with open_house(SqliteStore(tmp_path)) as house:
            await check(house)

    async def there(house: House) -> None:
        await house.store.save_guest(ada)

    async def later(house: House) -> None:
        await Office(house).look()
        assert house.guests.is_banned(ada.id)

    run(use(there))
    data = ("--data", str(tmp_path))
    assert tell("ban", ada.id, *data) == "Noted. No server runs: it is carried out when one does."
    assert tell("log", "--json", *data)[0]["outcome"] == "waits"
    assert tell("stats", "--json", *data)["server"] == "does not run"
    run(use(later))
    assert tell("log", "--json", *data)[0]["outcome"] == "done"


def test_what_cannot_be_used_is_said_in_a_line(tmp_path: Path, tell: Tell) -> None:
    assert tell("stats", "--data", str(tmp_path)) == f"tessela: there is no database in {tmp_path}"
    with closing(sqlite3.connect(tmp_path / "tessela.db")) as file:
        file.execute("PRAGMA user_version = 3")
    said = tell("stats", "--data", str(tmp_path))
    assert said.startswith("tessela: the database has version 3")
    assert said.endswith("start its server once with this Tessela first")
    (tmp_path / "tessela.db").write_text("no database " * 99)
    assert "cannot be used" in tell("guests", "--data", str(tmp_path))
    assert "give one of them" in tell("guests", "--data", "x", "--store", "postgresql://y")
