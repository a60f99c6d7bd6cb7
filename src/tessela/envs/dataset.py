"""Games that were played, as data to learn from: every decision with what its seat saw, what was legal, and what came of it.

The games are those of a log of the arena; their positions are tables in Parquet, one for each thousand games.
"""

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from tessela.arena.log import read_log
from tessela.arena.results import Played
from tessela.envs.games import row_of
from tessela.envs.kernels import RESULT
from tessela.files import lock, written_whole
from tessela.game.encoding import ENCODING_VERSION, schema_digest
from tessela.game.errors import OptionError, RecordError
from tessela.game.game import Game
from tessela.game.record import positions

GAMES_IN_A_TABLE, GAMES_IN_A_GROUP = 1000, 50
FORM = 2  # of the tables: 1 had no policy
Columns = dict[str, NDArray[Any]]
About = dict[bytes, bytes]


def columns_of(played: Played) -> Columns:
    """Every decision of a game that was played to its end, in order."""
    row, players = row_of(played.game), len(played.seats)
    numbers, decisions = row.observation(played.record["options"]), row.decisions(played.record["options"])
    seats, actions, seen, legal, policies = [], [], [], [], []
    moves = iter(played.record["moves"])
    visits = iter(repeat({}) if played.visits is UNSET else played.visits)
    for game in positions(played.record):
        if game.is_over:
            break
        seats.append(game.turn)
        actions.append(game.action_of(next(moves)))
        seen.append(game.observation(game.turn)[:numbers])
        legal.append(game.action_mask()[:decisions])
        policies.append(_policy(game, actions[-1], next(visits), decisions))
    ahead = [score - max(played.scores[:seat] + played.scores[seat + 1 :]) for seat, score in enumerate(played.scores)]
    results = [RESULT[players, len(played.winners), int(seat in played.winners)] for seat in range(players)]
    return {
        "ply": np.arange(len(seats), dtype=np.int16),
        "seat": np.array(seats, np.uint8),
        "observation": np.array(seen, np.uint8),
        "legal": np.packbits(np.array(legal), axis=1, bitorder="little"),
        "action": np.array(actions, np.int16),
        "policy": np.array(policies, np.float32),
        "result": np.array([results[seat] for seat in seats], np.float32),
        "margin": np.array([ahead[seat] for seat in seats], np.int16),
    }


def _policy(game: Game, action: int, visits: dict[str, int], decisions: int) -> NDArray[np.float32]:
    """Which share of a search each decision had; all of it is the decision's where nothing was searched."""
    shares = np.zeros(decisions, np.float32)
    for move, number in visits.items():
        shares[game.action_of(move)] = number / sum(visits.values())
    if not visits:
        shares[action] = 1
    return shares


def write_tables(log: Path, folder: Path, processes: int = 1) -> int:
    """Write the tables of a log that are not there yet, or were without their last games; how many there are."""
    with _alone_with(log):
        for unfinished in folder.glob("positions-*.part"):  # of a run that was killed
            unfinished.unlink()
        parts = list(_parts(log))
        wanted = [(log, folder, first, about) for first, about in parts if not _is_whole(folder, first, about)]
        with ProcessPoolExecutor(max(1, min(processes, len(wanted))), get_context("spawn")) as pool:
            list(pool.map(_write, wanted))
    return len(parts)


@contextlib.contextmanager
def _alone_with(log: Path) -> Iterator[None]:
    """Nobody else adds to a log, or makes tables of it, meanwhile."""
    with log.open("rb") as file:
        try:
            lock(file.fileno())
        except OSError:
            raise OptionError(f"{log} is in use by another run") from None
        yield


def _parts(log: Path) -> Iterator[tuple[int, About]]:
    """The first game of each table, and what the table says about itself."""
    with log.open("rb") as file:
        games = sum(1 for _ in file)
    name = next(read_log(log)).game if games else ""
    for first in range(0, games, GAMES_IN_A_TABLE):
        number = min(GAMES_IN_A_TABLE, games - first)
        about = {"game": name, "encoding": ENCODING_VERSION, "schema": schema_digest(name), "games": number, "form": FORM}
        yield first, {key.encode(): str(value).encode() for key, value in about.items()}


def _path(folder: Path, first: int) -> Path:
    return folder / f"positions-{first // GAMES_IN_A_TABLE:05}.parquet"


def _is_whole(folder: Path, first: int, about: About) -> bool:
    """Whether a table is there, and says of itself what it should."""
    from pyarrow import ArrowInvalid, parquet

    try:
        return bool(parquet.read_schema(_path(folder, first)).metadata == about)
    except (FileNotFoundError, ArrowInvalid):  # none is there, or no table
        return False


def _write(job: tuple[Path, Path, int, About]) -> None:
    """Write one table, some games at a time."""
    from pyarrow import parquet

    log, folder, first, about = job
    games = enumerate(islice(read_log(log), first, first + int(about[b"games"])), start=first)
    ended = ((at, played) for at, played in games if played.end == "over")
    with written_whole(_path(folder, first)) as path, contextlib.ExitStack() as files:
        writer = None
        while group := list(islice(ended, GAMES_IN_A_GROUP)):
            table = _table(group).replace_schema_metadata(about)
            if writer is None:
                writer = files.enter_context(parquet.ParquetWriter(path, table.schema, compression="zstd"))
            writer.write_table(table)
        if writer is None:
            raise RecordError(f"{log}: no game from {first + 1} to {first + int(about[b'games'])} was played to its end")


def _table(games: Sequence[tuple[int, Played]]) -> Any:
    """The positions of some games, each with its line in the log."""
    import pyarrow

    found = [columns_of(played) for _, played in games]
    numbers = [np.full(len(one["ply"]), at, np.int32) for (at, _), one in zip(games, found, strict=True)]
    whole = {"game": np.concatenate(numbers), **{key: np.concatenate([part[key] for part in found]) for key in found[0]}}
    return pyarrow.table({key: _column(array) for key, array in whole.items()})


def _column(array: NDArray[Any]) -> Any:
    """An array as a column; of several numbers a row, as lists of fixed length."""
    import pyarrow

    if array.ndim == 1:
        return pyarrow.array(array)
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array.ravel()), array.shape[1])
