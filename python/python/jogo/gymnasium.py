"""A Gymnasium environment against a bot; needs the package `gymnasium`.

>>> from jogo.gymnasium import BotEnv
>>> env = BotEnv("neutreeko", "greedy")
>>> observation, info = env.reset(seed=1)
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> len(env.position.move_stack)
2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from jogo._native import Error
from jogo.encoding import Encoding
from jogo.play import Player, Position
from jogo.think import Bot

Observation = dict[str, npt.NDArray[Any]]


class BotEnv(gymnasium.Env[Observation, int]):
    """One agent against a bot, or against anything that can be called with a position.

    Observations are dictionaries of `observation`, the planes, and `action_mask`. The reward is 1 for a win and -1
    for a loss, at the end.

    Args:
        game: The id of a rule set.
        opponent: The name of a bot, or a function from a position to a move.
        side: Who the agent is; both in turn, by the seed, unless given.
        start: A position text to begin from; else the standard start.
        illegal_reward: What an illegal action costs, and that it ends the game; `None` raises `jogo.Error` instead.
        render_mode: `ansi` returns text, `svg` a drawing.
    """

    def __init__(
        self,
        game: str,
        opponent: str | Callable[[Position], str] = "greedy",
        *,
        side: Player | None = None,
        start: str | None = None,
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise Error(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        self.encoding = Encoding(game)
        self.position = Position(game, start)
        if self.position.is_over:
            raise Error("the game is over")
        self._opponent = opponent
        self._answer: Callable[[Position], str] | None = None if isinstance(opponent, str) else opponent
        if isinstance(opponent, str):
            Bot(game, opponent)  # says now if there is none
        self._given_side = side
        self._start = start
        self._illegal_reward = illegal_reward
        self._first: int | None = None
        self._is_over = False
        self.side = Player.FIRST if side is None else Player(side)
        """Who the agent is in this game."""
        self.observation_space = gymnasium.spaces.Dict(  # type: ignore[assignment]
            {
                "observation": gymnasium.spaces.Box(0, 255, self.encoding.shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; the seed fixes the bot and, where none is given, the side."""
        super().reset(seed=seed)
        self.position = Position(self.encoding.game, self._start)
        self._first = None
        self._is_over = False
        side = int(self.np_random.integers(2))
        self.side = Player(side) if self._given_side is None else Player(self._given_side)
        if isinstance(self._opponent, str):
            bot_seed = int(self.np_random.integers(2**63))
            self._answer = Bot(self.encoding.game, self._opponent, seed=bot_seed)
        self._let_the_opponent_move()
        self._is_over = self.position.outcome() is not None
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action; the opponent answers."""
        if self._is_over:
            raise Error("the game is over")
        try:
            move = self.encoding.act(self.position, action, self._first)
        except Error:
            if self._illegal_reward is None:
                raise
            self._is_over = True
            return self._observe(), self._illegal_reward, True, False, self._info()
        if move is None:
            self._first = int(action)
        else:
            self._first = None
            self.position.push(move)
            self._let_the_opponent_move()
        outcome = self.position.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.side else -1.0
        truncated = outcome is None and not self.encoding.mask(self.position, self._first).any()
        self._is_over = outcome is not None or truncated
        return self._observe(), reward, outcome is not None, truncated, self._info()

    def render(self) -> str | None:
        """Return the position as text or as a drawing."""
        if self.render_mode is None:
            return None
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def _let_the_opponent_move(self) -> None:
        while self.position.outcome() is None and self.position.turn != self.side:
            if self._answer is None:
                raise Error("reset() must come first")
            self.position.push(self._answer(self.position.copy()))

    def _observe(self) -> Observation:
        planes = self.encoding.observe(self.position, self._first)
        mask = self.encoding.mask(self.position, self._first)
        if self.position.turn != self.side:
            planes[[0, 1]] = planes[[1, 0]]
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"side": int(self.side), "hidden": self.encoding.hides_moves(self.position)}
