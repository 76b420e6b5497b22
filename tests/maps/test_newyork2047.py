"""The picture of New York 2047: what it shows, what it must not, and that nothing hides anything."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.game import Event
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support
from adjudicator.newyork2047.state import View
from maps import newyork2047
from maps.canvas import TextBox
from maps.newyork2047 import base, fixed, pieces, strokes, style
from maps.newyork2047.alt import LONGEST, alt
from maps.newyork2047.atlas import STAR, TURRETON, atlas, away
from maps.newyork2047.scene import Piece, Scene
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import CAPTION, GAME, NAMES

Drawn = tuple[View, tuple[Event, ...]]


def after(turns: int, seed: int) -> Drawn:
    state, events = scenes.played(turns, seed)
    return GAME.view(state, None), events


SCENES: dict[str, Drawn] = {
    "start": (scenes.view(), ()),
    **{f"turn {turns} of {seed}": after(turns, seed) for turns, seed in ((3, 1), (6, 2), (9, 3), (12, 4))},
    **{f"late, turn {turns} of {seed}": after(turns, seed) for turns, seed in ((18, 5), (20, 2), (27, 6))},
    "crowded homes": (scenes.crowded(), ()),
    "crowded waters": (
        scenes.crowded(
            waters=("upper_bay", "lower_hudson", "bronx_river", "the_narrows", "newark_bay", "hell_gate")
        ),
        (),
    ),
    "crowded far waters": (
        scenes.crowded(
            waters=("kill_van_kull", "long_island_sound", "gravesend_bay", "flushing_bay", "raritan_bay")
        ),
        (),
    ),
}
SIZE = (1400, 1600)


def compose(name: str, size: int = 0, focus: Sequence[str] = ()) -> Scene:
    view, events = SCENES[name]
    return newyork2047.compose(view, size=size, names=NAMES, caption=CAPTION, events=events, focus=focus)


def draw(name: str, size: int = 0) -> bytes:
    view, events = SCENES[name]
    return newyork2047.draw(view, size=size, names=NAMES, caption=CAPTION, events=events)


def count(scene: Scene, color: style.Rgb) -> int:
    return scene.canvas.entries.tobytes().count(bytes([style.palette().index_of(color)]))


def color_at(scene: Scene, x: float, y: float) -> style.Rgb:
    return scene.canvas.pixel(round(x), round(y))


# the file


def test_png_of_the_asked_size() -> None:
    for size, wanted in ((0, SIZE), (700, (700, 800)), (400, (400, 457))):
        image = Image.open(io.BytesIO(draw("start", size)))
        image.load()
        assert (image.format, image.mode, image.size) == ("PNG", "P", wanted)


def test_small_enough_to_post() -> None:
    for name in SCENES:
        assert len(draw(name)) < 600_000, name


@pytest.mark.parametrize("name", SCENES)
def test_same_arguments_same_bytes(name: str) -> None:
    view, events = SCENES[name]
    before = repr(view)
    first = draw(name)
    names = dict(reversed(NAMES.items()))
    assert newyork2047.draw(view, names=names, caption=CAPTION, events=events) == first
    assert repr(view) == before


def test_same_bytes_in_threads() -> None:
    """Workers share the caches; they must not disturb one another."""
    names = ["start", "turn 9 of 3", "turn 12 of 4", "crowded homes"] * 3
    alone = [draw(name, 500) for name in names]
    for cached in (base.base, base.ground, base.label, base._kept, fixed._furnished):
        cached.cache_clear()
    for cached in (pieces.counter, pieces.flag, pieces.star, strokes.arrow, strokes.support, strokes.outline):
        cached.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: draw(name, 500), names))
    assert together == alone


def test_same_bytes_in_another_process() -> None:
    code = (
        "import hashlib; from tests.maps.test_newyork2047 import draw;"
        "names = ('turn 9 of 3', 'turn 12 of 4', 'crowded homes');"
        "print([hashlib.sha256(draw(name, 700)).hexdigest() for name in names])"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert len(found[0]) > 3 * 64


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


def labels(scene: Scene) -> list[TextBox]:
    return [box for key in atlas().places for box in base.label_boxes(scene.frame, key)]


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


def numbers(piece: Piece) -> list[tuple[str | None, str]]:
    return [(piece.seat, number) for number in piece.text.split()]


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


ANYWHERE = {"hamblet": {"1": "raritan_bay"}}
"""A game needs somebody."""


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
        return {thing.space: str(thing.seat) for thing in fixed.standing(view) if thing.kind == "flag"}

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


# the story


def story(*events: Event, units: dict[str, dict[str, str]] | None = None) -> Scene:
    return newyork2047.compose(scenes.placed(units or ANYWHERE), events=events)


def middle(one: str, other: str) -> tuple[float, float]:
    a, b = (atlas().places[key].anchors[0] for key in (one, other))
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def near(scene: Scene, at: tuple[float, float], color: style.Rgb, reach: int = 16) -> int:
    """How many pixels of a colour there are around a point."""
    box = (round(at[0]) - reach, round(at[1]) - reach, round(at[0]) + reach, round(at[1]) + reach)
    return scene.canvas.entries.crop(box).tobytes().count(bytes([style.palette().index_of(color)]))


BLUE = style.LOOKS["greene"].color


def test_a_move_is_an_arrow_from_space_to_space() -> None:
    units = {"greene": {"1": "bushwick"}}
    moved = ev.Moved(seat="greene", unit="1", origin="forest_hills", target="bushwick", how="move")
    scene, plain = story(moved, units=units), story(units=units)
    at = middle("forest_hills", "bushwick")
    assert near(scene, at, BLUE) > near(plain, at, BLUE) + 60


def test_a_failed_move_stops_at_the_border() -> None:
    units = {"greene": {"1": "forest_hills"}}
    stayed = ev.Stayed(seat="greene", unit="1", space="forest_hills", target="bushwick", reason="standoff")
    battle = ev.Battle(
        space="bushwick", defender=None, defense=0, parts={}, sides=(), strongest=None, result="standoff",
        ring=False,
    )  # fmt: skip
    scene = story(stayed, battle, units=units)
    target = atlas().places["bushwick"].anchors[0]
    assert near(scene, target, BLUE) == 0
    assert near(scene, target, style.RED) > 100
    assert count(scene, BLUE) > count(story(units=units), BLUE) + 150


def test_supports_reach_the_arrow_or_the_holder() -> None:
    units = {"greene": {"1": "bushwick", "2": "jackson_heights", "3": "east_new_york"}}
    moved = ev.Moved(seat="greene", unit="1", origin="forest_hills", target="bushwick", how="battle")
    helped = ev.Supported(
        seat="greene",
        unit="2",
        space="jackson_heights",
        of="greene",
        other="1",
        target="bushwick",
        hold=False,
    )
    held = replace(helped, unit="3", space="east_new_york", hold=True)
    bare = story(moved, units=units)
    for event in (helped, held):
        assert count(story(moved, event, units=units), style.WHITE) > count(bare, style.WHITE) + 60


def test_the_lost_are_crossed_out_where_they_stood() -> None:
    gone = ev.Lost(
        seat="papst", unit="5", space="bushwick", target="flatbush", reason="attack_failed", by="dunning"
    )
    scene = story(gone)
    (ghost,) = [piece for piece in scene.shown if piece.kind == "ghost"]
    assert (ghost.space, ghost.seat, ghost.text) == ("bushwick", "papst", "5")
    assert count(scene, style.RED) > count(story(), style.RED) + 60
    several = [replace(gone, unit=str(number), space="soho") for number in range(1, 6)]
    (grave,) = [piece for piece in story(*several).shown if piece.kind == "ghost"]
    assert grave.text == "×5"


def test_a_new_unit_glows() -> None:
    units = {"tower": {"4": "cloisters"}}
    scene = story(ev.Appeared(seat="tower", unit="4", space="cloisters"), units=units)
    assert count(scene, style.GLOW) > count(story(units=units), style.GLOW) + 500


def test_land_that_changed_hands_has_a_fresh_border() -> None:
    scene = story(ev.Taken(space="harlem", seat="tower", before=None))
    assert count(scene, style.GLOW) > 500
    fallen = ev.Eliminated(seat="papst", by="greene", units=(), lands=("bushwick", "flushing"))
    whole = newyork2047.compose(scenes.view(), events=[fallen])
    assert count(whole, style.GLOW) > count(scene, style.GLOW)


def test_a_unit_that_died_and_one_that_came_with_its_number() -> None:
    """The arrow begins at the one that died."""
    units = {"hamblet": {"2": "jersey_city"}}
    died = ev.Lost(
        seat="hamblet", unit="2", space="newark", target="elizabeth", reason="attack_failed", by="tower"
    )
    events = (died, ev.Appeared(seat="hamblet", unit="2", space="jersey_city"))
    scene = story(*events, units=units)
    (path,) = scene.story.paths
    assert scene.way(path)[0] == atlas().places["newark"].anchors[0]


def test_what_only_some_may_see_is_not_drawn() -> None:
    view, events = SCENES["turn 9 of 3"]
    hidden = tuple(replace(event, seen_by=frozenset({"tower"})) for event in events)
    assert newyork2047.draw(view, events=hidden) == newyork2047.draw(view)
    assert alt(view, events=hidden) == alt(view)


# the draft


DRAFT: tuple[Order, ...] = (
    Move("1", "bushwick"),
    Support("2", "", "1", "bushwick"),
    Support("3", "papst", "2", ""),
    Hold("4"),
    Relocate("kennedy"),
    Disband("5"),
)
MINE = {
    "greene": {
        "1": "forest_hills",
        "2": "jackson_heights",
        "3": "flushing",
        "4": "howard_beach",
        "5": "rockaways",
    },
    "papst": {"2": "bayside"},
}


def test_each_order_of_a_draft_is_drawn() -> None:
    view = scenes.placed(MINE, "greene")
    plain = newyork2047.draw(view)
    seen = {plain}
    for order in DRAFT:
        seen.add(newyork2047.draw(view, draft=(order,)))
    assert len(seen) == len(DRAFT) + 1
    texts = [box.text for box in newyork2047.compose(view, draft=DRAFT).canvas.boxes]
    assert "Your orders · private" in texts


def test_a_draft_belongs_to_the_seat_of_the_view() -> None:
    """Nothing is drawn for the public, nor for units that are not the seat's own."""
    public = scenes.placed(MINE, None)
    assert newyork2047.draw(public, draft=DRAFT) == newyork2047.draw(public)
    assert alt(public, DRAFT) == alt(public)
    other = scenes.placed(MINE, "tower")
    drafts: tuple[tuple[Order, ...], ...] = ((Move("1", "bushwick"),), (Hold("1"),))
    drawn, bare = (newyork2047.compose(other, draft=draft) for draft in drafts)
    assert drawn.canvas.entries.tobytes() == bare.canvas.entries.tobytes()


def test_the_view_of_a_seat_shows_no_more_than_the_public_one() -> None:
    """But for the mark at the seat's own row."""
    state, events = scenes.played(9, 3)
    public = newyork2047.compose(GAME.view(state, None), events=events)
    for seat in SEATS:
        mine = newyork2047.compose(GAME.view(state, seat), events=events)
        assert mine.shown == public.shown
        assert mine.canvas.boxes == public.canvas.boxes
        cut = (30, 0, *SIZE)
        assert mine.canvas.entries.crop(cut).tobytes() == public.canvas.entries.crop(cut).tobytes()


def test_marks() -> None:
    view = scenes.placed(MINE, "greene")
    marks = {"forest_hills": "chosen", "bushwick": "move", "jackson_heights": "support"}
    scene, plain = newyork2047.compose(view, marks=marks), newyork2047.compose(view)
    assert count(scene, style.GREEN) > count(plain, style.GREEN) + 1000
    assert count(scene, style.GOLD) > count(plain, style.GOLD) + 1000
    with pytest.raises(ValueError, match="jump"):
        newyork2047.draw(view, marks={"soho": "jump"})
    with pytest.raises(KeyError):
        newyork2047.draw(view, marks={"berlin": "move"})


# parts of the map


@pytest.mark.parametrize("key", atlas().places)
def test_zoom_on_every_space(key: str) -> None:
    """The space is whole, named, and larger than on the map."""
    scene = compose("turn 9 of 3", size=900, focus=[key])
    frame, place = scene.frame, atlas().places[key]
    assert frame.width == 900
    assert 500 <= frame.height <= 1300
    assert frame.scale > (1 if place.water else 1.2)  # 900 pixels, not the usual 1200
    assert frame.holds(place.bounds)
    assert {place.abbr, *place.lines} <= {box.text for box in scene.canvas.boxes}
    view, _ = SCENES["turn 9 of 3"]
    shown = {n for piece in scene.shown if piece.kind in ("unit", "plate") for n in numbers(piece)}
    assert {(unit.seat, str(unit.number)) for unit in view.units() if unit.space == key} <= shown


def test_zoom_on_a_front() -> None:
    view, _ = SCENES["turn 12 of 4"]
    mine = [unit.space for unit in view.units("hamblet")]
    scene = compose("turn 12 of 4", focus=mine)
    assert 1000 <= scene.frame.width <= 1400
    assert scene.frame.height <= 1700
    texts = {box.text for box in scene.canvas.boxes}
    assert {style.LOOKS[seat].word for seat in SEATS} <= texts
    assert {"Fall 2051", CAPTION} <= texts
    assert newyork2047.draw(view, focus=mine) == newyork2047.draw(view, focus=sorted(set(mine)))


def test_zoom_draws_its_lines_and_pieces_where_they_are() -> None:
    units = {"greene": {"1": "bushwick"}}
    moved = ev.Moved(seat="greene", unit="1", origin="forest_hills", target="bushwick", how="move")
    scene = newyork2047.compose(scenes.placed(units), events=[moved], focus=["bushwick", "forest_hills"])
    at = scene.frame.at(middle("forest_hills", "bushwick"))
    assert near(scene, at, BLUE, 40) > 200
    (piece,) = [piece for piece in scene.shown if piece.kind == "unit"]
    x, y = scene.frame.at(atlas().places["bushwick"].anchors[0])
    assert piece.box[0] < x < piece.box[2]
    assert piece.box[1] < y < piece.box[3]


def test_zoom_refuses_what_is_not_there() -> None:
    with pytest.raises(KeyError):
        newyork2047.draw(scenes.view(), focus=["berlin"])


# the signs


def texts_of(view: View, **more: object) -> list[str]:
    return [box.text for box in newyork2047.compose(view, **more).canvas.boxes]  # type: ignore[arg-type]


def test_the_sign_names_season_caption_and_factions() -> None:
    found = texts_of(scenes.view(), names=NAMES, caption=CAPTION)
    assert {"New York 2047", "Spring 2047", CAPTION, "Ольга", "Ann", "Zoë"} <= set(found)
    assert {style.LOOKS[seat].word for seat in SEATS} <= set(found)
    assert found.count("1") == 7
    assert found.count("3") == 7
    assert not any("moved" in text for text in found)
    assert "moved" in texts_of(*SCENES["turn 9 of 3"][:1], events=SCENES["turn 9 of 3"][1])


def test_the_sign_tells_what_became_of_factions() -> None:
    state = scenes.started()
    gone = replace(
        state,
        ended={"greene": 3, "papst": 4},
        conceded=frozenset({"papst"}),
        homes={seat: key for seat, key in state.homes.items() if seat != "greene"},
    )
    found = texts_of(GAME.view(gone, None), names={"greene": "Ann"})
    assert {"Ann · eliminated", "conceded"} <= set(found)


def test_the_sign_tells_the_phase_and_the_end() -> None:
    state = scenes.started()
    adjusting = replace(state, phase="adjustment", season="fall")
    assert {"New York 2047 · adjustment", "Fall 2047"} <= set(texts_of(GAME.view(adjusting, None)))
    places = dict.fromkeys(SEATS, 2) | {"dunning": 1}
    won = scenes.over(state, places)
    assert {"Dunning wins", "New York 2047 · over in spring 2047"} <= set(texts_of(won))
    assert "Draw" in texts_of(scenes.over(state, dict.fromkeys(SEATS, 1)))


# in words


@pytest.mark.parametrize("name", SCENES)
def test_words_are_short_enough_and_name_every_unit(name: str) -> None:
    view, events = SCENES[name]
    text = alt(view, names=NAMES, caption=CAPTION, events=events)
    assert len(text) <= LONGEST
    if name.startswith("crowded"):
        return
    assert not text.endswith("…")
    for seat in SEATS:
        row = text[text.index(style.LOOKS[seat].word) :] if view.units(seat) else ""
        for unit in view.units(seat):
            assert view.board.spaces[unit.space].abbr.upper() in row


def test_words_of_the_start() -> None:
    text = alt(scenes.view(), names={"tower": "Ann"}, caption="k7f3")
    assert text.startswith("Map of New York 2047, Spring 2047, k7f3. Tower (Ann) 1★, home CLO: 1+2+3 CLO.")


def test_words_of_a_turn() -> None:
    events = (
        ev.Taken(space="harlem", seat="tower", before=None),
        ev.Lost(seat="papst", unit="5", space="bushwick", target="soho", reason="attack_failed", by="greene"),
        ev.Appeared(seat="tower", unit="4", space="cloisters"),
        ev.Battle(
            space="soho", defender=None, defense=0, parts={}, sides=(), strongest=None, result="standoff",
            ring=False,
        ),
    )  # fmt: skip
    text = alt(scenes.view(), events=events)
    assert "Taken: HAR. Standoffs: SOH. Lost: Papst 5. New: Tower 4." in text


def test_words_of_a_draft() -> None:
    text = alt(scenes.placed(MINE, "greene"), DRAFT)
    assert "seen by nobody else: 1 move bushwick; 2 support 1 to bushwick;" in text
