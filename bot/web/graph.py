"""A rating over time as a graph: where its lines go. The template draws it (`player.html`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.web.values import Played

WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 6, 8, 8
"""Free of lines, for the numbers."""
STEPS = (25, 50, 100, 200, 400, 800)
"""Between two lines of the grid."""
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the grid. y: where;  rating: which"""

    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class Graph:
    """width, height: of all of it;  left, right: where the grid begins and ends

    line: the rating after each game, "x,y x,y";  band: between which the true strength may well be
    dots: the same points, each as (x, y);  words: what it shows, for those who don't see it
    """

    width: int
    height: int
    left: int
    right: int
    grid: tuple[Line, ...]
    line: str
    band: str
    dots: tuple[tuple[float, float], ...]
    words: str
    games: Sequence[Played]


def graph(games: Sequence[Played]) -> Graph:
    """Lay a graph out. games: those that counted, at least one, the first one first"""
    ratings = [one.rating or 0 for one in games]
    spread = [(one.rating or 0, one.margin or 0) for one in games]
    least, most = min(low - by for low, by in spread), max(high + by for high, by in spread)
    step = next((step for step in STEPS if (most - least) / step <= MOST_LINES - 1), STEPS[-1])
    bottom, top = least // step * step, -(-most // step) * step
    room = max(top - bottom, step)

    def y(rating: float) -> float:
        return round(TOP + (top - rating) * (HEIGHT - TOP - BOTTOM) / room, 1)

    def x(at: int) -> float:
        width = WIDTH - LEFT - RIGHT
        return round(LEFT + (width / 2 if len(games) == 1 else 6 + at * (width - 12) / (len(games) - 1)), 1)

    points = [(x(at), y(rating)) for at, rating in enumerate(ratings)]
    upper = [(x(at), y(rating + by)) for at, (rating, by) in enumerate(spread)]
    lower = [(x(at), y(rating - by)) for at, (rating, by) in enumerate(spread)]
    words = (
        f"{len(games)} rated {'game' if len(games) == 1 else 'games'}: from {ratings[0]} after the first "
        f"to {ratings[-1]} now; highest {max(ratings)}, lowest {min(ratings)}."
    )
    return Graph(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        grid=tuple(Line(y(rating), rating) for rating in range(bottom, top + 1, step)),
        line=_text(points),
        band=_text([*upper, *reversed(lower)]),
        dots=tuple(points),
        words=words,
        games=games,
    )


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
