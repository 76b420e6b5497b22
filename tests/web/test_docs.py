"""The docs on the web: every link of every page leads to a page and a heading, and none to a file."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.web.markdown import document
from bot.web.pages.docs import index, served
from tests.web.parts import Web, house_with_pages

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3", prefix="/fieldpost") as made:
        yield made


async def test_every_link_leads_somewhere(web: Web) -> None:
    """Under a prefix, as behind a proxy."""
    browser = web.browser()
    pages = {page: await (await browser.get(f"/docs/{page}")).text() for page in served()}
    pages[""] = await (await browser.get("/docs")).text()
    links = 0
    for page, shown in pages.items():
        for link in re.findall(r'<a href="([^"]*)"', shown):
            path, _, place = link.partition("#")
            if path.startswith("https://"):
                continue
            assert not path or path.startswith("/fieldpost/"), f"{page}: {link}"
            name = path.removeprefix("/fieldpost/docs/") if path.startswith("/fieldpost/docs/") else ""
            if path and not name:
                assert (await browser.get(path)).status == 200, f"{page}: {link}"
            target = pages[name] if name else shown
            assert not place or place == "main" or f'id="{place}"' in target, f"{page}: {link}"
            links += bool(place) and place != "main"
    assert links > 20


async def test_the_index_names_pages_by_their_titles(web: Web) -> None:
    shown = await (await web.browser().get("/docs")).text()
    assert set(index()) and ".md" not in re.sub(r"<[^>]*>", "", shown)
    for page in ("clock", "order-notation", "cic", "newyork2047", "leagues", "privacy", "records", "balance"):
        assert f'href="/fieldpost/docs/{page}"' in shown, page


async def test_pages_for_hosts_and_developers_are_not_there(web: Web) -> None:
    browser = web.browser()
    for page in ("internals", "architecture", "messages", "README", "scale"):
        assert (DOCS / f"{page}.md").is_file()
        assert (await browser.get(f"/docs/{page}")).status == 404
    assert (await browser.get("/docs/..%2fREADME")).status == 404


def test_markdown_of_docs() -> None:
    def to(link: str) -> str:
        return {"b.md#c-d": "/docs/b#c-d", "#x": "#x"}.get(link, "")

    made = document(
        "# A `b`\n## A b\n[**on**](b.md#c-d) [off](../off.md) <b>\n\n"
        "| | |\n|---|---|\n| 1 | [x](#x) |\n\n```\n<i>\n```\n",
        to,
    )
    assert '<h1 id="a-b">A <code>b</code></h1>' in made and '<h2 id="a-b-1">' in made
    assert '<a href="/docs/b#c-d"><strong>on</strong></a> off &lt;b&gt;' in made
    assert (
        "<thead>" not in made
        and '<td><a href="#x">x</a></td>' in made
        and 'tabindex="0" role="region"' in made
    )
    assert '<pre tabindex="0">&lt;i&gt;' in made
