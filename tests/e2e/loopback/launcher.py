"""Run an unmodified discord.py bot against a loopback Discord.

    FIELDPOST_LOOPBACK_PORT=4711 python -m tests.e2e.loopback.launcher bot [arguments...]

Points discord.py's REST and gateway addresses at the port, then runs the module as ``__main__``. The token is
the bot's own business (an environment variable that `BotProcess` sets). Conveniences: on Linux the bot
dies with the process that started it, and discord.py waits ``FIELDPOST_LOOPBACK_READY_WAIT`` seconds
(default 0.2, its own is 2) for more guilds before it calls ``on_ready``. With ``FIELDPOST_LOOPBACK_GAP`` a
gap of so many seconds in its signs of life is an outage; it looks for one four times as often.
With ``FIELDPOST_LOOPBACK_MAIL_WAIT`` nobody waits longer than so many seconds for the mail of an outage.
With ``FIELDPOST_LOOPBACK_IDENTIFY`` so many seconds pass between two of its shards, not 5.5, and between two
tries to connect. With ``FIELDPOST_LOOPBACK_LEASE`` leases of several processes last so many seconds, not 20.
``FIELDPOST_LOOPBACK_CLOCK`` is a file with a double: by so many seconds its wall clock is ahead, at any time.
"""

from __future__ import annotations

import ctypes
import importlib
import mmap
import os
import runpy
import signal
import struct
import sys
import time
from functools import wraps
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def point_discord_at(port: int) -> None:
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")


def shorten_ready_wait(seconds: float) -> None:
    """Give every client that does not choose it another ``guild_ready_timeout``."""
    original = discord.Client.__init__

    @wraps(original)
    def init(self: discord.Client, *, intents: discord.Intents, **options: Any) -> None:
        options.setdefault("guild_ready_timeout", seconds)
        original(self, intents=intents, **options)

    discord.Client.__init__ = init  # type: ignore[method-assign]


def shorten_gap(seconds: float) -> None:
    """Let Fieldpost take so short a stop for an outage."""
    from bot.engine import outages

    outages.EVERY, outages.GAP = seconds / 4, seconds


def allow_restarts(module: str) -> None:
    """Tests kill the bot again and again: so many of its starts (``FIELDPOST_LOOPBACK_FREE_STARTS``) do not
    wait; by default none does."""
    if module == "bot":
        starts = importlib.import_module("bot.discord.session_limit")
        starts.FREE = int(os.environ.get("FIELDPOST_LOOPBACK_FREE_STARTS", "1000000"))  # type: ignore[attr-defined]


def shorten_mail_wait(seconds: str | None) -> None:
    """Let Fieldpost wait no longer than this for mail that was written while it was off; None: as ever."""
    if seconds is not None:
        from bot.features.direct_messages import missed_messages as missed

        missed.WAIT = missed.LIMIT = float(seconds)


def shorten_identify(seconds: str | None) -> None:
    """Let Fieldpost's shards identify, and try again, in so quick a succession; None: as ever."""
    if seconds is not None:
        from bot.discord import shards

        shards.IDENTIFY_EVERY_S = shards.LONGEST_WAIT_S = float(seconds)


def shorten_leases(seconds: str | None) -> None:
    """Let Fieldpost's leases last only so long where several processes share them; None: as ever."""
    if seconds is not None:
        from bot.cluster import member, store

        whole = float(seconds)
        store.LEASE_S, member.BEAT_S, member.SURE_S = whole, whole / 6, whole * 0.75


def move_clock(path: str | None) -> None:
    """Let the wall clock be as wrong as this file says at any moment; None: as ever. The loop's clock
    (`time.monotonic`) goes on, as when somebody sets a machine's clock."""
    if path is not None:
        with open(path, "r+b") as file:  # noqa: PTH123 - of a mapping
            ahead = mmap.mmap(file.fileno(), 8)
        wall = time.time
        time.time = lambda: wall() + struct.unpack("d", ahead[:8])[0]
        time.time_ns = lambda: int(time.time() * 1e9)


def main() -> None:
    die_with_parent()
    point_discord_at(int(os.environ["FIELDPOST_LOOPBACK_PORT"]))
    shorten_ready_wait(float(os.environ.get("FIELDPOST_LOOPBACK_READY_WAIT", "0.2")))
    if "FIELDPOST_LOOPBACK_GAP" in os.environ:
        shorten_gap(float(os.environ["FIELDPOST_LOOPBACK_GAP"]))
    shorten_mail_wait(os.environ.get("FIELDPOST_LOOPBACK_MAIL_WAIT"))
    shorten_identify(os.environ.get("FIELDPOST_LOOPBACK_IDENTIFY"))
    shorten_leases(os.environ.get("FIELDPOST_LOOPBACK_LEASE"))
    move_clock(os.environ.get("FIELDPOST_LOOPBACK_CLOCK"))
    module, *arguments = sys.argv[1:]
    sys.argv = [module, *arguments]
    allow_restarts(module)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
