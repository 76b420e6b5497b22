"""A browser, and one demo as it begins for the tours of its channels: each plays where no other does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.demo.page import Demo, browser, one_chromium, running

__all__ = ["browser", "one_chromium", "seeded"]


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The real bot in a new world."""
    with running(tmp_path_factory.mktemp("seeded"), None) as demo:
        yield demo
