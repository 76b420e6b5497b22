"""Pictures for the pages: drawn once, named after what they show, and kept for a while; those that everybody
may see as files, too.

A name is an HMAC of all that the picture is made of, with this installation's secret. So it never means
another picture, browsers may keep it for ever, and nobody can make up the name of a picture to find out
whether a position is somebody's.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.common.encoding import dumps
from bot.common.workers import Renderer
from bot.web.picture_files import PictureFiles, painted_by

MAX_BYTES = 48 * 1024 * 1024
"""Most bytes of drawn pictures that are kept."""
MAX_ASKED = 4000
"""Most pictures that may be asked for by their names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A picture that a page shows. owner: who may fetch it, "" everybody"""

    owner: str
    game: str
    view: Any
    extras: Mapping[str, Any]


class Pictures:
    def __init__(self, secret: bytes, renderer: Renderer, files: PictureFiles | None = None) -> None:
        """files: see `begin`; None: none are kept as files"""
        self._secret, self._renderer, self._files = secret, renderer, files
        self._edition = ""
        self._forgotten: str | None = None
        self._asked = OrderedDict[str, Asked]()
        self._drawn = OrderedDict[str, tuple[str, bytes]]()
        self._size = 0
        self._drawing: dict[str, asyncio.Task[bytes]] = {}

    async def begin(self, forgotten: str) -> None:
        """Keep nothing any more of before somebody was forgotten: pictures have names in them.

        forgotten: another text after each one who was
        """
        if forgotten == self._forgotten:
            return
        self._forgotten = forgotten
        self._asked.clear()
        self._drawn.clear()
        self._size, self._edition = 0, ""
        if (files := self._files) is not None:
            self._edition = await asyncio.to_thread(lambda: files.begin(forgotten, painted_by()))

    def ask(self, game: str, view: Any, extras: Mapping[str, Any], owner: str = "") -> str:
        """Return the name of a picture, without drawing it. owner: see `Asked`"""
        name = self._name(dumps((owner, game, view, dict(extras))))
        self._asked[name] = Asked(owner, game, view, extras)
        self._asked.move_to_end(name)
        if len(self._asked) > MAX_ASKED:
            self._asked.popitem(last=False)
        return name

    def knows(self, name: str) -> bool:
        """Whether a picture of this name can be had without asking for it anew."""
        return name in self._drawn or name in self._asked

    def keep(self, data: bytes, owner: str = "") -> str:
        """Keep a picture that is drawn, and return its name."""
        name = self._name(owner.encode() + b"\0" + data)
        self._store(name, owner, data)
        return name

    async def get(self, name: str, owner: str = "") -> bytes | None:
        """Return a picture, drawing it if need be; None: there is none of this name for this owner."""
        kept = self._drawn.get(name)
        if kept is not None:
            self._drawn.move_to_end(name)
            return kept[1] if kept[0] == owner else None
        asked = self._asked.get(name)
        if asked is None or asked.owner != owner:
            return None
        task = self._drawing.get(name)
        if task is None:
            task = self._drawing[name] = asyncio.create_task(self._found(name, asked))
            task.add_done_callback(lambda _: self._drawing.pop(name, None))
        return await asyncio.shield(task)

    async def _found(self, name: str, asked: Asked) -> bytes:
        """Read a picture from its file, or draw it."""
        edition, data = "" if asked.owner else self._edition, None
        if edition and self._files is not None:
            data = await asyncio.to_thread(self._files.read, edition, name)
        if data is None:
            data, _ = await self._renderer.paint(asked.game, asked.view, asked.extras)
            if edition and self._files is not None:
                await asyncio.to_thread(self._files.write, edition, name, data)
        if name in self._asked:  # else somebody was forgotten meanwhile
            self._store(name, asked.owner, data)
        return data

    def _name(self, content: bytes) -> str:
        return hmac.new(self._secret, content, "sha256").hexdigest()[:32]

    def _store(self, name: str, owner: str, data: bytes) -> None:
        if name not in self._drawn:
            self._drawn[name] = owner, data
            self._size += len(data)
        while self._size > MAX_BYTES:
            _, (_, old) = self._drawn.popitem(last=False)
            self._size -= len(old)


def kind_of(data: bytes) -> str:
    """The media type of what a page shows or hands out."""
    if data.startswith(b"\x89PNG"):
        return "image/png"
    return "image/gif" if data.startswith(b"GIF8") else "application/octet-stream"
