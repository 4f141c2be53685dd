"""Moves as integers and positions as planes; docs/python.md describes every encoding."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from jogo import _native
from jogo._check import bounded, maybe_bounded
from jogo._native import Error
from jogo.play import Move, Position


class Encoding:
    """The encoding of a rule set: total, and free of collisions.

    A move is one action, or in Knight Line two: where tiles go, then how many.

    >>> encoding = Encoding("neutreeko")
    >>> encoding.shape, encoding.actions
    ((4, 5, 5), 200)
    >>> position = Position("neutreeko")
    >>> encoding.encode(position, "b1-c1")
    (101,)
    >>> encoding.decode(position, (101,))
    Move('b1-c1')
    >>> int(encoding.mask(position).sum())
    14
    """

    def __init__(self, game: str) -> None:
        (planes, rows, columns), actions = _native.encoding_sizes(game)
        self.game = game.lower()
        self.shape = (planes, rows, columns)
        """Planes, rows from the bottom, columns from the left."""
        self.actions = actions
        """Actions are the integers below this."""

    def encode(self, position: Position, move: str) -> tuple[int, ...] | None:
        """Return the actions of a legal move; `None` for one beyond the window of Knight Line."""
        actions = _native.position_actions(self._own(position), move)
        return None if actions is None else tuple(actions)

    def decode(self, position: Position, actions: Iterable[int]) -> Move:
        """Return the move that some actions make; raise `jogo.Error` if they make none."""
        first: int | None = None
        for action in actions:
            move = self.act(position, action, first)
            if move is not None:
                return move
            first = action
        raise Error("another action must follow")

    def act(self, position: Position, action: int, first: int | None = None) -> Move | None:
        """Return the move that a legal action makes; `None` if it is the first of two.

        The second of two needs the first. Other actions raise `jogo.Error`.
        """
        number = bounded("an action", action, 0, self.actions - 1)
        move = _native.position_move(self._own(position), number, self._first(first))
        return None if move is None else Move(move)

    def mask(self, position: Position, first: int | None = None) -> npt.NDArray[np.int8]:
        """Return 1 for each legal action, 0 for the others; all 0 when the game is over.

        After the first of two actions: 1 for each that may follow it.
        """
        return _native.position_mask(self._own(position), self._first(first)).view(np.int8)

    def observe(self, position: Position, first: int | None = None) -> npt.NDArray[np.uint8]:
        """Return the planes of a position as the player to move sees it."""
        return _native.position_planes(self._own(position), self._first(first))

    def hides_moves(self, position: Position) -> bool:
        """Return whether there are legal moves beyond the window of Knight Line; never in another game."""
        return _native.position_hides_moves(self._own(position))

    def _first(self, first: int | None) -> int | None:
        return maybe_bounded("first", first, 0, self.actions - 1)

    def _own(self, position: Position) -> _native.Position:
        if position.game != self.game:
            raise Error(f"this is an encoding of {self.game}, not {position.game}")
        return position._native

    def __repr__(self) -> str:
        return f"Encoding({self.game!r})"
