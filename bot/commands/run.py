"""``python -m bot run``: the bot, until Ctrl-C or SIGTERM; so does `python -m bot` alone.

Its settings are in .env or in the environment: .env.example explains every key. Exit code 0: it was stopped;
1: Discord cannot be reached, try again; 2: it cannot start as configured, and one line says why.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import aiohttp
import discord

from adjudicator.registry import rules
from adjudicator.text import counted
from bot import logs
from bot.app import Fieldpost, create_bot
from bot.commands import Stop, arguments, complain
from bot.common.clock import SystemClock
from bot.common.errors import SettingsError
from bot.discord.error_codes import TROUBLE
from bot.discord.session_limit import LASTING, Starts
from bot.engine.context import check_rules
from bot.monitoring import monitoring
from bot.settings import Settings, read_settings
from bot.storage import backups
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.postgresql_lock import Bot
from maps.boards import boards

if TYPE_CHECKING:
    from bot.monitoring.server import Monitor

log = logging.getLogger(__name__)

UNREACHABLE = REPLACED = 1
SPARE_SESSIONS = 50
"""So many of the day's connections are left for whoever mends what uses them up."""
SWITCH_S = 0.001
"""Seconds after which a thread that computes lets the event loop go on. Python's own 5 ms add up: on
PostgreSQL six threads resolve games at the same time."""
AUTHENTICATION_FAILED = 4004


def main(argv: Sequence[str]) -> int:
    """Run until Ctrl-C or SIGTERM. Exit code 0; with one line 2 when it cannot start as configured, 1 when
    Discord cannot be reached (then it is worth trying again)."""
    arguments("run", __doc__).parse_args(argv)
    try:
        settings = read_settings()
        process = settings.process if settings.shards is None else settings.process_name
        logs.set_up(settings.log_level, settings.log_format, process)
        calm()
        asyncio.run(_run(settings))
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
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
    except discord.RateLimited as error:
        minutes = counted(max(1, math.ceil(error.retry_after / 60)), "minute")
        return complain(f"Discord allows no more of this for {minutes}: start again then", UNREACHABLE)
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            return complain("FIELDPOST_TOKEN is valid no more: copy it anew from the application's Bot page")
        return complain(f"Discord has closed the connection ({error.code}): start again", UNREACHABLE)
    except KeyboardInterrupt:
        pass
    return 0


async def _run(settings: Settings) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    replaced = False

    def lost() -> None:
        nonlocal replaced
        replaced = True
        stop.set()

    async with (
        monitoring(settings.metrics) as monitor,
        _tried_database(settings, lambda: loop.call_soon_threadsafe(lost)) as wait,
    ):
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        if wait:
            log.warning(
                "started again and again: I wait before I connect, or Discord takes the token away",
                extra={"seconds": round(wait)},
            )
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), wait)
        if not stop.is_set():
            await _connected(settings, stop, monitor)
    if replaced:
        raise Stop(
            "another database was put in the place of this one while it could not be reached", REPLACED
        )


async def _connected(settings: Settings, stop: asyncio.Event, monitor: Monitor | None) -> None:
    """Until it is stopped."""
    async with create_bot(settings, monitor=monitor) as bot:
        running = asyncio.create_task(_start(bot, settings.token))
        stopped = asyncio.create_task(stop.wait())
        watching = asyncio.create_task(_watch(bot))
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        watching.cancel()
        if running.done():
            await running
        elif bot.is_ready():
            await bot.starts.well()
        await bot.close()
        await asyncio.wait({running}, timeout=10)


async def _start(bot: Fieldpost, token: str) -> None:
    """As `bot.start`; in between it looks how many sessions Discord still allows."""
    await bot.login(token)
    try:
        recommended, _, limit = await bot.http.get_bot_gateway()
    except (*TROUBLE, discord.GatewayNotFound) as error:
        log.warning("unknown how many sessions are left", extra={"reason": type(error).__name__})
    else:
        shards = bot.settings.shards
        needed = 1 if shards is None else shards or recommended
        if limit["remaining"] < SPARE_SESSIONS + needed - 1:
            hours = max(1, math.ceil(limit["reset_after"] / 3_600_000))
            raise Stop(
                f"Discord allows {limit['remaining']} more of {limit['total']} connections within "
                f"{counted(hours, 'hour')}, and takes the token away after the last: find out what starts "
                "the bot over and over, and wait",
                UNREACHABLE,
            )
    await bot.connect()


async def _watch(bot: Fieldpost) -> None:
    """Note now and then that the bot is well."""
    while True:
        await asyncio.sleep(LASTING)
        if bot.is_ready() and not bot.is_closed():
            await bot.starts.look()


@asynccontextmanager
async def _tried_database(settings: Settings, lost: Callable[[], object]) -> AsyncIterator[float]:
    """A wrong path, or games that cannot go on, are told before anything is asked of Discord. While this
    lasts nobody puts another database in its place, or `lost` is called. Yields the seconds to wait before
    connecting."""
    try:
        shares: Bot = "alone" if settings.shards is None else "shared"
        with backups.in_use(settings.database, lost, bot=shares):
            db = await Database.open(settings.database)
            try:
                await check_rules(db, rules(boards()))
                wait = await Starts(db, SystemClock(), settings.counted_as).wait()
            finally:
                await db.close()
            yield wait
    except StorageError as error:
        raise SettingsError(f"FIELDPOST_DATABASE: {error}") from None


def calm() -> None:
    """Let nothing hold up the event loop for long. Call it once, when everything is imported.

    What is there now is taken out of the collector's rounds: a full collection looks at every object there
    is, and most are those of libraries, which stay. That took up to 0.15 s, in which nobody got an answer.
    What the bot makes and drops is collected as before. And a thread that computes lets others go on soon.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_S)
