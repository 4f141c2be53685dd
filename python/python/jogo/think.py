"""The engine and the bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from jogo import _native
from jogo._check import SEED_MAX, bounded, maybe_bounded
from jogo._native import Error, Stop
from jogo.play import Move, Position

_HOUR = 86_400


@dataclass(frozen=True)
class Line:
    """What is thought of one way to go on, for the side to move."""

    kind: Literal["win", "loss", "draw", "about"]
    """A win, loss or draw is certain; `about` is an estimate."""
    plies: int | None
    """To the end of a win or loss."""
    distance: Literal["exact", "at most"] | None
    """Whether the winner may be faster than that."""
    score: int | None
    """Of an estimate: hundredths of a unit."""
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.moves[0]


@dataclass(frozen=True)
class Analysis:
    """What is thought of a position, the best line first; no lines when the game is over."""

    depth: int
    nodes: int
    lines: tuple[Line, ...]

    @property
    def best(self) -> Move | None:
        """The move to play; `None` when the game is over."""
        return self.lines[0].move if self.lines else None


def _analysis(said: _native._Said) -> Analysis:
    depth, nodes, lines = said
    return Analysis(depth, nodes, tuple(map(_line, lines)))


def _line(said: _native._Line) -> Line:
    kind, plies, distance, score, moves = said
    return Line(kind, plies, distance, score, tuple(Move(move) for move in moves))  # type: ignore[arg-type]


class Engine:
    """An engine for one rule set. It remembers what it found from one analysis to the next.

    >>> engine = Engine("neutreeko")
    >>> engine.analyze(Position("neutreeko", "3w1/b4/5/bw3/1wb2 b")).lines[0].plies
    17
    """

    def __init__(self, game: str, *, megabytes: int = 64) -> None:
        self._native = _native.Engine(game, bounded("megabytes", megabytes, 1, 65_536))

    @property
    def game(self) -> str:
        """The id of the rule set."""
        return self._native.game

    def clear(self) -> None:
        """Forget everything."""
        self._native.clear()

    def analyze(
        self,
        position: Position,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
        threads: int = 1,
        stop: Stop | None = None,
        on_update: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Analyse a position until the first of the limits is reached.

        `time` is in seconds; without any limit it is one second. Other Python threads run meanwhile. Ctrl-C ends
        the analysis and is raised; `stop.set()`, from any thread, ends it with what was found so far.
        `on_update` is called with every intermediate result; what it raises ends the analysis.
        """
        depth = maybe_bounded("depth", depth, 1, 120)
        nodes = maybe_bounded("nodes", nodes, 1, 2**64 - 1)
        if time is None and depth is None and nodes is None:
            time = 1.0
        if time is not None and not 0 < time <= _HOUR:
            raise Error(f"time must be more than 0 and at most {_HOUR} seconds")
        said = self._native.analyze(
            position._native,
            depth,
            nodes,
            None if time is None else float(time),
            bounded("lines", lines, 1, 500),
            bounded("threads", threads, 1, 256),
            Stop() if stop is None else stop,
            None if on_update is None else lambda update: on_update(_analysis(update)),
        )
        return Analysis(0, 0, ()) if said is None else _analysis(said)


def analyze(
    position: Position,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    megabytes: int = 64,
    stop: Stop | None = None,
    on_update: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """Analyse a position with an engine of its own; see `Engine.analyze`.

    >>> analyze(Position("neutreeko")).lines[0].kind
    'draw'
    """
    return Engine(position.game, megabytes=megabytes).analyze(
        position,
        time=time,
        depth=depth,
        nodes=nodes,
        lines=lines,
        threads=threads,
        stop=stop,
        on_update=on_update,
    )


def bots(game: str) -> list[str]:
    """Return the names of the bots that a rule set has.

    >>> bots("ataxx")[:2]
    ['random', 'greedy']
    """
    return _native.bot_names(game)


class Bot:
    """A bot: `random`, `greedy`, `report`, `level:1` to `level:10`, `perfect`. Call it with a position.

    The seed fixes all its randomness.

    >>> Bot("neutreeko", "perfect")(Position("neutreeko", "3w1/b4/5/bw3/1wb2 b"))
    Move('a2-a3')
    """

    def __init__(self, game: str, name: str, *, seed: int = 0) -> None:
        self._native = _native.Bot(game, name, bounded("seed", seed, 0, SEED_MAX))
        self.game = game
        self.name = name

    def __call__(self, position: Position) -> Move:
        """Return the move that the bot plays; raise `jogo.Error` when the game is over."""
        move = self._native.choose(position._native)
        if move is None:
            raise Error("the game is over")
        return Move(move)

    def __repr__(self) -> str:
        return f"Bot({self.game!r}, {self.name!r})"
