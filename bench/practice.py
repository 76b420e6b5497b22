"""Practice games: how long it takes from an order that is sent until the board is shown with the answers.

    python -m bench.practice [turns] [seconds] [game …]

One process on SQLite, with pictures and its own processes that think. Somebody plays any legal orders (in
New York whatever the rules take as default) against computers of each level, a few turns of each game. The
first answer comes in a bot that has just started, a few seconds after the board was opened.
seconds: so long somebody decides before each order; 0, the worst case, leaves computers that give orders at
the same time no time to think ahead.

"Computing" is the processor time of the thinking and drawing processes for an answer, which other work on the
machine changes little; the ratio is the time that was waited over it: below 1 if several think at once, far
above where the machine has other work. The load (how many want to run) stands beside it.
Targets: 8 s in New York, 3 s in other games.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.measure import target
from bench.services import opened
from bench.watch import children, megabytes
from bot.common import machine
from bot.common.workers import Renderer
from bot.features.boards.desk import BoardDesk
from bot.features.practice.practice import VARIANTS, over, own_seat
from bot.services import Services
from engines.engine import Level

TURNS, USER = 6, 1
PAUSE = 3.0
"""How long somebody looks at a new board."""
SLOW, USUAL = 8.0, 3.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Found:
    """Seconds of each answer: waited, and computed."""

    waited: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    largest: float = 0.0


def computed() -> float:
    """Processor time of all processes that this one started, in seconds."""
    found = 0
    for pid in children():
        numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += int(numbers[11]) + int(numbers[12])
    return found / TICKS


async def answer(services: Services, desk: BoardDesk, board: str, dice: random.Random, found: Found) -> bool:
    """Give any orders, and note how long the answer took. Returns whether the game goes on."""
    boards, practice = services.boards, services.practice
    shown = await boards.read(board, USER)
    seat, edits = own_seat(shown), shown.board.edits
    if over(shown):
        return False
    if not shown.presenter.many:
        order = dice.choice(list(shown.game.legal(shown.view(seat))))
        await boards.give(board, USER, edits, seat, str(order))
        edits += 1
    before, begun = computed(), perf_counter()
    await boards.ready(board, USER, edits, seat)
    note = await practice.ready(board, USER)
    await desk.desk(board, USER, note=note)
    if note:
        sys.exit(f"no answer: {note}")
    found.waited.append(perf_counter() - begun)
    found.computed.append(computed() - before)
    return True


async def play(services: Services, variant: str, level: Level, turns: int, decides: float) -> Found:
    """Play so many turns, in as many games as it takes."""
    desk, dice, found = services.board_desks["practice"], random.Random(7), Found()
    goes_on = False
    while len(found.waited) < turns:
        if not goes_on:
            board = await services.practice.open(USER, variant, level)
            await desk.desk(board, USER)
            await asyncio.sleep(max(0.0, PAUSE - decides))
        await asyncio.sleep(decides)
        goes_on = await answer(services, desk, board, dice, found)
    found.largest = max(megabytes(pid) for pid in children())
    return found


async def main(turns: int, decides: float, variants: list[str]) -> None:
    """Measure each game at each level, and print."""
    logging.disable(logging.CRITICAL)
    print(f"{machine.thinkers()} processes think, on {machine.cores()} cores")
    print(
        f"{'game, level':<22}{'first':>7}{'median':>8}{'worst':>7}   computing: median, worst   ratio  load"
    )
    slowest, largest = dict[bool, float](), 0.0
    for variant in variants:
        for level in Level:
            with tempfile.TemporaryDirectory() as folder:
                services = await opened(f"{folder}/practice.sqlite3", Renderer(1))
                found = await play(services, variant, level, turns, decides)
                await services.close()
            first, *_ = found.waited
            ratio = median(a / b for a, b in zip(found.waited, found.computed, strict=True))
            print(
                f"{f'{variant}, {level}':<22}{first:7.2f}{median(found.waited):8.2f}{max(found.waited):7.2f}"
                f"   {median(found.computed):17.2f}{max(found.computed):7.2f}{ratio:8.2f}"
                f"{os.getloadavg()[0]:6.1f}",
                flush=True,
            )
            slow = variant == "newyork2047"
            slowest[slow] = max(slowest.get(slow, 0.0), *found.waited)
            largest = max(largest, found.largest)
    for slow, worst in sorted(slowest.items()):
        most = SLOW if slow else USUAL
        where = "in New York" if slow else "in other games"
        target(f"worst answer {where} {worst:.1f} s", worst <= most, f"≤ {most:g} s")
    target(f"largest worker {largest:.0f} MB", largest <= 150, "≤ 150")


if __name__ == "__main__":
    given = sys.argv[1:]
    number = int(given.pop(0)) if given and given[0].isdigit() else TURNS
    wait = int(given.pop(0)) if given and given[0].isdigit() else 0
    asyncio.run(main(number, wait, given or list(VARIANTS)))
