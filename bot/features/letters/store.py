"""Letters that players send each other through the bot. Only ever added: the end tells them all."""

from sqlalchemy import Text, cast, insert, or_, select

from bot.storage import schema
from bot.storage.database import Tx, rows
from bot.storage.records import EVERYONE, Letter, columns

_l = schema.letters


async def add(tx: Tx, letter: Letter) -> int:
    """Store a letter; its id."""
    values = columns(letter)
    del values["id"]
    stored: int = (await tx.execute(insert(_l).values(values).returning(_l.c.id))).scalar_one()
    return stored


async def get(tx: Tx, table_id: str, number: int) -> Letter | None:
    """The table's letter of this number, or None."""
    found = await rows(tx, select(_l).where(_l.c.table_id == table_id, _l.c.number == number), Letter)
    return found[0] if found else None


async def of_seat(
    tx: Tx, table_id: str, seat: str, limit: int = 25, before: int | None = None
) -> list[Letter]:
    """At most `limit` letters that the seat sent or got, public ones included, newest first.

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
    return await rows(tx, statement.order_by(_l.c.id.desc()).limit(limit), Letter)


async def of_table(tx: Tx, table_id: str) -> list[Letter]:
    """All letters of a table, oldest first."""
    return await rows(tx, select(_l).where(_l.c.table_id == table_id).order_by(_l.c.id), Letter)
