"""Where the games of a league are played: threads or channels that the bot makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.features.leagues.model.plan import Where


@dataclass(frozen=True, slots=True)
class Made:
    """A channel or thread for a game. note: what the organiser should know, such as that the server has no
    room for more channels, so that it became a thread; "" nothing"""

    place_id: int
    note: str = ""


class Places(Protocol):
    """Discord, as leagues need it."""

    async def make(
        self, guild_id: int, channel_id: int, name: str, where: Where, category: str, members: Sequence[int]
    ) -> Made:
        """A thread of the league's channel, or a channel in a category, for these members; the one that has
        this name already, if there is one: so it may be asked for again after a kill.

        Raises NotAllowed (service/silence.py) with what to grant, or Unsure (service/posting/outbox.py)."""
