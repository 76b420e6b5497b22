"""Several bots on one PostgreSQL and eight shards: what one leaves, the others take, and whoever asks is
answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from .computers import PROCESSES, against, frozen, mine, thinker, thinkers
from .conftest import StartBot
from .database import ask
from .loopback import BotProcess, Loopback
from .play import READY, begin, traceback_lines

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
ENV = PROCESSES | {
    "FIELDPOST_SHARDS": "auto",
    "FIELDPOST_LOOPBACK_IDENTIFY": "0.3",
    "FIELDPOST_LOOPBACK_LEASE": "4",
}
SHARDS = 8
StartBots = Callable[..., Awaitable[list[BotProcess]]]


@pytest.fixture
def eight(discord: Loopback) -> Loopback:
    discord.limits.shards, discord.limits.identify_seconds = SHARDS, 0.1
    return discord


@pytest.fixture
async def start_bots(eight: Loopback, fieldpost: StartBot, tmp_path: Path) -> AsyncIterator[StartBots]:
    """So many bots, each with a name and a share of the shards. None of them may break."""
    bots = list[BotProcess]()

    async def start(count: int) -> list[BotProcess]:
        bots.append(await fieldpost(env={**ENV, "FIELDPOST_PROCESS": "bot-0"}))
        for number in range(1, count):  # these go on with sessions of others: they need not identify
            env = {**bots[0].env, "FIELDPOST_PROCESS": f"bot-{number}"}
            bots.append(BotProcess(eight, "bot", env=env, cwd=tmp_path))
            await again(bots[-1])
        await shared(eight, tmp_path, count)
        return bots

    yield start
    for bot in bots:
        assert not traceback_lines(bot)


async def again(bot: BotProcess) -> None:
    """Start a bot among others."""
    await bot.start(ready=False)
    await bot.logged(READY, timeout=60)


def holders(folder: Path, kind: str = "shard") -> dict[str, str]:
    """Who holds each lease of a kind, by name."""
    found = ask(
        folder,
        "SELECT leases.key, processes.name FROM leases JOIN processes ON processes.id = leases.process "
        "WHERE leases.key LIKE ?",
        f"{kind}/%",
    )
    return {key.partition("/")[2]: name for key, name in found}


async def shared(discord: Loopback, folder: Path, count: int) -> None:
    """Until so many processes hold all shards, each its share, and are connected by them."""

    def fair() -> bool:
        held = list(holders(folder).values())
        each = [held.count(name) for name in set(held)]
        live = discord.gateway.live
        whole = len(held) == SHARDS and all(live[shard] == 1 for shard in range(SHARDS))
        return whole and len(each) == count and max(each) <= -(-SHARDS // count)

    async with asyncio.timeout(60):
        while not fair():  # noqa: ASYNC110 - what it looks at is in the database
            await asyncio.sleep(0.05)


@pytest.mark.soak
async def test_a_killed_one_is_replaced(eight: Loopback, start_bots: StartBots, tmp_path: Path) -> None:
    """Its games go on, whatever it was at."""
    guilds = [eight.guild(shard=shard) for shard in (0, 3, 5)]
    bots = await start_bots(3)
    games = [await begin(eight, guild.channel("hall"), *guild.members("anna", "ben")) for guild in guilds]
    for game in games:
        await game.turn_by_slash()
    victim = next(bot for bot in bots if bot.env["FIELDPOST_PROCESS"] == holders(tmp_path)["3"])
    begun = time.monotonic()
    await victim.crash()
    await shared(eight, tmp_path, 2)
    assert time.monotonic() - begun < 30
    for game in games:
        await game.turn_by_slash()
        game.assert_told_once(2)
    await again(victim)
    await shared(eight, tmp_path, 3)
    for game in games:
        await game.turn_by_slash()
        game.assert_told_once(3)
    assert not set(holders(tmp_path, "job").values()) - {f"bot-{number}" for number in range(3)}
    assert len(holders(tmp_path, "outbox")) == 32
    for bot in bots:
        assert await bot.stop() == 0
    assert ask(tmp_path, "SELECT count(*) FROM processes") == [(0,)]


@pytest.mark.soak
async def test_who_lets_computers_think_is_killed_meanwhile(
    eight: Loopback, start_bots: StartBots, tmp_path: Path
) -> None:
    """Another process takes that over; the turn is played once."""
    guild = eight.guild(shard=2)
    bots = await start_bots(2)
    [anna] = guild.members("anna")
    names = holders(tmp_path, "job")
    victim = next(bot for bot in bots if bot.env["FIELDPOST_PROCESS"] == names["computers"])
    game = await against(eight, victim, guild.channel("hall"), anna, "sergeant")
    turn = game.turn
    with frozen(await thinker(eight, victim)):
        await game.by_slash(anna)
        await game.told(turn)
        assert ask(tmp_path, "SELECT count(*) FROM thinking") == [(1,)]
        await victim.crash()
    assert await mine(game) == turn + 2
    game.assert_told_once(turn + 1)
    [other] = [bot for bot in bots if bot is not victim]
    assert len(thinkers(other)) == 1
    assert holders(tmp_path, "job")["computers"] == other.env["FIELDPOST_PROCESS"]
    assert ask(tmp_path, "SELECT count(*) FROM steps WHERE kind = 'resolve'") == [(turn + 1,)]
    assert ask(tmp_path, "SELECT count(*) FROM thinking") == [(0,)]


@pytest.mark.soak
async def test_rolling_restarts_lose_nothing(eight: Loopback, start_bots: StartBots, tmp_path: Path) -> None:
    """Whatever Discord has delivered is answered, by the old process or by the new one."""
    guilds = [eight.guild(shard=shard) for shard in (1, 2, 4, 6)]
    bots = await start_bots(2)
    games = [await begin(eight, guild.channel("hall"), *guild.members("anna", "ben")) for guild in guilds]
    stop, asked = asyncio.Event(), 0

    async def press(number: int) -> None:
        nonlocal asked
        game = games[number]
        while not stop.is_set():
            answer = await game.called.slash(game.hall, "board")
            assert answer.answered, answer
            asked += 1

    pressing = [asyncio.create_task(press(number)) for number in range(len(games))]
    for bot in bots:
        begun = time.monotonic()
        assert await bot.stop() == 0
        assert time.monotonic() - begun < 10
        await shared(eight, tmp_path, 1)
        await again(bot)
        await shared(eight, tmp_path, 2)
    before = asked
    await eight.until(lambda: asked > before + 8, what="more answers")
    stop.set()
    await asyncio.gather(*pressing)
    assert eight.gateway.undelivered == eight.gateway.delivered_twice == 0
    for game in games:
        await game.turn_by_slash()
        game.assert_told_once(1)


@pytest.mark.soak
async def test_one_that_was_stopped_writes_nothing_when_it_wakes(
    eight: Loopback, start_bots: StartBots, tmp_path: Path
) -> None:
    """SIGSTOP until others have its leases, then SIGCONT."""
    guild = eight.guild(shard=2)
    bots = await start_bots(2)
    game = await begin(eight, guild.channel("hall"), *guild.members("anna", "ben"))
    await game.turn_by_slash()
    names = holders(tmp_path)
    sleeper = next(bot for bot in bots if bot.env["FIELDPOST_PROCESS"] == names["2"])
    [(number,)] = ask(tmp_path, "SELECT id FROM processes WHERE name = ?", sleeper.env["FIELDPOST_PROCESS"])
    [other] = set(names.values()) - {sleeper.env["FIELDPOST_PROCESS"]}
    sleeper.freeze()
    async with asyncio.timeout(60):
        while list(holders(tmp_path).values()).count(other) != SHARDS:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    sleeper.thaw()
    await sleeper.logged("has lost its leases")
    await shared(eight, tmp_path, 2)
    [(again,)] = ask(tmp_path, "SELECT id FROM processes WHERE name = ?", sleeper.env["FIELDPOST_PROCESS"])
    assert again > number
    for turn in (2, 3):
        await game.turn_by_slash()
        game.assert_told_once(turn)


@pytest.mark.soak
async def test_another_number_of_shards_is_refused(
    eight: Loopback, start_bots: StartBots, start_bot: StartBot, tmp_path: Path
) -> None:
    [bot] = await start_bots(1)
    other = BotProcess(eight, "bot", env={**bot.env, "FIELDPOST_SHARDS": "16"}, cwd=tmp_path)
    await other.start(ready=False)
    assert await other.gone() == 2
    assert "FIELDPOST_SHARDS is 16, and the other processes count 8 shards" in other.output
    assert bot.is_running
