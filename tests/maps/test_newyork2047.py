"""The picture of New York 2047: that it is always the same, and that nothing hides anything."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Any

import pytest

from adjudicator.game import Event
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Hold, Move, Order, Relocate
from adjudicator.newyork2047.state import View
from bot.presenters.newyork2047 import NewYorkPresenter
from maps.canvas import TextBox
from maps.geometry import away
from maps.newyork2047 import ground, style
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047.ground import label_boxes
from maps.newyork2047.layout import COUNTER, FAR, NEAR, STAR, TURRETON, atlas, whole
from maps.newyork2047.painting import MapScene, Piece, alt
from maps.newyork2047.placement import ROUND, head
from maps.newyork2047.rules_pictures import TURNS, played
from maps.newyork2047.text import ADJUSTMENT, GONE, KEY, PRIVATE
from maps.painter import rules_pictures
from maps.text import seat_name
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import (
    ANYWHERE,
    BLUE,
    CAPTION,
    DRAFT,
    GAME,
    MINE,
    NAMES,
    SCENES,
    SIZE,
    color_at,
    compose,
    count,
    middle,
    near,
    numbers,
)
from tests.tiers import sample

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
    assert len({box.text for box in texts}) == 68
    fixed_boxes = []
    for place in atlas().places.values():
        for at, reach in ((place.star, STAR * FAR.zoom), (place.turreton, (TURRETON - 4) * FAR.zoom)):
            if at is not None:
                fixed_boxes.append((at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach))
    for one, other in combinations(texts, 2):
        assert overlap(edges(one), edges(other)) <= 1, (one, other)
    for text in texts:
        for box in fixed_boxes:
            assert overlap(edges(text), box) <= 4, (text, box)
    signs = [box for box in scene.canvas.boxes if box not in texts]
    assert len(signs) > 18
    for sign in signs:
        for text in texts:
            assert overlap(edges(sign), edges(text)) <= 0, (sign, text)
    for one, other in combinations(signs, 2):
        assert overlap(edges(one), edges(other)) <= 1, (one, other)


def test_full_names_keep_apart() -> None:
    """Those of a small part: from each other, and from stars and Turretons."""
    places = atlas(NEAR).places.values()
    for one, other in combinations([box for place in places for box in place.words], 2):
        assert overlap(one, other) <= 2, (one, other)
    for place in places:
        for at, reach in ((place.star, STAR - 3), (place.turreton, TURRETON - 4)):
            assert at is None or all(away(at, box) > reach for box in place.words), place.key


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


# the story


def story(*events: Event, units: dict[str, dict[str, str]] | None = None) -> MapScene:
    return newyork2047.compose(scenes.placed(units or ANYWHERE), events=events)


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
    (path,) = scene.summary.paths
    assert scene.way(path)[0] == atlas().places["newark"].anchors[0]


def test_what_only_some_may_see_is_not_drawn() -> None:
    view, events = SCENES["turn 9 of 3"]
    hidden = tuple(replace(event, seen_by=frozenset({"tower"})) for event in events)
    assert newyork2047.draw(view, events=hidden) == newyork2047.draw(view)
    assert alt(view, events=hidden) == alt(view)


# the draft


def test_each_order_of_a_draft_is_drawn() -> None:
    view = scenes.placed(MINE, "greene")
    plain = newyork2047.draw(view)
    seen = {plain}
    for order in DRAFT:
        seen.add(newyork2047.draw(view, draft=(order,)))
    assert len(seen) == len(DRAFT) + 1
    texts = [box.text for box in newyork2047.compose(view, draft=DRAFT).canvas.boxes]
    assert PRIVATE in texts


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


# arrows


@pytest.mark.parametrize("name", [name for name in SCENES if "turn" in name])
def test_heads_of_moves_keep_clear_of_counters(name: str) -> None:
    """But for some in spaces full of them; an arrow's tip may touch its own unit."""
    scene = compose(name)
    moves = [path for path in scene.summary.paths if path.kind == "move"]
    tokens = [(key, token) for key, stack in scene.stacks.items() for token in stack.tokens]
    hidden = 0
    for path in moves:
        at = head(scene.way(path), scene.zoom)
        for key, token in tokens:
            own = (key, token.seat) == (path.target, path.seat) and token.text in path.units
            room = COUNTER * token.zoom + (0 if own else scene.zoom * ROUND / 2)
            hidden += dist(at, token.at) < room
    assert hidden <= len(moves) * 0.1, (hidden, len(moves))


def test_the_head_lies_over_the_name() -> None:
    units = {"tower": {"3": "morningside"}}
    moved = ev.Moved(seat="tower", unit="3", origin="cloisters", target="morningside", how="move")
    scene = newyork2047.compose(scenes.placed(units), events=[moved])
    (path,) = scene.summary.paths
    assert near(scene, head(scene.way(path), scene.zoom), style.LOOKS["tower"].color, 10) > 100


def test_an_arrow_does_not_begin_behind_who_came_later() -> None:
    units = {"rossoni": {"5": "co_op_city", "6": "arthur_avenue"}}
    moved = ev.Moved(seat="rossoni", unit="5", origin="arthur_avenue", target="co_op_city", how="move")
    scene = newyork2047.compose(scenes.placed(units), events=[moved])
    (path,) = scene.summary.paths
    (token,) = scene.stacks["arthur_avenue"].tokens
    assert dist(scene.way(path)[0], token.at) > COUNTER


def test_dark_arrows_have_a_broad_rim() -> None:
    def white(seat: str) -> int:
        moved = ev.Moved(seat=seat, unit="1", origin="meadowlands", target="cliffside", how="move")
        scene = newyork2047.compose(scenes.placed({seat: {"1": "cliffside"}}), events=[moved])
        (path,) = scene.summary.paths
        return near(scene, head(scene.way(path), scene.zoom), style.WHITE, 24)

    assert white("tower") > white("hamblet") * 1.3


# the glow of a Turreton, the flag of a plan


def test_the_glow_of_a_turreton_leaves_the_names() -> None:
    """The same pixels of the abbreviations' colour with and without it."""
    homes = {"moe": "lower_hudson", "larry": "lower_bay", "curly": "long_island_sound"}
    for name, key in homes.items():
        view = scenes.placed(scenes.ANYWHERE, turretons={"moe": None, "larry": None, "curly": None})
        turned = ev.TurretonTurned(turreton=name, seat="greene", before=None, space=key)
        bare, lit = newyork2047.compose(view), newyork2047.compose(view, events=[turned])
        ink = bytes([style.palette().index_of(style.WATER_INK)])
        for text in label_boxes(lit.frame, key):
            box = (text.left, text.top, text.right, text.bottom)
            counts = [scene.canvas.entries.crop(box).tobytes().count(ink) for scene in (bare, lit)]
            assert counts[0] == counts[1] > 20


def test_the_flag_of_a_plan_stands_beside_the_star_and_the_name() -> None:
    view = scenes.placed({"greene": {"1": "linwood"}}, "greene")
    bare, drawn = (newyork2047.compose(view, draft=draft) for draft in ((), (Relocate("linwood"),)))
    place = atlas().places["linwood"]
    x, y = place.star or (0, 0)
    boxes = [*place.words, (x - STAR, y - STAR, x + STAR, y + STAR)]
    for box in boxes:
        edges = round(box[0]), round(box[1]), round(box[2]), round(box[3])
        parts = [scene.canvas.entries.crop(edges).tobytes() for scene in (bare, drawn)]
        assert parts[0] == parts[1]
    at, _ = bare.stacks["linwood"].spare()
    assert all(away(at, box) > 8 for box in boxes)
    assert near(drawn, at, style.LOOKS["greene"].color) > near(bare, at, style.LOOKS["greene"].color) + 80


# signs


@pytest.mark.parametrize("caption", ["k7f3 · after turn 12", "k7f3 · the end", "s2y5 · after turn 3"])
def test_captions_are_never_cut(caption: str) -> None:
    state = scenes.started()
    for season in ("spring", "fall"):
        for phase in ("orders", "adjustment"):
            view = GAME.view(replace(state, season=season, phase=phase), "greene")
            for draft in ((), scenes.DRAFT):
                for focus in ((), ("jamaica",)):
                    drawn = newyork2047.compose(view, caption=caption, draft=draft, focus=focus)
                    assert caption in [box.text for box in drawn.canvas.boxes]
        ended = scenes.over(replace(state, season=season), dict.fromkeys(SEATS, 1))
        for focus in ((), ("jamaica",)):
            drawn = newyork2047.compose(ended, caption=caption, focus=focus)
            assert caption in [box.text for box in drawn.canvas.boxes]


def test_the_key_names_the_marks_on_the_map() -> None:
    """And no others; standoffs before what explains itself, where there is no room for all."""
    full = [box.text for box in compose("turn 9 of 3").canvas.boxes]
    assert [KEY[kind] for kind in ("standoff", "stopped", "lost", "taken")] == [
        text for text in full if text in KEY.values()
    ][:4]
    moved = ev.Moved(seat="greene", unit="1", origin="forest_hills", target="bushwick", how="move")
    assert not set(KEY.values()) & {box.text for box in story(moved).canvas.boxes}
    new = ev.Appeared(seat="tower", unit="4", space="cloisters")
    found = story(moved, new, units={"tower": {"4": "cloisters"}})
    assert set(KEY.values()) & {box.text for box in found.canvas.boxes} == {KEY["new"]}


def readable(scene: MapScene) -> None:
    """The smallest words are 13 pixels high in a post, 550 pixels wide: a capital has 0.72 of that."""
    least = 0.72 * 13 * scene.frame.width / 550 - 2
    for box in scene.canvas.boxes:
        if any(one.isupper() or one.isdigit() for one in box.text):
            assert box.bottom - box.top >= least, (box, least)


@pytest.mark.parametrize("name", SCENES)
def test_words_can_be_read_in_a_post(name: str) -> None:
    view, events = SCENES[name]
    readable(newyork2047.compose(view, caption="k7f3 · turn 12", events=events))


@pytest.mark.parametrize("seat", SEATS)
def test_words_can_be_read_on_a_desk(seat: str) -> None:
    for turns, seed in ((0, 1), (6, 2)):
        state, events = scenes.played(turns, seed)
        view = GAME.view(state, seat)
        readable(newyork2047.compose(view, caption="k7f3 · turn 12", changes=events, close=True))


# one's own part


def test_own_part_is_tight() -> None:
    units = {"1": "howard_beach", "2": "jamaica", "3": "bushwick", "4": "forest_hills"}
    view = scenes.placed({"greene": units}, "greene")
    focus = NewYorkPresenter(GAME.map).focus(view, "", True)
    frame = newyork2047.compose(view, focus=focus).frame
    for key in units.values():
        assert frame.holds(frame.places[key].bounds)
        for near_by in GAME.map.near[key]:
            assert all(frame.holds(box) for box in frame.places[near_by].words)
    assert not frame.shows(frame.places["jersey_city"].bounds)
    assert not frame.holds(frame.places["rockaways"].bounds)
    assert frame.scale > 1.2 * whole(frame.width).scale


# the desk: one's own part, and what changed there

CHANGES = (
    ev.Lost(seat="greene", unit="6", space="bushwick", target="bushwick", reason="defeated", by="papst"),
    ev.Lost(seat="dunning", unit="7", space="flatbush", target="flatbush", reason="defeated", by="hamblet"),
    ev.Moved(seat="papst", unit="2", origin="jackson_heights", target="bushwick", how="battle"),
    ev.Moved(seat="tower", unit="2", origin="cloisters", target="harlem", how="move"),
    ev.Taken(space="bushwick", seat="papst", before="greene"),
    ev.Taken(space="howard_beach", seat="greene", before=None),
    ev.Taken(space="harlem", seat="tower", before=None),
    ev.Appeared(seat="greene", unit="4", space="jamaica"),
)
OWN = {"greene": {"1": "forest_hills", "4": "jamaica"}, "papst": {"2": "bushwick"}}


def test_a_desk_shows_what_changed_for_its_seat() -> None:
    """And who came and took it; a turn's post shows everything, whoever looks."""
    scene = newyork2047.compose(scenes.placed(OWN, "greene"), changes=CHANGES, close=True)
    assert [(piece.seat, piece.text) for piece in scene.shown if piece.kind == "ghost"] == [("greene", "6")]
    assert [path.seat for path in scene.summary.paths] == ["papst"]
    assert (scene.summary.robbed, scene.summary.taken) == (["bushwick"], ["howard_beach"])
    assert scene.summary.new == {("greene", "4")}
    bare = newyork2047.compose(scenes.placed(OWN, "greene"), close=True)
    assert count(scene, style.RED) > count(bare, style.RED) + 500, "around what it lost"
    assert "Taken: HOW. Taken from you: BUS. Lost: Greene 6. New: Greene 4." in alt(
        scenes.placed(OWN, "greene"), changes=CHANGES
    )
    hidden = tuple(replace(event, seen_by=frozenset({"papst"})) for event in CHANGES)
    unseen = newyork2047.compose(scenes.placed(OWN, "greene"), changes=hidden, close=True)
    assert not unseen.summary.is_told
    public = newyork2047.compose(scenes.placed(OWN), events=CHANGES, changes=CHANGES)
    assert len(public.summary.paths) == 2 and not public.summary.robbed


def test_a_desk_is_cropped_to_its_own_front() -> None:
    near, far = scenes.placed(OWN, "greene"), {"1": "linwood", "2": "rockaways", "3": "tottenville"}
    assert not newyork2047.compose(near, close=True).frame.is_whole
    assert newyork2047.compose(scenes.placed(OWN), close=True).frame.is_whole, "everybody's"
    assert newyork2047.compose(scenes.placed({"greene": far}, "greene"), close=True).frame.is_whole
    sight = newyork2047.compose(near, close=True)
    assert sight.canvas.entries.height <= 0.8 * sight.canvas.entries.width, "with the menus on one screen"


# parts of the map


@pytest.mark.parametrize("key", sample([*atlas().places], range(0, 68, 12)))
def test_zoom_on_every_space(key: str) -> None:
    """The space is whole, named, and larger than on the map."""
    scene = compose("turn 9 of 3", size=900, focus=[key])
    frame, place = scene.frame, scene.places[key]
    assert (frame.width, frame.height) == (900, 648)
    assert frame.scale > whole(900).scale * (1.2 if place.water else 1.6)
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
    assert {seat_name(seat) for seat in SEATS} <= texts
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
    assert {"Spring 2047", CAPTION} <= set(found)
    assert {seat_name(seat) for seat in SEATS} <= set(found)
    assert found.count("1") == 7
    assert not set(KEY.values()) & set(found)


def test_the_sign_tells_what_became_of_factions() -> None:
    state = scenes.started()
    gone = replace(
        state,
        ended={"greene": 3, "papst": 4},
        conceded=frozenset({"papst"}),
        homes={seat: key for seat, key in state.homes.items() if seat != "greene"},
    )
    found = texts_of(GAME.view(gone, None), names={"greene": "Ann"})
    assert found.count(GONE) == 1, "one that has conceded still has its land"


def test_the_sign_tells_the_phase_and_the_end() -> None:
    state = scenes.started()
    adjusting = replace(state, phase="adjustment", season="fall")
    assert {ADJUSTMENT, "Fall 2047"} <= set(texts_of(GAME.view(adjusting, None)))
    places = dict.fromkeys(SEATS, 2) | {"dunning": 1}
    won = scenes.over(state, places)
    assert "Dunning wins" in texts_of(won)
    assert "Draw" in texts_of(scenes.over(state, dict.fromkeys(SEATS, 1)))


# in words


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


# the rules' pictures


def test_worked_turns_end_as_the_pictures_say() -> None:
    def told(at: int, kind: type[Event]) -> list[Any]:
        return [event for event in played(GAME, TURNS[at]).events if isinstance(event, kind)]

    taken, lost = (
        [[event.seat for event in told(at, kind)] for at in range(4)] for kind in (ev.Taken, ev.Lost)
    )
    assert taken == [["greene"], ["papst"], [], []]
    assert lost == [[], ["greene"], [], ["papst"]]
    assert [event.result for at in (1, 2) for event in told(at, ev.Battle)] == ["won", "standoff"]
    (cut,) = told(3, ev.SupportFailed)
    assert (cut.seat, cut.unit, cut.reason) == ("papst", "2", "attacked")


def test_the_pictures_of_the_rules() -> None:
    names = [picture.name for picture in rules_pictures("newyork2047")]
    assert names == ["map", "orders", "battles"], "of its first pages, in their order"
