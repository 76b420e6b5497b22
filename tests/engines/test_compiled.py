"""Compiled engines think the same (`make compiled`)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.compiled import ROOT, compile_copy, thoughts


def test_what_is_compiled_is_there() -> None:
    listed = (ROOT / "engines" / "compiled.txt").read_text("utf-8").split()
    assert listed == sorted(listed, key=lambda name: (name.split("/")[0], name.count("/"), name))
    assert all((ROOT / name).is_file() for name in listed)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_compiled_engines_think_the_same(tmp_path: Path) -> None:
    compile_copy(tmp_path)
    assert list(tmp_path.glob("engines/*.so"))
    plain, compiled = thoughts(ROOT, 2), thoughts(tmp_path, 2)
    assert {title: told for title, (_, told) in plain.items()} == {
        title: told for title, (_, told) in compiled.items()
    }
