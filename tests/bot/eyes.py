"""What others have before their eyes: messages, files, menus, and the log. For tests that nothing leaks."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simcord.backend import serializers

from bot import logs
from tests.bot.world import Player, World

CODE = re.compile(r"\b[j-z]\d(?:[a-z]\d){1,2}\b|\d{5,}|[0-9a-f]{24,}")
CHATTY = ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio", "PIL")


class Log(logging.Handler):
    """Everything that is logged, as both formats show it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [logs.TextFormatter().format(record), logs.JsonFormatter().format(record)]


@contextmanager
def whole_log() -> Iterator[Log]:
    """The log as a host sees it who has set FIELDPOST_LOG_LEVEL=DEBUG."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in CHATTY}
    logs.set_up("DEBUG", "text")
    kept = Log()
    root.handlers[:] = [*handlers, kept]
    try:
        yield kept
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, old in levels.items():
            logging.getLogger(name).setLevel(old)


def strip(value: Any) -> str:
    """Text to search in: without codes, ids and hashes, which may look like squares by chance."""
    return CODE.sub("", json.dumps(value, default=str, ensure_ascii=False))


def received(world: World, user: Player | None) -> list[Any]:
    """All that a user (None: a passer-by) has in front of them: contents, files, alt texts, menus."""
    found = []
    for messages in world.env.backend.messages.values():
        for message in messages.values():
            channel = world.env.backend.get_channel(message.channel_id)
            mine = user is not None and user.user.dm_channel.id == channel.id
            public = channel.guild_id is not None
            if (public and message.visible_to(user.id if user else None)) or mine:
                found.append(dict(serializers.message_payload(world.env.backend, message)))
    return found


def same(value: Any) -> str:
    """As text, with all that differs from game to game by chance or time made the same."""
    text = json.dumps(value, default=str, sort_keys=True)
    text = re.sub(r"\b[j-z]\d(?:[a-z]\d){1,2}\b", "CODE", re.sub(r"[0-9a-f]{64}", "HASH", text))
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+Z?", "TIME", re.sub(r"t:\d+", "t", text))
    # A menu's id says to the millisecond when it was made.
    text = re.sub(r"(fpm:[^\s\"]*?:\d+\.)[0-9a-f]+\.", r"\1ONCE.", text)
    text = re.sub(r"\|[0-9a-f]{8}\b", "|MARK", text)
    return re.sub(r"\"id\": [12]\d{9}\b", "MARK", re.sub(r"\d{15,}", "ID", text))
