"""What is true of the pictures of every game: the same arguments give the same bytes, everything fits, and
no text lies on another."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

import maps
from adjudicator.base_game import Pass
from adjudicator.cic import orders as cic_orders
from adjudicator.cic.board import INDEX, SQUARES
from adjudicator.game import Declare, Event
from adjudicator.nemein import orders as nemein_orders
from adjudicator.nme import orders as nme_orders
from adjudicator.ww3 import orders as ww3_orders
from maps import PAINTERS, picture
from maps.canvas import Canvas, TextBox
from maps.cic import layout as cic_layout
from maps.frame import BoardFrame
from maps.nemein import layout as nemein_layout
from maps.newyork2047 import style as newyork_style
from maps.nme import layout as nme_layout
from maps.nme import style as nme_style
from maps.text import MAX_LENGTH
from maps.ww3 import layout as ww3_layout
from maps.ww3 import style as ww3_style
from tests.maps import (
    cic_scenes,
    nemein_scenes,
    newyork2047_scenes,
    nme_scenes,
    test_chance_pictures,
    test_league,
    ww3_scenes,
)
from tests.maps.checks import apart, check_palette, opened, same_in_processes, same_in_threads
from tests.maps.pictures import Pictures
from tests.tiers import sample

CAPTION = "k7f3 · turn 1"
NAMED = (
    ("Ann", "Ann"),
    ("Zoë 🚀", "Zoë"),
    ("Ŵynne ﬁ ²", "Ŵynne fi ²"),
    ("Ольга", "Ольга"),
    ("a\nb\t c\u202e", "a b c"),
    ("将军", ""),
    ("🚀" * 32, ""),
    ("", ""),
)
"""Names, and what a picture shows of them; "" the seat instead."""

Beside = Callable[[TextBox, int, Any], bool]
"""Whether a text that belongs beside the board keeps off it: (text, size of the picture, view)."""


def outside_cic(box: TextBox, size: int, view: Any) -> bool:
    """Off the diamond, frame included."""
    unit = size / cic_layout.WIDTH
    middle = (size / 2, cic_layout.HEIGHT * unit / 2)
    dx = max(box.left - middle[0], middle[0] - box.right, 0)
    dy = max(box.top - middle[1], middle[1] - box.bottom, 0)
    return dx + dy >= (4 * cic_layout.DIAGONAL + 5) * unit


def outside_ww3(box: TextBox, size: int, view: Any) -> bool:
    """Off the cross, but for the sign above a part of it."""
    frame = ww3_layout.whole(size, view.own or 0)
    corners = [frame.place(point) for point in ww3_layout.cross(ww3_layout.RIM)]
    xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    beside = box.right < xs[1] or box.left > xs[-2]
    return box.top <= frame.header or (beside and (box.bottom < ys[1] or box.top > ys[-2]))


def outside_nme(box: TextBox, size: int, view: Any) -> bool:
    """No corner of it within the board's border, which is convex."""
    frame = nme_layout.whole(size, view.own or 0)
    lines = nme_layout.outline(frame.bottom, nme_layout.RIM / nme_layout.SIDE)
    border = [frame.place(ends[0]) for _, ends in lines]

    def inside(x: float, y: float) -> bool:
        turns = {
            (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
            for (ax, ay), (bx, by) in zip(border, [*border[1:], border[0]], strict=True)
        }
        return len(turns) == 1

    return not any(inside(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))


@dataclass(frozen=True)
class Painter:
    """What differs between the painters.

    size:    width and height of the usual picture
    most:    bytes that a file has at the most
    draft:   orders that can be drawn in every scene;  events: what else is drawn there
    travels: the scene that is sent to a worker, with orders
    texts:   how many texts there are at the least;  beside: see `Beside`
    seat:    whose name is looked for, and what the picture calls it
    many:    an order that makes words too long, given often
    """

    pictures: Pictures
    size: tuple[int, int]
    most: int
    draft: Sequence[Any]
    travels: tuple[str, Sequence[Any]]
    texts: int
    beside: Beside | None
    seat: tuple[str, str]
    many: Any
    events: Sequence[Event] = ()


GAMES = {
    "cic": Painter(
        cic_scenes.PICTURES,
        (cic_layout.WIDTH, cic_layout.HEIGHT),
        300_000,
        (cic_orders.Move(INDEX["e4"], INDEX["e6"], "-"), Declare("draw")),
        ("setup", (cic_orders.Enhance((INDEX["h8"], INDEX["g8"])),)),
        32 + 6,
        outside_cic,
        ("dark", "Dark"),
        cic_orders.Move(INDEX["e4"], INDEX["e6"], "-"),
    ),
    "nme": Painter(
        nme_scenes.PICTURES,
        (nme_layout.WIDTH, nme_layout.HEIGHT),
        400_000,
        (nme_orders.Move("D11n", "E11", "x"), Declare("draw")),
        ("fullest, gray", (nme_orders.Move("A1", "B1", "-"), Pass(), Declare("draw"))),
        40 + 6,
        outside_nme,
        ("black", "Black"),
        nme_orders.Move("F6", "F9", "-"),
    ),
    "nemein": Painter(
        nemein_scenes.PICTURES,
        (nemein_layout.WIDTH, nemein_layout.HEIGHT),
        400_000,
        (),
        ("lost", (nemein_orders.Move("c3", "d3", 10), nemein_orders.Split("b3", 10), nemein_orders.End())),
        20,
        None,
        ("south", "South"),
        nemein_orders.Move("c3", "d3", 10),
        nemein_scenes.FLIPPED,
    ),
    "ww3": Painter(
        ww3_scenes.PICTURES,
        (ww3_layout.WIDTH, ww3_layout.HEIGHT),
        300_000,
        (ww3_orders.Move((("d3", "d4"), ("h3", "h4"))), Declare("draw")),
        ("fullest, blue", (ww3_orders.Move((("c4", "d4"),)), Pass(), Declare("draw"))),
        44 + 3,
        outside_ww3,
        ("red", "Red"),
        ww3_orders.Move((("f6", "f7"),)),
    ),
}
"""New York 2047 has rules of its own for what may lie on what: tests/maps/test_newyork2047.py."""
EVERY = [(key, name) for key, game in GAMES.items() for name in game.pictures.scenes]
NEWYORK = newyork2047_scenes
ALL = [*EVERY, *(("newyork2047", name) for name in NEWYORK.SCENES)]


def drawn(key: str, name: str, size: int = 0, turned: bool = False) -> bytes:
    """A scene; turned: with the same names in another order."""
    if key == "newyork2047":
        view, events = NEWYORK.SCENES[name]
        names = NEWYORK.NAMES
    else:
        view, events, names = GAMES[key].pictures.scenes[name], (), GAMES[key].pictures.names
    names = dict(reversed(names.items())) if turned else names
    return picture(key).draw(view, size=size, names=names, caption=CAPTION, events=events)


def scenes_of(key: str) -> list[str]:
    return list(NEWYORK.SCENES if key == "newyork2047" else GAMES[key].pictures.scenes)


def some() -> list[bytes]:
    """A few pictures of every kind, for another process."""
    boards = [drawn(key, name, 200) for key in PAINTERS for name in scenes_of(key)[1::9]]
    return [*boards, test_league.draw(test_league.GRIDS[0]), test_chance_pictures.shown("tie")]


def caches(key: str) -> list[Any]:
    """Everything that a painter remembers."""
    found = []
    for module in pkgutil.walk_packages(maps.__path__, "maps."):
        own = module.name.startswith(f"maps.{key}") or (key == "cic" and module.name.count(".") == 1)
        named = vars(importlib.import_module(module.name)).values() if own else ()
        found += [value for value in named if hasattr(value, "cache_clear")]
    return found


def test_every_painter_is_found_and_no_other() -> None:
    assert {*GAMES, "newyork2047"} == set(PAINTERS)
    for key in PAINTERS:
        assert callable(picture(key).draw) and callable(picture(key).alt)
    with pytest.raises(KeyError):
        picture("chess")


@pytest.mark.parametrize("key", PAINTERS)
def test_png_of_the_asked_size(key: str) -> None:
    wide, high = NEWYORK.SIZE if key == "newyork2047" else GAMES[key].size
    for size in (0, 400):
        image = opened(drawn(key, scenes_of(key)[0], size))
        assert (image.format, image.mode) == ("PNG", "P")
        assert image.size == (size or wide, round((size or wide) * high / wide))


@pytest.mark.parametrize(("key", "name"), sample(ALL, range(0, len(ALL), 4)))
def test_same_arguments_same_bytes_in_a_small_file(key: str, name: str) -> None:
    view = NEWYORK.SCENES[name][0] if key == "newyork2047" else GAMES[key].pictures.scenes[name]
    before = repr(view)
    assert len(drawn(key, name)) < (600_000 if key == "newyork2047" else GAMES[key].most)
    assert drawn(key, name, 200, turned=True) == drawn(key, name, 200)
    assert repr(view) == before


@pytest.mark.parametrize("key", sample(PAINTERS, [1, 4]))
def test_same_bytes_in_threads(key: str) -> None:
    """Workers share the caches; they must not disturb one another."""
    names = scenes_of(key)[:2]
    same_in_threads(lambda name: drawn(key, name, 200), [*names, *names], caches(key))


def test_same_bytes_in_other_processes() -> None:
    same_in_processes("from tests.maps.test_painters import some", "some()", some())


@pytest.mark.parametrize("key", GAMES)
def test_views_and_orders_travel_to_workers(key: str) -> None:
    name, draft = GAMES[key].travels
    view = GAMES[key].pictures.scenes[name]
    sent, ordered = pickle.loads(pickle.dumps((view, draft)))
    draw = picture(key).draw
    assert draw(sent, draft=ordered, size=400) == draw(view, draft=draft, size=400)


EVERY_SIZE = [(*each, size) for size in (0, 500) for each in EVERY]


@pytest.mark.parametrize(("key", "name", "size"), sample(EVERY_SIZE, range(0, len(EVERY_SIZE), 4)))
def test_texts_keep_clear(key: str, name: str, size: int) -> None:
    """Every text lies inside the picture and apart from every other text, names of spaces too; and those
    beside the board do not reach it."""
    game = GAMES[key]
    view, size, draft = game.pictures.scenes[name], size or game.size[0], game.draft
    if key == "cic" and view.phase.key == "setup":
        draft = (cic_orders.Enhance(tuple(range(59, 64))),)
    given = {"names": game.pictures.names, "caption": "wxyz · turn 1234 " * 9, "draft": draft}
    if game.events:
        given["events"] = game.events
    found: Canvas = game.pictures.painter.compose(view, size=size, **given)
    width, height = found.entries.size
    assert len(found.boxes) >= game.texts
    for box in found.boxes:
        assert 0 <= box.left < box.right <= width, box
        assert 0 <= box.top < box.bottom <= height, box
        if game.beside is not None and box.text not in game.pictures.board:
            assert game.beside(box, size, view), box
    slack = 1 if size < 1000 else 0
    for one, other in combinations(found.boxes, 2):
        assert apart(one, other, slack), (one, other)


READABLE = ["nemein", "ww3"]
"""The games whose smallest words can be read in a post."""


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in READABLE for name in scenes_of(key)[::3]])
def test_the_smallest_words_are_13_pixels_high_in_a_post(key: str, name: str) -> None:
    """550 pixels wide; a capital or a figure has 0.72 of that height."""
    pictures = GAMES[key].pictures
    found = pictures.compose(pictures.scenes[name], names={}, caption="k7f3 · turn 12")
    least = 0.72 * 13 * found.entries.width / 550 - 1
    for box in found.boxes:
        high = box.bottom - box.top
        assert high >= least or not any(one.isupper() or one.isdigit() for one in box.text), (box, least)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(("name", "shown"), NAMED)
def test_names(key: str, name: str, shown: str) -> None:
    pictures, (seat, word) = GAMES[key].pictures, GAMES[key].seat
    first = next(iter(pictures.scenes.values()))
    assert (shown or word) in pictures.texts(first, names={seat: name})


TITLES = {"cic": "Commander-In-Chief", "nme": "NME", "nemein": "Nemein", "ww3": "WW3"}


def standing(key: str, view: Any) -> Iterator[str]:
    """The spaces on which something stands, as descriptions name them."""
    if key == "newyork2047":
        yield from (view.board.spaces[unit.space].abbr.upper() for unit in view.units())
    elif key != "nemein":
        names = {"cic": SQUARES, "nme": nme_scenes.BOARD.names, "ww3": ww3_scenes.BOARD.names}[key]
        yield from (name for name, letter in zip(names, view.board, strict=True) if letter != ".")


@pytest.mark.parametrize(("key", "name"), ALL)
def test_alt_is_short_and_complete(key: str, name: str) -> None:
    """It fits, and names everything that stands on the board; but for boards that are too full."""
    view, events = NEWYORK.SCENES[name] if key == "newyork2047" else (GAMES[key].pictures.scenes[name], ())
    names = NEWYORK.NAMES if key == "newyork2047" else GAMES[key].pictures.names
    draft = GAMES[key].draft[:1] if key in GAMES else ()
    text = picture(key).alt(view, draft, names=names, caption="k7f3 · turn 1234", events=events)
    assert 60 < len(text) <= MAX_LENGTH
    if key == "nemein":
        told = picture(key).alt(view, names=names, caption="k7f3 · turn 12 " * 9, events=GAMES[key].events)
        assert 60 < len(told) <= MAX_LENGTH
    if key == "nemein" or name.startswith("crowded"):
        return
    assert "…" not in text
    assert all(space in text for space in standing(key, view))
    assert all(f"seen by nobody else: {order}." in text for order in draft)
    if key in GAMES:
        ally = key == "nme" and view.state.options.ally
        assert text.startswith(f"{'Protect the Ally' if ally else TITLES[key]}, k7f3 · turn 1234")
        assert ("to move" in text) == (view.mover is not None)


@pytest.mark.parametrize("key", GAMES)
def test_alt_is_cut_at_the_limit(key: str) -> None:
    game = GAMES[key]
    text = game.pictures.painter.alt(
        game.pictures.scenes[game.travels[0]], (game.many,) * 300, names=game.pictures.names
    )
    assert len(text) == MAX_LENGTH == 1024
    assert text.endswith("…")


@pytest.mark.parametrize("key", PAINTERS)
def test_palette(key: str) -> None:
    palette = newyork_style.palette() if key == "newyork2047" else GAMES[key].pictures.palette
    check_palette(palette.colors)
    with pytest.raises(ValueError, match="no colour"):
        palette.index_of((1, 2, 3))


@pytest.mark.parametrize("key", ["nemein", "nme", "ww3"])
def test_what_a_picture_does_not_know_is_refused(key: str) -> None:
    view, draw = next(iter(GAMES[key].pictures.scenes.values())), picture(key).draw
    space = {"nemein": "c3", "nme": "F6", "ww3": "f6"}[key]
    for wrong, error in (({space: "jump"}, ValueError), ({"z9": "move"}, KeyError)):
        with pytest.raises(error):
            draw(view, marks=wrong)
    with pytest.raises(KeyError):
        draw(view, focus=("z1",))


@pytest.mark.parametrize(("key", "first", "second"), [("nme", "Black", "Gray"), ("ww3", "Red", "Blue")])
def test_who_is_to_move_is_written_in_gold(key: str, first: str, second: str) -> None:
    pictures = GAMES[key].pictures
    game = nme_scenes if key == "nme" else ww3_scenes
    box = (0, 1330, 700, 1390) if key == "nme" else (0, 1150, 340, 1200)
    gold = bytes([pictures.palette.index_of(nme_style.GOLD if key == "nme" else ww3_style.GOLD)])
    for plies, who in ((0, first), (1, second)):
        view = game.view(None, plies)
        assert f"{who} to move" in pictures.texts(view)
        low = pictures.compose(view, names=pictures.names).entries.crop(box).tobytes()
        assert (low.count(gold) > 100) == (who == first)


@dataclass(frozen=True)
class Parts:
    """Parts of a board. frame: of these spaces, in a view's picture;  margin: from a space's middle to the
    picture's edge, in pixels;  scale: pixels in a unit, at the least;  whole: what is nearly all of it"""

    view: Callable[[str | None], Any]
    frame: Callable[[Sequence[str], Any], BoardFrame | None]
    seats: Sequence[str | None]
    shown: Sequence[Sequence[str]]
    margin: int
    scale: float
    whole: Sequence[Sequence[str]]


PART_SIZE = 1200
PARTED = {
    "nme": Parts(
        lambda seat: nme_scenes.view(seat, 30),
        lambda spaces, view: nme_layout.part(spaces, PART_SIZE, view.own or 0),
        (None, "gray", "white"),
        (("F6",), ("A1", "A3"), ("L1", "L5"), ("E1", "E1s"), ("D4", "G7n"), ("A1", "K1")),
        60,
        1.0,
        (nme_scenes.BOARD.names, ("E1", "D11")),
    ),
    "ww3": Parts(
        lambda seat: ww3_scenes.view(seat, 30),
        lambda spaces, view: ww3_layout.part(spaces, PART_SIZE, view.own or 0),
        (None, "blue", "olive"),
        (("f6",), ("d1", "f3"), ("k4", "k8"), ("e10", "h11"), ("a6", "g6")),
        70,
        1.1,
        (ww3_scenes.BOARD.names, ("a6", "k6")),
    ),
    "nemein": Parts(
        lambda seat: nemein_scenes.placed(nemein_scenes.COINS, seat),
        lambda spaces, view: nemein_layout.part(spaces, 4, PART_SIZE, view.seat == "north"),
        (None, "north"),
        (("c3",), ("a1", "b2"), ("g4", "f5"), ("d1",), ("c3", "d4")),
        100,
        200.0,
        (("a1", "g4"),),
    ),
}


@pytest.mark.parametrize(("key", "at"), sample([(key, at) for key in PARTED for at in range(2)], [1, 3, 5]))
def test_a_part_shows_its_spaces_larger(key: str, at: int) -> None:
    parts, pictures = PARTED[key], GAMES[key].pictures
    view, draw = parts.view(parts.seats[at]), picture(key).draw
    index = view.board.index if key == "nemein" else {"nme": nme_scenes, "ww3": ww3_scenes}[key].BOARD.index
    for spaces in parts.shown:
        image, frame = pictures.compose(view, focus=spaces), parts.frame(spaces, view)
        assert image.entries.width == PART_SIZE and 600 < image.entries.height <= 1.25 * PART_SIZE
        assert frame is not None and frame.scale > parts.scale
        assert set(spaces) <= {box.text for box in image.boxes}
        for space in spaces:
            x, y = frame.at(index[space])
            assert parts.margin < x < frame.width - parts.margin, space
            assert frame.header + parts.margin < y < frame.height - parts.margin, space
    spaces = parts.shown[-1] if key == "nemein" else parts.shown[1]
    assert draw(view, focus=spaces) == draw(view, focus=spaces[::-1])


@pytest.mark.parametrize("key", PARTED)
def test_a_part_that_is_nearly_the_whole_board_is_the_whole_board(key: str) -> None:
    view, draw = PARTED[key].view(None), picture(key).draw
    for spaces in PARTED[key].whole:
        assert PARTED[key].frame(spaces, view) is None
        assert draw(view, focus=spaces, size=700) == draw(view, size=700)


@pytest.mark.parametrize(("key", "space"), [("nemein", "c3"), ("nme", "F6"), ("ww3", "d3")])
def test_no_header_where_words_stand_beside(key: str, space: str) -> None:
    """The rest of the picture is as with it; a header that explains marks stays."""
    painter, name = picture(key), scenes_of(key)[0]
    view = GAMES[key].pictures.scenes[name]
    whole, bare = painter.compose(view).entries, painter.compose(view, bare=True).entries
    header = whole.height - bare.height
    assert 0.05 * whole.height < header < 0.15 * whole.height
    assert bare.tobytes() == whole.crop((0, header, *whole.size)).tobytes()
    marks = {space: "chosen"}
    assert painter.draw(view, marks=marks, bare=True) == painter.draw(view, marks=marks)
