"""Games that were played, as data to learn from: every decision with what its seat saw, what was legal, and what came of it.

The games are those of a log of the arena; their positions are tables in Parquet, one for each thousand games.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.arena.log import read_log
from tessela.arena.results import Played
from tessela.envs.games import row_of
from tessela.envs.kernels import RESULT
from tessela.files import written_whole
from tessela.game.encoding import ENCODING_VERSION, schema_digest
from tessela.game.errors import RecordError
from tessela.game.record import positions

GAMES_IN_A_TABLE = 1000
Columns = dict[str, NDArray[Any]]


def columns_of(played: Played) -> Columns:
    """Every decision of a game that was played to its end, in order."""
    row, players = row_of(played.game), len(played.seats)
    numbers, decisions = row.observation(played.record["options"]), row.decisions(played.record["options"])
    seats, actions, seen, legal = [], [], [], []
    moves = iter(played.record["moves"])
    for game in positions(played.record):
        if game.is_over:
            break
        seats.append(game.turn)
        actions.append(game.action_of(next(moves)))
        seen.append(game.observation(game.turn)[:numbers])
        legal.append(game.action_mask()[:decisions])
    ahead = [score - max(played.scores[:seat] + played.scores[seat + 1 :]) for seat, score in enumerate(played.scores)]
    results = [RESULT[players, len(played.winners), int(seat in played.winners)] for seat in range(players)]
    return {
        "ply": np.arange(len(seats), dtype=np.int16),
        "seat": np.array(seats, np.uint8),
        "observation": np.array(seen, np.uint8),
        "legal": np.packbits(np.array(legal), axis=1, bitorder="little"),
        "action": np.array(actions, np.int16),
        "result": np.array([results[seat] for seat in seats], np.float32),
        "margin": np.array([ahead[seat] for seat in seats], np.int16),
    }


def write_tables(log: Path, folder: Path, processes: int = 1) -> int:
    """Write the tables of a log that are not there yet, or were without their last games; how many there are."""
    parts = list(_parts(log))
    wanted = [(log, folder, first, number) for first, number in parts if not _is_whole(folder, first, number)]
    with ProcessPoolExecutor(max(1, min(processes, len(wanted))), get_context("spawn")) as pool:
        list(pool.map(_write, wanted))
    return len(parts)


def _parts(log: Path) -> Iterator[tuple[int, int]]:
    """The first game of each table, and how many it has."""
    with log.open("rb") as file:
        games = sum(1 for _ in file)
    for first in range(0, games, GAMES_IN_A_TABLE):
        yield first, min(GAMES_IN_A_TABLE, games - first)


def _path(folder: Path, first: int) -> Path:
    return folder / f"positions-{first // GAMES_IN_A_TABLE:05}.parquet"


def _is_whole(folder: Path, first: int, number: int) -> bool:
    """Whether a table is there and has these games."""
    from pyarrow import parquet

    path = _path(folder, first)
    return path.exists() and parquet.read_schema(path).metadata.get(b"games") == str(number).encode()


def _write(job: tuple[Path, Path, int, int]) -> None:
    """Write one table."""
    import pyarrow
    from pyarrow import parquet

    log, folder, first, number = job
    found: list[Columns] = []
    games: list[NDArray[np.int32]] = []
    name = ""
    for at, played in enumerate(islice(read_log(log), first, first + number), start=first):
        name = played.game
        if played.end == "over":
            found.append(columns_of(played))
            games.append(np.full(len(found[-1]["ply"]), at, np.int32))
    if not found:
        raise RecordError(f"{log}: no game from {first + 1} to {first + number} was played to its end")
    whole = {"game": np.concatenate(games), **{key: np.concatenate([part[key] for part in found]) for key in found[0]}}
    table = pyarrow.table({key: _column(array) for key, array in whole.items()})
    about = {"game": name, "encoding": str(ENCODING_VERSION), "schema": schema_digest(name), "games": str(number)}
    with written_whole(_path(folder, first)) as path:
        parquet.write_table(table.replace_schema_metadata(about), path, compression="zstd")


def _column(array: NDArray[Any]) -> Any:
    """An array as a column; of several numbers a row, as lists of fixed length."""
    import pyarrow

    if array.ndim == 1:
        return pyarrow.array(array)
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array.ravel()), array.shape[1])
