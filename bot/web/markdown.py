"""Markdown as HTML: Discord's, which messages are written in, and that of the docs. Nothing in it may
become a tag of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from bot.web.moments import shown
from bot.web.text import SOMEBODY

_TOKEN = re.compile(
    r"<(?:t:(?P<time>-?\d{1,14})(?::(?P<style>[a-zA-Z]))?|@!?(?P<user>-?\d{1,20})|@&(?P<role>\d{1,20}))>"
    r"|(?P<channel> See [^.:<]*: <#\d{1,20}>\.|(?: in|: see| ·)? ?<#\d{1,20}>)"
)
"""A page names no channel: "in #hall", ": see #hall", " · #hall" and "See what …: #hall." are left out."""
_ITEM = re.compile(r"\s*(?:[-*]|\d+[.)]) ")
_MARKED = re.compile("\ue000(\\d+)\ue001")

_parser = MarkdownIt("js-default", {"html": False, "linkify": False, "breaks": True}).disable(["image"])


def to_html(
    text: str,
    people: Mapping[int, str] | None = None,
    link: Callable[[str], bool] = lambda _: False,
    homes: Mapping[int, str] | None = None,
) -> Markup:
    """Return the HTML of a message's text.

    people: names for mentions, by id; others are "somebody"
    link: whether a link's address may stay one; by default none does, as people write these texts too
    homes: the addresses of pages of those who are mentioned, by id
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(_token(found, people or {}, homes or {}))
        return f"\ue000{len(kept) - 1}\ue001"

    text = _TOKEN.sub(keep, text.replace("\ue000", "").replace("\ue001", "").replace("\u200b", ""))
    small: list[str] = []
    for line in text.split("\n"):
        # In Discord a list ends with its last line, and one that begins at 2 needs no empty line above it.
        if small and small[-1].strip() and line.strip() and _is_item(small[-1]) != _is_item(line):
            small.append("")
        # Small print is Discord's own; a line of it stands by itself.
        small.append(f"\ue002{line[3:]}\ue003" if line.startswith("-# ") else line)
    html = _parser.render("\n".join(small))
    html = html.replace("<pre>", '<pre tabindex="0">')  # a wide one scrolls, by keyboard too
    html = html.replace("\ue002", '<small class="soft">').replace("\ue003", "</small>")
    if not link(""):
        html = re.sub(
            r'<a href="([^"]*)">(.*?)</a>', lambda found: found[0] if link(found[1]) else found[2], html
        )
    return Markup(_MARKED.sub(lambda found: kept[int(found[1])], html))


_documents = MarkdownIt("js-default", {"html": False, "linkify": False}).disable(["image"])


def document(text: str, address: Callable[[str], str]) -> Markup:
    """Return the HTML of a page of docs. Headings have the anchors that GitHub gives them; what is wider than
    a phone scrolls by itself, by keyboard too.

    address: where a link leads; "": its words stay, and it leads nowhere
    """
    tokens, shown, names, tables = _documents.parse(text), list[Token](), Counter[str](), 0
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            name = anchor(tokens[at + 1].content)
            token.attrSet("id", f"{name}-{names[name]}" if names[name] else name)
            names[name] += 1
        elif token.type == "inline":
            token.children = _links(token.children or [], address)
        elif token.type in ("fence", "code_block"):
            scrolls = Token("html_block", "", 0, content=f'<pre tabindex="0">{escape(token.content)}</pre>\n')
            shown.append(scrolls)
            continue
        elif token.type == "table_open":
            tables += 1
            wide = f'<div class="wide" tabindex="0" role="region" aria-label="Table {tables}">\n'
            shown.append(Token("html_block", "", 0, content=wide))
        shown.append(token)
        if token.type == "table_close":
            shown.append(Token("html_block", "", 0, content="</div>\n"))
    html = _documents.renderer.render(shown, _documents.options, {})
    # A table of links has a head without words.
    return Markup(re.sub(r"<thead>\s*<tr>\s*(<th[^>]*></th>\s*)+</tr>\s*</thead>\s*", "", html))


def anchor(heading: str) -> str:
    """
    >>> anchor("What happens when …"), anchor("The `/league` commands, all of them")
    ('what-happens-when-', 'the-league-commands-all-of-them')
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _links(children: Sequence[Token], address: Callable[[str], str]) -> list[Token]:
    """Inline tokens with the links as they lead here."""
    shown, kept = list[Token](), True
    for token in children:
        if token.type == "link_open":
            to = address(unquote(str(token.attrGet("href"))))
            kept = bool(to)
            token.attrSet("href", to)
        if kept or token.type not in ("link_open", "link_close"):
            shown.append(token)
    return shown


def to_line(text: str, people: Mapping[int, str] | None = None) -> str:
    """Return the plain words of a text, for titles and descriptions: no tags, no entities."""
    found = re.sub(r"<[^>]+>", " ", str(to_html(text, people)))
    return re.sub(r"\s+", " ", Markup(found).unescape()).strip()


def _is_item(line: str) -> bool:
    return _ITEM.match(line) is not None


def _token(found: re.Match[str], people: Mapping[int, str], homes: Mapping[int, str]) -> str:
    if found["time"] is not None:
        try:
            moment = datetime.fromtimestamp(int(found["time"]), UTC)
        except (OverflowError, OSError, ValueError):
            return escape(found[0])
        return str(shown(moment, relative=found["style"] == "R", day=found["style"] in ("d", "D")))
    if found["user"] is not None:
        user = int(found["user"])
        name = f"<b>{escape(people.get(user, SOMEBODY))}</b>"
        return f'<a href="{escape(homes[user])}">{name}</a>' if user in homes else name
    return "" if found["channel"] is not None else "a role"
