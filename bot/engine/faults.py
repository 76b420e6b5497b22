"""A turn that cannot be resolved is a fault of ours: it must not cost anybody a game.

What the resolution had done is undone, what players had given stays. The game is paused, its players and its
game master are told a number, and under that number stands what somebody needs who looks into it. The bot
and all other games go on.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.common.errors import Conflict, Refused
from bot.engine import post_words, posts, public_log, timing
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage import drafts, players, steps, tables
from bot.storage.database import Tx
from bot.storage.records import Table

log = logging.getLogger(__name__)

TOLD = "The turn could not be resolved, by a fault of mine; nothing is lost, and the channel tells more."


async def caught(
    context: Context, tx: Tx, snapshot: GameSnapshot, resolving: Callable[[], Awaitable[GameSnapshot]]
) -> GameSnapshot | None:
    """Do this, or none of it: if it fails, the game is paused and told so, and the answer is None."""
    try:
        async with tx.begin_nested():
            return await resolving()
    except (Conflict, Refused):
        raise
    except Exception as error:
        await stop(context, tx, snapshot.table, error)
        return None


async def stop(context: Context, tx: Tx, table: Table, error: Exception) -> None:
    """Pause a game whose turn cannot be resolved, keep what is needed to find out why, and tell everybody."""
    number, now = secrets.token_hex(4), context.clock.now()
    # Neither the words of the error nor its traceback: they may hold orders.
    log.error(
        "turn not resolved",
        extra={"fault": number, "table": table.id, "turn": table.turn, "error": type(error).__name__},
    )
    kept = await _keep(context, tx, table, error, number)
    why = f"A turn could not be resolved, by a fault of mine (`{number}`)."
    await timing.pause(tx, table, "fault", why, now, error=number)
    await public_log.note(tx, table, "fault", f"The turn could not be resolved (`{number}`); paused.", now)
    where = f" The bot's host finds `{number}.json` and can send it to Fieldpost's makers." if kept else ""
    everyone = [player.user_id for player in await players.of_table(tx, table.id)]
    users = list(dict.fromkeys([*everyone, table.host_id]))
    text = (
        f"### {table.name} `{table.id}` · paused: the turn could not be resolved\n"
        f"This is a fault of mine, with the number `{number}`. Nothing is lost: all orders are kept, and no "
        "time runs.\nIf all orders are there, send yours once more to try again. The players may vote to go "
        "on with `/vote resume`; a game master may do so with `/gm resume`, or take the last turn back with "
        f"`/gm undo`.{where}\n{post_words.for_users(users)}"
    )
    await posts.say(tx, table, f"fault/{number}", text, now, mentions=users)


async def _keep(context: Context, tx: Tx, table: Table, error: Exception, number: str) -> bool:
    """Write the file for whoever looks into it: the state and the orders, but not the secret seed."""
    if context.faults is None:
        return False
    newest = await steps.newest(tx, table.id)
    told: dict[str, Any] = {
        "fault": number,
        "table": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "options": dict(table.options),
        "turn": table.turn,
        "state": json.loads(newest.state) if newest is not None else None,
        "orders": {
            seat: list(draft.orders)
            for seat, draft in (await drafts.of_table(tx, table.id, table.turn)).items()
        },
        "error": "".join(traceback.format_exception(error)),
    }
    text = json.dumps(told, ensure_ascii=False, indent=1)
    try:
        await asyncio.to_thread(_write, context.faults / f"{number}.json", text)
    except OSError as wrong:
        log.error("fault not kept", extra={"fault": number, "error": type(wrong).__name__})
        return False
    return True


def _write(path: Path, text: str) -> None:
    """It holds sealed orders: only the bot's host may read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


async def stop_unread(context: Context, table_id: str, error: Exception) -> None:
    """As `stop`, in a transaction of its own: for a game that cannot even be read."""
    async with context.lock(table_id), context.db.begin() as tx:
        table = await tables.get(tx, table_id)
        if table is not None and table.status == "playing":
            await stop(context, tx, table, error)
