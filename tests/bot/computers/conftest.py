"""Fixture: every game has a quick engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.quick_engine import Quick, quick_engines


@pytest.fixture(autouse=True)
def engine() -> Iterator[type[Quick]]:
    with quick_engines() as made:
        yield made
