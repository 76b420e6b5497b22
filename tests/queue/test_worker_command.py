"""``python -m bot worker``, and the bot's renderer with it."""

from __future__ import annotations

import ast
import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from bot.commands import main
from bot.common.local_pool import JobGivenUp
from bot.common.workers import Renderer
from bot.features.leagues.season_snapshot import compute
from bot.jobs import JOBS
from bot.queue import client, joined
from bot.queue.client import Queue
from tests.queue import jobs
from tests.queue.test_queue import known

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def queue(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Queue]:
    monkeypatch.setattr(client, "LOOK_S", 0.3)
    monkeypatch.setattr(client, "TAKE_S", 60.0)  # a busy machine is no reason to draw here
    made = await joined(postgres_url, JOBS)
    assert isinstance(made, Queue)
    yield made
    await made.close()


@pytest.fixture
def worker(postgres_url: str, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FIELDPOST_")}
    with (tmp_path / "log").open("wb") as log:
        made = subprocess.Popen(
            [sys.executable, "-m", "bot", "worker", "--processes", "2"],
            cwd=tmp_path,
            env={**environment, "FIELDPOST_DATABASE": postgres_url, "PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=log,
        )
    yield made
    made.kill()
    made.wait()


async def test_pictures_are_drawn_by_a_worker(
    queue: Queue, worker: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    """It needs no token, and ends when it is told to. Without it the bot draws."""
    game, renderer, alone = Cic(), Renderer(1, queue), Renderer(0)
    view = game.view(game.start({}, ScriptedChance()).state, "dark")
    extras = {"size": 300, "names": {"dark": "A", "light": "B"}, "caption": "k7f3"}
    await known(queue, "picture")
    drawn = await renderer.paint("cic", view, extras)
    assert renderer._pool._slots[0]._executor is None, "no process of its own was started"
    assert drawn == await alone.paint("cic", view, extras)
    worker.terminate()
    assert await asyncio.to_thread(worker.wait, 10) == 0
    assert drawn == await renderer.paint("cic", view, extras)
    assert renderer._pool._slots[0]._executor is not None
    log = (tmp_path / "log").read_text()
    assert "taking jobs" in log and "k7f3" not in log and "WARNING" not in log
    renderer.close()
    alone.close()


async def test_a_worker_tells_whether_it_takes_jobs_and_which_it_has_done(
    queue: Queue, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
    given = {"FIELDPOST_DATABASE": postgres_url, "FIELDPOST_METRICS": port, "PYTHONPATH": str(ROOT)}
    clean = {key: value for key, value in os.environ.items() if not key.startswith("FIELDPOST_")}
    command = (sys.executable, "-m", "bot", "worker")
    ours = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, env={**clean, **given})
    monkeypatch.setattr(client, "TAKE_S", 10.0)  # nobody else draws, however slow this machine is
    try:
        monkeypatch.setenv("FIELDPOST_METRICS", port)
        await known(queue, "picture")
        while await asyncio.to_thread(main, ["health", "--ready"]) != 0:
            assert ours.returncode is None
        view = (game := Cic()).view(game.start({}, ScriptedChance()).state, "dark")
        await Renderer(1, queue).paint("cic", view, {"size": 300, "names": {}, "caption": "k7f3"})
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}/metrics") as page,
        ):
            told = await page.text()
        assert 'fieldpost_job_seconds_count{job="picture"} 1.0' in told
        assert 'fieldpost_ready{check="queue"} 1.0' in told
        assert "fieldpost_database_up" not in told and "k7f3" not in told
    finally:
        ours.terminate()
        assert await ours.wait() == 0


async def test_a_job_that_kills_the_bots_own_workers_is_given_up_too(tmp_path: Path) -> None:
    renderer, begun = Renderer(1), tmp_path / "begun"
    for _ in range(2):
        with pytest.raises(JobGivenUp):
            await renderer.work(jobs.die, str(begun))
    assert len(begun.read_text().splitlines()) == 2
    other = tmp_path / "other"
    with pytest.raises(JobGivenUp):
        await renderer.work(jobs.die, str(other))
    assert len(other.read_text().splitlines()) == 2, "other arguments are tried"
    assert await renderer.work(jobs.echo, 1) == (1,)
    renderer.close()


async def test_on_sqlite_there_is_no_queue(tmp_path: Path) -> None:
    assert await joined(str(tmp_path / "fieldpost.sqlite3"), JOBS) is None


def test_on_sqlite_a_worker_says_that_it_has_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for key in ("FIELDPOST_DATABASE", "FIELDPOST_TOKEN"):
        monkeypatch.delenv(key, raising=False)
    assert main(["worker"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "needs PostgreSQL" in said and "FIELDPOST_DATABASE is a SQLite file" in said


@pytest.mark.parametrize("wrong", ["0", "-1", "65", "x"])
def test_a_wrong_number_of_processes_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["worker", "--processes", wrong])
    assert "1 to 64" in capsys.readouterr().err


def called(path: Path) -> set[str]:
    """The functions that a module hands to `Renderer.work`, or to `compute`."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            at = {"work": 0, "think": 0, "study": 0, compute.__name__: 2}.get(name)
            if at is not None and len(node.args) > at and isinstance(node.args[at], ast.Name):
                found.add(node.args[at].id)  # type: ignore[attr-defined]
    return found


def test_all_work_of_the_bot_has_a_name() -> None:
    """What is not in `JOBS` is never done elsewhere."""
    handed = set[str]().union(*(called(path) for path in (ROOT / "bot").rglob("*.py"))) - {"job", "task"}
    assert len(handed) >= 8
    assert handed | {"paint", "throw"} == {job.function.partition(":")[2] for job in JOBS.values()}
