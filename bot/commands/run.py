"""``python -m bot run``: the bot, until Ctrl-C or SIGTERM; so does `python -m bot` alone.

Its settings are in .env or in the environment: .env.example explains every key. Exit code 0: it was stopped;
1: Discord cannot be reached, try again; 2: it cannot start as configured, and one line says why.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp
import discord

from adjudicator.registry import rules
from bot import logs
from bot.app import create_bot
from bot.calm import calm
from bot.commands import arguments, complain
from bot.service.rulebook import check_rules
from bot.settings import Settings, SettingsError, read_settings
from bot.storage import backups
from bot.storage.database import Database
from bot.storage.errors import StorageError
from maps.boards import boards

UNREACHABLE = 1


def main(argv: Sequence[str]) -> int:
    """Run until Ctrl-C or SIGTERM. Exit code 0; with one line 2 when it cannot start as configured, 1 when
    Discord cannot be reached (then it is worth trying again)."""
    arguments("run", __doc__).parse_args(argv)
    try:
        settings = read_settings()
        logs.set_up(settings.log_level, settings.log_format)
        calm()
        asyncio.run(_run(settings))
    except (aiohttp.ClientError, OSError) as error:
        return complain(
            f"Discord cannot be reached ({error}): check the network and start again", UNREACHABLE
        )
    except discord.LoginFailure:
        return complain(
            "FIELDPOST_TOKEN was refused by Discord: copy it anew from the application's Bot page"
        )
    except discord.PrivilegedIntentsRequired:
        return complain("Discord asks for an intent that this bot does not need; update the bot")
    except discord.HTTPException as error:
        return complain(f"Discord is unwell ({error.status}): start again in a while", UNREACHABLE)
    except KeyboardInterrupt:
        pass
    return 0


async def _run(settings: Settings) -> None:
    async with _tried_database(settings), create_bot(settings) as bot:
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        running = asyncio.create_task(bot.start(settings.token))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if running.done():
            await running
        await bot.close()
        await asyncio.wait({running}, timeout=10)


@asynccontextmanager
async def _tried_database(settings: Settings) -> AsyncIterator[None]:
    """A wrong path, or games that cannot go on, are told before anything is asked of Discord. While this
    lasts nobody puts another database in its place."""
    try:
        with backups.in_use(settings.database):
            db = await Database.open(settings.database)
            try:
                await check_rules(db, rules(boards()))
            finally:
                await db.close()
            yield
    except StorageError as error:
        raise SettingsError(f"FIELDPOST_DATABASE: {error}") from None
