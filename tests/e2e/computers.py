"""Games against computers, and the processes in which these think."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bot.engine import text as said

from .loopback import BotProcess, Channel, Loopback, User
from .loopback.server import SURE
from .play import Game, family, open_table, pressed

PROCESSES = {"FIELDPOST_THINK_PROCESSES": "1"}
"""Computers think in one process, as in life; the rest is done in threads."""


def thinkers(bot: BotProcess) -> list[int]:
    """The processes of a bot that think: those which let it go first."""
    found = []
    for pid in family(bot):
        with suppress(ProcessLookupError):
            if os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, bot.pid):
                found.append(pid)
    return found


async def thinker(discord: Loopback, bot: BotProcess) -> int:
    """Until a bot has its process that thinks."""
    return int((await discord.until(lambda: thinkers(bot), timeout=SURE, what="a process that thinks"))[0])


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Whatever this process was to think about, it does not come to an end."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


async def against(discord: Loopback, bot: BotProcess, hall: Channel, user: User, level: str) -> Game:
    """Begin a game of Commander-In-Chief against a computer, on any side; it is the user's turn. The process
    that thinks is there before the game begins."""
    table, lobby = await open_table(hall, user)
    await user.slash(hall, "game computer", level=level)
    await thinker(discord, bot)
    await discord.until(lambda: "Start" in lobby.buttons, what="the button Start")
    await pressed(user, lobby, "Start")
    await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}")
    game = Game(discord, hall, table, (user,))
    await mine(game)
    return game


async def mine(game: Game) -> int:
    """Until it is the person's turn, with its desk; the turn."""
    [user] = game.players

    def called() -> bool:
        head = re.compile(rf"`{game.table}` · turn {game.turn}\n")
        return any(head.search(post.text) for post in user.inbox.posts())

    await game.discord.until(called, timeout=SURE, what="the person's turn")
    return game.turn
