"""Games of bots as data: what is in the tables is what was played, and a second run goes on from the first."""

import json
import subprocess
import sys

import numpy as np
import pyarrow.parquet as pq
import pytest

from tessela.arena.log import read_log
from tessela.cli.app import run
from tessela.game.record import replay
from tests.patience import patiently


@pytest.mark.parametrize("options", [["--players", "3"], ["--game", "duel"]])
def test_positions_are_those_of_the_records(tmp_path, capsys, options):
    command = ["dataset", "greedy", "--out", str(tmp_path), "--seed", "3", "--processes", "1", *options]
    assert run([*command, "--games", "1", "--parquet"]) == 0
    first = [played.seed for played in read_log(tmp_path / "games.jsonl")]
    assert run([*command, "--games", str(2 * len(first)), "--parquet"]) == 0
    played = list(read_log(tmp_path / "games.jsonl"))
    assert [one.seed for one in played][: len(first)] == first
    assert len(played) == 2 * len(first)
    table = pq.read_table(tmp_path / "positions-00000.parquet").to_pydict()
    assert len(table["action"]) == sum(len(one.record["moves"]) for one in played)
    for at in (0, len(table["action"]) // 2, len(table["action"]) - 1):
        one = played[table["game"][at]]
        game = replay(one.record, table["ply"][at])
        seat, seen = game.turn, table["observation"][at]
        assert (table["seat"][at], game.move_of(table["action"][at])) == (seat, one.record["moves"][table["ply"][at]])
        assert seen == game.observation(seat)[: len(seen)].tolist()
        legal = np.unpackbits(np.array(table["legal"][at], np.uint8), bitorder="little")
        assert np.flatnonzero(legal).tolist() == sorted(game.legal_actions())
        assert (table["result"][at] > 0) == (one.winners == (seat,))
        assert (table["margin"][at] > 0) == (one.scores[seat] > max(one.scores[:seat] + one.scores[seat + 1 :]))
    assert "1 table of positions" in capsys.readouterr().out


def test_records_need_no_extra_and_wrong_options_are_one_line(tmp_path, capsys):
    assert run(["dataset", "greedy", "random", "--games", "2", "--out", str(tmp_path / "some"), "--processes", "1"]) == 0
    assert [path.name for path in (tmp_path / "some").iterdir()] == ["games.jsonl"]
    capsys.readouterr()
    assert run(["dataset", "nobody", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("tessela: there is no bot")


def test_a_policy_is_how_a_search_shared_its_visits_and_else_the_decision(tmp_path):
    command = ["dataset", "a=search@30", "b=greedy", "--games", "2", "--parquet", "--processes", "1", "--out", str(tmp_path)]
    assert run(command) == 0
    played = list(read_log(tmp_path / "games.jsonl"))
    assert all(one.visits and len(one.visits) == len(one.record["moves"]) for one in played)
    table = pq.read_table(tmp_path / "positions-00000.parquet").to_pydict()
    searched = 0
    for game, ply, seat, action, given in zip(*(table[key] for key in ("game", "ply", "seat", "action", "policy")), strict=True):
        one, shares = played[game], np.array(given)
        position, visits = replay(one.record, ply), one.visits[ply]
        assert set(np.flatnonzero(shares)) <= set(position.legal_actions())
        if visits:
            searched += 1
            assert one.seats[seat] == "a"
            assert {str(position.move_of(which)): share for which, share in enumerate(given) if share} == pytest.approx(
                {move: number / sum(visits.values()) for move, number in visits.items()}
            )
        else:
            assert np.flatnonzero(shares).tolist() == [action]
            assert shares[action] == 1
    assert searched > 10


def test_tables_of_another_form_are_written_anew_and_what_a_killed_run_left_goes(tmp_path):
    command = ["dataset", "greedy", "--games", "2", "--parquet", "--processes", "1", "--out", str(tmp_path)]
    assert run(command) == 0
    path = tmp_path / "positions-00000.parquet"
    whole = pq.read_table(path)
    pq.write_table(whole.drop_columns(["policy"]).replace_schema_metadata({**whole.schema.metadata, b"form": b"1"}), path)
    (tmp_path / "positions-00000.parquet.01234567.part").write_bytes(b"PAR1")
    assert run(command) == 0
    assert pq.read_table(path).equals(whole)
    path.write_bytes(b"PAR1 and then the disk was full")
    assert run(command) == 0
    assert pq.read_table(path).equals(whole)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.jsonl", "positions-00000.parquet"]


def test_a_kill_loses_and_doubles_nothing(tmp_path):
    command = ["dataset", "greedy", "--games", "60", "--parquet", "--processes", "1", "--seed", "5", "--out"]
    assert run([*command, str(tmp_path / "whole")]) == 0
    log = tmp_path / "killed" / "games.jsonl"
    for lines in (2, 20, 45):  # a run goes on from the one before, until it is killed again
        process = subprocess.Popen([sys.executable, "-m", "tessela", *command, str(log.parent)], stdout=subprocess.DEVNULL)
        for _ in patiently():
            if log.exists() and log.read_bytes().count(b"\n") >= lines:
                break
        process.kill()
        process.wait()
        with log.open("rb+") as file:  # in the middle of a line, which is as likely and cannot be aimed at
            file.truncate(log.stat().st_size - 700)
    assert run([*command, str(log.parent)]) == 0
    there, here = (_without_times(tmp_path / name / "games.jsonl") for name in ("whole", "killed"))
    assert here == there
    table, expected = (pq.read_table(tmp_path / name / "positions-00000.parquet") for name in ("killed", "whole"))
    assert table.equals(expected)


def _without_times(log):
    """The lines of a log, but for how long bots thought."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [{key: value for key, value in line.items() if key not in ("seconds", "slowest")} for line in lines]
