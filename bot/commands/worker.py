"""``python -m bot worker``: do work for the bots of this database: pictures, replays, pairings, imports.

It needs FIELDPOST_DATABASE, which must be PostgreSQL, and no token. Any number of workers may run, on any
machine, with the same code as the bots. All else on its machine goes before what it does. It ends within ten
seconds after SIGTERM; what it has not finished then, another worker or the bot does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import Mapping, Sequence

from bot import logs
from bot.commands import DONE, Stop, arguments
from bot.common.local_pool import Job
from bot.jobs import JOBS
from bot.monitoring import monitoring
from bot.settings import read_settings
from bot.storage import dialect

MOST_PROCESSES = 64
END_S = 9.0
"""After this time a worker that is to end ends, whatever it does."""


def main(argv: Sequence[str]) -> int:
    parser = arguments("worker", __doc__)
    parser.add_argument(
        "--processes",
        type=_processes,
        metavar="N",
        help="do so many jobs at once; otherwise FIELDPOST_RENDER_PROCESSES, or 1",
    )
    asked = parser.parse_args(argv)
    settings = read_settings(token=False)
    if dialect.url_of(settings.database).get_backend_name() == "sqlite":
        raise Stop(
            "a worker needs PostgreSQL, and FIELDPOST_DATABASE is a SQLite file: there the bot does all the "
            "work by itself"
        )
    logs.set_up(settings.log_level, settings.log_format, settings.process_name)
    processes = asked.processes or settings.render_processes or 1
    return work(settings.database, JOBS, processes, settings.metrics)


def work(url: str, jobs: Mapping[str, Job], processes: int, metrics: tuple[str, int] | None = None) -> int:
    """Take jobs until SIGTERM or SIGINT. metrics: where to tell how it goes, see `Settings`"""
    try:
        from bot.queue.worker import serve
    except ImportError as missing:
        raise Stop(f"{missing.name} is missing; pip install 'fieldpost[postgresql]' brings it") from None

    async def run() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        ready = False

        def taking(well: bool) -> None:
            nonlocal ready
            ready = well

        async with monitoring(metrics) as monitor:
            noted = None if monitor is None else monitor.metrics
            if monitor is not None:
                monitor.checks = {"queue": lambda: ready}
            serving = asyncio.create_task(serve(url, jobs, processes, stop, taking, noted))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            done, _ = await asyncio.wait({serving}, timeout=END_S)
            if not done:
                os._exit(DONE)  # its processes follow it
            serving.result()

    asyncio.run(run())
    return DONE


def _processes(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"{text}: it may be 1 to {MOST_PROCESSES}")
    return int(text)
