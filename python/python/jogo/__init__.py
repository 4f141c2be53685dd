"""Four abstract board games: exact rules, an engine, solutions, and environments for learning.

>>> import jogo
>>> position = jogo.Position("neutreeko")
>>> position.push("b1-c1")
Move('b1-c1')
>>> position.text
'1w1w1/2b2/5/2w2/2bb1 w'

The rule sets are `neutreeko`, `ataxx`, `infection`, `knightline`, `knightline-feup`, `threedragons`,
`threedragons-power` and `threedragons-dragons`.
"""

from jogo import knightline, neutreeko
from jogo._native import Error, Stop
from jogo.books import Puzzle, daily_puzzle, puzzles
from jogo.encoding import Encoding
from jogo.matches import MatchResult, match
from jogo.matches import Player as MatchPlayer
from jogo.play import GAMES, GameInfo, Move, Outcome, Player, Position, game_info
from jogo.records import Game, Node
from jogo.reviews import Chances, Review, ReviewedMove, review
from jogo.think import Analysis, Bot, Engine, Line, analyze, bots
from jogo.training import Network, Samples, read_samples
from jogo.vector import VectorEnv

__all__ = [
    "GAMES",
    "Analysis",
    "Bot",
    "Chances",
    "Encoding",
    "Engine",
    "Error",
    "Game",
    "GameInfo",
    "Line",
    "MatchPlayer",
    "MatchResult",
    "Move",
    "Network",
    "Node",
    "Outcome",
    "Player",
    "Position",
    "Puzzle",
    "Review",
    "ReviewedMove",
    "Samples",
    "Stop",
    "VectorEnv",
    "analyze",
    "bots",
    "daily_puzzle",
    "game_info",
    "knightline",
    "match",
    "neutreeko",
    "puzzles",
    "read_samples",
    "review",
]
