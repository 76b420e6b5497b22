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
from tests.bot.transactions import writing

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
    async with writing(db) as tx:
        for code in ("k7f3", "a2b3"):
            tables.insert(tx, make.table(code))


@pytest.mark.parametrize(("record", "changed"), KEPT, ids=lambda given: type(given).__name__)
async def test_a_record_comes_back_as_it_was_saved(db: Database, record: Any, changed: Any) -> None:
    await some_tables(db)
    async with writing(db) as tx:
        rows.save(tx, record)
    async with writing(db) as tx:
        assert rows.find(tx, type(record)) == [record]
        rows.save(tx, replace(record, **changed))
        assert rows.first(tx, type(record)) == replace(record, **changed)
        with pytest.raises(Conflict, match="already"):
            rows.insert(tx, record)
        assert rows.remove(tx, type(record)) == 1
        assert rows.first(tx, type(record)) is None
        rows.insert(tx, record)
        assert rows.count(tx, type(record)) == 1


async def test_rows_are_found_by_their_values_in_the_order_of_their_keys(db: Database) -> None:
    await some_tables(db)
    given = [LogEntry(table_id="k7f3", at=float(at), turn=at % 2, act="undo", text="") for at in range(5)]
    async with writing(db) as tx:
        stored = [replace(entry, id=rows.append(tx, entry)) for entry in given]
        other = replace(given[0], table_id="a2b3")
        assert rows.append(tx, other) > stored[4].id > stored[0].id > 0
        assert rows.find(tx, LogEntry, table_id="k7f3") == stored
        assert rows.find(tx, LogEntry, table_id="k7f3", turn=1) == [stored[1], stored[3]]
        newest = rows.find(tx, LogEntry, newest=True, limit=2, offset=1, table_id="k7f3")
        assert newest == [stored[3], stored[2]]
        assert rows.first(tx, LogEntry, table_id="k7f3", at=3.0) == stored[3]
        assert rows.count(tx, LogEntry, table_id="k7f3", turn=0) == 3
        assert rows.remove(tx, LogEntry, table_id="k7f3", turn=0) == 3
        assert rows.remove(tx, LogEntry, table_id="k7f3", turn=0) == 0
        assert rows.count(tx, LogEntry) == 3
        rows.save(tx, TAKEN)
        rows.save(tx, REFUSED)
        assert rows.find(tx, Silence) == [REFUSED, TAKEN]


async def test_single_values(db: Database) -> None:
    async with writing(db) as tx:
        assert rows.read_value(tx, "commands") is None
        rows.save(tx, Value(key="commands", value="abc"))
        rows.save(tx, Value(key="other", value="x"))
        assert rows.read_value(tx, "commands") == "abc"


@pytest.mark.parametrize("record", [TAKEN, make.letter(), Seed(table_id="k7f3", seed="5eed")])
async def test_only_for_tables_that_there_are(db: Database, record: Any) -> None:
    with pytest.raises(IntegrityError):
        async with writing(db) as tx:
            rows.save(tx, record)


async def test_a_seat_has_what_it_sent_what_it_got_and_what_all_got(db: Database) -> None:
    await some_tables(db)
    async with writing(db) as tx:
        sent, got, _, public, own, _ = [
            replace(letter, id=rows.append(tx, letter))
            for letter in (
                make.letter("sent", sender_seat="south", recipients=["north", "east"]),
                make.letter("got", sender_seat="north", recipients=["east", "south"]),
                make.letter("others", sender_seat="north", recipients=["deep-south", "south-2", "sout"]),
                make.letter("public", sender_seat="east", recipients=[EVERYONE]),
                make.letter("own public", sender_seat="south", recipients=[EVERYONE]),
                make.letter("elsewhere", table_id="a2b3", sender_seat="south", recipients=["south"]),
            )
        ]
        assert letters.of_seat(tx, "k7f3", "south") == [own, public, got, sent]
        assert letters.of_seat(tx, "k7f3", "sou_h") == [own, public], "no wildcards"
        assert letters.of_seat(tx, "k7f3", "%") == [own, public]
        assert letters.of_seat(tx, "k7f3", "south", 2) == [own, public]
        assert letters.of_seat(tx, "k7f3", "south", 2, before=public.id) == [got, sent]
        assert letters.of_seat(tx, "k7f3", "south", 2, before=sent.id) == []
        assert letters.of_seat(tx, "nope", "south") == []
        assert rows.count(tx, Letter, table_id="a2b3") == 1
