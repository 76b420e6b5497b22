"""The frames of a game's animation: what the viewer may see of each step, in words too, and for how long."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.game import Seat
from bot.engine import lineage
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Step
from maps.replay import Shot

SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How long frames stand, over the usual time."""
BEGIN, SHEETS, ORDER, GOES_ON, CHOICE, SAID, LATEST, END = 1500, 2600, 1200, 900, 1300, 900, 4000, 6000
"""Milliseconds of the start, of a turn that is a sheet of orders, of one order, of a step in the middle of a
turn, of choices that end a turn, of a declaration, and of the last frame while a game runs and when it is
over."""
LONGEST = 240_000
"""An animation at the usual speed takes so many milliseconds at the most: those of long games are quicker."""
LEAST = 150
"""No frame stands for less."""


@dataclass(frozen=True)
class Film:
    """What is shown. newest: the table as it is;  line: the steps that led there, by number, oldest first
    last: the turn of the last of them, in words
    seat: whose view it is, None everybody's;  reveals: whether nothing is secret any more"""

    newest: GameSnapshot
    line: Sequence[int]
    last: str
    seat: Seat | None
    reveals: bool
    pace: float

    def counted(self, place: int, every: int) -> int:
        """Which frame that of a place in the line is, from 1."""
        return -(-place // every) + 1


async def film(context: Context, tx: Tx, table_id: str, user_id: int, speed: str) -> Film:
    """The whole game: as the user may see it while it runs, with nothing hidden when it is over. Raises
    Refused."""
    newest = await context.snapshot(tx, table_id)
    line = [*(await lineage.of(tx, newest.table)).line(newest.table.seq)][::-1]
    usual = len(line) * (SHEETS if newest.presenter.many else ORDER)
    over = newest.table.status == "over"
    return Film(
        newest=newest,
        line=line,
        last=await _title(tx, newest, line),
        seat=None if over else newest.seat_of(user_id),
        reveals=over,
        pace=SPEEDS[speed] * min(1.0, LONGEST / usual),
    )


async def _title(tx: Tx, newest: GameSnapshot, line: Sequence[int]) -> str:
    """The turn that the newest step of the line ended or went on with, as /history calls it."""
    if len(line) == 1:
        return "the start"
    [step] = await steps.between(tx, newest.table.id, line[-2], line[-2])
    return replace(newest, step=step, state=newest.game.load(json.loads(step.state)), since=(step,)).title


def ending(shown: Film, last: Shot) -> Shot:
    """The frame that an animation rests on."""
    newest, names = shown.newest, shown.newest.plain_names()
    if not shown.reveals:
        return replace(last, ms=max(last.ms, LATEST))
    if newest.outcome is None:
        heading, line = "Broken off", "The game has no result."
    else:
        seats = {
            seat: f"{name} ({names[seat]})" if seat in names else name
            for seat, name in newest.seat_names().items()
        }
        heading, line = "The end", bare(newest.presenter.result(newest.outcome, seats))
    return replace(last, heading=heading, line=line, ms=END)


async def shots(context: Context, shown: Film, wanted: Sequence[int], every: int = 1) -> list[Shot]:
    """The frames of these places in the line, which ascend. every: one of so many steps is shown"""
    numbers = {shown.line[at] for place in wanted for at in (place - 1, place) if at >= 0}
    async with context.db.read() as tx:
        found = await steps.between(tx, shown.newest.table.id, min(numbers), max(numbers))
    rows = {step.seq: step for step in found if step.seq in numbers}
    made: list[Shot] = []
    at, after = -1, None
    for place in wanted:
        await asyncio.sleep(0)  # reading states takes a while: others come in between
        before = None
        if place:
            before = after if at == place - 1 else _loaded(shown, rows[shown.line[place - 1]])
        at, after = place, _loaded(shown, rows[shown.line[place]])
        made.append(_shot(shown, before, after, shown.counted(place, every)))
        if place == len(shown.line) - 1 and not shown.reveals:
            made[-1] = ending(shown, made[-1])
    return made


def _loaded(shown: Film, step: Step) -> GameSnapshot:
    """The table after a step, with what is hidden as it is or revealed."""
    game = shown.newest.game
    state = game.load(json.loads(step.state))
    state = game.revealed(state) if shown.reveals else state
    return replace(shown.newest, step=step, state=state, since=(step,))


def _shot(shown: Film, before: GameSnapshot | None, after: GameSnapshot, number: int) -> Shot:
    heading = before.phase_word if before is not None else "the start"
    return Shot(
        view=after.view(shown.seat),
        events=tuple(after.events(None)),
        caption=f"{after.table.id} · {after.moment}",
        heading=heading[0].upper() + heading[1:],
        line=_words(shown, before, after),
        number=number,
        ms=max(LEAST, round(_usual(before, after) * shown.pace)),
    )


def _words(shown: Film, before: GameSnapshot | None, after: GameSnapshot) -> str:
    """What was done; where a turn is a sheet of orders, which the picture tells better, its date."""
    if after.presenter.many and after.step.kind == "resolve":
        return before.period if before is not None else ""
    if before is None and after.presenter.many:
        return after.period
    return bare(" ".join(after.presenter.narrate(after.events(shown.seat), after.seat_names())))


def _usual(before: GameSnapshot | None, after: GameSnapshot) -> int:
    """How long such a step stands at the usual speed."""
    if before is None:
        return BEGIN
    if after.step.kind != "resolve":
        return SAID
    if before.adjusting:
        return CHOICE
    if after.phase.goes_on:
        return GOES_ON
    return SHEETS if after.presenter.many else ORDER


def bare(text: str) -> str:
    """Markdown as plain words.

    >>> bare("**Dark** (A\\\\_da) takes `e4`")
    'Dark (A_da) takes e4'
    """
    return re.sub(r"\\(.)", r"\1", re.sub(r"\*\*|(?<!\\)`", "", text)).replace("\n", " ")
