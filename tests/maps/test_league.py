"""Pictures of league tables: everything fits, nothing collides, and it can be read at half the size."""

from __future__ import annotations

import pytest

from maps.league import Cell, Column, Grid, Line, draw, grid
from maps.league.grid import HEAD, ROW, TITLE, WIDTH, canvas_of
from maps.palette import Rgb
from tests.maps import checks

NAMES = ("Ada", "Benedict Cumberbatch-Smith the Third", "将军", "Ødegård", "Ivan Иванов", "W" * 60)


def table(rows: int = 16, zones: bool = True) -> Grid:
    columns = (
        Column("#", 54, "right"), Column("Player", 0, "left"), Column("G", 48), Column("W", 48),
        Column("SB", 92, "right"), Column("Pts", 96, "right"),
    )  # fmt: skip
    lines = tuple(
        Line(
            (
                Cell(str(at + 1), "quiet"), Cell(NAMES[at % len(NAMES)], "own", f"Player {at}"), Cell("12"),
                Cell("10"), Cell("112½", "quiet"), Cell("1003.33", "strong"),
            ),
            own=at == 2,
            struck=at == 3,
            zone=("up" if at == 0 else "down" if at == rows - 1 else "") if zones else "",
        )
        for at in range(rows)
    )  # fmt: skip
    return Grid("Winter League of all Northern Europe", "lg4k7 · round 7", columns, lines, "↑ goes up")


TONES = ("won", "level", "lost", "open", "self", "void", "")


def cross(columns: int = 6, texts: tuple[str, ...] = ("1", "½", "0", "…", "", "1", "")) -> Grid:
    shape = (
        Column("#", 48, "right"), Column("Player", 0, "left"),
        *(Column(f"R{at + 1}", 500 // columns) for at in range(columns)), Column("Pts", 84, "right"),
    )  # fmt: skip
    lines = tuple(
        Line((
            Cell(str(at + 1), "quiet"), Cell(NAMES[at % len(NAMES)], "own", "Player"),
            *(Cell(texts[(at + k) % 7], TONES[(at + k) % 7]) for k in range(columns)), Cell("7½", "strong"),
        ))
        for at in range(16)
    )  # fmt: skip
    return Grid("Winter League", "lg4k7", shape, lines)


WIDE = ("+118", "=119", "−120", "…121", "", "−12", "bye")
GRIDS = [table(), table(1, False), cross(), cross(5, WIDE), cross(6, ("7", "2=s", "1=", "…", "", "3", "×"))]


@pytest.mark.parametrize("shown", GRIDS)
def test_texts_lie_in_the_picture_and_apart(shown: Grid) -> None:
    canvas = canvas_of(shown)
    assert canvas.entries.width == WIDTH == 800
    assert canvas.entries.height >= TITLE + HEAD + ROW * len(shown.lines)
    for at, one in enumerate(canvas.boxes):
        assert one.left >= 0 and one.top >= 0 and one.right <= WIDTH and one.bottom <= canvas.entries.height
        assert all(checks.apart(one, other) for other in canvas.boxes[at + 1 :]), one


def test_every_cell_is_written_and_names_without_a_sign_have_another() -> None:
    texts = {box.text for box in canvas_of(table()).boxes}
    assert {"Ada", "Player 2", "112½", "1003.33", "↑", "↓", "#", "Pts"} <= texts
    assert any(text.startswith("Benedict") and text.endswith("…") for text in texts)
    assert "↓" not in {box.text for box in canvas_of(table(zones=False)).boxes}


def test_texts_are_large_enough_for_a_phone() -> None:
    """290 pixels wide, a figure of a table is 8 pixels high, and that of a crosstable 7."""
    for shown in GRIDS:
        for box in canvas_of(shown).boxes:
            if box.text.strip("…·=−+bye ").isdecimal():
                assert (box.bottom - box.top) * 290 / WIDTH >= 7, box


def test_the_own_row_stands_out_and_results_have_their_grounds() -> None:
    canvas, middle = canvas_of(table()), TITLE + HEAD + ROW // 2
    assert (
        canvas.pixel(2, middle) == grid.ROW_GROUNDS[0]
        and canvas.pixel(2, middle + ROW) == grid.ROW_GROUNDS[1]
    )
    assert canvas.pixel(2, middle + 2 * ROW) == grid.OWN
    crossed = canvas_of(cross())
    grounds = {crossed.pixel(x, TITLE + HEAD + 4) for x in range(200, 700)}
    assert {grid.WON, grid.LEVEL, grid.LOST, grid.OPEN, grid.SELF} <= grounds


def test_who_has_left_is_struck_out() -> None:
    canvas = canvas_of(table())
    [box] = [box for box in canvas.boxes if box.text == NAMES[3] and box.top < TITLE + HEAD + 4 * ROW]
    line = round((box.top + box.bottom) / 2)
    rows = [{canvas.pixel(x, y) for x in range(box.left, box.right)} for y in range(line - 6, line + 7)]
    assert {grid.QUIET} in rows, "a line through the whole name"


def luminance(color: Rgb) -> float:
    parts = [part / 255 for part in color]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_ink_can_be_read_on_its_grounds() -> None:
    for ground in grid.GROUNDS:
        assert contrast(grid.WHITE, ground) >= 4.5, ground
    for ground in (grid.HEADER, grid.HEADS, *grid.ROW_GROUNDS, grid.OWN):
        for ink in (grid.QUIET, grid.GOLD):
            assert contrast(ink, ground) >= 3.5, (ink, ground)
    for ground in (*grid.ROW_GROUNDS, grid.OWN):
        assert min(contrast(grid.UP, ground), contrast(grid.DOWN, ground)) >= 3.0, ground


def test_the_palette_is_whole() -> None:
    checks.check_palette(grid.palette().colors)


def test_the_same_values_give_the_same_picture_in_threads() -> None:
    checks.same_in_threads(draw, GRIDS, [grid.palette])


def test_a_picture_is_small() -> None:
    assert all(len(draw(shown)) < 150_000 for shown in GRIDS)
    assert checks.opened(draw(table())).mode == "P"
    assert grid.FOOT and canvas_of(table()).entries.height == TITLE + HEAD + 16 * ROW + grid.FOOT
