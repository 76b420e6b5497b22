"""The whole check, on a database that nobody writes to meanwhile: a copy of the one that is in use."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.text import counted
from bot.engine.context import Context
from bot.features.integrity import store as sanity
from bot.features.integrity.game_check import Findings, look_at_rows, look_at_steps
from bot.features.integrity.league_check import look_at_league
from bot.features.leagues import store as league_store
from bot.features.ratings import store
from bot.features.ratings.ledger import by_rules, recount
from bot.storage import tables
from bot.storage.database import Tx

Progress = Callable[[str, int, int], None]
"""What is looked at, how many of them are done, and how many there are."""


async def check(context: Context, tx: Tx, progress: Progress) -> Findings:
    """Look at everything. Nothing that is stored makes it fail: what cannot be read is a fault."""
    found = Findings()
    found.faults += await sanity.below_zero(tx)
    there = await tables.codes(tx)
    for number, code in enumerate(there, 1):
        await _look_at_game(context, tx, code, found)
        found.games += 1
        progress("games", number, len(there))
    seasons = await league_store.league_codes(tx)
    for number, code in enumerate(seasons, 1):
        try:
            league = await league_store.find_league(tx, code)
        except Exception as error:
            found.broken(f"league {code}", "its row cannot be read", error)
        else:
            if league is not None:
                await look_at_league(context, tx, league, found)
        found.leagues += 1
        progress("leagues", number, len(seasons))
    await look_at_ratings(context, tx, found, progress)
    return found


async def _look_at_game(context: Context, tx: Tx, code: str, found: Findings) -> None:
    try:
        table = await tables.get(tx, code)
    except Exception as error:
        found.broken(f"game {code}", "its row cannot be read", error)
        return
    if table is not None and await look_at_steps(context, tx, table, found):
        await look_at_rows(context, tx, table, found)


async def look_at_ratings(context: Context, tx: Tx, found: Findings, progress: Progress) -> None:
    """Compute all of them again from the stored games."""
    try:
        kinds = await store.kinds(tx)
    except Exception as error:
        found.broken("ratings", "they cannot be read", error)
        return
    for number, (guild_id, game) in enumerate(kinds, 1):
        try:
            ledgers = await recount(tx, by_rules(context.rules), guild_id, game)
        except Exception as error:
            found.broken(f"{game} in server {guild_id}", "its ratings cannot be computed again", error)
        else:
            found.faults += ledgers.faults()
            found.ratings += len(ledgers.stored_ratings)
        progress("ratings", number, len(kinds))


def summary(found: Findings) -> str:
    """One line: what was looked at, and what came out."""
    told = ", ".join(
        [
            counted(found.games, "game"),
            f"{counted(found.steps, 'step')} replayed",
            counted(found.leagues, "league"),
            counted(found.ratings, "rating"),
        ]
    )
    return f"{told}: {counted(len(found.faults), 'fault') if found.faults else 'all is well'}"
