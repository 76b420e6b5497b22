"""A larger board of NME is drawn smaller, so that all of it is in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from maps.nme import board_file, layout


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
