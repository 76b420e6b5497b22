"""How long an order takes: from the interaction to stored and answered, and a whole resolution.

    python -m bench.orders [rounds]

interaction   `/order` on SimCord until the private answer with the preview stands there
resolution    the use case alone on a real SQLite file: lock, state, rules, and the one transaction with the
              new state, events, deadline and posts (committed with fsync, as in production)
the same and the picture: after it, the board is drawn as for the post
The rounds of all rows take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import Mapping
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import simcord
from simcord.env import Env

import bot.app
from bot.app import create_bot
from bot.common.clock import SystemClock
from bot.common.message import Rows
from bot.common.render import Renderer
from bot.outbox.messenger import Sent
from bot.services import Services
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.records import Desk, Post

ROUNDS = 40
SHUFFLE = ("e7-e6", "e1-e2", "g6-f4", "b3-d3", "f4-g6", "d3-b3")
"""After the first two, moves there and back: a game of any length."""


class Plain(Renderer):
    """Leaves the drawing out."""

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        return b"", ""


class Silent:
    """A Discord that takes everything at once."""

    async def send(self, post: Post, message: object) -> Sent:
        return Sent(1, post.id)

    async def find(self, post: Post, marker: str) -> Sent | None:
        return None

    async def edit(self, sent: Sent, text: str, *, rows: Rows | None = None) -> None:
        """Accept it."""

    async def retire(self, desk: Desk, words: str) -> None:
        pass


def order_of(turn: int) -> str:
    """The order of this turn, without end."""
    return SHUFFLE[turn] if turn < 2 else SHUFFLE[2 + (turn - 2) % 4]


class Table:
    """A game at service level."""

    def __init__(self, services: Services, code: str) -> None:
        self.services = services
        self.code = code
        self.turn = 0

    @classmethod
    async def open(cls, folder: str, name: str, renderer: Renderer) -> Table:
        db = await Database.open(f"{folder}/{name}.sqlite3")
        services = Services(db, SystemClock(), renderer, Silent())
        table = await services.lobby.create(
            game_key="cic",
            options="quiet_rounds=0",
            deadline="24h",
            seating="choice",
            guild_id=1,
            channel_id=2,
            host_id=0,
            host_name="Ada",
        )
        await services.lobby.join(table.id, 1, "Ben")
        for user, seat in enumerate(("dark", "light")):
            await services.lobby.wish(table.id, user, seat)
        await services.lobby.start(table.id, 0)
        return cls(services, table.id)

    async def resolve(self, *, draw: bool) -> float:
        """Seconds for one turn; with the picture that the post shows."""
        user, order = self.turn % 2, order_of(self.turn)
        self.turn += 1
        begun = perf_counter()
        given = await self.services.orders.give(self.code, user, order, send=True)
        if draw:
            await self.services.game_views.board(self.code, user)
        taken = perf_counter() - begun
        assert given.resolved
        return taken


def show(name: str, seconds: list[float]) -> None:
    cut = quantiles(seconds, n=20)[-1]
    print(f"{name:<58} median {median(seconds) * 1000:7.1f} ms   95 % {cut * 1000:7.1f} ms")


async def main(rounds: int) -> None:
    logging.disable(logging.CRITICAL)
    slow = Env._settle_internal

    async def settle(self: Env, **given: Any) -> None:
        given["idle"] = 0.001  # SimCord waits 50 ms at a time otherwise
        await slow(self, **given)

    Env._settle_internal = settle  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        measured: dict[str, list[float]] = {}
        plain, drawing = Plain(0), Renderer(1)
        tables = {
            "a resolution and its transaction": (await Table.open(folder, "plain", plain), False),
            "the same and the picture (1200 px, one worker process)": (
                await Table.open(folder, "drawn", drawing),
                True,
            ),
        }
        for name in ("an order on SimCord, without the preview", "the same with the preview"):
            bot.app.Renderer = Plain if "without" in name else Renderer  # type: ignore[misc]
            settings = Settings(
                "x" * 20, f"{folder}/{len(measured)}.sqlite3", render_processes=1, new_dms_a_minute=0
            )
            async with simcord.run(create_bot(settings)) as env:
                await interactions(env, rounds, measured.setdefault(name, []))
                await env.bot.close()
        for number in range(rounds + 2):
            for name, (table, draw) in tables.items():
                taken = await table.resolve(draw=draw)
                if number >= 2:  # the first ones start the worker and fill caches
                    measured.setdefault(name, []).append(taken)
        for table, _ in tables.values():
            await table.services.close()
    print(f"{rounds} rounds each")
    for name, seconds in measured.items():
        show(name, seconds)


async def interactions(env: Env, rounds: int, taken: list[float]) -> None:
    """Time `/order` with a legal order, replaced again and again."""
    guild = env.create_guild()
    channel = guild.create_text_channel("war-room")
    ada, ben = (guild.add_member(env.create_user(name)) for name in ("ada", "ben"))
    await ada.slash(channel, "game new", game="cic", seats="choice")
    lobby = channel.last_message
    assert lobby is not None
    await ada.select(lobby, ["dark"])
    await ben.click(lobby, label="Join")
    await ben.click(lobby, label="Start")
    for number in range(rounds + 2):
        begun = perf_counter()
        said = await ada.slash(channel, "order", order=("e7-e6", "d8-d7")[number % 2])
        seconds = perf_counter() - begun
        assert said.response is not None and "Your order" in said.response.content
        if number >= 2:
            taken.append(seconds)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))
