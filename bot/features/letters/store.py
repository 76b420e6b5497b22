"""Find the letters of a seat. Letters are only ever added: the end tells them all."""

from sqlalchemy import Text, cast, or_, select

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import EVERYONE, Letter
from bot.storage.rows import fetch

_l = schema.letters


def of_seat(tx: Tx, table_id: str, seat: str, limit: int = 25, before: int | None = None) -> list[Letter]:
    """Return at most `limit` letters that the seat sent or got, public ones included, newest first.

    before: only letters with a smaller id. An anonymous letter names its sender here too: whoever shows it to
    the seat must not.
    """
    # The list as JSON text has each seat in quotes, in both databases: so no name is found inside another.
    listed = cast(_l.c.recipients, Text)
    mine = or_(
        _l.c.sender_seat == seat, *(listed.contains(f'"{to}"', autoescape=True) for to in (seat, EVERYONE))
    )
    statement = select(_l).where(_l.c.table_id == table_id, mine)
    if before is not None:
        statement = statement.where(_l.c.id < before)
    return fetch(tx, statement.order_by(_l.c.id.desc()).limit(limit), Letter)
