"""For whoever watches the bot: /healthz, /readyz and Prometheus' /metrics, on a port of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.common.errors import SettingsError

if TYPE_CHECKING:
    from bot.monitoring.server import Monitor


@asynccontextmanager
async def monitoring(address: tuple[str, int] | None) -> AsyncIterator[Monitor | None]:
    """Listen at an address and port while the block runs. None: nothing listens, and prometheus-client need
    not be installed. Raises SettingsError."""
    if address is None:
        yield None
        return
    try:
        from bot.monitoring.prometheus import PrometheusMetrics
        from bot.monitoring.server import Monitor
    except ImportError as error:
        raise SettingsError(
            f"FIELDPOST_METRICS: a package is missing ({error}); pip install prometheus-client"
        ) from error
    host, port = address
    monitor = Monitor(host, port, PrometheusMetrics())
    try:
        await monitor.start()
    except OSError as error:
        raise SettingsError(f"FIELDPOST_METRICS: cannot listen on {host}:{port}: {error.strerror}") from error
    try:
        yield monitor
    finally:
        await monitor.close()
