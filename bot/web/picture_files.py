"""Pictures that everybody may see, kept in a folder so that a restart does not draw them anew. Those of
one's own board, which may show secrets, are never handed to it."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock

from bot.storage.dialect import is_shareable, url_of

log = logging.getLogger(__name__)

MAX_BYTES = 128 * 1024 * 1024
"""Most bytes of files; those that nobody has looked at for longest go."""
_EDITION = re.compile("[0-9a-f]{16}")


def folder_of(database: str) -> Path | None:
    """Where they are: beside the file of a database. None for databases of several processes, which have no
    folder in common."""
    return None if is_shareable(database) else Path(f"{url_of(database).database}-pictures")


def painted_by() -> str:
    """Return another text whenever the painters' files are others: after an update all is drawn anew."""
    with as_file(files("maps")) as folder:
        found = [(path, path.stat()) for path in sorted(folder.rglob("*")) if path.suffix != ".pyc"]
    return repr([(path.name, at.st_size, at.st_mtime_ns) for path, at in found if path.is_file()])


class PictureFiles:
    """Called from threads. An edition is what belongs together; when a new one begins the others are gone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._size = 0
        self._lock = Lock()
        self._complained = False

    def begin(self, *of: str) -> str:
        """Return the edition of these words, with what is there of it, and delete all others."""
        edition = hashlib.sha256("\0".join(of).encode()).hexdigest()[:16]
        with self._lock:
            try:
                (self._folder / edition).mkdir(0o700, parents=True, exist_ok=True)
                for other in self._folder.iterdir():
                    if other.name != edition and _EDITION.fullmatch(other.name):
                        shutil.rmtree(other)
                self._size = sum(path.stat().st_size for path in (self._folder / edition).iterdir())
            except OSError as error:
                self._complain(error)
        return edition

    def read(self, edition: str, name: str) -> bytes | None:
        """Return a picture, if it is there and whole."""
        path = self._folder / edition / name
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data if data.endswith(b"IEND\xaeB\x60\x82") else None

    def write(self, edition: str, name: str, data: bytes) -> None:
        """Keep a picture. Nothing happens if its edition is gone, or the disk is full."""
        path = self._folder / edition / name
        with self._lock:
            try:
                if path.parent.is_dir():
                    path.write_bytes(data)
                    self._size += len(data)
                    self._make_room(path.parent)
            except OSError as error:
                self._complain(error)

    def _make_room(self, folder: Path) -> None:
        if self._size <= MAX_BYTES:
            return
        there = sorted((path.stat().st_mtime_ns, path.stat().st_size, path) for path in folder.iterdir())
        self._size = sum(size for _, size, _ in there)
        for _, size, path in there:
            if self._size <= MAX_BYTES * 3 // 4:
                break
            path.unlink()
            self._size -= size

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            log.warning("pictures are not kept", extra={"why": type(error).__name__})
