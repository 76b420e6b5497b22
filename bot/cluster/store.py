"""The rows of processes and leases, in SQL: this is for PostgreSQL alone. Moments are of its clock.

A lease has a row from the first process on, whoever holds it. One that a process holds points to its row in
`processes`: whoever removes that row frees its leases in the same transaction. That transaction is
serializable, as are all that write games: what a removed process writes late either came before it or is not
stored (`bot.storage.postgresql`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from psycopg.rows import class_row, dict_row

from bot.cluster.leases import Held
from bot.storage.dialect import MIGRATING
from bot.storage.errors import Fenced, StorageError
from bot.storage.migrations import newest
from bot.storage.postgresql import CHANNEL, SOON
from bot.storage.records import Lease, Process

LEASE_S = 20.0
"""Seconds after which a process that has not renewed its row is dead."""
NOW: LiteralString = "extract(epoch FROM clock_timestamp())::float8"
CHANGED = "cluster"
"""What the others are told when leases are free, or somebody has come."""
Connection = psycopg.AsyncConnection[Any]


@dataclass(frozen=True, slots=True)
class State:
    """All processes and leases, at one moment."""

    now: float
    processes: Mapping[int, Process]
    leases: Mapping[str, Lease]


async def connect(address: str) -> Connection:
    """A connection of its own, which hears what other processes tell."""
    connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **SOON)  # type: ignore[arg-type]
    await connection.execute(f"LISTEN {CHANNEL}".encode())
    return connection


async def join(
    connection: Connection, name: str, version: str, shards: int, keys: Iterable[str]
) -> tuple[int, float]:
    """Add this process, and the leases that are not there yet; its number, never used before, and the time.

    shards: as how many it counts the bot's shards
    Raises StorageError if the schema has changed since the database was opened.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock_shared(%s)", [MIGRATING])
        [(there,)] = await (await connection.execute("SELECT version_num FROM alembic_version")).fetchall()
        if there != newest():
            raise StorageError(f"the database has the schema {there} now: start this version anew")
        cursor = await connection.execute(
            "INSERT INTO processes (name, version, schema, shards, until, reaches, leaving) "
            f"VALUES (%s, %s, %s, %s, {NOW} + %s, false, false) RETURNING id, {NOW}",
            [name, version, newest(), shards, LEASE_S],
        )
        [(number, now)] = await cursor.fetchall()
        await connection.cursor().executemany(
            "INSERT INTO leases (key, term) VALUES (%s, 0) ON CONFLICT DO NOTHING", [(key,) for key in keys]
        )
    await tell(connection, number)
    return int(number), float(now)


async def shards_of_others(connection: Connection) -> int | None:
    """As how many the living processes count the bot's shards; None: there are none."""
    cursor = await connection.execute(f"SELECT max(shards) FROM processes WHERE until > {NOW}")
    [(found,)] = await cursor.fetchall()
    return None if found is None else int(found)


async def renew(connection: Connection, number: int, reaches: bool, connected: Collection[str]) -> float:
    """Live on; the time. connected: the shards' leases that have a connection. Raises Fenced if it is too
    late for that, whether or not anybody has removed this process yet."""
    cursor = await connection.execute(
        f"UPDATE processes SET until = {NOW} + %s, reaches = %s WHERE id = %s AND until > {NOW} "
        f"RETURNING {NOW}",
        [LEASE_S, reaches, number],
    )
    found = await cursor.fetchone()
    if found is None:
        raise Fenced(f"process {number} was taken for dead")
    if connected:
        await connection.execute(
            f"UPDATE leases SET alive_at = {NOW} WHERE process = %s AND key = ANY(%s)",
            [number, list(connected)],
        )
    return float(found[0])


async def look(connection: Connection) -> State:
    async with connection.cursor(row_factory=class_row(Process)) as cursor:
        await cursor.execute(
            "SELECT id, name, version, schema, shards, until, reaches, leaving FROM processes"
        )
        processes = {row.id: row for row in await cursor.fetchall()}
    async with connection.cursor(row_factory=dict_row) as plain:
        await plain.execute("SELECT key, process, term, until, alive_at, session FROM leases")
        leases = {row["key"]: Lease(**row) for row in await plain.fetchall()}
        await plain.execute(f"SELECT {NOW} AS now")
        [row] = await plain.fetchall()
    return State(row["now"], processes, leases)


async def bury(connection: Connection, own: int) -> list[str]:
    """Remove the processes that are dead, and free their leases; their names."""
    try:
        async with connection.transaction():
            await connection.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            cursor = await connection.execute(
                f"SELECT id, name FROM processes WHERE until < {NOW} AND id <> %s FOR UPDATE SKIP LOCKED",
                [own],
            )
            dead = dict(await cursor.fetchall())
            for number in dead:
                await _free(connection, number)
    except psycopg.errors.SerializationFailure:  # somebody else does it, or it lives after all
        return []
    if dead:
        await tell(connection, own)
    return list(dead.values())


async def leave(connection: Connection, number: int) -> None:
    """Remove this process, and free what it still holds."""
    async with connection.transaction():
        await connection.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        await _free(connection, number)
    await tell(connection, number)


async def _free(connection: Connection, number: int) -> None:
    await connection.execute("UPDATE leases SET process = NULL, session = NULL WHERE process = %s", [number])
    await connection.execute("DELETE FROM processes WHERE id = %s", [number])


async def leaving(connection: Connection, number: int) -> None:
    """Say that this process hands over what it holds: the others take more."""
    await connection.execute("UPDATE processes SET leaving = true WHERE id = %s", [number])
    await tell(connection, number)


async def take(connection: Connection, number: int, keys: Collection[str]) -> list[Held]:
    """Take those of these leases that are free. Raises Fenced if this process was removed."""
    async with connection.cursor(row_factory=class_row(Held)) as cursor:
        try:
            await cursor.execute(
                """
                UPDATE leases SET process = %s, term = leases.term + 1, session = NULL
                FROM (SELECT key, session FROM leases WHERE key = ANY(%s) AND process IS NULL
                      FOR UPDATE SKIP LOCKED) AS free
                WHERE leases.key = free.key
                RETURNING leases.key, leases.term, leases.alive_at AS since, free.session
                """,
                [number, list(keys)],
            )
        except psycopg.errors.ForeignKeyViolation:
            raise Fenced(f"process {number} was taken for dead") from None
        return await cursor.fetchall()


async def give_back(
    connection: Connection, number: int, left: Mapping[str, Mapping[str, Any] | None]
) -> None:
    """Free these leases, each with where it can go on."""
    for key, session in left.items():
        await connection.execute(
            "UPDATE leases SET process = NULL, session = %s WHERE key = %s AND process = %s",
            [None if session is None else json.dumps(dict(session)), key, number],
        )
    await tell(connection, number)


async def hold_for(connection: Connection, number: int, key: str, seconds: float) -> float:
    """Take a lease that ends by itself after so many seconds. 0.0: it is ours; else until when somebody else
    has it, in seconds."""
    cursor = await connection.execute(
        f"""
        INSERT INTO leases (key, process, term, until) VALUES (%(key)s, %(number)s, 1, {NOW} + %(seconds)s)
        ON CONFLICT (key) DO UPDATE
        SET process = excluded.process, term = leases.term + 1, until = excluded.until
        WHERE leases.until <= {NOW}
        """,
        {"key": key, "number": number, "seconds": seconds},
    )
    if cursor.rowcount:
        return 0.0
    cursor = await connection.execute(f"SELECT until - {NOW} FROM leases WHERE key = %s", [key])
    found = await cursor.fetchone()
    return max(found[0], 0.05) if found is not None else 0.05


async def tell(connection: Connection, number: int) -> None:
    """Let the others look at processes and leases at once."""
    await connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{number} {CHANGED}"])
