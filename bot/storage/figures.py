"""What a look at the database tells its host: what is due, and what waits to be posted."""

from dataclasses import dataclass

from sqlalchemy import case, func, select, text

from . import schema
from .database import Tx
from .outbox import AWAY

LATE_S = 60.0
"""Seconds after which a turn that should have been resolved is late."""


@dataclass(frozen=True)
class Figures:
    """One moment of the database. Spans are in seconds, 0.0 where nothing waits.

    games: in play
    due: turns to be resolved now;  late: of these, how many should have been a minute ago or earlier
    most_late: by how long the latest is
    posts: not sent to Discord yet;  oldest_post: since when the one that waits longest could have left
    revision: of the schema that the tables have
    """

    games: int
    due: int
    late: int
    most_late: float
    posts: int
    oldest_post: float
    revision: str


def figures(tx: Tx, now: float) -> Figures:
    """Look. Each statement follows an index to the rows that count: games that are over cost nothing."""
    table, row, post = schema.tables.c, schema.deadlines.c, schema.outbox.c
    games = tx.execute(select(func.count()).where(table.status == "playing")).scalar_one()
    late = func.count(case((row.due_at <= now - LATE_S, 1)))
    turns = (row.due_at <= now, row.kind.in_(("turn", "early")))
    due, late_ones, first = tx.execute(select(func.count(), late, func.min(row.due_at)).where(*turns)).one()
    # A post may be queued for later; one that was tried once waits, even if it is not tried now.
    waits = case(
        (post.attempts > 0, post.created_at),
        (post.not_before <= now, post.not_before),
    )
    unfinished = (post.status.in_(("queued", "sending")), func.substr(post.lane, 1, len(AWAY)) != AWAY)
    posts, oldest = tx.execute(select(func.count(), func.min(waits)).where(*unfinished)).one()
    return Figures(
        games=games,
        due=due,
        late=late_ones,
        most_late=0.0 if first is None else now - first,
        posts=posts,
        oldest_post=0.0 if oldest is None else max(now - oldest, 0.0),
        revision=tx.execute(text("SELECT version_num FROM alembic_version")).scalar_one(),
    )
