"""Discord's Markdown, as the messages are written in, as HTML. Nothing in it may become a tag of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from html import escape

from markdown_it import MarkdownIt
from markupsafe import Markup

_TOKEN = re.compile(
    r"<(?:t:(?P<time>-?\d{1,14})(?::(?P<style>[a-zA-Z]))?|@!?(?P<user>-?\d{1,20})|@&(?P<role>\d{1,20}))>"
    r"|(?: in|: see| ·)? ?<#(?P<channel>\d{1,20})>"
)
"""A page names no channel: "in #hall", ": see #hall" and " · #hall" are left out."""
_ITEM = re.compile(r"\s*(?:[-*]|\d+[.)]) ")
_MARKED = re.compile("\ue000(\\d+)\ue001")

_parser = MarkdownIt("js-default", {"html": False, "linkify": False, "breaks": True}).disable(["image"])


def to_html(
    text: str, people: Mapping[int, str] | None = None, link: Callable[[str], bool] = lambda _: False
) -> Markup:
    """Return the HTML of a message's text.

    people: names for mentions, by id; others are "somebody"
    link: whether a link's address may stay one; by default none does, as people write these texts too
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(_token(found, people or {}))
        return f"\ue000{len(kept) - 1}\ue001"

    text = _TOKEN.sub(keep, text.replace("\ue000", "").replace("\ue001", "").replace("\u200b", ""))
    small: list[str] = []
    for line in text.split("\n"):
        # In Discord a list ends with its last line.
        if small and _ITEM.match(small[-1]) and line.strip() and not _ITEM.match(line):
            small.append("")
        # Small print is Discord's own; a line of it stands by itself.
        small.append(f"\ue002{line[3:]}\ue003" if line.startswith("-# ") else line)
    html = _parser.render("\n".join(small))
    html = html.replace("\ue002", '<small class="soft">').replace("\ue003", "</small>")
    if not link(""):
        html = re.sub(
            r'<a href="([^"]*)">(.*?)</a>', lambda found: found[0] if link(found[1]) else found[2], html
        )
    return Markup(_MARKED.sub(lambda found: kept[int(found[1])], html))


def to_line(text: str, people: Mapping[int, str] | None = None) -> str:
    """Return the plain words of a text, for titles and descriptions: no tags, no entities."""
    found = re.sub(r"<[^>]+>", " ", str(to_html(text, people)))
    return re.sub(r"\s+", " ", Markup(found).unescape()).strip()


def _token(found: re.Match[str], people: Mapping[int, str]) -> str:
    if found["time"] is not None:
        try:
            moment = datetime.fromtimestamp(int(found["time"]), UTC)
        except (OverflowError, OSError, ValueError):
            return escape(found[0])
        # Without JavaScript it says UTC; times.js shows it in the reader's own zone.
        soon = " data-relative" if found["style"] == "R" else ""
        return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%SZ}"{soon}>{moment:%d %B %Y, %H:%M} UTC</time>'
    if found["user"] is not None:
        return f"<b>{escape(people.get(int(found['user']), 'somebody'))}</b>"
    return "" if found["channel"] is not None else "a role"
