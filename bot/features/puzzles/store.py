"""Puzzles that are due, and who has solved them, as SQL."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, func, select

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import Person, PuzzlePlace
from bot.storage.rows import fetch

_p, _a, _people = schema.puzzle_places, schema.puzzle_answers, schema.people
UNNAMED = "puzzles_unnamed"
"""In somebody's settings: true if posts shall not name who solved a puzzle."""


def due(tx: Tx, now: float) -> list[PuzzlePlace]:
    """List the servers whose next puzzle is due."""
    return fetch(tx, select(_p).where(_p.c.next_at <= now).order_by(_p.c.next_at), PuzzlePlace)


def next_at(tx: Tx) -> float | None:
    """Return when the next puzzle is due anywhere; None: never."""
    found: float | None = tx.execute(select(func.min(_p.c.next_at))).scalar_one()
    return found


def solvers(tx: Tx, day: int, guild_id: int) -> list[int]:
    """List who solved a day's puzzle in a server by the first answer, the quickest first."""
    found = select(_a.c.user_id).where(_a.c.day == day, _a.c.guild_id == guild_id, _a.c.solved)
    return [row[0] for row in tx.execute(found.order_by(_a.c.at, _a.c.user_id))]


def unnamed(tx: Tx, user_ids: Collection[int]) -> set[int]:
    """Return who of these does not want to be named."""
    found = fetch(tx, select(_people).where(_people.c.user_id.in_(user_ids)), Person)
    return {person.user_id for person in found if person.settings.get(UNNAMED)}


def forget_before(tx: Tx, day: int) -> None:
    """Delete the answers to puzzles of days before this one."""
    tx.execute(delete(_a).where(_a.c.day < day))
