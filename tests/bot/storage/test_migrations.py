"""The migrations lead to `schema.py`, and to nothing else."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Column, Connection, create_engine, event, text

from bot.features.ratings import store
from bot.features.votes import store as votes
from bot.storage import (
    deadlines,
    dialect,
    drafts,
    migrations,
    players,
    records,
    schema,
    steps,
    tables,
)
from bot.storage.database import Database, Tx
from bot.storage.errors import StorageError
from bot.storage.league_records import Rated
from bot.storage.records import Deadline, Letter, Value, Vote
from bot.storage.rows import append, find, first, insert, save
from tests.bot.transactions import looking, writing

from . import make


def other_default(
    _context: object,
    _inspected: object,
    column: Column[Any],
    told: str | None,
    _default: object,
    meant: str | None,
) -> bool | None:
    """Compares the texts of JSON defaults: PostgreSQL cannot compare JSON. None: let Alembic compare."""
    if not isinstance(column.type, JSON):
        return None
    return (told or "").removesuffix("::json") != (meant or "")


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": other_default}
    )
    return list(compare_metadata(context, schema.metadata))


async def test_the_migrated_schema_is_the_one_in_the_code(db: Database) -> None:
    async with looking(db) as tx:
        assert tx.run(differences) == []


def sql_of(file: Path | str) -> dict[str, str]:
    with sqlite3.connect(file) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: " ".join(sql.split()) for name, sql in found if name != "alembic_version"}


async def test_also_in_what_alembic_does_not_compare(db: Database, file: Path, tmp_path: Path) -> None:
    """Checks, primary keys and AUTOINCREMENT. Later migrations may differ in the order of columns."""
    engine = create_engine(f"sqlite:///{tmp_path / 'made.sqlite'}")
    schema.metadata.create_all(engine)
    engine.dispose()
    made, migrated = sql_of(tmp_path / "made.sqlite"), sql_of(file)

    def parts(sql: str) -> list[str]:
        # SQLite quotes the name of a table that was rebuilt.
        return sorted(part.strip(" ()").replace('"', "") for part in sql.split(","))

    assert {name: parts(sql) for name, sql in migrated.items()} == {
        name: parts(sql) for name, sql in made.items()
    }


async def test_opening_again_changes_nothing(where: str, file: Path) -> None:
    db = await Database.open(where)
    async with writing(db) as tx:
        save(tx, Value(key="a", value="1"))
    await db.close()
    before = await asyncio.to_thread(file.read_bytes)
    await (await Database.open(where)).close()
    assert await asyncio.to_thread(file.read_bytes) == before


_OLD_ROWS = """
INSERT INTO tables (id, game, rules_version, options, name, guild_id, channel_id, host_id, status, commitment,
    deadline_spec, seating, lobby_message_id, turn, seq, outcome, created_at, started_at, ended_at)
VALUES ('k7f3', 'nemein', 1, '{"fog":true}', 'Süd gegen Nord', 10, 20, 4611686018427387911, 'playing',
    'c0ffee', '24h', 'lot', 7, 1, 1, NULL, 100.25, 101.5, NULL);
INSERT INTO seeds VALUES ('k7f3', '5eed');
INSERT INTO players VALUES ('k7f3', 1, 'one', NULL, 'south', 1.0, 0);
INSERT INTO steps (table_id, seq, turn, kind, seat, orders, events, state, at)
VALUES ('k7f3', 1, 0, 'start', NULL, '{"south":["a1-a2"]}', '[{"type":"die","n":6,"value":3}]',
    '{"seq": 1,  "é":"\\u00e9"}', 101.5);
INSERT INTO drafts VALUES ('k7f3', 'south', 1, '["a1-a2","b1 hold"]', false, 4611686018427387911, 5.5);
INSERT INTO deadlines VALUES ('k7f3', 1, 500.25, 1);
"""


def made_by(where: str, version: str, job: Callable[[Tx], None]) -> None:
    """A database with the schema of a former version, and what the job stores in it."""

    def make(connection: Connection, _: str) -> None:
        command.upgrade(migrations.config(connection), version)
        job(Tx(connection))

    dialect.migrating(dialect.url_of(where), make, "old")


async def test_a_database_of_the_first_version_keeps_its_games(where: str) -> None:
    """Everything in it is as it was, the new columns are empty, and new rows can be stored beside them."""

    def old(tx: Tx) -> None:
        for statement in _OLD_ROWS.split(";\n"):
            if statement.strip():
                tx.exec_driver_sql(statement)

    made_by(where, "0001", old)
    db = await Database.open(where)
    kept = make.table(status="playing", turn=1, seq=1, started_at=101.5, lobby_message_id=7)
    newer = make.table("new", settings={"press": "none"})
    async with writing(db) as tx:
        assert tables.get(tx, "k7f3") == kept and kept.settings == {}
        assert steps.newest(tx, "k7f3") == make.step(1, at=101.5, seals={})
        assert drafts.of_table(tx, "k7f3", 1) == {"south": make.draft()}
        assert tables.seed_of(tx, "k7f3") == "5eed"
        assert [player.seat for player in players.of_table(tx, "k7f3")] == ["south"]
        assert find(tx, Letter, table_id="k7f3") == []
        due = Deadline(table_id="k7f3", turn=1, due_at=500.25, extended=1)
        assert deadlines.due(tx, 999.0) == [due], "it is that of the turn"
        deadlines.put(tx, replace(due, kind="remind"))
        tables.insert(tx, newer)
        sealed = make.step(2, seals={"south": {"salt": "5a17", "sha256": "d1ce"}})
        insert(tx, sealed)
        append(tx, make.letter())
        assert tables.get(tx, "new") == newer
        assert steps.newest(tx, "k7f3") == sealed
    await db.close()


async def test_hosts_made_by_a_host_before_it_was_noted_by_whom(where: str) -> None:
    """In games under way they count as made by a player; those that moderators made do not."""

    def old(tx: Tx) -> None:
        made = (("aaaa", "playing", "host"), ("bbbb", "playing", "moderator"), ("cccc", "over", "host"))
        for code, status, role in made:
            told = f"Ada ({role}) has made Eve the host of this game. Reason: why"
            tx.exec_driver_sql(
                "INSERT INTO tables (id, game, rules_version, options, name, host_id, status, commitment, "
                f"seating, turn, seq, created_at) VALUES ('{code}', 'cic', 1, '{{}}', 'A', 9, '{status}', "
                "'c0', 'lot', 0, 1, 1.0)"
            )
            tx.exec_driver_sql(
                "INSERT INTO log (table_id, at, turn, act, text) "
                f"VALUES ('{code}', 1.0, 0, 'transfer', '{told}')"
            )
        tx.exec_driver_sql(
            "INSERT INTO votes (table_id, kind, turn, caller_seat, caller_user, secret, status, opened_at, "
            "lapses_at) VALUES ('aaaa', 'draw', 0, 'dark', 9, false, 'open', 1.0, 2.0)"
        )

    made_by(where, "0005", old)
    db = await Database.open(where)
    async with writing(db) as tx:
        found = {code: tables.get(tx, code) for code in ("aaaa", "bbbb", "cccc")}
        [vote] = votes.of_table(tx, "aaaa")
        again = append(tx, replace(vote, kind="undo", caller_seat="", deed={"by": "Eve"}))
        assert (first(tx, Vote, id=again)) == replace(
            vote, id=again, kind="undo", caller_seat="", deed={"by": "Eve"}
        )
    await db.close()
    assert vote.deed == {} and vote.kind == "draw"
    assert [code for code, table in found.items() if table is not None and table.host_by_player] == ["aaaa"]


KEPT_IN_KV = {
    "idle/k7f3/4": "dark,light",
    "used/k7f3/12": '{"missed": 2, "extensions": 1, "away_used": 3600.0}',
    "held/k7f3/12": "dark",
    "held/k7f3/-3": "light",
    "left-seat/k7f3/ab12": "dark",
    "handover/k7f3/dark/12": "[901, 902]",
    "away/k7f3": '{"turns": {"3": {"12": 4.0}}}',
    "changed/k7f3": '{"time": "24h"}',
    "brought/k7f3": '{"turn": 3}',
    "brought-steps/k7f3": '{"steps": []}',
    "forgetting/4": '{"old": 12, "new": -4}',
    "press/k7f3/dark,light": "903",
    "press-again/press/k7f3/dark,light": "901",
    "press-thread/901": "k7f3",
    "press-thread/902": "k7f3",
    "press-thread/903": "k7f3",
    "former": "4",
    "alive": "1000.0",
}
"""A key of each kind that there was, and two that stay."""


def _old_table(tx: Tx, code: str, **given: Any) -> None:
    """A table as it was before the ledger noted in it that it is counted."""
    values = records.columns(make.table(code, **given))
    tx.execute(schema.tables.insert(), {key: values[key] for key in values.keys() - {"counted"}})


async def test_players_know_which_of_their_games_are_over(where: str) -> None:
    def old(tx: Tx) -> None:
        for code, status in (("aaaa", "lobby"), ("bbbb", "playing"), ("cccc", "over"), ("dddd", "closed")):
            _old_table(tx, code, status=status)
            values = records.columns(records.Player(table_id=code, user_id=2, name="two", joined_at=1.0))
            tx.execute(schema.players.insert(), {key: values[key] for key in values.keys() - {"over"}})

    made_by(where, "0008", old)
    db = await Database.open(where)
    found = await db.read(find, records.Player, user_id=2)
    assert [one.table_id for one in found if one.over] == ["cccc", "dddd"]
    assert len(await db.read(tables.of_user, 2, records.ACTIVE)) == 2
    await db.close()


async def test_games_that_were_counted_are_not_counted_again(where: str) -> None:
    def old(tx: Tx) -> None:
        for code in ("aaaa", "bbbb"):
            _old_table(tx, code, status="over", ended_at=5.0)
        save(tx, Rated(table_id="aaaa", at=6.0))

    made_by(where, "0008", old)
    db = await Database.open(where)
    assert [table.id for table in await db.read(store.unrated)] == ["bbbb"]
    assert await db.write(store.mark_rated, "bbbb", 7.0)
    assert await db.read(store.unrated) == [] and await db.read(store.waiting) == 0
    await db.close()


async def test_what_was_kept_by_keys_has_tables(where: str) -> None:
    def old(tx: Tx) -> None:
        _old_table(tx, "k7f3")
        for key, value in KEPT_IN_KV.items():
            save(tx, Value(key=key, value=value))

    made_by(where, "0006", old)
    db = await Database.open(where)
    async with looking(db) as tx:
        [idle] = find(tx, records.IdleSeats)
        assert (idle.seq, list(idle.seats)) == (4, ["dark", "light"])
        forgotten, former = find(tx, records.FormerPlayer)
        assert (forgotten.user_id, forgotten.seat, forgotten.missed) == (-3, "light", 0)
        assert (former.user_id, former.seat, former.missed, former.extensions) == (12, "dark", 2, 1)
        assert former.away_used == 3600.0
        [hashed] = find(tx, records.ForgottenSeat)
        assert (hashed.user_hash, hashed.seat) == ("ab12", "dark")
        [handover] = find(tx, records.Handover)
        assert (handover.seat, handover.leaver, handover.threads) == ("dark", 12, (901, 902))
        [vacation] = find(tx, records.VacationUse)
        assert vacation.noted == {"turns": {"3": {"12": 4.0}}}
        [changed] = find(tx, records.OptionChange)
        assert changed.before == {"time": "24h"}
        [brought] = find(tx, records.Import)
        assert (brought.game, brought.steps) == ('{"turn": 3}', '{"steps": []}')
        [job] = find(tx, records.ForgetJob)
        assert (job.number, job.job) == (4, {"old": 12, "new": -4})
        threads = {
            one.thread_id: (one.table_id, one.seats, one.state) for one in find(tx, records.LetterThread)
        }
        assert threads == {
            901: ("k7f3", "dark,light", "given_up"),
            902: ("k7f3", "", "lost"),
            903: ("k7f3", "dark,light", "open"),
        }
        kept = {value.key: value.value for value in find(tx, Value)}
        assert kept == {"alive": "1000.0", "former": "4"}
    await db.close()


async def test_a_newer_database_is_refused_and_left_alone(where: str) -> None:
    db = await Database.open(where)
    async with writing(db) as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '0999'"))
        tx.execute(text("CREATE TABLE from_the_future (id INTEGER)"))
    name = db.name
    await db.close()
    for _ in range(2):
        with pytest.raises(StorageError) as caught:
            await Database.open(where)
    message = str(caught.value)
    assert name in message and "newer" in message and "0999" in message and "backup" in message
    assert "\n" not in message


async def test_another_programs_database_is_refused_and_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StorageError, match="not a Fieldpost database") as caught:
        await Database.open(file)
    assert str(file) in str(caught.value)
    assert list(sql_of(file)) == ["recipes"]


async def test_a_migration_that_fails_leaves_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Connection) -> None:
        raise StorageError("broken")

    with monkeypatch.context() as patch, pytest.raises(StorageError, match="broken"):
        patch.setattr(migrations, "check_foreign_keys", fail)
        await Database.open(file)
    assert sql_of(file) == {}
    await (await Database.open(file)).close()
    assert "tables" in sql_of(file)


async def test_a_migration_may_not_leave_rows_without_their_table(db: Database, file: Path) -> None:
    await db.close()
    with sqlite3.connect(file) as connection:  # foreign keys are off by default
        connection.execute("INSERT INTO seeds VALUES ('gone', 'x')")
        connection.execute("DELETE FROM alembic_version")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as opened, pytest.raises(StorageError, match="seeds"):
        migrations.check_foreign_keys(opened)
    engine.dispose()


def test_migrations_are_one_line_of_numbers() -> None:
    scripts = ScriptDirectory.from_config(migrations.config())
    line = [script.revision for script in scripts.walk_revisions()][::-1]
    assert line == [f"{number:04}" for number in range(1, len(line) + 1)]


def test_every_migration_has_words_in_postgresql() -> None:
    scripts = ScriptDirectory.from_config(migrations.config())
    out = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql",
        opts={
            "as_sql": True,
            "output_buffer": out,
            "fn": lambda _revision, _context: scripts._upgrade_revs("head", None),
            "target_metadata": schema.metadata,
        },
    )
    with Operations.context(context):
        context.run_migrations()
    sql = out.getvalue()
    assert "CREATE TABLE outbox" in sql and "id BIGSERIAL" in sql and "AUTOINCREMENT" not in sql


def test_env_is_what_alembic_runs(tmp_path: Path) -> None:
    """`upgrade` goes through env.py: the naming convention and batch mode come from there."""
    engine = create_engine(f"sqlite:///{tmp_path / 'x.sqlite'}")
    seen: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda _c, _k, sql, *_: seen.append(sql))
    with engine.begin() as connection:
        command.upgrade(migrations.config(connection), "head")
    engine.dispose()
    assert any("CREATE TABLE outbox" in sql for sql in seen)
