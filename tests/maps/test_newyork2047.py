"""The picture of New York 2047: that it is always the same, and that nothing hides anything."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.state import View
from maps.canvas import TextBox
from maps.geometry import away
from maps.newyork2047 import ground, style
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047.layout import STAR, TURRETON, atlas
from maps.newyork2047.painting import MapScene, Piece
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import (
    ANYWHERE,
    GAME,
    SCENES,
    SIZE,
    color_at,
    compose,
    count,
    numbers,
)

# nothing hides anything

Box = tuple[float, float, float, float]


def overlap(one: Box, other: Box) -> float:
    """How deep two boxes lie in each other; 0 or less: apart."""
    return min(one[2] - other[0], other[2] - one[0], one[3] - other[1], other[3] - one[1])


def depth(piece: Piece, box: Box) -> float:
    """How deep a piece lies in a box: plates are boxes, all else is about round."""
    if piece.kind == "plate":
        return overlap(piece.box, box)
    at, reach = round_of(piece)
    return reach - away(at, box)


def round_of(piece: Piece) -> tuple[tuple[float, float], float]:
    """A piece's middle and its radius."""
    left, top, right, bottom = piece.box
    return ((left + right) / 2, (top + bottom) / 2), (right - left) / 2


def labels(scene: MapScene) -> list[TextBox]:
    return [box for key in atlas().places for box in ground.label_boxes(scene.frame, key)]


def edges(box: TextBox) -> Box:
    return box.left, box.top, box.right, box.bottom


def test_names_keep_apart() -> None:
    """From each other, from stars and Turretons, from the signs; all 68 are there."""
    scene = compose("turn 9 of 3")
    texts = labels(scene)
    assert len({box.text for box in texts}) >= 68 * 2 - 20
    fixed_boxes = []
    for place in atlas().places.values():
        for at, reach in ((place.star, STAR), (place.turreton, TURRETON - 4)):
            if at is not None:
                fixed_boxes.append((at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach))
    for one, other in combinations(texts, 2):
        assert overlap(edges(one), edges(other)) <= 1, (one, other)
    for text in texts:
        for box in fixed_boxes:
            assert overlap(edges(text), box) <= 4, (text, box)
    signs = [box for box in scene.canvas.boxes if box not in texts]
    assert len(signs) > 25
    for sign in signs:
        for text in texts:
            assert overlap(edges(sign), edges(text)) <= 0, (sign, text)
    for one, other in combinations(signs, 2):
        assert overlap(edges(one), edges(other)) <= 1, (one, other)


@pytest.mark.parametrize("name", SCENES)
def test_names_are_not_covered(name: str) -> None:
    scene = compose(name)
    for piece in scene.shown:
        for text in labels(scene):
            deep = depth(piece, edges(text))
            assert deep <= (9 if piece.kind in ("standoff", "ghost") else 2), (piece, text)


@pytest.mark.parametrize("name", SCENES)
def test_counters_are_not_covered(name: str) -> None:
    """By each other, by signs, or by the picture's edge."""
    scene = compose(name)
    signs = [edges(box) for box in scene.canvas.boxes if box not in labels(scene)]
    for piece in scene.shown:
        assert piece.box[0] >= 0
        assert piece.box[1] >= 0
        assert piece.box[2] <= SIZE[0]
        assert piece.box[3] <= SIZE[1]
        for sign in signs:
            assert depth(piece, sign) <= 0, (piece, sign)
    for one, other in combinations(scene.shown, 2):
        if "plate" in (one.kind, other.kind):
            piece, box = (other, one.box) if one.kind == "plate" else (one, other.box)
            assert depth(piece, box) <= 4, (one, other)
        else:
            (a, far), (b, wide) = round_of(one), round_of(other)
            share = 0.6 if {one.kind, other.kind} & {"ghost", "standoff"} else 0.2
            assert far + wide - dist(a, b) <= share * min(far, wide), (one, other)


@pytest.mark.parametrize("name", SCENES)
def test_every_unit_is_shown_once_where_it_is(name: str) -> None:
    view, _ = SCENES[name]
    scene = compose(name)
    found = [
        (seat, number, piece.space)
        for piece in scene.shown
        if piece.kind in ("unit", "plate")
        for seat, number in numbers(piece)
    ]
    assert sorted(found) == sorted((unit.seat, str(unit.number), unit.space) for unit in view.units())
    for piece in scene.shown:
        if piece.kind in ("unit", "plate") and piece.seat:
            box = tuple(round(edge) for edge in piece.box)
            part = scene.canvas.entries.crop(box).tobytes()
            own = part.count(bytes([style.palette().index_of(style.LOOKS[piece.seat].color)]))
            assert own > 0.2 * len(part), piece


def test_stacks_of_twelve_name_every_unit() -> None:
    """In every space where so many can be: every home base now or to come, and every water."""
    for key, place in atlas().places.items():
        if not place.water and place.star is None:
            continue
        owners = {home: seat for seat, home in GAME.map.homes.items()}
        seat = owners.get(key, "greene")
        homes = GAME.map.homes if place.water else {**GAME.map.homes, seat: key}
        units = {seat: {str(number): key for number in range(1, 13)}}
        scene = newyork2047.compose(scenes.placed(units, homes=homes))
        shown = [piece for piece in scene.shown if piece.kind in ("unit", "plate")]
        assert sorted(n for piece in shown for _, n in numbers(piece)) == sorted(map(str, range(1, 13)))
        for piece in shown:
            for text in labels(scene):
                assert depth(piece, edges(text)) <= 4, (key, piece, text)


def test_one_unit_stands_at_full_size() -> None:
    for key in atlas().places:
        scene = newyork2047.compose(scenes.placed({"papst": {"7": key}}))
        (piece,) = scene.shown
        assert piece.box[2] - piece.box[0] > 44, key


# what land, homes and Turretons look like


def test_land_shows_its_controller() -> None:
    for seat in SEATS:
        view = scenes.placed(ANYWHERE, control={"flatbush": seat})
        scene = newyork2047.compose(view)
        left, top, right, bottom = (round(edge) for edge in atlas().places["flatbush"].bounds)
        part = scene.canvas.entries.crop((left, top, right, bottom)).tobytes()
        look = style.LOOKS[seat]
        for color, least in ((look.tint, 0.2), (look.tone, 0.08), (look.color, 0.03)):
            assert part.count(bytes([style.palette().index_of(color)])) > least * len(part), (seat, color)
    plain = newyork2047.compose(scenes.placed(ANYWHERE, control={}))
    assert count(plain, style.PAPER) > 400_000


def test_a_relocated_home_has_the_flag() -> None:
    def flags(view: View) -> dict[str, str]:
        return {thing.space: str(thing.seat) for thing in ground.standing(view) if thing.kind == "flag"}

    assert flags(scenes.view()) == {key: seat for seat, key in GAME.map.homes.items()}
    moved = scenes.placed(ANYWHERE, homes={**GAME.map.homes, "papst": "east_new_york"})
    assert flags(moved)["east_new_york"] == "papst"
    assert "astoria" not in flags(moved)
    x, y = atlas().places["east_new_york"].star or (0, 0)
    assert color_at(newyork2047.compose(moved), x + 7, y + 8) == style.LOOKS["papst"].color
    assert color_at(newyork2047.compose(scenes.view()), x, y) == style.GOLD


def test_turretons_show_their_loyalty() -> None:
    view = scenes.placed(ANYWHERE, turretons={"moe": "greene", "larry": None, "curly": "rossoni"})
    scene = newyork2047.compose(view)
    wanted = {
        "lower_hudson": style.LOOKS["greene"].color,
        "lower_bay": style.DORMANT,
        "long_island_sound": style.LOOKS["rossoni"].color,
    }
    for key, color in wanted.items():
        x, y = atlas().places[key].turreton or (0, 0)
        assert color_at(scene, x + 16, y + 3) == color
