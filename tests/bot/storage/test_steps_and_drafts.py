import pytest
from sqlalchemy.exc import StatementError

from bot.storage import drafts, steps, tables
from bot.storage.database import Database
from bot.storage.errors import Conflict
from bot.storage.records import Draft, Step
from bot.storage.rows import count, first, insert, remove

from . import make


async def test_steps_come_back_byte_for_byte(db: Database) -> None:
    declared = make.step(3, kind="declare", seat="north", orders={}, events=())
    sealed = make.step(2, seals={"south": {"salt": "5a17", "sha256": "d1ce"}})
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await tables.insert(tx, make.table("other"))
        assert await steps.newest(tx, "k7f3") is None
        assert await count(tx, Step, table_id="k7f3") == 0
        for step in (make.step(1), sealed, declared, make.step(1, "other")):
            await insert(tx, step)
    async with db.read() as tx:
        assert await steps.newest(tx, "k7f3") == declared
        assert await first(tx, Step, table_id="k7f3", seq=2) == sealed
        assert await first(tx, Step, table_id="k7f3", seq=4) is None
        assert await steps.between(tx, "k7f3", 1, 2) == [make.step(1), sealed]
        assert await steps.between(tx, "k7f3", 2, 99) == [sealed, declared]
        assert await steps.between(tx, "k7f3", 3, 2) == []
        assert await count(tx, Step, table_id="k7f3") == 3
        assert await count(tx, Step, table_id="other") == 1


async def test_no_turn_is_resolved_twice(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await insert(tx, make.step(1))
    with pytest.raises(Conflict, match="seq 1"):
        async with db.begin() as tx:
            await tables.change(tx, "k7f3", turn=9, seq=9)
            await insert(tx, make.step(1, state="another"))
    async with db.read() as tx:
        assert await steps.newest(tx, "k7f3") == make.step(1)
        assert await tables.get(tx, "k7f3") == make.table()


async def test_what_is_not_json_is_refused(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
    for bad in (float("nan"), {1, 2}):
        with pytest.raises(StatementError):
            async with db.begin() as tx:
                await insert(tx, make.step(events=[{"value": bad}]))


async def test_a_draft_takes_the_place_of_the_former(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await drafts.put(tx, make.draft())
        await drafts.put(tx, make.draft("north"))
        assert await drafts.get(tx, "k7f3", "south", 1) == make.draft()
        newer = make.draft(orders=[], ready=True, user_id=3, at=6.5)
        await drafts.put(tx, newer)
        assert await drafts.of_table(tx, "k7f3", 1) == {"north": make.draft("north"), "south": newer}
        assert list(await drafts.of_table(tx, "k7f3", 1)) == ["north", "south"]
        await drafts.put(tx, make.draft(turn=2))
        assert await drafts.get(tx, "k7f3", "south", 1) is None
        assert await drafts.of_table(tx, "k7f3", 1) == {"north": make.draft("north")}


async def test_ready_only_for_the_turn_of_the_draft(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await drafts.put(tx, make.draft(turn=2))
        await drafts.put(tx, make.draft("north", turn=2))
        assert not await drafts.set_ready(tx, "k7f3", "south", 1, True)
        assert not await drafts.set_ready(tx, "k7f3", "east", 2, True)
        assert await drafts.set_ready(tx, "k7f3", "south", 2, True)
        assert await drafts.get(tx, "k7f3", "south", 2) == make.draft(turn=2, ready=True)
        assert await drafts.get(tx, "k7f3", "north", 2) == make.draft("north", turn=2)
        assert await drafts.set_ready(tx, "k7f3", "south", 2, False)
        assert await drafts.get(tx, "k7f3", "south", 2) == make.draft(turn=2)


async def test_clearing_drafts(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await tables.insert(tx, make.table("other"))
        await drafts.put(tx, make.draft(table_id="other"))
        for seat, turn in (("a", 1), ("b", 2), ("c", 3), ("d", 3)):
            await drafts.put(tx, make.draft(seat, turn=turn))
        assert await remove(tx, Draft, table_id="k7f3", seat="d")
        assert not await remove(tx, Draft, table_id="k7f3", seat="d")
        assert await drafts.clear_table(tx, "k7f3", 2) == 2
        assert await drafts.of_table(tx, "k7f3", 3) == {"c": make.draft("c", turn=3)}
        assert len(await drafts.of_table(tx, "other", 1)) == 1
