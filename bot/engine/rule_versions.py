"""Games are finished by the rules that they were begun with: which tables this program can go on with."""

from __future__ import annotations

from adjudicator.registry import Rules, names
from adjudicator.text import listing
from bot.common.message import plain_name
from bot.storage import tables
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.records import ACTIVE, Table

MOST_NAMED = 10


def unknown_rules(table: Table) -> str:
    """What is said of a table whose rules are not there."""
    name = names().get(table.game, plain_name(table.game))
    return (
        f"Game `{table.id}` was played by version {table.rules_version} of the rules of {name}, which this "
        "Fieldpost does not have: it can be neither shown nor replayed."
    )


async def check_rules(db: Database, rules: Rules) -> None:
    """Raise StorageError, in one line, if a game that is open or under way cannot go on: the version of its
    rules is not among these. Of games that are over only looking back is lost."""
    async with db.read() as tx:
        there = await tables.with_status(tx, ACTIVE)
    missing: dict[tuple[str, int], list[str]] = {}
    for table in there:
        if (table.game, table.rules_version) not in rules:
            missing.setdefault((table.game, table.rules_version), []).append(table.id)
    if not missing:
        return
    told = "; ".join(
        f"{names().get(game, game)} by rules version {version}: {_codes(codes)}"
        for (game, version), codes in sorted(missing.items())
    )
    raise StorageError(
        f"{db.name}: games go on whose rules this Fieldpost does not have ({told}); start the Fieldpost that "
        "they were begun with, and update when they are over"
    )


def _codes(codes: list[str]) -> str:
    """Codes as people list them.

    >>> _codes(["k7f3", "b2c4"])
    'b2c4 and k7f3'
    """
    shown = sorted(codes)[:MOST_NAMED]
    more = [f"{len(codes) - len(shown)} more"] if len(codes) > len(shown) else []
    return listing([*shown, *more], "and")
