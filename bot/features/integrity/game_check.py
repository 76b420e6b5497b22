"""The rows of one table against each other: its status, who sits there, its clock, and what it asks for."""

from __future__ import annotations

from adjudicator.game import AnyGame
from bot.common.errors import Refused
from bot.engine import timing
from bot.engine.context import Context
from bot.engine.origin import imported
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.integrity.findings import Findings
from bot.features.leagues import store as league_store
from bot.storage import deadlines, pauses, players, sittings
from bot.storage.database import Tx
from bot.storage.records import Table


async def look_at_rows(context: Context, tx: Tx, table: Table, found: Findings) -> None:
    """Compare them; the game's steps have been looked at."""
    where = f"game {table.id}"
    try:
        game = context.game_of(table)
        if canonical_options(game, table) != dict(table.options):
            found.fault(where, "its options are not complete ones of this game")
        look_at_deadline(table.deadline_spec, where, found)
        league = table.origin.get("league")
        if league is not None and await league_store.fixture_at_table(tx, table.id) is None:
            found.fault(where, f"it is a game of league {league}, which does not know it")
        begun = table.seq > 0
        if begun != (table.status in ("playing", "over")):
            found.fault(where, f"it is {table.status!r} with {table.seq} steps")
        elif begun:
            snapshot = await context.snapshot(tx, table.id)
            await _look_at_seats(tx, snapshot, found)
            _look_at_status(snapshot, found)
        if table.status == "playing" and begun:
            await _look_at_clock(context, tx, await context.snapshot(tx, table.id), found)
        else:
            await _look_for_clock(tx, table, found)
    except Exception as error:
        found.broken(where, "its rows cannot be read", error)


def look_at_deadline(spec: str | None, where: str, found: Findings) -> None:
    """How long turns take, as it is stored, is what the bot itself would write."""
    try:
        same = spec is None or str(read_spec(spec)) == spec
    except Refused:
        same = False
    if not same:
        found.fault(where, f"its turns take {spec!r}, which is no deadline as it is written here")


def canonical_options(game: AnyGame, table: Table) -> dict[str, object]:
    """The options as the game completes them."""
    return dict(game.options(table.options))


def _look_at_status(snapshot: GameSnapshot, found: Findings) -> None:
    table, where = snapshot.table, f"game {snapshot.table.id}"
    if snapshot.phase.turn != table.turn:
        found.fault(where, f"turn {snapshot.phase.turn} is open, the table says {table.turn}")
    over = table.status == "over"
    if table.started_at is None:
        found.fault(where, "it has begun, and nothing says when")
    if over != (table.ended_at is not None):
        found.fault(where, f"it is {table.status!r}, and {'nothing says when' if over else 'has an end'}")
    if not over and (snapshot.outcome is not None or table.outcome is not None):
        found.fault(where, "it has a result and still goes on")


async def _look_at_seats(tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """Every seat has one player, who sits there according to the list of sittings too."""
    table, where = snapshot.table, f"game {snapshot.table.id}"
    if imported(table) and table.status == "over":  # nobody here has played it
        return
    seated = await players.of_table(tx, table.id)
    taken = sorted(str(player.seat) for player in seated)
    if taken != sorted(snapshot.seats):
        found.fault(where, f"its seats are {sorted(snapshot.seats)}, its players sit on {taken}")
        return
    sat = await sittings.of_table(tx, table.id)
    for player in seated:
        mine = [sitting for sitting in sat if sitting.seat == player.seat]
        now = [sitting.user_id for sitting in mine if sitting.until_at is None]
        if now != [player.user_id]:
            found.fault(where, f"seat {player.seat}: the list of who sat there does not end with its player")


async def _look_at_clock(context: Context, tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """A turn with a time limit has a deadline, a paused one has none: so no game stands still unseen."""
    where = f"game {snapshot.table.id}"
    row = await deadlines.get(tx, snapshot.table.id)
    early = await deadlines.get(tx, snapshot.table.id, "early")
    if snapshot.pause is not None:
        if row is not None or early is not None:
            found.fault(where, "it is paused, and its clock runs")
        return
    if row is not None and row.turn != snapshot.phase.turn:
        found.fault(where, f"turn {snapshot.phase.turn} is open, its deadline is one of turn {row.turn}")
    limited = timing.due(snapshot, context.clock.now()) is not None
    if row is None and limited and snapshot.outcome is None:
        found.fault(where, "its turns have a time limit, and the open one has no deadline")


async def _look_for_clock(tx: Tx, table: Table, found: Findings) -> None:
    """Where nothing is played nothing is due."""
    where = f"game {table.id}"
    for kind in deadlines.KINDS:
        if await deadlines.get(tx, table.id, kind) is not None:
            found.fault(where, f"it is not in play, and has a deadline ({kind})")
    if await pauses.get(tx, table.id) is not None:
        found.fault(where, "it is not in play, and is paused")
