"""The bot's own process tells how it is: not before it is asked to, and nothing that is anybody's secret."""

from __future__ import annotations

import asyncio
import re

import aiohttp
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.ports import free_port

from .conftest import StartBot
from .loopback import Loopback
from .loopback.server import SURE
from .play import READY, THREADS, begin


async def asked(port: int, page: str) -> tuple[int, str]:
    """Status and text of a page; (0, "") if nobody answers."""
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}/{page}") as answer,
        ):
            return answer.status, await answer.text()
    except aiohttp.ClientConnectorError:
        return 0, ""


async def asked_until(port: int, status: int) -> None:
    """Until /readyz answers this."""
    async with asyncio.timeout(SURE):
        while True:
            if (await asked(port, "readyz"))[0] == status:
                return
            await asyncio.sleep(0.05)


async def figures(port: int) -> dict[str, float]:
    """Sums over all labels, by the name of the series."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families((await asked(port, "metrics"))[1]):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


@pytest.mark.postgresql
async def test_a_game_is_seen_by_its_figures_and_by_nothing_else(
    discord: Loopback, fieldpost: StartBot
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    port = free_port()
    bot = await fieldpost(env={"FIELDPOST_METRICS": str(port), "FIELDPOST_PROCESS": "hall-1"})
    game = await begin(discord, hall, anna, ben)
    order = await game.by_slash(game.called)
    await game.told(1)

    assert await asked(port, "readyz") == (200, "discord: yes\ndatabase: yes\nschema: yes\n")
    found = await figures(port)
    assert found["fieldpost_games"] == 1 and found["fieldpost_resolution_seconds_count"] == 1
    assert found["fieldpost_picture_seconds_count"] >= 2 and found["fieldpost_shards_connected"] == 1
    assert found["fieldpost_transaction_writes_total"] > 5 and found["fieldpost_rest_calls_total"] > 5
    assert found["fieldpost_games_late"] == 0

    told = "".join([(await asked(port, page))[1] for page in ("healthz", "readyz", "metrics")])
    labels = " ".join(re.findall(r'"([^"]*)"', told))
    for secret in (game.table, order, "anna", "ben", str(anna.id), str(guild.id), str(hall.id)):
        assert secret not in labels
    assert not re.search(r"\d{5}", labels), "no id is a label"
    assert bot.has_logged("process=hall-1")

    assert await bot.stop() == 0
    assert await asked(port, "healthz") == (0, "")


@pytest.mark.soak
async def test_without_discord_it_is_alive_and_not_ready(discord: Loopback, start_bot: StartBot) -> None:
    port = free_port()
    env = {**THREADS, "FIELDPOST_METRICS": str(port), "FIELDPOST_SHARDS": "2"}
    await start_bot("bot", env=env, ready_line=READY)
    await asked_until(port, 200)  # it begins with the first shard
    found = await figures(port)
    assert found["fieldpost_shards"] == found["fieldpost_shards_connected"] == 2
    await discord.start_outage()
    await asked_until(port, 503)
    assert (await asked(port, "readyz"))[1].startswith("discord: no")
    assert (await asked(port, "healthz"))[0] == 200
    assert (await figures(port))["fieldpost_shards_connected"] < 2
    discord.end_outage()
    await asked_until(port, 200)
    told = (await asked(port, "metrics"))[1]
    assert 'fieldpost_log_entries_total{level="error"} 0.0' in told, "it is no fault of ours"


@pytest.mark.soak
async def test_nothing_listens_unless_told_to(discord: Loopback, fieldpost: StartBot) -> None:
    bot = await fieldpost()
    assert [one for one in psutil.Process(bot.pid).net_connections() if one.status == "LISTEN"] == []
