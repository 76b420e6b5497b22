"""What a look at the database tells a host: what is due, and what waits to be posted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """One moment of the database. Spans are in seconds, 0.0 where nothing waits.

    games: in play
    due: turns to be resolved now;  late: of these, how many should have been a minute ago or earlier
    most_late: by how long the latest is
    posts: not sent yet;  oldest_post: since when the one that waits longest could have left
    schema: the revision that the tables have
    """

    games: int
    due: int
    late: int
    most_late: float
    posts: int
    oldest_post: float
    schema: str
