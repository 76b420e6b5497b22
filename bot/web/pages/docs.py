"""The docs for players, organisers and who writes programs: the pages of docs/ that its index names for them.

`bot/web/docs` is docs/ itself (a link in the repository, a copy in the wheel).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from posixpath import basename

from aiohttp import web
from markupsafe import Markup

from bot.web import text
from bot.web.markdown import document
from bot.web.pages.common import cached
from bot.web.site import Site

SECTIONS = ("You play", "You organise a league", "You write an engine, or another front end")
"""Of docs/README.md. Pages that only others list are not served."""
_ROW = re.compile(
    r"^\| \[[^]]+\]\((?P<page>[a-z0-9-]+)\.md(?P<place>#[a-z0-9-]+)?\) \| (?P<words>.*) \|$", re.M
)
_LINK = re.compile(r"\[[^]]+\]\((?P<page>[a-z0-9-]+)\.md\)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the index lists it. place: "#heading" or "";  words: what it is about"""

    page: str
    place: str
    title: str
    words: str


def read(page: str) -> str:
    """The Markdown of a page."""
    return files("bot.web").joinpath("docs", f"{page}.md").read_text("utf-8")


@cache
def index() -> dict[str, list[Entry]]:
    """What docs/README.md lists, by section."""
    found: dict[str, list[Entry]] = {}
    for section in read("README").split("\n## ")[1:]:
        head, _, body = section.partition("\n")
        if head not in SECTIONS:
            continue
        found[head] = [
            Entry(row["page"], row["place"] or "", title(row["page"]), row["words"])
            for row in _ROW.finditer(body)
        ]
        listed = {entry.page for entry in found[head]}
        beside = [link for link in _LINK.finditer(_ROW.sub("", body)) if link["page"] not in listed]
        found[head] += [Entry(link["page"], "", title(link["page"]), "") for link in beside]
    return found


@cache
def served() -> frozenset[str]:
    return frozenset(entry.page for entries in index().values() for entry in entries)


def title(page: str) -> str:
    """The first heading of a page, without Markdown's signs."""
    return read(page).partition("\n")[0].lstrip("# ").replace("`", "")


def titled(words: str) -> str:
    """Markdown in which links that are called after files are called after their pages.

    >>> titled("See [rulings.md](rulings.md#dice), or [dice](rulings.md).")
    'See [Our own choices](rulings.md#dice), or [dice](rulings.md).'
    """
    return re.sub(r"\[([a-z0-9-]+)\.md\](?=\(\1\.md)", lambda link: f"[{title(link[1])}]", words)


class DocsPages:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._made: dict[str, Markup] = {}

    def routes(self) -> Iterable[web.RouteDef]:
        return [web.get("/docs", self._index), web.get("/docs/{doc:[a-z0-9-]{1,40}}", self._page)]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _index(self, request: web.Request) -> web.Response:
        return cached(request, self._site.page("docs.html", sections=index()))

    async def _page(self, request: web.Request) -> web.Response:
        page = request.match_info["doc"]
        if page not in served():
            raise web.HTTPNotFound
        if page not in self._made:  # in a thread: a long one takes a while
            self._made[page] = await asyncio.to_thread(document, titled(read(page)), self._address)
        shown = self._site.page(
            "doc.html", title=title(page), body=self._made[page], back=[("/docs", text.DOCS)]
        )
        return cached(request, shown)

    def _address(self, link: str) -> str:
        """Where a link of a page leads here: another page, or somewhere else on the web; "": nowhere."""
        if link.startswith(("https://", "#")):
            return link
        path, _, place = link.partition("#")
        page = basename(path).removesuffix(".md")
        if path != f"{page}.md" or page not in served():
            return ""
        return self._site.url(f"/docs/{page}") + (f"#{place}" if place else "")
