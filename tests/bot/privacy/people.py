"""Somebody with a real id and a name that stands nowhere else, who has done everything that there is."""

from __future__ import annotations

import json
from typing import Any

from bot.common.message import Button
from bot.storage import schema
from tests.bot.parts import GUEST, NAMES, PostOffice
from tests.bot.transactions import looking

ZEN, ZENOBIA = 718281828459045, "Zenobia_Q"
"""The user, and what the user is called: with a sign that messages escape."""
NAMES[ZEN] = ZENOBIA
SEVEN = (ZEN, GUEST, 13, 14, 15, 16, 17)


async def forget(office: PostOffice, *given: Any, **named: Any) -> str:
    """Ask, press Yes, and let Discord do its part; the answer."""
    answer = await press_yes(office, *given, **named)
    await office.pass_time(0)
    await office.services.forgetting.finish()
    return answer


async def press_yes(
    office: PostOffice,
    user: int = ZEN,
    name: str = ZENOBIA,
    guild: int | None = 1,
    *,
    moderator: bool = True,
) -> str:
    forgetting = office.services.forgetting
    asked = await forgetting.question(user, name, guild, moderator)
    assert asked.rows, asked.text
    yes = asked.rows[0][0]
    assert isinstance(yes, Button)
    return (await forgetting.forget(user, name, guild, moderator, yes.id.rpartition(":")[2])).text


async def everything(office: PostOffice) -> list[tuple[str, str, str]]:
    """Every value of every column of every row as (table, column, text)."""
    found = []
    async with looking(office.services.context.db) as tx:
        for table in schema.metadata.sorted_tables:
            for row in tx.execute(table.select()).mappings():
                for column, value in row.items():
                    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
                    found.append((table.name, str(column), str(text)))
    return found


async def traces(office: PostOffice, *needles: Any) -> list[tuple[str, str, str]]:
    """Where these stand in the database."""
    return [
        (table, column, text)
        for table, column, text in await everything(office)
        if any(str(needle) in text for needle in needles)
    ]
