"""What is said to follow a move happens where its line is played, and is said of one of two moves only."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tessela import Game
from tessela.bots.analysis import why
from tessela.bots.search.bots import best_tiling
from tessela.coach.follows import told_of_both
from tessela.coach.forms import Told
from tessela.game import Event
from tessela.game.events import Broken, Placed, SpecialPlaced, Tiled
from tessela.game.record import positions
from tests.coach.games import finished

VARIANTS = ["azul-2p-coloured", "azul-3p-grey-jokers", "duel-random"]
NEXT = ("then_completes", "then_loses", "next_completes", "next_loses")
LINE = 8


def pairs(variant: str) -> Iterator[tuple[Game, list[str], list[str]]]:
    """Two moves in every position of a game, each with what others choose to play after it."""
    dice = random.Random(3)
    for game in positions(finished(variant)):
        if not game.is_over and not game.is_tiling and len(game.legal_actions()) > 1:
            one, other = dice.sample(game.legal_texts(), 2)
            yield game, played_on(game, one, dice), played_on(game, other, dice)


def played_on(game: Game, move: str, dice: random.Random) -> list[str]:
    later, line = game.copy(), [move]
    later.play(move)
    while len(line) < LINE and later.round == game.round and not (later.is_tiling or later.is_over):
        line.append(dice.choice(later.legal_texts()))
        later.play(line[-1])
    return line


def happened(game: Game, line: list[str], told: Told) -> bool:
    """Whether the player who is meant does what is told before the next turn of who has moved is over."""
    later, meant, turns = game.copy(), told.params.get("seat", game.turn), [game.turn]
    for move in line:
        turns += [later.turn] if later.turn != turns[-1] else []
        lines = later.view(meant)["boards"][meant]["lines"]
        events = later.play(move)
        if turns.count(game.turn) > 1 and turns[-1] != game.turn:
            return False
        if turns[1:] and turns[-1] == meant and any(is_told(event, told, lines) for event in events):
            return True
    return False


def is_told(event: Event, told: Told, lines: list[str]) -> bool:
    if told.key.endswith("completes") and isinstance(event, Placed) and event.line == told.params["line"]:
        return len(lines[event.line - 1]) + len(event.tiles) == event.line
    if told.key.endswith("loses") and isinstance(event, Broken):
        return sorted(event.tiles + event.discarded) == sorted(told.params["tiles"])
    return False


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_follows_happens_and_tells_two_moves_apart(variant: str) -> None:
    seen = set[str]()
    for game, one, other in pairs(variant):
        told, told_other = told_of_both(game, one, other)
        for line, said, others in ((one, told, told_other), (other, told_other, told)):
            follows = [reason for reason in said if reason.key in NEXT]
            assert all(happened(game, line, reason) for reason in follows)
            assert not [reason for reason in follows if reason in others]
            seen.update(reason.key for reason in follows)
    assert seen == set(NEXT)


def test_a_better_move_is_said_to_take_what_the_next_player_wants() -> None:
    game = Game("azul", seed=7)
    taken, other = "1B>1", "4W>3"
    assert {taken, other} <= set(game.legal_texts())
    _, better = told_of_both(game, [other, "1B>4"], [taken])
    assert ("before_them", 1 - game.turn) in [(reason.key, reason.params.get("seat")) for reason in better]
    _, better = told_of_both(game, [other, "1R>4"], [taken])
    assert "before_them" not in [reason.key for reason in better]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_better_move_that_has_nothing_else_for_it_is_said_to_keep_others_from_a_line(variant: str) -> None:
    kept = 0
    for game, one, other in pairs(variant):
        played, better = told_of_both(game, one, other)
        let, good = completed(played, "then_completes"), [reason for reason in better if reason.sign == "good"]
        prevented = let - completed(better, "then_completes")
        if spared := completed(better, "keeps_from"):
            kept += 1
            assert spared <= prevented
            assert {reason.key for reason in good} == {"keeps_from"}
        else:
            assert good or not prevented
    assert kept


def test_a_plate_that_is_taken_is_told_with_the_place_where_it_is_expected_to_go() -> None:
    checked = 0
    for game in positions(finished("duel-random")):
        plates = [move for move in game.legal_texts() if move.startswith("plate")]
        for plate in plates[:2]:
            later = game.copy()
            later.play(plate)
            place = later.legal_texts()[0]
            told, _ = told_of_both(game, [plate, place], [game.legal_texts()[-1]])
            good = [Told.of(one) for one in why(later, place) if one.sign == "good"]
            assert "@" in place
            assert [one for one in told if one in good] == good
            checked += bool(good)
    assert checked


def completed(reasons: Sequence[Told], key: str) -> set[tuple[int, int]]:
    return {(reason.params["seat"], reason.params["line"]) for reason in reasons if reason.key == key}


def test_nothing_is_told_of_turns_that_only_one_line_reaches() -> None:
    game = Game("azul", seed=7)
    line = played_on(game, "4W>3", random.Random(1))
    told, _ = told_of_both(game, line, ["1B>1"])
    assert not [reason for reason in told if reason.key in NEXT]


def test_what_both_moves_do_is_told_last() -> None:
    """Two ways to turn a plate differ in what the rows take; what is the same of both comes behind that."""
    for game in positions(finished("duel-random")):
        places = [move for move in game.legal_texts() if "@" in move]
        for one, other in pairwise(places):
            told, told_other = told_of_both(game, [one], [other])
            shared = [reason in told_other for reason in told]
            assert shared == sorted(shared)


@pytest.mark.parametrize("variant", ["azul-2p-grey", "duel-random"])
def test_of_two_choices_in_a_tiling_the_one_that_leads_to_more_points_is_told(variant: str) -> None:
    checked = 0
    for game in positions(finished(variant)):
        for one, other in pairwise(game.legal_texts() if game.is_tiling else ()):
            for reasons, move, less in zip(told_of_both(game, [one], [other]), (one, other), (other, one), strict=True):
                for told in (reason for reason in reasons if reason.key == "tiling_in_all"):
                    points = scored_in_all(game, move)
                    assert (told.params["points"], told.params["more"]) == (points, points - scored_in_all(game, less))
                    checked += 1
    assert checked


def scored_in_all(game: Game, move: str) -> int:
    """What a player scores for tiles in a tiling, the best choices following."""
    later, seat, points = game.copy(), game.turn, 0
    mine = True
    while mine:
        events = later.play(move)
        points += sum(event.points for event in events if isinstance(event, Tiled | SpecialPlaced) and event.seat == seat)
        mine = later.is_tiling and later.turn == seat and later.round == game.round
        move = str(best_tiling(later).move) if mine else ""
    return points
