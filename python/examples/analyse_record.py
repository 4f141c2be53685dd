"""Every move of a recorded game, with what the engine thinks before and after it.

python examples/analyse_record.py [FILE] [--nodes N]

Without a file, a game between two bots is analysed. What was better is written into the record as a variation.
"""

from __future__ import annotations

import argparse

import jogo


def worth(analysis: jogo.Analysis) -> float:
    """Return one number for the best line: certain results are beyond all estimates."""
    line = analysis.lines[0]
    if line.kind == "about":
        return (line.score or 0) / 100
    return {"win": 1000.0, "draw": 0.0, "loss": -1000.0}[line.kind]


def main() -> None:
    """Read, analyse, and print the record with its variations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--limit", type=float, default=2.0, help="how much worse a move must be to be told")
    args = parser.parse_args()
    if args.file:
        game = jogo.Game.read_file(args.file)[0]
    else:
        game = jogo.match("ataxx", "level:2", "greedy", games=1, seed=3, moves_max=24).records[0]
    engine = jogo.Engine(game.game, megabytes=16)
    for node in list(game.main_line()):
        before = node.parent
        if before is None:
            continue
        best = engine.analyze(before.position(), nodes=args.nodes)
        played = node.position()
        if not best.lines or played.is_over or best.best == node.move:
            continue
        # What is good for the opponent is bad for the player who has moved.
        loss = worth(best) + worth(engine.analyze(played, nodes=args.nodes))
        if loss >= args.limit:
            node.marks = [2 if loss < 2 * args.limit else 4]
            better = before.add(best.lines[0].move)
            better.comment = f"better by {min(loss, 999):.1f}"
    print(game)


if __name__ == "__main__":
    main()
