"""Jobs of the tests, and a worker that knows them: ``python -m tests.queue.jobs URL PROCESSES [NAME...]``.

With names it is a worker of another version, which knows these alone.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from pathlib import Path

from bot import logs
from bot.commands.worker import work
from bot.common.errors import Refused
from bot.common.local_pool import Job
from bot.queue import store, worker

HERE = "tests.queue.jobs"
JOBS = {
    "who": Job(f"{HERE}:who", 20, 600),
    "echo": Job(f"{HERE}:echo", 10, 600),
    "wait": Job(f"{HERE}:wait", 0, 600),
    "turn": Job(f"{HERE}:turn", 0, 600),
    "die": Job(f"{HERE}:die", 0, 600),
    "kill": Job(f"{HERE}:kill_worker", 0, 600),
    "fail": Job(f"{HERE}:fail", 0, 600),
    "hurry": Job(f"{HERE}:hurry", 0, 0.5),
}


def who() -> tuple[int, int]:
    """The process, and the one that it belongs to."""
    return os.getpid(), os.getppid()


def echo(*values: object) -> object:
    return values


def wait(begun: str, until: str, result: object) -> object:
    """Note that it has begun, and wait for the file `until`."""
    _note(begun)
    while not Path(until).exists():
        time.sleep(0.02)
    return result


def turn(begun: str, folder: str) -> int:
    """The how many-th it is to begin; it ends when there is a file with this number."""
    _note(begun)
    number = len(Path(begun).read_text().splitlines())
    while not (Path(folder) / str(number)).exists():
        time.sleep(0.02)
    return number


def note(begun: str) -> None:
    _note(begun)


def hurry(seconds: float) -> None:
    time.sleep(seconds)


def die(begun: str) -> None:
    """Die as from a lack of memory."""
    _note(begun)
    os.kill(os.getpid(), signal.SIGKILL)


def kill_worker(begun: str) -> None:
    """Take the whole worker along."""
    _note(begun)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def fail(secret: str) -> None:
    if secret.startswith("refuse"):
        raise Refused("No.")
    raise ValueError(secret)


def has_begun(place: Path) -> bool:
    """Whether a job has noted there that it has begun: between a file and what stands in it another process
    may look."""
    return place.exists() and place.stat().st_size > 0


def _note(place: str) -> None:
    with Path(place).open("a") as file:
        file.write(f"{os.getpid()} {os.getppid()}\n")


def hasten() -> None:
    """Look more often who is dead."""
    store.BEAT_S = 0.2


if __name__ == "__main__":
    url, processes, *names = sys.argv[1:]
    hasten()
    worker.GRACE_S = float(os.environ.get("GRACE", worker.GRACE_S))
    logs.set_up("DEBUG", "text")
    logging.getLogger("procrastinate").setLevel("DEBUG")
    sys.exit(
        work(url, {name: job for name, job in JOBS.items() if not names or name in names}, int(processes))
    )
