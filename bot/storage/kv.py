"""Single values that belong to no table, such as the hash of the synced command tree."""

from sqlalchemy import delete, select

from . import schema
from .database import Tx
from .dialect import insert_or_replace

_kv = schema.kv
RESTORED = "restored"
"""Key: a name for the time since a backup was put back; see `bot.storage.backups`."""


async def get(tx: Tx, key: str) -> str | None:
    """The value, or None."""
    value: str | None = (await tx.execute(select(_kv.c.value).where(_kv.c.key == key))).scalar_one_or_none()
    return value


async def beginning(tx: Tx, prefix: str) -> dict[str, str]:
    """The values whose keys begin so, in the order of keys."""
    statement = select(_kv).where(_kv.c.key.startswith(prefix, autoescape=True)).order_by(_kv.c.key)
    found = (await tx.execute(statement)).mappings()
    # SQLite looks for it in any case.
    return {row["key"]: row["value"] for row in found if row["key"].startswith(prefix)}


async def put(tx: Tx, key: str, value: str) -> None:
    """Set the value, in place of the former one."""
    await insert_or_replace(tx, _kv, {"key": key, "value": value})


async def forget(tx: Tx, key: str) -> bool:
    """Remove the value; False if there was none."""
    return (await tx.execute(delete(_kv).where(_kv.c.key == key))).rowcount > 0
