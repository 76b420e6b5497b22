"""The graph of a finished game: everything fits, nothing collides, and one side can be told from another."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from adjudicator.game import Seat
from bot.presenters.colours import seat_colour
from maps.analysis import Curve, Graph, Mark, alt, chart, draw
from maps.analysis.chart import PLOT, TITLE, WIDTH, canvas_of, spread
from tests.conformance import GAMES
from tests.maps import checks

NAMES = ("Ada", "Benedict Cumberbatch-Smith the Third", "将军", "Ødegård", "Ivan Иванов", "W" * 60, "")
SEATS: dict[str, tuple[Seat, ...]] = {
    key: GAMES[key].seats(GAMES[key].options({})) for key in ("cic", "nemein", "nme", "ww3", "newyork2047")
}


def graph(game: str = "newyork2047", turns: int = 40, marks: int = 3) -> Graph:
    random = Random(game)
    curves = []
    for at, seat in enumerate(SEATS[game]):
        values = [0]
        while len(values) < turns:
            values.append(max(-1000, min(1000, values[-1] + random.randint(-200, 200))))
        sign = seat[0].upper()
        curves.append(Curve(seat.title(), NAMES[at], sign, seat_colour(game, seat), tuple(values)))
    points = tuple(Mark(n + 1, n % len(curves), (turns - 1) * n // max(1, marks - 1)) for n in range(marks))
    return Graph("New York 2047 · k7f3", tuple(range(turns)), tuple(curves), points)


GRAPHS = [graph(game) for game in SEATS] + [graph(turns=2), graph("cic", 1, 0), graph("nme", 400, 1)]


@pytest.mark.parametrize("shown", GRAPHS)
def test_texts_lie_in_the_picture_and_apart(shown: Graph) -> None:
    canvas = canvas_of(shown)
    assert canvas.entries.width == WIDTH == 800
    for at, one in enumerate(canvas.boxes):
        assert one.left >= 0 and one.top >= 0 and one.right <= WIDTH and one.bottom <= canvas.entries.height
        assert all(checks.apart(one, other) for other in canvas.boxes[at + 1 :]), one


def test_names_without_a_sign_are_left_out_and_long_ones_cut() -> None:
    texts = [box.text for box in canvas_of(graph()).boxes]
    seats = [seat.title() for seat in SEATS["newyork2047"]]
    assert f"{seats[0]} (Ada)" in texts and seats[2] in texts and seats[6] in texts
    assert any(text.startswith(f"{seats[1]} (B") and text.endswith("…") for text in texts)


def test_texts_are_large_enough_for_a_phone() -> None:
    """290 pixels wide, a figure is 8 pixels high, a turning point's a little more."""
    for box in canvas_of(graph()).boxes:
        if box.text.isdecimal():
            assert (box.bottom - box.top) * 290 / WIDTH >= 7, box
    assert 1.5 * chart.MARK * 0.7 * 290 / WIDTH >= 7


@pytest.mark.parametrize("game", SEATS)
def test_a_curve_can_be_seen_and_who_is_ahead_is_above(game: str) -> None:
    colors = [seat_colour(game, seat) for seat in SEATS[game]][:2]
    curves = tuple(
        Curve(sign, "", sign, color, (value, value))
        for sign, color, value in zip("AB", colors, (800, -800), strict=True)
    )
    canvas = canvas_of(Graph("", (0, 1), curves))
    high = [
        [y for y in range(TITLE, TITLE + chart.HIGH) if canvas.pixel(400, y) == chart._rgb(color)]
        for color in colors
    ]
    assert high[0] and high[1] and max(high[0]) < TITLE + chart.HIGH / 2 < min(high[1])
    assert all(chart._edge(chart._rgb(color)) != PLOT for color in colors)


def test_turning_points_do_not_hide_each_other() -> None:
    same = tuple(Mark(n, 0, 5) for n in (1, 2, 3))
    painter = chart._ChartPainter(canvas_of(graph()), Graph("", *_parts(graph()), same))
    spots = painter._spots()
    assert all(
        abs(one[1] - other[1]) >= 2 * chart.MARK for at, one in enumerate(spots) for other in spots[at + 1 :]
    )


def _parts(shown: Graph) -> tuple[tuple[int, ...], tuple[Curve, ...]]:
    return shown.turns, shown.curves


def test_signs_stand_apart_also_where_all_end_alike() -> None:
    heights = spread([0.0] * 7, 50, 190)
    assert [b - a for a, b in pairwise(heights)] == [50] * 6
    assert min(heights) == -150
    assert spread([180.0, 185.0, -185.0], 50, 190) == [140, 190, -185]


def test_the_same_values_are_the_same_bytes() -> None:
    checks.same_in_threads(draw, GRAPHS, [chart._palette])


def test_without_a_value_for_each_turn_there_is_no_picture() -> None:
    with pytest.raises(ValueError, match="a value for each turn"):
        draw(Graph("", (0, 1), (Curve("Dark", "", "D", 0, (1,)),)))


def test_it_is_told_in_words() -> None:
    shown = Graph("", (0, 1, 2), (Curve("Dark", "Ada", "D", 0, (0, 50, -1000)),), (Mark(1, 0, 1),))
    assert alt(shown) == (
        "Graph of how everyone stood, up to turn 2; 1000 is a sure win, -1000 a sure loss. "
        "Dark: between -1000 and +50, -1000 at the end. Turning point 1: turn 1, Dark."
    )
    assert all(len(alt(each)) <= 1024 for each in GRAPHS)
