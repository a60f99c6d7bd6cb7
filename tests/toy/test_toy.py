"""A third game, of one row a layer, plays in all of them: rules, game, records, arena, server."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest
from httpx import HTTPStatusError

from tessela import Game, Move, MoveSyntaxError, OptionError, RecordError
from tessela.arena.log import Log, read_log
from tessela.arena.matchfile import match_of, read_match_file
from tessela.arena.run import begin, number_of_games, play_on
from tessela.arena.workers import LocalWorkers
from tessela.bots.registry import make_bot, opponents
from tessela.cli.games import table_module
from tessela.cli.perft import count
from tessela.compiled import sources
from tessela.compiled.engine import engine
from tessela.compiled.native import Native
from tessela.game.encoding import schema
from tessela.game.record import load, replay, save, verify
from tessela.game.registry import RULESETS
from tessela.rules import kernels
from tessela.rules.games import GAMES
from tests import toy
from tests.server.conftest import Server
from tests.server.people import Person, Tab
from tests.toy.digest import digest
from tests.toy.rules import HEAP, STATE
from tests.toy.ruleset import FavouriteKept

ROOT = Path(__file__).parents[2]
UNKNOWN_TO_BOTS = "this bot does not know the game 'toy'; it knows azul, duel"


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with toy.known():
        yield


def walk(seed: int) -> Iterator[Game]:
    """The positions of one random game."""
    game = Game("toy", players=2 + seed % 2, seed=seed)
    dice = random.Random(seed)
    yield game
    while not game.is_over:
        game.play(dice.choice(game.legal_moves()))
        yield game


# Rules


def test_every_layer_has_the_games_of_the_package_and_for_now_the_toy() -> None:
    assert list(GAMES) == list(RULESETS) == [*sources.games(), "toy"]


def test_the_library_leaves_the_toy_to_plain_python_and_knows_other_states_from_its_own() -> None:
    assert isinstance(engine(), Native)
    states = np.zeros(1, STATE).view(np.recarray)
    assert kernels.list_moves_of(states, 0, np.zeros(kernels.MAX_MOVES, np.int16)) == 0
    strange = np.zeros(1, np.dtype([(name, np.int64) for name in STATE.names or ()])).view(np.recarray)
    with pytest.raises(TypeError, match="takes the states of a game"):
        kernels.list_moves_of(strange, 0, np.zeros(kernels.MAX_MOVES, np.int16))


@pytest.mark.parametrize("way", ["python", "jit"])
def test_its_bytes_are_the_same_whichever_way_kernels_run(way: str, tmp_path: Path) -> None:
    environment = {**os.environ, "TESSELA_KERNELS": way, "TESSELA_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "tests.toy.digest", "5"]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout.strip(), ran.returncode) == (digest(5), 0), ran.stderr


def test_perft_counts_its_decisions() -> None:
    game = Game("toy", chance={"first_player": 0, "favourites": "BR", "deals": [{"heap": "BBBBR"}]})
    assert count(game, 1) == 4 == len(game.legal_moves())
    assert count(game, 2) == 2 + sum(len(after(game, move).legal_moves()) for move in game.legal_moves() if move != "swap")


def after(game: Game, move: str) -> Game:
    twin = game.copy()
    twin.play(move)
    return twin


# Game


@pytest.mark.parametrize("seed", range(6))
def test_a_game_goes_from_deal_to_end_and_back(seed: int) -> None:
    *_, game = walk(seed)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.scores == game.scores
    assert [sum(part.values()) for part in outcome.breakdown] == list(game.scores)
    assert [len(deal["heap"]) for deal in game.deals] == [HEAP, HEAP]
    while game.moves:
        game.undo()
    assert game.state() == Game("toy", players=game.players, seed=seed).state()


@pytest.mark.parametrize("seed", range(4))
def test_positions_views_lines_and_diagrams_read_as_they_are_written(seed: int) -> None:
    for game in walk(seed):
        assert Game.from_state(game.state()).state() == game.state()
        assert Game.from_text(game.text()).state() == game.state()
        if not game.is_over:
            view = game.view(game.turn)
            assert Game.from_view(view, seed=5).view(game.turn) == view
            assert Game.from_diagram(str(game)).view(None) == game.view(None)


def test_moves_have_one_notation_beside_those_of_the_others() -> None:
    assert [Move.parse(text) for text in ("TAKE 2 b", "swap", "keepR", "3b>2")] == ["take 2B", "swap", "keep R", "3B>2"]
    with pytest.raises(MoveSyntaxError, match="'take 2B'"):
        Move.parse("e2e4")


def test_decisions_have_numbers_and_observations_a_layout() -> None:
    game = Game("toy", seed=1)
    assert np.flatnonzero(game.action_mask()).tolist() == sorted(game.legal_actions())
    assert len(game.observation(0)) == sum(size for _, size in schema("toy")["observation"])
    assert schema("toy")["decisions"] == {"take": 0, "swap": 4, "keep": 5, "end": 7}


def test_a_favourite_is_a_secret_until_the_end() -> None:
    game = Game("toy", chance={"first_player": 0, "favourites": "BB", "deals": [{"heap": "BBBRR"}]})
    game.play("swap")
    (kept,) = game.play("keep R")
    assert kept.seen_by(0) == kept == FavouriteKept(0, "R")
    assert kept.seen_by(1) == kept.seen_by(None) == FavouriteKept(0, None)
    seen = ["".join(board["favourite"] for board in game.view(seat)["boards"]) for seat in (0, 1, None)]
    assert seen == ["R?", "?B", "??"]
    guesses = {Game.from_view(game.view(1), seed=seed).state()["boards"][0]["favourite"] for seed in range(20)}
    assert guesses == {"B", "R"}


# Records


def test_a_record_is_saved_loaded_verified_and_replayed(tmp_path: Path) -> None:
    *_, game = walk(3)
    path = tmp_path / "toy.json"
    save(game, path)
    assert load(path).state()["boards"] == game.state()["boards"]
    assert replay(game.record(), 2).moves == game.moves[:2]
    spoilt = {**game.record(), "chance": {**game.record()["chance"], "pile": []}}
    with pytest.raises(RecordError, match="deals, favourites, first_player"):
        verify(spoilt)


def test_a_record_of_a_game_that_is_not_there_names_those_there_are() -> None:
    *_, game = walk(1)
    with pytest.raises(RecordError, match="there is no game 'chess'; games are azul, duel, toy"):
        verify({**game.record(), "game": "chess"})


# Arena


def test_a_match_is_played_logged_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text('bots = ["a=random", "b=random"]\ngame = "toy"\nplayers = 2\ngames = 4\n')
    match, path = match_of(read_match_file(file)), tmp_path / "match.jsonl"
    for _ in range(2):
        with LocalWorkers() as workers, Log(path, match) as log:
            standings = begin(match, log)
            play_on(standings, workers, log)
        assert standings.games == number_of_games(match) == 4
    for played in read_log(path):
        assert played.end == "over"
        assert verify(played.record).name == "toy"


def test_only_who_needs_to_know_nothing_plays_a_game_that_bots_do_not_know() -> None:
    assert opponents("toy") == ("random",)
    game = Game("toy", seed=2)
    assert make_bot("random").choose(game.view(game.turn)).move in game.legal_moves()
    with pytest.raises(OptionError, match=UNKNOWN_TO_BOTS):
        make_bot("greedy").choose(game.view(game.turn))


# Server


class ToyServer(Server):
    program = (sys.executable, "-m", "tests.toy.command")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    running = ToyServer(tmp_path / "data", "--no-limits", "--bot-pace", "0").start()
    yield running
    running.stop()


def play_to(tabs: list[Tab], dice: random.Random, version: int) -> None:
    """Play until a version is reached or the game is over; bots play for themselves."""
    while tabs[0].version < version and not tabs[0].ending:
        mover = next((tab for tab in tabs if tab.legal), None)
        if mover is not None:
            mover.play(dice.choice(mover.legal))
        before = tabs[0].version
        for tab in tabs:
            while tab.version == before:
                tab.hear()
            while tab.view and tab.to_move is None and not tab.ending:
                tab.hear()


def test_a_person_plays_a_bot_across_a_restart(server: Server) -> None:
    with ExitStack() as leaving:
        ada = leaving.enter_context(closing(Person(server.address, "Ada")))
        catalogue = ada.get("/api/catalogue")
        assert list(catalogue["games"]) == ["azul", "duel", "toy"]
        assert catalogue["games"]["toy"] == {"players": [2, 3]}
        table = ada.new_table("toy", "me bot")
        assert (table["game"], table["options"]["players"], table["seats"][1]["level"]) == ("toy", 2, "random")
        tab = ada.sit(table)
        play_to([tab], random.Random(1), 4)
        while not tab.legal:
            tab.hear()
        version = tab.version
        tab.say(kind="look", version=version, move=tab.legal[0])
        assert tab.until("looked")["events"][0]["seat"] == tab.mine[0]
        tab.say(kind="hint", version=version)
        assert tab.until("refused")["text"] == UNKNOWN_TO_BOTS
        by_the_bot = next(line["version"] for line in reversed(tab.frames) if line.get("seat") == 1 and line["move"])
        tab.say(kind="explain", version=by_the_bot)
        assert tab.until("refused")["text"] == "there are no reasons for moves of 'toy'; there are for those of azul, duel"
        before = tab.view
        tab.close()
        server.kill()
        server.start(server.port)
        tab = ada.sit(table)
        assert (tab.version, tab.view) == (version, before)
        play_to([tab], random.Random(2), 1000)
        assert tab.ending is not None
        record = ada.get(f"/api/records/{table['id']}")
        assert verify(record).outcome is not None
        assert len(ada.get(f"/api/replays/{table['id']}")["frames"]) == len(record["moves"])
        review = ada.http.get(f"/api/replays/{table['id']}/review")
        assert (review.status_code, review.json()["text"]) == (422, UNKNOWN_TO_BOTS)
        assert "Traceback" not in server.errors.read_text()
        assert "bot-failed" not in server.errors.read_text()


def test_secrets_stay_with_their_seat(server: Server) -> None:
    with ExitStack() as leaving:
        ada, ben, eve = (leaving.enter_context(closing(Person(server.address, name))) for name in ("Ada", "Ben", "Eve"))
        table = ada.new_table("toy", "me open")
        ben.join(table)
        tabs = [ada.sit(table), ben.sit(table), eve.sit(table)]
        for move in ("swap", "keep B"):
            mover = next(tab for tab in tabs if tab.legal)
            version = mover.version + 1
            mover.play(move)
            for tab in tabs:
                tab.until("happened", version=version)
        assert [tab.frames[-1]["move"] for tab in tabs if tab is not mover] == [None, None]
        assert mover.frames[-1]["move"] == "keep B"
        assert mover.frames[-1]["events"][0]["colour"] == "B"
        for tab in tabs:
            favourites = [board["favourite"] for board in tab.view["boards"]] if tab.view else []
            assert [seat for seat, colour in enumerate(favourites) if colour != "?"] == tab.mine


def test_a_game_that_is_not_there_is_refused_in_one_line(server: Server, tmp_path: Path) -> None:
    with closing(Person(server.address, "Ada")) as ada:
        with pytest.raises(HTTPStatusError) as refusal:
            ada.new_table("chess", "me bot")
        assert refusal.value.response.status_code == 422
        assert refusal.value.response.json()["text"] == "there is no game 'chess'; games are azul, duel, toy"
        table = ada.new_table("toy", "me bot")
        record = verify(Game("toy", seed=1).record()).record()
        server.stop()
        plain = Server(server.folder, *server.options).start(server.port)
        try:
            for method, path, body in (
                ("GET", f"/api/tables/{table['id']}", None),
                ("POST", "/api/records", record),
            ):
                answer = ada.http.request(method, path, json=body)
                assert answer.status_code == 422, answer.text
                assert "there is no game 'toy'" in answer.json()["text"]
                assert "games are azul, duel" in answer.json()["text"]
            assert [mine["game"] for mine in ada.get("/api/me/tables")] == ["toy"]
            assert "Traceback" not in plain.errors.read_text()
        finally:
            plain.stop()


# The terminal


def terminal(*arguments: str, typed: str = "") -> str:
    """What the command says; it must not complain."""
    command = [sys.executable, "-m", "tests.toy.command", *arguments]
    ran = subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_the_terminal_plays_replays_and_checks_it(tmp_path: Path) -> None:
    path = str(tmp_path / "toy.json")
    seats = ("--seat", "human:Ada", "--seat", "random")
    drawn = terminal("play", "toy", *seats, "--seed", "1", "--save", path, typed="help\nswap\nhelp\nkeep B\n")
    assert "Toy · round 1" in drawn
    assert "choose another favourite" in drawn
    assert "R is the favourite" in drawn
    assert "Ada swaps" in drawn
    assert "toy, " in terminal("verify", path)
    assert "Ada has another favourite" in terminal("replay", path, "--all")


def test_a_game_without_a_table_at_the_terminal_is_refused_in_one_line() -> None:
    with pytest.raises(OptionError, match="there is no table of toy at the terminal; games are azul, duel"):
        table_module("toy")
