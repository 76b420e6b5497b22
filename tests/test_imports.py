"""The direction of imports is a rule (design: architecture, "Direction of imports").

adjudicator            → the standard library, without clocks, files and randomness
adjudicator/__main__   → also maps.boards: where the command line hands the map files to the rules
maps                   → adjudicator, Pillow
bot/storage            → database libraries; never game classes
bot/service            → adjudicator, maps, bot/storage; never discord, never SQL
bot/ui, bot/cogs       → bot/service, discord, adjudicator (its types); never SQL
nothing imports a cog, except bot/app.py, which loads them
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATABASE = {"sqlalchemy", "alembic", "aiosqlite", "asyncpg"}
LAYERS = {
    "adjudicator": {"adjudicator"},
    "maps": {"maps", "adjudicator", "PIL"},
    "bot/storage": {"bot.storage", *DATABASE},
    "bot/service": {"bot.service", "adjudicator", "maps", "bot.storage"},
    # aiohttp is what discord.py sends with: its errors come through
    "bot/ui": {"bot.ui", "bot.service", "adjudicator", "discord", "aiohttp"},
    "bot/cogs": {"bot.cogs", "bot.ui", "bot.service", "adjudicator", "discord"},
}
ENTRIES = {
    Path("adjudicator/__main__.py"): {"maps.boards"},
    Path("bot/features/ratings/rating.py"): {"openskill"},
}
"""What a program's entry may import besides, and the one module that a library is for."""
IMPURE_MODULES = {
    "asyncio", "datetime", "glob", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid", "zoneinfo",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "compile", "breakpoint", "hash", "id", "__import__"}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """The imports of a file, read once."""
    return tuple(imported(path, parsed(path)))


def imported(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every imported module with its line, relative ones made absolute, type-checking ones too.

    `from a.b import c` counts as a.b.c, so that a package's submodules can be told apart.
    """
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)


def within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names | {"__future__", "_typeshed"}


@pytest.mark.parametrize("layer", [layer for layer in LAYERS if (ROOT / layer).is_dir()])
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules(layer)
        for line, name in imports_of(path)
        if not standard(name) and not within(name, LAYERS[layer] | ENTRIES.get(path.relative_to(ROOT), set()))
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_but_the_app_imports_a_cog() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for folder in ("adjudicator", "maps", "bot")
        for path in modules(folder)
        if path != ROOT / "bot/app.py" and (ROOT / "bot/cogs") not in path.parents
        for line, name in imports_of(path)
        if within(name, {"bot.cogs"})
    ]
    assert not wrong, "\n".join(wrong)


def test_no_cog_imports_another() -> None:
    wrong = []
    for path in modules("bot/cogs") if (ROOT / "bot/cogs").is_dir() else []:
        own = f"bot.cogs.{path.stem}"
        for line, name in imports_of(path):
            beside = ROOT / "bot/cogs" / f"{name.removeprefix('bot.cogs.').partition('.')[0]}.py"
            is_cog = beside.is_file() and not beside.stem.startswith("_")
            if within(name, {"bot.cogs"}) and is_cog and not within(name, {own}):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "path",
    [path for path in modules("adjudicator") if path != ROOT / "adjudicator/__main__.py"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_rules_are_pure(path: Path) -> None:
    """No clock, file, environment, randomness, output, or hash order; no global state."""
    tree = parsed(path)
    wrong = [
        f"line {line}: imports {name}"
        for line, name in imported(path, tree)
        if name.partition(".")[0] in IMPURE_MODULES
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            wrong.append(f"line {node.lineno}: calls {node.func.id}()")
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            wrong.append(f"line {node.lineno}: {'global' if isinstance(node, ast.Global) else 'nonlocal'}")
        if isinstance(node, ast.Attribute) and node.attr in ("now", "today", "utcnow", "urandom", "environ"):
            wrong.append(f"line {node.lineno}: {node.attr}")
    assert not wrong, f"{path.relative_to(ROOT)}\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import discord", "discord"),
        ("from bot.cogs import play", "bot.cogs.play"),
        ("from ..storage import tables", "bot.storage.tables"),
        ("from . import clock", "bot.common.clock"),
        ("def late():\n    import sqlalchemy as sa", "sqlalchemy"),
        ("if TYPE_CHECKING:\n    from discord.ui import View", "discord.ui.View"),
    ],
)
def test_the_check_sees_every_kind_of_import(source: str, name: str) -> None:
    found = [found for _, found in imported(ROOT / "bot/service/x.py", ast.parse(source))]
    assert found == [name]
