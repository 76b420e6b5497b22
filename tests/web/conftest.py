"""Houses are as quick here as in `tests/bot`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.quick import no_sync, no_threads, same_games


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_sync(patch)
        no_threads(patch)
        same_games(patch)
        yield
