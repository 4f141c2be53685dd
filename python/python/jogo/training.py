"""Networks that evaluate positions, and the samples that they are trained on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
import numpy.typing as npt

from jogo import _native
from jogo.play import Position


class Network:
    """A neural evaluation, read from a file of `train/`.

    >>> start = Position("ataxx")
    >>> Network.built_in("ataxx").evaluate_all([start, start]).dtype
    dtype('int32')
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._native = _native.Network(Path(path).read_bytes())

    @classmethod
    def built_in(cls, game: str) -> Network:
        """Return the network with which the engine searches a rule set; not all have one."""
        network = cls.__new__(cls)
        network._native = _native.Network.built_in(game)
        return network

    @property
    def id(self) -> str:
        """The first 64 bits of the file's SHA-256, in hexadecimal."""
        return self._native.id

    @property
    def hidden(self) -> int:
        """How many hidden units there are."""
        return self._native.hidden

    def evaluate(self, position: Position) -> int:
        """Return the value for the side to move, in hundredths of a unit."""
        return self._native.evaluate(position._native)

    def evaluate_all(self, positions: Iterable[Position]) -> npt.NDArray[np.int32]:
        """Return the values of many positions, each for its side to move, in hundredths of a unit."""
        return self._native.evaluate_all([position._native for position in positions])


@dataclass(frozen=True)
class Samples:
    """Positions with what a search said of them and how their games ended, for the side to move."""

    name: str
    """Of the inputs, as the file has it."""
    cells: npt.NDArray[np.uint8]
    """A row per position, a byte per cell; docs/nets.md says what they mean."""
    scores: npt.NDArray[np.int16]
    results: npt.NDArray[np.int8]
    """1 for a win, 0 for a draw, -1 for a loss."""


def read_samples(path: str | PathLike[str]) -> Samples:
    """Read a file of `jogo datagen`."""
    name, (cells, scores, results) = _native.read_samples(Path(path).read_bytes())
    return Samples(name, cells, scores, results)
