"""The empty board of the picture of NME: where the spaces are, what colours they have, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any

import pytest

from adjudicator.nme.board import ARMIES
from maps.nme import board_file, empty_board, layout, pieces, style
from maps.nme.layout import SIDE, WIDTH, whole
from tests.maps import nme_scenes as scenes
from tests.maps.nme_scenes import PICTURES

INDEX, color = scenes.BOARD.index, PICTURES.color


def between(one: tuple[float, float], other: tuple[float, float]) -> list[tuple[float, float]]:
    return [(one[0] + (other[0] - one[0]) * k / 12, one[1] + (other[1] - one[1]) * k / 12) for k in range(12)]


FACES = [
    point
    for army in range(3)
    for corners in [pieces.shape(army, 2.0)]
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)
    for point in between(one, other)
]
"""Points all around the counters of all armies, within their outlines."""


@pytest.mark.parametrize("bottom", range(3))
def test_no_counter_ever_hides_a_name(bottom: int) -> None:
    """Whatever stands where: each name is clear of the counters on all spaces, its own included."""
    frame = whole(WIDTH, bottom)
    boxes = {box.text: box for box in empty_board.empty_board(frame, frozenset()).boxes if box.text in INDEX}
    assert set(boxes) == set(INDEX)
    for box in boxes.values():
        middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        for space in range(316):
            x, y = frame.at(space)
            if dist((x, y), middle) < 90:
                over = [
                    (x + dx, y + dy)
                    for dx, dy in FACES
                    if box.left <= x + dx < box.right and box.top <= y + dy < box.bottom
                ]
                assert not over, (box, scenes.BOARD.names[space])


@pytest.mark.parametrize("bottom", range(3))
def test_a_name_is_nearest_to_its_own_space(bottom: int) -> None:
    """Its right end, and it stands at the same height."""
    frame = whole(WIDTH, bottom)
    for box in empty_board.empty_board(frame, frozenset()).boxes:
        if box.text in INDEX:
            x, y = frame.at(INDEX[box.text])
            assert 24 <= x - box.right <= 34, box
            assert abs((box.top + box.bottom) / 2 - y) < 3, box


@pytest.mark.parametrize("seat", [None, *ARMIES])
def test_the_own_base_is_at_the_bottom(seat: str | None) -> None:
    view = scenes.view(seat)
    own = ARMIES.index(seat) if seat else 0
    frame = whole(WIDTH, own)
    low = {star: frame.at(star)[1] for star in range(106, 316)}
    assert set(sorted(low, key=lambda star: -low[star])[:7]) == set(scenes.BOARD.base[own])
    president = scenes.BOARD.names[scenes.BOARD.base[own][3]]
    assert color(view, president, -12, 5) == style.LOOKS[own].face
    # Clockwise: the next army's base is at the left, the one after it at the right.
    for step, side in ((1, -1), (2, 1)):
        xs = [frame.at(star)[0] - WIDTH / 2 for star in scenes.BOARD.base[(own + step) % 3]]
        assert all(x * side > 0 for x in xs)


def test_spaces_do_not_touch() -> None:
    """Hexagons' middles and stars lie on one grid, so that counters fit on all of them at once."""
    for bottom in range(3):
        places = layout.spots(bottom)
        least = min(dist(one, other) for one, other in combinations(places, 2))
        assert least == pytest.approx(1, abs=1e-5)
    assert 2 * pieces.RADIUS + 6 < SIDE


def test_black_stars_are_black() -> None:
    empty = scenes.placed({})
    black = {scenes.BOARD.names[star] for star in scenes.BOARD.black}
    for star in scenes.BOARD.names[106:]:
        assert (color(empty, star) == style.INK) == (star in black), star
        assert (color(empty, star) == style.STAR_EDGE) == (star not in black), star


def test_bases_have_their_armies_colours() -> None:
    empty = scenes.placed({})
    for army in range(3):
        for at, star in enumerate(scenes.BOARD.base[army]):
            reach = 14.5 if at != 3 else 17.5
            assert color(empty, scenes.BOARD.names[star], -reach) == style.LOOKS[army].side
    assert color(empty, "A3", 0, 0) == style.LOOKS[0].tile
    assert color(empty, "H1", 0, 0) == style.LOOKS[1].tile
    assert color(empty, "H9", 0, 0) == style.LOOKS[2].tile
    assert color(empty, "F6", 0, 0) in style.TILES


def test_neighbouring_hexagons_differ() -> None:
    for cell, near in enumerate(scenes.BOARD.beside):
        for other in near:
            colors = {empty_board.tile_color(cell, frozenset()), empty_board.tile_color(other, frozenset())}
            assert len(colors) == 2 or empty_board.owner_of(cell) == empty_board.owner_of(other) >= 0


def _forget() -> None:
    for known in (layout.ground, layout.spots, layout.outline):
        known.cache_clear()


@pytest.fixture
def larger(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Thirteen rows: the short sides six hexagons long."""
    monkeypatch.setattr(board_file, "ROWS", "ABCDEFGHIJKLM")
    monkeypatch.setattr(board_file, "FIRST", -5)
    monkeypatch.setattr(board_file, "DEPTHS", {"black": (0, 0, 1), "gray": (15, 1, 0), "white": (36, -1, -1)})
    data = board_file.definition()
    monkeypatch.setattr(layout, "board", lambda key: data)
    _forget()
    yield data
    _forget()


def test_all_of_a_larger_board_is_in_the_picture(larger: dict[str, Any]) -> None:
    for bottom in range(3):
        frame = layout.whole(1400, bottom)
        assert frame.scale < frame.unit, "the board is smaller, the words beside it are not"
        for _, ends in layout.outline(bottom, layout.RIM / layout.SIDE):
            for x, y in map(frame.place, ends):
                assert -0.01 <= x <= frame.width + 0.01 and frame.header - 0.01 <= y <= frame.height + 0.01


def test_the_board_of_the_file_has_its_full_size() -> None:
    frame = layout.whole(1400, 0)
    assert frame.scale == frame.unit == 1
