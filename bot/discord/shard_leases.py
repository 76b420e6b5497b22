"""Shards of Discord as leases: each is held by one of several processes (`bot.cluster.leases.Holder`).

A shard that is given back goes on elsewhere with its session: Discord sends there what nobody was told yet.
One that is dropped, because others may hold it already, goes on here if it turns out that nobody took it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot.cluster.leases import Held
from bot.discord import shards
from bot.discord.shards import Session, Shards

if TYPE_CHECKING:
    from bot.cluster.member import Member

log = logging.getLogger(__name__)

CUT_S = 15.0
"""After so many seconds without any connection others are to try."""


class ShardLeases:
    """Opens and closes this process's shards. `gateway` is set before anything is taken."""

    gateway: Shards

    def __init__(self, member: Member, concurrency: int, closed: Callable[[int], Awaitable[bool]]) -> None:
        """concurrency: of Discord's IDENTIFY;  closed: called when nothing comes by a shard any more;
        whether another process may go on with its session"""
        self._member, self._concurrency, self._closed = member, max(concurrency, 1), closed
        self.there: set[int] = set()
        """Those that are connected."""
        self._up: set[int] = set()
        """Of these, those with all given back that an outage has taken."""
        self._trying: dict[int, float] = {}
        """Since when the others try, but for those that wait until they may identify."""
        self._terms: dict[int, int] = {}
        self._kept: dict[int, tuple[int, Session]] = {}
        """Where shards can go on that were dropped, each with the term of its lease."""

    async def may_identify(self, shard_id: int) -> None:
        """See `bot.discord.shards.MayIdentify`."""
        self._trying.pop(shard_id, None)
        await self._member.hold_for(f"identify/{shard_id % self._concurrency}", shards.IDENTIFY_EVERY_S)
        self._trying[shard_id] = time.monotonic()

    def connected(self) -> list[str]:
        """The names of the shards that are told as alive."""
        return [str(shard_id) for shard_id in self._up]

    def is_cut(self) -> bool:
        """Whether this process holds shards, and has not reached Discord by any of them for a while."""
        if self.there or not self.gateway.held:
            return False
        return any(time.monotonic() - since > CUT_S for since in self._trying.values())

    def arrived(self, shard_id: int) -> None:
        """The shard is connected."""
        if shard_id in self.gateway.held:
            self._trying.pop(shard_id, None)
            self.there.add(shard_id)

    def goes_on(self, shard_id: int) -> None:
        """Its games go on, if it is still connected."""
        if shard_id in self.there:
            self._up.add(shard_id)
            self._member.look()

    def lost(self, shard_id: int) -> None:
        self._forget(shard_id)
        if shard_id in self.gateway.held:
            self._trying[shard_id] = time.monotonic()

    # -- as a holder

    async def take(self, name: str, held: Held) -> None:
        shard_id = int(name)
        term, session = self._kept.pop(shard_id, (0, None))
        if held.session is not None:
            session = Session(**held.session)
        elif term + 1 != held.term:  # somebody else has had it
            session = None
        self._terms[shard_id] = held.term
        if session is not None:
            self._trying[shard_id] = time.monotonic()
        self.gateway.open(shard_id, session)
        log.info("shard taken", extra={"shard": shard_id, "resumed": session is not None})

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        shard_id = int(name)
        self._forget(shard_id)
        session = await self.gateway.close(shard_id, hand_over=True)
        resumable = await self._closed(shard_id)
        log.info("shard given back", extra={"shard": shard_id})
        return asdict(session) if session is not None and resumable else None

    async def drop(self) -> None:
        self._kept.clear()
        await asyncio.gather(*(self._dropped(shard_id) for shard_id in self.gateway.held))

    async def _dropped(self, shard_id: int) -> None:
        term = self._terms.pop(shard_id, 0)
        self._forget(shard_id)
        session = await self.gateway.close(shard_id, hand_over=True)
        resumable = await self._closed(shard_id)
        if session is not None and resumable:
            self._kept[shard_id] = term, session

    def _forget(self, shard_id: int) -> None:
        self.there.discard(shard_id)
        self._up.discard(shard_id)
        self._trying.pop(shard_id, None)
