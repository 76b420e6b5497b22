import pytest
from sqlalchemy.exc import StatementError

from bot.storage import drafts, steps, tables
from bot.storage.database import Database
from bot.storage.errors import Conflict
from bot.storage.records import Draft, Step
from bot.storage.rows import count, first, insert, remove
from tests.bot.transactions import looking, writing

from . import make


async def test_steps_come_back_byte_for_byte(db: Database) -> None:
    declared = make.step(3, kind="declare", seat="north", orders={}, events=())
    sealed = make.step(2, seals={"south": {"salt": "5a17", "sha256": "d1ce"}})
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        tables.insert(tx, make.table("other"))
        assert steps.newest(tx, "k7f3") is None
        assert count(tx, Step, table_id="k7f3") == 0
        for step in (make.step(1), sealed, declared, make.step(1, "other")):
            insert(tx, step)
    async with looking(db) as tx:
        assert steps.newest(tx, "k7f3") == declared
        assert first(tx, Step, table_id="k7f3", seq=2) == sealed
        assert first(tx, Step, table_id="k7f3", seq=4) is None
        assert steps.between(tx, "k7f3", 1, 2) == [make.step(1), sealed]
        assert steps.between(tx, "k7f3", 2, 99) == [sealed, declared]
        assert steps.between(tx, "k7f3", 3, 2) == []
        assert count(tx, Step, table_id="k7f3") == 3
        assert count(tx, Step, table_id="other") == 1


async def test_no_turn_is_resolved_twice(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        insert(tx, make.step(1))
    with pytest.raises(Conflict, match="seq 1"):
        async with writing(db) as tx:
            tables.change(tx, "k7f3", turn=9, seq=9)
            insert(tx, make.step(1, state="another"))
    async with looking(db) as tx:
        assert steps.newest(tx, "k7f3") == make.step(1)
        assert tables.get(tx, "k7f3") == make.table()


async def test_what_is_not_json_is_refused(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
    for bad in (float("nan"), {1, 2}):
        with pytest.raises((StatementError, ValueError, TypeError)):
            async with writing(db) as tx:
                insert(tx, make.step(events=[{"value": bad}]))


async def test_a_draft_takes_the_place_of_the_former(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        drafts.put(tx, make.draft())
        drafts.put(tx, make.draft("north"))
        assert drafts.get(tx, "k7f3", "south", 1) == make.draft()
        newer = make.draft(orders=[], ready=True, user_id=3, at=6.5)
        drafts.put(tx, newer)
        assert drafts.of_table(tx, "k7f3", 1) == {"north": make.draft("north"), "south": newer}
        assert list(drafts.of_table(tx, "k7f3", 1)) == ["north", "south"]
        drafts.put(tx, make.draft(turn=2))
        assert drafts.get(tx, "k7f3", "south", 1) is None
        assert drafts.of_table(tx, "k7f3", 1) == {"north": make.draft("north")}


async def test_ready_only_for_the_turn_of_the_draft(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        drafts.put(tx, make.draft(turn=2))
        drafts.put(tx, make.draft("north", turn=2))
        assert not drafts.set_ready(tx, "k7f3", "south", 1, True)
        assert not drafts.set_ready(tx, "k7f3", "east", 2, True)
        assert drafts.set_ready(tx, "k7f3", "south", 2, True)
        assert drafts.get(tx, "k7f3", "south", 2) == make.draft(turn=2, ready=True)
        assert drafts.get(tx, "k7f3", "north", 2) == make.draft("north", turn=2)
        assert drafts.set_ready(tx, "k7f3", "south", 2, False)
        assert drafts.get(tx, "k7f3", "south", 2) == make.draft(turn=2)


async def test_clearing_drafts(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        tables.insert(tx, make.table("other"))
        drafts.put(tx, make.draft(table_id="other"))
        for seat, turn in (("a", 1), ("b", 2), ("c", 3), ("d", 3)):
            drafts.put(tx, make.draft(seat, turn=turn))
        assert remove(tx, Draft, table_id="k7f3", seat="d")
        assert not remove(tx, Draft, table_id="k7f3", seat="d")
        assert drafts.clear_table(tx, "k7f3", 2) == 2
        assert drafts.of_table(tx, "k7f3", 3) == {"c": make.draft("c", turn=3)}
        assert len(drafts.of_table(tx, "other", 1)) == 1
