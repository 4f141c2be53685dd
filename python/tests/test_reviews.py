import json
import signal
import subprocess
import threading

import pytest

import jogo
from jogo import Game, Player, Position, Stop, review


def random_game(game, rng, plies):
    position = Position(game)
    while not position.is_over and len(position.move_stack) < plies:
        position.push(rng.choice(position.legal_moves))
    return Game.of(position)


def test_a_review_is_that_of_the_command_line(game, rng, program, tmp_path):
    record = random_game(game, rng, 12)
    file = tmp_path / "game.txt"
    file.write_text(str(record))
    words = [program, "review", file, "--nodes", "500", "--json"]
    said = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    theirs = said["games"][0] if "games" in said else said
    ours = review(record, nodes=500)
    assert ours.is_complete and len(ours.chances) == len(ours.moves) + 1
    assert [move.move for move in ours.moves] == [move["move"] for move in theirs["moves"]]
    assert [move.quality for move in ours.moves] == [move["quality"] for move in theirs["moves"]]
    assert [move.player for move in ours.moves[:2]] == [Player.FIRST, Player.SECOND][: len(ours.moves)]
    for move in ours.moves:
        assert sum(move.before) == pytest.approx(1) and sum(move.after) == pytest.approx(1)
        assert 0 <= move.loss <= 1 and move.played.move == move.move


def test_a_game_is_annotated_and_stays_as_it_was(rng):
    record = random_game("neutreeko", rng, 14)
    before = str(record)
    found = review(record)
    assert found.turning_points, "a random game has mistakes"
    annotated = found.annotate(record, lambda move: move.quality if move.is_turning_point else None)
    assert str(record) == before and annotated.moves == record.moves
    line = list(annotated.main_line())
    for move in found.turning_points:
        node = line[move.ply]
        assert node.marks and node.comment == move.quality
        assert node.parent.children[1].move == move.best.move, "the better line is a variation"
    assert Game.read(str(annotated))[0] == annotated
    with pytest.raises(jogo.Error, match="another game"):
        found.annotate(Game("neutreeko"))
    with pytest.raises(ZeroDivisionError):
        found.annotate(record, lambda _: 1 // 0)


def test_a_review_can_be_stopped(rng):
    record = random_game("ataxx", rng, 60)
    stop = Stop()
    found = review(record, nodes=2_000, stop=stop, on_progress=lambda done, _: stop.set() if done == 3 else None)
    assert not found.is_complete and found.moves[0] is None and found.chances[-1] is not None
    with pytest.raises(ZeroDivisionError):
        review(record, nodes=2_000, on_progress=lambda *_: 1 // 0)


def test_ctrl_c_ends_a_review(rng):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    record = random_game("ataxx", rng, 60)
    begun = threading.Event()
    thread = threading.Thread(target=lambda: (begun.wait(120), signal.raise_signal(signal.SIGINT)))
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            review(record, nodes=10**9, on_progress=lambda *_: begun.set())
    finally:
        thread.join(120)
        signal.signal(signal.SIGINT, before)


def test_accuracy_is_in_percent(rng):
    found = review(random_game("neutreeko", rng, 20))
    for player in Player:
        assert 0 <= found.accuracy(player) <= 100
    assert review(Game("ataxx")).accuracy(Player.FIRST) is None


def test_a_comment_stands_before_a_variation():
    game = Game("neutreeko")
    game.root.add("b1-c1")
    variation = game.root.add("d1-c1")
    variation.comment_before = "or"
    assert "({or} 1. d1-c1)" in str(game)
    assert Game.read(str(game))[0].root.children[1].comment_before == "or"
