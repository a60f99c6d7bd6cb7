"""What must hold in every position of every game of every variant."""

import json
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tessela import Game, Move
from tessela.game import record
from tessela.game.events import BonusScored, Event, Penalised, PlateDrawn, SpecialPlaced, Tiled
from tessela.rules import kernels
from tests.amount import amount
from tests.variants import VARIANTS, choose, new_game, resampled, walk

AZUL = [variant for variant in VARIANTS if variant.startswith("azul")]
DUEL = [variant for variant in VARIANTS if variant.startswith("duel")]

variants = st.sampled_from(sorted(VARIANTS))
seeds = st.integers(0, 2**32)
games = settings(max_examples=amount(12, 25), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("variant", AZUL)
def test_azul_tiles_are_conserved(variant: str) -> None:
    players, jokers = VARIANTS[variant][1]["players"], VARIANTS[variant][1]["jokers"]
    per_colour = 20 - ((1 if players == 2 else 2) if jokers else 0)
    expected = Counter(dict.fromkeys("BYRKW", per_colour))
    if jokers:
        expected["J"] = 5 if players == 2 else 10
    for game in walk(variant, 11):
        s = game.state()
        tiles = Counter(s["bag"]) + Counter(s["lid"]) + Counter("".join([s["centre"], *s["factories"]]))
        for board in s["boards"]:
            tiles += Counter("".join([*board["lines"], *board["wall"], board["floor"]]).replace(".", "").replace("M", ""))
        tiles += Counter((s["pending"] or {}).get("tiles", ""))
        assert tiles == expected


@pytest.mark.parametrize("variant", DUEL)
@pytest.mark.parametrize("seed", range(3))
def test_duel_tiles_plates_and_chips_are_conserved(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        s = game.state()
        pending = s["pending"] or {}
        tiles = Counter(s["bag"]) + Counter(s["tower"]) + Counter(s["large"]["sun"] + s["large"]["moon"])
        tiles += Counter("".join(f["sun"] + f["moon"] for f in s["small"])) + Counter(pending.get("tiles", ""))
        plates = Counter([*filter(None, s["display"]), *s["pile"], *s["drawn"], *filter(None, [pending.get("plate")])])
        chips = Counter(s["chip_supply"]) + Counter(f["chip"] for f in s["small"] if f["chip"])
        chips += Counter(pending.get("paid", []))
        for board in s["boards"]:
            tiles += Counter("".join([*board["lines"], *board["tiles"], board["broken"]]).replace(".", "").replace("S", ""))
            plates += Counter(plate["plate"] for plate in board["plates"] if plate)
            chips += Counter(board["chips"] + board["spent"])
        assert tiles == Counter(dict.fromkeys("BYRKT", 13))
        assert len(plates) == 18
        assert set(plates.values()) == {1}
        assert len(chips) == 10
        assert set(chips.values()) == {2}


@pytest.mark.parametrize("seed", range(6))
def test_duel_gives_two_chips_a_round_and_nine_plates_by_round_five(seed: int) -> None:
    pile_at_start = {}
    for game in walk("duel", seed):
        s = game.state()
        pile_at_start.setdefault(s["round"], len(s["pile"]))
        in_tiling = s["phase"] in ("pay", "space", "over")
        if in_tiling:
            assert [board["chips_taken"] for board in s["boards"]] == [2, 2]
        if s["round"] == 5:
            assert all(all(board["plates"]) for board in s["boards"])
    assert pile_at_start == {0: 15, 1: 13, 2: 9, 3: 5, 4: 1, 5: 0}


@given(variants, seeds)
@games
def test_the_list_is_the_mask_and_every_move_reads_back(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        moves, actions = game.legal_moves(), game.legal_actions()
        assert len(set(moves)) == len(moves) == len(set(actions))
        assert np.flatnonzero(game.action_mask()).tolist() == sorted(actions)
        assert bool(moves) != game.is_over
        for move, action in zip(moves, actions, strict=True):
            assert Move.parse(str(move)) == move
            assert game.action_of(move.lower()) == action


@pytest.mark.parametrize("variant", VARIANTS)
def test_sampling_reaches_exactly_the_listed_moves(variant: str) -> None:
    """With enough samples every listed move is drawn about equally often, and no other."""
    for game in list(walk_copies(variant, 5))[::9]:
        legal = game.legal_actions()
        if not legal:
            continue
        states = game.states()
        drawn = Counter(kernels.sample_move_in(states, 0) for _ in range(60 * len(legal)))
        assert set(drawn) <= set(legal)
        assert len(drawn) == len(legal)
        assert max(drawn.values()) < 60 * 3


def walk_copies(variant: str, seed: int) -> list[Game]:
    return [game.copy() for game in walk(variant, seed)]


@given(variants, seeds)
@games
def test_undo_restores_every_byte(variant: str, seed: int) -> None:
    game, dice, history = new_game(variant, seed), random.Random(seed), []
    for _ in range(60):
        if game.is_over:
            break
        history.append((game.states().tobytes(), game.record()))
        game.play(choose(game, dice, seed % 3))
    while history:
        before, kept = history.pop()
        game.undo()
        assert game.states().tobytes() == before
        assert game.record() == kept


@given(variants, seeds)
@games
def test_positions_survive_json(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        twin = Game.from_state(json.loads(json.dumps(game.state())))
        assert twin.states().tobytes() == game.states().tobytes()
        assert twin.options == game.options


@given(variants, seeds)
@games
def test_records_replay_to_the_same_bytes_but_for_the_generator(variant: str, seed: int) -> None:
    *_, game = walk(variant, seed)
    twin = record.verify(json.loads(json.dumps(game.record())))
    assert {**twin.state(), "rng": None} == {**game.state(), "rng": None}
    assert twin.outcome == game.outcome
    assert twin.record() == game.record()


@given(variants, seeds, st.integers(0, 400))
@games
def test_a_record_replays_to_any_ply(variant: str, seed: int, ply: int) -> None:
    seen = walk_copies(variant, seed)
    ply %= len(seen)
    twin = record.replay(seen[-1].record(), ply)
    assert {**twin.state(), "rng": None} == {**seen[ply].state(), "rng": None}


@given(variants, seeds)
@games
def test_a_view_is_the_same_for_all_that_a_seat_cannot_tell_apart(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        for seat in (*range(game.players), None):
            other = resampled(game, seat, seed + 1)
            assert other.view(seat) == game.view(seat)
            if seat is not None:
                assert other.observation(seat).tolist() == game.observation(seat).tolist()


@given(st.sampled_from(DUEL), seeds)
@games
def test_a_chip_is_shown_exactly_when_no_tile_lies_on_its_factory(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        state, view = game.state(), game.view(None)
        waiting = (state["pending"] or {}).get("factory")
        for factory, (small, shown) in enumerate(zip(state["small"], view["small"], strict=True), start=1):
            covered = small["sun"] or small["moon"] or waiting == factory
            assert shown["chip"] == ("?" if small["chip"] and covered else small["chip"])


def test_resampling_changes_what_is_hidden() -> None:
    """The test above would be empty if nothing were ever hidden."""
    game = new_game("duel", 1)
    other = resampled(game, 0)
    assert other.state()["pile"] != game.state()["pile"]
    assert [f["chip"] for f in other.state()["small"]] != [f["chip"] for f in game.state()["small"]]


@given(st.sampled_from(DUEL), seeds)
@settings(games, max_examples=amount(3, 8))
def test_resampled_positions_can_be(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        for seat in (0, 1, None):
            Game.from_state(resampled(game, seat).state())


@given(variants, seeds)
@settings(games, max_examples=amount(5, 15))
def test_a_game_from_a_view_looks_the_same_to_its_seat(variant: str, seed: int) -> None:
    for game in walk(variant, seed):
        for seat in (*range(game.players), None):
            guess = Game.from_view(game.view(seat), seed=seed)
            assert guess.view(seat) == game.view(seat)
            if seat == game.to_move:
                assert guess.legal_moves() == game.legal_moves()


def points(events: list[Event], seat: int) -> int:
    """What events say about the score of a seat."""
    total = 0
    for event in events:
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, Tiled | SpecialPlaced | BonusScored):
            total += event.points
        elif isinstance(event, Penalised):
            total -= event.lost
        elif isinstance(event, PlateDrawn):
            total -= event.paid
    return total


@given(variants, seeds)
@games
def test_events_explain_every_point(variant: str, seed: int) -> None:
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        before = game.scores
        events = game.play(choose(game, dice, seed % 3))
        explained = [max(0, before[seat] + points(events, seat)) for seat in range(game.players)]
        assert list(game.scores) == explained
        assert min(game.scores) >= 0


@given(variants, seeds)
@games
def test_a_tile_scores_its_runs(variant: str, seed: int) -> None:
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        for event in game.play(choose(game, dice, 1)):
            if isinstance(event, Tiled):
                runs = [run for run in (event.across, event.down) if run > 1]
                assert event.points == (sum(runs) or 1)
                assert len(event.discarded) < event.line


@given(st.sampled_from(AZUL), seeds)
@games
def test_lines_note_what_they_take_as_if_looked_at_anew(variant: str, seed: int) -> None:
    from tessela.rules.azul.tiling import note_line_in

    for game in walk(variant, seed):
        states = game.states()
        for player in range(game.players):
            for row in range(5):
                note_line_in(states, 0, player, row)
        assert states.tobytes() == game.states().tobytes()


@given(variants, seeds)
@games
def test_outcome_names_the_winners_and_adds_up(variant: str, seed: int) -> None:
    *_, game = walk(variant, seed)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.scores == game.scores
    assert max(game.scores) in {game.scores[seat] for seat in outcome.winners}
    for seat, parts in enumerate(outcome.breakdown):
        assert max(0, sum(parts.values())) == game.scores[seat]
