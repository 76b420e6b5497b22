"""What a host with millions of games that are over asks for often: each statement keeps to the index that has
the rows it needs, so these games cost nothing. PostgreSQL chooses by what it has counted: `bench.host`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bench.plans import Statements, noted
from bot.features.muting import store as muting
from bot.features.ratings import store as ratings
from bot.storage import players, tables
from bot.storage.database import Database, Tx
from bot.storage.records import PLAYING, Player, Post, Silence
from bot.storage.rows import find, first, insert
from tests.bot.transactions import writing

from . import make

ASKED: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    "ix_tables_ended_at_id": (ratings.unrated, (), {}),
    "ix_tables_guild_id": (tables.open_in, (10,), {}),
    "ix_players_user_id": (tables.of_user, (2, PLAYING), {}),
    "ix_players_user_id_joined_at": (tables.search_own, ("", 2), {}),
    "ix_tables_guild_id_created_at": (tables.search, ("", 10), {}),
    "ix_tables_channel_id_status_created_at": (tables.newest_in, (20, ("over",)), {"seated": 2}),
    "ix_results_user_id_guild_id_game_ended_at_table_id": (
        ratings.newest_before,
        (10, "cic", [2, 3], (5.0, "k7f3")),
        {},
    ),
    "ix_silences_user_id": (find, (Silence,), {"user_id": 2}),
    "ix_outbox_message_id": (first, (Post,), {"message_id": 5}),
}
"""By index: who needs it."""


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("index", ASKED)
async def test_it_keeps_to_its_index(db: Database, index: str) -> None:
    ask, given, named = ASKED[index]
    seen = Statements()

    def look(tx: Tx) -> str:
        with noted(seen):
            ask(tx, *given, **named)
        [sql, *_] = seen.times
        return "\n".join(tx.run(seen.plan, sql))

    async with writing(db) as tx:
        for number in range(20):
            tables.insert(tx, make.table(f"k{number:02}", status="over", ended_at=1.0, counted=True))
            players.join(tx, f"k{number:02}", 2, name="two", joined_at=1.0)
        found = look(tx)
    assert index in found.replace("\n", " ").split(" "), found


async def test_players_of_games_that_are_over(db: Database) -> None:
    async with writing(db) as tx:
        for code in ("goes", "ends", "shut"):
            tables.insert(tx, make.table(code))
            players.join(tx, code, 2, name="two", joined_at=1.0)
        tables.set_status(tx, "goes", "playing")
        tables.set_status(tx, "shut", "closed")
        tables.set_status(tx, "ends", "playing")
        assert {seated.table.id for seated in tables.of_user(tx, 2, PLAYING)} == {"goes", "ends"}
        tables.finish(tx, "ends", None, 5.0)
        assert [seated.table.id for seated in tables.of_user(tx, 2, PLAYING)] == ["goes"]
        assert {one.table_id for one in find(tx, Player, user_id=2) if one.over} == {"ends", "shut"}
        assert len(tables.of_user(tx, 2)) == 3


async def test_only_the_newest_are_looked_through(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "NEWEST", 3)
    async with writing(db) as tx:
        for number in range(5):
            code = f"k{number}"
            tables.insert(tx, make.table(code, created_at=float(number), status="over"))
            players.join(tx, code, 2 + (number > 0), name="two", joined_at=float(number))
            players.change(tx, code, 2 + (number > 0), seat="north")
        assert [table.id for table in tables.search(tx, "k", 10)] == ["k4", "k3", "k2"]
        assert [table.id for table in tables.search(tx, "k0", 10)] == ["k0"], "by its whole code"
        assert tables.search(tx, "k0", 11) == []
        assert [table.id for table in tables.search_own(tx, "", 3)] == ["k4", "k3", "k2"]
        assert tables.newest_in(tx, 20, ["over"], seated=2) is None
        found = tables.newest_in(tx, 20, ["over"], seated=3)
        assert found is not None and found.id == "k4"


async def test_who_is_to_be_silenced_and_who_may_speak(db: Database) -> None:
    async with writing(db) as tx:
        for code, status in (("new", "playing"), ("set", "playing"), ("left", "playing"), ("over", "over")):
            tables.insert(tx, make.table(code, game="nme", status=status))
            players.join(tx, code, 2, name="two", joined_at=1.0)
        for code, user in (("set", 2), ("left", 2), ("left", 3), ("over", 2)):
            insert(tx, Silence(table_id=code, user_id=user, channel_id=20, status="set"))
        assert muting.unsettled(tx, ["nme"]) == ["left", "new", "over"]
        assert muting.unsettled(tx, []) == ["left", "over", "set"]
        assert first(tx, Silence, table_id="set") is not None
