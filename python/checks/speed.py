"""Moves per second of random play, beside PettingZoo's connect four and pgx, taking turns in one process.

python -m checks.speed [--rounds N] [--seconds S]

Needs, beside the package built for release: pettingzoo with pygame, pgx with jax. What is missing is left out.
Every side plays legal moves at random and begins finished games anew. A rate is moves per second of the clock and
per second of processor time of all threads: on a machine that does other work too, compare the second.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import jogo

GAMES = 1024
Play = Callable[[], int]
"""Plays some moves and returns how many."""


def ataxx(threads: int, **options: bool) -> Play:
    """Return what plays many games of Ataxx, one step per call."""
    env = jogo.VectorEnv("ataxx", GAMES, seed=1, threads=threads, **options)

    def play() -> int:
        for _ in range(50):
            env.step_random()
        return 50 * GAMES

    return play


def ataxx_at_once(threads: int) -> Play:
    """Return what plays many games of Ataxx without observations, many steps per call."""
    env = jogo.VectorEnv("ataxx", GAMES, seed=1, threads=threads, observations=False, masks=False)

    def play() -> int:
        env.step_random(200)
        return 200 * GAMES

    return play


def ataxx_from_numpy(threads: int) -> Play:
    """Return what plays many games of Ataxx with actions that numpy draws from the masks."""
    env = jogo.VectorEnv("ataxx", GAMES, seed=1, threads=threads)
    rng = np.random.default_rng(1)

    def play() -> int:
        for _ in range(5):
            env.step((rng.random(env.masks.shape, np.float32) * env.masks).argmax(axis=1))
        return 5 * GAMES

    return play


def connect_four() -> Play:
    """Return what plays PettingZoo's connect four."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415

    env: Any = connect_four_v3.env()
    rng = np.random.default_rng(1)

    def play() -> int:
        moves = 0
        for _ in range(10):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                    moves += 1
        return moves

    return play


def pgx_game(name: str, games: int) -> Play:
    """Return what plays many games with pgx, a hundred steps in one compiled call."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(name)
    begin = jax.vmap(env.init)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:  # noqa: ANN401
        state, key = carry
        key, draw, reset = jax.random.split(key, 3)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(draw, chances, axis=-1)
        return (step(state, action, jax.random.split(reset, games)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=100)[0])
    key = jax.random.PRNGKey(1)
    carry = jax.jit(begin)(jax.random.split(key, games)), key

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return 100 * games

    return play


def sides() -> Iterator[tuple[str, Play]]:
    """Yield everything that can be measured here."""
    plain = {"observations": False, "masks": False}
    yield "jogo ataxx, 1 thread, no observations, 200 steps a call", ataxx_at_once(1)
    yield "jogo ataxx, 2 threads, no observations, 200 steps a call", ataxx_at_once(2)
    yield "jogo ataxx, 2 threads, no observations", ataxx(2, **plain)
    yield "jogo ataxx, 1 thread, masks and planes", ataxx(1)
    yield "jogo ataxx, 2 threads, masks and planes", ataxx(2)
    yield "jogo ataxx, 1 thread, packed masks and planes", ataxx(1, masks=False, packed_masks=True)
    yield "jogo ataxx, 2 threads, packed masks and planes", ataxx(2, masks=False, packed_masks=True)
    yield "jogo ataxx, 2 threads, actions from numpy", ataxx_from_numpy(2)
    if importlib.util.find_spec("pettingzoo") and importlib.util.find_spec("pygame"):
        yield "pettingzoo connect four, AEC", connect_four()
    if importlib.util.find_spec("pgx"):
        for name in ("connect_four", "othello"):
            for games in (GAMES, 16 * GAMES):
                yield f"pgx {name}, {games} games", pgx_game(name, games)


def measure(play: Play, seconds: float) -> tuple[float, float]:
    """Return moves per second of the clock, and of the processor."""
    moves, begin, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        moves += play()
    return moves / (time.perf_counter() - begin), moves / (time.process_time() - used)


def compare(medians: dict[str, tuple[float, float]]) -> None:
    """Print how many times as fast as the best figure of the others those with masks and planes are."""
    for peer in ("pettingzoo connect four", "pgx othello", "pgx connect_four"):
        others = [rates for name, rates in medians.items() if name.startswith(peer)]
        if not others:
            continue
        best = [max(rates) for rates in zip(*others, strict=True)]
        for name, rates in medians.items():
            if name.startswith("jogo") and name.endswith("masks and planes"):
                clock, processor = (own / other for own, other in zip(rates, best, strict=True))
                sys.stdout.write(f"{name} / {peer}: {clock:.1f} {processor:.1f}\n")


def main() -> None:
    """Measure all sides in turns and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    all_sides = list(sides())
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name, _ in all_sides}
    for number in range(args.rounds + 1):
        for name, play in all_sides:
            rate = measure(play, args.seconds)
            # In the first round things are compiled and memory is touched.
            if number > 0:
                rates[name].append(rate)
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} processors, load over 1, 5 and 15 minutes: {busy}\n")
    sys.stdout.write("moves per second: of the clock, of the processor\n")
    medians = {}
    for name, measured in rates.items():
        clock, processor = (statistics.median(values) for values in zip(*measured, strict=True))
        medians[name] = clock, processor
        sys.stdout.write(f"{name:60} {clock:14,.0f} {processor:14,.0f}\n")
    compare(medians)


if __name__ == "__main__":
    main()
