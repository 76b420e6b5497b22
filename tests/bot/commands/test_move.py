"""`python -m bot move`, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.storage import backups, copying, outbox, postgresql_lock
from bot.storage.database import Database
from bot.storage.errors import StorageError
from tests.bot.commands.wholes import Run, ask, digest, games, killed_in, refused, rows
from tests.bot.commands.wholes import tables as there
from tests.postgres import Databases, migrate


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with games of all kinds."""
    made = tmp_path / "games.sqlite3"
    await games(made)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(postgresql_lock, "PATIENCE", 0.0)
    return made


def test_there_and_back_everything_is_the_same(file: Path, run: Run, postgres_url: str) -> None:
    before, held, bytes_ = rows(file), digest(file), file.read_bytes()
    code, out, err = run("move", file, postgres_url)
    assert (code, err) == (0, "") and "12 games" in out and held.digest in out and f"{held.count} rows" in out
    assert digest(postgres_url) == held
    assert rows(file) == before and file.read_bytes() == bytes_, "the source stays as it was"
    code, out, err = run("move", postgres_url, "back.sqlite3")
    assert (code, err) == (0, "") and held.digest in out
    assert rows(Path("back.sqlite3")) == before
    assert Path("back.sqlite3").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in Path().iterdir()) == [
        "back.sqlite3", "back.sqlite3.lock", "games.sqlite3", "games.sqlite3.lock"
    ]  # fmt: skip


def test_it_says_what_to_do_then_without_the_password(file: Path, run: Run, postgres_url: str) -> None:
    url = make_url(postgres_url).set(password="secret").render_as_string(hide_password=False)
    code, out, _ = run("move", file, url)
    assert code == 0 and "secret" not in out
    assert "FIELDPOST_DATABASE=postgresql://postgres:***@" in out and f"Keep {file}" in out
    refused(run("move", file, url), "give an empty database")


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_that_cannot_store_every_text(
    file: Path, run: Run, postgres: Databases, encoding: str
) -> None:
    with postgres.one(encoding=encoding) as url:
        told = f"this database has the encoding {encoding}; make one with CREATE DATABASE … ENCODING 'UTF8'"
        refused(await asyncio.to_thread(run, "move", file, url), told)
        with pytest.raises(StorageError, match=f"has the encoding {encoding}"):
            await Database.open(url)


async def test_new_rows_get_new_numbers(file: Path, run: Run, postgres: Databases) -> None:
    """Also after a post that is not there any more: its number must not come again."""
    with closing(sqlite3.connect(file)) as db:
        [last] = db.execute("SELECT max(id) FROM outbox").fetchone()
        db.execute("DELETE FROM outbox WHERE id = ?", (last,))
        db.commit()
        [letters] = db.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()
    with postgres.one() as url, postgres.one() as another:
        for source, target in ((str(file), url), (url, "back.sqlite3"), ("back.sqlite3", another)):
            assert (await asyncio.to_thread(run, "move", source, target, "--quick"))[0] == 0
        for where in (url, "back.sqlite3", another):
            opened = await Database.open(where)
            assert await opened.write(_post) == last + 1, where
            await opened.close()
        [number] = ask(
            another,
            "INSERT INTO log (table_id, at, turn, act, text)"
            " SELECT min(id), 1, 1, 'a', 'b' FROM tables RETURNING id",
        )
        assert number == letters + 1


def _post(tx):  # type: ignore[no-untyped-def]
    outbox.put(tx, key="new", payload={}, created_at=0.0, channel_id=5)
    return tx.exec_driver_sql("SELECT max(id) FROM outbox").scalar()


def test_what_will_not_do_changes_nothing(file: Path, run: Run, postgres: Databases) -> None:
    held = digest(file)
    Path("text").write_text("hello")
    with postgres.one() as empty, postgres.one() as other, postgres.one() as older, postgres.one() as full:
        ask(other, "CREATE TABLE recipes (id integer)")
        migrate(older)
        ask(older, "UPDATE alembic_version SET version_num = '0003'")
        migrate(full)
        ask(full, "INSERT INTO kv VALUES ('alive', '1')")
        refused(run("move", file, other), "not a Fieldpost database")
        refused(run("move", file, older), "another version", "0003")
        refused(run("move", file, full), "something is stored")
        refused(run("move", file, file), "it is there already")
        refused(run("move", full, file), str(file), "there is a file already")
        refused(run("move", full, "no/where.sqlite3"), "no folder")
        refused(run("move", full, "."), "folder")
        refused(run("move", "none.sqlite3", empty), "none.sqlite3", "check the path")
        refused(run("move", "text", empty), "not a Fieldpost database")
        refused(run("move", other, "new.sqlite3"), "not a Fieldpost database")
        refused(run("move", older, "new.sqlite3"), "older Fieldpost", "start this version's bot")
        refused(run("move", empty, "new.sqlite3"), "nothing in it")
        refused(run("move", file, "mysql://me:secret@host/x"), "not supported")
        refused(run("move", file, "postgresql://me:secret@127.0.0.1:1/x"), "127.0.0.1")
        assert (there(empty), there(other), there(older)) == ([], ["recipes"], there(full))
        assert ask(full, "SELECT key FROM kv") == ["alive"] and digest(older).count == 0
    assert digest(file) == held and not Path("none.sqlite3").exists() and not Path("new.sqlite3").exists()


@pytest.mark.soak
def test_tables_that_are_there_and_empty_will_do(file: Path, run: Run, postgres: Databases) -> None:
    url = postgres.fresh()
    try:
        assert run("move", file, url, "--quick")[0] == 0
        assert digest(url) == digest(file)
    finally:
        postgres.drop(url)


def test_not_while_a_bot_runs_on_either(file: Path, run: Run, postgres: Databases) -> None:
    with postgres.one() as url:
        with backups.in_use(str(file)):
            refused(run("move", file, url), str(file), "stop the bot")
        with backups.in_use(url), backups.in_use(url):
            refused(run("move", file, url), "stop the bot")
        with closing(sqlite3.connect(file, isolation_level=None)) as db:  # another program
            db.execute("BEGIN IMMEDIATE")
            refused(run("move", file, url), str(file), "stop the bot")
        assert there(url) == []
        assert run("move", file, url, "--quick")[0] == 0
        with backups.in_use(url):
            refused(run("move", url, "new.sqlite3"), "stop the bot")
    assert not Path("new.sqlite3").exists()


def test_no_bot_starts_meanwhile(
    file: Path, run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    def compare(*given):  # type: ignore[no-untyped-def]
        for where in (str(file), postgres_url):
            with pytest.raises(StorageError) as caught, backups.in_use(where):
                pass
            told.append(str(caught.value))
        return found(*given)

    found = copying.rows
    monkeypatch.setattr(copying, "rows", compare)
    assert run("move", file, postgres_url, "--quick")[0] == 0
    assert len(told) == 2 and all("start again" in line for line in told)
    for where in (str(file), postgres_url):
        with backups.in_use(where):
            pass


def test_a_kill_in_the_middle_leaves_nothing(
    file: Path, run: Run, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = digest(file)
    monkeypatch.setattr(postgresql_lock, "PATIENCE", 60.0)
    killed_in("bot.storage.copying", "rows", "move", str(file), postgres_url, "--quick")
    assert there(postgres_url) == [] and digest(file) == held
    assert run("move", file, postgres_url, "--quick")[0] == 0
    killed_in("bot.storage.copying", "rows", "move", postgres_url, str(tmp_path / "back.sqlite3"), "--quick")
    assert not Path("back.sqlite3").exists() and digest(postgres_url) == held
    assert run("move", postgres_url, "back.sqlite3", "--quick")[0] == 0
    assert digest("back.sqlite3") == held
    assert not [path for path in Path().iterdir() if path.name.startswith(".")], "what was half made is gone"


@pytest.mark.soak
def test_with_a_fault_only_when_told_so(file: Path, run: Run, postgres_url: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE players SET missed = -1")
        db.commit()
    code, out, err = run("move", file, postgres_url)
    assert code == 2 and f"{file}: " in out and "missed is -1" in out and "nothing is moved" in err
    assert there(postgres_url) == []
    code, out, err = run("move", file, postgres_url, "--force")
    assert (code, err) == (0, "") and digest(postgres_url) == digest(file)
    code, out, err = run("move", postgres_url, "back.sqlite3")
    assert code == 2 and "missed is -1" in out and not Path("back.sqlite3").exists()


MORE = """
INSERT INTO letters (table_id, number, turn, sender_seat, sender_user, recipients, anonymous, text, at)
    SELECT id, 1, 1, 'a', 1, '[]', 0, 'b', 1 FROM tables LIMIT 1;
INSERT INTO drafts (table_id, seat, turn, orders, ready, user_id, at)
    SELECT id, 'a', 1, '[]', 0, 1, 1 FROM tables LIMIT 1;
"""
CANNOT: list[tuple[str, tuple[str, ...]]] = [
    ("UPDATE letters SET text = 'hid' || char(0) || 'den'", ("letters, row with id ", "column text", "NUL")),
    ("UPDATE steps SET events = '[hidden' WHERE seq = 2", ("steps, row ", "column events")),
    ("UPDATE steps SET state = CAST(state || 'hidden' AS BLOB)", ("steps, row with", "state", "no text")),
    ("UPDATE players SET missed = 3000000000", ("players, row 1", "column missed")),
    ("UPDATE players SET missed = 'hidden'", ("players, row with", "column missed", "no whole number")),
    ("UPDATE drafts SET ready = 7", ("drafts, row with", "column ready", "neither true nor false")),
    ("INSERT INTO seeds VALUES ('gone', 'hidden')", ("seeds", "fk_seeds_table_id")),
    ("UPDATE tables SET status = 'hidden'", ("tables, row 1", "ck_tables_status")),
    ("UPDATE kv SET value = CAST(x'ff686964' AS TEXT)", ("kv", "not all rows can be read")),
    ("CREATE TABLE recipes (id INTEGER, what TEXT)", ("not have the same tables", "recipes.what (text)")),
    ("ALTER TABLE drafts ADD COLUMN what TEXT", ("not have the same tables", "drafts.what (text)")),
]


def test_what_postgresql_cannot_store_is_named_and_not_shown(
    file: Path, run: Run, postgres: Databases, tmp_path: Path
) -> None:
    url = postgres.fresh()
    try:
        for number, (statement, words) in enumerate(CANNOT):
            spoiled = tmp_path / f"{number}.sqlite3"
            shutil.copy(file, spoiled)
            with closing(sqlite3.connect(spoiled)) as db:
                db.execute("PRAGMA ignore_check_constraints=ON")
                db.executescript(MORE)
                assert db.execute(statement).rowcount != 0
                db.commit()
            ended = run("move", spoiled, url, "--quick")
            refused(ended, *words)
            assert "hid" not in "".join(ended[1:]), statement
        assert digest(url).count == 0
    finally:
        postgres.drop(url)


@pytest.mark.soak
def test_what_sqlite_cannot_store_is_named(
    run: Run, postgres: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url = postgres.fresh()
    try:
        ask(url, "INSERT INTO away (user_id, from_at, to_at, announced_at) VALUES (1, 'NaN', 1, 1)")
        refused(run("move", url, "new.sqlite3", "--quick"), "away, row with id 1", "column from_at")
        assert not Path("new.sqlite3").exists()
    finally:
        postgres.drop(url)


def test_a_copy_that_is_not_the_same_is_not_kept(
    file: Path, run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever may go wrong on the way."""
    insert_all = copying.dialect.insert_all

    def spoil(connection, table, columns, given):  # type: ignore[no-untyped-def]
        insert_all(connection, table, columns, ([*row[:-1], "5"] if table == "kv" else row for row in given))

    monkeypatch.setattr(copying.dialect, "insert_all", spoil)
    refused(run("move", file, postgres_url, "--quick"), "nothing was kept")
    assert there(postgres_url) == []
