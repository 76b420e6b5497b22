import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.storage import players, schema, tables
from bot.storage.database import Database, Tx
from bot.storage.errors import Conflict
from bot.storage.records import Player
from bot.storage.rows import first, remove

from . import make


async def seat_of(tx: Tx, code: str, user: int) -> str | None:
    player = await first(tx, Player, table_id=code, user_id=user)
    return player and player.seat


async def user_of(tx: Tx, code: str, seat: str) -> int | None:
    player = await first(tx, Player, table_id=code, seat=seat)
    return player and player.user_id


async def test_join_leave_and_wish(db: Database) -> None:
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        assert await players.join(tx, "k7f3", make.BIG, name="Zoë", joined_at=2.5, wish="south")
        assert await players.join(tx, "k7f3", 2, name="Two", joined_at=1.5)
        assert not await players.join(tx, "k7f3", 2, name="Two again", joined_at=9.0, wish="north")
        two = Player(table_id="k7f3", user_id=2, name="Two", joined_at=1.5)
        zoe = Player(table_id="k7f3", user_id=make.BIG, name="Zoë", joined_at=2.5, wish="south")
        assert await players.of_table(tx, "k7f3") == [two, zoe]
        await players.change(tx, "k7f3", make.BIG, wish=None)
        changed = await first(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert changed is not None and changed.wish is None
        assert await first(tx, Player, table_id="k7f3", user_id=2) == two
        with pytest.raises(Conflict):
            await players.change(tx, "k7f3", 3, wish="south")
        assert await remove(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert not await remove(tx, Player, table_id="k7f3", user_id=make.BIG)
        assert await players.of_table(tx, "k7f3") == [two]
        assert await players.of_table(tx, "nope") == []


async def test_a_player_needs_a_table(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.begin() as tx:
            await players.join(tx, "nope", 1, name="One", joined_at=1.0)


async def test_seating_and_changing_places(db: Database) -> None:
    async with db.begin() as tx:
        await make.seated_table(tx)
        await make.seated_table(tx, "other")
        assert await seat_of(tx, "k7f3", 1) == "south"
        assert await user_of(tx, "k7f3", "north") == 2
        assert await user_of(tx, "k7f3", "east") is None
        assert await seat_of(tx, "k7f3", 3) is None
        await players.seat_all(tx, "k7f3", {1: "north", 2: "south"})
        assert await user_of(tx, "k7f3", "north") == 1
        assert await user_of(tx, "other", "north") == 2


@pytest.mark.parametrize(
    "seats", [{1: "south"}, {1: "a", 2: "a"}, {1: "a", 2: "b", 3: "c"}, {1: "a", 3: "b"}]
)
async def test_seats_must_fit_the_players(db: Database, seats: dict[int, str]) -> None:
    async with db.begin() as tx:
        await make.seated_table(tx)
        with pytest.raises(Conflict):
            await players.seat_all(tx, "k7f3", seats)
        assert await seat_of(tx, "k7f3", 1) == "south"


async def test_the_database_itself_keeps_two_from_one_seat(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.begin() as tx:
            await make.seated_table(tx)
            await tx.execute(update(schema.players).values(seat="south"))


async def test_missed_deadlines_count_up(db: Database) -> None:
    async with db.begin() as tx:
        await make.seated_table(tx)
        assert [(await players.add_missed(tx, "k7f3", 1)).missed for _ in range(3)] == [1, 2, 3]
        await players.change(tx, "k7f3", 1, streak=0)
        again = await players.add_missed(tx, "k7f3", 1)
        assert (again.missed, again.streak) == (4, 1), "in a row is another count"
        other = await first(tx, Player, table_id="k7f3", user_id=2)
        assert other is not None and other.missed == 0
        with pytest.raises(Conflict):
            await players.add_missed(tx, "k7f3", 3)


async def test_a_new_player_takes_over_a_seat(db: Database) -> None:
    async with db.begin() as tx:
        await make.seated_table(tx)
        await players.add_missed(tx, "k7f3", 1)
        await players.replace(tx, "k7f3", 1, 3, name="Three", joined_at=50.0)
        three = Player(table_id="k7f3", user_id=3, name="Three", joined_at=50.0, seat="south")
        assert await first(tx, Player, table_id="k7f3", user_id=3) == three
        assert await first(tx, Player, table_id="k7f3", user_id=1) is None
        with pytest.raises(Conflict, match="already"):
            await players.replace(tx, "k7f3", 3, 2, name="Two", joined_at=60.0)
        with pytest.raises(Conflict, match="user 1"):
            await players.replace(tx, "k7f3", 1, 4, name="Four", joined_at=60.0)
        assert [player.user_id for player in await players.of_table(tx, "k7f3")] == [2, 3]
