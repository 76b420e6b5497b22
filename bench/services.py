"""The bot's services as the measurements use them, and a game begun with them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simcord.env import Env

from adjudicator.game import AnyGame
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.outbox.messenger import Sent
from bot.services import Services
from bot.storage.database import Database
from bot.storage.records import Desk, Post, Table
from demo import postgres


class Plain(Renderer):
    """Leaves the drawing out."""

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        return b"", ""


class Silent:
    """A Discord that takes everything at once."""

    async def send(self, post: Post, message: object) -> Sent:
        return Sent(1, post.id)

    async def find(self, post: Post, message: object) -> Sent | None:
        return None

    async def replace(self, sent: Sent, post: Post, message: object) -> None:
        """Accept it."""

    async def edit(self, sent: Sent, message: object) -> None:
        """Accept it."""

    async def retire(self, desk: Desk, words: str) -> None:
        """Accept it."""


@contextmanager
def served(settings: Mapping[str, str]) -> Iterator[postgres.Server]:
    """A PostgreSQL server that waits for the disk, and is gone at the end."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with postgres.running(place, settings) as server:
            yield server
        while (place / "server").exists():  # its keeper needs the folder until then
            time.sleep(0.05)


async def opened(path: str, renderer: Renderer) -> Services:
    """Return services on that SQLite file."""
    return Services(await Database.open(path), SystemClock(), renderer, Silent())


async def begun(services: Services, players: Mapping[int, str], game: str, **more: Any) -> str:
    """Begin a game and return its code. players: by user, the seat each wishes for, "" for any"""
    host, *others = players
    given = {"options": "", "deadline": "24h", "seating": "choice", "guild_id": 1, "channel_id": 2} | more
    table = await services.lobby.create(game_key=game, host_id=host, host_name=f"Player {host}", **given)
    for user in others:
        await services.lobby.join(table.id, user, f"Player {user}")
    for user, seat in players.items():
        if seat:
            await services.lobby.wish(table.id, user, seat)
    await services.lobby.start(table.id, host)
    return str(table.id)


def table_of(game: AnyGame, code: str, options: Any, **more: Any) -> Table:
    """Return a table to be stored."""
    more = {"name": game.name, "host_id": 1, "created_at": 1.0} | more
    return Table(id=code, game=game.key, rules_version=game.rules_version, options=options, **more)


def hurry() -> None:
    """Let SimCord not wait for 50 ms at a time."""
    slow = Env._settle_internal

    async def settle(self: Env, **given: Any) -> None:
        await slow(self, **given | {"idle": 0.001})

    Env._settle_internal = settle  # type: ignore[method-assign]
