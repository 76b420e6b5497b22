"""A browser, and one demo as it begins for the tours of its channels: each plays where no other does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser

from tests.demo.page import Demo, chromium, running


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The real bot in a new world."""
    with running(tmp_path_factory.mktemp("seeded"), None) as demo:
        yield demo
