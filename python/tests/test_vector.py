import os
import random
import subprocess
import sys

import numpy as np
import pytest

import jogo
from jogo import Position, VectorEnv, _native


def lockstep(game, count, steps, rng, **options):
    """Step an environment and plain positions side by side."""
    env = VectorEnv(game, count, packed_masks=True, **options)
    positions = [Position(game) for _ in range(count)]
    firsts = [None] * count
    ended = 0
    for _ in range(steps):
        actions = []
        for number, position in enumerate(positions):
            mask = env.encoding.mask(position, firsts[number])
            assert (env.masks[number] == mask).all()
            assert (env.packed_masks[number] == np.packbits(mask, bitorder="little")).all()
            assert (env.observations[number] == env.encoding.observe(position, firsts[number])).all()
            assert env.position(number) == position.text
            assert env.turns[number] == position.turn == env.turn(number)
            assert env.first(number) == firsts[number]
            assert env.hidden[number] == env.encoding.hides_moves(position)
            actions.append(int(rng.choice(np.flatnonzero(mask))))
        env.step(actions)
        assert list(env.actions) == actions
        for number, (position, action) in enumerate(zip(positions, actions, strict=True)):
            move = env.encoding.act(position, action, firsts[number])
            firsts[number] = action if move is None else None
            if move is not None:
                position.push(move)
            outcome = position.outcome()
            truncated = outcome is None and firsts[number] is None and not env.encoding.mask(position).any()
            assert env.terminated[number] == (outcome is not None)
            assert env.truncated[number] == truncated
            reward = 0 if outcome is None or outcome.winner is None else 1 - 2 * outcome.winner
            assert list(env.rewards[number]) == [reward, -reward]
            if outcome is not None or truncated:
                positions[number] = Position(game)
                ended += 1
    assert sum(env.tally()) == ended
    return ended


def test_an_environment_plays_by_the_rules(game, rng):
    assert lockstep(game, 5, 130, rng, threads=2) >= (3 if game.startswith(("neutreeko", "knight")) else 0)


def test_games_go_on_to_their_end(rng):
    assert lockstep("ataxx", 2, 450, rng, threads=1) > 0
    assert lockstep("threedragons", 2, 700, rng, threads=1) > 0


def test_random_steps_depend_on_the_seed_and_not_on_the_threads(game):
    def state(threads, seed, batch):
        env = VectorEnv(game, 37, seed=seed, threads=threads)
        for _ in range(60 // batch):
            env.step_random(batch)
        arrays = (env.observations, env.masks, env.rewards, env.terminated, env.turns, env.actions)
        return env.tally(), [array.copy() for array in arrays], [env.position(place) for place in range(37)]

    tally, arrays, texts = state(1, 5, 1)
    for threads, batch in ((2, 1), (3, 60), (37, 20)):
        other_tally, other_arrays, other_texts = state(threads, 5, batch)
        assert tally == other_tally and texts == other_texts
        assert all((one == other).all() for one, other in zip(arrays, other_arrays, strict=True))
    assert state(2, 6, 1)[2] != texts
    assert len(set(texts)) > 30, "games differ from one another"


def test_random_steps_are_legal_steps(game):
    """The actions that are drawn inside, done from outside in another environment, lead to the same games."""
    drawn, done = VectorEnv(game, 8, seed=3), VectorEnv(game, 8)
    for _ in range(80):
        drawn.step_random()
        done.step(drawn.actions)
        assert [drawn.position(place) for place in range(8)] == [done.position(place) for place in range(8)]
        assert (drawn.rewards == done.rewards).all() and (drawn.masks == done.masks).all()


def test_code_for_any_processor_and_for_vectors_plays_the_same_games(game):
    """All ways to step write the same masks and planes, into rows side by side, and draw the same moves."""
    widths = _native.vector_widths()
    assert widths[0] == 8 and widths == sorted(widths)
    envs = [_native.VectorEnv(game, 33, 7, 2, None, True, True, True, True, width) for width in widths]
    names = ("observations", "masks", "packed_masks", "actions", "turns", "rewards", "terminated", "truncated")
    for _ in range(300):
        for env in envs:
            env.step_random(1)
        for env in envs[1:]:
            assert all((getattr(env, name) == getattr(envs[0], name)).all() for name in names)
    assert all(env.tally() == envs[0].tally() for env in envs)
    with pytest.raises(jogo.Error):
        _native.VectorEnv(game, 1, 7, 1, None, True, True, True, True, 7)


@pytest.mark.parametrize("text", ["x5o/7/7/7/7/7/o5x x 0 1", "xxo4/1oxx3/2-x1o1/7/oo1x3/3ox2/o5x o 3 9"])
def test_every_legal_move_is_as_likely_as_any_other(text):
    for width in _native.vector_widths():
        env = _native.VectorEnv("ataxx", 20_000, 3, 2, text, False, False, False, True, width)
        legal = np.flatnonzero(jogo.Encoding("ataxx").mask(Position("ataxx", text)))
        env.step_random(1)
        counts = np.bincount(env.actions, minlength=834)
        assert set(np.flatnonzero(counts)) <= set(legal)
        expected = 20_000 / len(legal)
        assert (np.abs(counts[legal] - expected) < 4.5 * np.sqrt(expected)).all(), counts[legal]


def test_reset_begins_anew(game):
    env = VectorEnv(game, 3, seed=9)
    before = env.observations.copy()
    env.step_random(50)
    once = [env.position(place) for place in range(3)]
    env.reset(seed=9)
    assert (env.observations == before).all() and sum(env.tally()) == 0
    assert not env.terminated.any() and (env.actions == -1).all()
    env.step_random(50)
    assert [env.position(place) for place in range(3)] == once


def state(env):
    return [(env.position(place), env.first(place)) for place in range(env.count)]


def test_an_illegal_action_raises_and_moves_no_game(game):
    env = VectorEnv(game, 4, seed=1)
    env.step_random(6)
    texts = state(env)
    legal = [int(np.flatnonzero(mask)[0]) for mask in env.masks]
    illegal = int(np.flatnonzero(env.masks[2] == 0)[0])
    for wrong in (illegal, -1, env.encoding.actions, 2**62, -(2**62), 2**63, 2**64 - 1, 10**30):
        with pytest.raises(jogo.Error):
            env.step([*legal[:2], wrong, legal[3]])
        assert state(env) == texts
    with pytest.raises(jogo.Error, match="game 2: action"):
        env.step([*legal[:2], illegal, legal[3]])
    for wrong in (legal[:3], [legal], [float(action) for action in legal], legal[0], [[1], [2, 3]], "1234", None):
        with pytest.raises(jogo.Error):
            env.step(wrong)
    env.step(np.array(legal, np.uint16))
    assert state(env) != texts


def test_games_can_be_left_as_they_ended():
    env = VectorEnv("neutreeko", 16, seed=2, auto_reset=False)
    for _ in range(2000):
        if all(
            Position("neutreeko", env.position(place)).is_over or env.masks[place].sum() == 0 for place in range(16)
        ):
            break
        env.step_random()
    assert sum(env.tally()) == 16
    assert env.masks.sum() == 0
    env.step(np.zeros(16, np.int64))
    assert not env.terminated.any() and not env.rewards.any(), "an end is told once"


def test_arrays_are_read_only_and_always_the_same():
    env = VectorEnv("ataxx", 2)
    observations = env.observations
    for array in (env.observations, env.masks, env.rewards, env.terminated, env.turns, env.actions):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    before = observations.copy()
    env.step_random()
    assert observations is env.observations or np.shares_memory(observations, env.observations)
    assert (observations != before).any()


def test_what_was_not_asked_for_is_not_there():
    env = VectorEnv("ataxx", 2, observations=False, masks=False)
    for name in ("observations", "masks", "packed_masks"):
        with pytest.raises(jogo.Error, match=f"without {name}"):
            getattr(env, name)
    env.step_random(10)


@pytest.mark.parametrize(
    "options",
    [
        {"count": 0},
        {"count": -1},
        {"count": 2**70},
        {"seed": -1},
        {"seed": 2**64},
        {"threads": 0},
        {"threads": 10**20},
        {"start": "nonsense"},
        {"start": "xxxxxxx/7/7/7/7/7/7 o 0 1"},
        {"count": 1.5},
    ],
)
def test_environments_that_make_no_sense_are_refused(options):
    with pytest.raises(jogo.Error):
        VectorEnv("ataxx", **{"count": 1, **options})


def test_games_begin_where_they_are_told():
    start = "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 9"
    env = VectorEnv("ataxx", 3, start=start, seed=4)
    assert env.position(2) == start
    env.step_random(500)
    env.reset()
    assert env.position(0) == start


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_an_environment_goes_on_in_a_forked_process():
    env = VectorEnv("ataxx", 64, threads=2)
    env.step_random(3)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            env.step_random(3)
            os.write(writer, env.position(0).encode())
        finally:
            os._exit(0)
    os.close(writer)
    env.step_random(3)
    assert os.read(reader, 1000).decode() == env.position(0)
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_nothing_leaks():
    """In small what `python -m checks.leak` does in full."""
    from checks.leak import play, step

    # Threads of environments that are gone may take a while to end.
    for work, times, most in ((step, 1_000_000, 32 << 20), (play, 20_000, 8 << 20)):
        work(times // 10)
        before = resident()
        work(times)
        assert resident() - before < most, work.__name__


def test_bad_input_raises_and_never_aborts():
    """In small what `python -m checks.fuzz` does in full."""
    from checks.fuzz import fuzz

    cases = 20_000
    refused = fuzz(cases, seed=random.Random(11).randrange(1000))
    assert sum(refused.values()) > cases / 2


def test_no_array_can_be_made_writeable():
    env = VectorEnv("ataxx", 2, packed_masks=True)
    arrays = (env.observations, env.masks, env.packed_masks, env.rewards, env.terminated, env.truncated)
    for array in (*arrays, env.hidden, env.turns, env.actions):
        with pytest.raises(ValueError, match=r"(?i)writeable"):
            array.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    observations = env.observations
    env.step_random(30)
    kept = observations.copy()
    del env, arrays
    assert (observations == kept).all(), "a view keeps its memory"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit is another")
@pytest.mark.parametrize("options", ["", ", observations=False, masks=False"])
def test_games_for_which_there_is_no_memory_raise(options):
    # In a process of its own, which may have 60 MB more than it has.
    script = f"""
import resource, jogo
has = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + (60 << 20), has + (60 << 20)))
try:
    jogo.VectorEnv("threedragons", 1 << 20, threads=1{options})
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "there is no memory for" in done.stdout
