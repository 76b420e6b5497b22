"""The picture of New York 2047: its parts, its signs, and its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.state import View
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047.layout import atlas
from maps.newyork2047.painting import alt
from maps.text import MAX_LENGTH, seat_name
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import (
    BLUE,
    CAPTION,
    DRAFT,
    GAME,
    MINE,
    NAMES,
    SCENES,
    compose,
    middle,
    near,
    numbers,
)
from tests.tiers import sample

# parts of the map


@pytest.mark.parametrize("key", sample([*atlas().places], range(0, 68, 12)))
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
    assert {"New York 2047", "Spring 2047", CAPTION, "Ольга", "Ann", "Zoë"} <= set(found)
    assert {seat_name(seat) for seat in SEATS} <= set(found)
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
    assert len(text) <= MAX_LENGTH
    if name.startswith("crowded"):
        return
    assert not text.endswith("…")
    for seat in SEATS:
        row = text[text.index(seat_name(seat)) :] if view.units(seat) else ""
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
