"""Copies of a SQLite database while others use it, and one put back in its place.

A copy holds what its database holds, secret seeds and sealed orders too: only its owner may read it (0600).
It is one file, without the write-ahead log that a database in use has beside it. Everything here blocks.
"""

import errno
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

from . import dialect, migrations
from .errors import StorageError
from .records import RESTORED

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database in use; after a crash what was stored last is in there alone."""
_HEADER = b"SQLite format 3\x00"
_BUSY = 15.0


@dataclass(frozen=True, slots=True)
class Found:
    """What is in a database. revision: of its schema; newest: whether that is the one of this program"""

    revision: str
    newest: bool
    games: int
    bytes: int


def file_of(where: str) -> Path:
    """The file of a database that is given as in the settings. StorageError for one that is no file."""
    url = dialect.url_of(where)
    if url.get_backend_name() != "sqlite":
        raise StorageError(
            f"{dialect.name_of(url)}: this works with SQLite files; PostgreSQL has pg_dump and pg_restore"
        )
    return Path(str(url.database))


@contextmanager
def in_use(where: str) -> Iterator[None]:
    """While a bot runs on this database: no other program puts another one in its place. StorageError if that
    is being done now."""
    if dialect.url_of(where).get_backend_name() != "sqlite":
        yield
        return
    file = file_of(where)
    with _locked(file, fcntl.LOCK_SH, f"{file}: a backup is being put in its place now; start again then"):
        yield


@contextmanager
def _locked(file: Path, how: int, why: str) -> Iterator[None]:
    """Hold the lock beside the database; it goes with the process, however that ends."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageError(
            f"{file}: {error.strerror or error}; check the path and who may write there"
        ) from error
    try:
        _own(Path(f"{file}.lock"), file if file.exists() else file.parent)
        try:
            fcntl.flock(lock, how | fcntl.LOCK_NB)
        except OSError as error:
            # Some network folders know no such locks; what SQLite itself locks is looked at as well.
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise StorageError(why) from None
        yield
    finally:
        os.close(lock)


# -- copies


def back_up(file: Path, to: Path, *, replace: bool = False) -> Found:
    """Copy the database to `to`, as it is at one moment, whoever writes to it meanwhile. The copy is looked
    at before it gets its name; StorageError, and nothing is there, if something is wrong.

    replace: also where a file is already
    """
    _must_be_there(file)
    own = [Path(f"{file}{end}").resolve() for end in ("", *BESIDE, ".lock")]
    if to.resolve() in own or (to.exists() and to.samefile(file)):
        raise StorageError(f"{to}: that is the database itself; give the path of another file")
    if to.is_dir():
        raise StorageError(f"{to}: that is a folder; give the path of a file in it")
    if not to.parent.exists():  # it may be on a disk that is not there now: none is made on another one
        raise StorageError(f"{to}: there is no folder {to.parent}; make it first, or give another path")
    if not replace and _exists(to):
        raise StorageError(f"{to}: there is a file already; give another path, or --force to replace it")
    with _beside(to) as made:
        _copy(file, made, used=True)
        found = look(made, file)
        _put(made, to, replace=replace)
    return found


def restore(backup: Path, file: Path, life: str, check: Callable[[Path], None]) -> tuple[Found, Path | None]:
    """Put a copy in the database's place, all or nothing; also the name that what was there has now.

    check: looks at what is in a copy that is whole, and raises if it is not to be put there
    life: a name, never used before, for the time that begins now: posts of turns that come again are others
    than those that were sent after the copy was made

    StorageError, and nothing has changed, if a bot runs on the database, or the copy is none of ours, damaged
    or newer than this program.
    """
    _must_be_there(backup)
    if backup.resolve() == file.resolve():
        raise StorageError(f"{backup}: that is the database itself; give the path of a backup")
    running = f"{file}: a bot runs on it; stop the bot first"
    with _locked(file, fcntl.LOCK_EX, running), _beside(file) as made:
        _copy(backup, made)
        found = look(made, backup)
        check(made)
        _begin_anew(made, life)
        _own(made, file if file.exists() else file.parent)
        _settle(file, running)
        kept = _set_aside(file)
        _put(made, file, replace=True)
    return found, kept


def _begin_anew(file: Path, life: str) -> None:
    """What was waiting to be sent when the copy was made may have been sent since: the bot looks before it
    sends that."""
    with closing(_open(file, "mode=rw")) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT OR REPLACE INTO kv (key, value) VALUES (?, ?)", (RESTORED, life))
        db.execute("UPDATE outbox SET attempts = 1 WHERE status = 'queued' AND attempts = 0")
        db.execute("COMMIT")


def look(file: Path, named: Path | None = None) -> Found:
    """What is in a copy that nobody uses. StorageError if it is damaged, none of ours, or newer than this
    program; `named` is what the message calls it."""
    name = named or file
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
def snapshot(file: Path, *, used: bool) -> Iterator[Path]:
    """A copy of a database, as it is at one moment, that is gone afterwards. Nobody else may read it.

    used: whether a bot may have it in use; a backup is only read
    """
    _must_be_there(file)
    with tempfile.TemporaryDirectory(prefix="fieldpost-") as folder:
        made = Path(folder) / "copy.sqlite3"
        _create(made)
        _copy(file, made, used=used)
        yield made


def _must_be_there(file: Path) -> None:
    try:
        sound = _is_database(file)
    except OSError as error:
        raise StorageError(f"{file}: {error.strerror or error}; check the path") from error
    if not sound:
        raise StorageError(f"{file}: not a Fieldpost database; give the path of another file")


def _is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_HEADER)) == _HEADER


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _open(file: Path, query: str) -> sqlite3.Connection:
    where = f"{file.absolute().as_uri()}?{query}"
    return sqlite3.connect(where, uri=True, isolation_level=None, timeout=_BUSY)


def _create(path: Path) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _own(path: Path, like: Path) -> None:
    """Give it to whom that belongs to: the host may work as root, and the bot as somebody else."""
    owner, own = like.stat(), path.stat()
    if (own.st_uid, own.st_gid) != (owner.st_uid, owner.st_gid):
        with suppress(OSError):
            os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def _beside(to: Path) -> Iterator[Path]:
    """An empty file in the same folder, for what will be put in that place; gone afterwards."""
    made = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            made.unlink()
        _create(made)
        yield made
    except OSError as error:
        raise StorageError(
            f"{to}: {error.strerror or error}; check the path and who may write there"
        ) from error
    finally:
        for end in ("", *BESIDE):
            with suppress(OSError):
                Path(f"{made}{end}").unlink()


def _copy(file: Path, to: Path, *, used: bool = False) -> None:
    """SQLite's own copying: writers go on meanwhile, and the copy is of one moment."""
    # A backup may lie where nothing can be written, so it is read without making a log beside it.
    still = not used and not any(_exists(Path(f"{file}{end}")) for end in BESIDE)
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


def _put(made: Path, to: Path, *, replace: bool) -> None:
    """Give the file its name. At no moment there is half a file."""
    if replace:
        made.replace(to)
    else:
        try:
            os.link(made, to)  # refuses what has come meanwhile
        except FileExistsError:
            raise StorageError(f"{to}: there is a file already; give another path") from None
        except OSError:  # a file system without links
            made.rename(to)
    _sync_folder(to.parent)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # not every file system can
            os.fsync(opened)
    finally:
        os.close(opened)


# -- what is in the place


def _settle(file: Path, running: str) -> None:
    """Bring what is in the log beside a database into its file, so that the file is the whole of it. That
    finds out as well whether anybody else has it open. A damaged one is left as it is."""
    if not file.exists() or not _is_database(file):  # SQLite would delete the log beside what it cannot read
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
    while _exists(kept):
        number += 1
        kept = file.with_name(f"{file.name}.before-restore-{number}")
    try:
        os.link(file, kept)  # so the place is never empty
    except OSError:  # a file system without links
        shutil.copyfile(file, kept)
    kept.chmod(0o600)
    for end in BESIDE:  # of a damaged database: a log belongs to its own file and to no other
        with suppress(FileNotFoundError):
            Path(f"{file}{end}").rename(f"{kept}{end}")
    return kept
