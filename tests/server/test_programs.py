"""Bots of others: programs that whoever runs the server lets in, and programs far away that come with a token."""

import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import run
from tests.patience import PATIENCE, patiently
from tests.server.conftest import Server
from tests.server.people import choice

__all__ = ["run"]
EXAMPLES = Path(__file__).parents[2] / "examples"


def bearer(token):
    return {"authorization": f"Bearer {token}"}


@pytest.fixture
def bot(server):
    """Talks to the server as a bot does: no cookie, no origin, a token."""
    clients = []

    def make(token):
        clients.append(httpx.Client(base_url=server.address, headers=bearer(token), timeout=PATIENCE))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


class Lines:
    """The stream of a bot."""

    def __init__(self, client):
        self._context = client.stream("GET", "/api/bot/stream")
        response = self._context.__enter__()
        assert response.headers["content-type"] == "application/x-ndjson"
        self._lines = response.iter_lines()

    def next(self, kind):
        """The next line that is no ping."""
        line = {"type": "ping"}
        while line["type"] == "ping":
            line = json.loads(next(self._lines))
        assert line["type"] == kind, line
        return line

    def close(self):
        self._context.__exit__(None, None, None)


def play_to_the_end(tab):
    dice = random.Random(1)
    while tab.ending is None:
        if tab.legal:
            tab.play(choice(tab.legal, dice))
            tab.legal = []
        tab.hear()


def until_online(person, name):
    """The id of a bot once it listens."""
    for _ in patiently():
        for program in person.get("/api/catalogue")["programs"]:
            if program["name"] == name:
                return program["id"]
    raise AssertionError("it does not listen")


def test_the_client_of_the_examples_plays_a_whole_game(person, server):
    ada = person("Ada")
    made = ada.ask("POST", "/api/me/bots", {"name": "Forty lines"})
    command = [sys.executable, str(EXAMPLES / "online_bot.py"), server.address]
    with subprocess.Popen(command, env={**os.environ, "TESSELA_TOKEN": made["token"]}) as program:
        try:
            assert until_online(ada, "Forty lines") == made["id"]
            table = ada.new_table(seats=f"me bot:{made['id']}")
            tab = ada.sit(table)
            for _ in patiently():
                if ada.get(f"/api/tables/{table['id']}")["status"] == "playing":
                    break
            play_to_the_end(tab)
        finally:
            program.kill()
    info = ada.get(f"/api/tables/{table['id']}")
    assert info["status"] == "over"
    assert (info["seats"][1]["name"], info["seats"][1]["program"], info["seats"][0]["program"]) == ("Forty lines", True, False)


def test_challenges_turns_and_what_is_refused(person, bot):
    ada = person("Ada")
    made = ada.ask("POST", "/api/me/bots", {"name": "Listener"})
    program = bot(made["token"])
    lines = Lines(program)
    assert lines.next("hello") == {"type": "hello", "id": made["id"], "name": "Listener"}
    assert ada.get("/api/me/bots")[0] | {"created": 0} == {"id": made["id"], "name": "Listener", "created": 0, "online": True}
    declined = ada.new_table(seats=f"me bot:{made['id']}")
    assert lines.next("challenge")["table"]["id"] == declined["id"]
    assert program.post(f"/api/bot/tables/{declined['id']}/decline").status_code == 204
    assert ada.get(f"/api/tables/{declined['id']}")["seats"][1] == {
        "who": "open",
        "name": "",
        "level": None,
        "present": False,
        "program": False,
        "rating": None,
        "away": None,
        "talks": False,
    }
    table = ada.new_table(seats=f"me bot:{made['id']}", clock={"pace": "live", "seconds": 600, "increment": 2})
    assert lines.next("challenge")["table"]["id"] == table["id"]
    assert program.post(f"/api/bot/tables/{table['id']}/accept", json={"salt": "00"}).status_code == 422
    assert program.post(f"/api/bot/tables/{table['id']}/accept", json={"salt": "ab" * 16}).status_code == 204
    assert ada.get(f"/api/tables/{table['id']}")["salts"][1] == "ab" * 16
    tab = ada.sit(table)
    while tab.to_move in tab.mine:
        tab.play(tab.legal[0])
        tab.until("happened")
    turn = lines.next("turn")
    assert (turn["table"], turn["seat"], turn["clock"]["increment"]) == (table["id"], 1, 2.0)
    assert turn["view"]["seat"] == 1
    path = f"/api/bot/tables/{table['id']}"
    for move, version, status, error in (
        ("9W>5", turn["version"], 422, "illegal"),
        ("nonsense", turn["version"], 422, "illegal"),
        (turn["legal"][0], turn["version"] + 7, 409, "resync"),
    ):
        refused = program.post(f"{path}/move", json={"version": version, "move": move})
        assert (refused.status_code, refused.json()["error"]) == (status, error)
    assert program.post(f"{path}/move", json={"version": turn["version"], "move": turn["legal"][0]}).status_code == 204
    assert program.post(f"{path}/accept").status_code == 409
    assert program.post(f"{path}/resign").status_code == 204
    assert tab.until("ended")["ending"]["winners"] == [0]
    lines.close()


def test_a_token_lets_in_and_nothing_else(person, bot, server):
    ada, bert = person("Ada"), person("Bert")
    made = ada.ask("POST", "/api/me/bots", {"name": "Careful"})
    program = bot(made["token"])
    assert program.get("/api/me").status_code == 403
    assert program.post("/api/tables", json={"game": "azul", "seats": [{"who": "me"}, {"who": "bot"}]}).status_code == 403
    assert bot("tessela_wrong").get("/api/bot/stream").status_code == 401
    assert httpx.get(f"{server.address}/api/bot/stream").status_code == 401
    assert httpx.post(f"{server.address}/api/me/bots", json={"name": "x"}).status_code == 403  # no origin
    assert bert.http.delete(f"/api/me/bots/{made['id']}").status_code == 404
    asked = {"game": "azul", "seats": [{"who": "me"}, {"who": "bot", "level": made["id"]}]}
    assert ada.http.post("/api/tables", json=asked).json()["error"] == "bad-level"  # it does not listen
    assert ada.http.post("/api/me/bots", json={"name": "\u200b"}).json()["error"] == "bad-name"
    ada.ask("DELETE", f"/api/me/bots/{made['id']}")
    assert ada.get("/api/me/bots") == []
    assert program.get("/api/bot/stream").status_code == 401
    for number in range(5):
        ada.ask("POST", "/api/me/bots", {"name": f"Bot {number}"})
    assert ada.http.post("/api/me/bots", json={"name": "one more"}).json()["error"] == "too-many-bots"


def test_bots_are_exported_and_forgotten_with_their_owner(person, bot):
    ada = person("Ada")
    made = ada.ask("POST", "/api/me/bots", {"name": "Careful"})
    exported = ada.get("/api/me/export")
    assert [(one["id"], one["name"]) for one in exported["bots"]] == [(made["id"], "Careful")]
    assert made["token"] not in json.dumps(exported)
    ada.ask("DELETE", "/api/me")
    assert bot(made["token"]).get("/api/bot/stream").status_code == 401


def test_tokens_are_not_in_the_file(own_server, guest):
    made = guest(own_server).ask("POST", "/api/me/bots", {"name": "Careful"})
    own_server.stop()
    assert not any(made["token"].encode() in file.read_bytes() for file in own_server.folder.iterdir())


@pytest.fixture
def hosting(tmp_path):
    """A server with a program that plays, and one that crashes."""
    good = shlex.join([sys.executable, str(EXAMPLES / "external_bot.py")])
    bots = ["--bot", f"twenty=cmd:{good}", "--bot", f"broken=cmd:{sys.executable} -c 1/0", "--bot", "quick=search@8"]
    running = Server(tmp_path / "data", "--no-limits", "--bot-pace", "0", *bots).start()
    yield running
    running.stop()


def test_programs_that_play_at_the_server(hosting, guest):
    ada = guest(hosting)
    programs = ada.get("/api/catalogue")["programs"]
    assert [(one["name"], one["far"]) for one in programs] == [("twenty", False), ("broken", False), ("quick", False)]
    for name in ("twenty", "broken"):  # where it only crashes, another bot moves for it before long
        table = ada.new_table(seats=f"me bot:{name}")
        assert (table["seats"][1]["name"], table["seats"][1]["program"]) == (name, True)
        tab = ada.sit(table)
        while len([frame for frame in tab.frames if frame["kind"] == "happened" and frame["seat"] == 1]) < 1:
            if tab.legal:
                tab.play(choice(tab.legal, random.Random(1)))
                tab.legal = []
            tab.hear()


@pytest.mark.parametrize(
    ("given", "says"),
    [("cmd:./mybot", "NAME=BOT"), ("painter=greedy", "taken"), ("x=cmd:./no-such-bot", "no-such-bot"), ("x=nobody", "nobody")],
)
def test_a_program_that_cannot_play_is_refused_before_anybody_comes(run, given, says, tmp_path):
    ran = run("serve", "--no-open", "--port", "0", "--data", tmp_path, "--bot", given)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err
