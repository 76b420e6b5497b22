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
from maps.chance import Thrown, acts, stake, text, thrown, verdict
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
from maps.palette import Palette, Rgb

START_MS = 900
"""How long the first frame is shown, which tells what is at stake: all that is seen where nothing plays."""
LAST_MS = 60_000
"""How long the last frame is shown: programs that play everything again and again rest here."""


@dataclass(frozen=True)
class TimedFrame:
    """Palette entries (mode "L"), and how many milliseconds they are shown."""

    entries: Image.Image
    ms: int


def encode(frames: Sequence[TimedFrame], palette: Palette) -> bytes:
    """Encode an animation. It plays once: no loop count."""
    shown = [TimedFrame(frames[0].entries, START_MS), *frames[1:-1], TimedFrame(frames[-1].entries, LAST_MS)]
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
"""In pixels; a phone shows it 290 wide."""
TOP = 40
"""The height of the line at the top, in pixels."""
NAMES = 56
"""The height of the names above dice, in pixels."""
DIE, ROW = 62, 106
COIN, COIN_ROW = 140, 164
FOOT = 42
BIG, PLAIN, SMALL, LEAST = 20, 17, 16, 14
"""Sizes of words, and the least before they are cut, in pixels."""
DIM = 0.3
"""How much of a die is seen that fell in an earlier round."""
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
    stake: below, from the start;  verdict: in its place at the end. "" if there is nothing to say"""

    seats: Mapping[Seat, str]
    players: Mapping[Seat, str]
    caption: str
    stake: str
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
    """Lays out one animation: the ground with the names, then the acts, each in the place of the one before,
    so that not even the height tells how often a tie was rolled off."""

    def __init__(self, thrown: Sequence[Thrown], words: Words, coin: Callable[[Seat | None], Coin]) -> None:
        self.words, self.coin = words, coin
        self.acts = acts(thrown)[-MAX_ACTS:]
        thrown = [one for act in self.acts for one in act]
        rolled = list(dict.fromkeys(one.seat for one in thrown if isinstance(one, Die)))
        apart = len(rolled) <= 4 and None not in rolled
        self.columns: list[Seat | None] = rolled if apart else [None] * 4
        named = bool(rolled) and self.columns[0] is not None
        self.row_top = TOP + (NAMES if named else 4.0)
        high = max(ROW if isinstance(one, Die) else COIN_ROW for one in thrown)
        coins = dict.fromkeys(coin(one.seat) for one in thrown if isinstance(one, CoinFlip))
        self.palette = palette(tuple(dict.fromkeys(c for each in coins for c in colors(each, COIN))))
        foot = FOOT if words.verdict or words.stake else 0
        self.canvas = Canvas.blank(WIDTH, round(self.row_top + high + foot), PANEL, self.palette)
        self._head()
        if named:
            self._names(TOP)
        things = sum(1 if isinstance(one, Die) else COIN_COST for one in thrown)
        self.ticks = max(FEWEST, min(TICKS, DRAWN // max(1, things)))
        self.rows = [[self._spot(one, at) for at, one in enumerate(act)] for act in self.acts]

    def frames(self) -> Iterator[TimedFrame]:
        """Yield all frames, the last with everything at rest."""
        ground, fallen = self.canvas, dict[float, ThrownSpot]()
        for number, row in enumerate(self.rows):
            bare = ground.copy()
            for spot in row:
                fallen.pop(spot.x, None)
                self._label(bare, spot)
            for spot in fallen.values():
                self._put(bare, spot, 1.0, DIM)
            canvas = bare.copy()
            self._foot(canvas, self.words.stake, WHITE)
            for tick in range(self.ticks + STAGGER * (len(row) - 1)):
                moving = canvas.copy()
                for place, spot in enumerate(row):
                    self._put(moving, spot, min(1.0, tick / (self.ticks + STAGGER * place - 1)))
                yield TimedFrame(moving.entries, TICK_MS)
            is_last = number + 1 == len(self.rows)
            self.canvas = bare if is_last and self.words.verdict else canvas
            for spot in row:
                self._put(self.canvas, spot, 1.0)
                self._said(self.canvas, spot)
                if isinstance(spot.thrown, Die):
                    fallen[spot.x] = spot
            if is_last:
                self._foot(self.canvas, self.words.verdict, GOLD)
            yield TimedFrame(self.canvas.entries, REST_MS)

    # -- words that stand from the start

    def _head(self) -> None:
        """Write the line at the top."""
        canvas = self.canvas
        canvas.fill(0, WIDTH, TOP / 2 - 2, TOP / 2 - 2, HEADER)
        said, size = fit(clean(self.words.caption), True, PLAIN, LEAST, WIDTH - 24)
        canvas.text(said, (12, 24), size, WHITE, HEADER, bold=True)

    def _names(self, top: float) -> None:
        """Write the seats and players above dice."""
        wide = WIDTH / len(self.columns)
        for place, seat in enumerate(self.columns):
            middle = wide * (place + 0.5)
            name, size = fit(self.words.seat(seat), True, BIG, LEAST, wide - 26)
            start = middle - text_width(name, True, size) / 2 + 8
            self._chip(start - 11, top + 16, seat)
            self.canvas.text(name, (start, top + 23), size, WHITE, PANEL, bold=True)
            player = clean(self.words.players.get(seat or "", ""))
            if player:
                name, size = fit(player, False, SMALL, LEAST, wide - 8)
                self.canvas.text(name, (middle, top + 44), size, QUIET, PANEL, anchor="middle")

    def _chip(self, x: float, y: float, seat: Seat | None) -> None:
        """Draw a dot in a seat's colour."""
        pen = Pen(16, 16)
        pen.discs((0, 0), (7.5, WHITE), (6, look(seat).face))
        self.canvas.stamp(sprite(pen.done(), PANEL, self.palette), (x, y))

    # -- things

    def _spot(self, one: Thrown, place: int) -> ThrownSpot:
        """Return where a die or coin lies."""
        top = self.row_top
        if isinstance(one, Die):
            column = self.columns.index(one.seat) if one.seat is not None else place
            x, y = WIDTH / len(self.columns) * (column + 0.5), top + 12 + DIE / 2
            value, seat, way = one.value, one.seat, one.n

            def rolling(left: float) -> Image.Image:
                return die_image(value, seat, DIE, way, round(1.6 * left * left, 3))

            return ThrownSpot(one, x, y, rolling, 4)
        coin, heads = self.coin(one.seat), one.heads

        def turning(left: float) -> Image.Image:
            if left == 1.0:
                return coin.question(COIN)
            # From its edge it turns to heads first, whatever comes.
            return flipping(coin, heads, COIN, (2.25 if heads else 2.75) * left * (0.4 + 0.6 * left))

        return ThrownSpot(one, 18 + COIN / 2, top + 12 + COIN / 2, turning, 8)

    def _label(self, canvas: Canvas, spot: ThrownSpot) -> None:
        """Write the number of the result, and whose coin it is: known before it falls."""
        one = spot.thrown
        if isinstance(one, Die):
            below = (spot.x, spot.y + DIE / 2 + 26)
            canvas.text(f"#{one.n}", below, SMALL, QUIET, PANEL, anchor="middle")
            return
        x = spot.x + COIN / 2 + 18
        canvas.text(f"#{one.n}", (x, spot.y - 42), SMALL, QUIET, PANEL)
        if one.seat is not None:
            self._owner(canvas, one.seat, x, spot.y + 38)

    def _owner(self, canvas: Canvas, seat: Seat, x: float, y: float) -> None:
        """Write whose coin it is."""
        name, size = fit(self.words.seat(seat), True, BIG, LEAST, WIDTH - x - 12)
        canvas.text(name, (x, y), size, WHITE, PANEL, bold=True)
        player = clean(self.words.players.get(seat, ""))
        if player:
            name, size = fit(player, False, SMALL, LEAST, WIDTH - x - 12)
            canvas.text(name, (x, y + 23), size, QUIET, PANEL)

    def _put(self, canvas: Canvas, spot: ThrownSpot, done: float, share: float = 1.0) -> None:
        """Draw one thing on its way: it falls in smaller and smaller hops from the left. share: how opaque"""
        left = 1.0 - done
        rise = abs(sin(pi * 2.5 * left)) * left * 2 * spot.hop
        image = spot.drawing(left)
        x, y = spot.x - (4 * left if isinstance(spot.thrown, Die) else 0), spot.y - rise
        if share < 1.0:
            image = image.copy()
            image.putalpha(image.getchannel("A").point([round(share * k) for k in range(256)]))
        elif isinstance(spot.thrown, Die):
            pen = Pen(DIE * 1.3, 14)
            pen.disc((0, 0), DIE * (0.56 - 0.06 * left), SHADOW, 0.16)
            canvas.stamp(sprite(pen.done(), PANEL, self.palette), (x, spot.y + DIE / 2))
        canvas.overlay(image, (x, y))

    def _said(self, canvas: Canvas, spot: ThrownSpot) -> None:
        """Write what came out, where a picture alone may be misread."""
        if isinstance(spot.thrown, CoinFlip):
            at = (spot.x + COIN / 2 + 18, spot.y + 6)
            canvas.text(text.HEADS if spot.thrown.heads else text.TAILS, at, 40, GOLD, PANEL, bold=True)

    def _foot(self, canvas: Canvas, said: str, color: Rgb) -> None:
        """Write what is at stake, or what follows, below the rest."""
        if not said:
            return
        high = canvas.entries.height
        words, size = fit(clean(said), True, BIG, LEAST, WIDTH - 24)
        canvas.fill(0, WIDTH, high - FOOT / 2 + 2, FOOT / 2 - 2, HEADER)
        canvas.text(words, (WIDTH / 2, high - 12), size, color, HEADER, bold=True, anchor="middle")


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
    first = view.seats[0] if game == "nemein" else ""
    words = Words(seats, names, caption, stake(events, seats, first), verdict(events, seats))
    scene = ThrowScene(thrown(events), words, coins(game, view))
    return encode(list(scene.frames()), scene.palette)


def coins(game: str, view: Any) -> Callable[[Seat | None], Coin]:
    """Return which coin is flipped for a seat; for nobody it is the first seat's."""
    if game != "nemein":
        return lambda seat: Coin()
    money = dict(zip(view.seats, view.options.money, strict=True))
    return lambda seat: Coin(money[seat or view.seats[0]].code)
