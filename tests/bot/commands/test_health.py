"""`python -m bot health`, as a container's health check runs it."""

from __future__ import annotations

import asyncio
import socket

import pytest

from bot.commands import main
from bot.monitoring.prometheus import PrometheusMetrics
from bot.monitoring.server import Monitor


async def test_it_asks_whether_the_bot_is_alive_and_whether_it_is_ready(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monitor = Monitor("127.0.0.1", 0, PrometheusMetrics())
    await monitor.start()
    monkeypatch.setenv("FIELDPOST_METRICS", f"0.0.0.0:{monitor.port}")
    try:
        assert await asyncio.to_thread(main, ["health"]) == 0
        assert capsys.readouterr().out == "alive\n"
        assert await asyncio.to_thread(main, ["health", "--ready"]) == 1
        assert capsys.readouterr().out.splitlines() == ["discord: no", "database: no", "schema: no"]
    finally:
        await monitor.close()
    assert await asyncio.to_thread(main, ["health"]) == 1
    assert "nobody answers on 0.0.0.0" in capsys.readouterr().err


def test_a_loop_that_hangs_is_not_alive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kernel takes the connection, and nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as hangs:
        monkeypatch.setattr("bot.commands.health.PATIENCE_S", 0.1)
        monkeypatch.setenv("FIELDPOST_METRICS", str(hangs.getsockname()[1]))
        assert main(["health"]) == 1
    assert "timed out" in capsys.readouterr().err


def test_without_a_port_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FIELDPOST_METRICS", raising=False)
    assert main(["health"]) == 2
    assert "FIELDPOST_METRICS is not set" in capsys.readouterr().err
