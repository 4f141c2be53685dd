import _thread
import hashlib
import json
import math
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import jogo
from jogo import Bot, Engine, Player, Position, Stop, analyze, knightline, match, neutreeko

LONG = 120.0


def test_an_analysis_is_that_of_the_command_line(game, program):
    words = [program, "analyze", game, "--nodes", "3000", "--multipv", "3", "--json"]
    said = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    ours = analyze(Position(game), nodes=3000, lines=3)
    assert (ours.depth, ours.nodes) == (said["depth"], said["nodes"])
    for line, theirs in zip(ours.lines, said["lines"], strict=True):
        assert (line.kind, line.plies, line.distance, line.score) == tuple(
            theirs[name] for name in ("kind", "plies", "distance", "score")
        )
        assert list(line.moves) == theirs["moves"]


def test_a_finished_game_has_no_lines():
    over = Position("neutreeko", "3ww/4b/3wb/4b/5 w")
    assert analyze(over).lines == () and analyze(over).best is None
    with pytest.raises(jogo.Error, match="over"):
        Bot("neutreeko", "random")(over)


def test_another_thread_can_stop_an_analysis():
    stop, begun, done = Stop(), threading.Event(), []
    position = Position("ataxx")

    def work():
        done.append(analyze(position, time=LONG, stop=stop, on_update=lambda _: begun.set()))

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(120), "an analysis says something"
    position.push("g2")  # the analysis has its own copy, and this thread runs while it thinks
    stop.set()
    thread.join(120)
    assert not thread.is_alive()
    assert done[0].best is not None and stop.is_set()


def test_ctrl_c_ends_an_analysis():
    # A shell starts what runs in the background with interrupts ignored; Python then leaves them so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = threading.Event()

    def interrupt():
        begun.wait(120)
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            analyze(Position("threedragons"), time=LONG, on_update=lambda _: begun.set())
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join(120)


def test_what_a_listener_raises_ends_the_analysis():
    def listener(analysis):
        raise RuntimeError(f"depth {analysis.depth}")

    engine = Engine("ataxx", megabytes=1)
    with pytest.raises(RuntimeError, match="depth 1"):
        engine.analyze(Position("ataxx"), time=LONG, on_update=listener)
    assert engine.analyze(Position("ataxx"), depth=2).best, "the engine can be used again"
    engine.clear()


@pytest.mark.parametrize(
    "limits",
    [
        {"depth": 0},
        {"depth": 10**30},
        {"nodes": 0},
        {"nodes": -(2**70)},
        {"time": 0},
        {"time": math.nan},
        {"time": math.inf},
        {"time": 10**9},
        {"lines": 0},
        {"lines": 2**64},
        {"threads": 0},
        {"threads": 10**9},
        {"megabytes": 0},
        {"megabytes": 2**40},
        {"depth": "three"},
    ],
)
def test_limits_that_make_no_sense_are_refused(limits):
    with pytest.raises(jogo.Error):
        analyze(Position("ataxx"), **limits)


def test_every_bot_plays_legal_moves_and_the_seed_fixes_them(game):
    names = jogo.bots(game)
    assert {"random", "greedy", "level:1", "level:10"} <= set(names)
    quick = [name for name in names if name not in ("perfect", *(f"level:{level}" for level in range(4, 11)))]
    for name in quick:
        played = []
        for _ in range(2):
            position, bot = Position(game), Bot(game, name, seed=5)
            for _ in range(4):
                position.push(bot(position))
            played.append(position.move_stack)
        assert played[0] == played[1], name
    with pytest.raises(jogo.Error, match="there is no bot"):
        Bot(game, "grandmaster")
    with pytest.raises(jogo.Error):
        Bot(game, "random", seed=2**64)
    other = "ataxx" if game != "ataxx" else "neutreeko"
    with pytest.raises(jogo.Error, match="this is a bot for"):
        Bot(game, "random")(Position(other))


def test_a_bot_that_a_game_lacks_is_refused_as_on_the_command_line():
    with pytest.raises(jogo.Error, match="Ataxx has no bot called perfect"):
        Bot("ataxx", "perfect")


def test_matches_are_fixed_by_their_seed_and_take_callables(game):
    def first_move(position):
        moves = position.legal_moves
        position.push(moves[0])  # a player gets a copy
        return moves[0]

    results = [match(game, "random", first_move, games=2, seed=seed, moves_max=30) for seed in (1, 1, 2)]
    texts = ["".join(map(str, result.records)) for result in results]
    assert texts[0] == texts[1] != texts[2]
    result = results[0]
    assert result.won + result.drawn + result.lost == 2
    assert [record.tags["First"] for record in result.records] == ["random", "first_move"]


def test_a_match_counts_from_the_first_players_side():
    result = match("neutreeko", "perfect", "random", games=6, seed=3)
    assert (result.won, result.lost) == (6, 0) and result.points == 6
    assert match("neutreeko", "random", "perfect", games=2, seed=3).lost == 2
    with pytest.raises(jogo.Error, match="move"):
        match("neutreeko", lambda position: "a1-a2", "random")
    with pytest.raises(jogo.Error):
        match("neutreeko", "random", "random", games=0)


def test_the_solution_is_the_published_table_without_a_copy():
    table = neutreeko.solution()
    digest = hashlib.sha256(table.tobytes()).hexdigest()
    assert digest == "5c2c548a1384a21590d9c23dc6a22e46ff3081a4fcff16951565906b8a31a7ef"
    assert np.shares_memory(table, neutreeko.solution())
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        table.flags.writeable = True


def test_indices_lead_to_positions_and_back(rng):
    table = neutreeko.solution()
    for place in [0, neutreeko.POSITIONS - 1, *(rng.randrange(neutreeko.POSITIONS) for _ in range(2000))]:
        turn = Player(rng.randrange(2))
        if table[place] == neutreeko.IMPOSSIBLE:
            with pytest.raises(jogo.Error, match="already has a line"):
                neutreeko.position(place, turn)
        else:
            position = neutreeko.position(place, turn)
            assert neutreeko.index(position) == place and position.turn == turn
    for wrong in (-1, neutreeko.POSITIONS, 10**30):
        with pytest.raises(jogo.Error):
            neutreeko.position(wrong)
    with pytest.raises(jogo.Error):
        neutreeko.index(Position("ataxx"))


def test_the_table_says_what_the_engine_says_and_follows_from_the_successors(rng):
    table = neutreeko.solution()
    places = [rng.randrange(neutreeko.POSITIONS) for _ in range(300)]
    rows = neutreeko.successors(places)
    for place, row in zip(places, rows, strict=True):
        value = int(table[place])
        if value in (neutreeko.IMPOSSIBLE, 0):
            assert (row == -1).all()
            continue
        position = neutreeko.position(place)
        assert (row >= 0).sum() == len(position.legal_moves)
        for move, after in zip(position.legal_moves, row, strict=False):
            position.push(move)
            assert neutreeko.index(position) == after
            position.pop()
        line = analyze(position).lines[0]
        assert line.plies == (None if value == neutreeko.DRAW else value)
        assert line.kind == ("draw" if value == neutreeko.DRAW else "win" if value % 2 else "loss")
    for wrong in ([neutreeko.POSITIONS], [-1], [[0]], [0.5], [2**63]):
        with pytest.raises(jogo.Error):
            neutreeko.successors(wrong)


def test_puzzles_have_the_solution_that_they_say():
    table = neutreeko.solution()
    for position, moves in neutreeko.puzzles("one win", plies=9, seed=4, count=5):
        assert table[neutreeko.index(position)] == 9
        winning = []
        for move in position.legal_moves:
            position.push(move)
            if table[neutreeko.index(position)] not in (neutreeko.DRAW, neutreeko.IMPOSSIBLE):
                winning += [move] if table[neutreeko.index(position)] % 2 == 0 else []
            position.pop()
        assert winning == moves[:1]
    with pytest.raises(jogo.Error):
        neutreeko.puzzles("one win", plies=4)


def test_proofs_are_verified_and_damage_is_found():
    proof = knightline.prove(["m0-o1:1"], Player.FIRST, "survive", 4)
    assert proof.verdict == "proved" and proof.nodes > 0
    verified = knightline.verify(proof.certificate)
    assert (verified.goal, verified.player, verified.count) == ("survive", Player.FIRST, 4)
    lines = proof.certificate.splitlines()
    with pytest.raises(jogo.Error, match="line "):
        knightline.verify("\n".join(lines[:-1]))
    assert knightline.prove("", Player.FIRST, "win", 3).verdict == "no proof"
    stop = Stop()
    stop.set()
    assert knightline.prove("m0-o1:1 n0-o2:10", Player.SECOND, "win", 10, stop=stop).verdict == "stopped"
    with pytest.raises(jogo.Error, match='move "m0-m1:1"'):
        knightline.prove("m0-m1:1", Player.FIRST, "win", 3)
    with pytest.raises(jogo.Error):
        knightline.prove("", Player.SECOND, "win", 3)


def test_networks_and_samples_are_read(program, tmp_path):
    file = tmp_path / "samples.dat"
    words = [program, "datagen", "ataxx", "--out", file, "--positions", "300", "--nodes", "20", "--seed", "1"]
    subprocess.run(words, check=True, capture_output=True)
    samples = jogo.read_samples(file)
    count = len(samples.scores)
    assert samples.name == "ataxx" and count >= 300
    assert samples.cells.shape == (count, 49) and samples.cells.max() <= 3
    assert set(samples.results) <= {-1, 0, 1} and len(samples.results) == count
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(jogo.Error, match="damaged or cut off"):
        jogo.read_samples(file)
    with pytest.raises(jogo.Error, match="this is not a network"):
        jogo.Network(file)


def test_a_network_evaluates_positions_of_its_game_only(tmp_path):
    inputs, hidden, buckets = 6 * 6 * 256, 128, 8
    content = b"JOGONET1" + b"ataxx".ljust(32, b"\0")
    content += np.array([inputs, hidden, buckets, 100, 0], "<u4").tobytes()
    content += bytes(2 * (inputs * hidden + hidden + buckets * hidden))
    content += np.full(buckets, 255 * 64 * 3, "<i4").tobytes()
    file = tmp_path / "ataxx.net"
    file.write_bytes(content + hashlib.sha256(content).digest())
    network = jogo.Network(file)
    assert network.hidden == hidden and len(network.id) == 16
    assert {network.evaluate(Position(one)) for one in ("ataxx", "infection")} == {300}
    with pytest.raises(jogo.Error, match="has no neural evaluation"):
        network.evaluate(Position("neutreeko"))
    with pytest.raises(jogo.Error, match="over"):
        network.evaluate(Position("ataxx", "xxxxxxx/7/7/7/7/7/7 o 0 1"))
    file.write_bytes(content + hashlib.sha256(content + b"x").digest())
    with pytest.raises(jogo.Error, match="damaged or cut off"):
        jogo.Network(file)


def test_the_network_of_the_engine_evaluates_many_positions(rng):
    network = jogo.Network.built_in("ataxx")
    assert network.id == jogo.Network.built_in("infection").id and network.hidden > 0
    positions = []
    while len(positions) < 50:
        position = Position("ataxx")
        for _ in range(rng.randrange(40)):
            if not position.is_over:
                position.push(rng.choice(position.legal_moves))
        if not position.is_over:
            positions.append(position)
    values = network.evaluate_all(position for position in positions)
    assert values.dtype == np.int32 and values.tolist() == [network.evaluate(one) for one in positions]
    assert len(set(values.tolist())) > 10
    assert network.evaluate_all([]).shape == (0,)
    with pytest.raises(jogo.Error, match="has no neural evaluation"):
        network.evaluate_all([positions[0], Position("neutreeko")])
    with pytest.raises(jogo.Error, match="Neutreeko has no network"):
        jogo.Network.built_in("neutreeko")


def test_a_thread_that_waits_for_a_busy_engine_can_be_stopped():
    engine, begun, release = Engine("ataxx"), threading.Event(), Stop()
    busy = threading.Thread(
        target=lambda: engine.analyze(Position("ataxx"), time=LONG, stop=release, on_update=lambda _: begun.set())
    )
    busy.start()
    try:
        assert begun.wait(120), "the engine is busy"
        waiting, raised = Stop(), []

        def wait():
            try:
                engine.analyze(Position("ataxx"), time=LONG, stop=waiting)
            except jogo.Error as error:
                raised.append(str(error))

        second = threading.Thread(target=wait)
        second.start()
        waiting.set()
        second.join(120)
        assert not second.is_alive() and busy.is_alive()
        assert raised == ["the analysis was stopped while it waited for the engine"]
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            cleared = threading.Event()
            interrupt = threading.Thread(target=lambda: (cleared.wait(120), _thread.interrupt_main()))
            interrupt.start()
            with pytest.raises(KeyboardInterrupt):
                cleared.set()
                engine.clear()
            interrupt.join(120)
        finally:
            signal.signal(signal.SIGINT, before)
    finally:
        release.set()
        busy.join(120)
    engine.clear()
    assert engine.analyze(Position("ataxx"), nodes=100).best


# Address space that is limited stands for a machine with less memory.
STARVED = """
import resource, jogo
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
for work in (
    lambda: jogo.knightline.prove("m0-o1:1", jogo.Player.FIRST, "survive", 3, megabytes=65536),
    lambda: jogo.Engine("ataxx", megabytes=65536),
    lambda: jogo.review(jogo.Game("ataxx"), megabytes=65536),
):
    try:
        work()
    except MemoryError as error:
        print(error)
"""


def test_missing_memory_raises():
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", STARVED], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == ["there is no memory for a table of 65536 MB"] * 3
