"""The books of puzzles."""

from datetime import date, timedelta

import pytest

import jogo
from jogo import Move, Position, daily_puzzle, puzzles


def books():
    found = {}
    for game in jogo.GAMES:
        try:
            found[game] = puzzles(game)
        except jogo.Error as error:
            assert "has no book of puzzles" in str(error)
    return found


def test_every_line_of_every_book_can_be_played():
    found = books()
    assert "ataxx" in found and "neutreeko" in found
    for game, book in found.items():
        assert [one.difficulty for one in book] == sorted(one.difficulty for one in book), game
        assert len({one.id for one in book}) == len(book)
        for puzzle in book:
            assert len(puzzle.finds) == len(puzzle.replies) + 1
            assert puzzle.themes or puzzle.plies == 1
            position = puzzle.position
            for number, move in enumerate(puzzle.moves):
                if number % 2 == 0:
                    assert {str(one) for one in puzzle.finds[number // 2]} <= set(map(str, position.legal_moves))
                position.push(move)
            assert (puzzle.plies is None) == (puzzle.goal != "win")
            assert puzzle.goal != "advantage" or 0 < puzzle.expected <= 1


def test_a_win_that_is_asked_for_is_one_by_the_solution():
    wins = [one for one in puzzles("neutreeko") if one.goal == "win"]
    table = jogo.neutreeko.solution()
    assert wins
    for puzzle in wins:
        assert table[jogo.neutreeko.index(puzzle.position)] == puzzle.plies


def test_every_day_has_its_puzzle():
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(50)]
    # Power and Dragons share positions without dragons, so an id alone may come again.
    ids = [(one.game, one.id) for one in (daily_puzzle("threedragons-power", day) for day in days)]
    assert len(set(ids)) == len(ids), "none comes again so soon"
    one = daily_puzzle("infection", days[0])
    assert one == daily_puzzle("ataxx", days[0]) and one in puzzles(one.game)
    assert isinstance(one.moves[0], Move) and isinstance(one.position, Position)
    assert daily_puzzle("neutreeko").game == "neutreeko"
    for game, day in [("neutreeko", date(1969, 12, 31)), ("chess", days[0])]:
        with pytest.raises(jogo.Error):
            daily_puzzle(game, day)
