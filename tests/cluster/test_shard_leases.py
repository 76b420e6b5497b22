"""A shard's session goes on elsewhere only after what came in by it here was dealt with."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import SharedFieldpost
from bot.discord.shard_leases import ShardLeases
from bot.discord.shards import Session

SESSION = Session("a", 1, "wss://gateway")


class Told:
    """The shards, and the messages that have come in; what is done, in its order."""

    def __init__(self, dealt_with: bool) -> None:
        self.done: list[str] = []
        self.unread, self.unsure, self._dealt_with = 0, 1, dealt_with

    async def close(self, shard_id: int, *, hand_over: bool) -> Session:
        self.done.append("closed")
        return SESSION

    async def settle(self) -> None:
        self.done.append("settled")
        await asyncio.sleep(0)
        self.unsure = 0 if self._dealt_with else 1

    async def stop(self) -> None:
        self.done.append("stopped")


@pytest.mark.parametrize("dealt_with", [True, False])
async def test_messages_are_dealt_with_before_the_first_shard_is_handed_over(dealt_with: bool) -> None:
    told = Told(dealt_with)
    member: Any = SimpleNamespace(is_sure=True)
    bot: Any = SimpleNamespace(services=SimpleNamespace(missed_messages=told), member=member)

    async def closed(shard_id: int) -> bool:
        return await SharedFieldpost._closed(bot, shard_id)

    leases = ShardLeases(member, 1, closed)
    leases.gateway = told  # type: ignore[assignment]
    left = await leases.give_back("0")
    assert told.done == ["closed", "settled"] + ([] if dealt_with else ["stopped"])
    assert (left is not None) == dealt_with, "else the next one begins a new session, and reads all mail"
    assert await leases.give_back("3") is not None, "by the others come no messages"
