"""The queue's tables and statements.

They stand in a schema of their own beside the bot's, made when the first process opens the queue. Nothing in
it has to last, so there are no migrations: a new layout gets a new schema. Procrastinate's tables give a job
out by its number alone; its arguments, which may be what one seat alone may see, and its result are in
`fieldpost_jobs`. That table is unlogged, so they are in no write-ahead log, replica or base backup. The
arguments are deleted when the result is stored, the row when that is fetched.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AppNotOpen, ConnectorException
from procrastinate.jobs import Status
from psycopg import sql
from psycopg_pool import PoolTimeout

from bot.common.local_pool import GIVEN_UP, MOST_BEGUN, Job
from bot.storage import dialect

log = logging.getLogger(__name__)

LAYOUT = "fieldpost_queue_1"
"""The schema. Its number grows with every change of `TABLES` and of Procrastinate's schema."""
CHANNEL = "fieldpost_queue"
"""Tells the number of a job that is done. The number is no secret."""
TASK = "job"
BEAT_S, DEAD_S = 3.0, 15.0
"""How often a worker gives a sign of life, and after which silence it is dead."""
SWEEP_S, KEEP_GIVEN_UP = 30.0, "30 days"
"""How long an unfetched job stays after its deadline, and how long a job that was given up is not tried."""
UNREACHABLE = (psycopg.Error, PoolTimeout, ConnectorException, AppNotOpen)
"""What is raised when the database is not there, or does not do as it should."""

TABLES = """
CREATE UNLOGGED TABLE fieldpost_jobs (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    key bytea NOT NULL,  -- the same for the same job with the same arguments in the same version
    arguments bytea,
    result bytea,
    held boolean NOT NULL DEFAULT false,
    begun integer NOT NULL DEFAULT 0,
    ticket bigint,  -- Procrastinate's job, while a worker holds it
    until timestamptz NOT NULL
);
ALTER TABLE fieldpost_jobs ALTER arguments SET STORAGE EXTERNAL, ALTER result SET STORAGE EXTERNAL;
CREATE TABLE fieldpost_given_up (
    key bytea PRIMARY KEY,
    name text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE fieldpost_workers (
    id bigint PRIMARY KEY REFERENCES procrastinate_workers ON DELETE CASCADE,
    queues text[] NOT NULL
);
"""


@dataclass(frozen=True)
class Taken:
    """A job that this process holds. seconds: until its deadline;  begun: how often anybody began it"""

    id: int
    name: str
    arguments: bytes
    begun: int
    seconds: float

    def __repr__(self) -> str:
        """Without the arguments: they may be secret."""
        return f"Taken(id={self.id}, name={self.name!r}, begun={self.begun})"


@cache
def version() -> str:
    """Name this code. Processes with other code share no jobs: arguments and functions may differ."""
    root = Path(__file__).parents[2]
    read = hashlib.sha256()
    for package in ("adjudicator", "engines", "bot", "maps"):
        for path in sorted((root / package).rglob("*.py")):
            read.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return read.hexdigest()[:12]


def queue_of(name: str) -> str:
    """Procrastinate's queue of a job. PostgreSQL allows 63 bytes for a channel, 24 of which are taken."""
    return f"{name}/{version()}"


def key_of(name: str, arguments: bytes) -> bytes:
    return hashlib.sha256(queue_of(name).encode() + b"\0" + arguments).digest()


class Store:
    """An open queue. Every method may raise one of `UNREACHABLE`."""

    def __init__(self, app: App, connector: PsycopgConnector) -> None:
        """Use `opened`."""
        self.app, self._connector = app, connector

    # -- who asks

    async def ask(self, name: str, job: Job, arguments: bytes) -> int | None:
        """Queue a job; its number. None: it is given up."""
        async with self._connector.pool.connection() as connection:
            row = await (
                await connection.execute(
                    "INSERT INTO fieldpost_jobs (name, key, arguments, until)"
                    " SELECT %(name)s, %(key)s, %(arguments)s, now() + make_interval(secs => %(seconds)s)"
                    " WHERE NOT EXISTS (SELECT FROM fieldpost_given_up WHERE key = %(key)s) RETURNING id",
                    {
                        "name": name,
                        "key": key_of(name, arguments),
                        "arguments": arguments,
                        "seconds": job.seconds,
                    },
                )
            ).fetchone()
            if row is None:
                return None
            await self.app.configure_task(
                TASK, queue=queue_of(name), priority=job.priority, connection=connection
            ).defer_async(id=row[0])
            return int(row[0])

    async def fetch(self, number: int) -> bytes | None:
        """The result, which is deleted. None: it is not there yet."""
        row = await self._row(
            "DELETE FROM fieldpost_jobs WHERE id = %s AND result IS NOT NULL RETURNING result", number
        )
        return None if row is None else bytes(row[0])

    async def known(self, number: int) -> bool:
        """Whether the job is there; unlogged tables are empty after a crash of the database."""
        return await self._row("SELECT FROM fieldpost_jobs WHERE id = %s", number) is not None

    async def forget(self, number: int) -> None:
        """Delete a job, however far it is."""
        await self._row("DELETE FROM fieldpost_jobs WHERE id = %s RETURNING id", number)

    async def queues(self) -> frozenset[str]:
        """The queues from which a living worker takes."""
        rows = await self._rows(
            "SELECT DISTINCT unnest(queues) FROM fieldpost_workers JOIN procrastinate_workers USING (id)"
            " WHERE last_heartbeat > now() - make_interval(secs => %s)",
            DEAD_S,
        )
        return frozenset(row[0] for row in rows)

    # -- who works

    async def work_here(self, worker: int, queues: Iterable[str]) -> None:
        """Note from which queues a worker takes. Raises if it was taken for dead."""
        await self._row(
            "INSERT INTO fieldpost_workers (id, queues) VALUES (%s, %s)"
            " ON CONFLICT (id) DO UPDATE SET queues = excluded.queues RETURNING id",
            worker,
            list(queues),
        )

    async def take(self, number: int, ticket: int | None) -> Taken | None:
        """Hold a job, and count that it begins. None: somebody has it, or nobody wants it.

        ticket: Procrastinate's job; None: who asked for it takes it
        """
        return await self._taken(
            "UPDATE fieldpost_jobs SET held = true, begun = begun + 1, ticket = %s"
            " WHERE id = %s AND NOT held AND result IS NULL AND until > now()"
            " RETURNING id, name, arguments, begun, extract(epoch FROM until - now())::float",
            ticket,
            number,
        )

    async def again(self, taken: Taken) -> Taken | None:
        """Count that a job begins again. None: this process holds it no longer."""
        return await self._taken(
            "UPDATE fieldpost_jobs SET begun = begun + 1"
            " WHERE id = %s AND held AND begun = %s AND until > now()"
            " RETURNING id, name, arguments, begun, extract(epoch FROM until - now())::float",
            taken.id,
            taken.begun,
        )

    async def finish(self, taken: Taken, result: bytes) -> None:
        """Store a result, and wake who asked; nothing, if this process holds the job no longer."""
        await self._row(
            "WITH done AS (UPDATE fieldpost_jobs SET result = %s, arguments = NULL, held = false"
            " WHERE id = %s AND held AND begun = %s RETURNING id) SELECT pg_notify(%s, id::text) FROM done",
            result,
            taken.id,
            taken.begun,
            CHANNEL,
        )

    async def give_up(self, number: int, begun: int) -> None:
        """Store that a job has killed its workers, so that nobody tries it again."""
        await self._row(
            "WITH done AS (UPDATE fieldpost_jobs SET result = %s, arguments = NULL, held = false"
            " WHERE id = %s AND held AND begun = %s RETURNING id, key, name),"
            " noted AS (INSERT INTO fieldpost_given_up (key, name) SELECT key, name FROM done"
            " ON CONFLICT DO NOTHING) SELECT pg_notify(%s, id::text) FROM done",
            GIVEN_UP,
            number,
            begun,
            CHANNEL,
        )

    async def give_back(self, taken: Taken, priority: int) -> None:
        """Let another worker do it: this one ends, which is not the job's fault."""
        freed = await self._row(
            "UPDATE fieldpost_jobs SET held = false, begun = begun - 1, ticket = NULL"
            " WHERE id = %s AND held AND begun = %s RETURNING id",
            taken.id,
            taken.begun,
        )
        if freed is not None:
            await self._offer(taken.id, taken.name, priority)

    async def _offer(self, number: int, name: str, priority: int) -> None:
        await self.app.configure_task(TASK, queue=queue_of(name), priority=priority).defer_async(id=number)

    # -- what is left over

    async def rescue(self) -> None:
        """Offer the jobs of dead workers again; those that were begun often enough are given up."""
        manager = self.app.job_manager
        for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_S):
            number, ticket = stalled.task_kwargs["id"], stalled.id
            assert isinstance(number, int) and ticket is not None
            row = await self._row(
                "UPDATE fieldpost_jobs SET ticket = NULL, held = begun >= %s"
                " WHERE id = %s AND held AND ticket = %s RETURNING begun, name, held",
                MOST_BEGUN,
                number,
                ticket,
            )
            if row is not None:
                begun, name, hopeless = row
                log.warning("a worker died", extra={"job": name, "begun": begun})
                if hopeless:
                    await self.give_up(number, begun)
                else:
                    await self.app.configure_task(
                        TASK, queue=stalled.queue, priority=stalled.priority
                    ).defer_async(id=number)
            with suppress(ConnectorException):  # another process was quicker
                await manager.finish_job(stalled, Status.FAILED, delete_job=True)

    async def sweep(self) -> None:
        """Delete what nobody fetches, and what nobody needs to take any more."""
        await self._rows(
            "DELETE FROM fieldpost_jobs WHERE until < now() - make_interval(secs => %s) RETURNING id", SWEEP_S
        )
        await self._rows(
            "DELETE FROM fieldpost_given_up WHERE at < now() - %s::interval RETURNING key", KEEP_GIVEN_UP
        )
        await self._rows(
            "SELECT procrastinate_cancel_job_v1(id, false, true) FROM procrastinate_jobs AS offered"
            " WHERE status = 'todo'"
            " AND NOT EXISTS (SELECT FROM fieldpost_jobs WHERE id = (offered.args->>'id')::bigint)"
        )

    # -- statements

    async def _rows(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        async with self._connector.pool.connection() as connection:
            return await (await connection.execute(statement, values)).fetchall()

    async def _row(self, statement: LiteralString, *values: object) -> tuple[Any, ...] | None:
        return next(iter(await self._rows(statement, *values)), None)

    async def _taken(self, statement: LiteralString, *values: object) -> Taken | None:
        row = await self._row(statement, *values)
        return None if row is None else Taken(*row)


def conninfo(url: str) -> str:
    """The address as PostgreSQL's own library reads it."""
    return dialect.url_of(url).set(drivername="postgresql").render_as_string(hide_password=False)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open the queue of a database; make its tables if they are not there. Raises one of `UNREACHABLE`."""
    await asyncio.to_thread(version)  # it reads files
    await _make(conninfo(url))
    connector = PsycopgConnector(
        conninfo=conninfo(url),
        kwargs={"options": f"-c search_path={LAYOUT}"},
        min_size=1,
        max_size=4,
        timeout=5.0,
    )
    app = App(connector=connector)
    async with app.open_async():
        yield Store(app, connector)


async def _make(address: str) -> None:
    name = sql.Identifier(LAYOUT)
    async with await psycopg.AsyncConnection.connect(address) as connection:
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [LAYOUT])
        there = await (
            await connection.execute("SELECT to_regclass(%s)", [f"{LAYOUT}.fieldpost_workers"])
        ).fetchone()
        if there == (None,):
            await connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))
            await connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
            await connection.execute(App(connector=PsycopgConnector()).schema_manager.get_schema())
            await connection.execute(TABLES)
