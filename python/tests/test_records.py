import copy
import pickle

import pytest

import jogo
from jogo import Game, Player, Position

TEXT = """[Game "neutreeko"]
[First "Ana"]
[Second "Rui"]
[Date "2026.11.18"]
[Result "1-0"]
[Termination "resignation"]
[Round "3"]

{before it all} 1. b1-c1! {one of two} (1. d1-c1 c2-c3 (1... b5-b2) 2. c1-a3)
1... c2-c3 $14 2. c1-a3 1-0
"""


def test_what_is_read_is_written_again():
    (game,) = Game.read(TEXT)
    assert str(game) == TEXT
    assert game.moves == ["b1-c1", "c2-c3", "c1-a3"]
    assert game.result == "1-0"
    assert dict(game.tags) == {"First": "Ana", "Second": "Rui", "Date": "2026.11.18", "Round": "3"}


def test_the_tree_can_be_walked_and_changed():
    (game,) = Game.read(TEXT)
    first, variation = game.root.children
    assert (first.move, first.comment, first.marks, first.ply) == ("b1-c1", "one of two", [1], 1)
    assert game.root.comment == "before it all"
    assert first.parent == game.root and game.root.parent is None and game.root.move is None
    assert [child.move for child in variation.children] == ["c2-c3", "b5-b2"]
    assert variation.position().text == Position("neutreeko", "1w1w1/2b2/5/2w2/1bb2 w").text
    variation.children[1].remove()
    variation.promote()
    variation.comment = "two\nlines"
    variation.marks = [2, 14]
    assert game.root.children[0] == variation
    assert "1. d1-c1? $14 {two lines}" in str(game)
    assert game.root.add("b1-c1") == first, "a move that is there is not added again"
    with pytest.raises(jogo.Error, match='move "a1-a2"'):
        game.root.add("a1-a2")


def test_a_removed_node_leads_nowhere():
    (game,) = Game.read(TEXT)
    first = game.root.children[0]
    deep = first.children[0]
    first.remove()
    for act in (lambda: deep.move, lambda: first.add("c2-c3"), first.remove, deep.position):
        with pytest.raises(jogo.Error, match="removed"):
            act()
    assert game.root.children[0].move == "d1-c1"
    with pytest.raises(jogo.Error, match="cannot be removed"):
        game.root.remove()


def test_copies_and_pickles_are_equal_and_independent():
    (game,) = Game.read(TEXT)
    for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        twin.root.comment = "changed"
        assert twin != game
    with pytest.raises(TypeError):
        hash(game)


def test_a_position_becomes_a_game_and_a_game_a_position(game, rng):
    position = Position(game)
    while not position.is_over and len(position.move_stack) < 40:
        position.push(rng.choice(position.legal_moves))
    record = Game.of(position)
    (again,) = Game.read(str(record))
    assert again.end.position() == position
    assert again.end.position().move_stack == position.move_stack == again.moves
    outcome = position.outcome()
    assert record.result == (outcome.result if outcome else "*")


def test_games_end_otherwise_than_by_their_rules():
    game = Game("ataxx")
    game.root.add("g2")
    game.close("resignation", Player.SECOND)
    assert game.result == "1-0" and '[Termination "resignation"]' in str(game)
    with pytest.raises(jogo.Error, match="over"):
        game.close("agreement")
    with pytest.raises(jogo.Error):
        Game("ataxx").close("resignation")
    with pytest.raises(jogo.Error):
        Game("ataxx").close("boredom")
    drawn = Game("ataxx", "x5o/7/7/7/7/7/o5x o 0 1")
    drawn.close("agreement")
    assert drawn.result == "1/2-1/2" and "[Start" in str(drawn)


def test_tags_are_checked():
    game = Game("ataxx")
    game.tags["Event"] = 'a "quoted" \n event'
    assert Game.read(str(game))[0] == game
    for name in ("Result", "Game", "", "two words", "x" * 65):
        with pytest.raises(jogo.Error):
            game.tags[name] = "1-0"
    with pytest.raises(jogo.Error):
        for number in range(100):
            game.tags[f"Tag{number}"] = "x"


def test_wrong_records_say_where(tmp_path):
    with pytest.raises(jogo.Error, match=r"^line 9: "):
        Game.read(TEXT.replace("b1-c1!", "b1-b2!"))
    with pytest.raises(jogo.Error, match="there is no game in the text"):
        Game.read("")
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xff")
    with pytest.raises(jogo.Error, match="not UTF-8"):
        Game.read_file(file)
    file.write_text(TEXT)
    assert len(Game.read_file(file)) == 1
