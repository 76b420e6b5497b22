import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.storage import players, schema, tables
from bot.storage.database import Database, Tx
from bot.storage.errors import Conflict
from bot.storage.records import Player
from bot.storage.rows import first, remove
from tests.bot.transactions import writing

from . import make


def seat_of(tx: Tx, code: str, user: int) -> str | None:
    player = first(tx, Player, table_id=code, user_id=user)
    return player and player.seat


def user_of(tx: Tx, code: str, seat: str) -> int | None:
    player = first(tx, Player, table_id=code, seat=seat)
    return player and player.user_id


async def test_join_leave_and_wish(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        assert players.join(tx, "k7f3", make.BIG, name="Zoë", joined_at=2.5, wish="south")
        assert players.join(tx, "k7f3", 2, name="Two", joined_at=1.5)
        assert not players.join(tx, "k7f3", 2, name="Two again", joined_at=9.0, wish="north")
        two = Player(table_id="k7f3", user_id=2, name="Two", joined_at=1.5)
        zoe = Player(table_id="k7f3", user_id=make.BIG, name="Zoë", joined_at=2.5, wish="south")
        assert players.of_table(tx, "k7f3") == [two, zoe]
        players.change(tx, "k7f3", make.BIG, wish=None)
        changed = first(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert changed is not None and changed.wish is None
        assert first(tx, Player, table_id="k7f3", user_id=2) == two
        with pytest.raises(Conflict):
            players.change(tx, "k7f3", 3, wish="south")
        assert remove(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert not remove(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert players.of_table(tx, "k7f3") == [two]
        assert players.of_table(tx, "nope") == []


async def test_a_player_needs_a_table(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with writing(db) as tx:
            players.join(tx, "nope", 1, name="One", joined_at=1.0)


async def test_seating_and_changing_places(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        make.seated_table(tx, "other")
        assert seat_of(tx, "k7f3", 1) == "south"
        assert user_of(tx, "k7f3", "north") == 2
        assert user_of(tx, "k7f3", "east") is None
        assert seat_of(tx, "k7f3", 3) is None
        players.seat_all(tx, "k7f3", {1: "north", 2: "south"})
        assert user_of(tx, "k7f3", "north") == 1
        assert user_of(tx, "other", "north") == 2


@pytest.mark.parametrize(
    "seats", [{1: "south"}, {1: "a", 2: "a"}, {1: "a", 2: "b", 3: "c"}, {1: "a", 3: "b"}]
)
async def test_seats_must_fit_the_players(db: Database, seats: dict[int, str]) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        with pytest.raises(Conflict):
            players.seat_all(tx, "k7f3", seats)
        assert seat_of(tx, "k7f3", 1) == "south"


async def test_the_database_itself_keeps_two_from_one_seat(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with writing(db) as tx:
            make.seated_table(tx)
            tx.execute(update(schema.players).values(seat="south"))


async def test_missed_deadlines_count_up(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        assert [players.add_missed(tx, "k7f3", 1).missed for _ in range(3)] == [1, 2, 3]
        players.change(tx, "k7f3", 1, streak=0)
        again = players.add_missed(tx, "k7f3", 1)
        assert (again.missed, again.streak) == (4, 1), "in a row is another count"
        other = first(tx, Player, table_id="k7f3", user_id=2)
        assert other is not None and other.missed == 0
        with pytest.raises(Conflict):
            players.add_missed(tx, "k7f3", 3)


async def test_a_new_player_takes_over_a_seat(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        players.add_missed(tx, "k7f3", 1)
        players.replace(tx, "k7f3", 1, 3, name="Three", joined_at=50.0)
        three = Player(table_id="k7f3", user_id=3, name="Three", joined_at=50.0, seat="south")
        assert first(tx, Player, table_id="k7f3", user_id=3) == three
        assert first(tx, Player, table_id="k7f3", user_id=1) is None
        with pytest.raises(Conflict, match="already"):
            players.replace(tx, "k7f3", 3, 2, name="Two", joined_at=60.0)
        with pytest.raises(Conflict, match="user 1"):
            players.replace(tx, "k7f3", 1, 4, name="Four", joined_at=60.0)
        assert [player.user_id for player in players.of_table(tx, "k7f3")] == [2, 3]
