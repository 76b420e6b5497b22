"""Processes that share leases: each has its part, the dead are replaced, and who was taken for dead gives up
everything before it comes back."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import psycopg
import pytest

from bot.cluster import store
from bot.cluster.member import Member
from bot.storage.database import Database
from bot.storage.errors import Fenced, StorageError
from bot.storage.records import Lease, Process, Value
from bot.storage.rows import find, save

from .conftest import SHARDS, Cluster, until


async def test_everything_is_shared_out(cluster: Cluster) -> None:
    first = await cluster.add()
    await until(lambda: cluster.shared(first), "all to the only one")
    second = await cluster.add()
    await until(lambda: cluster.shared(first, second), "halves")
    third = await cluster.add()
    await until(lambda: cluster.shared(first, second, third), "thirds")
    moved = {name: term for one in cluster.members for name, term in one.shards.terms.items()}
    assert max(moved.values()) <= 4, "shards are not handed around for nothing"
    leases = await first.db.read(find, Lease)
    assert {lease.process for lease in leases} == {one.member.number for one in cluster.members}


async def test_who_leaves_hands_over_at_once(cluster: Cluster) -> None:
    first, second = await cluster.add(), await cluster.add()
    await until(lambda: cluster.shared(first, second))
    left = set(first.shards.names)
    begun = time.monotonic()
    await first.member.leave()
    await until(lambda: cluster.shared(second), "all to the one that stays")
    assert time.monotonic() - begun < 2.5, "it did not wait for a lease to end"
    assert {name: second.shards.sessions[name] for name in left} == {name: {"left": name} for name in left}
    assert not first.shards.names
    assert [row.name for row in await second.db.read(find, Process)] == ["p1"]


async def test_who_is_slow_to_finish_holds_up_nothing_else(cluster: Cluster) -> None:
    first = await cluster.add()
    await until(lambda: cluster.shared(first))
    first.jobs.slow = asyncio.Event()
    second = await cluster.add()
    await until(lambda: len(second.shards.names) == SHARDS // 2, "shards")
    assert not second.jobs.names, "what goes on there is finished first"
    await asyncio.sleep(0)
    first.jobs.slow.set()
    await until(lambda: cluster.shared(first, second))


async def test_the_dead_are_replaced(cluster: Cluster) -> None:
    first, second, third = [await cluster.add() for _ in range(3)]
    await until(lambda: cluster.shared(first, second, third))
    await first.stall()
    first.shards.names.clear()
    first.jobs.names.clear()
    await until(lambda: cluster.shared(second, third), "all to those who live")
    rows = await second.db.read(find, Process)
    assert first.member.number not in {row.id for row in rows}
    with pytest.raises(Fenced):
        await first.db.write(save, Value(key="late", value="1"))


async def test_nothing_is_kept_for_one_that_may_be_dying_too(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two die one after the other: what the first has held does not wait for the second's end."""
    first, second, third = [await cluster.add() for _ in range(3)]
    await until(lambda: cluster.shared(first, second, third))
    left = first.shards.names | third.shards.names
    await first.stall()
    await second.stall()
    monkeypatch.setattr(store, "LEASE_S", 60.0)
    with psycopg.connect(cluster.url, autocommit=True) as other:
        for one, seconds in ((first, -1.0), (second, 58.0)):  # it is late, and has a minute to live
            other.execute(
                "UPDATE processes SET until = extract(epoch FROM clock_timestamp()) + %s WHERE id = %s",
                [seconds, one.member.number],
            )
    third.member.look()
    await until(lambda: third.shards.names >= left, "all of the first")
    assert second.member.number in {row.id for row in await third.db.read(find, Process)}
    first.shards.names.clear()
    second.shards.names.clear()


async def test_who_is_cut_off_gives_up_everything_in_time(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does so before others take over, and joins under a new number."""
    first, second = await cluster.add(), await cluster.add()
    await until(lambda: cluster.shared(first, second))
    number = first.member.number
    assert number is not None
    address = first.member._address
    first.member._address = "postgresql://nobody@/nothing?host=/nowhere"
    with psycopg.connect(cluster.url, autocommit=True) as killer:
        killer.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY(%s)",
            [[first.member._connection.info.backend_pid]],  # type: ignore[union-attr]
        )
    await until(lambda: first.shards.dropped == 1, "it gives up")
    assert len(second.shards.names) == SHARDS // 2, "nobody has taken over yet"
    assert not first.member.held and not first.member.is_sure
    with pytest.raises(Fenced):
        await first.db.write(save, Value(key="late", value="1"))
    await until(lambda: cluster.shared(second), "the others take over")
    first.member._address = address
    await until(lambda: cluster.shared(first, second), "it is back")
    assert first.member.number is not None and first.member.number > number
    await first.db.write(save, Value(key="late", value="1"))


async def test_a_clock_that_is_set_costs_nobody_anything(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time that has passed is not read from the machine's wall clock, which somebody may set."""
    first, second = await cluster.add(), await cluster.add()
    await until(lambda: cluster.shared(first, second))
    number, wall = first.member.number, time.time
    for ahead in (3600.0, -3600.0):
        monkeypatch.setattr(time, "time", lambda ahead=ahead: wall() + ahead)
        assert first.member.is_sure
        renewed = first.member._renewed
        await until(lambda renewed=renewed: first.member._renewed > renewed, "a sign of life")  # type: ignore[misc]
    assert first.member.number == number and not first.shards.dropped


async def test_a_database_that_is_lost_while_it_begins_is_told_in_one_line(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(store, "connect", lost)
    db = await Database.open(cluster.url)
    member = Member(db, cluster.url, "late", "1")
    for begin in (member.shards(8, 8), member.begin(8, [])):
        with pytest.raises(StorageError, match="lost while this process began"):
            await begin  # type: ignore[misc]
    await db.close()


async def test_who_does_not_reach_discord_gives_its_shards_to_who_does(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cluster.member.REST_S", 2.0)
    first, second = await cluster.add(), await cluster.add()
    await until(lambda: cluster.shared(first, second))
    first.member.is_cut = lambda: bool(first.shards.names)
    await until(lambda: cluster.shared(second), "all to who reaches it")
    first.member.is_cut = lambda: False
    await until(lambda: cluster.shared(first, second), "it tries again")


async def test_nobody_gives_away_what_nobody_can_do(cluster: Cluster) -> None:
    first, second = await cluster.add(), await cluster.add()
    await until(lambda: cluster.shared(first, second))
    before = [set(one.shards.names) for one in (first, second)]

    async def beats() -> None:
        for one in (first, second):
            for _ in range(4):
                beat = one.member._renewed
                await until(lambda beat=beat, one=one: one.member._renewed > beat)  # type: ignore[misc]

    for one in (first, second):
        one.member.connected = lambda: ()
    await beats()
    for one in (first, second):
        one.member.is_cut = lambda: True
    await beats()
    assert [set(one.shards.names) for one in (first, second)] == before


async def test_another_number_of_shards(cluster: Cluster) -> None:
    first = await cluster.add()
    assert await first.member.shards(0, 16) == SHARDS, "as the others do"
    with pytest.raises(StorageError, match="16"):
        await first.member.shards(16, 8)


async def test_a_lease_that_ends_by_itself(cluster: Cluster) -> None:
    """As for IDENTIFY: one process in so many seconds, whoever dies."""
    first, second = await cluster.add(), await cluster.add()
    moments = list[float]()

    async def begin(one: object) -> None:
        await one.member.hold_for("identify/0", 0.5)  # type: ignore[attr-defined]
        moments.append(time.monotonic())

    await asyncio.gather(*(begin(one) for one in (first, second, first, second)))
    moments.sort()
    assert all(later - earlier >= 0.45 for earlier, later in pairwise(moments))
