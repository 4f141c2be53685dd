"""A small learner in PyTorch that teaches itself Neutreeko, and then beats `greedy`.

python examples/self_play.py [--minutes M]

A network guesses what a position is worth to the player to move. It plays both sides of many games at once: each
player makes the move that leaves least to the opponent, or now and then any other. What the best move leads to is
what the position should have been worth (temporal differences); a move that ends the game is worth 1. Nothing is
taken from the solution: a position without moves is one in which the game is over.
"""

from __future__ import annotations

import argparse
import itertools
import time

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

import jogo
from jogo import neutreeko

GAMMA = 0.97
GAMES = 512
SQUARES = 25
BESIDE = 1540

Indices = npt.NDArray[np.int64]


def triples(squares: int) -> Indices:
    """Return all sets of three squares in the order in which `neutreeko.index` counts them."""
    sets = itertools.combinations(range(squares), 3)
    return np.array(sorted(sets, key=lambda three: three[::-1]), np.int64)


OWN = triples(SQUARES)
OTHERS = triples(SQUARES - 3)
LEFT = np.array([[square for square in range(SQUARES) if square not in three] for three in OWN.tolist()], np.int64)


def inputs(indices: Indices) -> torch.Tensor:
    """Return 25 inputs for the pieces of the player to move and 25 for the others."""
    mover, waiting = indices // BESIDE, indices % BESIDE
    planes = np.zeros((len(indices), 2 * SQUARES), np.float32)
    rows = np.arange(len(indices))[:, None]
    planes[rows, OWN[mover]] = 1
    planes[rows, SQUARES + LEFT[mover[:, None], OTHERS[waiting]]] = 1
    return torch.from_numpy(planes)


def network() -> nn.Module:
    """Return a network that has not learnt anything."""
    return nn.Sequential(
        nn.Linear(2 * SQUARES, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 1), nn.Tanh()
    )


def move_values(model: nn.Module, indices: Indices) -> tuple[npt.NDArray[np.float32], Indices]:
    """Return what every move is worth to the player who makes it, and where it leads; -2 where there is no move."""
    after = neutreeko.successors(indices).astype(np.int64)
    places = np.nonzero(after >= 0)
    reached = after[places]
    over = (neutreeko.successors(reached)[:, 0] < 0).astype(np.float32)
    with torch.no_grad():
        guess = model(inputs(reached)).squeeze(1).numpy()
    values = np.full(after.shape, -2, np.float32)
    values[places] = np.where(over == 1, 1.0, -GAMMA * guess)
    return values, after


def train(minutes: float, seed: int) -> nn.Module:
    """Play and learn for so long."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    start = neutreeko.index(jogo.Position("neutreeko"))
    games = np.full(GAMES, start, np.int64)
    begin, told, moves = time.monotonic(), 0.0, 0
    while (passed := (time.monotonic() - begin) / 60) < minutes:
        values, after = move_values(model, games)
        best = values.max(axis=1)
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * (1 - 0.95 * passed / minutes)
        guess = model(inputs(games)).squeeze(1)
        loss = nn.functional.mse_loss(guess, torch.from_numpy(best))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        # Some moves are made at random, so that not every game is the same.
        noise = rng.random(values.shape, np.float32)
        random = np.where(after >= 0, noise, -1).argmax(axis=1)
        chosen = np.where(rng.random(GAMES) < 0.3, random, values.argmax(axis=1))
        games = after[np.arange(GAMES), chosen]
        ended = (neutreeko.successors(games)[:, 0] < 0) | (rng.random(GAMES) < 0.01)
        games[ended] = start
        moves += GAMES
        if passed - told > 0.5:
            told = passed
            print(f"{passed:.1f} minutes, {moves} moves, loss {loss.item():.3f}, {score(model, 40)}", flush=True)
    return model


def player(model: nn.Module) -> jogo.MatchPlayer:
    """Return a function that plays as the network thinks best."""

    def choose(position: jogo.Position) -> str:
        values, _ = move_values(model, np.array([neutreeko.index(position)], np.int64))
        return position.legal_moves[int(values[0].argmax())]

    return choose


def score(model: nn.Module, games: int) -> str:
    """Say how the network does against `greedy`."""
    result = jogo.match("neutreeko", player(model), "greedy", games=games, seed=5, moves_max=200)
    return f"against greedy {result.won} won, {result.drawn} drawn, {result.lost} lost"


def main() -> None:
    """Train, then play a match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(score(train(args.minutes, args.seed), 200))


if __name__ == "__main__":
    main()
