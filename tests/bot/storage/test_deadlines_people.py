from bot.storage import deadlines, outbox, people, players, tables
from bot.storage.database import Database
from bot.storage.records import Deadline, Person
from tests.bot.transactions import writing

from . import make


async def test_deadlines_come_in_order_and_go_by_turn(db: Database) -> None:
    async with writing(db) as tx:
        assert deadlines.earliest(tx) is None
        for name, due_at in (("a", 30.0), ("b", 10.0), ("c", 20.5)):
            tables.insert(tx, make.table(name))
            deadlines.set(tx, name, 1, due_at)
        b = Deadline(table_id="b", turn=1, due_at=10.0)
        c = Deadline(table_id="c", turn=1, due_at=20.5)
        assert deadlines.earliest(tx) == b
        assert deadlines.due(tx, 9.9) == []
        assert deadlines.due(tx, 20.5) == [b, c]
        deadlines.set(tx, "b", 2, 40.0, extended=1)
        assert deadlines.earliest(tx) == c
        # The clock comes with turn 1, but the table has moved on: its new deadline stays.
        assert not deadlines.delete(tx, "b", 1)
        assert deadlines.get(tx, "b") == Deadline(table_id="b", turn=2, due_at=40.0, extended=1)
        assert deadlines.delete(tx, "b", 2)
        assert deadlines.get(tx, "b") is None
        moved = deadlines.move(tx, c, 99.0, data={"grace": True})
        assert deadlines.get(tx, "c") == moved
        assert (moved.due_at, moved.data, moved.turn) == (99.0, {"grace": True}, 1)


async def test_a_table_has_one_row_of_each_kind(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table("a"))
        deadlines.set(tx, "a", 1, 30.0)
        for kind, due_at in (("early", 10.0), ("remind", 20.0), ("early", 15.0)):
            deadlines.put(tx, Deadline(table_id="a", kind=kind, turn=1, due_at=due_at))  # type: ignore[arg-type]
        assert [(row.kind, row.due_at) for row in deadlines.due(tx, 99.0)] == [
            ("early", 15.0),
            ("remind", 20.0),
            ("turn", 30.0),
        ]
        first = deadlines.earliest(tx, ["turn", "remind"])
        assert first is not None and first.kind == "remind"
        assert deadlines.due(tx, 29.0, ["turn"]) == []
        deadlines.drop(tx, "a", "early", "remind")
        assert [row.kind for row in deadlines.due(tx, 99.0)] == ["turn"]
        deadlines.drop(tx, "a")
        assert deadlines.earliest(tx) is None


async def test_people_are_remembered_bit_by_bit(db: Database) -> None:
    async with writing(db) as tx:
        assert people.get(tx, make.BIG) == Person(user_id=make.BIG)
        people.found_closed(tx, make.BIG, 7.0)
        people.set_dm_channel(tx, make.BIG, 50)
        people.set_dm_channel(tx, 1, 51)
        people.reached(tx, 2)
        big = Person(user_id=make.BIG, dm_channel_id=50, reachable=False, closed_at=7.0, closed_times=1)
        one = Person(user_id=1, dm_channel_id=51)
        assert people.get(tx, make.BIG) == big
        assert people.get(tx, 1) == one


async def test_who_was_found_closed(db: Database) -> None:
    async def closed(user_id: int) -> tuple[bool | None, float | None, int]:
        person = people.get(tx, user_id)
        return person.reachable, person.closed_at, person.closed_times

    async with writing(db) as tx:
        people.acted(tx, 1)
        assert await closed(1) == (None, None, 0)
        people.found_closed(tx, 1, 7.0)
        people.acted(tx, 1, since=5.0)
        assert await closed(1) == (False, None, 1), "the first time at once"
        people.found_closed(tx, 1, 8.0)
        people.acted(tx, 1, since=8.0)
        assert await closed(1) == (False, 8.0, 2)
        people.acted(tx, 1, since=8.5)
        assert await closed(1) == (False, None, 2)
        people.found_closed(tx, 1, 9.0)
        people.acted(tx, 1)
        assert await closed(1) == (False, None, 3)
        people.reached(tx, 1)
        assert await closed(1) == (True, None, 0)


async def test_a_dm_is_dealt_with_once(db: Database) -> None:
    async with writing(db) as tx:
        assert people.set_last_dm(tx, 1, make.BIG)
        assert not people.set_last_dm(tx, 1, make.BIG)
        assert not people.set_last_dm(tx, 1, make.BIG - 1)
        assert people.set_last_dm(tx, 1, make.BIG + 1)
        assert people.get(tx, 1).last_dm_id == make.BIG + 1
        assert people.get(tx, 2).last_dm_id is None


async def test_settings_are_merged(db: Database) -> None:
    async with writing(db) as tx:
        assert people.update_settings(tx, 1, {"remind": 3, "pictures": True}) == {
            "remind": 3,
            "pictures": True,
        }
        people.update_settings(tx, 1, {"remind": None, "zone": "Europe/Oslo"})
        assert people.get(tx, 1).settings == {"pictures": True, "zone": "Europe/Oslo"}


async def test_where_to_look_for_missed_messages(db: Database) -> None:
    """Of those who play: after the message that was read last."""
    async with writing(db) as tx:
        for code, status in (("a", "playing"), ("b", "playing"), ("c", "over")):
            tables.insert(tx, make.table(code, status=status))
        for user, codes in {1: "ab", 2: "a", 3: "c", 4: "b"}.items():
            for code in codes:
                players.join(tx, code, user, name="Ada", joined_at=1.0)
            people.set_dm_channel(tx, user, 50 + user)
        for user in (1, 3, 4):
            people.set_last_dm(tx, user, 900 + user)
        assert people.in_play(tx) == [(1, 51, 901), (4, 54, 904)]
        for number in range(3):
            outbox.put(tx, key=str(number), payload={}, created_at=1.0, user_id=1)
            [post] = outbox.next_due(tx, 2.0)
            outbox.mark_sending(tx, post.id, 1.0)
            outbox.mark_sent(tx, post.id, 51, 800 + number, 2.0)
        assert outbox.newest_sent(tx, 2) == [(802, 2.0), (801, 2.0)]
