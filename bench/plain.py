"""The bot as it is, but all of its pictures are one pixel: `bench.players` runs it."""

from __future__ import annotations

import base64
import runpy
from collections.abc import Mapping
from typing import Any

import bot.app
from bot.common.workers import Renderer
from bot.discord import session_limit

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


class Plain(Renderer):
    """Draws nothing."""

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        return PIXEL, "a pixel"


if __name__ == "__main__":
    bot.app.Renderer = Plain  # type: ignore[misc]
    session_limit.FREE = 1000
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
