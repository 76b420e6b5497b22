"""docs/adding-a-game.md is executed: its blocks go into a copy of the project, and the game is played.

A block below a line that is nothing but a path in backquotes is that file. A diff changes the file; its hunks
are divided by ``@@``, and the lines that it keeps must be in the file exactly once.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adjudicator.test_docs import fits

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
COPIED = (
    *("adjudicator", "engines", "lessons", "maps", "bot", "demo", "docs", "tests"),
    *("pyproject.toml", "README.md"),
)
FILES = re.findall(r"^`([\w./-]+)`\n\n```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SUITES = (
    "tests/test_conformance.py",
    "tests/test_secrets.py",
    "tests/test_imports.py",
    "tests/adjudicator/test_cases.py",
    "tests/adjudicator/test_perft.py",
    "tests/bot/test_tictactoe.py",
)


def change(text: str, diff: str) -> str:
    """The text after a diff. Raises AssertionError for a hunk whose old lines are not in it once."""
    text = "\n" + text
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines()
        old, new = ("".join(f"\n{line[1:]}" for line in lines if line[0] in kept) for kept in (" -", " +"))
        times = len(re.findall(f"(?={re.escape(old)}\n)", text))
        assert times == 1, f"{times} times in the file:\n{old}"
        text = text.replace(f"{old}\n", f"{new}\n")
    return text[1:]


def run(project: Path, *command: str, typed: str = "") -> str:
    """What a command prints in the copy. Raises AssertionError, with that, if it fails."""
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which everything on the page has been done."""
    folder = tmp_path_factory.mktemp("project")
    for name in COPIED:
        if (ROOT / name).is_dir():
            # With what is compiled; but for a file that another process is about to rename.
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))
        else:
            shutil.copy(ROOT / name, folder / name)
    for path, kind, block in FILES:
        file = folder / path
        if kind == "diff":
            file.write_text(change(file.read_text("utf-8"), block), "utf-8")
        else:
            assert not file.exists(), path
            file.parent.mkdir(exist_ok=True)
            file.write_text(block, "utf-8")
    return folder


def test_every_block_is_run() -> None:
    """None is there to be read alone: each is a file, a diff, or the conversation."""
    assert len(FILES) + 1 == PAGE.count("\n```") / 2


def test_the_code_is_as_we_write_it(project: Path) -> None:
    new = [path for path, kind, _ in FILES if kind == "python"]
    run(project, "-m", "ruff", "check", "--no-cache", *new)
    run(project, "-m", "ruff", "format", "--no-cache", "--check", *new)


def test_it_is_played_over_the_rules_server(project: Path) -> None:
    [block] = re.findall(r"^```jsonl\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    lines, state = [json.loads(line) for line in block.splitlines()], None
    server = subprocess.Popen(
        [sys.executable, "-m", "adjudicator", "serve"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None
    with server:
        for asked, told in zip(lines[::2], lines[1::2], strict=True):
            print(
                json.dumps(asked | ({"state": state} if "state" in asked else {})),
                file=server.stdin,
                flush=True,
            )
            answer = json.loads(server.stdout.readline())
            assert fits(told, answer), f"{asked}\n{answer}"
            state = answer.get("state", state)
        server.stdin.close()
    assert server.returncode == 0


def test_it_is_drawn(project: Path) -> None:
    """Each mark changes the picture, and so does a draft; the same view gives the same bytes."""
    code = """
from io import BytesIO
from PIL import Image
from adjudicator.registry import games
from adjudicator.tictactoe.orders import Mark
from maps import picture
from maps.boards import boards

game, paint = games(boards())["tictactoe"], picture("tictactoe")
marks, seen = {}, set()
for number, square in enumerate(("b2", "a1", "c3")):
    marks[square] = ("cross", "nought")[number % 2]
    view = game.view(game.position({"marks": marks}), "nought")
    for draft in ((), (Mark("a3"),)):
        drawn = paint.draw(view, draft=draft, size=300)
        assert drawn == paint.draw(view, draft=draft, size=300)
        assert Image.open(BytesIO(drawn)).size == (300, 300)
        seen.add(drawn)
assert len(seen) == 6
"""
    run(project, "-c", code)


def test_it_passes_the_suites_and_is_played_in_discord(project: Path) -> None:
    """Conformance, secrets, imports, cases, perft against a second implementation, and the bot."""
    told = run(
        project,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-vv",
        *SUITES,
        "-k",
        "tictactoe or (test_imports and not the_check_sees)",
        "-rN",
    )
    for suite in SUITES:
        assert f"{suite}::" in told, suite
    assert " passed" in told and "skipped" not in told


def test_perft_counts_it(project: Path) -> None:
    told = run(project, "-m", "adjudicator", "perft", "tictactoe", "--depth", "5", "--divide")
    assert "b2: 1680" in told and "depth 5: 15120" in told


def test_a_diff_that_does_not_fit_is_no_diff() -> None:
    assert change("a\nb\nc\n", " a\n+x\n@@\n-c\n+d\n") == "a\nx\nb\nd\n"
    with pytest.raises(AssertionError, match="2 times"):
        change("a\na\n", "-a\n+b\n")
