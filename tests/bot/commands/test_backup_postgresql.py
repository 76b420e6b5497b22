"""`python -m bot backup`, `restore` and `check` on a real PostgreSQL."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, make_url

from bot.storage import backups, copying, migrations, postgresql_lock, whole
from bot.storage.database import Database
from bot.storage.errors import StorageError
from tests.bot.commands.wholes import Run, ask, digest, games, killed_in, quiet, refused, rows, tables
from tests.postgres import Databases


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup with games of all kinds."""
    await games(tmp_path / "games.sqlite3")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(postgresql_lock, "PATIENCE", 0.0)
    return Path("games.sqlite3")


@pytest.fixture
def url(file: Path, postgres: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database with the same; the settings name it."""
    made = postgres.fresh()
    with whole.reading(str(file)) as source, whole.writing(made, migrations.newest()) as target:
        copying.copy(source, target, quiet)
    monkeypatch.setenv("FIELDPOST_DATABASE", made)
    yield made
    postgres.drop(made)


PROCESS = "INSERT INTO processes (name, version, schema, shards, until, reaches, leaving)\
 VALUES ('a', '1', '8', 1, 0, false, false)"


def marked(path: Path) -> list[str]:
    """What is in a file once it was put back."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE outbox SET attempts = 1 WHERE status = 'queued' AND attempts = 0")
        db.commit()
    return unnamed(path)


def unnamed(path: Path) -> list[str]:
    """Without the name of the time that has begun."""
    numbers = "sqlite_sequence"  # they go on where those of the database before did
    return [line for line in rows(path) if "'restored'" not in line and numbers not in line]


def test_a_backup_is_one_sqlite_file_with_everything(file: Path, url: str, run: Run) -> None:
    with backups.in_use(url):  # while a bot runs
        code, out, err = run("backup", "copy.sqlite3")
    assert (
        (code, err) == (0, "")
        and out.startswith("copy.sqlite3: 12 games, ")
        and f"schema {migrations.newest()}" in out
    )
    copy = Path("copy.sqlite3")
    assert rows(copy) == rows(file) and stat.S_IMODE(copy.stat().st_mode) == 0o600
    refused(run("backup", "copy.sqlite3"), "--force")
    ask(url, "INSERT INTO kv VALUES ('later', '1')")
    assert run("backup", "copy.sqlite3", "--force")[0] == 0
    assert len(rows(copy)) == len(rows(file)) + 1
    refused(run("backup", "no/where"), "no folder")
    assert sorted(path.name for path in Path().iterdir()) == ["copy.sqlite3", "games.sqlite3"]


def test_it_is_of_one_moment_while_others_write(url: str, run: Run) -> None:
    """Two rows, in two tables, are always changed together; no copy has one without the other."""
    import psycopg

    ask(url, "INSERT INTO people (user_id, settings, closed_times) VALUES (1, '{}', 0)")
    ask(url, "INSERT INTO kv VALUES ('pair', '0')")
    done = threading.Event()

    def write() -> None:
        with psycopg.connect(url) as connection:
            while not done.is_set():
                connection.execute("UPDATE kv SET value = (value::integer + 1)::text WHERE key = 'pair'")
                connection.execute("UPDATE people SET closed_times = closed_times + 1 WHERE user_id = 1")
                connection.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        while len(set(seen)) < 3:
            assert run("backup", "copy.sqlite3", "--force")[0] == 0
            with closing(sqlite3.connect("copy.sqlite3")) as db:
                [one] = db.execute("SELECT value FROM kv WHERE key = 'pair'").fetchone()
                [other] = db.execute("SELECT closed_times FROM people WHERE user_id = 1").fetchone()
            assert int(one) == other
            seen.append(other)
    finally:
        done.set()
        writer.join()


def test_what_was_there_is_kept_and_a_backup_fits_either(
    file: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(url, "INSERT INTO kv VALUES ('later', '1')")
    ask(url, "SELECT setval('processes_id_seq', 7)")
    before = tables(url)
    code, out, err = run("restore", file)
    assert (code, err) == (0, "") and "12 games" in out and "in the schema fieldpost_before_restore" in out
    assert tables(url) == before == tables(url, "fieldpost_before_restore")
    assert ask(url, "SELECT value FROM fieldpost_before_restore.kv WHERE key = 'later'") == ["1"]
    assert ask(url, "SELECT value FROM kv WHERE key = 'later'") == []
    assert ask(url, "SELECT count(*) FROM outbox WHERE status = 'queued' AND attempts = 0") == [0]
    first = ask(url, "SELECT value FROM kv WHERE key = 'restored'")
    assert ask(url, f"{PROCESS} RETURNING id") == [8], "numbers of processes never come again"
    assert "fieldpost_before_restore_2" in run("restore", file)[1]
    assert ask(url, "SELECT value FROM kv WHERE key = 'restored'") != first
    assert run("backup", "copy.sqlite3")[0] == 0
    assert unnamed(Path("copy.sqlite3")) == marked(file)
    assert "'processes',8" in "".join(rows(Path("copy.sqlite3")))
    monkeypatch.setenv("FIELDPOST_DATABASE", "new.sqlite3")
    assert run("restore", "copy.sqlite3")[0] == 0
    assert unnamed(Path("new.sqlite3")) == marked(file)


@pytest.mark.soak
def test_into_an_empty_database(
    file: Path, run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_DATABASE", postgres_url)
    code, out, _ = run("restore", file)
    assert code == 0 and "fieldpost_before_restore" not in out
    assert run("backup", "copy.sqlite3")[0] == 0
    assert unnamed(Path("copy.sqlite3")) == marked(file)


@pytest.mark.soak
def test_also_one_of_an_older_version(
    file: Path, run: Run, postgres: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays of that version until a bot starts on it."""
    engine = create_engine("sqlite:///old.sqlite3")
    with engine.begin() as connection:
        command.upgrade(migrations.config(connection), "0006")
        connection.exec_driver_sql("INSERT INTO kv VALUES ('brought/x', '{}')")
    engine.dispose()
    with postgres.one() as url:
        monkeypatch.setenv("FIELDPOST_DATABASE", url)
        code, out, _ = run("restore", "old.sqlite3")
        assert code == 0 and "schema 0006, which the bot brings up to date" in out
        assert run("backup", "copy.sqlite3")[0] == 0
        assert unnamed(Path("copy.sqlite3")) == unnamed(Path("old.sqlite3"))
        code, out, _ = run("check")
        assert code == 0 and "0 games" in out
        assert ask(url, "SELECT version_num FROM alembic_version") == ["0006"], "nobody has upgraded it"
        # A version that does not know what is there puts its own back all the same.
        ask(url, "UPDATE alembic_version SET version_num = '0999'")
        ask(url, "CREATE TABLE from_the_future (id integer)")
        refused(run("backup", "another.sqlite3"), "newer Fieldpost (schema 0999")
        refused(run("check"), "newer Fieldpost")
        assert run("restore", file)[0] == 0
        assert "from_the_future" not in tables(url) and digest(url).count > 200


def test_not_while_a_bot_runs(file: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    held = digest(url)
    with backups.in_use(url), backups.in_use(url):
        refused(run("restore", file), "stop the bot")
    find, told = copying.rows, []

    def compare(*given):  # type: ignore[no-untyped-def]
        with pytest.raises(StorageError) as caught, backups.in_use(url):
            pass
        told.append(str(caught.value))
        return find(*given)

    with monkeypatch.context() as patch:
        patch.setattr(copying, "rows", compare)
        assert run("restore", file)[0] == 0
    assert len(told) == 1 and "start again" in told[0]
    assert digest(url) != held
    import psycopg

    with psycopg.connect(url) as other:  # a program that does not say that it is there
        other.execute("SELECT count(*) FROM kv")
        monkeypatch.setattr(whole, "PATIENCE", "50ms")
        refused(run("restore", file), "stop the bot")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("module", "step"),
    [(backups, "_copy"), (backups, "look"), (backups, "_begin_anew"), (copying, "copy"), (copying, "rows")],
)
def test_whatever_breaks_it_off_the_database_is_there(
    file: Path, url: str, run: Run, module: object, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, before = digest(url), tables(url)

    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, step, fail)
        assert run("restore", file)[0] == 2
    assert digest(url) == held and tables(url) == before and tables(url, "fieldpost_before_restore") == []


@pytest.mark.soak
def test_also_a_kill(file: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    held = digest(url)
    place = str(file.resolve())
    monkeypatch.setattr(postgresql_lock, "PATIENCE", 60.0)
    killed_in("bot.storage.copying", "rows", "restore", place, settings={"FIELDPOST_DATABASE": url})
    assert digest(url) == held and tables(url, "fieldpost_before_restore") == []
    assert run("restore", file)[0] == 0


@pytest.mark.soak
def test_what_will_not_do_changes_nothing(
    file: Path, url: str, run: Run, postgres: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = digest(url)
    Path("text").write_text("hello")
    refused(run("restore", "none"), "check the path")
    refused(run("restore", "text"), "not a Fieldpost database")
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE players SET missed = -1")
        db.commit()
    code, out, err = run("restore", file)
    assert code == 2 and "missed is -1" in out and "nothing has changed" in err and digest(url) == held
    assert run("restore", file, "--force")[0] == 0
    code, out, _ = run("check")
    assert code == 1 and "missed is -1" in out
    with postgres.one() as other:
        ask(other, "CREATE TABLE recipes (id integer)")
        monkeypatch.setenv("FIELDPOST_DATABASE", other)
        for argv in (["restore", file, "--force"], ["backup", "copy.sqlite3"], ["check"]):
            refused(run(*argv), "not a Fieldpost database")
        assert tables(other) == ["recipes"]
    monkeypatch.setenv("FIELDPOST_DATABASE", "postgresql://me:secret@127.0.0.1:1/games")
    for argv in (["restore", file], ["backup", "copy.sqlite3"], ["check"]):
        refused(run(*argv), "127.0.0.1")


@pytest.mark.soak
def test_without_the_right_to_keep_what_was_there(
    file: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"fieldpost_test_{make_url(url).database}"
    ask(url, f"CREATE ROLE {name} LOGIN PASSWORD 'secret'")
    try:
        ask(url, f"GRANT ALL ON SCHEMA public TO {name}")
        for table in tables(url):
            ask(url, f"ALTER TABLE {table} OWNER TO {name}")
        as_it = make_url(url).set(username=name, password="secret").render_as_string(hide_password=False)
        monkeypatch.setenv("FIELDPOST_DATABASE", as_it)
        held = digest(url)
        refused(run("restore", file), "GRANT CREATE ON DATABASE", name)
        assert digest(url) == held
        ask(url, f"GRANT CREATE ON DATABASE {make_url(url).database} TO {name}")
        assert run("restore", file)[0] == 0
    finally:
        ask(url, f"DROP OWNED BY {name}")
        ask(url, f"DROP ROLE {name}")


async def test_a_bot_goes_on_with_it(file: Path, url: str, run: Run) -> None:
    import asyncio

    assert (await asyncio.to_thread(run, "restore", file))[0] == 0
    db = await Database.open(url)
    kept = await db.read(lambda tx: tx.exec_driver_sql("SELECT count(*) FROM tables").scalar())
    await db.close()
    assert kept == 12
