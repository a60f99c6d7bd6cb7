"""Servers of one store are restarted one after the other before the eyes of everybody, and nobody sees it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from tests.patience import patiently
from tests.server.balanced import Behind, behind_a_proxy
from tests.server.conftest import Guest
from tests.server.people import Json, Person, Tab, choice

pytestmark = pytest.mark.xdist_group("postgres")
RESTART = 1012
NOT_NOW = 502, 503  # of a proxy that has just lost one server, or of the one that stops


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    with behind_a_proxy(tmp_path, "--no-limits", "--bot-pace", "0", "--drain-seconds", "1") as two:
        yield two


class Faithful:
    """Somebody at a page: comes back at once where the server stops, and sends again what nobody has acknowledged."""

    def __init__(self, person: Person, table: Json):
        self.person, self.table = person, table
        self.closed: list[int] = []
        self.tab = self._seated()

    def _seated(self) -> Tab:
        for _ in patiently():
            try:
                return self.person.sit(self.table)
            except InvalidStatus as refused:
                if refused.response.status_code not in NOT_NOW:
                    raise
            except (ConnectionClosed, InvalidMessage, OSError):
                pass  # it came to the one that stops
        raise AssertionError

    def at(self, version: int) -> None:
        """Hear until the table is so far."""
        while self.tab.version < version:
            self._hear()

    def play(self, move: str, move_id: str) -> int:
        """Make a move; the version at which it stands."""
        version = self.tab.version
        while self.tab.version == version or not self.tab.view:
            try:
                self.tab.play(move, move_id, version)
                self.tab.until("happened", id=move_id)
            except ConnectionClosed as closed:
                self._again(closed)
        return version + 1

    def _hear(self) -> None:
        try:
            self.tab.hear()
        except ConnectionClosed as closed:
            self._again(closed)

    def _again(self, closed: ConnectionClosed) -> None:
        self.closed.append(closed.rcvd.code if closed.rcvd else 0)
        self.tab = self._seated()


def people_of(*names: str, guest: Guest, behind: Behind) -> list[Person]:
    class At:
        address = behind.address

    return [guest(At(), name) for name in names]


def test_a_rolling_restart_is_not_noticed(behind: Behind, guest: Guest) -> None:
    dice = random.Random(1)
    matches: list[tuple[list[Faithful], list[tuple[int, str]]]] = []
    for number in range(3):
        ada, ben = people_of(f"Ada {number}", f"Ben {number}", guest=guest, behind=behind)
        table = ada.new_table("duel", "me open", clock={"pace": "live", "seconds": 3600})
        ben.join(table)
        matches.append(([Faithful(ada, table), Faithful(ben, table)], []))
    (eve,) = people_of("Eve", guest=guest, behind=behind)
    alone = Faithful(eve, eve.new_table("azul", "me bot:mason"))

    def play(moves: int) -> None:
        for _ in range(moves):
            for seats, acknowledged in matches:
                mover = next(one for one in seats if one.tab.legal)
                move_id = f"{dice.getrandbits(40):x}"
                version = mover.play(choice(mover.tab.legal, dice), move_id)
                acknowledged.append((version, move_id))
                for one in seats:
                    one.at(version)
            while not alone.tab.legal:
                alone._hear()
            alone.play(choice(alone.tab.legal, dice), f"{dice.getrandbits(40):x}")

    play(2)
    for server in behind.servers:
        for _ in behind.restarted(server):
            play(1)
        play(2)
    for seats, acknowledged in matches:
        assert [version for version, _ in acknowledged] == list(range(1, len(acknowledged) + 1)), "each move once, none lost"
        for one in seats:
            assert one.tab.version == len(acknowledged)
    closed = [code for seats, _ in matches for one in seats for code in one.closed] + alone.closed
    assert closed, "everybody was at one of the two"
    assert set(closed) == {RESTART}


def test_who_leaves_says_so_and_takes_nobody_in(behind: Behind, guest: Guest) -> None:
    first, second = behind.servers
    ada = guest(second, "Ada")
    table = ada.new_table("duel", "me open")
    tab = ada.sit(table)
    assert ada.http.get("/readyz").status_code == 200
    process = second.process
    assert process is not None
    process.send_signal(15)
    with pytest.raises(ConnectionClosed) as closed:
        tab.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTART
    assert process.wait() == 0
    ada.address = first.address
    ada.http.base_url = first.address
    assert ada.sit(table).mine == [0]
