"""Rows with any values go to PostgreSQL and back, and are the same."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, Integer, create_engine

from bot.storage import copying, migrations, schema, whole
from bot.storage.backups import quiet
from bot.storage.database import Database
from tests.bot.commands.wholes import ask
from tests.postgres import Databases
from tests.tiers import SOAK

texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20
) | st.sampled_from(
    [
        "",
        "'",
        '"',
        "\\",
        "\\N",
        "\\.",
        "\t",
        "\r\n",
        "NULL",
        "é",
        "e\u0301",
        "🂡🏴\u200d☠️",
        "{}",
        "1",
        "x" * 100_000,
    ]
)
floats = st.floats(allow_nan=False) | st.sampled_from([-0.0, 0.1, 1e308, 5e-324, 1.0, 2**53 + 1.0])
in_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3).map(ascii), inner),
    max_leaves=6,
)  # fmt: skip


def allowed(record: type) -> dict[str, tuple[str, ...]]:
    """The columns that may have these words alone."""
    found = {}
    for name, hint in get_type_hints(record).items():
        kinds = [kind for kind in (hint, *get_args(hint)) if str(get_origin(kind)) == "typing.Literal"]
        if kinds:
            found[name] = get_args(kinds[0])
    return found


def values(column: Column[Any], words: dict[str, tuple[str, ...]]) -> st.SearchStrategy[Any]:
    """What the column may hold, as SQLite's driver takes it."""
    made: st.SearchStrategy[Any]
    if column.name in words:
        made = st.sampled_from(words[column.name])
    elif isinstance(column.type, JSON):
        both = st.lists(in_json, max_size=3) | st.dictionaries(st.text(max_size=3).map(ascii), in_json)
        made = both.map(lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    elif isinstance(column.type, Boolean):
        made = st.booleans()
    elif isinstance(column.type, BigInteger):
        made = st.integers(-(2**63), 2**63 - 1)
    elif isinstance(column.type, Integer):
        made = st.integers(-(2**31), 2**31 - 1)
    elif isinstance(column.type, Float):
        made = floats
    else:
        made = texts
    return st.none() | made if column.nullable else made


@st.composite
def databases(draw: st.DrawFn) -> list[tuple[str, dict[str, Any]]]:
    """Rows for all tables, each after those to which it points."""
    record = {table: kind for kind, table in schema.of.items()}
    keys: dict[str, list[Any]] = {}
    found = []
    for table in schema.metadata.sorted_tables:
        words = allowed(record[table])
        for _ in range(draw(st.integers(0, 2))):
            row = {}
            for column in table.columns:
                [*points] = column.foreign_keys
                choice = values(column, words)
                if points:
                    there = keys.get(points[0].column.table.name, [])
                    choice = st.sampled_from(there) if there else st.none()
                row[column.name] = draw(choice)
            if table.name == "outbox" and row["user_id"] is not None:
                row["channel_id"] = None
            if any(row[column.name] is None and not column.nullable for column in table.columns):
                continue  # there is no row to which it could point
            found.append((table.name, row))
            [key, *more] = table.primary_key
            # The first row is surely stored; others may have a value that may come only once.
            if not more:
                keys.setdefault(table.name, [row[key.name]])
    return found


def digest(where: Path | str) -> copying.Rows:
    with whole.reading(str(where)) as connection:
        return copying.rows(connection, quiet)


def move(source: Path | str, target: Path | str) -> copying.Rows:
    with whole.reading(str(source)) as old, whole.writing(str(target), migrations.newest()) as new:
        return copying.copy(old, new, quiet)


def dump(path: Path) -> list[tuple[Any, ...]]:
    """All rows as the driver gives them, with their types."""
    with closing(sqlite3.connect(path)) as db:
        return sorted(
            (table.name, repr(row), repr([type(value) for value in row]))
            for table in schema.metadata.sorted_tables
            for row in db.execute(f"SELECT {', '.join(sorted(table.columns.keys()))} FROM {table.name}")
        )


@pytest.fixture
async def empty(tmp_path: Path) -> Path:
    path = tmp_path / "empty.sqlite3"
    await (await Database.open(path)).close()
    return path


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    made = postgres.fresh()
    yield made
    postgres.drop(made)


@given(rows=databases())
@settings(
    max_examples=200 if SOAK else 3,
    deadline=None,
    derandomize=not SOAK,
    phases=[Phase.generate],  # to look for a smaller one would take minutes
    suppress_health_check=list(HealthCheck),
)
@pytest.mark.soak
def test_whatever_is_stored_comes_back(
    empty: Path, tmp_path: Path, url: str, rows: list[tuple[str, dict[str, Any]]]
) -> None:
    file, back = tmp_path / "odd.sqlite3", tmp_path / "back.sqlite3"
    shutil.copy(empty, file)
    with closing(sqlite3.connect(file)) as db:
        for table, row in rows:
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            db.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))
        db.commit()
    held = digest(file)
    ask(url, f"TRUNCATE {', '.join(table.name for table in schema.metadata.sorted_tables)}")
    assert move(file, url) == held == digest(url)
    shutil.copy(empty, back)
    engine = create_engine(f"sqlite:///{back}")
    with whole.reading(url) as source, engine.begin() as target:
        assert copying.copy(source, target, quiet) == held
    engine.dispose()
    assert dump(back) == dump(file)


def test_a_negative_zero_is_zero(url: str, tmp_path: Path) -> None:
    """SQLite has no other; and what is not finite stays so."""
    ask(
        url,
        "INSERT INTO away (user_id, from_at, to_at, announced_at) VALUES (1, '-0', 'Infinity', '-Infinity')",
    )
    assert move(url, tmp_path / "new.sqlite3") == digest(url)


def changed(file: Path, statement: str) -> str:
    with closing(sqlite3.connect(file)) as db:
        db.execute(statement)
        db.commit()
    return digest(file).digest


def test_every_difference_gives_another_digest(empty: Path) -> None:
    changes = [
        "INSERT INTO kv VALUES ('a', '1')",
        "INSERT INTO kv VALUES ('b', '1')",
        "UPDATE kv SET value = '2' WHERE key = 'a'",
        "UPDATE kv SET key = 'c' WHERE key = 'a'",
        "INSERT INTO away (id, user_id, from_at, to_at, announced_at) VALUES (1, 2, 3, 4, 5)",
        "UPDATE away SET from_at = 3.0000000000000004",
        "UPDATE away SET from_at = 4, to_at = 3",
        'INSERT INTO servers VALUES (1, \'{"a":1,"b":2}\')',
        'UPDATE servers SET settings = \'{"b":2,"a":1}\'',
        "INSERT INTO people (user_id, settings, reachable) VALUES (1, '{}', NULL)",
        "UPDATE people SET reachable = false",
        "UPDATE people SET reachable = true",
    ]
    seen = [digest(empty).digest, *(changed(empty, change) for change in changes)]
    assert len(set(seen)) == len(seen)
    assert seen[0] == "0" * 64


def test_the_order_of_rows_makes_no_difference(empty: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    shutil.copy(empty, other)
    for key in "abc":
        changed(empty, f"INSERT INTO kv VALUES ('{key}', '1')")
    for key in "cba":
        changed(other, f"INSERT INTO kv VALUES ('{key}', '1')")
    assert digest(empty) == digest(other) and digest(empty).count == 3


def test_the_digest_is_as_it_is_documented(empty: Path) -> None:
    """One that was computed by hand: backups may be compared for years."""
    import hashlib

    changed(empty, "INSERT INTO away (id, user_id, from_at, to_at, announced_at) VALUES (1, 2, 0.1, 4, -5)")
    row = '["away",-5.0,0.1,1,4.0,2]'
    assert digest(empty).digest == hashlib.sha256(row.encode()).hexdigest()
