"""2,000 games that end in one minute: how long until all are counted, and whether anybody notices.

    python -m bench.ratings [games]

The bot's ledger on a real SQLite file with fsync. Meanwhile somebody writes all the time, as players do: how
long such a transaction waits is told beside the longest time in which the loop did nothing else. Then what a
look costs after a commit that ended no game, and a recount of everything.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical
from bench.measure import argument
from bench.services import table_of
from bench.watch import Watch
from bot.commands.run import calm
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.engine.context import Context
from bot.features.ratings.ledger import Ledger, recount_all
from bot.storage import tables
from bot.storage.database import Database, Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Step, Value
from bot.storage.rows import append, insert, save

GAMES, PLAYERS, TURNS = 2000, 500, 20
LOOKS = 200
KINDS = (("cic", {}), ("nme", {}), ("newyork2047", {}), ("cic", {"teams": "both"}))


async def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = await Database.open(Path(folder) / "bench.sqlite3")
        context = Context(db, SystemClock(), Renderer(0))
        rng, now = random.Random(1), time.time()

        def change(tx: Tx) -> None:
            for number in range(games):
                _over(tx, context, number, now - 60 + 60 * number / games, rng)

        await db.write(change)
        ledger, watch, waits = Ledger(context), Watch(), list[float]()
        calm()
        watch.start()
        others = asyncio.create_task(_others(db, waits))
        begun = time.perf_counter()
        await ledger._look()
        took = time.perf_counter() - begun
        others.cancel()
        watch.stop()
        late, own = watch.longest()
        print(f"{games} games of up to 7 players, {TURNS} turns each: counted in {took:.1f} s")
        print(f"longest block {1000 * own:.0f} ms computed ({1000 * late:.0f} ms on the clock)")
        waits.sort()
        middle = waits[len(waits) // 2]
        print(f"writers waited {1000 * middle:.1f} ms (median), {1000 * waits[-1]:.0f} ms at most")
        begun = time.perf_counter()
        for _ in range(LOOKS):
            await ledger._look()
        print(f"a look when no game has ended: {1000 * (time.perf_counter() - begun) / LOOKS:.2f} ms")
        begun = time.perf_counter()
        same = await db.read(lambda tx: all(found.same for found in recount_all(tx, context.game_of)))
        print(f"recounted in {time.perf_counter() - begun:.1f} s: {'the same' if same else 'NOT THE SAME'}")
        await ledger.close()
        await db.close()


def _over(tx: Tx, context: Context, number: int, ended_at: float, rng: random.Random) -> None:
    """A game that is over."""
    key, options = KINDS[number % len(KINDS)]
    game, code = context.games[key], f"g{number}"
    complete = game.options(options)
    seats = game.seats(complete)
    places = {seat: at for at, team in enumerate(game.teams(complete), 1) for seat in team}
    about = {"guild_id": 1, "channel_id": 1, "commitment": "c0", "deadline_spec": None, "seq": TURNS + 1}
    outcome = {"reason": "", "places": places}
    table = table_of(game, code, complete, status="over", outcome=outcome, ended_at=ended_at, **about)
    tables.insert(tx, table)
    state = canonical(game.dump(game.start(complete, ScriptedChance()).state))
    for seat, user in zip(seats, rng.sample(range(1, PLAYERS), len(seats)), strict=True):
        append(tx, Sitting(table_id=code, seat=seat, user_id=user, name=f"P{user}", from_at=1.0))
    insert(tx, Step(table_id=code, seq=1, turn=0, kind="start", state=state, at=1.0))
    orders = {seats[0]: ["an order"]}
    for turn in range(TURNS):
        step = Step(
            table_id=code, seq=turn + 2, turn=turn, kind="resolve", orders=orders, state=state, at=2.0 + turn
        )
        insert(tx, step)


async def _others(db: Database, waits: list[float]) -> None:
    while True:
        begun = time.perf_counter()
        await db.write(save, Value(key="busy", value=repr(begun)))
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(main(argument(GAMES)))
