"""A league that was under way in a database of the version before: it goes on by the rules it began with."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.features.integrity.database_check import check
from bot.features.leagues.plan import RULES, Plan
from bot.features.leagues.season.league_file import checked
from tests.bot.commands.test_upgrade import made_older
from tests.bot.leagues.league_parts import asker, hall

PLAN = "format=swiss rounds=3 pace=dates calendar=7d"


def _as_before(path: Path, old: Path) -> None:
    """The database as the version before would have made it."""
    made_older(path, old, "0005")
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE leagues SET plan = json_remove(plan, '$.rules', '$.seeding')")
        db.commit()


async def test_it_goes_on_and_the_rounds_from_now_on_can_be_drawn_again(tmp_path: Path) -> None:
    new, old = tmp_path / "new.sqlite3", tmp_path / "old.sqlite3"
    async with hall(new) as place:
        code = await place.league(5, plan=PLAN, deadline="60d")
        first, late, _ = await place.fixtures(code)
        await place.lose(first)
        await place.office.pass_time(0)
        clock = place.office.clock.time
    _as_before(new, old)
    async with hall(old) as place:
        await place.office.pass_time(clock - place.office.clock.time)
        await place.week()
        assert (await place.row(code)).round == 2
        await place.lose(late, 0)
        await place.services.organise.result(code, asker(), first.code, "2 1", "a mistake")
        await place.office.pass_time(0)
        await place.play_round(code)
        await place.week()
        await place.play_round(code)
        league = await place.row(code)
        assert (league.status, Plan.read(league.plan).rules) == ("over", 1)
        [file] = (await place.services.league_export.file(code)).files
        found = checked(json.loads(file.data))
        assert (found.faults, found.drawn) == ([], 2)
        assert found.limits == ["round 1: an older version did not keep what pairing went by"]
        context = place.services.context
        async with context.db.read() as tx:
            assert (await check(context, tx, lambda *_: None)).faults == []
        after = await place.services.organise.next_season(code, asker())
        assert Plan.read(after.plan).rules == RULES, "a new season is told its rules when it opens"
