"""The seeds of a table's chance: what was promised of each, and from which one results come now.

`Table.commitment` and the row in `seeds` are of the seed that the table began with here. When a result is
taken back another one takes its place: it follows from that one (`seed_after`), so nothing more is to be kept
secret, and nobody can choose it. The undo has its SHA-256.
"""

from __future__ import annotations

from typing import Any

from adjudicator.chance import commitment
from adjudicator.seeding import seed_after
from bot.engine.origin import game_id, older_sources, published
from bot.storage import seeds, steps
from bot.storage.database import Tx
from bot.storage.records import Table


async def promised(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The "commitment" of every seed of the game, in their order; their "seed" is None."""
    found = [{**source, "seed": None} for source in older_sources(table)]
    own = [table.commitment, *await _later(tx, table)]
    return [*found, *({"commitment": one, "seed": None} for one in own)]


async def opened(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The same, with the seeds that are known. SECRET until the table is over."""
    found = [*older_sources(table), {"commitment": table.commitment, "seed": await seeds.get(tx, table.id)}]
    for number, told in enumerate(await _later(tx, table), 1):
        seed = seed_after(await _first(tx, table), game_id(table), number)
        found.append({"commitment": told, "seed": seed.hex()})
    return found


async def newest(tx: Tx, table: Table) -> bytes:
    """The seed from which results come now. SECRET"""
    number = len(await _later(tx, table))
    first = await _first(tx, table)
    return seed_after(first, game_id(table), number) if number else first


async def next_commitment(tx: Tx, table: Table) -> str:
    """The SHA-256 of the seed that comes next, for the undo that names it."""
    number = len(await _later(tx, table)) + 1
    return commitment(seed_after(await _first(tx, table), game_id(table), number))


async def _first(tx: Tx, table: Table) -> bytes:
    seed = await seeds.get(tx, table.id)
    assert seed is not None
    return bytes.fromhex(seed)


async def _later(tx: Tx, table: Table) -> list[str]:
    """The commitments of the seeds that took the place of the table's own."""
    return await steps.new_seeds(tx, table.id) if table.undone and published(table) else []
