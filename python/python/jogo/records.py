"""Records: games with comments, marks and variations, as text that reads like PGN."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from os import PathLike
from pathlib import Path
from typing import Literal

from jogo import _native as native
from jogo._check import bounded
from jogo.play import Move, Player, Position

Closing = Literal["resignation", "time forfeit", "abandoned", "rules infraction", "agreement", "move limit"]


class Node:
    """A position of a game, after one of its moves or at its start."""

    __slots__ = ("_game", "_id")

    def __init__(self, game: Game, number: int) -> None:
        self._game = game
        self._id = number

    @property
    def _native(self) -> native.Game:
        return self._game._native

    @property
    def move(self) -> Move | None:
        """The move that leads here; `None` at the start."""
        move = self._native.mv(self._id)
        return None if move is None else Move(move)

    @property
    def ply(self) -> int:
        """How many moves lead here."""
        return self._native.ply(self._id)

    @property
    def parent(self) -> Node | None:
        """The node before the move; `None` at the start."""
        parent = self._native.parent(self._id)
        return None if parent is None else Node(self._game, parent)

    @property
    def children(self) -> list[Node]:
        """What follows: the main continuation first, then its variations."""
        return [Node(self._game, child) for child in self._native.children(self._id)]

    def position(self) -> Position:
        """Return the position here, with the moves that led to it."""
        return Position._wrap(self._native.position(self._id))

    def add(self, move: str) -> Node:
        """Play a move from here; one that is there already is not added again. Others become variations."""
        return Node(self._game, self._native.add(self._id, move))

    def remove(self) -> None:
        """Remove this node and all that follows it."""
        self._native.remove(self._id)

    def promote(self) -> None:
        """Make this the main continuation."""
        self._native.promote(self._id)

    @property
    def comment(self) -> str:
        """What is said after the move; empty where there is nothing. A comment is one line without braces."""
        return self._native.comment(self._id)

    @comment.setter
    def comment(self, text: str) -> None:
        self._native.set_comment(self._id, text)

    @property
    def comment_before(self) -> str:
        """What is said before the move; only written where a variation begins."""
        return self._native.comment_before(self._id)

    @comment_before.setter
    def comment_before(self, text: str) -> None:
        self._native.set_comment_before(self._id, text)

    @property
    def marks(self) -> list[int]:
        """Numbered as in PGN: 1 to 6 are `!`, `?`, `!!`, `??`, `!?` and `?!`."""
        return self._native.marks(self._id)

    @marks.setter
    def marks(self, marks: list[int]) -> None:
        self._native.set_marks(self._id, [bounded("a mark", mark, 0, 65535) for mark in marks])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._game is other._game and self._id == other._id

    def __hash__(self) -> int:
        return hash((id(self._game), self._id))

    def __repr__(self) -> str:
        return f"<Node {self.ply} {self.move or 'start'}>"


class Tags(MutableMapping[str, str]):
    """The tags of a game except those that follow from it (Game, Start, Result, Termination)."""

    def __init__(self, game: native.Game) -> None:
        self._native = game

    def __getitem__(self, name: str) -> str:
        return dict(self._native.tags)[name]

    def __setitem__(self, name: str, text: str) -> None:
        self._native.set_tag(name, text)

    def __delitem__(self, name: str) -> None:
        raise native.Error("tags cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _ in self._native.tags])

    def __len__(self) -> int:
        return len(self._native.tags)

    def __repr__(self) -> str:
        return repr(dict(self._native.tags))


class Game:
    """A game with its comments, marks and variations.

    >>> game = Game("neutreeko")
    >>> game.tags["First"] = "Ana"
    >>> node = game.root.add("b1-c1")
    >>> node.comment = "one of two that hold"
    >>> variation = game.root.add("d1-c1")
    >>> print(game)
    [Game "neutreeko"]
    [First "Ana"]
    [Second "?"]
    [Date "?"]
    [Result "*"]
    <BLANKLINE>
    1. b1-c1 {one of two that hold} (1. d1-c1) *
    >>> Game.read(str(game))[0] == game
    True
    """

    __slots__ = ("_native",)

    _native: native.Game

    def __init__(self, game: str, start: str | None = None) -> None:
        self._native = native.Game(game, start)

    @classmethod
    def _wrap(cls, made: native.Game) -> Game:
        game = cls.__new__(cls)
        game._native = made
        return game

    @classmethod
    def of(cls, position: Position) -> Game:
        """Return the moves of a position as a game."""
        return cls._wrap(native.Game.of_position(position._native))

    @classmethod
    def read(cls, text: str) -> list[Game]:
        """Read every game of a text: records of jogo, or the PGN of other Ataxx programs."""
        return [cls._wrap(made) for made in native.Game.read_all(text)]

    @classmethod
    def read_file(cls, path: str | PathLike[str]) -> list[Game]:
        """Read every game of a file."""
        try:
            return cls.read(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise native.Error(f"{path}: not UTF-8") from None
        except native.Error as error:
            raise native.Error(f"{path}: {error}") from None

    @property
    def game(self) -> str:
        """The id of the rule set."""
        return self._native.game

    @property
    def tags(self) -> Tags:
        """`First`, `Second`, `Date` and whatever else was written."""
        return Tags(self._native)

    @property
    def root(self) -> Node:
        """The start."""
        return Node(self, 0)

    @property
    def end(self) -> Node:
        """The end of the main line."""
        return [self.root, *self.main_line()][-1]

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes after each move of the game as it was played."""
        children = self.root.children
        while children:
            yield children[0]
            children = children[0].children

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
        return [node.move for node in self.main_line() if node.move is not None]

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self._native.result

    def close(self, how: Closing, loser: Player | None = None) -> None:
        """End the game other than by its rules."""
        self._native.close(how, None if loser is None else bounded("loser", loser, 0, 1))

    def copy(self) -> Game:
        """Return a game that can be changed without changing this one."""
        return Game._wrap(self._native.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _restore, (str(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self._native.text

    def __repr__(self) -> str:
        return f"<Game {self.game} {self.result}>"

    def _repr_svg_(self) -> str:
        return self.end.position().svg()


def _restore(text: str) -> Game:
    return Game.read(text)[0]
