"""Whole games over real sockets: people who know no rules and choose from their legal lists."""

import asyncio
import random
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
from bench.crowd import Figures, Match

from tests.patience import PATIENCE
from tests.server.conftest import Server
from tests.server.people import Person, choice
from tests.variants import VARIANTS

Meet = Callable[[str], Person]


MOST_MOVES = 1500  # on the grey wall a game of chance may never end: then another is played


async def whole_game(server: Server, http: httpx.AsyncClient, variant: str, first: int = 0) -> None:
    """Play a variant to its end, then look at its record and its replay."""
    game, options = VARIANTS[variant]
    figures = Figures()
    async with await Match.begin(server.address, http, len(variant) + 100 * first, game, **options) as match:
        await match.play_on(figures, most=MOST_MOVES)
        assert figures.errors == []
        if not match.over and first < 5:
            await whole_game(server, http, variant, first + 1)
            return
        assert match.over, variant
        for tab in match.tabs:
            if not tab.over:
                await tab.until(lambda told: told.kind == "ended")
    anybody = match.people[0]
    assert (await anybody.ask("GET", f"/api/tables/{match.table}"))["status"] == "over"
    record = await anybody.ask("GET", f"/api/records/{match.table}")
    assert len(record["moves"]) == len(match.stored)
    replay = await anybody.ask("GET", f"/api/replays/{match.table}")
    assert [frame["move"] for frame in replay["frames"]] == record["moves"]
    assert replay["ending"]["scores"] == record["result"]["scores"]


def test_whole_games_of_every_variant(server: Server) -> None:
    async def all_of_them() -> None:
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(timeout=PATIENCE, cookies=no_cookies) as http,
            asyncio.TaskGroup() as games,
        ):
            for variant in VARIANTS:
                games.create_task(whole_game(server, http, variant))

    asyncio.run(all_of_them())


def test_bots_play_each_other(person: Meet) -> None:
    ada = person("Ada")
    tab = ada.sit(ada.new_table("azul", "bot:mason bot:sprout"))
    while tab.ending is None:
        tab.hear()
    assert tab.legal == []


def test_a_person_plays_a_bot(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(5)
    tab = ada.sit(ada.new_table("duel", "me bot:glazier"))
    for _ in range(12):
        while not tab.legal:
            tab.hear()
        tab.play(choice(tab.legal, dice))
        tab.legal = []
    assert {frame["seat"] for frame in tab.frames if frame["kind"] == "happened"} == {0, 1}


def test_two_people_at_one_screen(person: Meet) -> None:
    ada, dice = person("Ada"), random.Random(6)
    tab = ada.sit(ada.new_table("duel", "me here"))
    assert tab.mine == [0, 1]
    for _ in range(30):
        assert tab.view is not None
        assert tab.view["seat"] == tab.view["to_move"], "one looks with the eyes of whose turn it is"
        tab.play(choice(tab.legal, dice))
        tab.until("happened")
