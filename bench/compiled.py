"""How much faster the engines think once they are compiled (`make compiled`).

    python -m bench.compiled [rounds]

Copies the code to a temporary folder, compiles it there, and lets both think about the same positions of each
game in turn. Both must think the same. Target: twice as fast in searches, or it would not be kept.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import argument, target

ROOT = Path(__file__).parents[1]
CODE = ("adjudicator", "engines", "maps")
ROUNDS, TASKS, TWICE = 3, 4, 2.0
THINK = """
import json, sys, time
from adjudicator.chance import HmacChance
from adjudicator.registry import games
from bench.ladder import VARIANTS
from engines.engine import Level, Task
from engines.registry import engine_for
from maps.boards import boards

found = {}
for key, title, options in VARIANTS:
    game = games(boards())[key]
    engine, state = engine_for(game), game.start(options, HmacChance(bytes(32), key)).state
    told, seconds = [], 0.0
    for turn in range(int(sys.argv[1])):
        orders = {}
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            began = time.process_time()
            thought = engine.think(Task(game.show(view), Level.SERGEANT, turn))
            seconds += time.process_time() - began
            told.append(repr(thought))
            orders[seat] = game.parse(view, "\\n".join(thought.orders))
        if not orders:
            break
        state = game.resolve(state, orders, HmacChance(bytes(32), key, game.drawn(state))).state
    found[title] = [seconds, told]
print(json.dumps(found))
"""
"""Thinks as every seat for a few turns of each game; prints the seconds and what was thought."""


def compile_copy(folder: Path) -> None:
    """Copy the code there and compile it, as `make compiled` does."""
    for name in CODE:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    listed = (ROOT / "engines" / "compiled.txt").read_text("utf-8").split()
    run = [sys.executable, "-m", "mypyc", *listed]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"mypyc: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    shutil.copytree(ROOT / "bench", folder / "bench", ignore=shutil.ignore_patterns("__pycache__"))


def thoughts(folder: Path, turns: int) -> dict[str, Any]:
    """Let the code in a folder think: seconds and thoughts by game."""
    run = [sys.executable, "-c", THINK, str(turns)]
    found: dict[str, Any] = json.loads(
        subprocess.run(run, cwd=folder, capture_output=True, text=True, check=True).stdout
    )
    return found


def main(rounds: int) -> None:
    """Compile, think in turns, and print the ratios."""
    ratios = defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_copy(folder)
        for _ in range(rounds):
            plain, compiled = thoughts(ROOT, TASKS), thoughts(folder, TASKS)
            for title, (seconds, told) in plain.items():
                assert told == compiled[title][1], f"{title}: compiled engines think otherwise"
                ratios[title].append(seconds / compiled[title][0])
    for title, found in ratios.items():
        target(f"{title:<26} {median(found):5.2f} times as fast", median(found) >= TWICE, f"≥ {TWICE:g}")


if __name__ == "__main__":
    main(argument(ROUNDS))
