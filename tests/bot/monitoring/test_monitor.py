"""/healthz, /readyz and /metrics, as somebody asks for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.monitoring.prometheus import RECONNECTS, PrometheusMetrics
from bot.monitoring.server import Monitor
from bot.storage.figures import Figures
from bot.storage.migrations import newest

FOUND = Figures(games=7, due=3, late=1, most_late=90.0, posts=5, oldest_post=12.5, revision=newest())


class Watched:
    """A monitor that listens, and what it answers."""

    def __init__(self, monitor: Monitor, session: aiohttp.ClientSession) -> None:
        self.monitor, self._session = monitor, session

    async def get(self, page: str) -> tuple[int, str]:
        async with self._session.get(f"http://127.0.0.1:{self.monitor.port}/{page}") as answer:
            return answer.status, await answer.text()

    async def value(self, name: str, **labels: str) -> float | None:
        """What Prometheus would read of one series; None: it is not there."""
        _, text = await self.get("metrics")
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == name and labels.items() <= sample.labels.items():
                    return float(sample.value)
        return None


@asynccontextmanager
async def watching(fresh_for: float = 0.0) -> AsyncIterator[Watched]:
    monitor = Monitor("127.0.0.1", 0, PrometheusMetrics(), fresh_for=fresh_for)
    await monitor.start()
    try:
        async with aiohttp.ClientSession() as session:
            yield Watched(monitor, session)
    finally:
        await monitor.close()


async def test_a_process_is_alive_before_it_is_ready() -> None:
    async with watching() as watched:
        assert await watched.get("healthz") == (200, "alive\n")
        assert await watched.get("readyz") == (503, "discord: no\ndatabase: no\nschema: no\n")
        assert await watched.value("fieldpost_games_due") is None  # not 0: nobody knows


async def test_ready_is_connected_with_the_right_schema_and_all_leases() -> None:
    async with watching() as watched:
        monitor, held, found = watched.monitor, False, FOUND

        async def look() -> Figures:
            return found

        monitor.look = look
        monitor.checks |= {"discord": lambda: True, "leases": lambda: held}
        assert await watched.get("readyz") == (503, "discord: yes\ndatabase: yes\nschema: yes\nleases: no\n")
        held = True
        assert (await watched.get("readyz"))[0] == 200
        assert await watched.value("fieldpost_ready", check="leases") == 1
        found = replace(FOUND, revision="9999")
        assert await watched.get("readyz") == (503, "discord: yes\ndatabase: yes\nschema: no\nleases: yes\n")
        assert await watched.value("fieldpost_ready", check="schema") == 0


async def test_a_database_that_fails_or_hangs_is_told_and_its_figures_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.monitoring.server.PATIENCE_S", 0.05)
    async with watching() as watched:

        async def works() -> Figures:
            return FOUND

        async def fails() -> Figures:
            raise OSError("postgresql://fieldpost:secret@host")

        async def hangs() -> Figures:
            await asyncio.Event().wait()
            return FOUND

        watched.monitor.metrics.database = True
        for broken in (fails, hangs):
            watched.monitor.look = works
            assert await watched.value("fieldpost_outbox_posts") == 5
            watched.monitor.look = broken
            assert await watched.value("fieldpost_database_up") == 0
            assert await watched.value("fieldpost_outbox_posts") is None
            status, text = await watched.get("readyz")
            assert status == 503 and "database: no" in text and "secret" not in text
            assert (await watched.get("healthz"))[0] == 200


async def test_however_many_ask_the_database_is_asked_once() -> None:
    looks = 0
    async with watching(fresh_for=3600) as watched:

        async def look() -> Figures:
            nonlocal looks
            looks += 1
            await asyncio.sleep(0)
            return FOUND

        watched.monitor.look = look
        await asyncio.gather(*(watched.get(page) for page in ("metrics", "readyz") * 5))
        assert looks == 1


async def test_figures_of_the_work() -> None:
    async with watching() as watched:
        metrics = watched.monitor.metrics

        async def look() -> Figures:
            return FOUND

        watched.monitor.look = look
        metrics.read("shards_connected", lambda: 2)
        metrics.count("retries", lambda: 4)
        metrics.resolved("nme", 0.02)
        with metrics.timing(lambda seconds: metrics.drawn("board", seconds)):
            pass
        with pytest.raises(ValueError), metrics.timing(lambda _: pytest.fail("noted")):
            raise ValueError
        metrics.called("GET /channels/{}", "200")
        metrics.limited("global")
        logging.getLogger("bot.any").warning("for k7f3")
        logging.getLogger("bot.any").error("for k7f3")
        expected = {
            ("fieldpost_shards_connected",): 2.0,
            ("fieldpost_transaction_retries_total",): 4.0,
            ("fieldpost_resolution_seconds_count", ("game", "nme")): 1.0,
            ("fieldpost_picture_seconds_count", ("what", "board")): 1.0,
            ("fieldpost_rest_calls_total", ("route", "GET /channels/{}"), ("status", "200")): 1.0,
            ("fieldpost_rate_limits_total", ("scope", "global")): 1.0,
            ("fieldpost_log_entries_total", ("level", "warning")): 1.0,
            ("fieldpost_log_entries_total", ("level", "error")): 1.0,
            ("fieldpost_games",): 7.0,
            ("fieldpost_games_due",): 3.0,
            ("fieldpost_games_late",): 1.0,
            ("fieldpost_games_most_late_seconds",): 90.0,
            ("fieldpost_outbox_posts",): 5.0,
            ("fieldpost_outbox_oldest_seconds",): 12.5,
            ("fieldpost_build_info",): 1.0,
        }
        found = {key: await watched.value(key[0], **dict(key[1:])) for key in expected}
        assert found == expected
        assert (await watched.value("process_resident_memory_bytes") or 0) > 1e6
        assert "k7f3" not in (await watched.get("metrics"))[1]


def test_what_discord_py_says_of_a_reconnection_is_known() -> None:
    source = Path(discord.__file__).parent / "client.py"
    assert f"_log.exception('{RECONNECTS}'" in source.read_text("utf-8")


async def test_a_loop_that_is_held_up_is_seen() -> None:
    async with watching() as watched:
        over = {"le": "0.25"}
        while True:
            time.sleep(0.5)  # noqa: ASYNC251 - this is what is to be seen
            all_, quick = [
                await watched.value(f"fieldpost_loop_lag_seconds_{name}", **labels)
                for name, labels in (("count", {}), ("bucket", over))
            ]
            assert all_ is not None and quick is not None
            if all_ - quick >= 1:
                break
            await asyncio.sleep(0.2)


async def test_after_the_end_nothing_listens_and_nothing_is_counted() -> None:
    handlers = list(logging.getLogger().handlers)
    async with watching() as watched:
        port = watched.monitor.port
        taken = Monitor("127.0.0.1", port, PrometheusMetrics())
        with pytest.raises(OSError):
            await taken.start()
        await taken.close()
    assert logging.getLogger().handlers == handlers
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"http://127.0.0.1:{port}/healthz")
