"""SQLite's files: who uses them, and how a new one comes to its name. Everything here blocks."""

import errno
import fcntl
import glob
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import StorageError

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database in use; after a crash what was stored last is in there alone."""
_HEADER = b"SQLite format 3\x00"


@contextmanager
def locked(file: Path, how: int, why: str) -> Iterator[None]:
    """Hold the lock beside the database; it goes with the process, however that ends."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageError(
            f"{file}: {error.strerror or error}; check the path and who may write there"
        ) from error
    try:
        own(Path(f"{file}.lock"), file if file.exists() else file.parent)
        try:
            fcntl.flock(lock, how | fcntl.LOCK_NB)
        except OSError as error:
            # Some network folders know no such locks; what SQLite itself locks is looked at as well.
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise StorageError(why) from None
        yield
    finally:
        os.close(lock)


def must_be_there(file: Path) -> None:
    """StorageError unless it is a SQLite database."""
    try:
        sound = is_database(file)
    except OSError as error:
        raise StorageError(f"{file}: {error.strerror or error}; check the path") from error
    if not sound:
        raise StorageError(f"{file}: not a Fieldpost database; give the path of another file")


def must_be_new(file: Path, *, replace: bool = False) -> None:
    """StorageError if something is there, or no folder for it: it may be on a disk that is not there now, and
    none is made on another one. replace: a file may be there"""
    if file.is_dir():
        raise StorageError(f"{file}: that is a folder; give the path of a file in it")
    if not file.parent.exists():
        raise StorageError(f"{file}: there is no folder {file.parent}; make it first, or give another path")
    if not replace and exists(file):
        raise StorageError(f"{file}: there is a file already; give another path")


def is_database(file: Path) -> bool:
    """Whether a file begins as SQLite's do."""
    with file.open("rb") as opened:
        return opened.read(len(_HEADER)) == _HEADER


def exists(path: Path) -> bool:
    """Whether something is there, be it a link to nowhere."""
    return os.path.lexists(path)


def create(path: Path) -> None:
    """Make an empty file for its owner alone."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def own(path: Path, like: Path) -> None:
    """Give it to whom that belongs to: the host may work as root, and the bot as somebody else."""
    owner, own = like.stat(), path.stat()
    if (own.st_uid, own.st_gid) != (owner.st_uid, owner.st_gid):
        with suppress(OSError):
            os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def beside(to: Path) -> Iterator[Path]:
    """An empty file in the same folder, for what will be put in that place; gone afterwards."""
    made = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        _tidy(to)
        create(made)
        yield made
    except OSError as error:
        raise StorageError(
            f"{to}: {error.strerror or error}; check the path and who may write there"
        ) from error
    finally:
        for end in ("", *BESIDE):
            with suppress(OSError):
                Path(f"{made}{end}").unlink()


def _tidy(to: Path) -> None:
    """Delete what processes that were killed have left: it holds secrets."""
    for left in to.parent.glob(f".{glob.escape(to.name)}.*"):
        number = re.match(r"(\d+)(?:-\w+)?$", left.name.removeprefix(f".{to.name}."))
        if number is not None and not _lives(int(number[1])):
            with suppress(OSError):
                left.unlink()


def _lives(process: int) -> bool:
    """Whether another process with this number runs."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def put(made: Path, to: Path, *, replace: bool) -> None:
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
