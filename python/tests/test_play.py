import copy
import pickle
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import jogo
from checks.same import compare, random_texts
from jogo import Move, Player, Position

GAMES_FOLDER = Path(__file__).parents[2] / "crates/games/src"
INVALID = {
    "neutreeko": "neutreeko/invalid.txt",
    "ataxx": "ataxx/invalid.txt",
    "infection": "ataxx/invalid-infection.txt",
    "knightline": "knightline/invalid.txt",
    "knightline-feup": "knightline/invalid-feup.txt",
    "threedragons": "threedragons/invalid.txt",
    "threedragons-power": "threedragons/invalid-power.txt",
    "threedragons-dragons": "threedragons/invalid-dragons.txt",
}


def test_positions_moves_results_and_texts_are_those_of_the_command_line(game, program):
    assert compare(program, game, 400, seed=3) >= 0


def unescape(text):
    plain = {"n": "\n", "t": "\t", "s": " ", "\\": "\\"}
    pattern = r"\\(?:u\{([0-9a-fA-F]+)\}|(.))"
    return re.sub(pattern, lambda found: chr(int(found[1], 16)) if found[1] else plain[found[2]], text)


def test_wrong_texts_are_refused_in_the_words_of_the_rules(game):
    at = Position(game)
    seen = 0
    for line in (GAMES_FOLDER / INVALID[game]).read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("at "):
            at = Position(game, unescape(line[3:]))
            continue
        source, _, reason = line.partition(" => ")
        kind, _, text = source.partition(" ")
        with pytest.raises(jogo.Error) as raised:
            if kind == "position":
                Position(game, unescape(text))
            else:
                at.parse_move(unescape(text))
        assert str(raised.value).endswith(f": {reason}"), line
        assert isinstance(raised.value, ValueError)
        seen += 1
    assert seen >= 25


@pytest.mark.parametrize("text", ["", "x5o/7", "x5o/7/7/7/7/7/o5x z", "\x1b[2J", "é" * 100])
def test_a_wrong_position_is_refused_as_on_the_command_line(program, text):
    said = subprocess.run(
        [program, "show", "ataxx", f"--position={text}"], capture_output=True, text=True, check=False
    )
    with pytest.raises(jogo.Error) as raised:
        Position("ataxx", text)
    assert said.stderr == f"jogo: {raised.value}\n"


@pytest.mark.parametrize("move", ["a1", "g3", "z9", "pass", "a7a4"])
def test_a_wrong_move_is_refused_as_on_the_command_line(program, move):
    said = subprocess.run([program, "show", "ataxx", "--moves", move], capture_output=True, text=True, check=False)
    position = Position("ataxx")
    with pytest.raises(jogo.Error) as raised:
        position.push(move)
    assert said.stderr == f"jogo: {raised.value}\n"
    assert position == Position("ataxx")


def test_an_unknown_game_is_refused_as_on_the_command_line(program):
    said = subprocess.run([program, "moves", "zzzzzzzz"], capture_output=True, text=True, check=False)
    with pytest.raises(jogo.Error) as raised:
        Position("zzzzzzzz")
    assert str(raised.value) in said.stderr


def test_push_and_pop_lead_there_and_back(game, rng):
    position = Position(game)
    texts = [position.text]
    while not position.is_over and len(texts) < 80:
        assert position.is_legal(position.legal_moves[0])
        position.push(rng.choice(position.legal_moves))
        texts.append(position.text)
    assert len(position.move_stack) == len(texts) - 1
    while len(texts) > 1:
        assert position.text == texts.pop()
        assert isinstance(position.pop(), Move)
    assert position == Position(game)
    with pytest.raises(IndexError):
        position.pop()


def test_copies_pickles_and_hashes_are_of_the_same_position(game, rng):
    position = Position(game)
    for _ in range(6):
        position.push(rng.choice(position.legal_moves))
    for twin in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert twin == position and hash(twin) == hash(position)
        assert twin.move_stack == position.move_stack
        assert twin.key == position.key
        twin.push(twin.legal_moves[0])
        assert twin != position
    assert len({position, position.copy(), Position(game)}) == 2
    assert position != position.text


def test_a_third_occurrence_is_a_draw_and_pop_takes_it_back():
    position = Position("neutreeko")
    for move in ("b1-a2", "c2-a4", "a2-b1", "a4-c2") * 2:
        position.push(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is None and outcome.result == "1/2-1/2"
    assert position.occurrences == 3
    assert position.legal_moves == []
    with pytest.raises(jogo.Error, match="the game is over"):
        position.push("b1-c1")
    assert not position.is_legal("b1-c1")
    position.pop()
    assert position.outcome() is None


def test_prolog_terms_are_read_back(game, rng):
    for text in random_texts(game, 30, rng):
        position = Position(game, text)
        again = Position(game, position.prolog())
        assert again.prolog() == position.prolog()
        assert again.turn == position.turn


def test_the_drawing_marks_the_last_move_and_has_arrows():
    position = Position("neutreeko")
    assert 'class="last' not in position.svg()
    position.push("b1-c1")
    plain = position.svg(arrows=["b5-a4", ("a1", "e5")])
    flipped = position.svg(arrows=["b5-a4", ("a1", "e5")], flipped=True)
    for svg in (plain, flipped):
        ET.fromstring(svg)
        assert svg.count('class="last"') == 2
        assert svg.count('class="arrow"') == 2
    assert plain != flipped
    assert position._repr_svg_() == position.svg()
    with pytest.raises(jogo.Error):
        position.svg(arrows=["b5-b5"])


def test_every_game_is_drawn_and_described(game):
    position = Position(game)
    ET.fromstring(position.svg(arrows=position.legal_moves[:3]))
    info = jogo.game_info(game)
    assert info.id == game and info.rules and info.starts["standard"] == position.text
    assert repr(position) == f"Position({game!r}, {position.text!r})"
    assert str(position).endswith(f"{info.sides[0]} to move")
    assert position.turn is Player.FIRST and position.turn.other is Player.SECOND
    assert Position(game.upper()) == position


@pytest.mark.parametrize("wrong", [None, 7, b"ataxx", ["ataxx"]])
def test_what_is_no_text_is_a_type_error(wrong):
    with pytest.raises(TypeError):
        Position(wrong)
