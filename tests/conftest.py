"""Which tests run: see `tiers.py`."""

from __future__ import annotations

import os

import pytest

from tests.tiers import SOAK


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: much of what runs waits for processes, a browser or a timer."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what waits for processes and browsers, so that none of it is left over for one worker at
    the end; leave out what only soaks, unless a mark was asked for."""
    items.sort(key=lambda item: item.path.parent.name not in ("demo", "e2e"))
    if SOAK or config.option.markexpr:
        return
    soaking = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if not item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=soaking)
