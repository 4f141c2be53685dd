"""Reviews: every move of a game judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from jogo import _native
from jogo._check import bounded
from jogo._native import Stop
from jogo.play import Move, Player, Position
from jogo.records import Game
from jogo.think import Line, _line

Quality = Literal["only", "best", "good", "inaccuracy", "mistake", "blunder", "forced"]


class Chances(NamedTuple):
    """How likely a win, a draw and a loss are."""

    win: float
    draw: float
    loss: float

    @property
    def expected(self) -> float:
        """The expected result, from 0 to 1."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class ReviewedMove:
    """A move with what it was worth. Lines and chances are those of the player that made it."""

    ply: int
    """How many moves came before it."""
    player: Player
    move: Move
    numbered: str
    """As records write it: `12. d4`, or `12... d4` of the second player."""
    quality: Quality
    loss: float
    """How much of the expected result the move gave away, from 0 to 1."""
    best: Line
    played: Line
    before: Chances
    """With the best move."""
    after: Chances
    """With the move that was made."""

    @property
    def is_turning_point(self) -> bool:
        """Whether the move was a mistake or a blunder."""
        return self.quality in ("mistake", "blunder")


class Review:
    """A game that was looked through. `review` makes it."""

    def __init__(self, native: _native.Review) -> None:
        self._native = native
        self.moves: tuple[ReviewedMove | None, ...] = tuple(map(_reviewed, native.moves))
        """One for each move of the main line; `None` where the review was stopped before it."""
        self.chances: tuple[Chances | None, ...] = tuple(
            None if chances is None else Chances(*chances) for chances in native.chances
        )
        """Of the first player, before the first move and after each."""

    @property
    def is_complete(self) -> bool:
        """Whether every move was judged."""
        return self._native.is_complete

    @property
    def turning_points(self) -> list[ReviewedMove]:
        """The mistakes and blunders, the first one first."""
        return [move for move in self.moves if move is not None and move.is_turning_point]

    def accuracy(self, player: Player) -> float | None:
        """Return the accuracy of a player in percent; `None` where no move counts."""
        return self._native.accuracy(bounded("player", player, 0, 1))

    def annotate(self, game: Game, comment: Callable[[ReviewedMove], str | None] | None = None) -> Game:
        """Return a copy of the game with marks, and the better line as a variation of each turning point.

        What stands in the game already stays. `comment` may return what to say after a move.
        """

        def say(ply: int) -> str | None:
            move = self.moves[ply]
            return None if comment is None or move is None else comment(move)

        return Game._wrap(self._native.annotate(game._native, None if comment is None else say))

    def __repr__(self) -> str:
        return f"<Review of {len(self.moves)} moves, {len(self.turning_points)} turning points>"


def _reviewed(judged: _native._Judged | None) -> ReviewedMove | None:
    if judged is None:
        return None
    ply, player, move, numbered, quality, loss, best, played, before, after = judged
    return ReviewedMove(
        ply,
        Player(player),
        Move(move),
        numbered,
        quality,  # type: ignore[arg-type]
        loss,
        _line(best),
        _line(played),
        Chances(*before),
        Chances(*after),
    )


def review(
    game: Game | Position,
    *,
    nodes: int = 40_000,
    threads: int = 1,
    megabytes: int = 32,
    stop: Stop | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Judge every move of a game, by known results first and by win probability elsewhere.

    With one thread the review is the same on every machine, and that of `jogo review`. Ctrl-C ends it with
    `KeyboardInterrupt`; a `stop` that is set ends it with what is done, from the end of the game.

    >>> game = Game("neutreeko", "3w1/b4/5/bw3/1wb2 b")
    >>> node = game.root.add("a2-a3").add("b2-e5").add("c1-c5")
    >>> found = review(game)
    >>> [move.quality for move in found.moves]
    ['only', 'good', 'good']
    >>> found.annotate(game).moves == game.moves
    True

    Args:
        game: A game, whose main line is reviewed, or a position with the moves that led to it.
        nodes: Of the search of each position whose value is not known.
        threads: Of each search.
        megabytes: Of the transposition table.
        stop: Ends the review from another thread.
        on_progress: Called with how many positions are done and how many there are.
    """
    made = Game.of(game) if isinstance(game, Position) else game
    return Review(
        _native.review_game(
            made._native,
            bounded("nodes", nodes, 1, 2**64 - 1),
            bounded("threads", threads, 1, 256),
            bounded("megabytes", megabytes, 1, 65_536),
            Stop() if stop is None else stop,
            on_progress,
        )
    )
