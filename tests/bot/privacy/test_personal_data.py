"""What each column holds of a person is said where it is declared."""

from __future__ import annotations

import pytest

from bot.features.privacy import store
from bot.storage import schema
from bot.storage.columns import Personal

IDS = (Personal.PSEUDONYM, Personal.DELETED, Personal.GIVEN_BACK)
LOOKS_LIKE_A_USER = ("user_id", "host_id", "_user", "leaver")


def test_a_column_that_looks_like_a_user_is_one() -> None:
    found = [
        (table.name, column.name)
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if column.name.endswith(LOOKS_LIKE_A_USER)
    ]
    assert len(found) == 19
    for table, column in found:
        assert store.kind(table, column) in IDS, f"{table}.{column}"


@pytest.mark.parametrize("kind", list(Personal))
def test_each_kind_is_used(kind: Personal) -> None:
    assert store.columns(kind)


def test_what_a_table_calls_its_user() -> None:
    named = {table.name for table in schema.metadata.sorted_tables if store.name_column(table.name)}
    assert named == {"entrants", "players", "ratings", "sittings"}


def test_columns_of_names_are_marked() -> None:
    for table in schema.metadata.sorted_tables:
        if "name" in table.columns and "user_id" in table.columns:
            assert store.kind(table.name, "name") is Personal.NAME, table.name


def test_single_values_hold_nothing_of_a_person() -> None:
    assert {store.kind("kv", column) for column in ("key", "value")} == {Personal.NOTHING}
