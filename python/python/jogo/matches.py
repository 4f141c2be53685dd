"""Matches between bots and anything that can be called with a position."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from jogo._check import SEED_MAX, bounded
from jogo.play import Player as Side
from jogo.play import Position, game_info
from jogo.records import Game
from jogo.think import Bot

Player = str | Callable[[Position], str]
"""The name of a bot, or a function from a position to a move. It gets a copy, and may do with it what it likes."""

_MOVES_MAX = 10_000


@dataclass
class MatchResult:
    """What came of a match, as the first of its two players sees it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    records: list[Game] = field(default_factory=list)

    @property
    def points(self) -> float:
        """One for each game that was won, half for each that was drawn."""
        return self.won + self.drawn / 2


def match(
    game: str,
    player: Player,
    opponent: Player,
    *,
    games: int = 2,
    seed: int = 0,
    start: str | None = None,
    moves_max: int = 1_000,
) -> MatchResult:
    """Play games between two players, who take turns to begin.

    The seed fixes the randomness of the bots: every game has seeds of its own. A game of `moves_max` moves is a
    draw. A move that is not legal raises `jogo.Error`.

    >>> result = match("neutreeko", "perfect", "random", games=4, seed=1)
    >>> result.won
    4
    """
    game_info(game)
    games = bounded("games", games, 1, 1_000_000)
    moves_max = bounded("moves_max", moves_max, 1, _MOVES_MAX)
    seeds = random.Random(bounded("seed", seed, 0, SEED_MAX))
    result = MatchResult()
    for number in range(games):
        pair = [_seated(game, one, seeds.getrandbits(64)) for one in (player, opponent)]
        sides = pair if number % 2 == 0 else pair[::-1]
        position = Position(game, start)
        while position.outcome() is None and len(position.move_stack) < moves_max:
            position.push(sides[position.turn](position.copy()))
        outcome = position.outcome()
        record = Game.of(position)
        if outcome is None:
            record.close("move limit")
        for tag, one in zip(("First", "Second"), sides, strict=True):
            record.tags[tag] = one.name if isinstance(one, Bot) else str(getattr(one, "__name__", "?"))
        result.records.append(record)
        own = Side.FIRST if number % 2 == 0 else Side.SECOND
        if outcome is None or outcome.winner is None:
            result.drawn += 1
        elif outcome.winner == own:
            result.won += 1
        else:
            result.lost += 1
    return result


def _seated(game: str, player: Player, seed: int) -> Callable[[Position], str]:
    return Bot(game, player, seed=seed) if isinstance(player, str) else player
