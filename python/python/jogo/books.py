"""The books of puzzles: positions with one clearly best move to find."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Literal

from jogo import _native
from jogo._native import Error
from jogo.play import Move, Position

_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True)
class Puzzle:
    """A position and the moves to find in it. The reply to each but the last is given."""

    game: str
    id: str
    """Stays the same when a book grows."""
    text: str
    """Of the position."""
    finds: tuple[tuple[Move, ...], ...]
    """The moves to find, each with those that are as good; the first of them is the one to show."""
    replies: tuple[Move, ...]
    goal: Literal["win", "draw", "advantage"]
    plies: int | None
    """To a win."""
    expected: float | None
    """Of an advantage: what the best move is worth, from 0 for a loss to 1 for a win."""
    difficulty: int
    """A rating: a solver with the same rating solves it every second time."""
    themes: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position in which the first move is to be found."""
        return Position(self.game, self.text)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The whole line, of both sides."""
        line = []
        for number, find in enumerate(self.finds):
            line += [find[0], *self.replies[number : number + 1]]
        return tuple(line)


def puzzles(game: str) -> list[Puzzle]:
    """Return the book of a rule set, the easiest puzzle first; not all have one.

    >>> puzzle = puzzles("ataxx")[0]
    >>> puzzle.finds[0][0] in puzzle.position.legal_moves
    True
    """
    return [_puzzle(game.lower(), said) for said in _native.puzzle_book(game)]


def daily_puzzle(game: str, day: date | None = None) -> Puzzle:
    """Return the puzzle of a day, by default of today by UTC, for the family of a rule set.

    >>> daily_puzzle("neutreeko", date(2026, 1, 1)) == daily_puzzle("neutreeko", date(2026, 1, 1))
    True
    """
    number = ((datetime.now(timezone.utc).date() if day is None else day) - _EPOCH).days
    if number < 0:
        raise Error("there is no puzzle before 1970")
    rules, said = _native.daily_puzzle(game, number)
    return _puzzle(rules, said)


def _puzzle(game: str, said: _native._Puzzle) -> Puzzle:
    name, text, finds, replies, goal, number, difficulty, themes = said
    return Puzzle(
        game,
        name,
        text,
        tuple(tuple(map(Move, find)) for find in finds),
        tuple(map(Move, replies)),
        goal,
        number if goal == "win" else None,
        number / 100 if goal == "advantage" and number is not None else None,
        difficulty,
        tuple(themes),
    )
