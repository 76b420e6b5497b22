"""`place`: a server with a league's channel, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.leagues.league_parts import Hall, hall


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path / "a.sqlite3") as made:
        yield made
