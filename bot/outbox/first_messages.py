"""The pace of first messages: how soon the bot may write to somebody to whom it has never written.

Discord stops bots that begin conversations with many users at once ("You are opening direct messages too
fast", or flagged as spam), and tells nobody its limits. So first messages have a pace of their own, and stop
for everybody when Discord refuses one. What waits are posts of the outbox like any other: those to known
conversations and to channels pass them. The moment is stored, so a restart begins no burst.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.common.clock import HOUR
from bot.storage import kv
from bot.storage.database import Tx

_KEY = "new-dms"
MAX_STOP_S = 6 * HOUR
"""Seconds for which refusals stop first messages."""


@dataclass(frozen=True, slots=True)
class _Door:
    """When first messages may leave.

    opens_at: none leaves before
    refused:  how many Discord has refused in a row
    """

    opens_at: float = 0.0
    refused: int = 0


async def opens_at(tx: Tx, now: float) -> float:
    """Return when the next first message may leave. A moment too far ahead was set by a wrong clock."""
    door = await _read(tx)
    return door.opens_at if door.opens_at <= now + MAX_STOP_S else now


async def begin(tx: Tx, now: float, a_minute: int) -> None:
    """Let the next first message wait: one leaves now. a_minute: how many may; 0: no limit"""
    if a_minute:
        await _write(tx, _Door(now + 60 / a_minute, (await _read(tx)).refused))


async def arrived(tx: Tx) -> None:
    """Forget refusals: a first message has arrived."""
    door = await _read(tx)
    if door.refused:
        await _write(tx, _Door(door.opens_at))


async def refused(tx: Tx, now: float, seconds: float) -> float:
    """Stop after a refusal for so many seconds, twice as long each time in a row; return for how many."""
    door = await _read(tx)
    wait = min(seconds * 2.0 ** min(door.refused, 10), MAX_STOP_S)
    await _write(tx, _Door(now + wait, door.refused + 1))
    return wait


async def _read(tx: Tx) -> _Door:
    kept = await kv.get(tx, _KEY)
    if kept is None:
        return _Door()
    opens_at, refused = json.loads(kept)
    return _Door(float(opens_at), int(refused))


async def _write(tx: Tx, door: _Door) -> None:
    await kv.put(tx, _KEY, json.dumps([door.opens_at, door.refused]))
