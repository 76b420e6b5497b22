"""Three bots on one PostgreSQL, and everything that dies or is wrong in any order, while people play by
direct messages: no turn is doubled or lost, no post, no order that was acknowledged, and whatever one held
others have soon."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from bot.cluster import store
from bot.engine import text as said
from bot.engine.order_sheets import told_at
from bot.features.direct_messages import text as words
from demo import postgres
from tests.bot.leagues.league_parts import like
from tests.postgres import GIVEN, Databases
from tests.tiers import FAULTS, SEED

from .cable import Cable
from .chaos import KINDS, Bot, Chaos, Rows, Watch
from .clocked import ACCEPTED, Clocked, Told
from .loopback import BotProcess, Channel, Guild, Loopback, Post, User
from .loopback.server import PATIENCE
from .play import READY, THREADS, assert_stand_once, open_table, pressed, saying

pytestmark = pytest.mark.skipif(
    bool(GIVEN) or not postgres.installed(), reason="it restarts a server of its own"
)
SHARDS, TABLES, LEASE_S = 8, 6, 4.0
PLAYERS = {"cic": 2, "nme": 3, "nemein": 2, "ww3": 2}
OPTIONS = {"ww3": "players=2"}
TURNS = 15
"""After so many a table begins another game, of another kind."""
ANSWER_S = 20.0 * PATIENCE
"""Who has no answer after so many seconds tries something else."""
LONGEST_S = 180.0 * PATIENCE
"""A turn that has not ended after so many seconds is stuck."""
TAKEOVER_S = 30.0
TAKEN = re.compile(
    "|".join([ACCEPTED.pattern, *map(like, (words.TAKEN, words.TAKEN_MANY, words.TAKEN_SENT))])
)


@dataclass
class Judged(Clocked):
    """A game whose rows are read beside all faults."""

    rows: Rows = field(kw_only=True)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.rows.patiently(query, *values)

    def assert_counted(self) -> None:
        """Whoever had orders acknowledged in a turn that was resolved had some that counted; `assert_true`
        looks whether they were those."""
        query = "SELECT turn, orders FROM steps WHERE table_id = ? AND kind = 'resolve'"
        played = {turn: json.loads(orders) for turn, orders in self.ask(query, self.table)}
        sure = [(turn, seat) for (turn, seat), told in self.given.items() if told.sure is not None]
        lost = [(turn, seat) for turn, seat in sure if turn in played and seat not in played[turn]]
        assert not lost, f"{self.table}: orders of {lost} were acknowledged, and did not count"

    def time_is_up(self) -> None:
        """The open turn's time is up now, and every process is told. Nothing happens if somebody is at it."""
        with contextlib.suppress(psycopg.Error):
            self.rows.ask(
                "UPDATE deadlines SET due_at = extract(epoch FROM clock_timestamp()) "
                "WHERE table_id = ? AND kind = 'turn'",
                self.table,
            )
            self.rows.ask("SELECT pg_notify('fieldpost', '0 deadlines')")


@dataclass
class Table:
    """Those who sit at one table, and after that game at another."""

    chaos: Chaos
    rows: Rows
    guild: Guild
    number: int
    folder: Path
    games: list[Judged] = field(default_factory=list)
    mail: dict[int, bool] = field(default_factory=dict)
    """The direct messages with orders, and whether the bot had written to these people before: of others it
    knows no conversation that it could read after a fault."""
    acknowledged: int = 0
    deadlines: int = 0

    async def play(self) -> None:
        """Turn after turn until there were enough faults; then one more, undisturbed."""
        while not self.chaos.over:
            game = self.games[-1] if self.games else await self.open()
            while await self.there() and not self.chaos.over and not game.is_over and game.turn < TURNS:
                await self.turn(game)
            if not self.chaos.over:
                await self.open()
        if not self.games[-1].is_over:
            await self.turn(self.games[-1])

    async def open(self) -> Judged:
        """A new game; who gets no answer opens another."""
        names = list(PLAYERS)
        key = names[(self.number + len(self.games)) % len(names)]
        while True:
            hall = self.guild.channel(f"hall-{self.number}-{len(self.games)}")
            people = [
                self.guild.member(f"p{self.number}-{len(self.games)}-{at}") for at in range(PLAYERS[key])
            ]
            with contextlib.suppress(AssertionError, TimeoutError):
                async with asyncio.timeout(2 * ANSWER_S):
                    table = await self._begin(hall, people, key)
                break
        game = Judged(self.chaos.discord, hall, table, people, key=key, folder=self.folder, rows=self.rows)
        self.games.append(game)
        return game

    async def _begin(self, hall: Channel, people: Sequence[User], key: str) -> str:
        options = f"undo=0 {OPTIONS.get(key, '')}"
        table, lobby = await open_table(hall, *people, game=key, deadline="24h", options=options)
        await self.chaos.discord.until(lambda: "Start" in lobby.buttons, what="everybody in the lobby")
        await pressed(people[0], lobby, "Start")
        await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}", timeout=60)
        return table

    async def turn(self, game: Judged) -> None:
        """One turn: by orders of all, or by the clock."""
        await self.there()
        turn, dice = game.turn, self.chaos.dice
        end = time.monotonic() + LONGEST_S
        while await self.there() and game.turn == turn and not game.is_over:
            assert time.monotonic() < end, f"{game.key} {game.table} is stuck\n{self.chaos.told()}"
            _, sheets = game.sheets(dice)
            by_clock = dice.random() < 0.3
            seats = [seat for seat in sheets if not by_clock or dice.random() < 0.7]
            await asyncio.gather(*(self.order(game, seat, sheets[seat], not by_clock) for seat in seats))
            await self.there()
            if by_clock or not sheets:
                game.time_is_up()
                self.deadlines += 1
            await asyncio.sleep(dice.uniform(0.2, 0.6))

    async def there(self) -> bool:
        """True, once the database is there: the judge looks at it without letting others run."""
        await self.chaos.there.wait()
        return True

    async def order(self, game: Judged, seat: str, orders: Sequence[str], send: bool) -> None:
        """Write orders in a direct message, and note what the bot says of them."""
        user, kept, before = game.seats()[seat], frozenset(orders), game.turn
        game.given[before, seat].maybe.append(kept)
        known = bool(user.inbox.posts())
        message = user.dm(f"{game.table} {'; '.join(orders)}" + ("; ready" if send else ""))
        self.mail[message.id] = known
        answer = await self._answer(user, message)
        if answer is None:
            return
        await self.there()
        here = game.turn == before and TAKEN.search(answer.text)
        if here or saying(said.RESOLVED, turn=before + 1).search(answer.text):
            game.given[before, seat] = Told(kept)
            self.acknowledged += 1

    async def _answer(self, user: User, message: Post) -> Post | None:
        """The answer to this message, by its nonce."""
        nonce = nonce_of(f"dm/{message.id}")
        end = time.monotonic() + ANSWER_S
        while time.monotonic() < end:
            for post in reversed(user.inbox.posts()):
                if post.id < message.id:
                    break
                if post.nonce == nonce:
                    return post
            await asyncio.sleep(0.05)
        return None


def nonce_of(key: str) -> str:
    """The nonce of the post with this key."""
    return blake2b(key.encode(), digest_size=12).hexdigest()


@pytest.fixture
async def chaos(discord: Loopback, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Chaos]:
    """Three bots, each with a cable and a clock of its own, that are not disturbed yet. The parameter:
    how many seconds leases last, `LEASE_S` without it; None: all takes as long as in life."""
    lease = getattr(request, "param", LEASE_S)
    in_life = lease is None
    discord.limits.shards, discord.limits.identify_seconds = SHARDS, 5.0 if in_life else 0.1
    discord.limits.interaction_seconds = 60.0
    async with AsyncExitStack() as stack:
        server = await asyncio.to_thread(stack.enter_context, postgres.running(tmp_path / "postgres", {}))
        databases = Databases(server.url())
        address = databases.fresh()
        databases._connection.close()
        rows = Rows(address)
        stack.callback(rows.close)
        made = Chaos(
            discord, server, [], Watch(rows, discord), random.Random(SEED), 0, lease or store.LEASE_S
        )
        quicker = {"FIELDPOST_LOOPBACK_IDENTIFY": "0.3", "FIELDPOST_LOOPBACK_LEASE": str(lease)}
        for number in range(3):
            name = f"bot-{number}"
            cable = await stack.enter_async_context(Cable(server.folder))
            url = make_url(address).set(host="127.0.0.1", port=cable.port, query={"application_name": name})
            env = {
                **THREADS,
                "FIELDPOST_SHARDS": "auto",
                "FIELDPOST_PROCESS": name,
                "FIELDPOST_DATABASE": url.render_as_string(),
                **({} if in_life else quicker),
                "FIELDPOST_LOOPBACK_CLOCK": str(tmp_path / f"{name}.clock"),
                "FIELDPOST_DEFAULTS": "undo=0 grace=0 substitutes=0",
            }
            process = BotProcess(discord, "bot", env=env, cwd=tmp_path)
            bot = Bot(name, process, cable, tmp_path / f"{name}.clock")
            bot.clock.write_bytes(bytes(8))
            made.bots.append(bot)
            stack.push_async_callback(process.close)
        yield made


async def begin(chaos: Chaos) -> None:
    """Start all of them, each with its share of the shards."""
    for bot in chaos.bots:
        await bot.process.start(ready=False)
        await bot.process.logged(READY if bot is chaos.bots[0] else "joined", timeout=60)

    def shared() -> bool:
        with contextlib.suppress(psycopg.Error):
            chaos.watch.look()
        held = [sum(key.startswith("shard/") for key in keys) for keys in chaos.watch.held.values()]
        return len(held) == len(chaos.bots) and sum(held) == SHARDS and max(held) <= 3

    await chaos.discord.until(shared, timeout=120, what="three shares")


async def play(chaos: Chaos, count: int, folder: Path) -> list[Table]:
    """So many tables, until all faults are over; and what they have found."""
    guilds = [chaos.discord.guild(shard=(3 * at + 1) % SHARDS) for at in range(count)]
    tables = [Table(chaos, chaos.watch.rows, guild, at, folder) for at, guild in enumerate(guilds)]
    await asyncio.gather(*(table.open() for table in tables))
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(chaos.rage())
            for table in tables:
                group.create_task(table.play())
    finally:
        chaos.keep(Path(os.environ.get("FIELDPOST_CHAOS_LOG", folder / "chaos.log")))
    return tables


async def judge(chaos: Chaos, tables: Sequence[Table]) -> None:
    """Nothing is lost or doubled."""
    rows = chaos.watch.rows

    def waiting() -> int:
        return int(rows.patiently("SELECT count(*) FROM outbox WHERE status IN ('queued', 'sending')")[0][0])

    while left := waiting():
        await chaos.discord.until(
            lambda: waiting() != left, timeout=30, what=f"a post that leaves, of {left}"
        )
    games = [game for table in tables for game in table.games]
    for game in games:
        game.assert_true()
        game.assert_counted()
        game.assert_posted()
    posts = rows.ask(
        "SELECT key, sent_channel_id, message_id, nonce, payload FROM outbox "
        "WHERE status = 'sent' AND lane NOT LIKE 't:%'"
    )
    assert_stand_once(chaos.discord, posts)
    assert not rows.ask("SELECT key, error FROM outbox WHERE status NOT IN ('sent', 'dropped')")
    answered = {key for (key,) in rows.ask("SELECT key FROM outbox WHERE key LIKE 'dm/%'")}
    mail = {message: known for table in tables for message, known in table.mail.items()}
    unread = [message for message in mail if f"dm/{message}" not in answered]
    lost = [time.strftime("%H:%M:%S", time.gmtime(told_at(one))) for one in unread if mail[one]]
    watch, turns = chaos.watch, sum(game.turn for game in games)
    print(
        f"\n{chaos.counts.total()} faults: "
        + ", ".join(f"{count} {kind}" for kind, count in sorted(chaos.counts.items()))
        + f"\n{watch.taken} leases taken over, the slowest after {watch.longest:.1f} s ({watch.longest_of}); "
        f"a dead bot's shards connected again after at most {watch.reconnected:.1f} s"
        f"\n{len(games)} games, {turns} turns, {sum(table.deadlines for table in tables)} deadlines moved, "
        f"{len(mail)} orders by message, {sum(table.acknowledged for table in tables)} acknowledged, "
        f"{len(lost)} never answered and {len(unread) - len(lost)} of people to whom nobody had written yet, "
        f"{len(posts)} posts"
        f"\n{chaos.failed_starts} starts without a database"
    )
    wrong = [
        line for bot in chaos.bots for line in bot.process.lines if "Traceback" in line or " ERROR " in line
    ]
    assert not wrong, "\n".join(wrong)
    assert watch.longest < TAKEOVER_S
    assert not lost, f"never answered: {lost}\n{chaos.told()}"


@pytest.mark.soak
@pytest.mark.parametrize("chaos", [2.0], indirect=True)
async def test_each_fault(chaos: Chaos, tmp_path: Path) -> None:
    """One of each kind."""
    await begin(chaos)
    chaos.most, chaos.pause = len(KINDS), 0.5
    await judge(chaos, await play(chaos, 2, tmp_path))


@pytest.mark.soak
@pytest.mark.parametrize("chaos", [None], indirect=True)
async def test_takeovers_as_in_life(chaos: Chaos, tmp_path: Path) -> None:
    """With the leases that hosts have, whoever dies, sleeps or is cut off is replaced in time."""
    await begin(chaos)
    chaos.most, chaos.pause, chaos.kinds = 6, 6.0, ("kill", "stop", "cut")
    await judge(chaos, await play(chaos, 2, tmp_path))


@pytest.mark.soak
async def test_hundreds_of_faults(chaos: Chaos, tmp_path: Path) -> None:
    await begin(chaos)
    chaos.most = FAULTS
    await judge(chaos, await play(chaos, TABLES, tmp_path))
