"""How many random games of Knight Line come to the edge of the window that its encoding has.

python -m checks.window [--games N]
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

import jogo


def measure(game: str, games: int, seed: int) -> tuple[int, int, int]:
    """Play random games; return how many there were, hid a move at some time, and were truncated."""
    env = jogo.VectorEnv(game, 1024, seed=seed, observations=False, masks=False)
    hid = np.zeros(env.count, bool)
    hiding = 0
    while sum(env.tally()) < games:
        env.step_random()
        ended = env.terminated | env.truncated
        hiding += int((hid | env.truncated)[ended].sum())
        hid[ended] = False
        hid |= env.hidden
    return sum(env.tally()), hiding, env.tally().truncated


def main() -> None:
    """Print the shares for both rule sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    args = parser.parse_args()
    for game in ("knightline", "knightline-feup"):
        games, hiding, truncated = measure(game, args.games, 1)
        sys.stdout.write(f"{game}: {games} games, {hiding} of them hid a move, {truncated} were truncated\n")


if __name__ == "__main__":
    main()
