"""Menus with more choices than Discord shows."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.message import MOST_CHOICES, Choice
from bot.presenters.text import MORE


def paged(
    choices: Sequence[Choice], number: int, onwards: str, always: Sequence[Choice] = ()
) -> tuple[Choice, ...]:
    """Return page `number` of the choices, from 1, with an entry that turns to the next one.

    onwards: the value of that entry, to which the number of its page is added, "@units:"
    always:  choices that end each page
    """
    if len(choices) + len(always) <= MOST_CHOICES:
        return (*choices, *always)
    size = MOST_CHOICES - 1 - len(always)
    pages = -(-len(choices) // size)
    at = (max(number, 1) - 1) % pages
    follows = (at + 1) % pages + 1
    more = Choice(f"{onwards}{follows}", MORE(page=follows, pages=pages))
    return (*choices[at * size : (at + 1) * size], more, *always)


def page_of(picked: str, onwards: str) -> int:
    """Return the page that was turned to, 1 if none was.

    >>> page_of("units:2", "@units:"), page_of("u.c3.10", "@units:")
    (2, 1)
    """
    rest = picked.removeprefix(onwards.removeprefix("@"))
    return int(rest) if rest != picked and rest.isdecimal() and len(rest) < 4 else 1
