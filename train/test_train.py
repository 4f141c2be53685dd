"""A small training run from nothing: data, training, export, and the engine's integers against ours.

    JOGO=../target/release/jogo python -m pytest test_train.py

Skipped with its reason where PyTorch or the program is missing.
"""

import os
import pathlib
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import data  # noqa: E402
from model import Network, Quantised  # noqa: E402

HERE = pathlib.Path(__file__).parent
JOGO = pathlib.Path(os.environ.get("JOGO", HERE.parent / "target/release/jogo")).resolve()
pytestmark = pytest.mark.skipif(not JOGO.exists(), reason=f"{JOGO} is not built")


def jogo(*words):
    return subprocess.run([JOGO, *map(str, words)], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("train")
    jogo("datagen", "ataxx", "--out", folder / "a.dat", "--positions", 6000, "--nodes", 60, "--seed", 1)
    return folder


def train(folder, *words):
    command = [sys.executable, HERE / "train.py", "--data", folder / "a.dat", "--batch", 512, "--hidden", 128, *words]
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def losses(output):
    return [float(line.split("held out ")[1].split()[0]) for line in output.splitlines() if "held out " in line and "step" in line]


def test_a_file_that_is_cut_off_is_refused(made):
    whole = (made / "a.dat").read_bytes()
    (made / "cut.dat").write_bytes(whole[:-1])
    with pytest.raises(ValueError, match="damaged or cut off"):
        data.read([made / "cut.dat"])


def test_a_continued_file_is_the_same_as_one_made_at_once(made):
    for name, steps in (("one.dat", [3000]), ("two.dat", [1000, 3000])):
        for positions in steps:
            jogo("datagen", "ataxx", "--out", made / name, "--positions", positions, "--nodes", 60, "--seed", 2, "--threads", 2)
    assert (made / "one.dat").read_bytes() == (made / "two.dat").read_bytes()


def test_merging_leaves_duplicates_out(made):
    out = jogo("datagen", "ataxx", "--out", made / "merged.dat", "--merge", made / "a.dat", made / "a.dat")
    assert len(data.read([made / "merged.dat"])) == len(data.read([made / "a.dat"]))
    assert f"duplicates {len(data.read([made / 'a.dat']))}" in out


def test_training_lowers_the_loss_and_is_repeatable(made):
    first = train(made, "--epochs", 6, "--out", made / "a.net", "--curve", made / "curve.png")
    second = train(made, "--epochs", 6, "--out", made / "b.net")
    assert losses(first)[-1] < losses(first)[0] - 0.01
    assert (made / "a.net").read_bytes() == (made / "b.net").read_bytes(), second
    assert (made / "curve.png").stat().st_size > 1000


def test_a_network_file_is_continued_with_the_weights_that_it_holds(tmp_path):
    game = data.GAMES["ataxx"]
    torch.manual_seed(4)
    made, continued = Network(game, 64), Network(game, 64)
    Quantised(made).write(tmp_path / "a.net", game, 400, "first")
    continued.load_file(tmp_path / "a.net")
    Quantised(continued).write(tmp_path / "b.net", game, 400, "first")
    assert (tmp_path / "a.net").read_bytes() == (tmp_path / "b.net").read_bytes()
    with pytest.raises(ValueError, match="no network of 9216 inputs, 128 hidden"):
        Network(game, 128).load_file(tmp_path / "a.net")


@pytest.mark.parametrize("name", data.GAMES)
def test_inputs_and_integers_are_those_of_the_engine(made, name):
    game = data.GAMES[name]
    torch.manual_seed(3)
    network = Network(game, 128)
    with torch.no_grad():
        network.embedding.weight[:-1].uniform_(-0.5, 0.5)
        network.output.uniform_(-1.9, 1.9)
    quantised = Quantised(network)
    quantised.write(made / "random.net", game, 450, "random weights")
    lines = jogo("datagen", name, "--vectors", 2000, "--seed", 5, "--net", made / "random.net").splitlines()
    rows = [line.split() for line in lines]
    cells = torch.tensor([[int(cell) for cell in row[0].split(",")] for row in rows])
    inputs, bucket = game.encode(cells)
    # The order of inputs does not matter, and a row may be filled up.
    ours = [sorted(number for number in row if number < game.inputs) for row in inputs.tolist()]
    assert ours == [sorted(int(number) for number in row[1].split(",")) for row in rows]
    assert bucket.tolist() == [int(row[2]) for row in rows]
    assert quantised.forward(inputs, bucket, 450).tolist() == [int(row[3]) for row in rows]


@pytest.mark.parametrize("game", data.DRAGONS, ids=lambda game: game.name)
def test_turned_inputs_are_the_inputs_of_turned_boards(game):
    lines = jogo("datagen", game.name, "--vectors", 500, "--seed", 6).splitlines()
    cells = torch.tensor([[int(cell) for cell in line.split()[0].split(",")] for line in lines])
    inputs, _ = game.encode(cells)
    assert len({tuple(way.tolist()) for way in game.symmetries()}) == 4
    for way, permutation in zip(game.symmetries(), game.permutations()):
        turned, _ = game.encode(cells[:, way])
        assert (turned.sort(1)[0] == permutation[inputs.long()].sort(1)[0]).all()


def test_a_network_of_three_dragons_is_trained_from_nothing(made):
    jogo("datagen", "threedragons", "--out", made / "t.dat", "--positions", 3000, "--nodes", 40, "--seed", 1)
    command = [sys.executable, HERE / "train.py", "--data", made / "t.dat", "--batch", 512, "--hidden", 64, "--epochs", 4, "--out", made / "t.net"]
    output = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
    assert losses(output)[-1] < losses(output)[0]
    jogo("datagen", "threedragons", "--vectors", 3, "--net", made / "t.net")


def test_symmetries_keep_the_board_together():
    turned = data.Ataxx.symmetries()
    assert len({tuple(row.tolist()) for row in turned}) == 8
    assert all(sorted(row.tolist()) == list(range(49)) for row in turned)
    corners = {0, 6, 42, 48}
    assert all({row[corner].item() for corner in corners} == corners for row in turned)
