"""A match between two bots, or a bot and a function of your own.

python examples/random_match.py [GAME] [--games N]
"""

from __future__ import annotations

import argparse
import random

import jogo


def main() -> None:
    """Play and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="ataxx", choices=jogo.GAMES)
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args()
    rng = random.Random(1)

    def any_move(position: jogo.Position) -> str:
        return rng.choice(position.legal_moves)

    result = jogo.match(args.game, "greedy", any_move, games=args.games, seed=1)
    print(f"greedy against random moves: {result.won} won, {result.drawn} drawn, {result.lost} lost")
    print(result.records[0])


if __name__ == "__main__":
    main()
