"""The Discord world in a file, so that a second run goes on where the first stopped.

``world.pickle`` holds everything but the attachments; each attachment is a file of its own in
``blobs/``, written once, named by its SHA-256. The world file is replaced in one step after its
attachments are on the disk, so that a kill at any moment leaves the old or the new world. Only the
demo's own files are read back: a pickle from elsewhere could run code.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simcord.backend import Backend

FORMAT = 4
"""Grows with what a new world has: an older one is set aside."""
WORLD = "world.pickle"
BLOBS = "blobs"
DATABASE = "database"
"""Says which database has the games of this world."""
# The bot's own files belong to one world: their message ids fit no other.
BOT_FILES = ("*.db", "*.db-*", "*.sqlite", "*.sqlite-*", "*.sqlite3", "*.sqlite3-*", "postgresql")
# Parts of a backend that belong to one run: the attached bot, and logs that only tests read.
PER_RUN = ("subscribers", "http_requests", "transcript", "faults")


class WorldFileError(Exception):
    """The world file exists but cannot be used; the text says why."""


@dataclass
class Snapshot:
    """One moment of the world, ready to be written: pickled, with the attachments beside it."""

    pickled: bytes
    blobs: dict[str, bytes]


@dataclass
class Store:
    """The files of one demo directory."""

    data: Path
    _stored: set[str] = field(default_factory=set)
    _digests: dict[str, str] = field(default_factory=dict)  # attachment URL -> SHA-256

    @property
    def database(self) -> str | None:
        """Which database has the games of the stored world, as the command line says it; None: no world."""
        if not (self.data / WORLD).exists():
            return None
        path = self.data / DATABASE
        return path.read_text("utf-8") if path.exists() else "sqlite"

    @database.setter
    def database(self, named: str) -> None:
        _replace(self.data / DATABASE, named.encode())

    def snapshot(self, backend: Backend) -> Snapshot:
        """Freeze the world. Must run on the event loop, between two actions."""
        now = datetime.now(UTC).isoformat()
        frozen = copy.copy(backend)
        for name in PER_RUN:
            setattr(frozen, name, [])
        # An interaction whose token is over can never be answered again.
        frozen.interactions = {
            key: one for key, one in backend.interactions.items() if (one.expires_at or now) >= now
        }
        frozen.interaction_tokens = {
            token: key for token, key in backend.interaction_tokens.items() if key in frozen.interactions
        }
        blobs: dict[str, bytes] = {}
        urls: dict[str, str] = {}
        for url, blob in backend.cdn._blobs.items():
            digest = self._digests.setdefault(url, "") or hashlib.sha256(blob).hexdigest()
            self._digests[url] = urls[url] = digest
            if digest not in self._stored:
                blobs[digest] = blob
        frozen.cdn = copy.copy(backend.cdn)
        frozen.cdn._blobs = {}
        document = {"format": FORMAT, "simcord": version("simcord"), "backend": frozen, "blobs": urls}
        return Snapshot(pickle.dumps(document, protocol=5), blobs)

    def write(self, snapshot: Snapshot) -> None:
        """Put a snapshot on the disk; blocking, may run in a thread (one at a time)."""
        folder = self.data / BLOBS
        folder.mkdir(parents=True, exist_ok=True)
        for digest, blob in snapshot.blobs.items():
            _replace(folder / digest, blob)
            self._stored.add(digest)
        _replace(self.data / WORLD, snapshot.pickled)

    def load(self) -> Backend | None:
        """The stored world, or None if there is none; WorldFileError if it cannot be used."""
        path = self.data / WORLD
        if not path.exists():
            return None
        try:
            document: dict[str, Any] = pickle.loads(path.read_bytes())
            written = (document["format"], document["simcord"])
            if written != (FORMAT, version("simcord")):
                raise WorldFileError(f"it was written by format {written[0]}, simcord {written[1]}")
            backend = document["backend"]
            if not isinstance(backend, Backend):
                raise WorldFileError("it holds no world")
            for url, digest in document["blobs"].items():
                backend.cdn._blobs[url] = (self.data / BLOBS / digest).read_bytes()
        except WorldFileError:
            raise
        except Exception as error:  # pickle promises no particular exception for a broken file
            raise WorldFileError(f"{type(error).__name__}: {error}") from error
        self._digests = dict(document["blobs"])
        self._stored = set(self._digests.values())
        return backend

    def set_aside(self) -> Path | None:
        """Move the world and the bot's files into a folder of their own; its path, None if none were."""
        names = {WORLD, BLOBS, DATABASE}
        found = [path for path in sorted(self.data.glob("*")) if path.name in names or _is_bots(path)]
        self._stored.clear()
        self._digests.clear()
        if not found:
            return None
        target = self.data / f"aside-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        target.mkdir(parents=True)
        for path in found:
            path.rename(target / path.name)
        return target


def _is_bots(path: Path) -> bool:
    return any(path.match(pattern) for pattern in BOT_FILES)


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
