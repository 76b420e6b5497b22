"""Games of a user that were brought here once more by their records: the same names stand there, on seats of
players who are nobody here."""

from __future__ import annotations

from collections.abc import Collection

from bot.common.message import former
from bot.engine.origin import game_id, imported
from bot.features.history import resuming
from bot.features.privacy import store
from bot.storage import players
from bot.storage import tables as games_stored
from bot.storage.database import Tx


async def rename(tx: Tx, old: int, new: int, names: Collection[str]) -> list[str]:
    """Put the pseudonym in place of the user's names in copies of the user's own games, on the user's own
    seats; the codes of the copies. To be done before the user's own rows are renamed."""
    seats = {
        (row["table_id"], row["seat"])
        for table in ("players", "sittings")
        for row in await store.of_user(tx, table, "user_id", old)
    }
    needles = [f'"{code}"' for code in sorted({code for code, _ in seats})]
    found = []
    for row in await store.holding(tx, "tables", ["origin"], needles):
        table = await games_stored.get(tx, row["id"])
        if table is None or not imported(table):
            continue
        code = game_id(table)
        for player in await players.of_table(tx, table.id):
            if player.user_id < 0 and (code, player.seat) in seats and player.name in names:
                await store.rename(tx, "players", "user_id", player.user_id, player.user_id, name=former(new))
                found.append(table.id)
        for seat, name in (await resuming.seated_before(tx, table.id)).items():
            if (code, seat) in seats and name in names:
                await resuming.renamed(tx, table.id, seat, former(new))
                found.append(table.id)
    return sorted(set(found))
