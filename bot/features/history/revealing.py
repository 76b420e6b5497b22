"""What is added to a page of a game's history: one's own orders while it goes on; when it is over the orders
of everybody and the letters of that turn."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.features.letters import store
from bot.features.letters.delivery import reader_of
from bot.features.letters.letterhead import entry
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Letter


async def blocks(
    tx: Tx, shown: Sequence[GameSnapshot], title: str, seat: Seat | None, over: bool
) -> list[str]:
    """The lines that follow what happened. shown: the table after each step of the page, whose title this is
    over: whether nothing is secret any more"""
    told = orders(shown, seat, over)
    if over:
        found = await _written(tx, shown)
        reader = reader_of(shown[-1], seat, over)
        told += ["**Letters**"] if found else []
        told += [entry(letter, reader, title) for letter in found]
    return told


def orders(shown: Sequence[GameSnapshot], seat: Seat | None, over: bool) -> list[str]:
    """What was ordered: by everybody once the game is over; before by the seat itself."""
    lines = []
    for one in shown:
        if one.step.kind != "resolve":
            continue
        names = one.names()
        for who in one.seats:
            given = one.step.orders.get(who)
            if given is None or not (over or who == seat):
                continue
            whose = names[who] if over else "You"
            lines.append(f"- {whose}: {code('; '.join(given))}" if given else f"- {whose}: nothing")
    return ["**Orders**", *lines] if lines else []


def code(text: str) -> str:
    """An order as people type it. It may come from a record that was brought here.

    >>> code("3 move long_island_sound"), code("e7`-e6")
    ('`3 move long island sound`', "`e7'-e6`")
    """
    return f"`{' '.join(text.replace('_', ' ').split()).replace('`', chr(39))}`"


async def _written(tx: Tx, shown: Sequence[GameSnapshot]) -> list[Letter]:
    """The letters that were written while the turn was open, oldest first."""
    table, first, last = shown[0].table, shown[0].step, shown[-1].step
    since = await steps.get(tx, table.id, first.seq - 1)
    until = last.at if last.seq < table.seq else float("inf")
    start = since.at if since is not None else float("-inf")
    return [letter for letter in await store.of_table(tx, table.id) if start < letter.at <= until]
