"""A start after an outage in which 500 players wrote: how long until somebody is answered, and all is read.

    python -m bench.mail [players]

All of the bot's services on a real SQLite file, and a Discord that answers each call after 0.1 s. Two
people play each game; one wrote a move that is sent, the other a question. Half a second after the start
somebody in the middle of the list gives a command. Three starts:

- as it is now: several conversations at a time, who presses is next;
- as it was: one conversation after the other (nobody waited for it, which was the fault);
- now, while Discord's history answers 503 only: until the command is answered, and until the clock runs. It
  was 15 s for each player then.

Ratios are those of one run. Target: somebody who presses is answered within 3 s.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.clock import Discord
from bench.measure import argument, target
from bench.services import begun, opened
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.engine.order_sheets import Said, told_at
from bot.features.direct_messages import missed_messages as missed
from bot.features.direct_messages.missed_messages import DirectMessage, Page
from bot.outbox.messenger import Unsure
from bot.services import Services
from bot.storage import people
from bot.storage.database import Database, Tx

PLAYERS = 500
ANSWER, PRESSED, TARGET = 0.1, 0.5, 3.0
SERIAL_PAUSES = 15.0
"""Seconds that each player took when nothing could be read: 1, 2, 4 and 8."""


@dataclass
class Inbox:
    """Everybody wrote one message."""

    unwell: bool = False

    async def page(self, channel_id: int, after: int) -> Page:
        await asyncio.sleep(ANSWER)
        if self.unwell:
            raise Unsure("503", 1.0)
        number = ident(time.time() - 60) + channel_id
        return Page([DirectMessage(number, "e7-e6; send" if channel_id % 2 == 0 else "games")])

    async def say(self, channel_id: int, text: str) -> None:
        raise AssertionError(text)


def ident(moment: float) -> int:
    return int((moment - told_at(0)) * 1000) << 22


async def fill(path: Path, players: int) -> None:
    """Games of two in which it is the first one's turn."""
    services = await opened(str(path), Renderer(0))
    for user in range(1000, 1000 + players, 2):
        await begun(services, {user: "dark", user + 1: "light"}, "cic", channel_id=user)

    def change(tx: Tx) -> None:
        for user in range(1000, 1000 + players):
            people.set_dm_channel(tx, user, user)
            people.set_last_dm(tx, user, 1)

    await services.context.db.write(change)
    await services.close()


async def answered_after(
    path: Path, players: int, *, serial: bool = False, unwell: bool = False
) -> tuple[float, float]:
    """Seconds until a command is answered, and until all is read and the clock runs."""
    services = Services(await Database.open(path), SystemClock(), Renderer(1), Discord(), inbox=Inbox(unwell))
    start, user = time.perf_counter(), 1000 + players // 2 + 1
    await services.missed_messages.begin()
    await services.begin()

    async def pressed() -> float:
        await asyncio.sleep(PRESSED)
        at = time.perf_counter()
        await services.missed_messages.wait(user)
        assert (await services.game_views.mine(user, await services.game_lookup.owed(user))).text
        return time.perf_counter() - at

    async def one_after_the_other() -> None:
        for user in range(1000, 1000 + players):
            for written in (await Inbox().page(user, 1)).written:
                said = Said(told_at(written.message_id), time.time())
                await services.text_commands.read(user, written.message_id, written.text, said=said)

    if serial:
        await one_after_the_other()
        answered = 0.0
    else:
        answered = await pressed()
        while services.context.reading or (not unwell and services.missed_messages.unread):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    taken = time.perf_counter() - start
    await services.close()
    return answered, taken


async def measure(players: int) -> bool:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        await fill(folder / "new.sqlite3", players)
        for name in ("now", "serial", "unwell"):
            shutil.copyfile(folder / "new.sqlite3", folder / f"{name}.sqlite3")
        answered, now = await answered_after(folder / "now.sqlite3", players)
        print(f"{players} players wrote: a command is answered after {answered:.2f} s", end=", ")
        print(f"all is read after {now:.1f} s")
        _, serial = await answered_after(folder / "serial.sqlite3", players, serial=True)
        print(f"one after the other, as it was: all is read after {serial:.1f} s", end=", ")
        print(f"{serial / now:.1f} times as long")
        late, held = await answered_after(folder / "unwell.sqlite3", players, unwell=True)
        before = SERIAL_PAUSES * players
        print(f"nothing can be read: a command is answered after {late:.1f} s, of which it waits", end=" ")
        print(f"{missed.WAIT:.0f} s; the clock runs after {held:.1f} s", end=", ")
        print(f"and not after {before:,.0f} s, {before / held:.0f} times as long")
    return target("answered", answered <= TARGET, f"{TARGET:.0f} s")


if __name__ == "__main__":
    logging.getLogger("bot").setLevel(logging.ERROR)
    sys.exit(int(not asyncio.run(measure(argument(PLAYERS)))))
