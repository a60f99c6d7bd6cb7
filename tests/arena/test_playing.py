"""Playing matches: results, forfeits, logs, and going on."""

import json
import shlex
from dataclasses import replace

import msgspec
import pytest

from tessela.arena import playing, specs
from tessela.arena.log import Log, read_log
from tessela.arena.matchfile import match_of
from tessela.arena.report import notes
from tessela.arena.run import begin, check_bots, number_of_games, play_on
from tessela.arena.schedule import fixtures
from tessela.arena.workers import LocalWorkers, ProcessWorkers, local_workers
from tessela.bots.registry import make_bot
from tessela.game import Game, MoveSyntaxError, OptionError, RecordError
from tessela.game.record import verify


def match(*bots, **settings):
    return match_of({"bots": bots, **settings})


def played_by(workers, of_match):
    with workers:
        games = list(workers.play(fixtures(of_match)))
    return {game.key: game for game in games}


def run(of_match, path=None):
    """Play a match in this process; its standings."""
    with LocalWorkers() as workers:
        if path is None:
            standings = begin(of_match)
            play_on(standings, workers)
            return standings
        with Log(path, of_match) as log:
            standings = begin(of_match, log)
            play_on(standings, workers, log)
        return standings


def without_time(game):
    return msgspec.structs.replace(game, seconds=(), slowest=())


VARIANTS = [
    {"game": "azul"},
    {"game": "azul", "players": 3, "wall": "grey"},
    {"game": "azul", "players": 4, "jokers": True},
    {"game": "duel", "tablets": "random"},
]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_games_of_every_variant_have_records_that_verify(settings):
    games = played_by(LocalWorkers(), match("greedy", "random", games=2, **settings))
    for game in games.values():
        assert game.end == "over"
        end = verify(game.record)
        assert end.scores == game.scores
        assert end.outcome.winners == game.winners
        assert tuple(game.record["seats"]) == game.seats
        assert game.record["seed"] == game.seed
        assert sum(game.decisions) <= len(game.record["moves"])
    first, second = list(games.values())[:2]
    assert first.record["chance"]["deals"][0] == second.record["chance"]["deals"][0]
    assert first.record["chance"]["first_player"] == second.record["chance"]["first_player"]


def test_processes_play_the_same_games_as_this_one():
    pair = match("search@4", "random", games=6, seed=2)
    here = played_by(LocalWorkers(), pair)
    there = played_by(ProcessWorkers(2), pair)
    assert here.keys() == there.keys()
    assert all(without_time(there[key]) == without_time(game) for key, game in here.items())


def test_as_many_processes_as_needed():
    assert isinstance(local_workers(1, 100), LocalWorkers)
    assert isinstance(local_workers(None, 1), LocalWorkers)
    with pytest.raises(OptionError, match="processes"):
        local_workers(0, 100)


def test_standings_of_a_pair():
    standings = run(match("greedy", "random", games=8))
    pair = standings.pairs["greedy", "random"]
    assert (pair.games, pair.wins + pair.shared + pair.losses) == (8, 8)
    assert pair.score == standings.bots["greedy"].wins
    assert pair.score + standings.bots["random"].wins == 8
    assert sum(pair.pairs.values()) == 4
    assert pair.wins == 8
    assert pair.margin > 10
    assert standings.bots["greedy"].decisions > 0
    assert standings.bots["greedy"].slowest > 0


def test_a_round_robin_is_rated():
    standings = run(match("random", "greedy", "other=random", games=6, anchor="random"))
    rated = standings.ratings()
    assert next(iter(rated)) == "greedy"
    assert rated["random"].value == 0
    assert standings.games == number_of_games(standings.match) == 18


def test_a_table_of_different_bots():
    standings = run(match("random", "greedy", "other=random", players=3, schedule="table", games=6))
    assert standings.bots["greedy"].wins == 6
    assert all(bot.games == 6 for bot in standings.bots.values())
    assert next(iter(standings.ratings())) == "greedy"
    assert standings.pairs == {}


def test_a_test_stops_the_match_where_the_deals_in_order_decide(tmp_path):
    pair = match("greedy", "random", games=2000, sprt={"elo0": 0, "elo1": 200})
    standings = run(pair, tmp_path / "log")
    verdict = standings.trial.verdict
    assert verdict.accepted == "elo1"
    assert standings.games == 2 * verdict.deals < 100
    assert any("200 accepted" in note and "another seed" in note for note in notes(standings))
    again = run(pair, tmp_path / "log")
    assert again.games == standings.games
    assert again.trial.verdict == verdict


FAULTS = {"crash": "out of ideas", "hang": "no answer", "illegal": "illegal move", "text": "garbage", "protocol": "protocol 7"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_bot_forfeits_and_the_match_goes_on(misfit, fault):
    budget = "@0.02s" if fault == "hang" else ""
    bad = f"bad=cmd{budget}:{shlex.join(misfit(fault))}"
    games = played_by(LocalWorkers(), match("greedy", bad, games=2))
    assert len(games) == 2
    for game in games.values():
        seat = game.seats.index("bad")
        assert game.end == "forfeit"
        assert (game.forfeit.seat, game.forfeit.bot) == (seat, "bad")
        assert FAULTS[fault] in game.forfeit.reason
        assert game.winners == (1 - seat,)
        assert game.record["result"] is None
        verify(game.record)


def test_a_forfeit_among_several_is_shared_by_the_others(misfit):
    bad = f"bad=cmd:{shlex.join(misfit('crash'))}"
    standings = run(match(bad, "random", players=3, games=3))
    pair = standings.pairs["bad", "random"]
    assert (pair.losses, pair.margin) == (3, None)
    assert standings.bots["random"].wins == 3
    assert [note for note in notes(standings) if note.startswith("forfeit by bad, 3 times: crashed")]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ZeroDivisionError("oh"), "failed with ZeroDivisionError: oh"),
        (MoveSyntaxError("no move"), "failed with MoveSyntaxError: no move"),
    ],
)
def test_our_own_bot_that_fails_forfeits_too(monkeypatch, error, reason):
    class Broken:
        name = "broken"

        def choose(self, view, budget=None):
            raise error

    real = make_bot
    monkeypatch.setattr(specs, "make_bot", lambda kind, seed=0: Broken() if kind == "greedy" else real(kind, seed=seed))
    games = played_by(LocalWorkers(), match("greedy", "random", games=2))
    assert {game.forfeit.reason for game in games.values()} == {reason}


def test_a_game_without_an_end_is_stopped_and_shared(monkeypatch):
    monkeypatch.setattr(playing, "LONGEST_GAME", 10)
    standings = run(match("greedy", "random", games=2))
    pair = standings.pairs["greedy", "random"]
    assert (standings.stopped, pair.shared, pair.margin) == (2, 2, None)


def test_the_example_bot_plays(example):
    standings = run(match("greedy", f"twenty={example}", games=2))
    assert standings.pairs["greedy", "twenty"].games == 2
    assert not standings.bots["twenty"].forfeits


def test_commands_that_are_not_there_are_found_before_the_match():
    with pytest.raises(OptionError, match="no-such-bot"):
        check_bots(match("greedy", "x=cmd:./no-such-bot --fast"))


# The log


def test_going_on_plays_only_what_is_missing_and_gives_the_same_match(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(match("greedy", "random", games=8), whole)
    run(match("greedy", "random", games=4), parts)
    with parts.open("r+b") as file:
        file.truncate(parts.stat().st_size - 100)
    standings = run(match("greedy", "random", games=8), parts)
    assert standings.games == 8
    first, second = ({game.key: without_time(game) for game in read_log(path)} for path in (whole, parts))
    assert first == second
    assert len(parts.read_bytes().splitlines()) == 8
    before = parts.read_bytes()
    assert run(match("greedy", "random", games=8), parts).games == 8
    assert run(match("greedy", "random", games=2), parts).games == 2
    assert parts.read_bytes() == before


def test_more_bots_can_join(tmp_path):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    standings = run(match("greedy", "random", "third=random", games=2), path)
    assert standings.games == 6
    assert len(path.read_bytes().splitlines()) == 6


def test_a_last_line_without_its_end_counts_if_it_is_whole(tmp_path):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    run(match("greedy", "random", games=4), path)
    assert len(list(read_log(path))) == 4


@pytest.mark.parametrize("broken", [b"", b"{}", b"nonsense", b'{"format":"tessela-arena"}'])
def test_a_broken_line_is_refused_by_its_number_and_nothing_is_changed(tmp_path, broken):
    path = tmp_path / "log"
    run(match("greedy", "random", games=4), path)
    lines = path.read_bytes().splitlines()
    lines[1] = broken
    path.write_bytes(b"\n".join(lines) + b"\n")
    before = path.read_bytes()
    with pytest.raises(RecordError, match="line 2"):
        run(match("greedy", "random", games=6), path)
    assert path.read_bytes() == before


NOT_LOGS = [
    b"dear reader",
    b"dear reader\n",
    b'{"bots": ["greedy", "random"]}',
    b"{",
    b"\n",
    b"\0\xff",
    b'{"format":"tessela-record"',
]


@pytest.mark.parametrize("content", NOT_LOGS, ids=repr)
def test_a_file_that_is_no_log_is_refused_and_nothing_is_changed(tmp_path, content):
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"letter\.txt is no log of a match"):
        run(match("greedy", "random", games=2), path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("written_after", [b"my notes", b"my notes\n", b"{}\n", b"\n"])
def test_what_somebody_has_written_at_the_end_of_a_log_is_not_cut_off(tmp_path, written_after):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    content = path.read_bytes() + written_after
    path.write_bytes(content)
    with pytest.raises(RecordError, match="line 3"):
        run(match("greedy", "random", games=4), path)
    assert path.read_bytes() == content


def test_a_first_game_that_was_not_written_to_its_end_is_played_again(tmp_path):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:200])
    run(match("greedy", "random", games=2), path)
    assert [game.key for game in read_log(path)] == [(("greedy", "random"), 0, seating) for seating in (0, 1)]


def test_a_game_that_is_there_twice_is_refused(tmp_path):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(RecordError, match=r"line 3.*twice"):
        run(match("greedy", "random", games=2), path)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"seed": 5}, "seed"),
        ({"game": "duel"}, "game"),
        ({"wall": "grey"}, "options"),
        ({"bots": ["greedy", "random=greedy"]}, "'random'"),
    ],
)
def test_the_log_of_another_match_is_refused(tmp_path, other, says):
    path = tmp_path / "log"
    run(match("greedy", "random", games=2), path)
    with pytest.raises(OptionError, match=says):
        run(match_of({"bots": ["greedy", "random"], "games": 2, **other}), path)


def test_a_log_has_one_writer(tmp_path):
    pair = match("greedy", "random", games=2)
    with Log(tmp_path / "log", pair), pytest.raises(OptionError, match="in use"):
        Log(tmp_path / "log", pair)


def test_a_line_has_what_the_page_says(tmp_path):
    path = tmp_path / "log"
    run(match("greedy", "b=random", games=2, seed=4), path)
    line = json.loads(path.read_text().splitlines()[1])
    assert line["format"] == "tessela-arena"
    assert (line["contest"], line["deal"], line["seating"]) == (["greedy", "b"], 0, 1)
    assert line["seats"] == ["b", "greedy"]
    assert line["bots"] == {"greedy": "greedy", "b": "random"}
    assert line["record"]["moves"]
    assert len(line["seconds"]) == len(line["slowest"]) == 2


def test_the_deal_does_not_depend_on_the_bots():
    one = next(fixtures(match("greedy", "random", games=2, seed=7)))
    two = next(fixtures(match("search@5", "x=random", games=2, seed=7)))
    assert one.seed == two.seed
    assert Game(one.game, seed=one.seed).state() == Game(two.game, seed=two.seed).state()
    assert replace(one, match_seed=8).seed != one.seed
