"""Which games have somebody to silence, or something to give back."""

from collections.abc import Collection

import sqlalchemy as sa

from bot.storage import schema
from bot.storage.database import Tx

_t, _p, _s = schema.tables, schema.players, schema.silences


def unsettled(tx: Tx, silent: Collection[str]) -> list[str]:
    """The codes of games whose players are not all silenced, and of those that silence who may speak.

    silent: the games that are played in silence, by their keys
    """
    playing = (_t.c.id == _p.c.table_id, _t.c.status == "playing", _t.c.game.in_(silent))
    same = (_s.c.table_id == _p.c.table_id, _s.c.user_id == _p.c.user_id)
    done = sa.exists().where(*same, _s.c.status == "set")
    to_take = sa.select(_p.c.table_id).join(_t, sa.and_(*playing)).where(_p.c.user_id > 0, ~done)
    held = sa.exists().where(*same, *playing)
    to_give = sa.select(_s.c.table_id).where(~held)
    return sorted(tx.execute(sa.union(to_take, to_give)).scalars())
