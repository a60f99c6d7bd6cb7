"""People for the tests: somebody with a cookie, and their connections to tables, over real sockets."""

import json
import random
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE, patiently

Json = dict[str, Any]
NO_TIME_YET = 503


class Person:
    """Somebody at a browser: an HTTP client with its own cookie, and the tabs in which tables are open."""

    def __init__(self, address: str, name: str | None = None):
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE)
        self.tabs: list[Tab] = []
        try:
            self.id = self.get("/api/me")["id"]
            if name:
                self.ask("PATCH", "/api/me", {"nickname": name})
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave, with all tabs."""
        try:
            for tab in self.tabs:
                tab.close()
        finally:
            self.http.close()

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """What is answered, asked again where the server has no time yet: a busy machine may have none for a while."""
        for _ in patiently():
            answer = self.http.request(method, path, json=body)
            if answer.status_code != NO_TIME_YET:
                break
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def new_table(self, game: str = "azul", seats: str = "me open", **more: Any) -> Json:
        """A table with seats such as `me open bot:mason here`."""
        wishes = [{"who": who.split(":")[0], **({"level": who.split(":")[1]} if ":" in who else {})} for who in seats.split()]
        table: Json = self.ask("POST", "/api/tables", {"game": game, "seats": wishes, **more})
        return table

    def join(self, table: Json) -> Json:
        joined: Json = self.ask("POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"]})
        return joined

    def sit(self, table: Json | str, *, hello: bool = True) -> "Tab":
        return Tab(self, table if isinstance(table, str) else table["id"], hello)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Tab:
    """A connection to a table that keeps what it was told, as a browser would."""

    def __init__(self, person: Person, table: str, hello: bool = True):
        self.socket = open_socket(person.address, table, person.cookie, person.address)
        person.tabs.append(self)
        self.frames: list[Json] = []
        self.version = -1
        self.legal: list[str] = []
        self.view: Json | None = None
        self.to_move: int | None = None
        self.mine: list[int] = []
        self.ending: Json | None = None
        self.sent = 0
        if hello:
            self.say(kind="hello")
            self.until("snapshot")

    def say(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def hear(self) -> Json:
        """The next frame."""
        frame: Json = json.loads(self.socket.recv(PATIENCE))
        self.frames.append(frame)
        if frame["kind"] in ("snapshot", "happened"):
            self.version, self.legal, self.view = frame["version"], frame["legal"], frame["view"]
            self.to_move = frame["view"]["to_move"] if frame["view"] else None
        if frame["kind"] in ("snapshot", "changed"):
            self.mine = frame["table"]["mine"]
        if frame["kind"] == "snapshot" or frame["kind"] == "ended":
            self.ending = frame["ending"]
        return frame

    def until(self, kind: str, **fields: Any) -> Json:
        """Hear until a frame of a kind comes that has these values."""
        while True:
            frame = self.hear()
            if frame["kind"] == kind and all(frame[name] == value for name, value in fields.items()):
                return frame

    def play(self, move: str, move_id: str | None = None, version: int | None = None) -> str:
        """Send a move; its id."""
        self.sent += 1
        move_id = move_id or f"m{self.version}-{self.sent}"
        self.say(kind="play", version=self.version if version is None else version, move=move, id=move_id)
        return move_id

    def close(self) -> None:
        self.socket.close()


def open_socket(address: str, table: str, cookie: str | None, origin: str | None) -> ClientConnection:
    """A WebSocket to a table."""
    headers = {"cookie": cookie} if cookie else {}
    url = address.replace("http", "ws", 1) + f"/ws/tables/{table}"
    opened = connect(
        url, origin=origin, additional_headers=headers, compression=None, proxy=None,  # type: ignore[arg-type]
        open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None,
        max_queue=None,  # who leaves without having read everything is not kept
    )  # fmt: skip
    return opened.__enter__()


def choice(legal: list[str], dice: random.Random) -> str:
    """Some legal move that brings the game on: rather to a line than to the floor."""
    lines = [move for move in legal if not move.endswith((">F", ">X"))]
    return dice.choice(lines or legal)
