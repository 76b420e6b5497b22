"""The clock of a table, for tests: its rows, its players, what the channel was told."""

from __future__ import annotations

from bot.storage import deadlines, pauses, players
from bot.storage.records import Deadline, DeadlineKind, Pause, Player
from tests.bot.parts import PostOffice


async def row(office: PostOffice, code: str, kind: DeadlineKind = "turn") -> Deadline | None:
    async with office.house.core.db.read() as tx:
        return await deadlines.get(tx, code, kind)


async def due_in(office: PostOffice, code: str) -> float:
    """Seconds to the deadline."""
    found = await row(office, code)
    assert found is not None
    return round(found.due_at - office.clock.time)


async def player(office: PostOffice, code: str, user: int) -> Player:
    async with office.house.core.db.read() as tx:
        return next(one for one in await players.of_table(tx, code) if one.user_id == user)


async def paused(office: PostOffice, code: str) -> Pause | None:
    async with office.house.core.db.read() as tx:
        return await pauses.get(tx, code)


async def turn(office: PostOffice, code: str) -> int:
    return (await office.table(code)).turn


def said(office: PostOffice, words: str) -> int:
    """How many posts of the channel have these words."""
    return sum(words in text for text in office.messenger.texts())
