"""/replay: a game as an animated picture, as large as can be sent.

It is drawn part by part, each a job of its own for the worker, and one animation at a time: a picture of a
turn waits for one part at the most.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Message, Picture, buttons, clip, custom_id
from bot.engine import lineage, post_words
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.history import text as words
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Step
from maps.replay import Part, Reel, Shot, Still
from maps.replay.frames import part, whole
from maps.text import capitalized

SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How long frames stand, over the usual time."""
BEGIN, SHEETS, ORDER, GOES_ON, CHOICE, SAID, LATEST, END = 1500, 2600, 1200, 900, 1300, 900, 4000, 6000
"""Milliseconds of the start, of a turn that is a sheet of orders, of one order, of a step in the middle of a
turn, of choices that end a turn, of a declaration, and of the last frame while a game runs and when it is
over."""
LONGEST = 240_000
"""Longest animation at the usual speed, in milliseconds: those of long games are quicker."""
LEAST = 150
"""No frame stands for less."""


@dataclass(frozen=True)
class Timeline:
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
        """Return which frame that of a place in the line is, from 1."""
        return -(-place // every) + 1


def timeline_of(context: Context, tx: Tx, table_id: str, user_id: int, speed: str) -> Timeline:
    """The whole game: as the user may see it while it runs, with nothing hidden when it is over. Raises
    Refused."""
    newest = context.snapshot(tx, table_id)
    line = [*lineage.of(tx, newest.table).line(newest.table.seq)][::-1]
    usual = len(line) * (SHEETS if newest.presenter.many else ORDER)
    over = newest.table.status == "over"
    return Timeline(
        newest=newest,
        line=line,
        last=_title(tx, newest, line),
        seat=None if over else newest.seat_of(user_id),
        reveals=over,
        pace=SPEEDS[speed] * min(1.0, LONGEST / usual),
    )


def _title(tx: Tx, newest: GameSnapshot, line: Sequence[int]) -> str:
    """Return the turn that the newest step of the line ended or went on with, as /history calls it."""
    if len(line) == 1:
        return words.START
    [step] = steps.between(tx, newest.table.id, line[-2], line[-2])
    return replace(newest, step=step, state=newest.game.load(json.loads(step.state)), since=(step,)).title


def _ending(timeline: Timeline, last: Shot) -> Shot:
    """Return the frame that an animation rests on."""
    newest, names = timeline.newest, timeline.newest.plain_names()
    if not timeline.reveals:
        return replace(last, ms=max(last.ms, LATEST))
    if newest.outcome is None:
        heading, line = words.BROKEN_OFF, words.BROKEN_OFF_LINE
    else:
        seats = {
            seat: words.NAMED(seat=name, name=names[seat]) if seat in names else name
            for seat, name in newest.seat_names().items()
        }
        heading, line = words.END, bare(newest.presenter.result(newest.outcome, seats))
    return replace(last, heading=heading, line=line, ms=END)


async def shots_at(context: Context, timeline: Timeline, wanted: Sequence[int], every: int = 1) -> list[Shot]:
    """Return the frames of these places in the line, which ascend. every: one of so many steps is shown"""
    numbers = {timeline.line[at] for place in wanted for at in (place - 1, place) if at >= 0}
    found = await context.db.read(steps.between, timeline.newest.table.id, min(numbers), max(numbers))
    rows = {step.seq: step for step in found if step.seq in numbers}
    made: list[Shot] = []
    at, after = -1, None
    for place in wanted:
        await asyncio.sleep(0)  # reading states takes a while: others come in between
        before = None
        if place:
            before = after if at == place - 1 else _loaded(timeline, rows[timeline.line[place - 1]])
        at, after = place, _loaded(timeline, rows[timeline.line[place]])
        made.append(_shot(timeline, before, after, timeline.counted(place, every)))
        if place == len(timeline.line) - 1 and not timeline.reveals:
            made[-1] = _ending(timeline, made[-1])
    return made


def _loaded(timeline: Timeline, step: Step) -> GameSnapshot:
    """Return the table after a step, with what is hidden as it is or revealed."""
    game = timeline.newest.game
    state = game.load(json.loads(step.state))
    state = game.revealed(state) if timeline.reveals else state
    return replace(timeline.newest, step=step, state=state, since=(step,))


def _shot(timeline: Timeline, before: GameSnapshot | None, after: GameSnapshot, number: int) -> Shot:
    heading = before.phase_word if before is not None else words.START
    return Shot(
        view=after.view(timeline.seat),
        events=tuple(after.events(None)),
        caption=words.MOMENT(code=after.table.id, moment=after.moment),
        heading=capitalized(heading),
        line=_words(timeline, before, after),
        number=number,
        ms=max(LEAST, round(_usual(before, after) * timeline.pace)),
    )


def _words(timeline: Timeline, before: GameSnapshot | None, after: GameSnapshot) -> str:
    """Return what was done; where a turn is a sheet of orders, which the picture tells better, its date."""
    if after.presenter.many and after.step.kind == "resolve":
        return before.period if before is not None else ""
    if before is None and after.presenter.many:
        return after.period
    return bare(" ".join(after.presenter.narrate(after.events(timeline.seat), after.seat_names())))


def _usual(before: GameSnapshot | None, after: GameSnapshot) -> int:
    """Return how long such a step stands at the usual speed."""
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


Progress = Callable[[str], Awaitable[None]]
"""Shows how far the work is; called often, and from time to time enough."""

WIDTHS = (1000, 800, 640, 500, 400)
"""Pixels across, the best first. Larger ones are slow on phones, and hardly show more there."""
PART = 6
"""Frames in one job for the worker: some tenths of a second."""
SAMPLES = 4
"""Places of a game that are drawn first, to estimate how large the file will be."""
GROWS = 1.15
"""Factor by which the file may get larger than that estimate."""
SPARE = 64 * 1024
"""Bytes of an upload that are not the picture."""


@dataclass(frozen=True)
class Size:
    """How an animation is drawn: its width, and of how many steps one is shown."""

    width: int
    every: int


@dataclass(frozen=True)
class Drawn:
    """A finished animation."""

    data: bytes
    every: int
    ms: int


class Replays:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._waiting: set[int] = set()
        self._drawing = asyncio.Lock()
        self._closing = False
        self._kept: tuple[object, Drawn] | None = None

    def close(self) -> None:
        """Draw no more frames."""
        self._closing = True

    async def replay(
        self,
        table_id: str,
        user_id: int,
        speed: str,
        most: int,
        progress: Progress,
        *,
        public: bool = False,
    ) -> Message:
        """Return the game so far as the user may see it, or all of a finished one. Raises Refused.

        speed: one of `SPEEDS`;  most: bytes of an upload
        public: it is for everybody, so the game must be over
        """
        if speed not in SPEEDS:
            raise Refused(words.UNKNOWN_SPEED(speeds=listing(SPEEDS)))
        if user_id in self._waiting:
            raise Refused(words.WAIT_YOURS)
        self._waiting.add(user_id)
        try:
            return await self._replay(table_id, user_id, speed, most, progress, public)
        finally:
            self._waiting.discard(user_id)

    async def _replay(
        self, table_id: str, user_id: int, speed: str, most: int, progress: Progress, public: bool
    ) -> Message:
        timeline = await self.context.db.read(
            lambda tx: timeline_of(self.context, tx, table_id, user_id, speed)
        )
        code = timeline.newest.table.id
        if public and not timeline.reveals:
            raise Refused(words.NOT_OVER(code=code))
        if len(timeline.line) == 1:
            raise Refused(words.NOTHING_YET(code=code))
        if self._drawing.locked():
            await progress(words.WAIT)
        async with self._drawing:
            drawn = await self._made(timeline, most - SPARE, progress)
        return self._message(timeline, drawn, speed, public)

    # -- drawing

    async def _made(self, timeline: Timeline, most: int, progress: Progress) -> Drawn:
        newest = timeline.newest
        names = newest.plain_names()
        wanted = (
            newest.table.id,
            newest.table.seq,
            newest.table.status,
            timeline.seat,
            timeline.pace,
            most,
            names,
        )
        if self._kept is not None and self._kept[0] == wanted:
            return self._kept[1]
        size: Size | None = await self._fitting(timeline, most)
        while size is not None:
            drawn = await self._draw(timeline, size, most, progress)
            if drawn is not None:
                self._kept = (wanted, drawn)
                return drawn
            size = smaller(size, len(timeline.line))
        raise Refused(words.TOO_LARGE(code=newest.table.id))

    async def _draw(self, timeline: Timeline, size: Size, most: int, progress: Progress) -> Drawn | None:
        """Return the animation; None if it becomes too large."""
        places = _places(timeline, size.every)
        frames, ms, last = list[bytes](), 0, None
        for at in range(0, len(places), PART):
            await progress(words.DRAWING(code=timeline.newest.table.id, done=at, all=len(places)))
            shots = await shots_at(self.context, timeline, places[at : at + PART], size.every)
            if timeline.reveals and at + PART >= len(places):
                shots.append(_ending(timeline, shots[-1]))
            made = await self._part(timeline, size, shots, last)
            last = made.last
            frames += made.frames
            ms += sum(shot.ms for shot in shots)
            if sum(map(len, frames)) > most:
                return None
        assert last is not None
        return Drawn(whole(last, frames), size.every, ms)

    async def _part(
        self, timeline: Timeline, size: Size, shots: Sequence[Shot], before: Still | None
    ) -> Part:
        if self._closing:
            raise Refused(words.RESTARTING)
        reel = Reel(
            timeline.newest.table.game,
            size.width,
            timeline.newest.plain_names(),
            timeline.counted(len(timeline.line) - 1, size.every),
        )
        return await self.context.renderer.work(part, reel, tuple(shots), before)

    async def _fitting(self, timeline: Timeline, most: int) -> Size:
        """Return the best size at which the file will do, as far as some frames can tell."""
        last, best = len(timeline.line) - 1, Size(WIDTHS[0], 1)
        if last <= SAMPLES * 2:
            return best
        first, changes = 0, 0
        for number in range(1, SAMPLES + 1):
            place = last * number // SAMPLES
            shots = await shots_at(self.context, timeline, (place - 1, place))
            full, change = map(len, (await self._part(timeline, best, shots, None)).frames)
            first, changes = max(first, full), changes + change
        # Measured: half as wide is less than half as large.
        expected = (first + changes / SAMPLES * last) * GROWS
        for width in WIDTHS:
            if expected * width / WIDTHS[0] <= most:
                return Size(width, 1)
        return Size(WIDTHS[-1], 1 + int(expected * WIDTHS[-1] / WIDTHS[0] / most))

    # -- words

    def _message(self, timeline: Timeline, drawn: Drawn, speed: str, public: bool) -> Message:
        newest = timeline.newest
        code, head = newest.table.id, post_words.headline(newest, words.REPLAY_HEAD)
        if newest.outcome is not None:
            line = newest.result(newest.outcome)
        elif timeline.reveals:
            line = words.NO_RESULT
        elif timeline.seat is None:
            line = words.AS_ALL_SEE(turn=timeline.last)
        else:
            line = words.AS_SEEN(seat=newest.presenter.seat_name(timeline.seat), turn=timeline.last)
        n = timeline.counted(len(timeline.line) - 1, drawn.every)
        small = words.RUNS(n=n, time=_span(drawn.ms))
        if drawn.every > 1:
            small = words.RUNS_SOME(n=n, every=drawn.every, time=_span(drawn.ms))
        alt = words.REPLAY_ALT(game=newest.game.name, code=code, line=bare(line), n=n)
        shown = Picture(f"{code}-replay.gif", drawn.data, clip(alt, 1024))
        rows: tuple[tuple[Button, ...], ...] = ()
        if timeline.reveals and not public:
            ident = custom_id("replay", code, None, newest.stamp, speed)
            rows = (buttons(Button(ident, words.SHOW_ALL)),)
        return Message(f"{head}\n{line}", shown, rows, small=small)


def _span(ms: int) -> str:
    """Return how long it runs.

    >>> _span(9400), _span(83_000)
    ('9 s', '1:23 min')
    """
    minutes, seconds = divmod(round(ms / 1000), 60)
    return words.MINUTES(n=minutes, seconds=f"{seconds:02}") if minutes else words.SECONDS(n=seconds)


def _places(timeline: Timeline, every: int) -> list[int]:
    """Return which steps of the line are shown: the first, one of so many, and the last."""
    last = len(timeline.line) - 1
    return sorted({*range(0, last, every), last})


def smaller(size: Size, steps: int) -> Size | None:
    """Return the next size to try; None: nothing is smaller.

    >>> smaller(Size(1000, 1), 90), smaller(Size(400, 2), 90), smaller(Size(400, 64), 90)
    (Size(width=800, every=1), Size(width=400, every=4), None)
    """
    if size.width != WIDTHS[-1]:
        return Size(WIDTHS[WIDTHS.index(size.width) + 1], size.every)
    return Size(size.width, size.every * 2) if size.every * 2 < steps else None
