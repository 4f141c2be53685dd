"""Proofs about Knight Line, and their independent verification."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from jogo import _native
from jogo._check import bounded
from jogo._native import Stop
from jogo.play import Player

Goal = Literal["win", "survive"]


@dataclass(frozen=True)
class Proof:
    """What came of an attempt to prove something."""

    verdict: Literal["proved", "no proof", "stopped"]
    """`no proof` says nothing: the claim may hold all the same."""
    nodes: int
    certificate: str | None
    """The strategy, for `verify`."""


@dataclass(frozen=True)
class Verified:
    """What a certificate proves of its first position."""

    goal: Goal
    player: Player
    """The player who wins or survives, and is to move in the first position."""
    count: int
    """Within so many own moves, or so many turns of the other side."""
    positions: int
    replies: int
    first: str


def prove(
    moves: str | Iterable[str],
    player: Player,
    goal: Goal,
    count: int,
    *,
    megabytes: int = 64,
    nodes: int = 20_000_000,
    stop: Stop | None = None,
) -> Proof:
    """Try to prove a claim about the official game after some moves from the start.

    The claim is that a player wins within `count` own moves, or survives `count` turns of the other side. If the
    player's turn is over, the move that was played in it counts as the first of the strategy.

    A table for which there is no memory raises `MemoryError`.

    >>> proof = prove("m0-o1:1", Player.FIRST, "survive", 3)
    >>> proof.verdict
    'proved'
    >>> verify(proof.certificate).count
    3
    """
    verdict, visited, certificate = _native.prove(
        moves if isinstance(moves, str) else " ".join(moves),
        bounded("player", player, 0, 1),
        goal,
        bounded("count", count, 1, 40),
        bounded("megabytes", megabytes, 1, 65_536),
        bounded("nodes", nodes, 1, 2**64 - 1),
        Stop() if stop is None else stop,
    )
    return Proof(verdict, visited, certificate)  # type: ignore[arg-type]


def verify(certificate: str) -> Verified:
    """Check a certificate with code that shares only the rules with the search; raise `jogo.Error` if it fails."""
    goal, player, count, positions, replies, first = _native.verify(certificate)
    return Verified(goal, Player(player), count, positions, replies, first)  # type: ignore[arg-type]
