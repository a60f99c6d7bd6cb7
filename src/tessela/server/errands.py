"""What workers on other machines may be asked for: a closed list of functions. Their arguments and results travel as forms that
follow from what the functions say they take and give, errors as the kind they are of: whatever stands in a database is read,
never unpickled and never run."""

from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from typing import Any, Final, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Raw, Struct

from tessela.bots.analysis.warning import outlook
from tessela.coach import review as coach
from tessela.coach.errors import CoachError
from tessela.coach.hints import help_with
from tessela.compiled.sources import PACKAGE, digest_of
from tessela.game.errors import (
    IllegalMoveError,
    MoveError,
    MoveSyntaxError,
    OptionError,
    PositionError,
    RecordError,
    TesselaError,
    TravellingError,
)
from tessela.server import advice, played, players, positions, puzzles, replays, reviews
from tessela.server.house import HouseError
from tessela.server.workers import WorkerLostError

Work = Callable[..., Any]
ERRANDS: Final[tuple[Work, ...]] = (
    players.think,
    *(advice.foreseen, advice.advise, advice.reasons_of, advice.judged, advice.counted, outlook, help_with),
    *(reviews.begun, reviews.summed_up, coach.work),
    *(replays.replay_json, replays.recorded, replays.checked, played.looked_through),
    *(positions.position, positions.looked, positions.counted, positions.tried, positions.followed),
    *(puzzles.shown, puzzles.tried_in, puzzles.looked, puzzles.from_mistake),
)
KINDS: Final[tuple[type[TravellingError], ...]] = (
    *(TesselaError, OptionError, MoveError, MoveSyntaxError, IllegalMoveError, PositionError, RecordError),
    *(CoachError, HouseError),
)
SOURCES: Final = ("bots", "coach", "compiled", "game", "rules", "server")  # the folders that an errand may depend on


class Done(Struct, frozen=True, tag="done"):
    """What came of an errand."""

    result: Raw


class Failed(Struct, frozen=True, tag="failed"):
    """An errand has raised an error: its kind, what it was made from, and what it knows."""

    kind: str
    told: list[Any]
    about: dict[str, Any]


class Lost(Struct, frozen=True, tag="lost"):
    """The process that was at it died or hung."""

    how: Literal["died", "overdue", "late", "ended"]
    began: bool


Answer = Done | Failed | Lost
_ANSWERS = msgspec.msgpack.Decoder(Answer)
_encode = msgspec.msgpack.encode


class Errand(NamedTuple):
    """A function of the list, and how what it takes and gives is read."""

    work: Work
    arguments: msgspec.msgpack.Decoder[tuple[Any, ...]]
    result: msgspec.msgpack.Decoder[Any]


def name_of(work: Work) -> str:
    """What a function is called in the list."""
    return f"{work.__module__}.{work.__qualname__}"


@cache
def errands() -> dict[str, Errand]:
    """All errands by their names."""
    return {name_of(work): _errand(work) for work in ERRANDS}


def _errand(work: Work) -> Errand:
    hints = get_type_hints(work)
    taken = tuple(hints[name] for name, taken in signature(work).parameters.items() if taken.default is Parameter.empty)
    return Errand(work, msgspec.msgpack.Decoder(tuple[taken]), msgspec.msgpack.Decoder(hints["return"]))  # type: ignore[valid-type]


def travels(work: Work) -> bool:
    """Whether somebody on another machine may do some work: not what starts programs, or gives what has no form."""
    return work in ERRANDS


def written(arguments: tuple[Any, ...]) -> bytes:
    """Arguments as they are sent."""
    return _encode(arguments)


def read(name: str, arguments: bytes) -> tuple[Work, tuple[Any, ...]]:
    """What is to be done. An errand that is not in the list, or whose arguments do not fit, is a `LookupError` or a
    `ValidationError`."""
    errand = errands()[name]
    return errand.work, errand.arguments.decode(arguments)


def answer_of(result: Any = None, error: BaseException | None = None) -> bytes:
    """What came of an errand, as it is sent back."""
    if error is None:
        return _encode(Done(Raw(_encode(result))))
    if isinstance(error, WorkerLostError):
        return _encode(Lost(error.how, error.began))
    if type(error) in KINDS:
        return _encode(Failed(type(error).__name__, list(error.args), error.__dict__))
    return _encode(Failed("", [f"{type(error).__name__}: {error}"], {}))


def result_of(work: Work, answer: bytes) -> Any:
    """The result that was sent back; what was raised there is raised here."""
    found = _ANSWERS.decode(answer)
    if isinstance(found, Done):
        return errands()[name_of(work)].result.decode(found.result)
    raise WorkerLostError(found.how, found.began) if isinstance(found, Lost) else _error_of(found)


def _error_of(failed: Failed) -> Exception:
    kind = next((kind for kind in KINDS if kind.__name__ == failed.kind), None)
    if kind is None:
        return RuntimeError(*failed.told)
    error = kind.__new__(kind, *failed.told)
    error.__dict__.update(failed.about)
    return error


@cache
def digest() -> str:
    """Of all sources that errands depend on: only those who have the same work for each other."""
    found = (path for folder in SOURCES for pattern in ("*.py", "*.npz") for path in (PACKAGE / folder).rglob(pattern))
    return digest_of(sorted(path.relative_to(PACKAGE).as_posix() for path in found))[:32]
