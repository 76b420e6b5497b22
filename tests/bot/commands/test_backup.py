"""`python -m bot backup` and `restore`."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import backups, files
from bot.storage.errors import StorageError
from tests.bot.commands.wholes import Run
from tests.bot.parts import GUEST, HOST, post_office


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a game in play; the settings name it, and there is no token."""
    made = tmp_path / "var" / "games.sqlite3"
    made.parent.mkdir()
    async with post_office(made) as office:
        await office.send(await office.game(), HOST, "e7-e6")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FIELDPOST_TOKEN", raising=False)
    monkeypatch.setenv("FIELDPOST_DATABASE", str(made))
    return made


def rows(path: Path) -> list[str]:
    """All of it, but that it was put back once, and that posts are looked for before they are sent."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM kv WHERE key = 'restored'")
        db.execute("UPDATE outbox SET attempts = 0 WHERE status = 'queued'")
        return list(db.iterdump())


def refused(ended: tuple[int, str, str], *words: str) -> None:
    code, out, err = ended
    [line] = err.splitlines()
    assert (code, out) == (2, "") and line.startswith("fieldpost: ")
    assert all(word in line for word in words), line


def test_a_backup_is_one_file_with_everything_for_its_owner_alone(file: Path, run: Run) -> None:
    code, out, err = run("backup", "copy.sqlite3")
    assert (code, err) == (0, "") and out.splitlines() == [out.strip()]
    assert out.startswith("copy.sqlite3: 1 game, ") and "schema 0" in out
    copy = Path("copy.sqlite3")
    assert rows(copy) == rows(file) and stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in Path().iterdir()) == ["copy.sqlite3", "var"]
    # In WAL mode the file alone could not be read where nobody may write.
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_it_never_takes_the_place_of_a_file_unless_told_so(file: Path, run: Run) -> None:
    Path("copy.sqlite3").write_text("mine")
    refused(run("backup", "copy.sqlite3"), "copy.sqlite3", "--force")
    assert Path("copy.sqlite3").read_text() == "mine"
    assert run("backup", "copy.sqlite3", "--force")[0] == 0
    assert rows(Path("copy.sqlite3")) == rows(file)
    Path("link").symlink_to("nowhere")
    refused(run("backup", "link"), "link", "--force")


@pytest.mark.parametrize("name", ["", "-wal", "-shm", ".lock"])
def test_it_is_never_written_over_the_database(file: Path, run: Run, name: str) -> None:
    before = rows(file)
    refused(run("backup", f"{file}{name}", "--force"), "the database itself")
    refused(run("backup", f"var/../var/{file.name}{name}", "--force"), "the database itself")
    os.link(file, "link")
    refused(run("backup", "link", "--force"), "the database itself")
    assert rows(file) == before


def test_paths_that_will_not_do_are_told(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(run("backup", "var"), "folder")
    Path("text").write_text("a file")
    refused(run("backup", "text/copy.sqlite3"), "text/copy.sqlite3", "check the path")
    monkeypatch.setenv("FIELDPOST_DATABASE", "nowhere.sqlite3")
    refused(run("backup", "copy.sqlite3"), "nowhere.sqlite3", "check the path")
    assert not Path("nowhere.sqlite3").exists() and not Path("copy.sqlite3").exists()


def test_a_backup_is_of_one_moment_while_others_write(file: Path, run: Run) -> None:
    """Two rows are always changed together; no copy has one without the other."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO kv VALUES ('one', '0')")  # far from the other in the file
        db.executemany("INSERT INTO kv VALUES (?, ?)", [(f"filler {n}", "x" * 4000) for n in range(2000)])
        db.execute("INSERT INTO kv VALUES ('two', '0')")
        db.commit()
    done = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=OFF")
            db.execute("PRAGMA wal_autocheckpoint=1")  # the file itself changes all the time
            number = 0
            while not done.is_set():
                number += 1
                db.execute("BEGIN IMMEDIATE")
                db.execute("UPDATE kv SET value = ? WHERE key = 'one'", (str(number),))
                db.execute("UPDATE kv SET value = ? WHERE key = 'two'", (str(number),))
                db.execute("COMMIT")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for number in range(5):
            assert run("backup", f"copy-{number}")[0] == 0
            with closing(sqlite3.connect(f"copy-{number}")) as db:
                found = dict(db.execute("SELECT key, value FROM kv WHERE key IN ('one', 'two')"))
            assert found["one"] == found["two"]
            seen.append(int(found["one"]))
    finally:
        done.set()
        writer.join()
    assert seen == sorted(seen) and seen[-1] > seen[0], "it was written meanwhile"


def test_a_damaged_database_gives_no_backup(file: Path, run: Run) -> None:
    spoil(file)
    refused(run("backup", "copy.sqlite3"), str(file))
    assert not Path("copy.sqlite3").exists() and not list(Path().glob(".copy*"))


def spoil(file: Path) -> None:
    """Overwrite the second half of every page but the first."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 2048] = b"\xaa" * 2048
    file.write_bytes(bytes(data))


# -- restore


def test_what_was_there_is_kept_and_the_backup_stays(file: Path, run: Run) -> None:
    run("backup", "copy.sqlite3")
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO kv VALUES ('later', '1')")
        db.commit()
    then, now = rows(Path("copy.sqlite3")), rows(file)
    code, out, err = run("restore", "copy.sqlite3")
    kept = Path(f"{file}.before-restore")
    assert (code, err) == (0, "") and out.startswith(f"{file}: 1 game") and str(kept) in out
    assert rows(file) == then == rows(Path("copy.sqlite3")) and rows(kept) == now
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert run("restore", "copy.sqlite3")[0] == 0
    assert rows(Path(f"{file}.before-restore-2")) == then and rows(kept) == now
    names = sorted(path.name for path in file.parent.iterdir())
    assert names == [f"games.sqlite3{end}" for end in ("", ".before-restore", ".before-restore-2", ".lock")]


def test_into_an_empty_place(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("backup", "copy.sqlite3")
    monkeypatch.setenv("FIELDPOST_DATABASE", "new/place.sqlite3")
    code, out, _ = run("restore", "copy.sqlite3")
    assert code == 0 and "before-restore" not in out and rows(Path("new/place.sqlite3")) == rows(file)


def test_a_damaged_database_gives_way_with_its_log(file: Path, run: Run) -> None:
    """What stands in the log of the old one must never get into the new one."""
    run("backup", "copy.sqlite3")
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO kv VALUES ('later', '1')")
        db.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", f"kept{end}")  # as a power cut leaves them
    for path in file.parent.iterdir():
        path.unlink()
    for end in ("", "-wal"):
        shutil.copy(f"kept{end}", f"{file}{end}")
    with file.open("r+b") as opened:
        opened.write(b"no database any more")
    assert run("restore", "copy.sqlite3")[0] == 0
    assert rows(file) == rows(Path("copy.sqlite3")) and "later" not in "".join(rows(file))
    kept = Path(f"{file}.before-restore")
    assert kept.read_bytes().startswith(b"no database") and Path(f"{kept}-wal").stat().st_size > 0


def test_not_while_a_bot_runs_on_it_or_anybody_else(file: Path, run: Run) -> None:
    run("backup", "copy.sqlite3")
    before = file.stat().st_ino
    with backups.in_use(str(file)), backups.in_use(str(file)):
        refused(run("restore", "copy.sqlite3"), str(file), "stop the bot")
        assert run("backup", "another.sqlite3")[0] == 0
    with closing(sqlite3.connect(file)) as db:  # another program, or a bot of an older version
        db.execute("SELECT * FROM kv").fetchall()
        refused(run("restore", "copy.sqlite3"), str(file), "stop the bot")
    assert file.stat().st_ino == before and not list(file.parent.glob("*before*"))
    assert run("restore", "copy.sqlite3")[0] == 0


def test_no_bot_starts_meanwhile(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("backup", "copy.sqlite3")
    put, told = files.put, []

    def slow(*given: object, **more: object) -> None:
        with pytest.raises(StorageError) as caught, backups.in_use(str(file)):
            pass
        told.append(str(caught.value))
        put(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "put", slow)
    assert run("restore", "copy.sqlite3")[0] == 0
    assert len(told) == 1 and str(file) in told[0] and "start again" in told[0]
    with backups.in_use(str(file)):
        pass


def made_wrong(kind: str, path: Path) -> None:
    if kind == "missing":
        path.unlink()
    elif kind == "text":
        path.write_text("hello")
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif kind == "damaged":
        spoil(path)
    else:
        with closing(sqlite3.connect(path)) as db:
            if kind == "newer":
                db.execute("UPDATE alembic_version SET version_num = '0999'")
            elif kind == "other":
                db.execute("DROP TABLE alembic_version")
            db.commit()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("missing", "check the path"),
        ("text", "not a Fieldpost database"),
        ("empty", "not a Fieldpost database"),
        ("cut", ""),
        ("damaged", ""),
        ("newer", "newer Fieldpost (schema 0999"),
        ("other", "not a Fieldpost database"),
    ],
)
def test_what_will_not_do_changes_nothing(file: Path, run: Run, kind: str, words: str) -> None:
    run("backup", "copy.sqlite3")
    made_wrong(kind, Path("copy.sqlite3"))

    def there() -> list[tuple[str, bytes]]:
        found = [path for path in file.parent.iterdir() if path.suffix != ".lock"]
        return sorted((path.name, path.read_bytes()) for path in found)

    before = there()
    refused(run("restore", "copy.sqlite3"), "copy.sqlite3", words)
    assert there() == before
    refused(run("restore", str(file)), "itself")


def test_a_backup_with_a_fault_is_put_back_only_when_told_so(file: Path, run: Run) -> None:
    """A copy can be whole as a file and still say what no game can have come to."""
    run("backup", "copy.sqlite3")
    with closing(sqlite3.connect("copy.sqlite3")) as db:
        db.execute("UPDATE players SET missed = -1")
        db.execute("UPDATE steps SET orders = replace(orders, 'e7-e6', 'e7-e5')")
        db.commit()
    before = rows(file)
    code, out, err = run("restore", "copy.sqlite3")
    assert code == 2 and "missed is -1" in out and "step 1: replayed" in out
    assert err.startswith("fieldpost: copy.sqlite3: the check found 3 faults in it, and nothing has changed;")
    assert rows(file) == before and not list(file.parent.glob("*before*"))
    code, out, err = run("restore", "copy.sqlite3", "--force")
    assert (code, err) == (0, "") and "step 1: replayed" in out and rows(file) == rows(Path("copy.sqlite3"))


async def test_a_copy_with_its_log_is_restored_whole(file: Path, run: Run, tmp_path: Path) -> None:
    """Copied by hand from a bot that was killed: what was stored last is in the log alone."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_autocheckpoint=0")
        db.execute("INSERT INTO kv VALUES ('in the log', '1')")
        db.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", tmp_path / f"copy{end}")
    assert (await asyncio.to_thread(run, "restore", tmp_path / "copy"))[0] == 0
    assert "in the log" in "".join(rows(file))
    async with post_office(file) as office:  # and the bot goes on with it
        assert len(await office.posts()) > 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_backup_is_read_where_nobody_may_write(file: Path, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "readonly"
    folder.mkdir()
    run("backup", folder / "copy.sqlite3")
    folder.chmod(0o500)
    try:
        assert run("restore", folder / "copy.sqlite3")[0] == 0
    finally:
        folder.chmod(0o700)


async def test_the_game_goes_on_from_the_backup(file: Path, run: Run) -> None:
    run("backup", "copy.sqlite3")
    async with post_office(file) as office:
        [code] = {post.table_id for post in await office.posts() if post.table_id}
        await office.send(code, GUEST, "d2-d3")
        assert (await office.table(code)).turn == 2
    assert (await asyncio.to_thread(run, "restore", "copy.sqlite3"))[0] == 0
    async with post_office(file) as office:
        assert (await office.table(code)).turn == 1
        await office.send(code, GUEST, "d2-d3")
        assert (await office.table(code)).turn == 2


async def test_posts_of_a_turn_that_comes_again_are_others(file: Path, run: Run) -> None:
    """Discord swallows a message with the nonce of another one, and the bot looks for posts by it: so a turn
    that comes out otherwise would never be told. What had been queued before keeps its own."""
    run("backup", "copy.sqlite3")
    seen: list[dict[str, str]] = []
    for _ in range(3):
        async with post_office(file) as office:
            [code] = {post.table_id for post in await office.posts() if post.table_id}
            queued = [post for post in await office.posts() if post.status == "queued"]
            assert queued and all(post.attempts == (1 if seen else 0) for post in queued)
            before = {post.key: post.nonce for post in queued}
            await office.send(code, GUEST, "d2-d3")
            new = {post.key: post.nonce for post in await office.posts() if post.key not in before}
            assert (
                len(new) > 1
                and before.items() <= {post.key: post.nonce for post in await office.posts()}.items()
            )
            seen.append(new)
        assert (await asyncio.to_thread(run, "restore", "copy.sqlite3"))[0] == 0
    assert seen[0].keys() == seen[1].keys() == seen[2].keys()
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert not set(seen[one].values()) & set(seen[other].values())


@pytest.mark.parametrize("step", ["_copy", "look", "_begin_anew", "_settle", "_set_aside", "put"])
def test_whatever_breaks_it_off_the_database_is_there(
    file: Path, run: Run, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", "copy.sqlite3")
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO kv VALUES ('later', '1')")
        db.commit()
    before = rows(file)

    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(files if step == "put" else backups, step, fail)
        assert run("restore", "copy.sqlite3")[0] == 2
    assert rows(file) == before and not list(file.parent.glob(".games*"))
    assert run("restore", "copy.sqlite3")[0] == 0
    assert rows(file) != before


def test_a_bot_holds_its_database_from_its_start_on(
    file: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", "copy.sqlite3")

    def create(*_: object, **__: object) -> object:
        refused(run("restore", "copy.sqlite3"), "stop the bot")
        raise StorageError("far enough")

    monkeypatch.setenv("FIELDPOST_TOKEN", "a-token.that_must-never.be-seen")
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    monkeypatch.setattr("bot.commands.run.calm", lambda: None)
    monkeypatch.setattr("bot.commands.run.create_bot", create)
    refused(run("run"), "far enough")
    assert run("restore", "copy.sqlite3")[0] == 0


async def test_no_folder_is_made_for_a_copy(file: Path, run: Run, tmp_path: Path) -> None:
    """The disk for backups may not be there: then the copy must not land on another one."""
    refused(run("backup", tmp_path / "mnt" / "copy.sqlite3"), "no folder", "mnt", "make it first")
    assert not (tmp_path / "mnt").exists()
