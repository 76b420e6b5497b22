"""The list of places where something of a user is stored is whole."""

from __future__ import annotations

import ast
from pathlib import Path

import bot.storage.league_schema  # noqa: F401 - its tables
from bot.features.privacy import personal_data
from bot.storage import schema

BOT = Path(__file__).parents[3] / "bot"


def test_every_column_is_on_the_list() -> None:
    stored = {table.name: set(table.columns.keys()) for table in schema.metadata.sorted_tables}
    listed = {table: set(held) for table, held in personal_data.COLUMNS.items() if table != "alembic_version"}
    assert listed == stored, (
        "say in bot/features/privacy/personal_data.py what the new column holds of a user"
    )


def test_a_column_that_looks_like_a_user_is_one() -> None:
    users = (personal_data.USER, personal_data.GONE, personal_data.GIVEN_BACK)
    for table, held in personal_data.COLUMNS.items():
        for column, kind in held.items():
            if column.endswith(("user_id", "host_id", "_user")):
                assert kind in users, f"{table}.{column}"


def _begins(key: ast.expr, constants: dict[str, str]) -> str | None:
    """The first part of a key, as far as the source tells it."""
    if isinstance(key, ast.Constant):
        return str(key.value).split("/")[0]
    if isinstance(key, ast.Name):
        return constants.get(key.id)
    if isinstance(key, ast.JoinedStr):
        first = key.values[0]
        if isinstance(first, ast.Constant):
            return str(first.value).split("/")[0]
        if isinstance(first, ast.FormattedValue):
            return _begins(first.value, constants)
    return None


UNREAD = {
    "service/absence/budgets.py": {"used", "away"},  # _left(…), _note(…)
    "service/absence/handover.py": {"handover"},  # Move.key
    "service/letters/press.py": {"press"},  # key
    "service/lobbies/lobby_options.py": {"changed"},  # _key(…)
    "service/privacy/forgetting.py": {"away", "used", "held", "forgetting"},  # each key of a kind
    "service/privacy/renaming.py": {"forgetting"},  # the row itself
    "service/privacy/returning.py": {"left-seat"},  # _key(…)
}
"""Where the source does not tell in its call what the key is."""


def test_every_key_is_on_the_list() -> None:
    found: set[str] = set()
    for path in sorted(BOT.rglob("*.py")):
        if path.is_relative_to(BOT / "storage"):
            continue
        tree, name = ast.parse(path.read_text("utf-8")), path.relative_to(BOT).as_posix()
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        }
        for node in tree.body:  # _A, _B = "a", "b"
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
                for target in node.targets:
                    if isinstance(target, ast.Tuple):
                        for one, value in zip(target.elts, node.value.elts, strict=False):
                            if isinstance(one, ast.Name) and isinstance(value, ast.Constant):
                                constants[one.id] = str(value.value)
        for node in ast.walk(tree):
            puts = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if not (puts and node.func.attr == "put" and isinstance(node.func.value, ast.Name)):
                continue
            if node.func.value.id != "kv":
                continue
            begins = _begins(node.args[1], constants)
            if begins is None:
                assert name in UNREAD, f"{name}:{node.lineno} stores a key in kv that is not on the list"
                found |= UNREAD[name]
            else:
                found.add(begins)
    assert found == set(personal_data.KEYS), (
        "say in bot/features/privacy/personal_data.py what the new key holds of a user"
    )
