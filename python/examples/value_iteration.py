"""Tabular value iteration on Neutreeko, compared with the solution.

python examples/value_iteration.py [--sweeps N]

A position is worth -1 to a player who has lost, and else the best of -GAMMA times what the moves lead to: so a win
in d plies is worth GAMMA to the power of d. A sweep looks at the positions that are not decided yet; after as many
sweeps as a win takes plies, its value is exact.
"""

from __future__ import annotations

import argparse

import numpy as np

from jogo import neutreeko

GAMMA = 0.99
CHUNK = 200_000


def sweep(values: np.ndarray, open_positions: np.ndarray) -> np.ndarray:
    """Return the new values of the positions that are not decided yet."""
    found = np.zeros(len(open_positions), np.float32)
    for begin in range(0, len(open_positions), CHUNK):
        after = neutreeko.successors(open_positions[begin : begin + CHUNK])
        # Where there is no move, nothing is better than the worst.
        worth = np.where(after >= 0, -GAMMA * values[after], -np.inf)
        # A move into what is not decided counts as 0: neither a win nor a loss so far.
        found[begin : begin + CHUNK] = worth.max(axis=1)
    return found


def main() -> None:
    """Iterate, and say how far the values agree with the solution."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sweeps", type=int, default=60)
    args = parser.parse_args()
    table = neutreeko.solution()
    values = np.zeros(neutreeko.POSITIONS, np.float32)
    # Where the game is over, and that is all that is taken from the solution.
    values[table == 0] = -1
    open_positions = np.flatnonzero((table != 0) & (table != neutreeko.IMPOSSIBLE))
    for number in range(1, args.sweeps + 1):
        found = sweep(values, open_positions)
        values[open_positions] = found
        print(f"sweep {number}: {np.count_nonzero(found)} positions decided")
        if not found.any():
            break
        open_positions = open_positions[found == 0]

    decided = np.flatnonzero((values != 0) & (table != 0))
    plies = np.rint(np.log(np.abs(values[decided])) / np.log(GAMMA)).astype(np.uint8)
    right = (plies == table[decided]) & ((values[decided] > 0) == (table[decided] % 2 == 1))
    print(f"{right.sum()} of {len(decided)} decided positions are worth what the solution says")
    if not right.all():
        raise SystemExit("value iteration disagrees with the solution")
    print(f"{(table[open_positions] == neutreeko.DRAW).sum()} of {len(open_positions)} others are draws")


if __name__ == "__main__":
    main()
