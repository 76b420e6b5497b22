from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from bot.features.muting import store
from bot.storage import tables
from bot.storage.database import Database
from bot.storage.records import Silence

from . import make

ONE = Silence(table_id="k7f3", user_id=make.BIG, channel_id=make.BIG + 1, before={"send_messages": None})


async def test_what_was_taken_comes_back_as_it_was(db: Database) -> None:
    other = Silence(
        table_id="a2b3",
        user_id=7,
        channel_id=20,
        before={"send_messages": True, "add_reactions": False},
        made=True,
        status="refused",
        why="above",
    )
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await tables.insert(tx, make.table("a2b3"))
        await store.put(tx, ONE)
        await store.put(tx, other)
    async with db.read() as tx:
        assert await store.every(tx) == [other, ONE]


async def test_the_newest_word_counts_until_it_is_forgotten(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await store.put(tx, ONE)
        await store.put(tx, replace(ONE, status="set"))
        assert await store.every(tx) == [replace(ONE, status="set")]
        assert not await store.forget(tx, "k7f3", 7)
        assert await store.forget(tx, "k7f3", make.BIG)
        assert not await store.forget(tx, "k7f3", make.BIG)
        assert await store.every(tx) == []


async def test_only_for_tables_that_there_are(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.begin() as tx:
            await store.put(tx, ONE)
