"""What the tests share."""

import os
import random
import sys
from pathlib import Path

import pytest

import jogo

HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE))


@pytest.fixture(params=jogo.GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="session")
def program():
    """The command line program, which ./test has built before."""
    path = Path(os.environ.get("JOGO", HERE.parent / "target/debug/jogo"))
    assert path.exists(), f"there is no program {path}: set JOGO, or run cargo build"
    return path.resolve()


@pytest.fixture
def rng():
    return random.Random(7)
