"""What workers on other machines are asked for travels as forms, and nothing else does."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from tessela.bots.analysis.warning import outlook
from tessela.bots.bot import Budget
from tessela.coach import puzzles as packaged
from tessela.coach import review as coach
from tessela.coach.errors import CoachError
from tessela.coach.forms import Better
from tessela.coach.hints import help_with
from tessela.game import Game, IllegalMoveError, RecordError
from tessela.game.ruleset import Json
from tessela.server import advice, errands, played, players, positions, puzzles, replays, reviews
from tessela.server.house import HouseError
from tessela.server.store import Entry, TableRow
from tessela.server.workers import WorkerLostError
from tests.server.room import open_house, play, run, table_for
from tests.variants import choose

LITTLE = Budget(simulations=200)
GAME = Game("duel", seed=3)
SEAT = GAME.turn
VIEW, MOVE = GAME.view(SEAT), str(GAME.legal_moves()[0])


@cache
def finished() -> tuple[TableRow, list[Entry]]:
    """A finished table and its log."""
    found: list[tuple[TableRow, list[Entry]]] = []

    async def make() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a b")
            dice = random.Random(4)
            while table.course is not None and not table.course.is_over:
                await play(table, choose(table.course.game, dice, 2))
            found.append((table.row, await house.store.entries(table.row.id)))

    run(make())
    return found[0]


@cache
def record() -> Json:
    return replays.recorded(*finished())


def puzzle() -> Any:
    return packaged.puzzles("azul")[0]


def mistake() -> Any:
    chances = puzzles.Chances((0.5, 0.5), (0.0, 0.0))
    ply = next(number for number, move in enumerate(record()["moves"], start=1) if move)
    seat = positions.game_at(record(), ply - 1)[1]
    best = positions.position(record(), ply - 1).legal[0]
    better = Better(best, (best,), ())
    return puzzles.Mistake(ply, seat, record()["moves"][ply - 1], "mistake", chances, chances, better)


GIVEN: dict[Callable[..., Any], Callable[[], tuple[Any, ...]]] = {
    players.think: lambda: ("random", 2**47 + 5, VIEW, 5.0),
    advice.foreseen: lambda: (VIEW, MOVE, SEAT),
    advice.advise: lambda: (VIEW,),
    advice.reasons_of: lambda: (VIEW, MOVE),
    advice.counted: lambda: (VIEW,),
    advice.judged: lambda: (7, VIEW, MOVE, outlook(VIEW, LITTLE)),
    outlook: lambda: (VIEW, LITTLE),
    help_with: lambda: (VIEW, MOVE, "idea"),
    reviews.begun: lambda: (record(),),
    reviews.summed_up: lambda: (record(), coach.work(record(), reviews.begun(record()))),
    coach.work: lambda: (record(), reviews.begun(record())[:2]),
    replays.replay_json: lambda: ("t", record(), [None, "mason"]),
    replays.recorded: finished,
    replays.checked: lambda: (record(),),
    played.looked_through: finished,
    positions.position: lambda: (record(), 3),
    positions.looked: lambda: (record(), 3, [None]),
    positions.counted: lambda: (record(), 3, None),
    positions.tried: lambda: (record(), 0, record()["moves"][0]),
    positions.followed: lambda: (record(), 0, record()["moves"][:2]),
    puzzles.shown: lambda: (puzzle(), ("nudge",), True),
    puzzles.tried_in: lambda: (puzzle(), puzzle().solution[0], False),
    puzzles.looked: lambda: (puzzle(), [None]),
    puzzles.from_mistake: lambda: ("name", record(), mistake()),
}
TIMED = (advice.advise,)  # thought for so many seconds, not exactly alike twice


def test_every_errand_is_tried_here() -> None:
    assert set(GIVEN) == set(errands.ERRANDS)


@pytest.mark.parametrize("work", GIVEN, ids=errands.name_of)
def test_errands_come_and_go_as_they_are(work: Callable[..., Any]) -> None:
    given = GIVEN[work]()
    found, arguments = errands.read(errands.name_of(work), errands.written(given))
    assert found is work
    assert arguments == given
    result = work(*given)
    assert errands.result_of(work, errands.answer_of(result)) == result
    assert work in TIMED or work(*arguments) == result, "it is the same errand on another machine"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("os.system", ("true",)),
        ("tessela.server.players.think_outside", ("cmd:true", 1, VIEW, 1.0)),
        ("tessela.server.players.think", ("random", 1, VIEW)),
        ("tessela.server.players.think", ("random", "1", VIEW, 1.0)),
    ],
)
def test_what_is_not_in_the_list_or_does_not_fit_is_refused(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((LookupError, msgspec.ValidationError)):
        errands.read(name, errands.written(arguments))


def test_nobody_is_asked_for_a_bot_that_is_not_ours() -> None:
    work, arguments = errands.read("tessela.server.players.think", errands.written(("py:os:system", 1, VIEW, 1.0)))
    with pytest.raises(ValueError, match="no bot 'py:os:system'"):
        work(*arguments)


def test_what_starts_programs_stays_here() -> None:
    assert errands.travels(players.think)
    assert not errands.travels(players.think_outside)
    assert not errands.travels(replays.from_here)


@pytest.mark.parametrize(
    "error",
    [
        IllegalMoveError("1B>1", "no such tile", ["2B>1"]),
        RecordError("it does not replay", 7),
        CoachError("nothing to review"),
        HouseError(409, "over", "the game is over there", 3.5),
        WorkerLostError("overdue", began=True),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_as_they_are(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        errands.result_of(players.think, errands.answer_of(error=error))
    assert (str(raised.value), raised.value.__dict__) == (str(error), error.__dict__)


def test_of_other_errors_it_is_told_what_they_say() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: by zero"):
        errands.result_of(players.think, errands.answer_of(error=ZeroDivisionError("by zero")))


def test_an_answer_that_does_not_fit_is_none() -> None:
    with pytest.raises(msgspec.ValidationError):
        errands.result_of(players.think, errands.answer_of(["no", "text"]))
