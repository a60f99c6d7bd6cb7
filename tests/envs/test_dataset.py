"""Games of bots as data: what is in the tables is what was played, and a second run goes on from the first."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from tessela.arena.log import read_log
from tessela.cli.app import run
from tessela.game.record import replay


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
