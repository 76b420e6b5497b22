"""Every place where something of a user is stored. The schema's columns say what they hold of a person."""

from __future__ import annotations

from bot.storage import schema
from bot.storage.columns import Personal


def columns(*kinds: Personal) -> list[tuple[str, str]]:
    """List the columns of these kinds, as (table, column)."""
    return [
        (table.name, column.name)
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if column.info["personal"] in kinds
    ]


def kind(table: str, column: str) -> Personal:
    """Return what a column holds of a person."""
    found: Personal = schema.metadata.tables[table].c[column].info["personal"]
    return found


def name_column(table: str) -> str | None:
    """Return the column with the display name of the row's user, if the table has one."""
    return next((name for place, name in columns(Personal.NAME) if place == table), None)
