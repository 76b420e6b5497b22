"""Who may look back at a game (/history, /replay, /verify, /export): whoever is in its server, and who plays,
has played or hosts it, anywhere."""

from __future__ import annotations

from bot.service.errors import Refused
from bot.service.message import clip, plain_name
from bot.storage import players, sittings, tables
from bot.storage.database import Tx
from bot.storage.records import Table


async def must_look(tx: Tx, typed: str, user_id: int, guild_id: int | None) -> Table:
    """The game. Refused alike where there is none and where it is another server's, so nobody learns which
    codes there are. guild_id: the server where this is asked; None: direct messages"""
    table = await tables.get(tx, typed.strip().lower())
    if table is None or not await _may(tx, table, user_id, guild_id):
        code = clip(plain_name(typed), 20)
        raise Refused(f"I know no game `{code}` here. `/games` lists yours.")
    return table


async def _may(tx: Tx, table: Table, user_id: int, guild_id: int | None) -> bool:
    if (guild_id is not None and table.guild_id == guild_id) or table.host_id == user_id:
        return True
    users = {player.user_id for player in await players.of_table(tx, table.id)}
    users |= {sitting.user_id for sitting in await sittings.of_table(tx, table.id)}
    return user_id in users
