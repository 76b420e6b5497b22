"""Where a table's game comes from: opened here, or brought here by its record (`importing`).

`Table.origin` of a game that was brought here has "imported": True, "game_id": its name there, and "sources":
the commitment and the seed (None: not known) of every seed but the newest, in their order. The newest are the
table's own. "ended": True, if it was over when it was brought here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.storage.records import Table


def imported(table: Table) -> bool:
    """Whether the game was brought here by its record."""
    return bool(table.origin.get("imported"))


def published(table: Table) -> bool:
    """Whether the SHA-256 of the newest seed was published here, before chance came from it."""
    return not table.origin.get("ended")


def game_id(table: Table) -> str:
    """The name with which results of chance and seals are made: that which the game was begun with."""
    return str(table.origin.get("game_id", table.id))


def older_sources(table: Table) -> Sequence[dict[str, Any]]:
    """The "commitment" and "seed" of each seed that another took the place of."""
    return list(table.origin.get("sources", ()))
