"""Taking back where only bots play, or people at one screen: to any decision of one's own, and what was dealt stays dealt."""

import random
from collections.abc import Callable

import pytest

from tessela.game import record as records
from tessela.game.ruleset import Json
from tessela.server import lessons, seating
from tessela.server.course import Course
from tessela.server.frames import LetBotFinish, Play, Resign, Takeback
from tessela.server.messages.tables import Clock, NewTable, SeatWish
from tessela.server.refusals import RefusedError
from tessela.server.replays import frames_of, record_from
from tessela.server.store import Entry, GuestRow
from tessela.server.table import Table
from tests.server.people import Person
from tests.server.room import ear_at, house_on, open_house, play, run, table_for, until
from tests.variants import VARIANTS, choose

Meet = Callable[[str], Person]


def course_of(table: Table) -> Course:
    assert table.course is not None
    return table.course


def position(table: Table) -> Json:
    """All that is on the table, known or hidden; the generator starts anew with every deal."""
    return {**course_of(table).game.state(), "rng": None}


async def back(table: Table, seats: list[int], to: int | None = None, version: int | None = None) -> None:
    await table.takeback(seats, Takeback(table.version if version is None else version, f"b{table.version}", to))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_takebacks_fold_to_the_same_after_a_reload(variant: str) -> None:
    """Whole games at one screen, taken back again and again to any decision: the log tells the same as those who were there, and
    the record has the moves that stand."""

    async def check() -> None:
        house = house_on()
        game, options = VARIANTS[variant]
        players = options.get("players", 2)
        seats, dice = list(range(players)), random.Random(variant)
        table = await table_for(house, game, " ".join("a" * players), **options)
        stood: dict[int, Json] = {}
        taken = 0
        while not (course := course_of(table)).is_over:
            possible = course.back_to(seats, freely=True)
            if taken < 25 and possible and dice.random() < 0.12:
                to = dice.choice(possible)
                await back(table, seats, to)
                assert position(table) == stood[to]
                taken += 1
            else:
                stood[table.version + 1] = position(table)
                await play(table, choose(course.game, dice, 2))
        assert taken > 3
        log = await house.store.entries("t")
        again = Course.from_log(table.row, log)
        assert {**again.game.state(), "rng": None} == position(table)
        assert (again.steps, again.standing, again.ending) == (course.steps, course.standing, course.ending)
        record = record_from(again, table.row)
        assert record["moves"] == [course.steps[version].move for version in course.standing]
        records.verify(record)
        assert len(frames_of("t", record, [None] * players).frames) == len(course.standing)

    run(check())


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-backs"])
def test_the_same_moves_give_the_same_game(variant: str) -> None:
    """Taken back to the very first decision, then played again: every deal comes again, also the one that restocks the bag."""

    async def check() -> None:
        house = house_on()
        game, options = VARIANTS[variant]
        players = options.get("players", 2)
        table = await table_for(house, game, " ".join("a" * players), **options)
        dice = random.Random(3)
        moves: list[str] = []
        while True:
            move = choose(course_of(table).game, dice, 1)
            twin = course_of(table).game.copy()
            twin.play(move)
            if twin.is_over:
                break
            await play(table, move)
            moves.append(move)
        before, deals = position(table), course_of(table).game.deals
        await back(table, list(range(players)), 1)
        assert len(course_of(table).game.deals) == 1
        for move in moves:
            await play(table, move)
        assert position(table) == before
        assert course_of(table).game.deals == deals

    run(check())


def test_what_was_seen_stays_dealt_on_another_path() -> None:
    """As long as the bag is not restocked it is the same whatever was played; when it is, the seen deal comes wherever it can."""

    async def check() -> None:
        again = other = 0
        for seed in range(6):
            table = await table_for(house_on(), "azul", "a a a a", players=4)
            dice = random.Random(seed)
            seen: dict[int, list[Json]] = {}
            for _ in range(6):
                while len(course_of(table).game.deals) < 4 and not course_of(table).is_over:
                    course = course_of(table)
                    number = len(course.game.deals) + 1
                    await play(table, choose(course.game, dice, 1))
                    if len(course_of(table).game.deals) < number:
                        continue
                    deal, known = course_of(table).game.deals[-1], seen.setdefault(number, [])
                    assert number > 2 or not known or deal == known[0], "36 tiles a round: the third deal restocks the bag"
                    again, other = again + (deal in known), other + (bool(known) and deal not in known)
                    if deal not in known:
                        known.append(deal)
                if course_of(table).is_over:
                    break
                await back(table, [0, 1, 2, 3], course_of(table).standing[0])
        assert again > other > 0

    run(check())


def test_one_takes_back_what_the_bot_answered() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a bot")
            await until(lambda: course_of(table).to_move == 0)
            ear = ear_at(table, "a")
            mine, before = [], []
            for _ in range(3):
                before.append(position(table))
                mine.append(table.version + 1)
                await play(table, str(course_of(table).game.legal_moves()[0]))
                await until(lambda: course_of(table).to_move == 0)
            assert ear.last["back_to"] == mine
            await back(table, [0])
            assert position(table) == before[2]
            assert (ear.last["what"], ear.last["to"], ear.last["back_to"]) == ("takeback", mine[2], mine[:2])
            await back(table, [0], mine[0])
            assert (position(table), course_of(table).to_move) == (before[0], 0)
            with pytest.raises(RefusedError, match="your own"):
                await back(table, [0], mine[1])

    run(check())


def test_to_the_same_move_a_bot_has_the_same_answer() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a bot")
            await until(lambda: course_of(table).to_move == 0)
            move = str(course_of(table).game.legal_moves()[5])
            answers = set()
            for _ in range(4):
                ply = len(course_of(table).standing)
                await play(table, move)
                await until(lambda: course_of(table).to_move == 0)
                answers.add(tuple(map(str, course_of(table).game.moves[ply:])))
                await back(table, [0])
            assert len(answers) == 1

    run(check())


def test_a_named_decision_is_made_again_whatever_bots_did_meanwhile() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul", "a a")
        for _ in range(3):
            await play(table, str(course_of(table).game.legal_moves()[0]))
        await back(table, [0, 1], 2, version=1)
        assert (table.version, course_of(table).standing) == (4, [1])
        with pytest.raises(RefusedError) as refusal:
            await back(table, [0, 1], version=1)
        assert refusal.value.reason == "stale"

    run(check())


def test_where_others_play_only_the_last_decision_is_one_s_own() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a b bot", players=3)
            await until(lambda: course_of(table).to_move != 2)
            for _ in range(3):
                seat = course_of(table).to_move
                await play(table, str(course_of(table).game.legal_moves()[0]))
                await until(lambda: course_of(table).to_move != 2)
            first = next(v for v in course_of(table).standing if course_of(table).steps[v].seat == seat)
            with pytest.raises(RefusedError, match="stands"):
                await back(table, [seat or 0], first)

    run(check())


def test_nobody_goes_back_behind_somebody_who_left() -> None:
    """What they decided stays; since then one plays against bots alone."""

    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "duel", "a b")
            for _ in range(12):
                await play(table, choose(course_of(table).game, random.Random(1)))
            await table.let_bot_finish([1], LetBotFinish(table.version, "gone", 1))
            await until(lambda: course_of(table).to_move == 0)
            assert course_of(table).back_to([0], freely=True) == []
            mine = table.version + 1
            await play(table, choose(course_of(table).game, random.Random(1)))
            await until(lambda: course_of(table).to_move == 0)
            assert course_of(table).back_to([0], freely=True)[0] == mine
            await back(table, [0], mine)
            ply = len(course_of(table).standing)
            await table.resign([0], Resign(table.version, "enough"))
            gone = record_from(course_of(table), table.row)["gone"]
            assert [(one["ply"], one["what"]) for one in gone] == [(12, "bot-took-over"), (ply, "resigned")]

    run(check())


def test_a_game_that_is_over_and_a_lesson_are_left_alone() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a a")
            await play(table, str(course_of(table).game.legal_moves()[0]))
            await table.resign([0, 1], Resign(table.version, "enough"))
            with pytest.raises(RefusedError, match="over"):
                await back(table, [0, 1], 1)
            lesson = await lessons.begin_lesson(house, GuestRow("a", "Ada", 1), "azul-1")
            await play(lesson, str(course_of(lesson).game.legal_moves()[0]))
            await until(lambda: course_of(lesson).to_move == 0)
            with pytest.raises(RefusedError, match="stands"):
                await back(lesson, [0], 1)

    run(check())


def test_time_is_not_given_back() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a a", clock=Clock("live", 900))
            for _ in range(4):
                await play(table, str(course_of(table).game.legal_moves()[0]))
            assert table.timing is not None
            table.timing.left = [400_000, 500_000]
            await back(table, [0, 1], 1)
            entry = (await house.store.entries("t"))[-1]
            assert entry.payload["to"] == 1
            assert all(left <= most for left, most in zip(entry.payload["clocks"], [400_000, 500_000], strict=True))

    run(check())


def test_a_log_of_an_older_version_takes_back_the_last_move() -> None:
    async def check() -> None:
        house = house_on()
        table = await table_for(house, "azul", "a a")
        for _ in range(2):
            await play(table, str(course_of(table).game.legal_moves()[0]))
        log = await house.store.entries("t")
        old = Course.from_log(table.row, [*log, Entry("t", 3, 0, "takeback", {})])
        assert (old.standing, old.last.to) == ([1], 2)

    run(check())


def test_two_tabs_and_a_spectator_see_the_same(person: Meet) -> None:
    """Over real sockets: both tabs of the one who plays and somebody who looks on go back; a reload tells the same."""
    ada, eve = person("Ada"), person("Eve")
    table = ada.new_table(seats="me bot:mason")
    tab, twin, watcher = ada.sit(table), ada.sit(table), eve.sit(table)
    while not tab.legal:
        tab.until("happened")
    before = tab.view
    mine = tab.version + 1
    tab.play(tab.legal[0])
    while not tab.legal or tab.version < mine:
        tab.until("happened")
    tab.say(kind="takeback", version=tab.version, id="back", to=mine)
    told = tab.until("happened", what="takeback")
    assert (told["to"], told["view"], bool(told["legal"])) == (mine, before, True)
    assert twin.until("happened", what="takeback")["view"] == before
    assert watcher.until("happened", what="takeback")["back_to"] == []
    snapshot = ada.sit(table).frames[-1]
    assert (snapshot["view"], snapshot["log"][-1]["to"]) == (before, mine)
    watcher.say(kind="takeback", version=told["version"], id="no", to=mine)
    assert watcher.until("refused")["reason"] == "not-allowed"


def test_a_rematch_after_takebacks_starts_with_the_next_player() -> None:
    async def check() -> None:
        async with open_house() as house:
            ada = GuestRow("a", "Ada", 1)
            table = await seating.create(house, ada, NewTable("azul", [SeatWish("me"), SeatWish("here")]))
            first = course_of(table).to_move
            for _ in range(3):
                await play(table, str(course_of(table).game.legal_moves()[0]))
            await back(table, [0, 1], 1)
            await table.resign([0, 1], Resign(table.version, "enough"))
            following = await seating.rematch(house, table, ada)
            assert course_of(following).to_move is not None
            assert following.row.seats[course_of(following).to_move or 0].name == table.row.seats[1 - (first or 0)].name

    run(check())


def test_sending_it_twice_takes_back_once() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul", "a a")
        ear = ear_at(table, "a")
        for _ in range(3):
            await play(table, str(course_of(table).game.legal_moves()[0]))
        for _ in range(2):
            await table.takeback([0, 1], Takeback(3, "once", 3), ear)
        assert (table.version, course_of(table).standing) == (4, [1, 2])
        await table.play([0, 1], Play(4, str(course_of(table).game.legal_moves()[1]), "other"))
        assert course_of(table).standing == [1, 2, 5]

    run(check())
