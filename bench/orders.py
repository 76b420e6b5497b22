"""How long an order takes: from the interaction to stored and answered, and a whole resolution.

    python -m bench.orders [rounds]

interaction   `/order` on SimCord until the private answer with the preview stands there
resolution    the use case alone on a real SQLite file: lock, state, rules, and the one transaction with the
              new state, events, deadline and posts (committed with fsync, as in production)
the same and the picture: after it, the board is drawn as for the post
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import defaultdict
from time import perf_counter

import simcord
from simcord.env import Env

import bot.app
from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from bench.measure import argument, row
from bench.services import Plain, begun, hurry, opened
from bot.app import Fieldpost, create_bot
from bot.common.workers import Renderer
from bot.services import Services
from bot.settings import Settings

CIC = Cic()
ROUNDS = 40
FIRST = 2
"""Rounds that are not counted: they start the worker and fill caches."""
SHUFFLE = ("e7-e6", "e1-e2", "g6-f4", "b3-d3", "f4-g6", "d3-b3")
"""After the first two, moves there and back: a game of any length."""


class Table:
    """A game at service level."""

    def __init__(self, services: Services, code: str) -> None:
        self.services, self.code, self.turn = services, code, 0

    @classmethod
    async def open(cls, folder: str, name: str, renderer: Renderer) -> Table:
        """Begin a game in a database of its own."""
        services = await opened(f"{folder}/{name}.sqlite3", renderer)
        return cls(services, await begun(services, {0: "dark", 1: "light"}, "cic", options="quiet_rounds=0"))

    @property
    def order(self) -> str:
        """This turn's order."""
        return SHUFFLE[self.turn] if self.turn < 2 else SHUFFLE[2 + (self.turn - 2) % 4]

    async def resolve(self, *, draw: bool) -> float:
        """Resolve a turn, and draw the picture that the post shows; returns the seconds."""
        user, order = self.turn % 2, self.order
        self.turn += 1
        start = perf_counter()
        given = await self.services.orders.give(self.code, user, order, send=True)
        if draw:
            await self.services.game_views.board(self.code, user)
        taken = perf_counter() - start
        assert given.resolved
        return taken


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
    for at in range(rounds + FIRST):
        start = perf_counter()
        said = await ada.slash(channel, "order", order=("e7-e6", "d8-d7")[at % 2])
        seconds = perf_counter() - start
        assert said.response is not None and "Your order" in said.response.content
        if at >= FIRST:
            taken.append(seconds)


async def main(rounds: int) -> None:
    """Print a line for each kind; the resolutions take turns, so that a busy machine slows both alike."""
    logging.disable(logging.CRITICAL)
    hurry()
    measured = defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as folder:
        for name, renderer in (
            ("an order on SimCord, without the preview", Plain),
            ("the same with the preview", Renderer),
        ):
            bot.app.Renderer = renderer  # type: ignore[misc]
            path = f"{folder}/{len(measured)}.sqlite3"
            settings = Settings("x" * 20, path, render_processes=1, new_dms_a_minute=0)
            async with simcord.run(create_bot(settings)) as env:
                assert isinstance(env.bot, Fieldpost)
                start = CIC.view(CIC.start({}, ScriptedChance()).state, None)
                await env.bot.services.context.renderer.paint("cic", start, {})  # its worker has begun
                await interactions(env, rounds, measured[name])
                await env.bot.close()
        plain, drawn = Plain(0), Renderer(1)
        tables = {
            "a resolution and its transaction": (await Table.open(folder, "plain", plain), False),
            "the same and the picture, in a worker process": (await Table.open(folder, "drawn", drawn), True),
        }
        for at in range(rounds + FIRST):
            for name, (table, draw) in tables.items():
                taken = await table.resolve(draw=draw)
                if at >= FIRST:
                    measured[name].append(taken)
        for table, _ in tables.values():
            await table.services.close()
    print(f"{rounds} rounds each")
    for name, seconds in measured.items():
        row(name, seconds, wide=46)


if __name__ == "__main__":
    asyncio.run(main(argument(ROUNDS)))
