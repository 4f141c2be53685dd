"""Many games at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from jogo import _native
from jogo._check import SEED_MAX, bounded
from jogo._native import Error
from jogo.encoding import Encoding
from jogo.play import Player


class Tally(NamedTuple):
    """How many games have ended, and how."""

    first_won: int
    drawn: int
    second_won: int
    truncated: int


class VectorEnv:
    """Steps many games of one rule set in one call, on several threads, without a Python object per game.

    Every array is allocated once and written anew by each step; Python has read-only views, which numpy does not
    make writeable. Copy what you keep.

    >>> env = VectorEnv("ataxx", 4, seed=1)
    >>> env.observations.shape, env.masks.shape
    ((4, 5, 7, 7), (4, 834))
    >>> env.step([int(np.flatnonzero(mask)[0]) for mask in env.masks])
    >>> env.turns
    array([1, 1, 1, 1], dtype=uint8)
    >>> env.step_random(1000)
    >>> sum(env.tally()) > 10
    True

    Args:
        game: The id of the rule set.
        count: How many games.
        seed: Fixes `step_random`, whatever the threads.
        threads: As many as there are processors unless given.
        start: A position text to begin from; else the standard start.
        observations: Whether planes are written.
        masks: Whether masks are written, a byte per action.
        packed_masks: Whether masks are written, a bit per action, the first action lowest.
        auto_reset: Whether a game that ends begins anew in the same step; else it stays as it is and takes any
            action.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        start: str | None = None,
        observations: bool = True,
        masks: bool = True,
        packed_masks: bool = False,
        auto_reset: bool = True,
    ) -> None:
        self.encoding = Encoding(game)
        """What actions and planes mean."""
        self._native = _native.VectorEnv(
            game,
            bounded("count", count, 1, 1 << 20),
            bounded("seed", seed, 0, SEED_MAX),
            0 if threads is None else bounded("threads", threads, 1, 256),
            start,
            bool(observations),
            bool(masks),
            bool(packed_masks),
            bool(auto_reset),
        )
        self.rewards = self._native.rewards
        """Of the last step, for the first and the second player: 1, 0 or -1."""
        self.terminated = self._native.terminated
        """Whether the last step ended the game by its rules."""
        self.truncated = self._native.truncated
        """Whether the last step ended the game otherwise: after 10,000 moves, or where no legal move lies within
        the window of Knight Line."""
        self.hidden = self._native.hidden
        """Whether there are legal moves beyond the window of Knight Line, which no mask shows."""
        self.turns = self._native.turns
        """Who is to move: 0 or 1."""
        self.actions = self._native.actions
        """The actions of the last step; -1 where there was none."""

    @property
    def game(self) -> str:
        """The id of the rule set."""
        return self._native.game

    @property
    def count(self) -> int:
        """How many games there are."""
        return self._native.count

    @property
    def threads(self) -> int:
        """How many threads step them."""
        return self._native.threads

    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """The planes of each game as the player to move sees them: games, planes, rows, columns."""
        return self._wanted(self._native.observations, "observations")

    @property
    def masks(self) -> npt.NDArray[np.uint8]:
        """1 for each legal action: games, actions."""
        return self._wanted(self._native.masks, "masks")

    @property
    def packed_masks(self) -> npt.NDArray[np.uint8]:
        """Likewise in bits, as `numpy.packbits(..., bitorder="little")` has them."""
        return self._wanted(self._native.packed_masks, "packed_masks")

    @staticmethod
    def _wanted(array: npt.NDArray[np.uint8] | None, name: str) -> npt.NDArray[np.uint8]:
        if array is None:
            raise Error(f"the environment was made without {name}")
        return array

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew."""
        self._native.reset(bounded("seed", seed, 0, SEED_MAX))

    def step(self, actions: npt.ArrayLike) -> None:
        """Do one action in every game. If one is not legal, `jogo.Error` is raised and no game has moved."""
        try:
            array = np.asarray(actions)
        except (ValueError, OverflowError) as error:
            raise Error(f"actions must be integers in one dimension: {error}") from None
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise Error("actions must be integers in one dimension")
        # What is beyond 63 bits becomes negative, which no action is.
        self._native.step(np.ascontiguousarray(array).astype(np.int64, copy=False))

    def step_random(self, steps: int = 1) -> None:
        """Do so many legal actions in every game, each as likely as any other. The arrays show the last one."""
        self._native.step_random(bounded("steps", steps, 1, 1 << 40))

    def tally(self) -> Tally:
        """Return how many games have ended since the last reset, and how."""
        return Tally(*self._native.tally())

    def position(self, game: int) -> str:
        """Return the position text of one game."""
        return self._native.position(bounded("game", game, 0, self.count - 1))

    def first(self, game: int) -> int | None:
        """Return the first action of a move of two, where the second is due."""
        return self._native.first(bounded("game", game, 0, self.count - 1))

    def turn(self, game: int) -> Player:
        """Return who is to move in one game."""
        return Player(int(self.turns[bounded("game", game, 0, self.count - 1)]))

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"VectorEnv({self.game!r}, {self.count})"
