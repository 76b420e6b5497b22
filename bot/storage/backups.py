"""Copies of a database while others use it, and one put back in its place.

A copy is one SQLite file, whichever database it was made of: it can be looked at with what is there
everywhere, and put back into either. It holds what its database holds, secret seeds and sealed orders too:
only its owner may read it (0600). Everything here blocks.
"""

import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from alembic.script import ScriptDirectory

from . import copying, dialect, files, migrations, postgresql_lock, whole
from .copying import Progress
from .errors import StorageError
from .postgresql_lock import Bot
from .records import RESTORED

_BUSY = 15.0


@dataclass(frozen=True, slots=True)
class Found:
    """What is in a database. revision: of its schema; newest: whether that is the one of this program"""

    revision: str
    newest: bool
    games: int
    bytes: int


def file_of(where: str) -> Path | None:
    """The file of a database that is given as in the settings, None for one that is no file."""
    url = dialect.url_of(where)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


@contextmanager
def in_use(
    where: str, lost: Callable[[], object] = lambda: None, *, bot: Bot | None = None
) -> Iterator[None]:
    """While a bot runs on this database: no other program puts another one in its place. StorageError if that
    is being done now.

    bot: "alone" does all the work by itself, so on PostgreSQL no other bot may run; "shared" shares it with
    others of its kind; None is no bot
    lost: called once, in another thread, if it was done all the same, while PostgreSQL could not be reached
    """
    file, url = file_of(where), dialect.url_of(where)
    busy = f"{dialect.name_of(url)}: a backup is being put in its place now, or it is moved; start again then"
    if file is not None:
        held = files.locked(file, fcntl.LOCK_SH, busy)
    else:
        held = postgresql_lock.shared(url, busy, lost, bot)
    with held:
        yield


# -- copies


def quiet(what: str, done: int, of: int) -> None:
    """Tell nobody how far it is."""


def back_up(where: str, to: Path, *, replace: bool = False, progress: Progress = quiet) -> Found:
    """Copy the database to `to`, as it is at one moment, whoever writes to it meanwhile. The copy is looked
    at before it gets its name; StorageError, and nothing is there, if something is wrong.

    replace: also where a file is already
    """
    if (file := file_of(where)) is not None:
        files.must_be_there(file)
        its_own = [Path(f"{file}{end}").resolve() for end in ("", *files.BESIDE, ".lock")]
        if to.resolve() in its_own or (to.exists() and to.samefile(file)):
            raise StorageError(f"{to}: that is the database itself; give the path of another file")
    if not replace and files.exists(to) and not to.is_dir():
        raise StorageError(f"{to}: there is a file already; give another path, or --force to replace it")
    files.must_be_new(to, replace=replace)
    with files.beside(to) as made:
        _take(where, made, used=True, progress=progress)
        found = look(made, dialect.name_of(dialect.url_of(where)))
        files.put(made, to, replace=replace)
    return found


def restore(
    backup: Path, where: str, life: str, check: Callable[[Path], None], progress: Progress = quiet
) -> tuple[Found, str | None]:
    """Put a copy in the database's place, all or nothing; also the name that what was there has now.

    check: looks at what is in a copy that is whole, and raises if it is not to be put there
    life: a name, never used before, for the time that begins now: posts of turns that come again are others
    than those that were sent after the copy was made

    StorageError, and nothing has changed, if a bot runs on the database, or the copy is none of ours, damaged
    or newer than this program.
    """
    files.must_be_there(backup)
    if (file := file_of(where)) is None:
        return _restore_rows(backup, where, life, check, progress)
    if backup.resolve() == file.resolve():
        raise StorageError(f"{backup}: that is the database itself; give the path of a backup")
    running = f"{file}: a bot runs on it; stop the bot first"
    with files.locked(file, fcntl.LOCK_EX, running), files.beside(file) as made:
        _copy(backup, made)
        found = look(made, str(backup))
        check(made)
        _begin_anew(made, life)
        files.own(made, file if file.exists() else file.parent)
        _settle(file, running)
        kept = _set_aside(file)
        files.put(made, file, replace=True)
    return found, None if kept is None else str(kept)


def _restore_rows(
    backup: Path, where: str, life: str, check: Callable[[Path], None], progress: Progress
) -> tuple[Found, str | None]:
    """As `restore`, into PostgreSQL, in one transaction."""
    url = dialect.url_of(where)
    with snapshot(str(backup), used=False) as made:
        found = look(made, str(backup))
        with whole.replacing(url, found.revision) as (target, kept):
            check(made)
            _begin_anew(made, life)
            with whole.reading(str(made)) as source:
                copying.copy(source, target, progress)
    return found, None if kept is None else f"in the schema {kept}"


def _begin_anew(file: Path, life: str) -> None:
    """What was waiting to be sent when the copy was made may have been sent since: the bot looks before it
    sends that."""
    with closing(_open(file, "mode=rw")) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT OR REPLACE INTO kv (key, value) VALUES (?, ?)", (RESTORED, life))
        db.execute("UPDATE outbox SET attempts = 1 WHERE status = 'queued' AND attempts = 0")
        db.execute("COMMIT")


def look(file: Path, named: str = "") -> Found:
    """What is in a copy that nobody uses. StorageError if it is damaged, none of ours, or newer than this
    program; `named` is what the message calls it."""
    name = named or str(file)
    scripts = ScriptDirectory.from_config(migrations.config())
    known = {script.revision for script in scripts.walk_revisions()}
    try:
        with closing(_open(file, "mode=ro&immutable=1")) as db:
            wrong = damage(db)
            if wrong:
                raise StorageError(f"{name}: it is damaged ({wrong[0]}); go back to an earlier backup")
            there = db.execute("SELECT name FROM sqlite_master WHERE name IN ('alembic_version', 'tables')")
            if len(there.fetchall()) < 2:
                raise StorageError(f"{name}: not a Fieldpost database; give the path of another file")
            [revision] = db.execute("SELECT version_num FROM alembic_version").fetchone() or ("unknown",)
            if revision not in known:
                raise StorageError(
                    f"{name}: made by a newer Fieldpost (schema {revision}, this one knows up to "
                    f"{scripts.get_current_head()}); update Fieldpost first"
                )
            [games] = db.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise StorageError(
            f"{name}: {error}; it is no Fieldpost database, or damaged: give another file"
        ) from error
    return Found(revision, revision == scripts.get_current_head(), games, file.stat().st_size)


def damage(db: sqlite3.Connection) -> list[str]:
    """What is wrong with a file: one line each, the first twenty."""
    told = [" ".join(str(line).split()) for (line,) in db.execute("PRAGMA integrity_check(20)")]
    return [line for line in told if line != "ok"]


def dangling(db: sqlite3.Connection) -> list[str]:
    """Rows that point to rows that are not there: one line each, the first twenty."""
    return [
        f"row {row} of {table} points to a row of {parent} that is not there"
        for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchmany(20)
    ]


@contextmanager
def snapshot(where: str, *, used: bool, progress: Progress = quiet) -> Iterator[Path]:
    """A copy of a database, as it is at one moment, that is gone afterwards. Nobody else may read it.

    used: whether a bot may have it in use; a backup is only read
    """
    if (file := file_of(where)) is not None:
        files.must_be_there(file)
    with tempfile.TemporaryDirectory(prefix="fieldpost-") as folder:
        made = Path(folder) / "copy.sqlite3"
        files.create(made)
        _take(where, made, used=used, progress=progress)
        yield made


def _take(where: str, to: Path, *, used: bool, progress: Progress) -> None:
    """Copy what is there at one moment into an empty file; its schema is that of the database."""
    if (file := file_of(where)) is not None:
        _copy(file, to, used=used)
        return
    name = dialect.name_of(dialect.url_of(where))
    with whole.reading(where) as source:
        revision = migrations.known_revision(source, name)
        if revision is None:
            raise StorageError(f"{name}: there is nothing in it; give the address of another database")
        with whole.filling(to, revision) as target:
            copying.copy(source, target, progress)


def _open(file: Path, query: str) -> sqlite3.Connection:
    where = f"{file.absolute().as_uri()}?{query}"
    return sqlite3.connect(where, uri=True, isolation_level=None, timeout=_BUSY)


def _copy(file: Path, to: Path, *, used: bool = False) -> None:
    """SQLite's own copying: writers go on meanwhile, and the copy is of one moment."""
    # A backup may lie where nothing can be written, so it is read without making a log beside it.
    still = not used and not any(files.exists(Path(f"{file}{end}")) for end in files.BESIDE)
    try:
        with (
            closing(_open(file, "mode=ro&immutable=1" if still else "mode=rw")) as source,
            closing(_open(to, "mode=rw")) as target,
        ):
            # All pages in one step: the read lock is kept, so no writer makes it begin anew.
            source.backup(target, pages=-1)
            target.execute("PRAGMA journal_mode=DELETE")  # one file: no log is needed to read it
    except sqlite3.Error as error:
        raise StorageError(f"{file}: {error}; it could not be copied") from error
    with to.open("rb") as written:
        os.fsync(written.fileno())


# -- what is in the place


def _settle(file: Path, running: str) -> None:
    """Bring what is in the log beside a database into its file, so that the file is the whole of it. That
    finds out as well whether anybody else has it open. A damaged one is left as it is."""
    if not file.exists() or not files.is_database(
        file
    ):  # SQLite would delete the log beside what it cannot read
        return
    try:
        with closing(_open(file, "mode=rw")) as db:
            db.execute("PRAGMA busy_timeout=300")
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=DELETE").fetchone()
            db.execute("BEGIN EXCLUSIVE")
            db.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError(running) from None
    except sqlite3.DatabaseError:
        return


def _set_aside(file: Path) -> Path | None:
    """Keep what is in the place under another name, and its log with it; None: nothing is there."""
    if not file.exists():
        return None
    kept = file.with_name(f"{file.name}.before-restore")
    number = 1
    while files.exists(kept):
        number += 1
        kept = file.with_name(f"{file.name}.before-restore-{number}")
    try:
        os.link(file, kept)  # so the place is never empty
    except OSError:  # a file system without links
        shutil.copyfile(file, kept)
    kept.chmod(0o600)
    for end in files.BESIDE:  # of a damaged database: a log belongs to its own file and to no other
        with suppress(FileNotFoundError):
            Path(f"{file}{end}").rename(f"{kept}{end}")
    return kept
