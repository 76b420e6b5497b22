"""The counters of WW3: round ones for Red, square for Blue, six-sided for Silver, shields for Olive.

One whose kind is not to be seen lies covered, with a question mark. An eye marks a unit whose kind everybody
knows. Signs are our own drawings: a bomb falls nose down with the sign of radiation; an aircraft is seen from
above and a tank from the side; the captain is a bust with an officer's cap, the soldier stands with a gun,
the spy lies on the ground under a hat; the base is a bunker with a flag. They are in units from the middle of
a counter whose radius is 44; what is cut out of them has the colour of the counter's face.

Arrows, rings and badges lie over the board. All is drawn once per shape and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw

from adjudicator.ww3.board import HIDDEN
from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import ArrowMask, Decal, dashed, decal, draw_arrow, draw_token, shadowed, stencil
from maps.geometry import arc, diamond, ellipse, mirrored, moved, rectangle, star
from maps.palette import Rgb, blend
from maps.ww3 import style

RADIUS = 51.0
"""Half a counter's width, in units."""
FIELD = 126.0
"""The square in which it is drawn, with room for its shadow, in units."""
SHADOW = 100
"""How much the shadow covers, of 255."""
ROOM = ((1.05, 0.0), (1.12, 0.0), (1.03, 0.0), (1.08, -2.5))
"""By team: the size of signs on its counters, and how far below the middle they stand, in units."""
RIM, SHINE = 2.2, 5.0
"""Where the rim and the face begin, from the edge, in units."""


def turned(points: Sequence[Point], turn: float, move: Point = (0.0, 0.0)) -> list[Point]:
    """Return points turned clockwise, by half turns, and then moved."""
    c, s = cos(pi * turn), sin(pi * turn)
    return moved([(x * c - y * s, x * s + y * c) for x, y in points], *move)


def _bomb(pen: Pen, ink: Rgb, face: Rgb) -> None:
    tilt, move = -0.2, (3.5, 0.5)

    def part(points: Sequence[Point], color: Rgb, grow: float = 0.0) -> None:
        pen.polygon(turned(points, tilt, move), color, grow)

    body = mirrored([(7.0, -14.0), *arc(0, 5.0, 17.5, 19.0, -0.28, 0.0), *arc(0, 5.0, 17.5, 28.0, 0.0, 0.5)])
    part(body, ink)
    part([(-5.5, -26.0), (5.5, -26.0), (8.0, -12.0), (-8.0, -12.0)], ink)
    for side in (-1, 1):  # fins
        fin = [(4.0, -17.0), (17.0, -23.0), (17.0, -38.0), (11.0, -38.0), (4.0, -27.0)]
        part([(side * x, y) for x, y in fin], ink)
    part([(-15.0, -38.0), (15.0, -38.0), (15.0, -33.5), (-15.0, -33.5)], ink)
    [middle] = turned([(0.0, 6.5)], tilt, move)
    pen.disc(middle, 12.8, face)
    for k in range(3):
        start = 1.5 + 2 * k / 3 - 1 / 6
        pen.polygon([middle, *arc(*middle, 10.8, 10.8, start, start + 1 / 3, 6)], ink)
    pen.discs(middle, (4.0, face), (2.5, ink))


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
        pen.discs((x, 16.0), (4.6, face), (2.2, ink))
    pen.line([(-27.0, 5.8), (28.0, 5.8)], face, 2.0)


def _captain(pen: Pen, ink: Rgb, face: Rgb) -> None:
    # Shoulders with a collar
    half = [(0.0, 15.0), (8.0, 14.0), (24.0, 19.0), (30.0, 26.0), (31.0, 35.0), (0.0, 35.0)]
    pen.polygon(mirrored(half), ink, 1.0)
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
    legs = [(-8.0, 6.0), (8.0, 6.0), (14.5, 35.0), (6.0, 35.0), (0.0, 14.0), (-7.0, 35.0), (-15.5, 35.0)]
    pen.polygon(legs, ink, 0.6)
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
    upper, lower = [(0.0, -34.0), (9.0, -36.0), (14.0, -32.5), (24.0, -34.5)], [(24.0, -18.5), (14.0, -16.5)]
    pen.polygon([*upper, *lower, (9.0, -20.0), (0.0, -18.0)], ink, 0.6)


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
"""By kind: draws its sign with a pen, given the colours of the sign and of what is cut out of it."""


def _rounded(corners: list[Point], radius: float) -> list[Point]:
    """Return a convex shape with rounded corners. corners: clockwise"""
    found = []
    for k, (x, y) in enumerate(corners):
        ends = []
        for ox, oy in (corners[k - 1], corners[(k + 1) % len(corners)]):
            length = ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5
            ends.append((x + (ox - x) / length * radius, y + (oy - y) / length * radius))
        (ax, ay), (bx, by) = ends
        for step in range(7):  # a quadratic curve from one end to the other
            t = step / 6
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((p * ax + q * x + r * bx, p * ay + q * y + r * by))
    return found


def shape(team: int, inset: float = 0.0) -> list[Point]:
    """Return the edge of a team's counters, drawn in by `inset` units."""
    reach = RADIUS - inset
    if team == 0:
        return ellipse(reach, reach, 120)
    if team == 1:
        side = reach - 3.5
        return _rounded([(-side, -side), (side, -side), (side, side), (-side, side)], 13.0 - inset * 0.5)
    if team == 2:
        far = reach + 2.5
        return _rounded(ellipse(far, far, 6), 5.0)
    side, top = reach - 3.0, -reach + 2.0
    foot = reach + 3.5
    lower = [(side * cos(pi * t / 24) ** 0.82, 2.0 + (foot - 2.0) * sin(pi * t / 24)) for t in range(12)]
    right = [(side, top), *lower, (0.0, foot)]
    return [*right, *[(-x, y) for x, y in reversed(right[:-1])]]


def _cover(pen: Pen, team: int, color: Rgb) -> None:
    """Draw stripes over a counter's face: it is closed."""
    lines = Image.new("L", pen.image.size, 0)
    draw = ImageDraw.Draw(lines)
    for k in range(-10, 11):
        ends = [pen.at((k * 11.0 - 50, 50)), pen.at((k * 11.0 + 50, -50))]
        draw.line(ends, fill=255, width=round(4.0 * pen.scale))
    pen.image.paste(color, (0, 0), ImageChops.darker(lines, pen.mask(shape(team, SHINE + 2.5))))


def _sign(pen: Pen, kind: str, team: int, ink: Rgb, face: Rgb) -> None:
    """Draw a kind's sign, cut off where the counter's face ends."""
    zoom, drop = ROOM[team]
    sign = Pen(pen.size[0], pen.size[1], pen.scale / OVERSAMPLE * zoom)
    sign.middle = pen.at((0.0, drop))
    GLYPHS[kind](sign, ink, face)
    within = pen.mask(shape(team, SHINE))
    pen.image.paste(sign.image, (0, 0), ImageChops.darker(sign.image.getchannel("A"), within))


def _drawn(
    kind: str, team: int, scale: float, edges: tuple[Rgb, Rgb, Rgb], face: Rgb, ink: Rgb, dim: float
) -> Pen:
    """Draw a counter without its shadow. edges: its outline, rim and lit edge;  dim: of stripes on it"""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    layers = tuple(zip((0.0, RIM, SHINE), edges, strict=True))
    draw_token(pen, partial(shape, team), layers, (SHINE + 0.8, 2.6, face))
    if kind == HIDDEN:
        _cover(pen, team, blend(face, style.LOOKS[team].rim, dim))
    if kind:
        _sign(pen, kind, team, ink, face)
    return pen


BADGE = 25.0
"""The radius of a badge on a counter, in units."""


@lru_cache(maxsize=16)
def eye(scale: float) -> Decal:
    """Draw the mark of a unit whose kind everybody knows, for a counter's upper right."""
    pen = Pen(62 * scale, 62 * scale, BADGE / 17.5 * scale)
    lids = [*arc(0, 7.0, 16.0, 16.5, 1.16, 1.84, 10), *arc(0, -7.0, 16.0, 16.5, 0.16, 0.84, 10)]
    pen.discs((0, 0), (17.5, style.INK), (15.6, style.GOLD))
    pen.polygons(lids, (1.2, style.INK), (0, style.WHITE))
    pen.disc((0, 0), 5.6, style.INK)
    pen.disc((1.8, -1.8), 1.5, style.WHITE)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=256)
def counter(kind: str, team: int, scale: float) -> Decal:
    """Draw a counter, `scale` pixels to a unit. kind: "" an empty one, a team's sign; "?" a covered one"""
    look = style.LOOKS[team]
    pen = _drawn(kind, team, scale, (style.INK, look.rim, look.shine), look.face, look.glyph, 0.55)
    return shadowed(pen, shape(team), (2.4, 4.4), SHADOW, style.INK, style.palette())


@lru_cache(maxsize=128)
def ghost(kind: str, team: int, edge: Rgb, scale: float) -> Decal:
    """Draw a pale counter: of a unit that is to be there, or that left the board with its Base."""
    look = style.LOOKS[team]
    face = style.pale(look)
    pen = _drawn(kind, team, scale, (edge, edge, face), face, look.rim, 0.3)
    return decal(pen.done(), edge, style.palette())


SHAFT, HALO, HEAD, CROSS = 18.0, 4.0, 34.0, 15.0
"""The width of an arrow's shaft and of its edge, the length of its head and of half a cross, in units."""
OUTER, INNER = -6.0, 6.5
"""Where a ring around a counter begins and ends, from the counter's edge, in units."""
ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "moved": (style.LAST, style.LAST_EDGE),
    "won": (style.SCARLET, style.WHITE),
    "lost": (style.SCARLET, style.WHITE),
    "bounced": (style.SECRET, style.WHITE),
    "skipped": (style.QUIET, style.SEPIA),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: an arrow's colour and that of its edge."""
RINGS: dict[str, tuple[Rgb, Rgb]] = {
    "chosen": (style.GOLD, style.INK),
    "capture": (style.SCARLET, style.WHITE),
    "unknown": (style.SECRET, style.WHITE),
    "second": (style.SECOND, style.WHITE),
    "move": (style.GREEN, style.WHITE),
    "last": (style.LAST, style.LAST_EDGE),
    "met": (style.SCARLET, style.WHITE),
    "bounced": (style.SECRET, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: the colour of a ring around a counter, and that of its edge."""
DASHES = {"unknown": 9, "second": 16}
"""Rings that are broken: into how many parts."""


def _spot(path: Sequence[Point], far: float) -> tuple[Point, Point]:
    """Return the place at a distance along a path, and the direction there."""
    for k in range(1, len(path)):
        (x0, y0), (x1, y1) = path[k - 1], path[k]
        length = hypot(x1 - x0, y1 - y0)
        ahead = ((x1 - x0) / length, (y1 - y0) / length)
        if far <= length or k == len(path) - 1:
            return (x0 + ahead[0] * far, y0 + ahead[1] * far), ahead
        far -= length
    raise ValueError("a path has two points")


def _stretch(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a path between two distances."""
    found, far = [_spot(path, start)[0]], 0.0
    for k in range(1, len(path) - 1):
        far += hypot(path[k][0] - path[k - 1][0], path[k][1] - path[k - 1][1])
        if start < far < end:
            found.append(path[k])
    return [*found, _spot(path, end)[0]]


@lru_cache(maxsize=64)
def arrow(path: tuple[Point, ...], kind: str, leave: float, stop: float, unit: float) -> Decal:
    """Draw an arrow along a path that starts at (0, 0), in units; the middle of what the path spans is the
    middle of the drawing. leave, stop: how far from the path's ends the arrow begins and ends

    One that lost ends with a cross, one that bounced has heads at both ends.
    """
    xs, ys = [x for x, _ in path], [y for _, y in path]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    tip = max(leave + HEAD + 1, length - stop)
    end = tip if kind == "lost" else max(leave + 1.0, tip - HEAD * 0.8)
    first = leave + HEAD * 0.8 if kind == "bounced" else leave
    strokes = [(min(first, end - 1.0), end)]
    if kind in ("draft", "skipped"):
        strokes = dashed(leave, end, 38)

    def centered(points: Sequence[Point]) -> list[Point]:
        return [(x - middle[0], y - middle[1]) for x, y in points]

    def paint(mask: ArrowMask) -> None:
        for start, stretch_end in strokes:
            mask.line(centered(_stretch(path, start, stretch_end)), SHAFT)
        for far, way in [(tip, 1.0)] + ([(leave, -1.0)] if kind == "bounced" else []):
            (x, y), (ax, ay) = _spot(path, far)
            ax, ay = ax * way, ay * way
            if kind == "lost":
                for turn in (1, -1):
                    arms = [
                        (x + s * CROSS * (ax + turn * ay), y + s * CROSS * (ay - turn * ax)) for s in (-1, 1)
                    ]
                    mask.line(centered(arms), 12.0)
                continue
            back, front, half = HEAD + mask.grow * 0.9, mask.grow * 1.7, HEAD * 0.56 + mask.grow * 1.35
            corners = [
                (x + ax * front, y + ay * front),
                (x - ax * back - ay * half, y - ay * back + ax * half),
                (x - ax * back + ay * half, y - ay * back - ax * half),
            ]
            mask.polygon(centered(corners))

    wide, high = (max(along) - min(along) + 2 * (HEAD + 8) for along in (xs, ys))
    return draw_arrow(wide, high, unit, HALO, ARROWS[kind], style.palette(), paint)


@lru_cache(maxsize=128)
def ring(kind: str, team: int, unit: float) -> Decal:
    """Draw a ring around a counter of that team. kind: one of `RINGS`"""
    color, edge = RINGS[kind]
    fine = unit * OVERSAMPLE
    size = round(FIELD * unit) * OVERSAMPLE

    def mask(inset: float) -> Image.Image:
        found = Image.new("L", (size, size), 0)
        corners = [(size / 2 + x * fine, size / 2 + y * fine) for x, y in shape(team, inset)]
        ImageDraw.Draw(found).polygon(corners, fill=255)
        return found

    line, broken = 1.9, DASHES.get(kind, 0)
    layers = []
    for outer, inner in ((OUTER, INNER), (OUTER + line, INNER - line)):
        layer = mask(outer)
        layer.paste(0, (0, 0), mask(inner))
        layers.append(layer)
    if broken:
        gaps = ImageDraw.Draw(layers[1])
        for k in range(broken):
            start, middle = 360 * (k + 0.5) / broken, size / 2
            angles = [pi * (start + turn) / 180 for turn in (0.0, 0.36 * 360 / broken)]
            # beyond the corners of the image
            corners = [(middle + size * cos(angle), middle + size * sin(angle)) for angle in angles]
            gaps.polygon([(middle, middle), *corners], fill=0)
    halo, core = (layer.reduce(OVERSAMPLE) for layer in layers)
    return stencil(core, halo, color, edge, style.palette())


@lru_cache(maxsize=64)
def spot(kind: str, unit: float) -> Decal:
    """Draw what lies on an empty point; ValueError if there is no such mark.

    "move" (a dot), "second" (a diamond), "capture", "unknown", "chosen" and "draft" (rings), "left" (where
    the newest move began), "lock".
    """
    pen = Pen(96 * unit, 96 * unit, unit)
    edge = style.WHITE
    if kind == "move":
        pen.discs((0, 0), (27, style.WHITE), (22, style.GREEN))
    elif kind == "second":
        for reach, color in ((32.0, style.WHITE), (25.0, style.SECOND)):
            pen.polygon(diamond(reach), color)
    elif kind in ("capture", "unknown", "chosen", "draft"):
        color, edge = RINGS[kind]
        pen.ring((0, 0), 29, 15, edge)
        pen.ring((0, 0), 29, 9, color, dashes=DASHES.get(kind, 0))
    elif kind == "left":
        edge = style.LAST_EDGE
        pen.discs((0, 0), (23, style.LAST_EDGE), (19, style.LAST))
    elif kind == "lock":
        edge = style.INK
        pen.rings((0, -12), 15, (8, style.INK), (4.5, style.IVORY))
        pen.polygons([(-22, -8), (22, -8), (22, 27), (-22, 27)], (3.5, style.INK), (1.0, style.IVORY))
        pen.disc((0, 6), 5.5, style.INK)
        pen.polygon([(-2, 6), (2, 6), (3.6, 19), (-3.6, 19)], style.INK)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=16)
def clash(unit: float) -> Decal:
    """Draw a badge for a counter's upper left: two units met, and both stay."""
    pen = Pen(62 * unit, 62 * unit, BADGE / 17.5 * unit)
    pen.discs((0, 0), (17.5, style.INK), (15.6, style.SECRET))
    for way in (1, -1):  # crossed swords
        pen.line([(-7.8 * way, -7.8), (7.8 * way, 7.8)], style.WHITE, 3.8)
        pen.line([(2.0 * way, 7.2), (7.2 * way, 2.0)], style.WHITE, 2.2)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=16)
def cross_out(unit: float) -> Decal:
    """Draw what lies over a small counter: it fell."""
    pen = Pen(76 * unit, 76 * unit, unit)
    for width, color in ((10.0, style.WHITE), (6.0, style.SCARLET)):
        pen.line([(-26, 26), (26, -26)], color, width)
    return decal(pen.done(), style.WHITE, style.palette())


TAG_HIGH = 33.0
"""The height of a tag, in units."""


@lru_cache(maxsize=16)
def tag(wide: float, unit: float) -> Decal:
    """Draw what lies behind a name or a number on the board. wide: in units"""
    pen = Pen((wide + 4) * unit, (TAG_HIGH + 4) * unit, unit)
    pen.polygon(rectangle(wide / 2 - 8, TAG_HIGH / 2 - 8), style.HEADER, 8.0)
    return decal(pen.done(), style.HEADER, style.palette())


@lru_cache(maxsize=16)
def die(value: int, unit: float) -> Decal:
    """Draw a die's face."""
    pen = Pen(68 * unit, 68 * unit, 1.3 * unit)
    pen.polygons(rectangle(15, 15), (7.5, style.INK), (5.5, style.IVORY))
    for x, y in PIPS[value]:
        pen.disc((x * 10.5, y * 10.5), 4.4, style.INK)
    return decal(pen.done(), style.INK, style.palette())


PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
