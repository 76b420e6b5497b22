"""The picture of Commander-In-Chief: what it shows, and what it must not."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from adjudicator.cic.board import INDEX, SQUARES
from adjudicator.cic.orders import Declare, Enhance, Move
from adjudicator.cic.state import View
from maps import PAINTERS, canvas, picture
from maps.canvas import TextBox
from maps.cic import compose, draw, markers, pieces, style
from maps.cic.layout import DIAGONAL, HEIGHT, WIDTH, Layout
from maps.cic.scene import empty_board, tile_color
from maps.palette import Rgb
from tests.maps import scenes
from tests.maps.checks import apart, opened, same_in_processes, same_in_threads

LONG = "Wilhelmina-Alexandrina van Oranje"[:32]
NAMES = dict.fromkeys(("dark", "light", "dark-air", "dark-surface", "light-air", "light-surface"), LONG)
SCENES: dict[str, View] = {
    "start": scenes.view(),
    "setup": scenes.view("dark", enhanced=5),
    "teams": scenes.played("h4-g3", teams="both"),
    "team setup": scenes.view(enhanced=2, teams="both"),
    "points": scenes.fullest(objective="points"),
    "fullest": scenes.fullest(),
    "fullest, turned": replace(scenes.fullest(), seat="dark-air"),
    "replaced": replace(scenes.fullest(), replaces="light-air"),
    "won": scenes.over("commander_captured", 2, 1),
    "won on points": scenes.over("round_limit", 1, 2, scenes.fullest(objective="points", round_limit=500)),
    "drawn": scenes.over("agreed", 1, 1, scenes.fullest()),
    "quiet": scenes.over("quiet_rounds", 1, 2, scenes.fullest(objective="points")),
    "attack": replace(scenes.placed(e4="F", e6="a"), last=scenes.last("e4", "e6", "*", "A")),
    "capture": replace(scenes.placed(e6="F"), last=scenes.last("e4", "e6", "x", "C")),
    "promotion": replace(scenes.placed(f5="K"), last=scenes.last("e4", "f5", "x", "C", True)),
}


def color(view: View, square: str, dx: float, dy: float, **more: object) -> Rgb:
    """The colour at an offset, in units, from the middle of a square."""
    layout = Layout(WIDTH, view.seat is not None and view.seat.startswith("dark"))
    x, y = layout.center(INDEX[square])
    return compose(view, **more).pixel(round(x + dx), round(y + dy))  # type: ignore[arg-type]


def test_png_of_the_asked_size() -> None:
    for size in (400, 800, 1200):
        image = opened(draw(SCENES["start"], size=size))
        assert image.format == "PNG"
        assert image.mode == "P"
        assert image.size == (size, round(size * HEIGHT / WIDTH))


@pytest.mark.parametrize("name", SCENES)
def test_same_arguments_same_bytes(name: str) -> None:
    view = SCENES[name]
    before = repr(view)
    first = draw(view, names=NAMES, caption="k7f3 · turn 1")
    assert draw(view, names=dict(reversed(NAMES.items())), caption="k7f3 · turn 1") == first
    assert repr(view) == before


def test_same_bytes_in_threads() -> None:
    """Workers share the caches; they must not disturb one another."""
    caches = (pieces.drawing, pieces.piece, canvas._written, markers.arrow, markers.marker, empty_board)
    views = list(SCENES.values()) * 2
    same_in_threads(lambda view: draw(view, size=500, names=NAMES), views, caches)


def test_same_bytes_in_another_process() -> None:
    same_in_processes(
        "from tests.maps.test_cic import SCENES, NAMES, draw",
        "[draw(view, names=NAMES) for view in list(SCENES.values())[:6]]",
    )


def on_board(box: TextBox, size: int) -> bool:
    """Whether a box touches the diamond, frame included."""
    unit = size / WIDTH
    middle = (size / 2, HEIGHT * unit / 2)
    dx = max(box.left - middle[0], middle[0] - box.right, 0)
    dy = max(box.top - middle[1], middle[1] - box.bottom, 0)
    return dx + dy < (4 * DIAGONAL + 5) * unit


@pytest.mark.parametrize("size", [400, 1200])
@pytest.mark.parametrize("name", SCENES)
def test_texts_keep_clear(name: str, size: int) -> None:
    """Every text lies inside the picture, off the board, and apart from every other text."""
    draft = (Move(INDEX["e4"], INDEX["e6"], "-"), Declare("draw"))
    if SCENES[name].phase.key == "setup":
        draft = (Enhance(tuple(range(64))[-5:]),)
    found = compose(SCENES[name], size=size, names=NAMES, caption="wxyz · turn 1234 " * 9, draft=draft)
    width, height = found.entries.size
    assert len(found.boxes) >= 32 + 6
    for box in found.boxes:
        assert 0 <= box.left < box.right <= width, box
        assert 0 <= box.top < box.bottom <= height, box
        assert not on_board(box, size), box
    for one, other in combinations(found.boxes, 2):
        assert apart(one, other), (one, other)


@pytest.mark.parametrize("name", ["fullest", "points", "fullest, turned", "quiet"])
def test_panels_leave_the_coordinates_alone(name: str) -> None:
    """Captured pieces, 15 a side, never reach the signs along the board's edges."""
    view = SCENES[name]
    empty = replace(view, lost=("", ""))
    full, bare = compose(view), compose(empty)
    layout = Layout(WIDTH, view.seat is not None)
    untouched = empty_board(layout)
    assert full.entries.tobytes() != bare.entries.tobytes()
    for _, (x, y) in layout.coordinates():
        for dx in range(-12, 13, 4):
            for dy in range(-12, 13, 4):
                spot = (round(x) + dx, round(y) + dy)
                assert full.pixel(*spot) == untouched.pixel(*spot)


def test_tiles_show_their_region() -> None:
    view = scenes.placed()
    for name, square in INDEX.items():
        region = "light" if sum(divmod(square, 8)) <= 4 else "dark" if sum(divmod(square, 8)) >= 10 else "sea"
        assert color(view, name, 0, -38) == style.TILES[region, sum(divmod(square, 8)) % 2], name


@pytest.mark.parametrize(("seat", "bottom"), [(None, "a1"), ("light", "a1"), ("dark", "h8")])
def test_own_corner_is_at_the_bottom(seat: str | None, bottom: str) -> None:
    layout = Layout(WIDTH, seat == "dark")
    assert max(SQUARES, key=lambda name: layout.center(INDEX[name])[1]) == bottom
    view = replace(scenes.placed(**{bottom: "F"}), seat=seat)
    plate = compose(view).pixel(WIDTH // 2 - 22, HEIGHT // 2 + 7 * DIAGONAL // 2 + 13)
    assert plate == style.PLATE["air"][1]


@pytest.mark.parametrize("seat", ["dark-air", "dark-surface"])
def test_team_seats_are_turned_too(seat: str) -> None:
    view = scenes.view(seat, teams="dark")
    assert color(view, "h8", -22, 13) == style.PLATE["surface"][0]


@pytest.mark.parametrize("letter", "CFBTHSDAKcfbthsdak")
def test_what_a_piece_shows(letter: str) -> None:
    """Its side, its group, its enhancement and its crown, on a square of each region."""
    side, group = int(letter.isupper()), "air" if letter in "FBHfbh" else "surface"
    for square in ("b2", "e4", "g7"):
        view = scenes.placed(**{square: letter})
        assert color(view, square, -22, 13) == style.PLATE[group][side]
        winged = color(view, square, 60, -6) == style.PLATE["air"][side]
        assert winged == (group == "air")
        assert color(view, square, 0, 41) == style.EDGE[side]  # the token's thickness
        top = (0, -5 - (44.5 if side else 42.0))
        assert (
            color(scenes.placed((square,), **{square: letter}), square, *top) == style.GOLD or letter in "Kk"
        )
        assert (color(view, square, 0, -32) == style.GOLD) == (letter in "Kk")


def test_enhancement_ends_where_the_set_does() -> None:
    view = scenes.placed(("e4",), e4="T", d5="T")
    assert color(view, "e4", -44.5, -5) == style.GOLD
    assert color(view, "d5", -44.5, -5) != style.GOLD


def test_last_move_lights_both_squares() -> None:
    view = replace(scenes.placed(e6="F"), last=scenes.last("e4", "e6"))
    for square in ("e4", "e6"):
        assert color(view, square, 0, 61 if square == "e4" else -60) == tile_color(INDEX[square], "last")
    between = color(view, "e5", 0, 0)
    assert between == style.LAST


def test_a_capture_has_a_burst_and_its_own_arrow() -> None:
    moved = replace(scenes.placed(e6="F"), last=scenes.last("e4", "e6"))
    took = replace(moved, last=scenes.last("e4", "e6", "x", "A"))
    assert color(took, "e5", 0, 0) == style.RED
    assert color(took, "e6", 0, -58) == style.RED
    assert color(moved, "e6", 0, -58) != style.RED


def test_an_attack_moves_nothing() -> None:
    view = replace(scenes.placed(e4="F", f5="a"), last=scenes.last("e4", "f5", "*", "A"))
    assert color(view, "e4", -22, 13) == style.PLATE["air"][1]
    assert color(view, "f5", -22, 13) == style.PLATE["surface"][0]
    entries = compose(view).entries.tobytes()
    assert entries.count(bytes([style.palette().index_of(style.PURPLE)])) > 800


def test_the_group_that_may_move_is_lit() -> None:
    view = scenes.played("h4-g3", teams="light")
    assert (view.mover, view.group) == ("light-surface", "surface")
    assert color(view, "c1", 52, -9) == tile_color(INDEX["c1"], "active")
    assert color(view, "c2", 0, -58) == tile_color(INDEX["c2"])
    assert color(scenes.played("h4-g3"), "c1", 52, -9) == tile_color(INDEX["c1"])


def test_marks() -> None:
    view = scenes.placed(e4="B", e6="a", f4="a")
    marks = {INDEX["e4"]: "chosen", INDEX["e5"]: "move", INDEX["e6"]: "capture", INDEX["f4"]: "attack"}
    assert color(view, "e5", 0, -17, marks=marks) == style.GREEN
    assert color(view, "e6", 0, -60, marks=marks) == style.RED
    assert color(view, "e4", 0, -61, marks=marks) == style.GREEN
    found = compose(view, marks=marks)
    assert found.entries.tobytes().count(bytes([style.palette().index_of(style.PURPLE)])) > 800
    with pytest.raises(ValueError, match="jump"):
        draw(view, marks={3: "jump"})


def test_a_draft_is_drawn_only_if_passed() -> None:
    """A setup says nothing about a choice unless that very choice is handed over."""
    order = Enhance((INDEX["h8"], INDEX["g8"]))
    view = scenes.view("dark", enhanced=2)
    assert draw(view, draft=(order,)) != draw(view)
    green = bytes([style.palette().index_of(style.DRAFT)])
    assert compose(view, draft=(order,)).entries.tobytes().count(green) > 2000
    for seat in (None, "light", "dark"):
        assert compose(scenes.view(seat, enhanced=2)).entries.tobytes().count(green) == 0


def test_a_draft_move_is_its_own_kind_of_arrow() -> None:
    view = scenes.placed(e4="F")
    drafted = draw(view, draft=(Move(INDEX["e4"], INDEX["e6"], "-"),))
    assert drafted != draw(view)
    assert drafted != draw(replace(view, last=scenes.last("e4", "e6")))
    texts = [box.text for box in compose(view, draft=(Move(INDEX["e4"], INDEX["e6"], "-"),)).boxes]
    assert "your order, private" in texts
    assert "e4-e6" in texts


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë 🚀", "Zoë"),
        ("Ŵynne ﬁ ²", "Ŵynne fi ²"),
        ("Ольга", "Ольга"),
        ("将军", "Dark"),
        ("🚀" * 32, "Dark"),
        ("a\nb\t c\u202e", "a b c"),
        ("", "Dark"),
    ],
)
def test_names(name: str, shown: str) -> None:
    texts = [box.text for box in compose(scenes.view(), names={"dark": name}).boxes]
    assert shown in texts


def test_the_end_is_said() -> None:
    texts = [box.text for box in compose(SCENES["won"]).boxes]
    assert {"Light wins", "Commander captured"} <= set(texts)
    assert not any("to move" in text for text in texts)
    assert "Draw" in [box.text for box in compose(SCENES["drawn"]).boxes]


def test_registry() -> None:
    for key in PAINTERS:
        painter = picture(key)
        assert callable(painter.draw)
        assert callable(painter.alt)
    with pytest.raises(KeyError):
        picture("chess")
