"""Whether players can tell the parts of the picture of WW3 apart: on a phone, and with a colour-vision
deficiency; and that every point's name can be read."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import dist

import pytest
from PIL import Image

from maps.canvas import to_colors
from maps.decal import Decal
from maps.palette import Rgb
from maps.ww3 import empty_board, pieces, style
from maps.ww3.layout import PITCH, WIDTH, arm, coordinates, side_of, whole
from maps.ww3.pieces import FIELD, GLYPHS, OUTER, clash, counter, die, eye, ghost, ring, shape, spot
from tests.maps import ww3_scenes as scenes
from tests.maps.checks import is_whole
from tests.maps.sight import VISION, difference, distance, unlike
from tests.maps.ww3_scenes import COORDINATES, PICTURES

INDEX, color = scenes.BOARD.index, PICTURES.color

TEAMS = range(4)
ALIVE = (empty_board.LIVE,) * 4


def shown(drawn: Decal, width: int, ground: Rgb = style.PAPER) -> Image.Image:
    """A decal on the map in a picture `width` pixels wide: scaled down as a phone does."""
    palette = style.palette()
    image = Image.new("L", drawn.entries.size, palette.index_of(ground))
    drawn.paste(image, (0, 0, *image.size))
    size = round(FIELD * width / WIDTH)
    return to_colors(image, palette).resize((size, size), Image.Resampling.BOX)


@pytest.mark.parametrize("vision", VISION)
def test_colors_differ_for_everyone(vision: str) -> None:
    """CIE 76: about 2 is just noticeable, 10 plain at a glance, 50 a contrast of light and dark."""
    for one, other in combinations(style.LOOKS, 2):
        assert distance(one.face, other.face, vision) > 22
        assert distance(one.tile, other.tile, vision) > 15
        # Whose counters are hardest to tell by their faces differ in their signs.
        assert max(distance(one.face, other.face, vision), distance(one.glyph, other.glyph, vision)) > 40 or (
            style.LOOKS.index(one),
            style.LOOKS.index(other),
        ) == (2, 3)
    for look in style.LOOKS:
        assert distance(look.face, look.glyph, vision) > 50
        assert distance(look.tile, style.PAPER, vision) > 12
        for tile in style.TILES:
            assert max(distance(part, tile, vision) for part in (look.face, style.INK)) > 50
        for color_of in (look.ink, style.WHITE, style.QUIET, style.GOLD, style.ALERT):
            assert min(distance(color_of, ground, vision) for ground in (style.TABLE, style.HEADER)) > 40
        pale = style.pale(look)
        assert distance(pale, look.rim, vision) > 30
        assert distance(pale, look.face, vision) > 6
    for tile in style.TILES:
        for line in (style.name_color(tile), style.ROAD, style.SEPIA):
            assert distance(tile, line, vision) > 30
        assert 1 < distance(tile, style.contour(tile), vision) < 12, "faint"
        for mark in (style.GREEN, style.SCARLET, style.SECOND, style.SECRET, style.LAST, style.DRAFT):
            assert max(distance(tile, mark, vision), distance(tile, style.WHITE, vision)) > 15
    assert distance(style.FRAME, style.SEPIA, vision) > 60


@pytest.mark.parametrize("width", [1400, 400])
def test_counters_differ(width: int) -> None:
    """Kinds of one team, teams with one kind, there or not, also on a phone."""
    images = {(kind, team): shown(counter(kind, team, 1.0), width) for kind, team in product(GLYPHS, TEAMS)}
    for team in TEAMS:
        for one, other in combinations(GLYPHS, 2):
            assert difference(images[one, team], images[other, team]) > 5, (one, other, team)
    for kind in GLYPHS:
        for one_team, other_team in combinations(TEAMS, 2):
            pair = (images[kind, one_team], images[kind, other_team])
            assert difference(*pair) > 15, (kind, one_team, other_team)
        for team in TEAMS:
            pale = shown(ghost(kind, team, style.DRAFT, 1.0), width)
            assert difference(images[kind, team], pale) > 12, (kind, team)


def test_teams_differ_by_shape_alone() -> None:
    for one, other in combinations(TEAMS, 2):
        assert unlike(counter("", one, 2.0).solid, counter("", other, 2.0).solid) > 0.05


def test_shapes_are_about_equally_large() -> None:
    for team in TEAMS:
        xs, ys = zip(*shape(team), strict=True)
        assert 76 < max(xs) - min(xs) <= 93
        assert 76 < max(ys) - min(ys) <= 93


def test_drawings_stay_within_their_square() -> None:
    """Nothing touches the edge of the image, so nothing was cut off."""
    found = [counter(kind, team, 1.0) for kind, team in product(GLYPHS, TEAMS)]
    found += [ghost("S", team, style.DRAFT, 1.0) for team in TEAMS]
    found += [ring("chosen", team, 1.0) for team in TEAMS]
    found += [spot(kind, 1.0) for kind in ("move", "second", "capture", "left", "lock")]
    found += [clash("met", 1.0), eye(1.0), *(die(value, 1.0) for value in range(1, 7))]
    assert all(is_whole(drawn.solid) for drawn in found)


@pytest.mark.parametrize("team", TEAMS)
def test_marks_differ_without_colour(team: int) -> None:
    """By their lightness or their shapes: seen in grey, around a counter."""

    def marked(kind: str) -> Image.Image:
        image = Image.new("L", (round(FIELD),) * 2, style.palette().index_of(style.PAPER))
        box = (0, 0, *image.size)
        counter("S", team, 1.0).paste(image, box)
        if kind:
            ring(kind, team, 1.0).paste(image, box)
        return (
            to_colors(image, style.palette())
            .resize((31, 31), Image.Resampling.BOX)
            .convert("L")
            .convert("RGB")
        )

    kinds = ("", "chosen", "capture", "unknown", "second")
    for one, other in combinations(kinds, 2):
        assert difference(marked(one), marked(other)) > 0.7, (one, other)


def test_dice_differ() -> None:
    faces = [shown(die(value, 1.0), 400) for value in range(1, 7)]
    for one, other in combinations(faces, 2):
        assert difference(one, other) > 1


def test_the_signs_of_radiation_and_rank_are_cut_out() -> None:
    """The bomb's sign, the star on the cap: in the colour of the counter below."""
    for kind in "NC":
        entries = counter(kind, 0, 4.0).entries
        middle = entries.crop((120, 120, 312, 312)).tobytes()
        assert middle.count(bytes([style.palette().index_of(style.LOOKS[0].face)])) > 300


def between(one: tuple[float, float], other: tuple[float, float]) -> list[tuple[float, float]]:
    return [(one[0] + (other[0] - one[0]) * k / 6, one[1] + (other[1] - one[1]) * k / 6) for k in range(6)]


EDGES = [
    point
    for team in TEAMS
    for corners in [shape(team)]
    for one, other in pairwise([*corners, corners[0]])
    for point in between(one, other)
]
"""Points all around the counters of all teams."""


@pytest.mark.parametrize("bottom", TEAMS)
def test_no_counter_ever_hides_a_name(bottom: int) -> None:
    """Whatever stands where: each name is clear of the counters on all points, and of all lines."""
    frame = whole(WIDTH, bottom)
    boxes = {box.text: box for box in empty_board.empty_board(frame, ALIVE).boxes if box.text in INDEX}
    assert set(boxes) == set(INDEX)
    lines = [
        (frame.at(one), frame.at(other)) for one, near in enumerate(scenes.BOARD.beside) for other in near
    ]
    roads = [(x + (u - x) * k / 24, y + (v - y) * k / 24) for (x, y), (u, v) in lines for k in range(24)]
    for name, box in boxes.items():
        x, y = frame.at(INDEX[name])
        assert dist((x, y), ((box.left + box.right) / 2, (box.top + box.bottom) / 2)) < 65
        assert x - 50 < box.left < box.right < x - 6, box
        for point in range(85):
            px, py = frame.at(point)
            if dist((px, py), (x, y)) > 2 * PITCH:
                continue
            over = [
                box for dx, dy in EDGES if box.left <= px + dx < box.right and box.top <= py + dy < box.bottom
            ]
            assert not over, (box, scenes.BOARD.names[point])
        assert not [
            at for at in roads if box.left - 3 <= at[0] <= box.right + 3 and box.top < at[1] < box.bottom
        ], name


def test_rings_and_badges_leave_names_free() -> None:
    """A ring reaches no farther than half-way to the neighbours' counters; badges keep off the names."""
    frame = whole(WIDTH, 0)
    names = [box for box in empty_board.empty_board(frame, ALIVE).boxes if box.text in INDEX]
    assert PITCH + 2 * OUTER > 2 * pieces.RADIUS
    x, y = frame.at(INDEX["f6"])
    for across in (-30, 29):
        for dx, dy in ((-17, 0), (17, 0), (0, -17), (0, 17), (-12, -12), (12, -12)):
            at = (x + across + dx, y - 29 + dy)
            assert not [
                box for box in names if box.left <= at[0] < box.right and box.top <= at[1] < box.bottom
            ]


@pytest.mark.parametrize("seat", [None, "red", "blue", "silver", "olive"])
def test_the_own_arm_is_at_the_bottom(seat: str | None) -> None:
    view = scenes.view(seat)
    own = view.own or 0
    frame = whole(WIDTH, own)
    for team, region in enumerate(scenes.BOARD.regions):
        places = [frame.at(point) for point in region]
        x = sum(place[0] for place in places) / 15 - frame.middle[0]
        y = sum(place[1] for place in places) / 15 - frame.middle[1]
        far = (round(x / PITCH), round(y / PITCH))
        assert far == ((0, 4), (-4, 0), (0, -4), (4, 0))[(team - own) % 4], "clockwise from the own arm"
        empty = scenes.placed({}, seat)
        for point in region:
            name = scenes.BOARD.names[point]
            assert distance(color(empty, name, 24, -24), style.LOOKS[team].tile, "normal") < 10
    assert distance(color(scenes.placed({}, seat), "f6", 40, -14), style.PAPER, "normal") < 10


@pytest.mark.parametrize("bottom", TEAMS)
def test_coordinates_stand_at_both_ends_of_their_lines(bottom: int) -> None:
    """Large enough for a phone: 400 pixels wide, a digit is 7 pixels high."""
    frame = whole(WIDTH, bottom)
    boxes = [box for box in empty_board.empty_board(frame, ALIVE).boxes if box.text in COORDINATES]
    assert len(boxes) == len(coordinates(bottom)) == 44
    assert all(box.bottom - box.top >= 20 for box in boxes if box.text.isdigit())
    for box in boxes:
        middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        near = min(scenes.BOARD.names, key=lambda name: dist(frame.at(INDEX[name]), middle))
        assert box.text in (near[0], near[1:]), (box, near)
        x, y = frame.at(INDEX[near])
        assert min(abs(middle[0] - x), abs(middle[1] - y)) < 8, (box, near)


def test_arms_do_not_overlap() -> None:
    for one, other in combinations(TEAMS, 2):
        spans = []
        for team in (one, other):
            xs, ys = zip(*arm(side_of(team, 1), 0.0), strict=True)
            spans.append((min(xs), max(xs), min(ys), max(ys)))
        (a, b, c, d), (e, f, g, h) = spans
        assert b <= e or f <= a or d <= g or h <= c
