"""No leak: memory before and after many steps, of environments and of positions.

python -m checks.leak [--steps N]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pickle
import sys
from pathlib import Path

import jogo


def resident() -> int:
    """Return the memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def step(steps: int) -> None:
    """Step environments of every rule set, each made anew a few times."""
    for game in jogo.GAMES:
        for _ in range(4):
            env = jogo.VectorEnv(game, 50, threads=2, packed_masks=True)
            for _ in range(max(1, steps // (50 * 4 * len(jogo.GAMES)))):
                env.step_random()


def play(steps: int) -> None:
    """Push, pop, copy, draw, encode and refuse, with plain positions."""
    per_game = steps // len(jogo.GAMES)
    for game in jogo.GAMES:
        encoding, bot = jogo.Encoding(game), jogo.Bot(game, "random")
        position = jogo.Position(game)
        for number in range(per_game):
            if position.is_over:
                position = jogo.Position(game)
            move = bot(position) if number % 50 == 0 else position.legal_moves[-1]
            encoding.observe(position)
            encoding.mask(position)
            position.push(move)
            if number % 100 == 0:
                position = pickle.loads(pickle.dumps(position))
                jogo.Game.read(str(jogo.Game.of(position)))
                position.svg()
            with contextlib.suppress(jogo.Error):
                position.push("nonsense")
            if number % 7 == 0:
                position.pop()


def main() -> None:
    """Print how memory grows while steps are made."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10_000_000)
    args = parser.parse_args()
    for work, steps in ((step, args.steps), (play, args.steps // 50)):
        work(steps // 20)
        before = resident()
        for part in range(1, 5):
            work(steps // 4)
            grown = (resident() - before) / 1024
            sys.stdout.write(f"{work.__name__}: {part * steps // 4} steps, {grown:+.0f} KiB\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
