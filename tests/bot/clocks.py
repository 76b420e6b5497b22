"""The clock of a table, for tests: its rows, its players, what the channel and the log were told."""

from __future__ import annotations

from bot.features.moderation.game_masters import Ruler
from bot.storage import deadlines, players
from bot.storage.records import Deadline, DeadlineKind, LogEntry, Pause, Player
from bot.storage.rows import find
from tests.bot.parts import STRANGER, PostOffice
from tests.bot.transactions import looking

MODERATOR = Ruler(STRANGER, "Eve", 1, moderator=True)
NEAR = 0.5
"""The clock moves on by a little with every look."""


async def rows(office: PostOffice, code: str) -> dict[str, Deadline]:
    """What is due in a game, by kind."""
    async with looking(office.services.context.db) as tx:
        found = [deadlines.get(tx, code, kind) for kind in deadlines.KINDS]
    return {each.kind: each for each in found if each is not None}


async def row(office: PostOffice, code: str, kind: DeadlineKind = "turn") -> Deadline | None:
    return (await rows(office, code)).get(kind)


async def due(office: PostOffice, code: str) -> float:
    """The moment of the deadline."""
    return (await rows(office, code))["turn"].due_at


async def due_in(office: PostOffice, code: str) -> float:
    """Seconds to the deadline."""
    return round(await due(office, code) - office.clock.time)


async def player(office: PostOffice, code: str, user: int) -> Player:
    async with looking(office.services.context.db) as tx:
        return next(one for one in players.of_table(tx, code) if one.user_id == user)


async def paused(office: PostOffice, code: str) -> Pause | None:
    async with looking(office.services.context.db) as tx:
        return deadlines.pause_of(tx, code)


async def turn(office: PostOffice, code: str) -> int:
    return (await office.table(code)).turn


async def logged(office: PostOffice, code: str) -> list[LogEntry]:
    """The public log, oldest line first."""
    async with looking(office.services.context.db) as tx:
        return find(tx, LogEntry, table_id=code, newest=True)[::-1]


def said(office: PostOffice, words: str) -> int:
    """How many posts of the channel have these words."""
    return sum(words in text for text in office.messenger.texts())
