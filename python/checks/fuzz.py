"""Bad input raises `jogo.Error`, and never anything else: texts, moves, records, certificates and action numbers.

python -m checks.fuzz [--cases N] [--seed S]
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
from collections.abc import Callable

import numpy as np

import jogo
from jogo import knightline

ALPHABET = "xoXObwBWMCc-./@:,0123456789 abcdefghijklmno'[](){}!?$%\"\\\n\t\0é\u202e\U0001f600|#"
NUMBERS = [0, 1, -1, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, 2**63, -(2**63), 2**64, -(2**64), 10**30, -(10**30)]


def mangled(text: str, rng: random.Random) -> str:
    """Change a text in a few places, or make one up."""
    if rng.random() < 0.1:
        return "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(60)))
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters) + 1)
        match rng.randrange(4):
            case 0:
                letters.insert(place, rng.choice(ALPHABET))
            case 1:
                del letters[place : place + rng.randint(1, 3)]
            case 2:
                letters[place:place] = letters[place : place + 5]
            case _:
                letters[place : place + 1] = [rng.choice(ALPHABET)]
    return "".join(letters)


def number(rng: random.Random, below: int) -> int:
    """Return a number that may be anything."""
    if rng.random() < 0.2:
        return rng.choice(NUMBERS)
    return rng.randrange(-below, 2 * below)


class Fuzzer:
    """Makes cases; every method is one kind."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.positions = {game: self.walk(game) for game in jogo.GAMES}
        self.encodings = {game: jogo.Encoding(game) for game in jogo.GAMES}
        self.vectors = {game: jogo.VectorEnv(game, 3, threads=1) for game in jogo.GAMES}
        self.certificate = knightline.prove("m0-o1:1", jogo.Player.FIRST, "survive", 2).certificate or ""

    def walk(self, game: str) -> jogo.Position:
        """Return a position of a random game."""
        position = jogo.Position(game)
        for _ in range(self.rng.randrange(25)):
            if position.is_over:
                break
            position.push(self.rng.choice(position.legal_moves))
        return position

    def position(self, game: str) -> None:
        """Read a mangled position."""
        source = self.positions[game]
        text = mangled(source.text if self.rng.random() < 0.7 else source.prolog(), self.rng)
        position = jogo.Position(game, text)
        if jogo.Position(game, position.text) != position:
            raise AssertionError(f"{game} {text!r} is written as {position.text!r}, which is another position")
        self.use(position)

    def use(self, position: jogo.Position) -> None:
        """Do what one does with a position, however strange."""
        encoding = self.encodings[position.game]
        encoding.observe(position)
        mask = encoding.mask(position)
        for move in position.legal_moves[:3]:
            actions = encoding.encode(position, move)
            if actions is not None and not mask[actions[0]]:
                raise AssertionError(f"{position!r}: {move} is masked")

    def move(self, game: str) -> None:
        """Push a mangled move."""
        position = self.positions[game]
        if position.is_over or self.rng.random() < 0.02:
            position = self.positions[game] = self.walk(game)
        moves = position.legal_moves or ["pass"]
        before = position.text
        try:
            position.push(mangled(self.rng.choice(moves), self.rng))
        except jogo.Error:
            if position.text != before:
                raise AssertionError(f"{game} {before} was changed by a move that was refused") from None
            raise

    def record(self, game: str) -> None:
        """Read a mangled record."""
        jogo.Game.read(mangled(str(jogo.Game.of(self.positions[game])), self.rng))

    def proof(self, game: str) -> None:
        """Verify a mangled certificate."""
        knightline.verify(mangled(self.certificate, self.rng))

    def action(self, game: str) -> None:
        """Act by a number that may be anything."""
        encoding = self.encodings[game]
        first = None if self.rng.random() < 0.7 else number(self.rng, encoding.actions)
        encoding.act(self.positions[game], number(self.rng, encoding.actions), first)

    def step(self, game: str) -> None:
        """Step a vector of games by numbers that may be anything."""
        env = self.vectors[game]
        texts = [env.position(place) for place in range(3)]
        actions = [int(self.rng.choice(np.flatnonzero(mask))) for mask in env.masks]
        if self.rng.random() < 0.8:
            actions[self.rng.randrange(3)] = number(self.rng, env.encoding.actions)
        try:
            env.step(actions)
        except jogo.Error:
            if texts != [env.position(place) for place in range(3)]:
                raise AssertionError(f"{game} {texts} were changed by {actions}, which was refused") from None
            raise


def fuzz(cases: int, seed: int) -> dict[str, int]:
    """Try so many cases; return how many of each kind were refused."""
    fuzzer = Fuzzer(seed)
    kinds: list[Callable[[str], None]] = [fuzzer.position, fuzzer.move, fuzzer.action, fuzzer.step, fuzzer.record]
    refused = {kind.__name__: 0 for kind in [*kinds, fuzzer.proof]}
    for case in range(cases):
        # Checking a certificate takes as long as many of the others.
        kind = fuzzer.proof if case % 500 == 0 else kinds[case % len(kinds)]
        game = fuzzer.rng.choice(jogo.GAMES)
        with contextlib.suppress(jogo.Error):
            refused[kind.__name__] += 1
            kind(game)
            refused[kind.__name__] -= 1
    return refused


def main() -> None:
    """Fuzz as much as the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sys.stdout.write(f"{args.cases} cases, refused: {fuzz(args.cases, args.seed)}\n")


if __name__ == "__main__":
    main()
