"""What counts for nobody is not told as if it counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.leagues.league_parts import HALL, hall


@pytest.mark.parametrize("annul", [True, False])
async def test_rounds_say_which_walkovers_count(tmp_path: Path, annul: bool) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        league = await place.league(4, plan=f"pace=results annul={'yes' if annul else 'no'}")
        await place.services.signup.withdraw(league, 101)
        await place.play_round(league)
        [told] = [text for text in place.office.messenger.texts(HALL) if "round 2 of 3" in text]
        assert ": the opponent has left" in told
        assert ("it counts for nobody" in told) is annul
