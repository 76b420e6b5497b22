"""Figures for Prometheus: what the bot notes while it works, and what is read when somebody asks."""

from __future__ import annotations

import logging
import platform
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from bot.common.metrics import Drawn, Metrics
from bot.storage.figures import Figures

TYPE = CONTENT_TYPE_LATEST
"""The Content-Type of `PrometheusMetrics.text`."""
READ: Mapping[str, str] = {
    "shards": "Shards that the bot has, over all processes",
    "shards_connected": "Shards that this process has connected",
    "leases_held": "Leases that this process holds",
}
"""Gauges that `PrometheusMetrics.read` gives a source."""
COUNTED: Mapping[str, str] = {
    "reads": "Read transactions",
    "writes": "Write transactions that were committed",
    "retries": "Transactions that were run again after a serialization failure or a deadlock",
}
"""Counters that `PrometheusMetrics.count` gives a source, each with _transactions behind its name."""
_DATABASE: Mapping[str, tuple[str, Callable[[Figures], float]]] = {
    "games": ("Games in play", lambda found: found.games),
    "games_due": ("Turns to be resolved now", lambda found: found.due),
    "games_late": ("Turns that should have been resolved a minute ago or earlier", lambda found: found.late),
    "games_most_late_seconds": ("How late the latest turn is", lambda found: found.most_late),
    "outbox_posts": ("Posts that are not sent yet", lambda found: found.posts),
    "outbox_oldest_seconds": ("How long the oldest post could have left", lambda found: found.oldest_post),
}
_FAST = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class PrometheusMetrics(Metrics):
    """Keeps the notes in a registry of its own.

    Figures of the database are the same in every process on it: take the maximum of them, not the sum."""

    figures: Figures | None = None
    """The newest look at the database; None: it does not answer, and its figures are left out."""
    database = False
    """Whether this process has a database to look at."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        built = Gauge("fieldpost_build_info", "1", ["version", "python"], registry=registry)
        built.labels(_version(), platform.python_version()).set(1)
        self._resolutions = Histogram(
            "fieldpost_resolution_seconds",
            "How long it took to resolve a turn",
            ["game"],
            buckets=_FAST,
            registry=registry,
        )
        self._pictures = Histogram(
            "fieldpost_picture_seconds",
            "How long it took to draw something, waiting included",
            ["what"],
            buckets=_SLOW,
            registry=registry,
        )
        self._jobs = Histogram(
            "fieldpost_job_seconds",
            "How long it took this process to do a job of the queue",
            ["job"],
            buckets=_SLOW,
            registry=registry,
        )
        self._calls = Counter(
            "fieldpost_rest_calls", "Answers of Discord", ["route", "status"], registry=registry
        )
        self._limits = Counter(
            "fieldpost_rate_limits", "Calls that Discord refused for their rate", ["scope"], registry=registry
        )
        self.loop_lag = Histogram(
            "fieldpost_loop_lag_seconds", "How late the event loop woke", buckets=_FAST, registry=registry
        )
        self.log_entries = Counter(
            "fieldpost_log_entries", "Warnings and errors in the log", ["level"], registry=registry
        )
        for level in ("warning", "error"):  # at 0 from the start, so that the first one is an increase
            self.log_entries.labels(level)
        self.ready = Gauge("fieldpost_ready", "Checks of /readyz", ["check"], registry=registry)
        self._counts: dict[str, Callable[[], float]] = {}
        registry.register(_Scraped(self))

    def text(self) -> bytes:
        """All figures as they are now, as Prometheus reads them."""
        return generate_latest(self._registry)

    def read(self, name: str, source: Callable[[], float]) -> None:
        """Ask `source` for the gauge of this name, one of `READ`, each time that somebody asks us."""
        Gauge(f"fieldpost_{name}", READ[name], registry=self._registry).set_function(source)

    def count(self, name: str, source: Callable[[], float]) -> None:
        """The same for a counter, one of `COUNTED`."""
        self._counts[name] = source

    def counts(self) -> Iterator[Metric]:
        """The counters that others keep, and the figures of the database."""
        for name, source in self._counts.items():
            yield CounterMetricFamily(f"fieldpost_transaction_{name}", COUNTED[name], source())
        found = self.figures
        if self.database:
            told = "Whether the database answers"
            yield GaugeMetricFamily("fieldpost_database_up", told, found is not None)
        if found is not None:
            for name, (told, value) in _DATABASE.items():
                yield GaugeMetricFamily(f"fieldpost_{name}", told, value(found))

    # -- what is noted, see `Metrics`

    def resolved(self, game: str, seconds: float) -> None:
        self._resolutions.labels(game).observe(seconds)

    def drawn(self, what: Drawn, seconds: float) -> None:
        self._pictures.labels(what).observe(seconds)

    def worked(self, job: str, seconds: float) -> None:
        self._jobs.labels(job).observe(seconds)

    def called(self, route: str, status: str) -> None:
        self._calls.labels(route, status).inc()

    def limited(self, scope: str) -> None:
        self._limits.labels(scope).inc()


class _Scraped(Collector):
    def __init__(self, metrics: PrometheusMetrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return self._metrics.counts()

    def describe(self) -> list[Metric]:
        """Nothing: registering asks nobody for figures."""
        return []


RECONNECTS = "Attempting a reconnect in %.2fs"
"""discord.py says so at level ERROR, and whoever watches sees it anyway."""


class CountedEntries(logging.Handler):
    """Counts what the log says from WARNING up."""

    def __init__(self, metrics: PrometheusMetrics) -> None:
        super().__init__(logging.WARNING)
        self._counter = metrics.log_entries

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == RECONNECTS:
            return
        self._counter.labels("error" if record.levelno >= logging.ERROR else "warning").inc()


def _version() -> str:
    """The version that is installed; "checkout" where none is."""
    try:
        return version("fieldpost")
    except PackageNotFoundError:
        return "checkout"
