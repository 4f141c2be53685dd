"""The same moves, results and texts through Python as on the command line.

python -m checks.same [--positions N] [--jogo PROGRAM] [--seed S] [GAME ...]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jogo


def random_texts(game: str, count: int, rng: random.Random) -> Iterator[str]:
    """Yield the texts of positions of random games, finished ones too."""
    made = 0
    while made < count:
        position = jogo.Position(game)
        while made < count:
            yield position.text
            made += 1
            moves = position.legal_moves
            if not moves:
                break
            position.push(rng.choice(moves))


def answers(program: Path, texts: list[str], *words: str) -> list[str]:
    """Return what the program answers to each position."""
    done = subprocess.run(
        [program, *words, "-p", "-"], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")[: len(texts)]


def compare(program: Path, game: str, count: int, seed: int) -> int:
    """Compare so many positions; return how many of them were over."""
    texts = list(random_texts(game, count, random.Random(seed)))
    moves = answers(program, texts, "moves", game)
    shown = answers(program, texts, "show", game, "--format", "json")
    terms = answers(program, texts, "show", game, "--format", "prolog")
    over = 0
    for text, line, picture, term in zip(texts, moves, shown, terms, strict=True):
        position = jogo.Position(game, text)
        said = json.loads(picture)
        outcome = position.outcome()
        ours = {
            "moves": " ".join(position.legal_moves),
            "position": position.text,
            "turn": position.turn.name.lower(),
            "result": outcome and outcome.result,
            "reason": outcome and outcome.reason,
            "cells": list(outcome.cells) if outcome else [],
            "prolog": position.prolog(),
        }
        theirs = {
            "moves": line,
            "position": said["position"],
            "turn": said["turn"],
            "result": said["result"],
            "reason": said["reason"],
            "cells": said["deciding_cells"],
            "prolog": term,
        }
        if ours != theirs:
            raise AssertionError(f"{game} {text}: {ours} but the program says {theirs}")
        over += outcome is not None
    return over


def main() -> None:
    """Compare what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--jogo", type=Path, default=Path(__file__).parents[2] / "target/release/jogo")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games", nargs="*", default=jogo.GAMES)
    args = parser.parse_args()
    for game in args.games:
        over = compare(args.jogo, game, args.positions, args.seed)
        sys.stdout.write(f"{game}: {args.positions} positions the same, {over} of them over\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
