"""What every table can do, see `bot.storage.rows`; and the letters of a seat."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.features.letters import store as letters
from bot.storage import rows, tables
from bot.storage.database import Database
from bot.storage.errors import Conflict
from bot.storage.records import EVERYONE, Letter, LogEntry, Plan, Seed, Silence, Value

from . import make

TAKEN = Silence(table_id="k7f3", user_id=make.BIG, channel_id=make.BIG + 1, before={"send_messages": None})
REFUSED = Silence(
    table_id="a2b3",
    user_id=7,
    channel_id=20,
    before={"send_messages": True, "add_reactions": False},
    made=True,
    status="refused",
    why="above",
)
TEXT = "Meet me at “Coney”…\n\n> 50 %_\\ '; DROP TABLE letters; --"
KEPT = [
    (make.desk(), {"turn": 2, "message_id": make.BIG + 1}),
    (REFUSED, {"status": "set", "made": False}),
    (TAKEN, {"status": "set"}),
    (make.step(2, seals={"south": {"salt": "5a17", "sha256": "d1ce"}}), {"turn": 7}),
    (make.draft(orders=[]), {"orders": ["a1-a2"], "inherited": True}),
    (Plan(table_id="k7f3", seat="south", lines=[{"a": 1}, "b"], user_id=5, at=1.5), {"lines": []}),
    (Value(key="commands", value="abc"), {"value": ""}),
    (make.letter(TEXT, id=4, turn=0, recipients=["south", "west"], anonymous=True), {"text": "x"}),
]


async def some_tables(db: Database) -> None:
    async with db.begin() as tx:
        for code in ("k7f3", "a2b3"):
            await tables.insert(tx, make.table(code))


@pytest.mark.parametrize(("record", "changed"), KEPT, ids=lambda given: type(given).__name__)
async def test_a_record_comes_back_as_it_was_saved(db: Database, record: Any, changed: Any) -> None:
    await some_tables(db)
    async with db.begin() as tx:
        await rows.save(tx, record)
    async with db.begin() as tx:
        assert await rows.find(tx, type(record)) == [record]
        await rows.save(tx, replace(record, **changed))
        assert await rows.first(tx, type(record)) == replace(record, **changed)
        with pytest.raises(Conflict, match="already"):
            await rows.insert(tx, record)
        assert await rows.remove(tx, type(record)) == 1
        assert await rows.first(tx, type(record)) is None
        await rows.insert(tx, record)
        assert await rows.count(tx, type(record)) == 1


async def test_rows_are_found_by_their_values_in_the_order_of_their_keys(db: Database) -> None:
    await some_tables(db)
    given = [LogEntry(table_id="k7f3", at=float(at), turn=at % 2, act="undo", text="") for at in range(5)]
    async with db.begin() as tx:
        stored = [replace(entry, id=await rows.append(tx, entry)) for entry in given]
        other = replace(given[0], table_id="a2b3")
        assert await rows.append(tx, other) > stored[4].id > stored[0].id > 0
        assert await rows.find(tx, LogEntry, table_id="k7f3") == stored
        assert await rows.find(tx, LogEntry, table_id="k7f3", turn=1) == [stored[1], stored[3]]
        newest = await rows.find(tx, LogEntry, newest=True, limit=2, offset=1, table_id="k7f3")
        assert newest == [stored[3], stored[2]]
        assert await rows.first(tx, LogEntry, table_id="k7f3", at=3.0) == stored[3]
        assert await rows.count(tx, LogEntry, table_id="k7f3", turn=0) == 3
        assert await rows.remove(tx, LogEntry, table_id="k7f3", turn=0) == 3
        assert await rows.remove(tx, LogEntry, table_id="k7f3", turn=0) == 0
        assert await rows.count(tx, LogEntry) == 3
        await rows.save(tx, TAKEN)
        await rows.save(tx, REFUSED)
        assert await rows.find(tx, Silence) == [REFUSED, TAKEN]


async def test_single_values(db: Database) -> None:
    async with db.begin() as tx:
        assert await rows.read_value(tx, "commands") is None
        await rows.save(tx, Value(key="commands", value="abc"))
        await rows.save(tx, Value(key="other", value="x"))
        assert await rows.read_value(tx, "commands") == "abc"


@pytest.mark.parametrize("record", [TAKEN, make.letter(), Seed(table_id="k7f3", seed="5eed")])
async def test_only_for_tables_that_there_are(db: Database, record: Any) -> None:
    with pytest.raises(IntegrityError):
        async with db.begin() as tx:
            await rows.save(tx, record)


async def test_a_seat_has_what_it_sent_what_it_got_and_what_all_got(db: Database) -> None:
    await some_tables(db)
    async with db.begin() as tx:
        sent, got, _, public, own, _ = [
            replace(letter, id=await rows.append(tx, letter))
            for letter in (
                make.letter("sent", sender_seat="south", recipients=["north", "east"]),
                make.letter("got", sender_seat="north", recipients=["east", "south"]),
                make.letter("others", sender_seat="north", recipients=["deep-south", "south-2", "sout"]),
                make.letter("public", sender_seat="east", recipients=[EVERYONE]),
                make.letter("own public", sender_seat="south", recipients=[EVERYONE]),
                make.letter("elsewhere", table_id="a2b3", sender_seat="south", recipients=["south"]),
            )
        ]
        assert await letters.of_seat(tx, "k7f3", "south") == [own, public, got, sent]
        assert await letters.of_seat(tx, "k7f3", "sou_h") == [own, public], "no wildcards"
        assert await letters.of_seat(tx, "k7f3", "%") == [own, public]
        assert await letters.of_seat(tx, "k7f3", "south", 2) == [own, public]
        assert await letters.of_seat(tx, "k7f3", "south", 2, before=public.id) == [got, sent]
        assert await letters.of_seat(tx, "k7f3", "south", 2, before=sent.id) == []
        assert await letters.of_seat(tx, "nope", "south") == []
        assert await rows.count(tx, Letter, table_id="a2b3") == 1
