"""Who keeps their name comes back with a passkey, a code or a link, and nobody else does."""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from tessela.extras import EXTRAS
from tessela.server import identity
from tessela.server.clocks import now_ms
from tessela.server.codes import new_code
from tessela.server.house import HouseError
from tessela.server.identity import CHALLENGE_SECONDS, LINK_SECONDS, Identity
from tessela.server.passkeys import host_for, where
from tessela.server.sqlite_store import FILE
from tests.server.authenticator import Authenticator, Json
from tests.server.conftest import Guest, Server
from tests.server.people import Person
from tests.server.room import open_house, run
from tests.server.test_safety import asked

Someone = Callable[[str], Person]


def unheard(name: str) -> str:
    """A name that no other test keeps on the same server."""
    return f"{name} {secrets.token_hex(4)}"


def at_localhost(server: Server) -> Server:
    """The same server under a name: passkeys know no numbers."""
    named = Server(server.folder)
    named.address = f"http://localhost:{server.port}"
    return named


@pytest.fixture
def someone(server: Server, guest: Guest) -> Someone:
    """Makes people with names of their own, who come under a name that can have passkeys."""
    return lambda name="Ada": guest(at_localhost(server), unheard(name))  # type: ignore[misc]


def refusal(person: Person, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
    answer = person.http.request(method, path, json=body)
    return answer.status_code, answer.json()["error"]


def kept_by_code(person: Person) -> str:
    person.ask("POST", "/api/me/sessions")
    return str(person.ask("POST", "/api/me/code")["code"])


def kept_by_passkey(person: Person, key: Authenticator) -> Json:
    person.ask("POST", "/api/me/sessions")
    options = person.ask("POST", "/api/me/passkeys/options")
    me: Json = person.ask("POST", "/api/me/passkeys", {"credential": key.make(options, person.address)})
    return me


def signed_in(person: Person, **how: Any) -> Json:
    me: Json = person.ask("POST", "/api/sign-in", how)
    return me


def signed_in_by(person: Person, key: Authenticator, **more: Any) -> Json:
    options = person.ask("POST", "/api/sign-in/options")
    return signed_in(person, credential=key.sign(options, person.address), **more)


# Coming back


def test_a_passkey_keeps_a_name_and_opens_it_anywhere(someone: Someone) -> None:
    ada, key = someone("Ada"), Authenticator()
    assert kept_by_passkey(ada, key)["kept"]
    table = ada.new_table("azul", "me bot:sprout")
    elsewhere = someone("Nobody")
    me = signed_in_by(elsewhere, key)
    assert (me["id"], me["kept"]) == (ada.id, True)
    assert elsewhere.get("/api/me")["id"] == ada.id
    assert [one["id"] for one in elsewhere.get("/api/me/tables")] == [table["id"]]
    assert elsewhere.get(f"/api/tables/{table['id']}")["mine"] == [0], "the same seat, from both devices"


def test_a_code_opens_it_too_however_it_is_typed(someone: Someone) -> None:
    ada = someone("Ada")
    code = kept_by_code(ada)
    assert signed_in(someone("X"), code=code)["id"] == ada.id
    assert signed_in(someone("X"), code=f" {code.upper().replace('-', ' ')} ")["id"] == ada.id
    newer = ada.ask("POST", "/api/me/code")["code"]
    assert refusal(someone("X"), "POST", "/api/sign-in", {"code": code}) == (403, "bad-code")
    assert signed_in(someone("X"), code=newer)["id"] == ada.id


def test_a_link_opens_it_once(someone: Someone) -> None:
    ada = someone("Ada")
    assert refusal(ada, "POST", "/api/me/link") == (409, "not-kept")
    kept_by_code(ada)
    made = ada.ask("POST", "/api/me/link")
    assert made["link"].startswith(f"{ada.address}/you#link=")
    link = made["link"].partition("=")[2]
    assert signed_in(someone("X"), link=link)["id"] == ada.id
    assert refusal(someone("X"), "POST", "/api/sign-in", {"link": link}) == (403, "bad-device-link")


def test_the_games_of_a_browser_come_along_if_one_likes(someone: Someone) -> None:
    ada = someone("Ada")
    code = kept_by_code(ada)
    phone, sofa = someone("Phone"), someone("Sofa")
    over, kept = phone.new_table("azul", "me here"), sofa.new_table("duel", "me here")
    tab = phone.sit(over)
    signed_in(phone, code=code, bring=True)
    with pytest.raises(ConnectionClosed) as closed:
        tab.until("never")
    assert closed.value.rcvd.code == 4001, "what still thinks it is somebody else comes back"
    assert phone.get(f"/api/tables/{over['id']}")["mine"] == [0, 1]
    assert phone.get(f"/api/tables/{over['id']}")["seats"][0]["name"] == phone.get("/api/me")["nickname"]
    before = sofa.cookie
    signed_in(sofa, code=code)
    assert sofa.get(f"/api/tables/{kept['id']}")["mine"] == []
    left = asked(f"{sofa.address}/api/me/tables", headers={"cookie": before}).json()
    assert left[0]["mine"] == [0, 1], "the guest is still there"


def test_the_games_of_another_who_keeps_a_name_never_come_along(someone: Someone) -> None:
    ada, bob = someone("Ada"), someone("Bob")
    code, _ = kept_by_code(ada), kept_by_code(bob)
    table = bob.new_table("azul", "me here")
    before = bob.cookie
    signed_in(bob, code=code, bring=True)
    assert bob.get(f"/api/tables/{table['id']}")["mine"] == []
    assert asked(f"{bob.address}/api/me/tables", headers={"cookie": before}).status_code == 401, "signed out by signing in"


# Sessions


def test_sessions_are_listed_and_ended(someone: Someone) -> None:
    ada, phone = someone("Ada"), someone("Phone")
    ada.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    code = kept_by_code(ada)
    signed_in(phone, code=code)
    sessions = ada.get("/api/me/identity")["sessions"]
    assert {one["device"]: one["here"] for one in sessions} == {"Firefox, Linux": True, "": False}
    table = ada.new_table("azul", "me here")
    tab = phone.sit(table)
    phones = next(one["id"] for one in sessions if not one["here"])
    ada.ask("DELETE", f"/api/me/sessions/{phones}")
    with pytest.raises(ConnectionClosed) as closed:
        tab.until("never")
    assert closed.value.rcvd.code == 4001
    assert phone.http.get("/api/me/tables").status_code == 401
    assert phone.get("/api/me")["id"] != ada.id, "somebody new"
    assert [one["here"] for one in ada.get("/api/me/identity")["sessions"]] == [True]


def test_all_others_can_be_ended_at_once_and_so_can_this_one(someone: Someone) -> None:
    ada = someone("Ada")
    code = kept_by_code(ada)
    others = [someone("X") for _ in range(3)]
    for other in others:
        signed_in(other, code=code)
    ada.ask("DELETE", "/api/me/sessions")
    assert {other.http.get("/api/me/tables").status_code for other in others} == {401}
    here = ada.get("/api/me/identity")["sessions"][0]["id"]
    ada.ask("DELETE", f"/api/me/sessions/{here}")
    assert not ada.http.cookies
    assert signed_in(someone("X"), code=code)["id"] == ada.id


def test_nobody_ends_the_session_of_another(someone: Someone) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    for person in (ada, eve):
        kept_by_code(person)
    theirs = ada.get("/api/me/identity")["sessions"][0]["id"]
    eve.ask("DELETE", f"/api/me/sessions/{theirs}")
    assert ada.get("/api/me/tables") == []


def test_the_cookie_from_before_is_worth_nothing_once_a_name_is_kept(someone: Someone) -> None:
    ada = someone("Ada")
    before = ada.cookie
    assert refusal(ada, "POST", "/api/me/code") == (409, "no-session"), "an answer that is lost must lock nobody out"
    kept_by_code(ada)
    assert asked(f"{ada.address}/api/me/tables", headers={"cookie": before}).status_code == 401
    assert ada.get("/api/me/tables") == []


def test_it_all_outlives_a_restart(own_server: Server, guest: Guest) -> None:
    ada, key = guest(at_localhost(own_server), "Ada"), Authenticator()
    kept_by_passkey(ada, key)
    code = kept_by_code(ada)
    link = ada.ask("POST", "/api/me/link")["link"].partition("=")[2]
    port = own_server.port
    own_server.kill()
    own_server.start(port)
    assert ada.get("/api/me") == {"id": ada.id, "nickname": "Ada", "kept": True}
    for how in ({"code": code}, {"link": link}):
        assert signed_in(guest(at_localhost(own_server), "X"), **how)["id"] == ada.id
    assert signed_in_by(guest(at_localhost(own_server), "X"), key)["id"] == ada.id


# Names


@pytest.mark.parametrize("alike", ["{}", "  {} ", "\u200b{}", "{upper}", "{cyrillic}", "{accent}", "{wide}"])
def test_a_kept_name_and_what_looks_like_it_is_nobody_elses(someone: Someone, alike: str) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    kept_by_code(ada)
    name = ada.get("/api/me")["nickname"]
    forms = {
        "upper": name.upper(),
        "cyrillic": name.replace("A", "\u0410"),
        "accent": name.replace("d", "d\u0301", 1),
        "wide": name.replace("A", "\uff21"),
    }
    written = alike.format(name, **forms).strip()
    assert refusal(eve, "PATCH", "/api/me", {"nickname": written[:24]}) == (409, "name-taken")


def test_of_two_with_the_same_name_the_first_keeps_it(someone: Someone) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    name = ada.get("/api/me")["nickname"]
    eve.ask("PATCH", "/api/me", {"nickname": name})
    kept_by_code(ada)
    eve.ask("POST", "/api/me/sessions")
    assert refusal(eve, "POST", "/api/me/code") == (409, "name-taken")
    assert refusal(eve, "POST", "/api/me/passkeys/options") == (409, "name-taken")
    assert not eve.get("/api/me")["kept"]


def test_a_name_that_is_given_up_is_free_again(someone: Someone) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    kept_by_code(ada)
    name = ada.get("/api/me")["nickname"]
    ada.ask("PATCH", "/api/me", {"nickname": unheard("Grace")})
    eve.ask("PATCH", "/api/me", {"nickname": name})
    kept_by_code(eve)
    assert refusal(ada, "PATCH", "/api/me", {"nickname": name}) == (409, "name-taken")


@pytest.mark.parametrize("name", ["Guest 1234", "guest", "Player 2", "\u200b\u3164", "Gu\u0435st 7", "..."])
def test_a_name_that_is_none_cannot_be_kept(someone: Someone, name: str) -> None:
    ada = someone("Ada")
    ada.ask("PATCH", "/api/me", {"nickname": name})
    ada.ask("POST", "/api/me/sessions")
    assert refusal(ada, "POST", "/api/me/code") == (409, "no-name")


@pytest.mark.parametrize("name", ["Painter", "legend", "Ada [BOT]", "L\u0435gend", "search-2", "Ada (computer)"])
def test_a_name_that_is_taken_for_a_bot_cannot_be_kept(someone: Someone, name: str) -> None:
    ada = someone("Ada")
    ada.ask("PATCH", "/api/me", {"nickname": name})
    ada.ask("POST", "/api/me/sessions")
    assert refusal(ada, "POST", "/api/me/code") == (409, "bot-name")
    ada.ask("PATCH", "/api/me", {"nickname": unheard("Talbot")})
    kept_by_code(ada)
    assert refusal(ada, "PATCH", "/api/me", {"nickname": name}) == (409, "bot-name")


@pytest.mark.parametrize("who", ["me", "here", "bot"])
def test_nobody_sits_and_no_bot_plays_under_a_name_that_another_keeps(someone: Someone, who: str) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    kept_by_code(ada)
    name = ada.get("/api/me")["nickname"]
    table = {"game": "azul", "seats": [{"who": who, "name": name.upper()}, {"who": "bot"}]}
    assert refusal(eve, "POST", "/api/tables", table) == (409, "name-taken")
    assert refusal(eve, "POST", "/api/me/bots", {"name": name}) == (409, "name-taken")
    assert ada.ask("POST", "/api/tables", table)["seats"][0]["name"] == name.upper()


# Misuse


def test_a_challenge_is_answered_once_and_by_who_was_asked(someone: Someone) -> None:
    ada, eve, key = someone("Ada"), someone("Eve"), Authenticator()
    kept_by_passkey(ada, key)
    phone = someone("Phone")
    options = phone.ask("POST", "/api/sign-in/options")
    answer = {"credential": key.sign(options, phone.address)}
    assert refusal(eve, "POST", "/api/sign-in", answer) == (403, "bad-challenge"), "stolen"
    assert refusal(phone, "POST", "/api/sign-in", answer) == (403, "bad-challenge"), "a thief has spoilt it"
    options = phone.ask("POST", "/api/sign-in/options")
    answer = {"credential": key.sign(options, phone.address)}
    assert signed_in(phone, **answer)["id"] == ada.id
    assert refusal(phone, "POST", "/api/sign-in", answer) == (403, "bad-challenge"), "replayed"
    options["challenge"] = "AAAA"
    answer = {"credential": key.sign(options, eve.address)}
    assert refusal(eve, "POST", "/api/sign-in", answer) == (403, "bad-challenge"), "made up"
    making = ada.ask("POST", "/api/me/passkeys/options")
    crossed = key.sign({"challenge": making["challenge"], "rpId": "localhost"}, ada.address)
    assert refusal(ada, "POST", "/api/sign-in", {"credential": crossed}) == (403, "bad-challenge"), "given for something else"


@pytest.mark.parametrize(
    ("origin", "host"),
    [("http://evil.example", None), ("https://localhost", None), (None, "evil.example"), (None, "127.0.0.1")],
)
def test_another_page_or_host_signs_nobody_in(someone: Someone, origin: str | None, host: str | None) -> None:
    ada, key = someone("Ada"), Authenticator()
    kept_by_passkey(ada, key)
    eve = someone("Eve")
    options = eve.ask("POST", "/api/sign-in/options")
    signed = key.sign(options, origin or eve.address, host)
    assert refusal(eve, "POST", "/api/sign-in", {"credential": signed}) == (403, "bad-passkey")
    eve.ask("POST", "/api/me/sessions")
    made = Authenticator().make(eve.ask("POST", "/api/me/passkeys/options"), origin or eve.address, host)
    assert refusal(eve, "POST", "/api/me/passkeys", {"credential": made}) == (403, "bad-passkey")
    assert not eve.get("/api/me")["kept"]


def test_only_the_key_itself_opens_the_door(someone: Someone) -> None:
    ada, key, thief = someone("Ada"), Authenticator(), Authenticator()
    kept_by_passkey(ada, key)
    eve = someone("Eve")
    unknown = thief.sign(eve.ask("POST", "/api/sign-in/options"), eve.address)
    assert refusal(eve, "POST", "/api/sign-in", {"credential": unknown}) == (403, "bad-passkey")
    thief.id = key.id
    forged = thief.sign(eve.ask("POST", "/api/sign-in/options"), eve.address)
    assert refusal(eve, "POST", "/api/sign-in", {"credential": forged}) == (403, "bad-passkey")
    eve.ask("POST", "/api/me/sessions")
    stolen = thief.make(eve.ask("POST", "/api/me/passkeys/options"), eve.address)
    assert refusal(eve, "POST", "/api/me/passkeys", {"credential": stolen}) == (403, "bad-passkey"), "the id of another's"
    assert signed_in_by(someone("X"), key)["id"] == ada.id


def test_a_copy_of_a_key_that_is_behind_is_refused(someone: Someone) -> None:
    ada, key = someone("Ada"), Authenticator()
    kept_by_passkey(ada, key)
    for _ in range(3):
        signed_in_by(someone("X"), key)
    key.signs = 1
    eve = someone("Eve")
    behind = key.sign(eve.ask("POST", "/api/sign-in/options"), eve.address)
    assert refusal(eve, "POST", "/api/sign-in", {"credential": behind}) == (403, "bad-passkey")


@pytest.mark.parametrize("junk", [{}, {"response": 3}, {"response": {"clientDataJSON": "\u2603"}}, {"id": ["x"], "rawId": None}])
def test_junk_is_no_passkey(someone: Someone, junk: Json) -> None:
    assert refusal(someone("Eve"), "POST", "/api/sign-in", {"credential": junk})[0] == 403


def test_links_and_codes_are_whole_or_nothing(someone: Someone) -> None:
    ada, eve = someone("Ada"), someone("Eve")
    code = kept_by_code(ada)
    link = ada.ask("POST", "/api/me/link")["link"].partition("=")[2]
    for tampered in (link[:-1], link + "A", link.swapcase(), "", "../../etc"):
        assert refusal(eve, "POST", "/api/sign-in", {"link": tampered}) == (403, "bad-device-link"), tampered
    wrong = code[:9] + str(new_code())[9:]
    for tampered in (code[:-1], wrong, str(new_code()), "", "\u2603" * 24):
        assert refusal(eve, "POST", "/api/sign-in", {"code": tampered}) == (403, "bad-code"), tampered
    assert refusal(eve, "POST", "/api/sign-in", {}) == (422, "bad-body")
    assert refusal(eve, "POST", "/api/sign-in", {"code": code, "link": link}) == (422, "bad-body")
    assert signed_in(eve, link=link)["id"] == ada.id, "what was not it has not spoilt it"


def test_links_and_challenges_have_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    late, origin = [0], "http://localhost:8080"
    monkeypatch.setattr(identity, "now_ms", lambda: now_ms() + 1000 * late[0])

    async def check() -> None:
        async with open_house() as house:
            people, key = Identity(house), Authenticator()
            ada = await house.guests.change(replace(await house.guests.welcome(), nickname="Ada"))
            made = key.make(await people.to_make_passkey(ada, origin), origin)
            late[0] = CHALLENGE_SECONDS + 1
            with pytest.raises(HouseError, match="too late"):
                await people.take_passkey(ada, origin, made, "")
            await people.make_code(ada)
            ada = await house.guests.find(ada.id) or ada
            link = await people.make_link(ada)
            late[0] += LINK_SECONDS + 1
            with pytest.raises(HouseError, match="too old"):
                await people.by_link(link)

    run(check())


def test_of_many_who_use_a_link_at_once_one_gets_in() -> None:
    async def check() -> None:
        async with open_house() as house:
            people = Identity(house)
            ada = await house.guests.change(replace(await house.guests.welcome(), nickname="Ada"))
            await people.make_code(ada)
            link = await people.make_link(await house.guests.find(ada.id) or ada)
            got = await asyncio.gather(*(people.by_link(link) for _ in range(9)), return_exceptions=True)
            assert sum(isinstance(one, HouseError) for one in got) == 8

    run(check())


def test_the_last_way_back_stays(someone: Someone) -> None:
    ada, key = someone("Ada"), Authenticator()
    kept_by_passkey(ada, key)
    mine = ada.get("/api/me/identity")["passkeys"]
    assert [one["host"] for one in mine] == ["localhost"]
    assert refusal(ada, "DELETE", f"/api/me/passkeys/{mine[0]['id']}") == (409, "last-way")
    kept_by_code(ada)
    ada.ask("DELETE", f"/api/me/passkeys/{mine[0]['id']}")
    assert ada.get("/api/me/identity")["passkeys"] == []
    eve = someone("Eve")
    removed = key.sign(eve.ask("POST", "/api/sign-in/options"), eve.address)
    assert refusal(eve, "POST", "/api/sign-in", {"credential": removed}) == (403, "bad-passkey")


def test_where_passkeys_cannot_work_it_is_said(server: Server, guest: Guest) -> None:
    ada = guest(server, unheard("Ada"))
    assert ada.get("/api/me/identity")["possible"] == "no-name", "a number is no name"
    ada.ask("POST", "/api/me/sessions")
    assert refusal(ada, "POST", "/api/me/passkeys/options") == (409, "no-passkeys")
    assert refusal(ada, "POST", "/api/sign-in/options") == (409, "no-passkeys")
    assert where("http://laptop.local:8080")[1] == "no-https"
    assert where("https://games.example.org") == ("games.example.org", "yes")


def test_a_server_without_the_extra_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "passkeys", ("webauthn_is_not_here",))
    assert where("https://games.example.org")[1] == "not-installed"
    with pytest.raises(HouseError, match=r'pip install "tessela\[passkeys\]"'):
        host_for("https://games.example.org")


# What is kept of it


def test_somebody_who_is_forgotten_is_in_no_table_any_more(own_server: Server, guest: Guest) -> None:
    ada, key = guest(at_localhost(own_server), "Ada Lovelace"), Authenticator()
    kept_by_passkey(ada, key)
    code = kept_by_code(ada)
    ada.ask("POST", "/api/me/link")
    signed_in_by(guest(at_localhost(own_server), "X"), key)
    told = ada.get("/api/me/export")
    stored = rows_naming(own_server, ada.id)
    assert sorted(stored) == ["guest", "passkey", "session", "ticket"]
    text = str(told)
    for row in (row for rows in stored.values() for row in rows):
        for column, value in row.items():
            shown = value.hex() if isinstance(value, bytes) else str(value)
            assert column == "code_hash" or value is None or shown in text, f"{column} is not in the export"
    ada.ask("DELETE", "/api/me")
    own_server.stop()
    with closing(sqlite3.connect(own_server.folder / FILE)) as connection:
        dump = "\n".join(connection.iterdump())
    passkey = told["passkeys"][0]["id"]
    for trace in (ada.id, "Lovelace", "adalovelace", passkey, code[:4] + code[5:9], *(one["id"] for one in told["sessions"])):
        assert trace not in dump
    log = own_server.errors.read_text()
    assert ada.id not in log
    assert code not in log


def rows_naming(server: Server, guest: str) -> dict[str, list[Json]]:
    """The rows of every table that have the id of a guest in one of their columns."""
    with closing(sqlite3.connect(f"file:{server.folder / FILE}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")] for table in tables}
    named = {table: [row for row in some if guest in row.values()] for table, some in rows.items()}
    return {table: some for table, some in named.items() if some}


def test_nobody_needs_to_keep_anything(someone: Someone) -> None:
    ada = someone("Ada")
    known = ada.get("/api/me/identity")
    assert (known["kept"], known["code"], known["passkeys"], known["sessions"]) == (None, False, [], [])
