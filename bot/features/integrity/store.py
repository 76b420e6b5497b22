"""What no row of a database may say, whatever it is about."""

from sqlalchemy import BigInteger, Column, Double, Integer, select

from bot.features.integrity import text
from bot.storage.database import Tx
from bot.storage.schema import metadata

MOST = 20
"""How many rows are named at most."""
_NEVER_NEGATIVE = {"away_used"}
"""Spans of time, in seconds; other numbers with fractions may be anything."""


def below_zero(tx: Tx) -> list[str]:
    """Every count, turn and number that is negative, one line each, the first `MOST`. Ids may be: a user who
    was forgotten has a negative one."""
    told = list[str]()
    for table in metadata.sorted_tables:
        keys = list(table.primary_key.columns)
        for column in filter(_counts, table.columns):
            wrong = select(*keys, column.label("wrong")).where(column < 0).order_by(*keys).limit(MOST)
            for *key, value in tx.execute(wrong):
                named = ", ".join(f"{part.name} {value_}" for part, value_ in zip(keys, key, strict=True))
                told.append(text.BELOW_ZERO(table=table.name, row=named, column=column.name, value=value))
    return told[:MOST]


def _counts(column: Column[object]) -> bool:
    """Whether a column holds a number that is never negative. Ids are big integers."""
    if isinstance(column.type, BigInteger):
        return False
    return isinstance(column.type, Integer) or (
        isinstance(column.type, Double) and column.name in _NEVER_NEGATIVE
    )
