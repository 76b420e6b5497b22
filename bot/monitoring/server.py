"""The pages for whoever watches: /healthz, /readyz and /metrics. They name no game, person or server."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.common.clock import Clock
from bot.monitoring.prometheus import TYPE, CountedEntries, PrometheusMetrics
from bot.storage import migrations
from bot.storage.database import Database
from bot.storage.figures import Figures, figures

log = logging.getLogger(__name__)

FRESH_S = 5.0
"""Seconds between two looks at the database, however many watch."""
PATIENCE_S = 3.0
"""Seconds after which a database that does not answer counts as gone."""
LAG_EVERY_S = 0.1
"""How often the event loop's lag is measured, in seconds."""


class Monitor:
    """Listens from `start` to `close`. What it watches is handed to it as it comes up; until then the process
    is alive, and not ready."""

    def __init__(
        self, host: str, port: int, metrics: PrometheusMetrics, *, fresh_for: float = FRESH_S
    ) -> None:
        """port: 0 takes any that is free, see `port`;  fresh_for: the database is asked at most so often"""
        self.metrics = metrics
        self.checks: dict[str, Callable[[], bool]] = {
            "discord": lambda: False,
            "database": lambda: metrics.figures is not None,
            "schema": lambda: metrics.figures is not None and metrics.figures.revision == migrations.newest(),
        }
        """What /readyz asks, by name."""
        self.look: Callable[[], Awaitable[Figures]] | None = None
        """Looks at the database; None: it is not open."""
        self._host, self._port = host, port
        self._runner: web.AppRunner | None = None
        self._lag: asyncio.Task[None] | None = None
        self._entries = CountedEntries(metrics)
        self._looking = asyncio.Lock()
        self._fresh_for, self._looked = fresh_for, float("-inf")

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._runner is not None
        port: int = self._runner.addresses[0][1]
        return port

    async def start(self) -> None:
        """Raises OSError if the port is taken, or the address is not this machine's."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._lag = asyncio.create_task(self._measure_lag(), name="loop lag")
        logging.getLogger().addHandler(self._entries)

    def watch(self, db: Database, clock: Clock) -> None:
        """Look at this database from now on."""
        self.look = lambda: db.read(figures, clock.now())
        self.metrics.database = True
        self.metrics.count("reads", lambda: db.reads)
        self.metrics.count("writes", lambda: db.writes)
        self.metrics.count("retries", lambda: db.retries)

    async def close(self) -> None:
        logging.getLogger().removeHandler(self._entries)
        if self._lag is not None:
            self._lag.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        """Alive: the event loop answers."""
        return web.Response(text="alive\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        """Ready for players, or 503; either way a line for each check."""
        found = await self._ready()
        lines = [f"{name}: {'yes' if well else 'no'}\n" for name, well in found.items()]
        return web.Response(text="".join(lines), status=200 if all(found.values()) else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        for name, well in (await self._ready()).items():
            self.metrics.ready.labels(name).set(well)
        return web.Response(body=self.metrics.text(), headers={"Content-Type": TYPE})

    async def _ready(self) -> dict[str, bool]:
        await self._refresh()
        return {name: check() for name, check in self.checks.items()}

    async def _refresh(self) -> None:
        """Look at the database, unless that was done a moment ago."""
        async with self._looking:
            if self.look is None or time.monotonic() - self._looked < self._fresh_for:
                return
            try:
                async with asyncio.timeout(PATIENCE_S):
                    self.metrics.figures = await self.look()
            except Exception as error:  # whatever it is, the page says that the database does not answer
                self.metrics.figures = None
                log.debug("no figures", extra={"error": type(error).__name__})
            self._looked = time.monotonic()

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self.metrics.loop_lag.observe(max(loop.time() - due, 0.0))
