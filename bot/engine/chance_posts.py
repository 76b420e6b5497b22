"""Chance as people see it: what is promised of it, and the flips and rolls of a step, in words and as an
animation that rests on the result.

Only what everyone may see of a step is told or drawn.
"""

from __future__ import annotations

from adjudicator.chance import in_words
from bot.common.message import Picture, clip
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage.records import Table
from maps import chance


def commitment(table: Table) -> str:
    """Promise what every result follows from: in the lobby, before seats are drawn, and at the beginning."""
    return f"-# Chance can be checked at the end. SHA-256 of the secret seed: `{table.commitment}`"


def new_seed(commitment: str) -> str:
    """Promise a new seed, after an undo has taken back results that everybody knows."""
    return (
        "-# From now on flips and rolls use a new secret seed, derived from the first, so nobody chose it. "
        "Its SHA-256: "
        f"`{commitment}`"
    )


def words(snapshot: GameSnapshot) -> str:
    """Tell what was flipped and rolled in the newest step, in a line for each coin and each round of dice; ""
    for nothing."""
    names, seats, events = snapshot.names(), snapshot.seat_names(), snapshot.events(None)
    lines = []
    for number, act in enumerate(chance.acts(chance.thrown(events))):
        if len(act) == 1:
            kind, result = in_words(act[0])
            whose = f" for {names[act[0].seat]}" if act[0].seat is not None else ""
            lines.append(f"{kind.title()} #{act[0].n}{whose}: **{result}**")
            continue
        told = [f"#{one.n}{f' {seats[one.seat]}' if one.seat else ''} **{in_words(one)[1]}**" for one in act]
        lines.append(f"{'Again' if number else 'Dice'}: {' · '.join(told)}")
    verdict = chance.verdict(events, seats)
    return "\n".join(lines) + (f" · {verdict}" if verdict else "")


async def picture(context: Context, snapshot: GameSnapshot) -> Picture | None:
    """Animate what was flipped and rolled in that step; the file's name tells the first number."""
    events = tuple(snapshot.events(None))
    thrown = chance.thrown(events)
    if not thrown:
        return None
    data, alt = await context.renderer.throw(
        snapshot.table.game,
        snapshot.view(None),
        {
            "events": events,
            "seats": snapshot.seat_names(),
            "names": snapshot.plain_names(),
            "caption": f"{snapshot.game.name} · {snapshot.table.id}",
        },
    )
    return Picture(f"{snapshot.table.id}-result-{thrown[0].n}.gif", data, clip(alt, 1024))


async def drawn(context: Context, table_id: str, seq: int, kind: str) -> list[Picture]:
    """Draw what a post shows of a step. kind: "seq" the board after it, "thrown" its flips and rolls"""
    async with context.db.read() as tx:
        snapshot = await context.snapshot(tx, table_id, seq)
    if kind == "seq":
        return [await context.picture(snapshot, None, events=True, caption=snapshot.moment)]
    shown = await picture(context, snapshot)
    return [shown] if shown is not None else []
