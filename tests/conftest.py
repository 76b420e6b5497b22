"""Which tests run: see `tiers.py`."""

from __future__ import annotations

import pytest

from tests.tiers import SOAK


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only soaks, unless a mark was asked for."""
    if SOAK or config.option.markexpr:
        return
    soaking = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if not item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=soaking)
