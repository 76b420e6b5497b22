"""Doing a job of the queue: in a worker, or in the process that asked when no worker takes it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping

from bot.common.local_pool import MOST_BEGUN, TIMED_OUT, Job, JobTimedOut, LocalPool, WorkerDied, carry_out
from bot.common.metrics import Metrics
from bot.queue.store import Store

log = logging.getLogger(__name__)


async def carry(
    store: Store,
    pool: LocalPool,
    jobs: Mapping[str, Job],
    number: int,
    ticket: int | None = None,
    metrics: Metrics | None = None,
) -> None:
    """Take a job if nobody has it, do it, and store what comes of it. ticket: see `Store.take`

    A job that kills its process is tried again, and then given up.
    """
    taken, begun = await store.take(number, ticket), time.perf_counter()
    while taken is not None:
        job = jobs[taken.name]
        try:
            result = await pool.run(
                carry_out, job.function, taken.arguments, priority=job.priority, seconds=taken.seconds
            )
        except WorkerDied:
            log.warning("a job killed its worker process", extra={"job": taken.name, "begun": taken.begun})
            if taken.begun >= MOST_BEGUN:
                await store.give_up(taken.id, taken.begun)
                return
            taken = await store.again(taken)
            continue
        except JobTimedOut:
            result = TIMED_OUT
        except asyncio.CancelledError:
            if ticket is not None:
                await store.give_back(taken, job.priority)
            raise
        await store.finish(taken, result)
        if metrics is not None:
            metrics.worked(taken.name, time.perf_counter() - begun)
        return
