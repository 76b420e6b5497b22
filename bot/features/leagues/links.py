"""Buttons from one page of a league to the others."""

from __future__ import annotations

from collections.abc import Iterable

from bot.common.message import Button, buttons, custom_id
from bot.features.leagues import text as words
from bot.storage.league_records import League

FROM_ELSEWHERE = "door"
"""How the ids of links end: they name no page, so that the page with the reader's own row is shown."""
_TABLES = ("ltable", "lcross")


def page_links(league: League, without: str, division: int = 0) -> tuple[Button, ...]:
    """A row of buttons to the other pages of a league; to its log from how it works alone.

    without: the act of what is shown;  division: to go on with, 0 the reader's own
    """
    begun = ("ltable", "lfix", "lcross", "lmine") if league.round else ()
    found = [*begun, "llog" if without == "lshow" else "lshow"]
    return links(league, (act for act in found if act != without), division)


def links(league: League, acts: Iterable[str], division: int = 0) -> tuple[Button, ...]:
    """A row of buttons to these pages."""
    # What comes first in the id: a division, or a round (0: the newest).
    extras = {act: f"{division * (act in _TABLES)}.{FROM_ELSEWHERE}" for act in acts}
    return buttons(
        *(
            Button(custom_id(act, league.id, None, 0, extra), words.PAGES[act])
            for act, extra in extras.items()
        )
    )
