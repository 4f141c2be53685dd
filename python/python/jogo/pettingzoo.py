"""PettingZoo environments for all rule sets; needs the package `pettingzoo`.

>>> from jogo.pettingzoo import env
>>> ataxx = env("ataxx")
>>> ataxx.reset(seed=1)
>>> observation, reward, termination, truncation, info = ataxx.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((5, 7, 7), 16)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from jogo._native import Error
from jogo.encoding import Encoding
from jogo.play import Player, Position

MOVES_MAX = 10_000
"""A game as long as that is truncated."""

Observation = dict[str, npt.NDArray[Any]]


def env(game: str, **options: Any) -> AECEnv[str, Observation, int | None]:  # noqa: ANN401
    """Return an environment with the usual wrappers: an illegal action loses."""
    made: Any = raw_env(game, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801 - PettingZoo's own name for it
    """An environment without wrappers: an illegal action raises `jogo.Error`.

    The agents are `player_0`, who moves first, and `player_1`. An observation is a dictionary: `observation`,
    the planes as that agent sees them, and `action_mask`, all 0 for an agent who is not to move. Rewards are
    1, 0 or -1 at the end. A move of two actions is two steps of the same agent. `infos[agent]["hidden"]` says
    whether there are legal moves that the mask does not show.

    Args:
        game: The id of a rule set.
        start: A position text to begin from; else the standard start.
        render_mode: `ansi` returns text, `svg` a drawing, `human` prints.
    """

    def __init__(self, game: str, *, start: str | None = None, render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.metadata: dict[str, Any] = {
            "name": f"jogo_{game.lower()}",
            "render_modes": ["ansi", "human", "svg"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise Error(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        self.encoding = Encoding(game)
        self._start = start
        self.position = Position(game, start)
        if self.position.is_over:
            raise Error("the game is over")
        self.possible_agents = ["player_0", "player_1"]
        space: Any = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, self.encoding.shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        actions: Any = gymnasium.spaces.Discrete
        self.action_spaces = {agent: actions(self.encoding.actions) for agent in self.possible_agents}
        self.reset()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. There is no randomness to seed."""
        self.position = Position(self.encoding.game, self._start)
        self._first: int | None = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"hidden": False} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.turn]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        planes = self.encoding.observe(self.position, self._first)
        if agent == self.possible_agents[self.position.turn]:
            mask = self.encoding.mask(self.position, self._first)
        else:
            planes[[0, 1]] = planes[[1, 0]]
            mask = np.zeros(self.encoding.actions, np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error("an agent whose game goes on must act")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = self.encoding.act(self.position, action, self._first)
        if move is None:
            self._first = int(action)
        else:
            self._first = None
            self.position.push(move)
            self._end_if_over()
        self.agent_selection = self.possible_agents[self.position.turn]
        hidden = self.encoding.hides_moves(self.position)
        self.infos = {agent: {"hidden": hidden} for agent in self.agents}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end_if_over(self) -> None:
        outcome = self.position.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards[self.possible_agents[outcome.winner]] = 1.0
                self.rewards[self.possible_agents[Player(outcome.winner).other]] = -1.0
        elif len(self.position.move_stack) >= MOVES_MAX or not self.encoding.mask(self.position).any():
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the position as text or as a drawing, or print it."""
        if self.render_mode == "human":
            print(self.position)
            return None
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
