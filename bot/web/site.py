"""What all pages share: the use cases, the templates, addresses, and pictures kept for a while."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import jinja2
from aiohttp import web

from bot.features.privacy.forgetting import NUMBER
from bot.storage.database import Tx
from bot.storage.records import Value
from bot.storage.rows import read_value, save
from bot.web import text
from bot.web.markdown import to_html, to_line
from bot.web.moments import said_day, shown
from bot.web.picture_files import PictureFiles
from bot.web.pictures import Pictures
from maps.text import capitalized

if TYPE_CHECKING:
    from bot.services import Services

SECRET = "web-secret"
"""Key in `kv`: from which the names of pictures and the signs of links follow. Made once."""


class Site:
    """Made by `Site.open`.

    services: the use cases;  pictures: see `Pictures`;  secret: of this installation, 32 bytes
    """

    def __init__(self, services: Services, base: str, secret: bytes, kept: PictureFiles | None) -> None:
        """base: the address by which people come, without a slash at its end"""
        self.services, self.base, self.secret = services, base, secret
        self.pictures = Pictures(secret, services.context.renderer, kept)
        self._env = jinja2.Environment(
            loader=jinja2.PackageLoader("bot.web"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._env.globals.update(url=self.url, site_url=self.absolute)
        self._env.filters.update(
            markdown=to_html, plain=to_line, moment=shown, day=said_day, capitalized=capitalized
        )
        self.static = {
            entry.name: (entry.read_bytes(), hashlib.sha256(entry.read_bytes()).hexdigest()[:12])
            for entry in files("bot.web").joinpath("static").iterdir()
            if entry.is_file()
        }
        """What never changes while the server runs: its bytes and a digest of them, by its name."""

    @property
    def prefix(self) -> str:
        """What stands before every path: "", or such as "/fieldpost" behind a proxy."""
        return urlsplit(self.base).path

    @classmethod
    async def open(cls, services: Services, base: str, folder: Path | None = None) -> Site:
        """folder: for files of pictures that everybody may see; None: none are kept"""
        secret = await services.context.db.write(_secret)
        site = cls(services, base, secret, PictureFiles(folder) if folder is not None else None)
        await site.renew_pictures()
        return site

    async def renew_pictures(self) -> None:
        """Drop all pictures of before somebody was forgotten."""
        await self.pictures.begin(await self.read(read_value, NUMBER) or "")

    def url(self, path: str) -> str:
        """Return the address of a path of ours, from this server's root: "/g/k7f3". Static files are named
        with their digest, so a browser may keep them for ever."""
        if path.startswith("/static/") and (found := self.static.get(path.removeprefix("/static/"))):
            path = f"/static/{found[1]}/{path.removeprefix('/static/')}"
        return f"{self.prefix}{path}"

    @property
    def origin(self) -> str:
        """As a browser names us in requests of our own pages."""
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc}"

    def absolute(self, path: str) -> str:
        """Return the whole address, for posts and feeds."""
        return f"{self.origin}{self.url(path)}"

    def render(self, template: str, **given: Any) -> str:
        """Return the text of a template."""
        return self._env.get_template(template).render(**given)

    def page(self, template: str, *, status: int = 200, **given: Any) -> web.Response:
        """Answer with a page made from a template."""
        return web.Response(text=self.render(template, **given), content_type="text/html", status=status)

    def error(self, request: web.Request, status: int, said: str) -> web.Response:
        """Answer with an error: as JSON where a program asks, else as a page."""
        if wants_json(request):
            return web.json_response({"error": said}, status=status)
        heading = text.ERROR_TITLES.get(status, text.ERROR_TITLE)
        return self.page("error.html", status=status, heading=heading, said=said)

    async def read(self, look: Callable[..., Any], *given: Any) -> Any:
        """Read from the database, see `Database.read`."""
        return await self.services.context.db.read(look, *given)


def wants_json(request: web.Request) -> bool:
    """Whether a program asks, not a person's browser."""
    return "/api/" in request.path or "application/json" in request.headers.get("Accept", "")


def _secret(tx: Tx) -> bytes:
    found = read_value(tx, SECRET)
    if found is None:
        found = secrets.token_hex(32)
        save(tx, Value(key=SECRET, value=found))
    return bytes.fromhex(found)
