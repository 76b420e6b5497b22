"""Which lessons are done, as SQL."""

from sqlalchemy import bindparam, exists, func, select

from bot.storage import schema
from bot.storage.database import Tx

_players, _tables = schema.players, schema.tables
_t = schema.lessons_done


def numbers(tx: Tx, user_id: int) -> dict[str, int]:
    """Return how many lessons of each game somebody has done."""
    found = select(_t.c.game, func.count()).where(_t.c.user_id == user_id).group_by(_t.c.game)
    return {row[0]: row[1] for row in tx.execute(found)}


def is_new(tx: Tx, user_id: int, game: str) -> bool:
    """Return whether this is somebody's first game of a kind, and none of its lessons are done."""
    games, learns = tx.execute(_NEW, {"user": user_id, "game": game}).one()
    return games <= 1 and not learns


_NEW = select(
    select(func.count())
    .select_from(_players.join(_tables, _tables.c.id == _players.c.table_id))
    .where(_players.c.user_id == bindparam("user"), _tables.c.game == bindparam("game"))
    .where(_tables.c.status != "closed")
    .scalar_subquery(),
    exists().where(_t.c.user_id == bindparam("user"), _t.c.game == bindparam("game")),
)
