"""What somebody has played: all of it, page by page, from this version and from earlier ones; statistics and profiles."""

import asyncio
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tessela.server import seating
from tessela.server.frames import Resign
from tessela.server.history import PAGE, Histories, Wanted
from tessela.server.house import House, HouseError
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.played import over_at
from tessela.server.results import PlayedRow, Sought
from tessela.server.reviews import accuracy_in
from tessela.server.sqlite_store import FILE, SqliteStore
from tessela.server.statistics import Figures
from tessela.server.table import Table
from tests.server.conftest import Guest, Server
from tests.server.room import open_house, play, run, until
from tests.server.sample import ADA, BOB, SAMPLES
from tests.variants import choose


async def finished(house: House, seats: str = "me open", game: str = "azul", **more: Any) -> Table:
    """A game of Ada with Bob or with bots that was played to its end, at random where people are to move."""
    wishes = [SeatWish(who.split(":")[0], who.split(":")[1] if ":" in who else None) for who in seats.split()]  # type: ignore[arg-type]
    for guest in (ADA, BOB):
        await house.store.save_guest(guest)
    table = await seating.create(house, ADA, NewTable(game, wishes, **more))
    if table.row.status == "waiting":
        await seating.join(house, table, BOB, Joining(table.row.invitation))
    dice = random.Random(4)
    while table.course and not table.course.is_over:
        if table.bot_to_move():
            await asyncio.sleep(0)
        else:
            await play(table, choose(table.course.game, dice, 2))
    return table


async def resigned(house: House) -> Table:
    for guest in (ADA, BOB):
        await house.store.save_guest(guest)
    table = await seating.create(house, ADA, NewTable("azul", [SeatWish("me"), SeatWish("open")]))
    await seating.join(house, table, BOB, Joining(table.row.invitation))
    await table.resign([0], Resign(0, "r"))
    return table


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_finished_game_tells_how_everybody_did(game: str) -> None:
    async def look() -> None:
        async with open_house() as house:
            table = await finished(house, game=game)
            histories = Histories(house)
            for guest in (ADA, BOB):
                (told,) = (await histories.page(guest.id, Wanted())).games
                seat = table.row.seats.index(next(one for one in table.row.seats if guest.id in one.guests))
                assert table.course is not None
                assert (told.id, told.seat, told.scores) == (table.row.id, seat, list(table.course.game.scores))
                assert (told.result in ("won", "shared")) == (seat in (table.row.winners or []))
                assert [one.name for one in told.seats] == [one.name for one in table.row.seats]
                assert told.picture is not None
                assert told.picture.board == table.course.game.view(None)["boards"][seat]
            rows = [await house.store.played_in(guest.id, game, 9) for guest in (ADA, BOB)]
            for (row,) in rows:
                assert sum((row.kinds or {}).values()) == row.score, "the kinds of points add up"

    run(look())


def test_pages_and_filters() -> None:
    async def look() -> None:
        async with open_house() as house:
            rows = [
                PlayedRow(
                    ADA.id, f"t{n:02}", 0, "azul" if n % 2 else "duel", n // 2, "won" if n % 3 else "lost", n % 5 == 0, n, ()
                )
                for n in range(3 * PAGE)
            ]
            await house.store.save_played(rows)
            seen: list[str] = []
            before = None
            for _ in range(3):
                page = await house.store.played(ADA.id, Sought(before=before), PAGE)
                seen += [row.table for row in page]
                before = page[-1].at, page[-1].table
            assert seen == [row.table for row in sorted(rows, key=lambda row: (row.at, row.table), reverse=True)]
            for sought, expected in (
                (Sought(game="duel"), [row for row in rows if row.game == "duel"]),
                (Sought(result="lost"), [row for row in rows if row.result == "lost"]),
                (Sought(rated=True, game="azul"), [row for row in rows if row.rated and row.game == "azul"]),
            ):
                assert {row.table for row in await house.store.played(ADA.id, sought, 99)} == {row.table for row in expected}

    run(look())


def test_an_opponent_is_asked_for_by_a_game_with_them(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_house(SqliteStore(tmp_path)) as house:
            with_bob = await resigned(house)
            await finished(house, "me bot:sprout")
            histories = Histories(house)
            both = (await histories.page(ADA.id, Wanted())).games
            keys = [next(seat.key for seat in game.seats if seat.key) for game in both]
            assert keys == ["bot:sprout", f"{with_bob.row.id}.{1 - both[1].seat}"]
            for key, game in zip(keys, both, strict=True):
                assert [one.id for one in (await histories.page(ADA.id, Wanted(other=key))).games] == [game.id]
            with pytest.raises(HouseError, match="you have not played with anybody"):
                await histories.page("somebody", Wanted(other=keys[1]))

    run(look())


def test_games_of_an_earlier_version_are_there_and_looked_through(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "version-3.db", tmp_path / FILE)

    async def look() -> None:
        async with open_house(SqliteStore(tmp_path)) as house:
            histories = Histories(house)
            (told,) = (await histories.page(ADA.id, Wanted())).games
            assert (told.game, [seat.name for seat in told.seats]) == ("azul", ["Ada", "Bob"])
            assert not told.rated
            await until(lambda: not histories._looking)
            (again,) = (await histories.page(ADA.id, Wanted())).games
            assert again.picture is not None
            figures = await Figures(house, histories).of(ADA.id, "azul")
            assert (figures.all.games, figures.waiting) == (1, 0)
            assert figures.kinds["tiles"] > 0
            assert [window.score for window in figures.windows] == [again.scores[again.seat]]

    run(look())


def test_statistics_count_what_was_played(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_house(SqliteStore(tmp_path)) as house:
            lost = await resigned(house)
            games = [await finished(house, "me bot:sprout", rated=True, clock=Clock("live", 600)) for _ in range(2)]
            one_screen = await finished(house, "me here")
            figures = await Figures(house, Histories(house)).of(ADA.id, "azul")
            rows = {row.table: row for row in await house.store.played_in(ADA.id, "azul", 9)}
            assert rows[one_screen.row.id].result == "both"
            mine = [rows[table.row.id] for table in (lost, *games)]
            assert figures.all.games == 3
            assert figures.all.won == sum(row.result == "won" for row in mine)
            assert figures.all.best == max(row.score for row in mine)
            (level,) = figures.levels
            assert (level.level, level.games) == ("sprout", 2)
            (person,) = figures.people
            assert (person.name, person.games) == ("Bob", 1)
            (rating,) = figures.ratings
            assert (rating.pace, rating.games, rating.provisional, len(rating.curve)) == ("live", 2, True, 2)
            assert rating.curve[-1].value == rating.value
            assert rating.month == rating.value - 1200

    run(look())


def test_a_review_that_is_kept_tells_how_well_one_played() -> None:
    async def look() -> None:
        async with open_house() as house:
            table = await resigned(house)
            review = b'{"accuracy": [{"seat": 0, "value": 81.5, "rounds": [], "counts": {}, "lost": 0.2}]}'
            await house.store.save_accuracy(table.row.id, accuracy_in(review))
            first = table.row.seats[0].guests[0]
            (row,) = await house.store.played_in(first, "azul", 9)
            assert row.accuracy == 81.5
            figures = await Figures(house, Histories(house)).of(first, "azul")
            assert [point.value for point in figures.accuracy] == [81.5]
            assert accuracy_in(b"{}") == {}

    run(look())


def test_a_lesson_is_no_game() -> None:
    async def look() -> None:
        async with open_house() as house:
            table = await resigned(house)
            table.row.lesson = "azul-tiling"
            (row, *_) = over_at(table.row, 1, table.course).played
            await house.store.save_played([row])
            assert await house.store.played(row.guest, Sought(), 9) == []
            assert await house.store.played_in(row.guest, "azul", 9) == []

    run(look())


def test_history_over_http(server: Server, guest: Guest) -> None:
    """A rated flag that is forged, a hint by HTTP, a record as a rated game; filters, bad values, profiles."""
    ada, bob = guest(server, "Ada of history"), guest(server, "Bob of history")
    table = ada.new_table(seats="me bot:sprout", clock={"pace": "live", "seconds": 600}, rated=True)
    assert table["rated"]
    for path, body in (("review", None), ("look", {"ply": 0, "moves": [None]}), ("try", {"ply": 0, "move": "x"})):
        answer = ada.http.request("POST" if body else "GET", f"/api/replays/{table['id']}/{path}", json=body)
        assert (answer.status_code, answer.json()["error"]) == (409, "not-over"), path
    tab = ada.sit(table)
    for kind in ("hint", "count", "look"):
        tab.say(kind=kind, version=tab.version)
        refusal = tab.until("refused")
        assert refusal["reason"] == "not-allowed" or refusal["reason"] == "not-your-turn", refusal
    tab.say(kind="resign", version=tab.version, id="r")
    tab.until("ended")
    (game,) = ada.get("/api/me/history")["games"]
    assert (game["id"], game["rated"], game["result"]) == (table["id"], True, "lost")
    assert game["change"] < 0
    (moved,) = bob.get(f"/api/tables/{table['id']}/ratings")
    assert (moved["after"] - moved["before"], moved["provisional"]) == (game["change"], True)
    for query, count in (("game=azul", 1), ("game=duel", 0), ("result=won", 0), ("rated=yes", 1), ("other=bot:sprout", 1)):
        assert len(ada.get(f"/api/me/history?{query}")["games"]) == count, query
    for query, word in (
        ("game=chess", "bad-game"),
        ("result=x", "bad-result"),
        ("rated=1", "bad-rated"),
        ("before=x", "bad-page"),
    ):
        answer = ada.http.get(f"/api/me/history?{query}")
        assert (answer.status_code, answer.json()["error"]) == (422, word)
    assert bob.get("/api/me/history") == {"games": [], "next": None}
    record = {**ada.get(f"/api/records/{table['id']}"), "rated": True}
    brought = bob.http.post("/api/records", json=record)
    assert brought.status_code in (201, 422)
    assert bob.get("/api/me/statistics/azul")["ratings"] == []
    forged = {"ply": 0, "seats": [{"who": "me"}, {"who": "bot"}], "rated": True}
    assert bob.http.post(f"/api/replays/{table['id']}/play", json=forged).status_code == 422
    assert bob.http.get("/api/me/statistics/chess").status_code == 404


def test_a_profile_is_there_for_who_wants_it(server: Server, guest: Guest) -> None:
    ada, bob = guest(server, "Ada of profiles"), guest(server, "Bob")
    assert ada.get("/api/me/profile") == {"public": False}
    refused = ada.http.patch("/api/me/profile", json={"public": True})
    assert (refused.status_code, refused.json()["error"]) == (409, "not-kept")
    ada.ask("POST", "/api/me/sessions")
    ada.ask("POST", "/api/me/code")
    path = "/api/players/ADA of  profiles"
    assert bob.http.get(path).status_code == 404
    ada.ask("PATCH", "/api/me/profile", {"public": True})
    told = bob.get(f"{path}?game=duel")
    assert (told["name"], told["statistics"]["game"], told["statistics"]["people"]) == ("Ada of profiles", "duel", [])
    ada.ask("PATCH", "/api/me/profile", {"public": False})
    assert bob.http.get(path).json()["error"] == "no-player"


def test_a_public_profile_names_nobody_else(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_house(SqliteStore(tmp_path)) as house:
            await finished(house)
            shown = await Figures(house, Histories(house)).shown(ADA.id, "azul")
            assert shown.all.games == 1
            assert (shown.people, shown.accuracy) == ([], [])
            assert [window.id for window in shown.windows] == [None]

    run(look())
