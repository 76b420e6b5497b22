"""A league from its sign-up to its final table, on the service alone."""

from __future__ import annotations

from pathlib import Path

from tests.bot.leagues.league_parts import HALL, hall


async def test_a_round_robin_from_sign_up_to_the_final_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        assert (await place.row(code)).status == "running"
        rounds = 0
        while (await place.row(code)).status == "running":
            rounds += 1
            assert (await place.row(code)).round == rounds
            assert await place.play_round(code) == 2
        assert rounds == 3
        assert (await place.row(code)).status == "over"
        season = await place.season(code)
        met = sorted(tuple(sorted(fixture.numbers)) for fixture in season.fixtures)
        assert met == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
        assert len(place.threads.made) == 6
        texts = place.office.messenger.texts(HALL)
        print("\n=====\n".join(texts))
        assert any("the final table" in text for text in texts)
