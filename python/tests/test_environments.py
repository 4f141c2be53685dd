import contextlib
import io
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

import jogo
from jogo import Player, Position
from jogo.gymnasium import BotEnv
from jogo.pettingzoo import env, raw_env


def test_pettingzoo_finds_nothing_wrong(game):
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        # Planes are counts, not pictures, and one that is all zero is no mistake.
        warnings.filterwarnings("ignore", message=".*[Oo]bservation.*")
        api_test(env(game), num_cycles=300)
        seed_test(lambda: env(game), num_cycles=100)


def test_pettingzoo_measures_it(game, capsys, monkeypatch):
    # The benchmark runs until five seconds are over; here the clock goes faster.
    clock = iter(range(0, 10_000_000))
    monkeypatch.setattr("time.time", lambda: next(clock) / 20)
    performance_benchmark(env(game))
    assert "cycles per second" in capsys.readouterr().out


def test_agents_play_to_the_end(game, rng):
    made = env(game)
    made.reset(seed=1)
    totals = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter(20_000):
        observation, reward, terminated, truncated, info = made.last()
        totals[agent] += reward
        assert observation["observation"].dtype == np.uint8
        if terminated or truncated:
            made.step(None)
        else:
            assert info == {"hidden": False}
            made.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert not made.agents
    outcome = made.unwrapped.position.outcome()
    expected = [0.0, 0.0]
    if outcome is not None and outcome.winner is not None:
        expected[outcome.winner], expected[outcome.winner.other] = 1.0, -1.0
    assert list(totals.values()) == expected


def test_the_other_agent_sees_the_board_from_its_side():
    made = raw_env("ataxx")
    made.reset()
    own, other = made.observe("player_0"), made.observe("player_1")
    assert own["action_mask"].sum() == 16 and other["action_mask"].sum() == 0
    assert (own["observation"][0] == other["observation"][1]).all()
    assert (own["observation"][1] == other["observation"][0]).all()
    assert (own["observation"][2:] == other["observation"][2:]).all()
    assert made.action_space("player_0").n == 834
    with pytest.raises(jogo.Error, match="not legal"):
        made.step(833)
    with pytest.raises(jogo.Error):
        made.step(None)


def test_an_illegal_action_loses_in_the_wrapped_environment():
    made = env("neutreeko")
    made.reset()
    with contextlib.redirect_stdout(io.StringIO()):
        made.step(0)
    assert made.terminations["player_0"] and made.rewards["player_0"] == -1


def test_positions_are_rendered(capsys):
    assert raw_env("ataxx", render_mode="svg").render().startswith("<svg")
    assert "to move" in raw_env("ataxx", render_mode="ansi").render()
    made = raw_env("ataxx", render_mode="human", start="x5o/7/7/7/7/7/o5x o 0 1")
    assert made.agent_selection == "player_1"
    made.step(int(made.observe("player_1")["action_mask"].argmax()))
    assert "to move" in capsys.readouterr().out
    for kind in (raw_env, BotEnv):
        with pytest.raises(jogo.Error):
            kind("ataxx", render_mode="film")
        with pytest.raises(jogo.Error):
            kind("ataxx", start="xxxxxxx/7/7/7/7/7/7 o 0 1")


def test_gymnasium_finds_nothing_wrong(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(BotEnv(game, "random"), skip_render_check=True)


def test_an_agent_plays_against_a_bot(game, rng):
    made = BotEnv(game, "greedy", illegal_reward=None)
    sides, rewards = set(), []
    for number in range(6):
        observation, info = made.reset(seed=number)
        sides.add(info["side"])
        while True:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, terminated, truncated, info = made.step(action)
            if terminated or truncated:
                break
            assert reward == 0 and made.position.turn == made.side
        outcome = made.position.outcome()
        assert outcome is not None
        assert reward == (0 if outcome.winner is None else 1 if outcome.winner == made.side else -1)
        rewards.append(reward)
        with pytest.raises(jogo.Error, match="over"):
            made.step(action)
    assert sides == {0, 1}


def test_games_against_a_bot_are_fixed_by_the_seed():
    def play(seed):
        made = BotEnv("ataxx", "random", side=Player.SECOND)
        observation, _ = made.reset(seed=seed)
        for _ in range(10):
            observation, *_ = made.step(int(observation["action_mask"].argmax()))
        return made.position

    assert play(3) == play(3) != play(4)


def test_illegal_actions_against_a_bot():
    made = BotEnv("ataxx", lambda position: position.legal_moves[0], side=Player.FIRST, render_mode="ansi")
    made.reset(seed=1)
    assert made.position == Position("ataxx") and "to move" in made.render()
    assert made.step(833)[1:4] == (-1.0, True, False)
    strict = BotEnv("ataxx", illegal_reward=None, side=Player.FIRST)
    strict.reset(seed=1)
    for wrong in (833, -1, 10**30):
        with pytest.raises(jogo.Error):
            strict.step(wrong)
    with pytest.raises(jogo.Error, match="there is no bot"):
        BotEnv("ataxx", "grandmaster")
