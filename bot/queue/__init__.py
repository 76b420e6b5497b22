"""Work that another machine may do: jobs in PostgreSQL, given out by Procrastinate (docs/scale.md)."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.common.local_pool import Job
from bot.common.workers import Elsewhere
from bot.storage import dialect

log = logging.getLogger(__name__)


async def joined(where: str, jobs: Mapping[str, Job]) -> Elsewhere | None:
    """The queue of a database. None: it has none, and this process does all the work by itself."""
    if dialect.url_of(where).get_backend_name() == "sqlite":
        return None
    try:
        from bot.queue.client import Queue
        from bot.queue.store import UNREACHABLE
    except ImportError as missing:
        log.warning("no queue: pip install 'fieldpost[postgresql]'", extra={"missing": missing.name})
        return None
    try:
        return await Queue.open(where, jobs)
    except UNREACHABLE as why:
        log.warning("no queue: its tables cannot be made or opened", extra={"why": type(why).__name__})
        return None
