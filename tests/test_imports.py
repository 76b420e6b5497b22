"""Imports point down, and no folders import each other in a ring (docs/architecture.md, "Arrows").

`LAYERS` has the packages from below to above: each imports only what stands in lines before it, and what is
named beside it. There is no list of exceptions.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATABASE = {"sqlalchemy", "alembic", "aiosqlite", "psycopg"}
DISCORD = {"discord", "aiohttp"}  # aiohttp is what discord.py sends with: its errors come through
LAYERS: Mapping[str, set[str]] = {
    "adjudicator": set(),
    "lessons": set(),
    "engines": set(),
    "maps": {"PIL"},
    "bot/storage": DATABASE,
    "bot/common": set(),
    "bot/cluster": {"psycopg"},
    "bot/queue": {"procrastinate", "psycopg", "psycopg_pool"},
    "bot/presenters": set(),
    "bot/engine": set(),
    "bot/outbox": set(),
    "bot/discord": DISCORD,
    "bot/features": DISCORD,
    "bot/monitoring": {"aiohttp", "prometheus_client"},
}
"""From below to above, with the libraries that each may use. What is not here (the app, its wiring and
commands, the demo, measurements) stands above."""
ENTRIES = {
    Path("adjudicator/__main__.py"): {"maps.boards"},
    Path("engines/__main__.py"): {"maps.boards"},
    Path("bot/features/ratings/rating.py"): {"openskill"},
}
"""A program's entry hands the rules their boards; a library that is for one module alone."""
SQL = {"store.py", "store"}
"""Where a feature has its SQL."""
IMPURE_MODULES = {
    "asyncio", "datetime", "glob", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid", "zoneinfo",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "compile", "breakpoint", "hash", "id", "__import__"}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def imported(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every imported module with its line, relative ones made absolute, type-checking ones too.

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


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_is_below(layer: str) -> None:
    assert modules(layer), "a layer that is not there"
    order = list(LAYERS)
    below = {name.replace("/", ".") for name in order[: order.index(layer) + 1]}
    wrong = []
    for path in modules(layer):
        libraries = LAYERS[layer] | ENTRIES.get(path.relative_to(ROOT), set())
        if layer == "bot/features" and SQL & set(path.parts):
            libraries = DATABASE
        wrong += [
            f"{path.relative_to(ROOT)}:{line} imports {name}"
            for line, name in imported(path, parsed(path))
            if not standard(name) and not within(name, below | libraries)
        ]
    assert not wrong, "\n".join(wrong)


def test_use_cases_know_no_discord() -> None:
    """In a feature only its commands, its buttons and its adapters (`discord_*.py`) import discord."""
    wrong = []
    for path in modules("bot/features"):
        names = {name for _, name in imported(path, parsed(path))}
        speaks = any(within(name, {*DISCORD, "bot.discord"}) for name in names)
        if speaks and not path.name.startswith(("commands", "buttons", "discord_")):
            wrong.append(str(path.relative_to(ROOT)))
    assert not wrong, "\n".join(wrong)


PRODUCT = ("adjudicator", "engines", "lessons", "maps", "bot", "demo", "bench")
HOUSES = {
    path.parent.parent
    for top in PRODUCT
    for path in (ROOT / top).rglob("*.py")
    if path.parent != ROOT / top and path.parent.name != "versions"
}
"""Folders that have others in them."""


def beside(one: str, other: str) -> bool:
    """Whether both are modules of one folder."""
    here, there = ROOT / one, ROOT / other
    return here.parent == there.parent and not (here.is_dir() or there.is_dir())


def folder_of(path: Path) -> str:
    """The folder of a module, in `bot/features` the feature's. Where a folder has others in it each of its
    modules stands for itself: `adjudicator/registry.py` is above the games that it lists, `game.py` below."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[:2] == ("bot", "features"):
        return "/".join(parts[:3])
    return "/".join(parts if path.parent in HOUSES else parts[:-1])


def folder_imports() -> dict[str, dict[str, str]]:
    """Which folder imports which others, each with one place where it does."""
    known = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for top in PRODUCT
        for path in modules(top)
    }
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path in known.values():
        for line, name in imported(path, parsed(path)):
            parts = name.split(".")
            heads = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
            if target := next((head for head in heads if head in known), None):
                here, there = folder_of(path), folder_of(known[target])
                if here != there:
                    found[here].setdefault(there, f"{path.relative_to(ROOT)}:{line}")
    return found


def rings(graph: Mapping[str, Mapping[str, str]]) -> set[tuple[str, str]]:
    """Pairs that import each other, over whatever way. Modules at the top of one package may."""

    def reached(start: str) -> set[str]:
        found, left = set[str](), [start]
        while left:
            new = set(graph.get(left.pop(), ())) - found
            found |= new
            left += new
        return found

    reach = {one: reached(one) for one in graph}
    return {
        (one, other)
        for one in graph
        for other in reach[one]
        if one < other and one in reach.get(other, ()) and not beside(one, other)
    }


def test_no_ring_of_folders() -> None:
    graph = folder_imports()
    assert len(graph) > 20
    found = rings(graph)
    shown = [f"{one} ↔ {other}: {graph[one].get(other, 'by others')}" for one, other in sorted(found)]
    assert not found, "\n".join(shown)


def test_a_ring_is_seen() -> None:
    round_ = {
        "bot/engine": {"bot/outbox": ""},
        "bot/outbox": {"maps/nme": ""},
        "maps/nme": {"bot/engine": ""},
    }
    assert len(rings(round_)) == 3
    assert rings({"bot/engine": {"maps/nme": "", "bot/outbox": ""}, "bot/outbox": {"maps/nme": ""}}) == set()


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
        ("from bot.features.play import commands", "bot.features.play.commands"),
        ("from ..storage import tables", "bot.storage.tables"),
        ("from . import clock", "bot.engine.clock"),
        ("def late():\n    import sqlalchemy as sa", "sqlalchemy"),
        ("if TYPE_CHECKING:\n    from discord.ui import View", "discord.ui.View"),
    ],
)
def test_the_check_sees_every_kind_of_import(source: str, name: str) -> None:
    found = [found for _, found in imported(ROOT / "bot/engine/x.py", ast.parse(source))]
    assert found == [name]


def test_a_worker_starts_without_what_only_the_bot_needs() -> None:
    """The first picture after a start waits for this."""
    code = "import sys, bot.common.workers, maps.painter; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    tops = {name.partition(".")[0] for name in told.stdout.split()}
    assert "PIL" in tops and not tops & {"sqlalchemy", "discord", "aiohttp", "jinja2", "alembic"}
