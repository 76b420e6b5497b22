"""All that people read, on one page: docs/messages.md has every sentence with sample values.

FIELDPOST_TRANSCRIPTS=write writes the page anew.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import adjudicator
import bot
import maps
from adjudicator.text import Text

PAGE = Path(__file__).parents[1] / "docs" / "messages.md"
HEAD = """# Every sentence that Fieldpost says

Written by `tests/test_messages.py` from the `text.py` files, with sample values; edit those, then run
`FIELDPOST_TRANSCRIPTS=write make test ARGS=tests/test_messages.py`.
"""


def text_modules() -> Iterator[ModuleType]:
    """All modules called `text` but that of the pictures' vocabulary."""
    for package in (adjudicator, maps, bot):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith(".text") and found.name != "adjudicator.text":
                yield importlib.import_module(found.name)


def said(value: object) -> list[str]:
    """The lines for a constant of a text module; none for what is no words."""
    if isinstance(value, Text):
        return value.sample.split("\n")
    if isinstance(value, str):
        return value.split("\n")
    if isinstance(value, dict):
        return [
            line
            for key, one in value.items()
            if (lines := said(one))
            for line in (f"{key}: {lines[0]}", *lines[1:])
        ]
    if isinstance(value, (tuple, list)):
        return [line for one in value for line in said(one)]
    return []


def page() -> str:
    lines = [HEAD]
    for module in text_modules():
        path = module.__name__.replace(".", "/") + ".py"
        lines += ["", f"## {(inspect.getdoc(module) or '').splitlines()[0].rstrip('.')}", "", f"`{path}`", ""]
        for name, value in vars(module).items():
            told = said(value) if name.isupper() and not name.startswith("_") else []
            if told:
                lines.append(f"- **{name}**")
                lines += [f"  > {line}".rstrip() for line in told]
    return "\n".join(lines) + "\n"


def test_the_page_of_messages_is_current() -> None:
    now = page()
    if os.environ.get("FIELDPOST_TRANSCRIPTS") == "write":
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, "run with FIELDPOST_TRANSCRIPTS=write, and read git diff"
