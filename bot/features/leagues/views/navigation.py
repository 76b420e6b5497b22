"""Buttons under what is shown of a league, to what else there is to look at."""

from __future__ import annotations

from bot.common.message import Button, buttons, custom_id
from bot.storage.league_records import League

_LABELS = {"ltable": "Table", "lcross": "Crosstable", "lfix": "Games", "llog": "Log", "lshow": "Details"}
DOOR = "door"
"""How the extra part of their ids ends: they name no page."""


def doors(league: League, without: str, division: int = 0) -> tuple[Button, ...]:
    """A row of them. without: the act of what is shown;  division: to go on with, 0 the reader's own"""
    return buttons(
        *(
            Button(custom_id(act, league.id, None, 0, f"{_extra(act, division)}.{DOOR}"), label)
            for act, label in _LABELS.items()
            if act != without and (league.round or act in ("llog", "lshow"))
        )
    )


def _extra(act: str, division: int) -> int:
    """What comes first in the id: a division, or a round (0: the newest)."""
    return division if act in ("ltable", "lcross") else 0
