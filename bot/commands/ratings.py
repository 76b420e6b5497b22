"""``python -m bot ratings``: are the stored ratings those of the stored games?

All ratings are computed again, from the first game on, and compared with what is stored, to the last digit.
With --recount, what the games say is put in the place of what is stored. Both may be done while the bot runs.
Exit code 0: they are the same, or are now; 1: they are not.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.registry import names, rules
from adjudicator.text import counted
from bot.commands import DONE, FAULTY, Stop, arguments
from bot.features.ratings import store as ratings
from bot.features.ratings.ledger import Recount, by_rules, recount, store_recount
from bot.settings import read_database
from bot.storage import backups, dialect
from bot.storage.database import Database, Tx
from maps.boards import boards

MOST_TOLD = 50
"""So many faults are named."""


def main(argv: Sequence[str]) -> int:
    parser = arguments("ratings", __doc__)
    parser.add_argument("--recount", action="store_true", help="store what the games say")
    asked = parser.parse_args(argv)
    where = read_database()
    url = dialect.url_of(where)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise Stop(f"{where}: there is no such file; FIELDPOST_DATABASE says where the games are")
    with backups.in_use(where):
        return asyncio.run(_run(where, again=asked.recount))


async def _run(where: str, *, again: bool) -> int:
    db = await Database.open(where)
    try:
        return await look(db, again=again)
    finally:
        await db.close()


async def look(db: Database, *, again: bool = False) -> int:
    """Compare all ratings, and tell. again: store those that are not the same"""
    games = results = players = 0
    faults: list[str] = []

    def look(tx: Tx) -> tuple[list[tuple[int, str]], int]:
        kinds, waiting = ratings.kinds(tx), ratings.waiting(tx)
        return kinds, waiting

    kinds, waiting = await db.read(look)
    known = by_rules(rules(boards()))
    for guild_id, game in kinds:
        while True:
            found = await db.read(recount, known, guild_id, game)
            if found.same or not again or await db.write(store_recount, found):
                break
        _progress(found)
        games += found.games
        results += len(found.results)
        players += len(found.ratings)
        faults += found.faults()
        for table_id in found.left:
            _say(f"game {table_id}: the rules that it was played by are not here; it counts as it is stored")
    for fault in faults[:MOST_TOLD]:
        print(fault)
    if len(faults) > MOST_TOLD:
        print(f"… and {len(faults) - MOST_TOLD} more")
    if waiting:
        _say(f"{counted(waiting, 'finished game')} not counted yet: the bot does that when it runs")
    told = f"{counted(games, 'finished game')}, {counted(results, 'result')}, {counted(players, 'rating')}"
    if not faults:
        print(f"{told}: all as the games say")
    elif again:
        print(f"{told}: stored as the games say")
    else:
        print(f"{told}: {counted(len(faults), 'difference')}; --recount stores what the games say")
    return DONE if again or not faults else FAULTY


def _progress(found: Recount) -> None:
    game = names().get(found.game, found.game)
    _say(f"{game} in server {found.guild_id}: {counted(found.games, 'finished game')}")


def _say(line: str) -> None:
    print(line, file=sys.stderr)
