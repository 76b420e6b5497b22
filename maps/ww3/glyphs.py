"""The signs of the kinds of units: our own drawings, by kind.

A bomb falls nose down with the sign of radiation; an aircraft is seen from above and a tank from the side;
the captain is a bust with an officer's cap, the soldier stands with a gun, the spy lies on the ground under a
hat; the base is a bunker with a flag. Units as of a counter: its middle is (0, 0), its radius 44. A sign is
drawn in the counter's glyph colour; what is cut out of it has the colour of the counter's face.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from maps.canvas import Pen, Point
from maps.geometry import mirrored, star
from maps.palette import Rgb


def arc(
    x: float, y: float, wide: float, high: float, start: float, end: float, steps: int = 14
) -> list[Point]:
    """Points on an ellipse; angles in half turns, clockwise from the east."""
    return [
        (
            x + wide * cos(pi * (start + (end - start) * k / steps)),
            y + high * sin(pi * (start + (end - start) * k / steps)),
        )
        for k in range(steps + 1)
    ]


def turned(points: Sequence[Point], turn: float, move: Point = (0.0, 0.0)) -> list[Point]:
    """Points turned clockwise, by half turns, and then moved."""
    c, s = cos(pi * turn), sin(pi * turn)
    return [(x * c - y * s + move[0], x * s + y * c + move[1]) for x, y in points]


def _bomb(pen: Pen, ink: Rgb, face: Rgb) -> None:
    tilt, move = -0.2, (3.5, 0.5)

    def part(points: Sequence[Point], color: Rgb, grow: float = 0.0) -> None:
        pen.polygon(turned(points, tilt, move), color, grow)

    body = mirrored([(7.0, -14.0), *arc(0, 5.0, 17.5, 19.0, -0.28, 0.0), *arc(0, 5.0, 17.5, 28.0, 0.0, 0.5)])
    part(body, ink)
    part([(-5.5, -26.0), (5.5, -26.0), (8.0, -12.0), (-8.0, -12.0)], ink)
    for side in (-1, 1):  # fins
        part(
            [
                (side * 4.0, -17.0),
                (side * 17.0, -23.0),
                (side * 17.0, -38.0),
                (side * 11.0, -38.0),
                (side * 4, -27.0),
            ],
            ink,
        )
    part([(-15.0, -38.0), (15.0, -38.0), (15.0, -33.5), (-15.0, -33.5)], ink)
    [middle] = turned([(0.0, 6.5)], tilt, move)
    pen.disc(middle, 12.8, face)
    for k in range(3):
        start = 1.5 + 2 * k / 3 - 1 / 6
        pen.polygon([middle, *arc(*middle, 10.8, 10.8, start, start + 1 / 3, 6)], ink)
    pen.disc(middle, 4.0, face)
    pen.disc(middle, 2.5, ink)


def _aircraft(pen: Pen, ink: Rgb, face: Rgb) -> None:
    half = [
        (0.0, -33.0), (2.6, -29.5), (4.4, -22.0), (4.8, -9.0), (8.0, -6.5), (32.0, 10.5), (32.0, 17.0),
        (8.0, 9.0), (4.8, 9.0), (4.0, 20.0), (14.0, 27.5), (14.0, 32.5), (3.0, 29.0), (0.0, 33.0),
    ]  # fmt: skip
    pen.polygon(mirrored(half), ink, 1.2)
    pen.disc((0.0, -18.0), 2.4, face, squash=2.2)
    for side in (-1, 1):
        pen.line([(side * 19.0, -1.5), (side * 19.0, 9.0)], ink, 4.4)


def _tank(pen: Pen, ink: Rgb, face: Rgb) -> None:
    pen.polygon([(-29.0, 9.0), (-24.0, 2.0), (25.0, 2.0), (31.0, 9.0)], ink, 1.0)
    pen.polygon([(-16.0, 0.5), (-13.0, -13.5), (6.0, -13.5), (14.0, -6.0), (14.0, 0.5)], ink, 1.0)
    pen.line([(8.0, -7.5), (33.5, -13.0)], ink, 5.0)
    pen.polygon([(28.5, -15.4), (35.5, -17.0), (36.5, -11.5), (29.5, -9.8)], ink)
    pen.polygon([(-11.0, -14.0), (-10.0, -18.0), (-1.0, -18.0), (0.0, -14.0)], ink, 0.8)
    pen.line([(-24.0, 16.0), (25.0, 16.0)], ink, 17.5)
    for x in (-23.5, -11.3, 0.8, 12.9, 25.0):
        pen.disc((x, 16.0), 4.6, face)
        pen.disc((x, 16.0), 2.2, ink)
    pen.line([(-27.0, 5.8), (28.0, 5.8)], face, 2.0)


def _captain(pen: Pen, ink: Rgb, face: Rgb) -> None:
    # Shoulders with a collar
    pen.polygon(
        mirrored([(0.0, 15.0), (8.0, 14.0), (24.0, 19.0), (30.0, 26.0), (31.0, 35.0), (0.0, 35.0)]), ink, 1.0
    )
    pen.polygon(arc(0.0, 4.0, 12.5, 15.0, 0.0, 2.0, 28), ink)
    pen.line([(-13.0, 18.0), (0.0, 32.0), (13.0, 18.0)], face, 2.6)
    for side in (-1, 1):
        pen.line([(side * 20.0, 22.5), (side * 27.0, 26.5)], face, 3.0)
    # The cap, set off from the head
    crown = mirrored([(0.0, -33.0), (14.0, -31.0), (26.0, -24.5), (26.5, -20.0), (16.5, -11.0), (0.0, -11.0)])
    visor = [*arc(0.0, -8.5, 18.5, 9.5, 0.0, 1.0), (-18.5, -8.5)]
    pen.polygon(visor, face, 2.6)
    pen.polygon(crown, ink)
    pen.polygon([(-16.5, -12.5), (16.5, -12.5), (16.5, -7.5), (-16.5, -7.5)], face)
    pen.polygon([(-16.5, -10.2), (16.5, -10.2), (18.0, -4.5), (-18.0, -4.5)], ink)
    pen.polygon(visor, ink)
    pen.polygon(star(7.2, 5, 0.42, (0.0, -21.5)), face)


def _spy(pen: Pen, ink: Rgb, face: Rgb) -> None:
    # The ground
    pen.line([(-34.0, 21.5), (34.0, 21.5)], ink, 3.6)
    # Legs, body, arm on its elbow
    pen.line([(-31.0, 13.0), (-12.0, 9.5)], ink, 9.0)
    pen.line([(-33.5, 15.0), (-31.5, 8.0)], ink, 5.0)
    pen.polygon([(-15.0, 5.0), (4.0, -6.0), (13.0, -4.0), (16.0, 6.0), (8.0, 14.5), (-13.0, 14.5)], ink, 1.6)
    pen.line([(12.0, 3.0), (16.0, 14.0), (29.0, 13.0)], face, 9.5)
    pen.line([(12.0, 3.0), (17.0, 14.0), (29.0, 13.0)], ink, 6.2)
    # Head with a hat
    pen.disc((16.5, -9.0), 9.5, ink)
    pen.polygon([(2.5, -14.0), (31.5, -11.0), (32.0, -15.0), (3.0, -18.4)], face, 2.6)
    pen.polygon([(1.0, -13.2), (33.0, -9.5), (33.5, -13.2), (1.6, -17.4)], ink, 1.0)
    pen.polygon([(7.0, -16.0), (9.8, -28.5), (17.0, -26.0), (24.5, -27.5), (27.5, -13.6)], ink, 0.8)


def _soldier(pen: Pen, ink: Rgb, face: Rgb) -> None:
    # Legs, body
    pen.polygon(
        [(-8.0, 6.0), (8.0, 6.0), (14.5, 35.0), (6.0, 35.0), (0.0, 14.0), (-7.0, 35.0), (-15.5, 35.0)],
        ink,
        0.6,
    )
    pen.polygon([(-12.5, -13.5), (12.5, -13.5), (9.0, 9.0), (-9.0, 9.0)], ink, 1.6)
    pen.line([(-12.0, -11.0), (-17.5, 1.0), (-8.0, 6.0)], ink, 6.4)
    pen.line([(12.0, -11.0), (19.0, -3.0), (12.0, -3.5)], ink, 6.4)
    # Head with a helmet
    pen.disc((0.0, -21.0), 7.6, ink)
    pen.polygon([*arc(0.0, -22.5, 12.0, 12.5, 1.0, 2.0), (14.0, -20.5), (-14.0, -20.5)], ink, 0.6)
    pen.line([(-8.0, -18.6), (8.0, -18.6)], face, 1.6)
    # The gun, across the body
    butt, muzzle = (-21.0, 13.0), (27.0, -21.0)
    pen.line([butt, muzzle], face, 9.0)
    pen.line([butt, (10.0, -9.0)], ink, 5.6)
    pen.line([(8.0, -7.6), muzzle], ink, 3.6)
    pen.polygon([(-24.5, 10.5), (-14.0, 5.0), (-11.0, 9.0), (-20.0, 19.0)], ink, 0.8)
    pen.line([(1.0, 0.0), (4.0, 6.0)], ink, 4.0)


def _base(pen: Pen, ink: Rgb, face: Rgb) -> None:
    # A bunker, its battlements and its door
    pen.polygon([(-31.0, 30.0), (-25.0, 4.0), (25.0, 4.0), (31.0, 30.0)], ink, 1.0)
    for x in (-21.0, -7.0, 7.0, 21.0):
        pen.polygon([(x - 4.5, -3.5), (x + 4.5, -3.5), (x + 4.5, 5.0), (x - 4.5, 5.0)], ink, 0.6)
    pen.polygon([*arc(0.0, 19.0, 7.0, 8.0, 1.0, 2.0), (7.0, 31.5), (-7.0, 31.5)], face)
    for side in (-1, 1):
        pen.line([(side * 14.0, 14.0), (side * 20.0, 14.0)], face, 3.2)
    # A flag
    pen.line([(-1.5, -2.0), (-1.5, -34.0)], ink, 3.6)
    pen.polygon(
        [
            (0.0, -34.0),
            (9.0, -36.0),
            (14.0, -32.5),
            (24.0, -34.5),
            (24.0, -18.5),
            (14.0, -16.5),
            (9.0, -20.0),
            (0.0, -18.0),
        ],
        ink,
        0.6,
    )


def _unknown(pen: Pen, ink: Rgb, face: Rgb) -> None:
    pen.letter("?", (0.0, 0.0), 58.0, ink)


GLYPHS: dict[str, Callable[[Pen, Rgb, Rgb], None]] = {
    "N": _bomb,
    "A": _aircraft,
    "T": _tank,
    "C": _captain,
    "P": _spy,
    "S": _soldier,
    "B": _base,
    "?": _unknown,
}
"""By kind: draws its sign with a pen; the colours of the sign and of what is cut out of it."""
