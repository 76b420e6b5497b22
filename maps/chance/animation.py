"""Flips and rolls as a GIF that plays once and rests on the result.

What is rolled or flipped together moves together: a round of dice, one coin. One act follows the other.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin
from typing import Any

from PIL import Image

from adjudicator.chance import CoinFlip, Die
from adjudicator.game import Event, Seat
from maps.canvas import Canvas, Pen, clean, fit, sprite, text_width
from maps.chance import Thrown, acts, thrown, verdict
from maps.chance.dice_and_coins import (
    GOLD,
    HEADER,
    PANEL,
    QUIET,
    SHADOW,
    WHITE,
    Coin,
    colors,
    die_image,
    flipping,
    look,
    palette,
)
from maps.palette import Palette

GLIMPSE_MS = 20
"""How long the first frame is shown, which is the last one: a program that plays nothing shows the truth."""
LAST_MS = 60_000
"""How long the last frame is shown: programs that play everything again and again rest here."""


@dataclass(frozen=True)
class TimedFrame:
    """Palette entries (mode "L"), and how many milliseconds they are shown."""

    entries: Image.Image
    ms: int


def encode(frames: Sequence[TimedFrame], palette: Palette) -> bytes:
    """Encode an animation that begins with a glimpse of its last frame. It plays once: no loop count."""
    last = frames[-1].entries
    shown = [TimedFrame(last, GLIMPSE_MS), *frames[:-1], TimedFrame(last, LAST_MS)]
    images = []
    for frame in shown:
        image = frame.entries.copy()
        image.putpalette(palette.data)
        images.append(image)
    out = io.BytesIO()
    images[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[frame.ms for frame in shown],
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


WIDTH = 360
TOP = 34
"""The height of the line at the top, in pixels."""
NAMES = 50
"""The height of the names above dice, in pixels."""
DIE, ROW = 56, 98
COIN = 128
COIN_ROW = 156
FOOT = 34
TICK_MS = 70
"""How long a frame is shown."""
TICKS, FEWEST, DRAWN = 14, 2, 84
"""The most and the fewest frames in which a thing moves; and the most drawings of moving things altogether,
which keeps the file small when a tie is rolled off again and again."""
COIN_COST = 5
"""How many dice take as much room in the file as a coin."""
STAGGER = 1
"""How many frames later each next die comes to rest."""
MAX_ACTS = 8
"""The most acts shown, the last ones: a tie can go on without end. The words below tell all."""
REST_MS = 500
"""How long the pause between two acts is."""


@dataclass(frozen=True)
class Words:
    """What is written. seats: the seats as people write them;  players: who sits there;  caption: at the top;
    verdict: what follows from the results, "" if there is nothing to say"""

    seats: Mapping[Seat, str]
    players: Mapping[Seat, str]
    caption: str
    verdict: str

    def seat(self, seat: Seat | None) -> str:
        """Return a seat as the fonts can write it."""
        return clean(self.seats.get(seat, seat.title())) if seat is not None else ""


@dataclass(frozen=True)
class ThrownSpot:
    """One die or coin: where it lies, and how it looks. drawing: draws it with `left` (1 to 0) still to go"""

    thrown: Thrown
    x: float
    y: float
    drawing: Callable[[float], Image.Image]
    hop: float


class ThrowScene:
    """Lays out one animation: the ground with all words that stand from the start, then the acts."""

    def __init__(self, thrown: Sequence[Thrown], words: Words, coin: Callable[[Seat | None], Coin]) -> None:
        self.words, self.coin = words, coin
        self.acts = acts(thrown)[-MAX_ACTS:]
        thrown = [one for act in self.acts for one in act]
        rolled = list(dict.fromkeys(one.seat for one in thrown if isinstance(one, Die)))
        apart = len(rolled) <= 4 and None not in rolled
        self.columns: list[Seat | None] = rolled if apart else [None] * 4
        heights = [ROW if isinstance(act[0], Die) else COIN_ROW for act in self.acts]
        named = bool(rolled) and self.columns[0] is not None
        high = TOP + (NAMES if named else 4) + sum(heights) + (FOOT if words.verdict else 0)
        coins = dict.fromkeys(coin(one.seat) for one in thrown if isinstance(one, CoinFlip))
        self.palette = palette(tuple(dict.fromkeys(c for each in coins for c in colors(each, COIN))))
        self.canvas = Canvas.blank(WIDTH, high, PANEL, self.palette)
        self._head()
        y = TOP + 4.0
        if named:
            self._names(TOP)
            y = TOP + NAMES + 0.0
        things = sum(1 if isinstance(one, Die) else COIN_COST for one in thrown)
        self.ticks = max(FEWEST, min(TICKS, DRAWN // max(1, things)))
        self.rows: list[list[ThrownSpot]] = []
        for act, height in zip(self.acts, heights, strict=True):
            self.rows.append([self._spot(one, at, len(act), y) for at, one in enumerate(act)])
            y += height

    def frames(self) -> Iterator[TimedFrame]:
        """Yield all frames, the last with everything at rest."""
        canvas = self.canvas
        for number, row in enumerate(self.rows):
            for spot in row:
                self._label(canvas, spot)
            for tick in range(self.ticks + STAGGER * (len(row) - 1)):
                moving = canvas.copy()
                for place, spot in enumerate(row):
                    done = min(1.0, tick / (self.ticks + STAGGER * place - 1))
                    self._put(moving, spot, done)
                yield TimedFrame(moving.entries, TICK_MS)
            for spot in row:
                self._put(canvas, spot, 1.0)
                self._said(canvas, spot)
            if number + 1 < len(self.rows):
                yield TimedFrame(canvas.copy().entries, REST_MS)
        self._verdict(canvas)
        yield TimedFrame(canvas.entries, REST_MS)

    # -- words that stand from the start

    def _head(self) -> None:
        """Write the line at the top."""
        canvas, dice = self.canvas, sum(len(act) for act in self.acts)
        canvas.fill(0, WIDTH, TOP / 2 - 2, TOP / 2 - 2, HEADER)
        one = self.acts[0][0]
        kind = "coin" if isinstance(one, CoinFlip) else "die" if dice == 1 else "dice"
        right = canvas.text(kind, (WIDTH - 12, 21), 15, QUIET, HEADER, anchor="right").left
        text, size = fit(clean(self.words.caption), True, 16, 12, right - 24)
        canvas.text(text, (12, 21), size, WHITE, HEADER, bold=True)

    def _names(self, top: float) -> None:
        """Write the seats and players above dice."""
        wide = WIDTH / len(self.columns)
        for place, seat in enumerate(self.columns):
            middle = wide * (place + 0.5)
            text, size = fit(self.words.seat(seat), True, 16, 10, wide - 26)
            start = middle - text_width(text, True, size) / 2 + 8
            self._chip(start - 11, top + 15, seat)
            self.canvas.text(text, (start, top + 21), size, WHITE, PANEL, bold=True)
            player = clean(self.words.players.get(seat or "", ""))
            if player:
                text, size = fit(player, False, 13, 10, wide - 8)
                self.canvas.text(text, (middle, top + 38), size, QUIET, PANEL, anchor="middle")

    def _chip(self, x: float, y: float, seat: Seat | None) -> None:
        """Draw a dot in a seat's colour."""
        pen = Pen(14, 14)
        pen.discs((0, 0), (6.5, WHITE), (5, look(seat).face))
        self.canvas.stamp(sprite(pen.done(), PANEL, self.palette), (x, y))

    # -- things

    def _spot(self, one: Thrown, place: int, of: int, top: float) -> ThrownSpot:
        """Return where a die or coin lies."""
        if isinstance(one, Die):
            column = self.columns.index(one.seat) if one.seat is not None else place
            x, y = WIDTH / len(self.columns) * (column + 0.5), top + 12 + DIE / 2
            value, seat, way = one.value, one.seat, one.n

            def rolling(left: float) -> Image.Image:
                return die_image(value, seat, DIE, way, round(1.6 * left * left, 3))

            return ThrownSpot(one, x, y, rolling, 4)
        x, y = 18 + COIN / 2, top + 10 + COIN / 2
        coin, heads = self.coin(one.seat), one.heads

        def turning(left: float) -> Image.Image:
            return flipping(coin, heads, COIN, 2.5 * left * (0.4 + 0.6 * left))

        return ThrownSpot(one, x, y, turning, 8)

    def _label(self, canvas: Canvas, spot: ThrownSpot) -> None:
        """Write the number of the result, and whose coin it is: known before it falls."""
        one = spot.thrown
        if isinstance(one, Die):
            canvas.text(f"#{one.n}", (spot.x, spot.y + DIE / 2 + 22), 15, QUIET, PANEL, anchor="middle")
            return
        x = spot.x + COIN / 2 + 20
        canvas.text(f"#{one.n}", (x, spot.y - 36), 16, QUIET, PANEL)
        if one.seat is not None:
            self._owner(one.seat, x, spot.y + 38)

    def _owner(self, seat: Seat, x: float, y: float) -> None:
        """Write whose coin it is."""
        self._chip(x + 7, y - 5, seat)
        text, size = fit(self.words.seat(seat), True, 17, 11, WIDTH - x - 30)
        self.canvas.text(text, (x + 20, y), size, WHITE, PANEL, bold=True)
        player = clean(self.words.players.get(seat, ""))
        if player:
            text, size = fit(player, False, 14, 10, WIDTH - x - 12)
            self.canvas.text(text, (x, y + 20), size, QUIET, PANEL)

    def _put(self, canvas: Canvas, spot: ThrownSpot, done: float) -> None:
        """Draw one thing on its way: it falls in from the left in smaller and smaller hops."""
        left = 1.0 - done
        rise = abs(sin(pi * 2.5 * left)) * left * 2 * spot.hop
        image = spot.drawing(left)
        x, y = spot.x - (4 * left if isinstance(spot.thrown, Die) else 0), spot.y - rise
        if isinstance(spot.thrown, Die):
            pen = Pen(DIE * 1.3, 14)
            pen.disc((0, 0), DIE * (0.56 - 0.06 * left), SHADOW, 0.16)
            canvas.stamp(sprite(pen.done(), PANEL, self.palette), (x, spot.y + DIE / 2))
        canvas.overlay(image, (x, y))

    def _said(self, canvas: Canvas, spot: ThrownSpot) -> None:
        """Write what came out, where a picture alone may be misread."""
        if isinstance(spot.thrown, CoinFlip):
            at = (spot.x + COIN / 2 + 20, spot.y + 6)
            canvas.text("Heads" if spot.thrown.heads else "Tails", at, 36, GOLD, PANEL, bold=True)

    def _verdict(self, canvas: Canvas) -> None:
        """Write what follows, below the rest."""
        if not self.words.verdict:
            return
        high = canvas.entries.height
        text, size = fit(clean(self.words.verdict), True, 18, 12, WIDTH - 24)
        canvas.fill(0, WIDTH, high - FOOT / 2 + 2, FOOT / 2 - 2, HEADER)
        canvas.text(text, (WIDTH / 2, high - 9), size, GOLD, HEADER, bold=True, anchor="middle")


def draw(
    game: str,
    view: Any,
    *,
    events: Sequence[Event],
    seats: Mapping[Seat, str],
    names: Mapping[Seat, str],
    caption: str = "",
) -> bytes:
    """Draw the GIF of every flip and roll in `events` (at least one), which are those of one step.

    view: what everyone may know, for the coin's currency; seats, names: the seats and their players in words
    """
    words = Words(seats, names, caption, verdict(events, seats))
    scene = ThrowScene(thrown(events), words, coins(game, view))
    return encode(list(scene.frames()), scene.palette)


def coins(game: str, view: Any) -> Callable[[Seat | None], Coin]:
    """Return which coin is flipped for a seat; for nobody it is the first seat's."""
    if game != "nemein":
        return lambda seat: Coin()
    money = dict(zip(view.seats, view.options.money, strict=True))
    return lambda seat: Coin(money[seat or view.seats[0]].code, seat)
