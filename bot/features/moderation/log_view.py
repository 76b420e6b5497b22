"""/log: the public log of a game, for everybody to read."""

from __future__ import annotations

from bot.common.message import MOST_TEXT, Button, Message, buttons, clip, custom_id, when
from bot.engine.context import Context
from bot.features.moderation import text
from bot.storage.database import Tx
from bot.storage.records import LogEntry, Table
from bot.storage.rows import count, find

MOST_LINES = 12
MOST_LINE = 900


class LogView:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def page(self, table_id: str, skip: int = 0) -> Message:
        """A page of the log, the newest line first. skip: so many newer ones are left out"""

        def look(tx: Tx) -> Message:
            table = self.context.table(tx, table_id)
            total = count(tx, LogEntry, table_id=table.id)
            start = max(0, min(skip, total - 1))
            entries = find(tx, LogEntry, table_id=table.id, limit=MOST_LINES, offset=start, newest=True)
            head = text.LOG_HEAD(game=table.name, code=table.id)
            if not entries:
                return Message(f"{head}\n{text.LOG_EMPTY}")
            lines, room = [head], MOST_TEXT - len(head)
            for entry in entries:
                line = _line(entry)
                room -= len(line) + 1
                if room < 0:
                    break
                lines.append(line)
            return Message("\n".join(lines), rows=_turn(table, start, len(lines) - 1, total))

        return await self.context.db.read(look)


def _line(entry: LogEntry) -> str:
    return clip(text.LOG_LINE(when=when(entry.at, "f"), told=entry.text), MOST_LINE)


def _turn(table: Table, skip: int, shown: int, total: int) -> tuple[tuple[Button, ...], ...]:
    """Buttons to older and to the newest lines; none if all are shown."""
    older, found = skip + shown, []
    if skip:
        found.append(Button(custom_id("log", table.id, None, 0, "0"), text.NEWEST))
    if older < total:
        found.append(Button(custom_id("log", table.id, None, 0, str(older)), text.OLDER(n=total - older)))
    return (buttons(*found),) if found else ()
