"""``python -m bot web``: serve the pages in a process of their own, beside the bots of this database.

It needs FIELDPOST_WEB, and FIELDPOST_DATABASE, which must be PostgreSQL with bots that share it
(FIELDPOST_SHARDS); no token. A bot with FIELDPOST_WEB serves the pages by itself. Orders that are given here
resolve turns here; the bots post them. It ends within ten seconds after SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from typing import NoReturn

from sqlalchemy import text

from bot import logs, queue, web
from bot.commands import DONE, Stop, arguments
from bot.common.clock import SharedClock
from bot.common.errors import SettingsError
from bot.common.message import Message
from bot.common.workers import Renderer
from bot.engine.house_rules import read_defaults
from bot.jobs import JOBS
from bot.outbox.messenger import Sent
from bot.services import Services
from bot.settings import Settings, read_settings
from bot.storage import backups
from bot.storage.database import Database, Tx
from bot.storage.dialect import is_shareable
from bot.storage.records import Desk, Post


class Nobody:
    """In the place of Discord: the bots send what is posted."""

    async def send(self, post: Post, message: Message) -> NoReturn:
        raise NotImplementedError("the bots send posts")

    async def find(self, post: Post, message: Message) -> NoReturn:
        raise NotImplementedError("the bots send posts")

    async def replace(self, sent: Sent, post: Post, message: Message) -> NoReturn:
        raise NotImplementedError("the bots send posts")

    async def edit(self, sent: Sent, message: Message) -> NoReturn:
        raise NotImplementedError("the bots send posts")

    async def retire(self, desk: Desk, words: str) -> None:
        """The bots do."""


def main(argv: Sequence[str]) -> int:
    arguments("web", __doc__).parse_args(argv)
    settings = read_settings(token=False)
    if settings.web is None:
        raise Stop("FIELDPOST_WEB is missing: write where the pages are, as in FIELDPOST_WEB=127.0.0.1:8080")
    if not is_shareable(settings.database):
        raise Stop(
            "pages in a process of their own need PostgreSQL, and FIELDPOST_DATABASE is a SQLite file: there "
            "the bot serves them, with FIELDPOST_WEB among its settings"
        )
    logs.set_up(settings.log_level, settings.log_format, settings.process_name)
    with backups.in_use(settings.database):
        asyncio.run(_run(settings))
    return DONE


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    services = await beside(settings)
    try:
        async with web.serving(settings, services) as server:
            if server is None:
                raise SettingsError("FIELDPOST_WEB is missing")
            await stop.wait()
    finally:
        await services.close()


def _database_time(tx: Tx) -> float:
    """The database's clock, by which all processes go."""
    return float(tx.execute(text("SELECT extract(epoch FROM now())")).scalar_one())


async def beside(settings: Settings) -> Services:
    """The use cases on a database that bots share, with nothing that they do by themselves."""
    db = await Database.open(settings.database)
    db.beside = True
    clock = SharedClock()
    clock.set(await db.read(_database_time), time.monotonic())
    elsewhere = await queue.joined(settings.database, JOBS)
    renderer = Renderer(settings.render_processes, elsewhere, thinkers=settings.think_processes)
    return Services(
        db,
        clock,
        renderer,
        Nobody(),
        defaults=read_defaults(settings.defaults),
        faults=settings.faults,
        shared=True,
        web=settings.pages,
    )
