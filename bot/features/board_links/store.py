"""Sessions of the pages, as SQL."""

from __future__ import annotations

from sqlalchemy import delete

from bot.storage import schema
from bot.storage.database import Tx

_s = schema.web_sessions


def forget_expired(tx: Tx, now: float) -> None:
    """Delete the links and sessions that are too old."""
    tx.execute(delete(_s).where(_s.c.expires_at <= now))
