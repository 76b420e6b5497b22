"""A new version among processes of an older one."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from bot.storage import database, migrations
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.records import Process
from bot.storage.rows import find

from .conftest import Cluster, until

NEXT = "9999"
"""The schema of a later version."""


async def test_it_waits_until_the_older_ones_are_gone(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = await cluster.add("old")
    upgraded = list[object]()
    monkeypatch.setattr(database, "OLDER_AGAIN_S", 0.05)
    monkeypatch.setattr(migrations, "newest", lambda: NEXT)
    monkeypatch.setattr(migrations.command, "upgrade", lambda *_: upgraded.append(1))
    opening = asyncio.create_task(Database.open(cluster.url))
    await until(lambda: "this version waits until others are stopped" in caplog.text)
    assert not upgraded and not opening.done()
    assert "old of another version" in caplog.records[-1].why  # type: ignore[attr-defined]
    await first.member.leave()
    db = await asyncio.wait_for(opening, 30)
    assert upgraded == [1]
    assert await db.read(find, Process) == []
    await db.close()


async def test_an_older_one_does_not_join_after_the_upgrade(cluster: Cluster) -> None:
    db = await Database.open(cluster.url)
    await db.write(lambda tx: tx.execute(text(f"UPDATE alembic_version SET version_num = '{NEXT}'")))
    await db.close()
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:  # it was opened before
        patch.setattr(migrations, "upgrade", lambda *_: None)
        with pytest.raises(StorageError, match=f"schema {NEXT}"):
            await cluster.add("old")
