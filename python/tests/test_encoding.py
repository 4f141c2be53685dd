import re

import numpy as np
import pytest

import jogo
from checks.same import random_texts
from jogo import Encoding, Player, Position

PASSING = "x-ooooo/--ooooo/-------/ooooooo/ooooooo/ooooooo/oooooo1 x 0 1"
CYCLE = ("b1-a2", "c2-a4", "a2-b1", "a4-c2")


def test_the_numbers_are_those_of_the_documentation():
    sizes = {game: (Encoding(game).shape, Encoding(game).actions) for game in jogo.GAMES}
    assert sizes == {
        "neutreeko": ((4, 5, 5), 200),
        "ataxx": ((5, 7, 7), 834),
        "infection": ((5, 7, 7), 834),
        "knightline": ((5, 16, 16), 2072),
        "knightline-feup": ((5, 16, 16), 2072),
        "threedragons": ((6, 9, 9), 324),
        "threedragons-power": ((6, 9, 9), 1620),
        "threedragons-dragons": ((6, 9, 9), 1620),
    }
    for game, move, actions in [
        ("neutreeko", "b1-c1", (4 * 25 + 1,)),
        ("neutreeko", "d1-e2", (7 * 25 + 3,)),
        ("ataxx", "g2", (13,)),
        ("ataxx", "a7c5", (49 * (1 + 4) + 30,)),
        ("knightline", "m0-o1:1", (5 * 256 + 7 * 16 + 7, 2048 + 1)),
        ("threedragons", "e2e4", (81 + 31,)),
    ]:
        assert Encoding(game).encode(Position(game), move) == actions


def test_a_pass_and_a_capture_by_power_have_their_actions():
    passing = Position("ataxx", PASSING)
    assert passing.legal_moves == ["0000"]
    assert Encoding("ataxx").encode(passing, "pass") == (833,)
    assert np.flatnonzero(Encoding("ataxx").mask(passing)).tolist() == [833]
    power = Position("threedragons-power", "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1")
    encode = Encoding("threedragons-power").encode
    up_to_b4 = 81 + 3 * 9 + 1
    assert encode(power, "b1b4x") == (up_to_b4,)
    assert encode(power, "b1b4xc4") == (324 + up_to_b4,)
    assert encode(power, "b1b4xa4") == (3 * 324 + up_to_b4,)


def test_encodings_are_total_and_free_of_collisions(game, rng):
    encoding = Encoding(game)
    positions = 0
    for text in random_texts(game, 250, rng):
        position = Position(game, text)
        mask = encoding.mask(position)
        seen = {}
        for move in position.legal_moves:
            actions = encoding.encode(position, move)
            assert actions is not None, "random games stay in the window at first"
            assert actions not in seen, f"{move} and {seen[actions]}"
            seen[actions] = move
            assert encoding.decode(position, actions) == move
        firsts = {actions[0] for actions in seen}
        assert set(np.flatnonzero(mask)) == firsts
        for first in firsts:
            seconds = {actions[1] for actions in seen if actions[0] == first and len(actions) == 2}
            assert set(np.flatnonzero(encoding.mask(position, first))) == seconds
        wrong = [number for number in range(encoding.actions) if number not in firsts]
        for number in rng.sample(wrong, 10):
            with pytest.raises(jogo.Error, match="not legal here"):
                encoding.act(position, number)
        positions += 1
    assert positions == 250


def cells_of(position):
    """What the text says of each cell, by row from the bottom and column; the number of rows and of columns."""
    board = position.text.split()[0]
    pattern = {"n": r"[wb]|\d", "a": r"[xo-]|\d", "i": r"[xo-]|\d", "k": r"[wb]\d+|\.", "t": r"[WB]\d|[MCc]|\d"}
    rows = board.split("/")[::-1]
    cells = {}
    for row, line in enumerate(rows):
        column = 0
        for word in re.findall(pattern[position.game[0]], line):
            if word.isdigit():
                column += int(word)
                continue
            cells[row, column] = word
            column += 1
    return cells, len(rows), column


@pytest.mark.parametrize("name", [name for name in jogo.GAMES if not name.startswith("knight")])
def test_planes_show_what_the_text_says(name, rng):
    encoding = Encoding(name)
    first = {"n": "b", "a": "x", "i": "x", "t": "W"}[name[0]]
    for text in random_texts(name, 150, rng):
        position = Position(name, text)
        expected = np.zeros(encoding.shape, np.uint8)
        for (row, column), word in cells_of(position)[0].items():
            if word[0] in "wbxoWB":
                own = (word[0] == first) == (position.turn is Player.FIRST)
                expected[0 if own else 1, row, column] = int(word[1:] or 1)
                if (
                    name.endswith("dragons")
                    and name != "threedragons"
                    and (row, column) in ((4, 0), (4, 4), (4, 8))
                ):
                    expected[2, row, column] = 3
            else:
                expected[2, row, column] = {"-": 1, "M": 1, "C": 2, "c": 3}[word]
        second = 1 if position.turn is Player.SECOND else 0
        fields = text.split()
        if name == "neutreeko":
            expected[2] = second
        else:
            expected[3] = second
            expected[4] = int(fields[2])
        assert (encoding.observe(position) == expected).all(), text


@pytest.mark.parametrize("name", ["knightline", "knightline-feup"])
def test_the_window_has_the_stacks_in_its_middle(name, rng):
    encoding = Encoding(name)
    first = jogo.Position(name).text[0]
    for text in random_texts(name, 150, rng):
        position = Position(name, text)
        cells, rows, columns = cells_of(position)
        expected = np.zeros(encoding.shape, np.uint8)
        for (row, column), word in cells.items():
            if word != ".":
                own = (word[0] == first) == (position.turn is Player.FIRST)
                at = (row + (16 - rows) // 2, column + (16 - columns) // 2)
                expected[0 if own else 1][at] = int(word[1:])
        expected[2] = 1 if position.turn is Player.SECOND else 0
        assert (encoding.observe(position) == expected).all(), text
        moves = [move for move in position.legal_moves if move != "pass"]
        if moves:
            begun, _ = encoding.encode(position, rng.choice(moves))
            planes = encoding.observe(position, begun)
            assert planes[3].sum() == 1 and planes[4].sum() == 1
            assert planes[0][planes[3] == 1] > 1 and planes[:2, planes[4] == 1].sum() == 0


def test_moves_beyond_the_window_are_masked_and_told():
    row = "".join(f"{'wb'[place % 2]}2" for place in range(16))
    position = Position("knightline", f"{row} w @a0")
    encoding = Encoding("knightline")
    moves = position.legal_moves
    hidden = [move for move in moves if encoding.encode(position, move) is None]
    assert 0 < len(hidden) < len(moves)
    assert encoding.hides_moves(position)
    assert not encoding.hides_moves(Position("knightline"))
    shown = {encoding.encode(position, move)[0] for move in moves if move not in hidden}
    assert set(np.flatnonzero(encoding.mask(position))) == shown


def test_repetitions_are_on_a_plane():
    position = Position("neutreeko")
    encoding = Encoding("neutreeko")
    assert encoding.observe(position)[3].max() == 0
    for move in CYCLE:
        position.push(move)
    assert (encoding.observe(position)[3] == 1).all()


def test_numbers_that_are_no_actions_raise(game):
    encoding, position = Encoding(game), Position(game)
    for wrong in (-1, encoding.actions, 2**31, 2**63, 2**64, -(10**30), 10**30):
        with pytest.raises(jogo.Error):
            encoding.act(position, wrong)
        with pytest.raises(jogo.Error):
            encoding.mask(position, wrong)
    for wrong in ("1", 1.0, None):
        with pytest.raises(jogo.Error):
            encoding.act(position, wrong)
    with pytest.raises(jogo.Error):
        encoding.decode(position, [])
    other = Position("ataxx" if game != "ataxx" else "neutreeko")
    with pytest.raises(jogo.Error, match="this is an encoding of"):
        encoding.observe(other)
