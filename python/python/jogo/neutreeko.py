"""The solution of Neutreeko: every position with its exact value.

>>> from jogo import neutreeko
>>> table = neutreeko.solution()
>>> table.shape, table.dtype, table.flags.writeable
((3542000,), dtype('uint8'), False)
>>> int(table[neutreeko.index(Position("neutreeko"))]) == neutreeko.DRAW
True
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from jogo import _native
from jogo._check import SEED_MAX, bounded
from jogo.play import Move, Player, Position

DRAW = 255
"""The byte of a position that neither side can win."""
IMPOSSIBLE = 254
"""The byte of a placement that is no position: the player to move already has a line."""
POSITIONS = 3_542_000


def solution() -> npt.NDArray[np.uint8]:
    """Return the table: one byte per placement, read-only and without a copy.

    A byte is `DRAW`, `IMPOSSIBLE`, or the plies to the end with best play: odd where the player to move wins, even
    where that player loses, 0 where the other one already has a line.
    """
    return _native.neutreeko_solution()


def index(position: Position) -> int:
    """Return the place of a position in the table.

    The sets of three squares of the player to move come in rising order of their masks (bit 0 is a1, bit 24 is e5),
    and for each of them the other player's in rising order.
    """
    return _native.neutreeko_index(position._native)


def position(index: int, turn: Player = Player.FIRST) -> Position:
    """Return the position at a place of the table; whose turn it is makes no difference to the table.

    >>> start = Position("neutreeko")
    >>> position(index(start)) == start
    True
    """
    number = bounded("index", index, 0, POSITIONS - 1)
    return Position._wrap(_native.neutreeko_position(number, bounded("turn", turn, 0, 1)))


def successors(indices: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Return the indices after each move, 24 to a row, the rest of a row -1.

    A position that is over or impossible has none.
    """
    array = np.asarray(indices)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise _native.Error("indices must be integers in one dimension")
    return _native.neutreeko_successors(np.ascontiguousarray(array, dtype=np.int64))


Kind = Literal["one win", "only moves", "hold the draw", "mutual zugzwang"]


def puzzles(
    kind: Kind = "one win", *, plies: int = 5, seed: int = 0, count: int = 1
) -> list[tuple[Position, list[Move]]]:
    """Return puzzles with the moves to find; fewer where there are no more.

    >>> (position, moves), = puzzles("one win", plies=7)
    >>> int(solution()[index(position)])
    7
    """
    made = _native.neutreeko_puzzles(
        kind,
        bounded("plies", plies, 0, 255),
        bounded("seed", seed, 0, SEED_MAX),
        bounded("count", count, 1, 1_000_000),
    )
    return [(Position("neutreeko", text), [Move(move) for move in moves]) for text, moves in made]
