import ast
import json
import subprocess
import sys
import types
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name, *words):
    done = subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_random_match_is_played():
    out = run("random_match.py", "neutreeko", "--games", "2")
    assert "2 won, 0 drawn, 0 lost" in out and '[Game "neutreeko"]' in out


def test_value_iteration_agrees_with_the_solution():
    assert "701124 of 701124 decided positions are worth what the solution says" in run(
        "value_iteration.py", "--sweeps", "1"
    )


def test_a_record_is_analysed(tmp_path):
    import jogo

    out = run("analyse_record.py", "--nodes", "500")
    (game,) = jogo.Game.read(out)
    assert any(node.marks for node in game.main_line()) and "better by" in out
    file = tmp_path / "game.txt"
    file.write_text(out)
    assert jogo.Game.read(run("analyse_record.py", str(file), "--nodes", "100"))[0].moves == game.moves


def test_the_notebook_runs(monkeypatch, capsys):
    """Every cell, in order, as a kernel would: the last expression of a cell is what it shows."""
    display = types.ModuleType("IPython.display")
    display.SVG = lambda svg: svg
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    names, shown = {}, []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "a notebook is kept without its outputs"
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None)
    assert shown[0]._repr_svg_().startswith("<svg")
    assert 'class="arrow"' in shown[1]
    assert shown[2][51] == 8
    assert sum(shown[3]) > 1000
    assert "(1. a7a5)" in capsys.readouterr().out
