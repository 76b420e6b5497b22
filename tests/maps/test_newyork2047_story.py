"""The picture of New York 2047: what a turn, a draft and a menu add to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.game import Event
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Hold, Move, Order
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047 import style
from maps.newyork2047.layout import atlas
from maps.newyork2047.painting import MapScene, alt
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import (
    ANYWHERE,
    BLUE,
    DRAFT,
    GAME,
    MINE,
    SCENES,
    SIZE,
    count,
    middle,
    near,
)

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
