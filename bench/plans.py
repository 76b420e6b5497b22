"""Which statements the database got, how often, and how it runs them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, Engine, event

_TOLD = ("SELECT", "UPDATE", "DELETE", "WITH")
_SQLITE_SCAN = re.compile(r"\bSCAN (\w+)")
_SERVER_SCAN = re.compile(r"(?:Seq|Index|Index Only) Scan .*?on (\w+)(?: (\w+))?")


@dataclass
class Statements:
    """Statements that have a plan: how often each was run, and with what the last time."""

    times: dict[str, int] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)

    def hottest(self, most: int | None = None) -> list[str]:
        return sorted(self.times, key=lambda sql: -self.times[sql])[:most]

    def plan(self, connection: Connection, sql: str) -> list[str]:
        """The database's own words, a line each."""
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", self.given[sql])
            return [str(row[3]) for row in found]
        found = connection.exec_driver_sql(f"EXPLAIN (COSTS OFF) {sql}", self.given[sql])
        return [str(row[0]) for row in found]


@contextmanager
def noted(statements: Statements) -> Iterator[Statements]:
    """Note the statements of all databases in this block."""

    def note(_: object, __: object, sql: str, given: Any, ___: object, many: bool) -> None:
        if sql.lstrip().startswith(_TOLD):
            statements.times[sql] = statements.times.get(sql, 0) + 1
            statements.given[sql] = given[0] if many else given

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def scans(sql: str, plan: Sequence[str], tables: Collection[str], fine: Collection[str] = ()) -> set[str]:
    """Which of these tables a plan reads from one end to the other, be it by an index, unless by one of those
    that are fine."""
    named = {table: table for table in tables}
    named |= {alias: table for table in tables for alias in re.findall(rf"\b{table} AS (\w+)", sql)}
    found = set[str]()
    for line, following in pairwise([*plan, ""]):
        match = _SQLITE_SCAN.search(line) or _SERVER_SCAN.search(line)
        if match is None or "Index Cond" in following:
            continue
        names = {named[name] for name in match.groups() if name in named}
        if not any(index in line for index in fine):
            found |= names
    return found
