"""Fixtures: an empty database, and members of a cluster whose leases are short."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.cluster import member, store
from bot.cluster.leases import Held, LeaseKind
from bot.cluster.member import Member
from bot.storage.database import Database
from tests.postgres import Databases


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    made = postgres.fresh()
    yield made
    postgres.drop(made)


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    opened = await Database.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases last for 3 seconds, not 20."""
    monkeypatch.setattr(store, "LEASE_S", 3.0)
    monkeypatch.setattr(member, "BEAT_S", 0.5)
    monkeypatch.setattr(member, "SURE_S", 2.2)
    monkeypatch.setattr(member, "AGAIN_S", 0.1)
    monkeypatch.setattr(member, "SLOWLY_S", 0.02)


async def until(true: Callable[[], object], what: str = "it", seconds: float = 30.0) -> None:
    """Wait for something, looking often."""
    try:
        async with asyncio.timeout(seconds):
            while not true():  # noqa: ASYNC110 - it may be true for anything
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"{what} does not come") from None


@dataclass
class Hands:
    """A holder that notes what it has."""

    names: set[str] = field(default_factory=set)
    terms: dict[str, int] = field(default_factory=dict)
    sessions: dict[str, Mapping[str, Any] | None] = field(default_factory=dict)
    dropped: int = 0
    slow: asyncio.Event | None = None
    """Giving back waits for this."""

    async def take(self, name: str, held: Held) -> None:
        assert name not in self.names
        self.names.add(name)
        self.terms[name] = held.term
        self.sessions[name] = held.session

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        if self.slow is not None:
            await self.slow.wait()
        self.names.discard(name)
        return {"left": name}

    async def drop(self) -> None:
        self.names.clear()
        self.dropped += 1


@dataclass
class One:
    """A member with what it holds."""

    member: Member
    shards: Hands
    jobs: Hands
    db: Database

    async def stall(self) -> None:
        """It ends as by SIGKILL, as far as others can see."""
        for task in self.member._tasks:
            task.cancel()
        await asyncio.gather(*self.member._tasks, return_exceptions=True)
        await self.member._balancing.rest(0)


SHARDS, JOBS = 8, 5


class Cluster:
    def __init__(self, url: str) -> None:
        self.url = url
        self.members: list[One] = []

    async def add(self, name: str = "") -> One:
        db = await Database.open(self.url)
        made = Member(db, self.url, name or f"p{len(self.members)}", "1")
        one = One(made, Hands(), Hands(), db)
        made.connected = lambda: one.shards.names
        kinds = [
            LeaseKind("shard", tuple(map(str, range(SHARDS))), one.shards, slowly=True, always=True),
            LeaseKind("job", tuple(map(str, range(JOBS))), one.jobs),
        ]
        self.members.append(one)
        await made.begin(SHARDS, kinds)
        return one

    def shared(self, *ones: One) -> bool:
        """Whether these hold everything, each its share, and nothing twice."""
        for hands, count in (([one.shards for one in ones], SHARDS), ([one.jobs for one in ones], JOBS)):
            numbers = [len(hand.names) for hand in hands]
            everything = set().union(*(hand.names for hand in hands))
            if sum(numbers) != count or len(everything) != count or max(numbers) > -(-count // len(ones)):
                return False
        return True

    async def close(self) -> None:
        for one in self.members:
            await one.member.leave()
            await one.db.close()


@pytest.fixture
async def cluster(url: str, short_leases: None) -> AsyncIterator[Cluster]:
    made = Cluster(url)
    yield made
    await made.close()
