"""The shapes that one touches are where the painter draws the spaces."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageChops

from adjudicator.chance import HmacChance
from adjudicator.registry import newest, rules
from maps import picture
from maps.boards import boards
from maps.touch import Layer, Shape

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cic", {}),
    ("nemein", {}),
    ("nme", {}),
    ("ww3", {}),
    ("ww3", {"players": 4}),
    ("newyork2047", {}),
)


def view_of(key: str, options: dict[str, Any], seat: int | None) -> Any:
    game = newest(rules(boards()))[key]
    state = game.start(options, HmacChance(bytes(32), key)).state
    seats = game.seats(options)
    return game.view(state, None if seat is None else seats[seat])


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


@pytest.mark.parametrize(("key", "options"), TABLES)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_space_has_one_shape(key: str, options: dict[str, Any], seat: int | None) -> None:
    view = view_of(key, options, seat)
    layer = picture(key).layer(view, 1100)
    names = [shape.space for shape in layer.shapes]
    assert len(names) == len(set(names)) > 30
    for shape in layer.shapes:
        assert inside(shape.centre, shape.outline), shape
        assert all(0 <= x <= layer.width + 1 and 0 <= y <= layer.height + 1 for x, y in shape.outline), shape
        others = [other for other in layer.shapes if inside(shape.centre, other.outline)]
        assert others == [shape]


@pytest.mark.parametrize(("key", "options"), TABLES)
def test_a_finger_finds_it_on_a_phone(key: str, options: dict[str, Any]) -> None:
    """24 pixels each way where the board is 550 wide; the hexagons of NME are the smallest."""
    for shape in picture(key).layer(view_of(key, options, 0), 550).shapes:
        across, down = zip(*shape.outline, strict=True)
        assert min(max(across) - min(across), max(down) - min(down)) >= 24, shape


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


@pytest.mark.parametrize(("key", "options"), TABLES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_mark_is_drawn_in_its_shape(key: str, options: dict[str, Any], seat: int) -> None:
    """Two pictures that differ in which space is marked differ in the two shapes, and in nothing between."""
    painter, view = picture(key), view_of(key, options, seat)
    layer: Layer = painter.layer(view, 1100)
    shapes = [layer.shapes[at] for at in (3, len(layer.shapes) // 4, len(layer.shapes) - 4)]
    keys: Any = {shape.space: at for at, shape in enumerate(layer.shapes)} if key == "cic" else None

    def marked(shape: Shape) -> Image.Image:
        space: Any = keys[shape.space] if keys else shape.space
        return Image.open(io.BytesIO(painter.draw(view, size=1100, marks={space: "move"})))

    first, *rest = [(shape, marked(shape)) for shape in shapes]
    assert first[1].size == (layer.width, layer.height)
    for shape, drawn in rest:
        found = changed(first[1], drawn)
        assert found is not None
        xs = [x for each in (first[0], shape) for x, _ in each.outline]
        ys = [y for each in (first[0], shape) for _, y in each.outline]
        slack = 60  # a tag with the name hangs over the edge
        assert found[0] >= min(xs) - slack and found[2] <= max(xs) + slack, (shape.space, found)
        assert found[1] >= min(ys) - slack and found[3] <= max(ys) + slack, (shape.space, found)
        x, y = map(round, shape.centre)
        box = (x - 40, y - 40, x + 40, y + 40)
        assert changed(first[1].crop(box), drawn.crop(box)) is not None
