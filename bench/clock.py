"""2,000 games whose deadline comes in the same moment: how fast they are resolved, drawn and posted.

    python -m bench.clock [games] [all]

All of the bot's services on a real SQLite file with fsync, real pictures, and a Discord that has its
limits: 50 requests a second for the bot, 5 messages in 5 s for a channel, an answer after 0.1 s. Everything
runs at the same time, as in life. Two measurements:

- all the games, until each is resolved and its posts are queued, and half a minute of posting;
- a small crowd of the same mix, until everything is drawn and posted. `all`: the large crowd to its end, too.

Waiting is counted from the moment when a turn was resolved to that when its post stood in its channel. Where
as many posts wait as here nothing better is possible than first come, first served: the worst waits twice as
long as the median. bare transactions: those that change one row; a resolution is one, too, and no game can be
faster. Targets: nothing blocks the loop for 50 ms; Discord never says “too many”; worst ≤ 2.5 × median.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict, deque
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench import crowd
from bench.measure import target
from bench.watch import Watch, children, megabytes
from bot.commands.run import calm
from bot.common.clock import SystemClock
from bot.common.message import Message
from bot.common.workers import Renderer
from bot.discord.messenger import to_call
from bot.outbox.messenger import Sent, Unsure
from bot.services import Services
from bot.storage.database import Database
from bot.storage.records import Desk, Post, Value
from bot.storage.rows import save

GAMES, SAMPLE = 2000, 100
SOON = 1.0
"""Seconds until the deadline, once the bot is there."""
AFTER = 30.0
"""Seconds of posting that are looked at once all is resolved, unless it is to go on to the end."""
A_SECOND, IN_CHANNEL, CHANNEL_SECONDS, ANSWER = 50, 5, 5.0, 0.1
BLOCKED, FAIR = 50.0, 2.5
BARE, PATIENCE = 300, 120.0


@dataclass
class Discord:
    """Takes posts within its limits. As discord.py does, a send waits when its channel had its five; a
    request over the bot's own limit is refused, and counted."""

    sent: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    refused: int = 0
    pictures: int = 0
    dressed: int = 0
    """Posts that take two requests: a plain line that notifies somebody, made a card at once."""
    _second: deque[float] = field(default_factory=deque)
    _channels: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    async def send(self, post: Post, message: Message) -> Sent:
        place = post.channel_id or post.user_id or 0
        await self._take(place)
        self.sent.append(time.perf_counter())
        self.pictures += len(message.attached)
        self.dressed += to_call(post, message) is not None
        return Sent(place, post.id)

    async def find(self, post: Post, message: Message) -> Sent | None:
        self._request()
        return None

    async def replace(self, sent: Sent, post: Post, message: Message) -> None:
        await self._take(-sent.channel_id)

    async def edit(self, sent: Sent, message: Message) -> None:
        await self._take(-sent.channel_id)

    async def retire(self, desk: Desk, words: str) -> None:
        await self._take(-desk.channel_id)

    async def _take(self, bucket: int) -> None:
        times = self._channels[bucket]
        now = time.perf_counter()
        while times and times[0] <= now - CHANNEL_SECONDS:
            times.popleft()
        times.append(max(now, times[-IN_CHANNEL] + CHANNEL_SECONDS) if len(times) >= IN_CHANNEL else now)
        await asyncio.sleep(times[-1] - now)
        self._request()
        await asyncio.sleep(ANSWER)

    def _request(self) -> None:
        now = time.perf_counter()
        while self._second and self._second[0] <= now - 1:
            self._second.popleft()
        if len(self._second) >= A_SECOND:
            self.refused += 1
            raise Unsure("rate limited", 1.0)
        self._second.append(now)
        self.requests.append(now)

    def most_in_a_second(self) -> int:
        found, open_ = 0, deque[float]()
        for moment in self.requests:
            open_.append(moment)
            while open_[0] <= moment - 1:
                open_.popleft()
            found = max(found, len(open_))
        return found


class Steps(logging.Handler):
    """When each table was resolved for the first time: the log says it, and costs no look at the database."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.all = asyncio.Event()
        self.games = games
        self.resolved: dict[str, float] = {}
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == "step" and getattr(record, "kind", "") == "resolve":
            self.resolved.setdefault(str(getattr(record, "table", "")), time.perf_counter())
            if len(self.resolved) == self.games:
                self.all.set()
        elif record.levelno >= logging.WARNING:
            self.warnings.append(record.getMessage())


async def run(folder: Path, games: int, to_the_end: bool) -> bool:
    """One crowd; whether all targets were reached."""
    path = folder / f"{games}.sqlite3"
    # In a process of its own: what it needs is not the bot's.
    made = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.crowd", str(path), str(games))
    assert await made.wait() == 0
    steps, discord = Steps(games), Discord()
    log = logging.getLogger("bot")
    log.setLevel(logging.INFO)
    log.handlers, log.propagate = [steps], False
    db = await Database.open(path)
    bare = [await transactions(db)]
    services = Services(db, SystemClock(), Renderer(1), discord)
    await services.begin()
    due = time.time() + SOON
    await db.write(crowd.due, due)
    services.context.db.wake_all()
    await asyncio.sleep(SOON / 2)
    watch, begun = Watch(), time.perf_counter() + due - time.time()
    watch.start()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(steps.all.wait(), PATIENCE)
    taken = max(steps.resolved.values(), default=begun) - begun
    speed = len(steps.resolved) / taken
    print(
        f"{len(steps.resolved):,} of {games:,} games resolved, and their posts queued, in {taken:.1f} s: "
        f"{speed:.0f} games a second",
        flush=True,
    )
    end, left = time.perf_counter() + (PATIENCE * games if to_the_end else AFTER), 1
    while time.perf_counter() < end and left:
        await asyncio.sleep(0.5)
        left = await asyncio.to_thread(waiting, path)
    watch.stop()
    memory = [megabytes(), *(megabytes(pid) for pid in children())]
    ended = discord.sent[-1] if to_the_end and discord.sent else time.perf_counter()
    await services.close()
    db = await Database.open(path)
    bare.append(await transactions(db))
    await db.close()
    middle = sum(bare) / 2
    print(f"bare transactions {middle:.0f} a second: {middle / speed:.1f} times as many as games")
    found = Found(path, watch, discord, steps, ended - begun, left, memory, to_the_end)
    return found.tell()


async def transactions(db: Database) -> float:
    """How many transactions a second this disk takes that change one row."""
    begun = time.perf_counter()
    for number in range(BARE):
        await db.write(save, Value(key="bench", value=str(number)))
    return BARE / (time.perf_counter() - begun)


@dataclass
class Found:
    """What a run showed. left: posts that still wait"""

    path: Path
    watch: Watch
    discord: Discord
    steps: Steps
    seconds: float
    left: int
    memory: list[float]
    to_the_end: bool

    def tell(self) -> bool:
        """Print it; whether all targets were reached."""
        reached = [self._posted(), self._blocked(), self._lost()]
        reached += [self._fair("c", "channels"), self._fair("u", "players")] if self.to_the_end else []
        bot, *drawing = self.memory
        print(f"peak memory: bot {bot:.0f} MB" + "".join(f", drawing {one:.0f} MB" for one in drawing))
        for warning, times in Counter(self.steps.warnings).items():
            print(f"the log warned {times} times: {warning}")
        return all(reached)

    def _posted(self) -> bool:
        discord = self.discord
        rate = len(discord.sent) / self.seconds
        rest = f"; {self.left:,} still wait, for about {self.left / rate:.0f} s" if self.left else ""
        print(
            f"{len(discord.sent):,} posts with {discord.pictures:,} pictures in {self.seconds:.0f} s, "
            f"{rate:.1f} a second{rest}"
        )
        if self.to_the_end:
            games, calls = len(self.steps.resolved), len(discord.requests) + discord.dressed
            print(f"{len(discord.sent) / games:.2f} posts and {calls / games:.2f} requests a game")
        most = discord.most_in_a_second()
        text = f"requests to Discord: at most {most} in a second, “too many” {discord.refused} times"
        return target(text, not discord.refused, "0")

    def _fair(self, lane: str, name: str) -> bool:
        """How long the first post of each channel or player waited."""
        query = (
            "SELECT min(sent_at - created_at) FROM outbox "
            f"WHERE status = 'sent' AND lane LIKE '{lane}:%' GROUP BY lane"
        )
        times = [seconds for (seconds,) in ask(self.path, query)]
        middle, worst = median(times), max(times)
        text = f"{name}: the first post waits {middle:.1f} s (median), {worst:.1f} s (worst), "
        return target(f"{text}ratio {worst / middle:.2f}", worst / middle <= FAIR, str(FAIR))

    def _blocked(self) -> bool:
        late, own = (seconds * 1000 for seconds in self.watch.longest())
        text = f"loop blocked for at most {own:.0f} ms by this process ({late:.0f} ms without a tick, "
        text += f"garbage collector {self.watch.collected * 1000:.0f} ms)"
        if not (found := target(text, own < BLOCKED, f"{BLOCKED:.0f}")):
            print("\n".join(self.watch.culprits()))
        return found

    def _lost(self) -> bool:
        """Whether every game has moved on, and no post was given up."""
        [(stuck,)] = ask(self.path, "SELECT count(*) FROM tables WHERE seq < 2")
        [(failed,)] = ask(self.path, "SELECT count(*) FROM outbox WHERE status = 'failed'")
        if stuck or failed:
            print(f"{stuck:.0f} games NOT RESOLVED, {failed:.0f} posts GIVEN UP")
        return not stuck and not failed


def ask(path: Path, query: str) -> list[tuple[float, ...]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return db.execute(query).fetchall()


def waiting(path: Path) -> int:
    """How many posts are on their way."""
    return int(ask(path, "SELECT count(*) FROM outbox WHERE status IN ('queued', 'sending')")[0][0])


async def main(games: int, to_the_end: bool) -> int:
    with tempfile.TemporaryDirectory() as folder:
        reached = await run(Path(folder), games, to_the_end)
        if not to_the_end:
            print(f"\n{SAMPLE} games of the same mix, until everything is posted")
            reached &= await run(Path(folder), SAMPLE, True)
    return int(not reached)


if __name__ == "__main__":
    given = sys.argv[1:]
    calm()
    wanted = next((int(one) for one in given if one.isdecimal()), GAMES)
    sys.exit(asyncio.run(main(wanted, "all" in given)))
