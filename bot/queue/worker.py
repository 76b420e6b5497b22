"""A worker: takes jobs from the queue until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from procrastinate import JobContext
from procrastinate.jobs import DeleteJobCondition
from procrastinate.worker import Worker

from bot.common.local_pool import LOW_PRIORITY, Job, LocalPool
from bot.common.metrics import Metrics
from bot.common.tasks import end
from bot.queue import store as stores
from bot.queue.carrying import carry
from bot.queue.store import TASK, UNREACHABLE, Store

log = logging.getLogger(__name__)

GRACE_S = 5.0
"""How long a worker that ends goes on with what it holds; then it gives it back."""
PATIENCE_S = 5.0
"""How long to wait before the database is tried again."""


async def serve(
    url: str,
    jobs: Mapping[str, Job],
    processes: int,
    stop: asyncio.Event,
    taking: Callable[[bool], None] = lambda _: None,
    metrics: Metrics | None = None,
) -> None:
    """Take jobs until `stop` is set, then end within ten seconds. Outages of the database are waited out.

    taking: is told whether jobs are taken;  metrics: notes them
    """
    pool = LocalPool(processes, nice=LOW_PRIORITY)
    try:
        while not stop.is_set():
            try:
                async with stores.opened(url) as store:
                    await _serve(store, jobs, pool, processes, stop, taking, metrics)
            except UNREACHABLE as why:
                log.warning("the queue cannot be reached", extra={"why": type(why).__name__})
            taking(False)
            if not stop.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), PATIENCE_S)
    finally:
        pool.close(kill=True)


async def _serve(
    store: Store,
    jobs: Mapping[str, Job],
    pool: LocalPool,
    processes: int,
    stop: asyncio.Event,
    taking: Callable[[bool], None],
    metrics: Metrics | None,
) -> None:
    """Take jobs until `stop` is set, or the worker ends for another reason."""

    @store.app.task(name=TASK, pass_context=True)
    async def take(context: JobContext, id: int) -> None:
        await carry(store, pool, jobs, id, context.job.id, metrics)

    queues = [stores.queue_of(name) for name in jobs]
    worker = Worker(
        store.app,
        queues=queues,
        concurrency=processes,
        delete_jobs=DeleteJobCondition.ALWAYS,
        install_signal_handlers=False,
        update_heartbeat_interval=stores.BEAT_S,
        stalled_worker_timeout=stores.DEAD_S,
        shutdown_graceful_timeout=GRACE_S,
    )
    running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
    others = [asyncio.create_task(stop.wait()), asyncio.create_task(_mind(store, worker, queues, taking))]
    try:
        await asyncio.wait({running, *others}, return_when=asyncio.FIRST_COMPLETED)
        worker.stop()  # type: ignore[no-untyped-call]
        await running
    finally:
        await end(others)


async def _mind(store: Store, worker: Worker, queues: list[str], taking: Callable[[bool], None]) -> None:
    """Say again and again what the worker takes, and look after what dead workers held. Ends with an error if
    this worker itself was taken for dead."""
    said = False
    while True:
        if worker.worker_id is not None:
            # Whoever asks who is dead is alive, however busy this machine is.
            await store.app.job_manager.update_heartbeat(worker.worker_id)
            await store.work_here(worker.worker_id, queues)
            if not said:
                log.info("taking jobs", extra={"worker": worker.worker_id})
                taking(True)
                said = True
            await store.rescue()
            await store.sweep()
        await asyncio.sleep(stores.BEAT_S if said else 0.05)
