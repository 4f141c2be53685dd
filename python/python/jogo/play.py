"""Positions and moves."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from jogo import _native as native

GAMES: tuple[str, ...] = tuple(native.game_ids())
"""The ids of all rule sets."""


class Player(enum.IntEnum):
    """Who moved first in this rule set, and who did not; colours are a skin on it."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player(1 - self)


class Move(str):
    """A move in strict notation. It is a string, so that it can be written wherever a move is read."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> Position("neutreeko", "3ww/4b/3wb/4b/5 w").outcome()
    Outcome(winner=<Player.FIRST: 0>, result='1-0', reason='Black has three in a row', cells=('e2', 'e3', 'e4'))
    """

    winner: Player | None
    """`None` for a draw."""
    result: str
    """As records write it: `1-0` means that the first player won; `0-1`, `1/2-1/2`."""
    reason: str
    """Why the game is over, in English."""
    cells: tuple[str, ...]
    """The cells that decided it."""


@dataclass(frozen=True)
class GameInfo:
    """What is always true of a rule set."""

    id: str
    name: str
    family: str
    sides: tuple[str, str]
    """What the first and the second player are called."""
    starts: dict[str, str]
    """Starting positions by name, the standard one first."""
    rules: str


def game_info(game: str) -> GameInfo:
    """Return what is always true of a rule set.

    >>> game_info("ataxx").sides
    ('Red', 'Blue')
    """
    key, name, family, sides, starts, rules = native.game_info(game)
    return GameInfo(key, name, family, sides, dict(starts), rules)


class Position:
    """A position together with the moves that led to it, so that repetition is known.

    Made from the id of a rule set and, unless it is the standard start, from a position text or a Prolog term.

    >>> position = Position("ataxx")
    >>> position.turn
    <Player.FIRST: 0>
    >>> len(position.legal_moves)
    16
    >>> position.push("g2")
    Move('g2')
    >>> position.pop()
    Move('g2')

    Two positions are equal when their rule set and their text are, however they came about. They are hashed
    likewise: do not push to one that is a key of a dictionary, but to its `copy()`.

    Bad texts and moves raise `jogo.Error`, a `ValueError`, and leave everything as it was:

    >>> position.push("a1")
    Traceback (most recent call last):
    jogo.Error: move "a1": a1 is not empty
    """

    __slots__ = ("_native",)

    _native: native.Position

    def __init__(self, game: str, text: str | None = None) -> None:
        self._native = native.Position(game, text)

    @classmethod
    def _wrap(cls, made: native.Position) -> Position:
        position = cls.__new__(cls)
        position._native = made
        return position

    @property
    def game(self) -> str:
        """The id of the rule set."""
        return self._native.game

    @property
    def text(self) -> str:
        """The position in the notation of the game, as every command reads and writes it."""
        return self._native.text

    @property
    def start(self) -> str:
        """The text of the position before the first move that was pushed."""
        return self._native.start

    @property
    def move_stack(self) -> list[Move]:
        """The moves that were pushed."""
        return [Move(move) for move in self._native.moves]

    @property
    def turn(self) -> Player:
        """Who is to move."""
        return Player(self._native.turn)

    @property
    def key(self) -> int:
        """64 bits that are equal for equal placement and side to move; counters do not count."""
        return self._native.key

    @property
    def occurrences(self) -> int:
        """How often this position has occurred in the game, this time included."""
        return self._native.occurrences

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in the fixed order of the game; none when the game is over."""
        return [Move(move) for move in self._native.legal_moves()]

    def is_legal(self, move: str) -> bool:
        """Return whether a move, in any accepted form, could be pushed."""
        if self.outcome() is not None:
            return False
        try:
            self._native.read_move(move)
        except native.Error:
            return False
        return True

    def parse_move(self, text: str) -> Move:
        """Read a legal move in any accepted form; raise `jogo.Error` naming the rule that it would break.

        >>> Position("neutreeko").parse_move("b1c1")
        Move('b1-c1')
        """
        return Move(self._native.read_move(text))

    def push(self, move: str) -> Move:
        """Play a move, read in any accepted form, and return it in strict notation."""
        return Move(self._native.push(move))

    def pop(self) -> Move:
        """Take the last move back and return it; raise `IndexError` if there is none."""
        return Move(self._native.pop())

    def outcome(self) -> Outcome | None:
        """Return how the game ended, repetition included; `None` while it goes on."""
        ended = self._native.outcome()
        if ended is None:
            return None
        winner, result, reason, cells = ended
        return Outcome(None if winner is None else Player(winner), result, reason, tuple(cells))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._native.outcome() is not None

    def prolog(self) -> str:
        """Return the position as a Prolog term.

        >>> Position("neutreeko").prolog()
        'state([[x,w,x,w,x],[x,x,b,x,x],[x,x,x,x,x],[x,x,w,x,x],[x,b,x,b,x]],black).'
        """
        return self._native.prolog()

    def cells(self, move: str) -> tuple[str, ...]:
        """Return the cells that one touches to make a legal move; none for a pass.

        >>> Position("neutreeko").cells("b1-c1")
        ('b1', 'c1')
        """
        return tuple(next(iter(self._native.cells(move)), ()))

    def svg(self, *, arrows: Iterable[str | tuple[str, str]] = (), flipped: bool = False) -> str:
        """Draw the board with the last move marked.

        An arrow is a legal move or a pair of cells. `flipped` shows the board from the other side.
        """
        pairs = []
        for arrow in arrows:
            touched = self.cells(arrow) if isinstance(arrow, str) else arrow
            if len(touched) > 1:
                pairs.append((touched[0], touched[-1]))
        return self._native.svg(pairs, flipped)

    def _repr_svg_(self) -> str:
        return self.svg()

    def copy(self) -> Position:
        """Return a position that can be changed without changing this one; its moves are kept."""
        return Position._wrap(self._native.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[str, str, list[str]]]:
        return _restore, (self.game, self.start, self._native.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def __str__(self) -> str:
        return self._native.page().rstrip("\n")


def _restore(game: str, start: str, moves: list[str]) -> Position:
    position = Position(game, start)
    for move in moves:
        position.push(move)
    return position
