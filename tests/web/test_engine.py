"""The engine of the built pages in a real browser, on a page and in its worker: the same games and trees as here, bit by bit."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests import equality
from tests.web.conftest import Watched

REPOSITORY = Path(__file__).parents[2]
STATIC = REPOSITORY / "src/tessela/server/static"
GAMES, TREES = 2, 3
LONG_GAMES, LONG_TREES = 1_000, 40

# What the tests say to the page, which has `engine` and `walk` as its own modules
ON_THE_PAGE = "async ([games, trees]) => [...walk.lines(await both(), games, trees)]"
IN_THE_WORKER = """async ([games, trees]) => {
  const client = new engine.EngineClient(), lines = await client.walk({ games, trees });
  client.close();
  return lines;
}"""
SEARCHES = """async () => {
  const { azul } = await both(), client = new engine.EngineClient(), stop = new AbortController(), told = [];
  const state = azul.deal(azul.setUp({ players: 2, wall: 'coloured', jokers: false }, 5n));
  const asked = { game: 'azul', state, seat: azul.toMove(state), seed: 1n };
  const onProgress = (thoughts) => told.push(thoughts.simulations) === 3 && stop.abort();
  const stopped = await client.search(
    { ...asked, budget: { milliseconds: 60_000 } }, { every: 30, signal: stop.signal, onProgress });
  const timed = await client.search({ ...asked, budget: { milliseconds: 200 } });
  const counted = await client.search({ ...asked, budget: { simulations: 1000 } });
  const here = azul.search(state, asked.seat, 1n);
  here.grow(1000);
  const wrong = await client.search({ ...asked, seat: 9, budget: { simulations: 1 } }).catch(String);
  const left = client.search({ ...asked, budget: { milliseconds: 60_000 } }).catch(String);
  client.close();
  return { stopped, told, timed, counted, here: here.root(), wrong, closed: await left, legal: azul.legal(state).length };
}"""
LOADS = """async (inWorker) => {
  if (!inWorker) return engine.engineOf('duel').then((duel) => duel.game, String);
  const client = new engine.EngineClient();
  const asked = { game: 'duel', state: new Uint8Array(440), seat: 0, seed: 1, budget: { simulations: 1 } };
  const said = await client.search(asked).then(() => 'done', String);
  client.close();
  return said;
}"""


def asset(name: str) -> str:
    """The address of a file of the build, whose name ends in a hash."""
    (found,) = [path for path in (STATIC / "assets").iterdir() if re.fullmatch(rf"{name}-[\w-]{{8}}\.\w+", path.name)]
    return f"/assets/{found.name}"


def with_engine(pages: Watched) -> Page:
    """A page that has imported the engine, but nothing more."""
    page = pages.open()
    page.evaluate(
        """async ([engine, walk]) => {
          [window.engine, window.walk] = [await import(engine), await import(walk)];
          window.both = async () => ({ azul: await window.engine.engineOf('azul'), duel: await window.engine.engineOf('duel') });
        }""",
        [asset("engine"), asset("walk")],
    )
    return page


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """What Python makes of the games and trees."""
    return list(equality.lines(GAMES, TREES))


@pytest.mark.parametrize("script", [ON_THE_PAGE, IN_THE_WORKER], ids=["page", "worker"])
def test_the_browser_plays_and_searches_as_python_does(pages: Watched, lines: list[str], script: str) -> None:
    assert with_engine(pages).evaluate(script, [GAMES, TREES]) == lines


def test_a_search_in_the_worker_can_be_watched_stopped_and_followed_by_others(pages: Watched) -> None:
    found: dict[str, Any] = with_engine(pages).evaluate(SEARCHES)
    assert found["stopped"]["stopped"]
    assert len(found["told"]) >= 3
    assert found["told"] == sorted(found["told"])
    assert not found["timed"]["stopped"]
    assert found["timed"]["milliseconds"] >= 200
    assert found["timed"]["simulations"] > 0
    assert found["counted"]["simulations"] == 1_001
    assert found["counted"]["candidates"] == found["here"], "the worker thinks what the page thinks"
    assert len(found["here"]) == found["legal"]
    assert found["wrong"] == "EngineError: there is no seat 9"
    assert found["closed"] == "EngineError: the engine was closed"


def test_it_is_fetched_by_those_who_ask_for_it(pages: Watched) -> None:
    page = pages.open("/")
    asked: list[str] = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    assert not [path for path in asked if re.search(r"engine|walk|worker|kernels|\.wasm|\.nets", path)]
    page = with_engine(pages)
    with page.expect_response(re.compile(r"\.wasm$")) as module, page.expect_response(re.compile(r"\.nets$")) as nets:
        assert page.evaluate(LOADS, False) == "duel"
    assert module.value.headers["content-type"] == "application/wasm"
    assert nets.value.headers["content-type"] == "application/octet-stream"
    assert {answer.value.headers["content-encoding"] for answer in (module, nets)} == {"gzip"}
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /azul-.*(wasm|nets)/.test(name))")


@pytest.mark.parametrize("in_worker", [False, True], ids=["page", "worker"])
def test_an_engine_that_cannot_be_loaded_says_so(pages: Watched, in_worker: bool) -> None:
    pages.expected = ("404",)
    page = with_engine(pages)
    page.context.route(re.compile(r"\.wasm$"), lambda route: route.fulfill(status=404))
    said = page.evaluate(LOADS, in_worker)
    assert re.fullmatch(
        r"EngineError: the engine of duel could not be loaded: /assets/duel-\S+\.wasm was answered with 404", said
    )
    page.context.unroute_all()
    if not in_worker:
        assert page.evaluate(LOADS, False) == "duel", "whoever asks again is given it"


def test_a_server_that_does_not_know_webassembly_is_good_enough(pages: Watched) -> None:
    def plain(route: Route) -> None:
        route.fulfill(response=route.fetch(), headers={"content-type": "text/plain"})

    page = with_engine(pages)
    page.context.route(re.compile(r"\.wasm$"), plain)
    assert page.evaluate(LOADS, False) == "duel"


@pytest.mark.long
def test_node_plays_a_thousand_games_of_every_variant_as_python_does() -> None:
    command = ["node", "scripts/equality.mjs", str(LONG_GAMES), str(LONG_TREES)]
    with subprocess.Popen(command, cwd=REPOSITORY / "web", stdout=subprocess.PIPE, text=True) as node:
        ours = list(equality.lines(LONG_GAMES, LONG_TREES))
        assert node.stdout is not None
        theirs = node.stdout.read().splitlines()
    assert node.returncode == 0
    assert theirs == ours
    assert len(ours) == 60 + 2 * LONG_TREES
