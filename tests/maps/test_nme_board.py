"""The empty board of the picture of NME: where the spaces are, what colours they have, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any

import pytest

from adjudicator.nme.board import ARMIES, EMPTY
from maps.geometry import away
from maps.nme import board_file, empty_board, layout, pieces, style
from maps.nme.layout import PART_SIZE, SIDE, WIDTH, part, whole
from maps.nme.painting import GROWN
from tests.maps import nme_scenes as scenes
from tests.maps.nme_scenes import PICTURES

INDEX, color = scenes.BOARD.index, PICTURES.color


@pytest.mark.parametrize("plies", [0, 45])
@pytest.mark.parametrize("seat", [None, "gray", "white"])
def test_every_piece_of_a_part_has_its_name_and_none_hides_it(seat: str | None, plies: int) -> None:
    view = scenes.view(seat, plies)
    for focus in (("A1", "A5"), ("F6",), ("K3", "L5"), ("E2", "G2")):
        frame = part(focus, PART_SIZE, view.own or 0, board=view.board)
        assert frame is not None
        pieces_at = {space: frame.at(space) for space, letter in enumerate(view.board) if letter != EMPTY}
        boxes = {box.text: box for box in PICTURES.compose(view, focus=focus).boxes if box.text in INDEX}
        inside = {
            scenes.BOARD.names[space]
            for space, (x, y) in pieces_at.items()
            if 130 < x < frame.width - 130 and frame.header + 60 < y < frame.height - 60
        }
        assert inside <= set(boxes)
        for name, box in boxes.items():
            edges = (box.left, box.top, box.right, box.bottom)
            assert dist(((box.left + box.right) / 2, (box.top + box.bottom) / 2), frame.at(INDEX[name])) < 130
            for space, at in pieces_at.items():
                assert away(at, edges) > 0.95 * pieces.RADIUS * frame.scale or space == INDEX[name], name


def test_on_the_whole_board_empty_hexagons_have_their_names() -> None:
    view = scenes.view(None, 45)
    named = {box.text for box in PICTURES.compose(view).boxes if box.text in INDEX}
    assert view.state.last is not None
    ends = (view.state.last.origin, view.state.last.target)
    empty = [space for space in range(106) if view.board[space] == EMPTY and space not in ends]
    assert named == {scenes.BOARD.names[space] for space in empty}


def test_marks_have_names_on_the_whole_board_too() -> None:
    """Those of stars as well: they are where one may go."""
    view = scenes.placed({"A1s": "N", "F6": "S"})
    stars = ("A1s", "C3n", "D3s", "I6n", "L4n")
    marks = dict.fromkeys((INDEX[star] for star in stars[1:]), "move") | {INDEX["A1s"]: "chosen"}
    assert set(stars) <= {box.text for box in PICTURES.compose(view, marks=marks).boxes}


@pytest.mark.parametrize("seat", [None, *ARMIES])
def test_the_own_base_is_at_the_bottom(seat: str | None) -> None:
    view = scenes.view(seat)
    own = ARMIES.index(seat) if seat else 0
    frame = whole(WIDTH, own)
    low = {star: frame.at(star)[1] for star in range(106, 316)}
    assert set(sorted(low, key=lambda star: -low[star])[:7]) == set(scenes.BOARD.base[own])
    president = scenes.BOARD.names[scenes.BOARD.base[own][3]]
    assert color(view, president, -17, 9) == style.LOOKS[own].face
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
    assert 2 * pieces.RADIUS * GROWN < SIDE


def test_black_stars_are_black() -> None:
    empty = scenes.placed({})
    black = {scenes.BOARD.names[star] for star in scenes.BOARD.black}
    for star in scenes.BOARD.names[106:]:
        assert (color(empty, star) == style.INK) == (star in black), star
        other = style.STAR_EDGE if INDEX[star] in scenes.BOARD.base_of else style.star_color(style.TILES[1])
        assert (color(empty, star) == other) == (star not in black), star


def test_bases_have_their_armies_colours() -> None:
    empty = scenes.placed({})
    for army in range(3):
        for at, star in enumerate(scenes.BOARD.base[army]):
            reach = 13.5 if at != 3 else 16.5
            assert color(empty, scenes.BOARD.names[star], -reach) == style.LOOKS[army].side
    assert color(empty, "A3", 0, -35) == style.LOOKS[0].tile
    assert color(empty, "H1", 0, -35) == style.LOOKS[1].tile
    assert color(empty, "H9", 0, -35) == style.LOOKS[2].tile
    assert color(empty, "F6", 0, -35) in style.TILES


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
