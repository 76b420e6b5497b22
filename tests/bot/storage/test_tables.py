from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType

import pytest

from bot.storage import players, records, tables
from bot.storage.database import Database
from bot.storage.errors import Conflict
from bot.storage.records import Seed, Table
from bot.storage.rows import first, insert
from tests.bot.transactions import looking, writing

from . import make


def ids(found: list[records.Table]) -> list[str]:
    return [table.id for table in found]


async def test_a_table_comes_back_as_it_was_stored(db: Database) -> None:
    empty = make.table(
        "b", guild_id=None, channel_id=None, deadline_spec=None, seating="choice", options={}, outcome=None
    )
    full = make.table(
        "a",
        outcome={"reason": "won", "places": {"south": 1}},
        started_at=1.5,
        ended_at=2.5,
        turn=3,
        seq=4,
        settings={"press": "none", "adjustment": 6},
    )
    frozen = make.table("c", options=MappingProxyType({"map": MappingProxyType({"size": 3})}))
    async with writing(db) as tx:
        for table in (empty, full, frozen):
            tables.insert(tx, table)
    async with looking(db) as tx:
        assert tables.get(tx, "a") == full
        assert tables.get(tx, "b") == empty
        assert (tables.get(tx, "c") or empty).options == {"map": {"size": 3}}
        assert tables.get(tx, "nope") is None


async def test_an_id_is_given_once(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
    with pytest.raises(Conflict, match="k7f3"):
        async with writing(db) as tx:
            tables.insert(tx, make.table(name="another"))
    async with looking(db) as tx:
        assert tables.get(tx, "k7f3") == make.table()


async def test_lists_are_newest_first_and_keep_to_the_status(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table("old", created_at=1.0, status="over"))
        tables.insert(tx, make.table("new", created_at=3.0, status="playing"))
        tables.insert(tx, make.table("mid", created_at=2.0, lobby_message_id=77))
        tables.insert(tx, make.table("else", channel_id=21, guild_id=11))
        assert ids(tables.by_channel(tx, 20)) == ["new", "mid", "old"]
        assert ids(tables.by_channel(tx, 20, ["lobby", "over"])) == ["mid", "old"]
        assert tables.by_channel(tx, 20, []) == []
        tables.insert(tx, make.table("copy", guild_id=11, status="over", origin={"imported": True}))
        assert ids(tables.imported_to(tx, 11)) == ["copy"] and tables.imported_to(tx, 10) == []
        assert ids(tables.open_in(tx, 10)) == ["new", "mid"]
        by_message = first(tx, Table, lobby_message_id=77)
        assert by_message is not None and by_message.id == "mid"
        assert first(tx, Table, lobby_message_id=78) is None


async def test_of_user_tells_the_seat(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx, "aaa")
        tables.insert(tx, make.table("bbb", created_at=200.0, status="playing"))
        players.join(tx, "bbb", 2, name="two", joined_at=1.0, wish="north")
        tables.insert(tx, make.table("ccc"))
        found = tables.of_user(tx, 2)
        assert [(seated.table.id, seated.seat) for seated in found] == [("bbb", None), ("aaa", "north")]
        assert found[1].table == make.table("aaa")
        assert [seated.table.id for seated in tables.of_user(tx, 2, ["playing"])] == ["bbb"]
        assert tables.of_user(tx, 3) == []


async def test_search_by_the_beginning_of_the_id(db: Database) -> None:
    async with writing(db) as tx:
        for number in range(30):
            tables.insert(tx, make.table(f"k{number:02}", created_at=float(number)))
            players.join(tx, f"k{number:02}", 2, name="two", joined_at=float(-number))
        tables.insert(tx, make.table("x_1", guild_id=11, status="over"))
        assert ids(tables.search(tx, "K2", 10, limit=3)) == ["k29", "k28", "k27"]
        assert len(tables.search(tx, "", 10)) == 25
        assert ids(tables.search(tx, "", 11)) == ["x_1"]
        # What LIKE takes for a wildcard is a letter here.
        assert tables.search(tx, "%", 11) == []
        assert tables.search(tx, "_", 11) == []
        assert ids(tables.search(tx, "X_", 11)) == ["x_1"]
        assert ids(tables.search_own(tx, "K2", 2, limit=3)) == ["k20", "k21", "k22"]
        assert tables.search_own(tx, "", 3) == []


async def test_the_newest_of_a_channel(db: Database) -> None:
    async with writing(db) as tx:
        for number, status in enumerate(("over", "over", "lobby", "playing")):
            tables.insert(tx, make.table(f"t{number}", channel_id=5, created_at=float(number), status=status))
        players.join(tx, "t0", 2, name="two", joined_at=1.0)
        found = tables.newest_in(tx, 5, ["over"])
        assert found is not None and found.id == "t1"
        found = tables.newest_in(tx, 5, ["over", "lobby"])
        assert found is not None and found.id == "t2"
        assert tables.newest_in(tx, 6, ["over"]) is None
        assert tables.newest_in(tx, 5, ["over"], seated=2) is None, "without a seat nobody played"
        players.change(tx, "t0", 2, seat="north")
        found = tables.newest_in(tx, 5, ["over"], seated=2)
        assert found is not None and found.id == "t0"


async def test_single_columns(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        tables.insert(tx, make.table("other"))
        tables.set_status(tx, "k7f3", "closed")
        tables.change(tx, "k7f3", started_at=150.5)
        tables.change(tx, "k7f3", channel_id=make.BIG, guild_id=12)
        tables.change(tx, "k7f3", lobby_message_id=make.BIG + 1)
        tables.change(tx, "k7f3", host_id=9)
        tables.change(tx, "k7f3", deadline_spec=None)
        tables.change(tx, "k7f3", turn=5, seq=6)
        assert tables.get(tx, "k7f3") == make.table(
            status="closed",
            started_at=150.5,
            channel_id=make.BIG,
            guild_id=12,
            lobby_message_id=make.BIG + 1,
            host_id=9,
            deadline_spec=None,
            turn=5,
            seq=6,
        )
        assert tables.get(tx, "other") == make.table("other")
        with pytest.raises(Conflict, match="no table nope"):
            tables.set_status(tx, "nope", "over")


async def test_options_change_only_in_the_lobby(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        tables.update_options(tx, "k7f3", {"fog": False}, {"press": "none"})
        tables.set_status(tx, "k7f3", "playing")
        with pytest.raises(Conflict):
            tables.update_options(tx, "k7f3", {}, {})
        assert tables.get(tx, "k7f3") == make.table(
            status="playing", options={"fog": False}, settings={"press": "none"}
        )


async def test_advance_needs_the_step_it_comes_from(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        tables.advance(tx, "k7f3", 0, 1, 1)
        with pytest.raises(Conflict, match="step 0"):
            tables.advance(tx, "k7f3", 0, 1, 1)
        assert tables.get(tx, "k7f3") == make.table(status="playing", seq=1, turn=1)
        tables.advance(tx, "k7f3", 1, 2, 9, "over")
        assert tables.get(tx, "k7f3") == make.table(status="over", seq=2, turn=9)
        with pytest.raises(Conflict):
            tables.advance(tx, "nope", 0, 1, 1)


async def test_a_game_ends_once(db: Database) -> None:
    outcome = {"reason": "conquest", "places": {"south": 1, "north": 2}}
    async with writing(db) as tx:
        tables.insert(tx, make.table(status="playing"))
        tables.finish(tx, "k7f3", outcome, 300.5)
        with pytest.raises(Conflict):
            tables.finish(tx, "k7f3", None, 301.0)
        assert tables.get(tx, "k7f3") == make.table(status="over", outcome=outcome, ended_at=300.5)
        tables.insert(tx, make.table("b"))
        tables.finish(tx, "b", None, 1.0)
        assert tables.get(tx, "b") == make.table("b", status="over", ended_at=1.0)


async def test_seeds_are_given_once_and_seen_nowhere_else(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        insert(tx, Seed(table_id="k7f3", seed="5eed"))
        with pytest.raises(Conflict):
            insert(tx, Seed(table_id="k7f3", seed="other"))
        assert tables.seed_of(tx, "k7f3") == "5eed"
        assert tables.seed_of(tx, "nope") is None
        assert "5eed" not in repr(tables.get(tx, "k7f3"))
    for record in vars(records).values():
        own = record in (records.Seed, records.Board)  # a board is its owner's alone, and of no game
        if isinstance(record, type) and is_dataclass(record) and not own:
            assert "seed" not in {column.name for column in fields(record)}


def test_records_are_values() -> None:
    table = make.table()
    assert replace(table, turn=1) != table
    with pytest.raises(AttributeError):
        table.turn = 1  # type: ignore[misc]
