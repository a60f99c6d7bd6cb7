"""The games of OpenSpiel, by its own tests and algorithms and ours."""

import importlib
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import tessela.envs.openspiel  # noqa: F401  (makes them known)
from tessela import Game
from tessela.envs.draws import DuelDeal
from tessela.game.errors import IllegalMoveError
from tessela.game.registry import ruleset_of

GAMES = ["tessela_azul", "tessela_azul(players=4,wall=grey,jokers=True)", "tessela_duel"]


def play(state, dice, most=10_000):
    """Play at random; the draws and decisions as they are called."""
    told = []
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            action = dice.choices(outcomes, chances)[0]
        else:
            action = dice.choice(state.legal_actions())
        told.append(state.action_to_string(action))
        state.apply_action(action)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_its_own_tests_pass(game):
    pyspiel.random_sim_test(pyspiel.load_game(game), 1, True, False)
    lines = generate_playthrough.playthrough(game, None, seed=3)
    assert "State " in lines
    assert "IsTerminal() = True" in lines


@pytest.mark.parametrize(
    ("game", "name", "options"), [("tessela_azul(players=4)", "azul", {"players": 4}), (GAMES[2], "duel", {})]
)
def test_it_is_the_game_that_game_plays(game, name, options):
    """The draws as the chance of a record, then the same decisions: the same table."""
    state = pyspiel.load_game(game).new_initial_state()
    first = int(play(state, random.Random(1), 1)[0].split()[-1])
    plates = [told.split()[1] for told in play(state, random.Random(2), 18 if name == "duel" else 0)]
    dice = random.Random(3)
    while state.is_chance_node():
        play(state, dice, 1)
    deal = ruleset_of(name).deal_of(state.states)
    chance = {"first_player": first, "deals": [deal], **({"pile": plates} if plates else {})}
    other = Game(name, chance=chance, **options)
    while other.round <= 1 and not state.is_chance_node():
        assert str(state) == str(other)
        assert state.current_player() == other.to_move
        assert state.legal_actions() == sorted(other.legal_actions())
        for seat in range(other.players):
            seen = state.observation_tensor(seat)
            assert seen == other.observation(seat)[: len(seen)].tolist()
        action = random.Random(len(other.moves)).choice(state.legal_actions())
        assert state.action_to_string(action) == other.move_of(action)
        state.apply_action(action)
        other.play(action)
    assert state.is_chance_node()


def test_returns_are_the_result_and_copies_their_own():
    state = pyspiel.load_game("tessela_azul").new_initial_state()
    play(state, random.Random(1), 40)
    twin = state.clone()
    before = str(state)
    play(twin, random.Random(2))
    assert str(state) == before
    assert twin.is_terminal()
    assert sorted(twin.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    winners, _ = ruleset_of("azul").winners(twin.states)
    assert [seat for seat, got in enumerate(twin.returns()) if got > 0] == list(winners if len(winners) == 1 else ())


def test_what_is_not_legal_changes_nothing():
    state = pyspiel.load_game("tessela_azul").new_initial_state()
    with pytest.raises(IllegalMoveError, match="'5' is not legal: chance decides; legal: 0, 1"):
        state.apply_action(5)
    dice = random.Random(1)
    while state.is_chance_node():
        play(state, dice, 1)
    before = str(state), state.legal_actions()
    wrong = next(action for action in range(180) if action not in before[1])
    for action in (wrong, 9999):
        with pytest.raises(IllegalMoveError, match=f"'{action}' is not legal: player {state.current_player()} decides"):
            state.apply_action(action)
    assert (str(state), state.legal_actions()) == before


def test_five_equal_tiles_are_drawn_again_and_hidden_things_stay_hidden():
    state = pyspiel.load_game("tessela_duel").new_initial_state()
    play(state, random.Random(5), 19)
    assert isinstance(state.draws, DuelDeal)
    for _ in range(5):
        state.apply_action(2)
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(5), 0.2))
    dice = random.Random(6)
    while state.is_chance_node():
        play(state, dice, 1)
    shown = [state.observation_string(seat) for seat in range(2)]
    other = state.clone()
    other.states.chip[0] = other.states.chip[0][::-1]
    other.states.pile[0][:10] = other.states.pile[0][:10][::-1]
    assert other.states.tobytes() != state.states.tobytes()
    assert [other.observation_string(seat) for seat in range(2)] == shown


def test_its_search_plays():
    game = pyspiel.load_game("tessela_azul")
    state = game.new_initial_state()
    dice = random.Random(1)
    while state.is_chance_node():
        play(state, dice, 1)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 12, rollouts, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("game", ["tessela_azul", "tessela_duel"])
def test_the_example_lets_its_search_and_a_learner_play(game, monkeypatch, capsys):
    pytest.importorskip("torch", reason="the extra train is not installed")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    example = importlib.import_module("openspiel_agents")
    from open_spiel.python.pytorch.policy_gradient import PolicyGradient

    learnt = []
    monkeypatch.setattr(example, "PolicyGradient", lambda *args, **kw: learnt.append(made := PolicyGradient(*args, **kw)) or made)
    shares = example.main([game, "--seconds", "0.01", "--match-games", "2", "--simulations", "2"])
    assert all(0 <= share <= 1 for share in shares)
    assert any(agent.loss is not None for agent in learnt)
    assert "after 1 games against itself" in capsys.readouterr().out
