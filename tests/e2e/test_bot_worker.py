"""The bot's own process with ``python -m bot worker`` beside it: who draws, and what a kill of it does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import postgres

from .conftest import StartBot
from .database import FILE, ask
from .loopback import Loopback
from .play import begin, family, has_picture

ROOT = Path(__file__).parents[2]
StartWorker = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def start_worker(database: str, tmp_path: Path) -> Iterator[StartWorker]:
    started = list[subprocess.Popen[bytes]]()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FIELDPOST_")}

    def start() -> subprocess.Popen[bytes]:
        assert postgres.CURRENT is not None
        with (tmp_path / f"worker-{len(started)}.log").open("wb") as log:
            started.append(
                subprocess.Popen(
                    [sys.executable, "-m", "bot", "worker"],
                    cwd=tmp_path,
                    env={
                        **environment,
                        "FIELDPOST_DATABASE": postgres.CURRENT.at(tmp_path / FILE),
                        "PYTHONPATH": str(ROOT),
                    },
                    stdout=log,
                    stderr=log,
                )
            )
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


@pytest.mark.soak
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_worker_draws_and_the_bot_when_it_is_killed(
    discord: Loopback, fieldpost: StartBot, start_worker: StartWorker, tmp_path: Path
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    worker = start_worker()
    bot = await fieldpost(env={"FIELDPOST_RENDER_PROCESSES": "1"}, fresh=True)
    log = tmp_path / "worker-0.log"
    await discord.until(lambda: "taking jobs" in log.read_text(), what="the worker")
    game = await begin(discord, hall, anna, ben)
    assert has_picture(await hall.wait_for("the game begins"))
    assert has_picture(await game.desk(game.called))
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
    # On a busy machine, the bot may have drawn others itself.
    await discord.until(lambda: children.read_text().strip(), what="a picture drawn by the worker")

    worker.kill()
    for number in (1, 2):
        await game.turn_by_slash()
        assert has_picture(await game.told(number))
        assert has_picture(await game.desk(game.called))
    game.assert_told_once(2)
    assert len(family(bot)) > 1
    assert await bot.stop() == 0
    assert ask(tmp_path, "SELECT count(*) FROM fieldpost_queue_1.fieldpost_jobs") == [(0,)]
    assert "WARNING" not in log.read_text()
