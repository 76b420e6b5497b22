"""2,000 games whose deadline comes in the same moment, on three processes; one is killed in the middle.

    python -m bench.processes [games]

Each process has all of the bot's services and its leases on one PostgreSQL, which waits for the disk;
pictures are drawn, and each has a Discord as that of `bench.clock`. When half of the games are resolved one
process gets SIGKILL. Targets: each game is resolved once, within 60 s of being due; nothing blocks a loop for
50 ms.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg
from sqlalchemy import make_url

from bench.clock import BLOCKED, GAMES, Discord
from bench.measure import argument, target
from bench.services import served
from bench.watch import Watch, megabytes
from bot.app import version
from bot.cluster.leases import Held, LeaseKind
from bot.cluster.member import Member
from bot.cluster.requests import SHARES, Requests
from bot.cluster.store import State
from bot.commands.run import calm
from bot.common.clock import SharedClock
from bot.common.workers import Renderer
from bot.engine.outages import SharedUptime
from bot.outbox.delivery import MAX_PER_SECOND
from bot.services import Services
from bot.storage.database import Database
from bot.storage.dialect import conninfo

PROCESSES, SHARDS = 3, 8
SOON, AFTER, PATIENCE = 3.0, 10.0, 180.0
"""Seconds until the deadline, of posting once all is resolved, and for all games."""
LATE = 60.0


# -- one process


@dataclass
class Paced(Discord):
    """Sends as many requests as are this process's share."""

    requests_: Requests = field(default_factory=Requests)

    async def _take(self, bucket: int) -> None:
        await self.requests_.pass_one()
        await super()._take(bucket)


@dataclass
class Connected:
    """Shards that are connected as soon as they are held."""

    services: Services
    member: Member
    names: set[str] = field(default_factory=set)

    async def take(self, name: str, _: Held) -> None:
        self.names.add(name)
        self.member.look()
        await self.services.reached(int(name))

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        self.names.discard(name)
        return None

    async def drop(self) -> None:
        self.names.clear()


def _names(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(count))


async def one(url: str, name: str) -> None:
    """A process of the bot, until SIGTERM. It says now and then how long its loop was blocked."""
    logging.getLogger("bot").setLevel(logging.CRITICAL)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    db, clock, discord = await Database.open(url), SharedClock(), Paced()
    services = Services(db, clock, Renderer(1), discord, shared=True)
    member = Member(db, conninfo(url), name, version(), clock)
    shards, requests = Connected(services, member), discord.requests_
    services.uptime.spread(SHARDS)

    def seen(state: State) -> None:
        leases = {shard: state.leases.get(f"shard/{shard}") for shard in range(SHARDS)}
        assert isinstance(services.uptime, SharedUptime)
        services.uptime.seen({at: one.alive_at if one else None for at, one in leases.items()}, state.now)

    member.connected, member.seen = lambda: shards.names, seen
    services.outbox.per_second = lambda: MAX_PER_SECOND * requests.share
    services.outbox.sure = member.sure
    await services.begin_shared()
    kinds = [
        LeaseKind("shard", _names(SHARDS), shards, slowly=True, always=True),
        LeaseKind("requests", _names(SHARES), requests, always=True),
        *services.kinds(),
    ]
    await member.begin(SHARDS, kinds)
    watch = Watch()
    watch.start()
    while not stop.is_set():
        late, own = watch.longest() if watch.gaps else (0.0, 0.0)
        watch.gaps = [(late, own)]  # so that to look costs nothing
        told = {
            "late": late,
            "own": own,
            "collected": watch.collected,
            "posts": len(discord.sent),
            "refused": discord.refused,
            "busiest": discord.most_in_a_second(),
            "megabytes": megabytes(),
            "again": db.retries,
            "culprits": watch.culprits(4),
        }
        print(json.dumps(told), flush=True)
        try:
            await asyncio.wait_for(stop.wait(), 1.0)
        except TimeoutError:
            continue
    watch.stop()
    await member.leave()
    await services.close()


# -- all of them


@dataclass
class Child:
    """One of the processes, and what it has told."""

    name: str
    process: asyncio.subprocess.Process
    told: dict[str, Any] = field(default_factory=dict)
    killed: bool = False

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.told = json.loads(line)


async def measure(url: str, games: int) -> bool:
    """Whether all targets were reached."""
    made = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.crowd", url, str(games))
    assert await made.wait() == 0
    children = list[Child]()
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:

        def ask(query: str) -> tuple[Any, ...]:
            [row] = connection.execute(query.encode()).fetchall()
            return row

        async def until(query: str, seconds: float) -> bool:
            end = time.monotonic() + seconds
            while not ask(query)[0] and time.monotonic() < end:  # noqa: ASYNC110 - it is in the database
                await asyncio.sleep(0.2)
            return bool(ask(query)[0])

        try:
            for number in range(PROCESSES):
                command = [sys.executable, "-m", "bench.processes", "one", url, f"bot-{number}"]
                process = await asyncio.create_subprocess_exec(
                    *command, stdout=asyncio.subprocess.PIPE, start_new_session=True
                )
                children.append(Child(f"bot-{number}", process))
            listening = [asyncio.create_task(child.listen()) for child in children]
            most = -(-SHARDS // PROCESSES)
            fair = (
                "SELECT count(*) = 8 AND count(DISTINCT process) = 3 AND "
                f"(SELECT max(n) FROM (SELECT count(*) AS n FROM leases WHERE key LIKE 'shard/%' "
                f"GROUP BY process) AS shares) <= {most} "
                "FROM leases WHERE key LIKE 'shard/%' AND process IS NOT NULL"
            )
            assert await until(fair, 60.0), "the processes do not share the shards"
            [due] = ask(f"SELECT extract(epoch FROM clock_timestamp())::float8 + {SOON}")
            connection.execute("UPDATE deadlines SET due_at = %s, began_at = %s", [due, due - 86400.0])
            connection.execute("SELECT pg_notify('fieldpost', '0 deadlines')")
            done = "SELECT count(DISTINCT table_id) >= {} FROM steps WHERE kind = 'resolve'"
            await until(done.format(games // 2), PATIENCE)
            victim = children[1]
            os.killpg(victim.process.pid, signal.SIGKILL)
            victim.killed = True
            [at] = ask(f"SELECT extract(epoch FROM clock_timestamp())::float8 - {due}")
            await until(done.format(games), PATIENCE)
            [taken] = ask(f"SELECT extract(epoch FROM clock_timestamp())::float8 - {due}")
            await asyncio.sleep(AFTER)
            for child in children:
                if not child.killed:
                    child.process.terminate()
            await asyncio.gather(*(child.process.wait() for child in children), *listening)
        finally:
            for child in children:
                if child.process.returncode is None:
                    os.killpg(child.process.pid, signal.SIGKILL)
        resolved, again, slowest = ask(
            "SELECT count(DISTINCT table_id), count(*) - count(DISTINCT (table_id, turn)), "
            f"max(at) - {due} FROM steps WHERE kind = 'resolve'"
        )
    print(f"{PROCESSES} processes; {victim.name} killed {at:.1f} s after the deadline")
    speed = f"the last {slowest:.1f} s after it was due, {resolved / taken:.0f} a second"
    reached = [
        target(f"{resolved:,} of {games:,} games resolved, {speed}", slowest <= LATE, f"{LATE:.0f} s"),
        target(
            f"resolved twice: {again}; not resolved: {games - resolved}", (again, resolved) == (0, games), "0"
        ),
    ]
    for child in children:
        told = child.told
        late, own = told["late"] * 1000, told["own"] * 1000
        text = f"{child.name}: {told['posts']} posts, {told['megabytes']:.0f} MB, loop blocked for at most "
        text = text.replace(" MB,", f" MB, {told['again']} transactions run again,")
        text += f"{own:.0f} ms by this process ({late:.0f} ms without a tick)"
        if not target(text, own < BLOCKED, f"{BLOCKED:.0f}"):
            reached.append(False)
            print("\n".join(told["culprits"]))
    busiest = sum(child.told["busiest"] for child in children)
    print(f"requests to Discord: at most {busiest} in a second over all")
    return all(reached)


def main() -> int:
    calm()
    if sys.argv[1:2] == ["one"]:
        asyncio.run(one(*sys.argv[2:4]))
        return 0
    with served({}) as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE bench")
        url = make_url(server.url()).set(database="bench").render_as_string(hide_password=False)
        return int(not asyncio.run(measure(url, argument(GAMES))))


if __name__ == "__main__":
    sys.exit(main())
