"""/replay: a game as an animated picture, as large as can be sent.

It is drawn part by part, each a job of its own for the worker, and one animation at a time: a picture of a
turn waits for one part at the most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import Button, Message, Picture, buttons, clip, custom_id
from bot.engine import post_words
from bot.engine.context import Context
from bot.features.history import frames as filming
from bot.features.history.frames import SPEEDS, Film, bare
from maps.replay import Part, Reel, Shot, Still
from maps.replay.encoding import whole
from maps.replay.frames import part

Progress = Callable[[str], Awaitable[None]]
"""Shows how far the work is; called often, and from time to time enough."""

WIDTHS = (1000, 800, 640, 500, 400)
"""Pixels across, the best first. Larger ones are slow on phones, and hardly show more there."""
PART = 6
"""So many frames are one job for the worker: some tenths of a second."""
SAMPLES = 4
"""So many places of a game are drawn first, to tell how large the file will be."""
GROWS = 1.15
"""How much larger it may get than that tells."""
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
        """The game so far as the user may see it, or all of a finished one. Raises Refused.

        speed: one of `SPEEDS`;  most: bytes of an upload
        public: it is for everybody, so the game must be over
        """
        if speed not in SPEEDS:
            raise Refused(f"There is no speed `{clip(speed, 20)}`: it is one of {', '.join(SPEEDS)}.")
        if user_id in self._waiting:
            raise Refused("I am still drawing a replay for you. Ask again when it is there.")
        self._waiting.add(user_id)
        try:
            return await self._replay(table_id, user_id, speed, most, progress, public)
        finally:
            self._waiting.discard(user_id)

    async def _replay(
        self, table_id: str, user_id: int, speed: str, most: int, progress: Progress, public: bool
    ) -> Message:
        async with self.context.db.read() as tx:
            film = await filming.film(self.context, tx, table_id, user_id, speed)
        code = film.newest.table.id
        if public and not film.reveals:
            raise Refused(f"Game `{code}` is not over: until then everybody sees a replay of their own.")
        if len(film.line) == 1:
            raise Refused(f"Nothing has happened in game `{code}` yet.")
        if self._drawing.locked():
            await progress("Another replay is being drawn. Yours comes after it.")
        async with self._drawing:
            drawn = await self._made(film, most - SPARE, progress)
        return self._message(film, drawn, speed, public)

    # -- drawing

    async def _made(self, film: Film, most: int, progress: Progress) -> Drawn:
        newest = film.newest
        names = newest.plain_names()
        wanted = (newest.table.id, newest.table.seq, newest.table.status, film.seat, film.pace, most, names)
        if self._kept is not None and self._kept[0] == wanted:
            return self._kept[1]
        size: Size | None = await self._fitting(film, most)
        while size is not None:
            drawn = await self._draw(film, size, most, progress)
            if drawn is not None:
                self._kept = (wanted, drawn)
                return drawn
            size = smaller(size, len(film.line))
        raise Refused(f"A replay of game `{newest.table.id}` is too large to be sent here.")

    async def _draw(self, film: Film, size: Size, most: int, progress: Progress) -> Drawn | None:
        """The animation; None if it becomes too large."""
        places = _places(film, size.every)
        frames, ms, last = list[bytes](), 0, None
        for at in range(0, len(places), PART):
            told = f"Drawing the replay of game `{film.newest.table.id}` … {at} of {len(places)} pictures."
            await progress(told)
            shots = await filming.shots(self.context, film, places[at : at + PART], size.every)
            if film.reveals and at + PART >= len(places):
                shots.append(filming.ending(film, shots[-1]))
            made = await self._part(film, size, shots, last)
            last = made.last
            frames += made.frames
            ms += sum(shot.ms for shot in shots)
            if sum(map(len, frames)) > most:
                return None
        assert last is not None
        return Drawn(whole(last, frames), size.every, ms)

    async def _part(self, film: Film, size: Size, shots: Sequence[Shot], before: Still | None) -> Part:
        if self._closing:
            raise Refused("I am just being restarted. Ask for the replay again in a minute.")
        reel = Reel(
            film.newest.table.game,
            size.width,
            film.newest.plain_names(),
            film.counted(len(film.line) - 1, size.every),
        )
        return await self.context.renderer.work(part, reel, tuple(shots), before)

    async def _fitting(self, film: Film, most: int) -> Size:
        """The best size at which the file will do, as far as some frames can tell."""
        last, best = len(film.line) - 1, Size(WIDTHS[0], 1)
        if last <= SAMPLES * 2:
            return best
        first, changes = 0, 0
        for number in range(1, SAMPLES + 1):
            place = last * number // SAMPLES
            shots = await filming.shots(self.context, film, (place - 1, place))
            full, change = map(len, (await self._part(film, best, shots, None)).frames)
            first, changes = max(first, full), changes + change
        # Measured: half as wide is less than half as large.
        expected = (first + changes / SAMPLES * last) * GROWS
        for width in WIDTHS:
            if expected * width / WIDTHS[0] <= most:
                return Size(width, 1)
        return Size(WIDTHS[-1], 1 + int(expected * WIDTHS[-1] / WIDTHS[0] / most))

    # -- words

    def _message(self, film: Film, drawn: Drawn, speed: str, public: bool) -> Message:
        newest = film.newest
        code, lines = newest.table.id, [post_words.headline(newest, "replay")]
        if newest.outcome is not None:
            lines.append(newest.presenter.result(newest.outcome, newest.names()))
        elif film.reveals:
            lines.append("The game was broken off: it has no result.")
        else:
            whose = "everybody" if film.seat is None else newest.presenter.seat_name(film.seat)
            lines.append(f"As {whose} sees it, up to {film.last}.")
        pictures = counted(film.counted(len(film.line) - 1, drawn.every), "picture")
        lines.append(f"-# {pictures} · runs {_span(drawn.ms)}")
        if drawn.every > 1:
            lines.append(f"-# One of {drawn.every} steps is shown: more would be too large to send.")
        alt = f"Replay of {newest.game.name} {code}: {bare(lines[1])} {pictures}."
        shown = Picture(f"{code}-replay.gif", drawn.data, clip(alt, 1024))
        rows: tuple[tuple[Button, ...], ...] = ()
        if film.reveals and not public:
            ident = custom_id("replay", code, None, newest.stamp, speed)
            rows = (buttons(Button(ident, "Show everybody")),)
        return Message("\n".join(lines), shown, rows)


def _span(ms: int) -> str:
    """How long it runs.

    >>> _span(9400), _span(83_000)
    ('9 s', '1:23 min')
    """
    minutes, seconds = divmod(round(ms / 1000), 60)
    return f"{minutes}:{seconds:02} min" if minutes else f"{seconds} s"


def _places(film: Film, every: int) -> list[int]:
    """Which steps of the line are shown: the first, one of so many, and the last."""
    last = len(film.line) - 1
    return sorted({*range(0, last, every), last})


def smaller(size: Size, steps: int) -> Size | None:
    """The next size to try; None: nothing is smaller.

    >>> smaller(Size(1000, 1), 90), smaller(Size(400, 2), 90), smaller(Size(400, 64), 90)
    (Size(width=800, every=1), Size(width=400, every=4), None)
    """
    if size.width != WIDTHS[-1]:
        return Size(WIDTHS[WIDTHS.index(size.width) + 1], size.every)
    return Size(size.width, size.every * 2) if size.every * 2 < steps else None
