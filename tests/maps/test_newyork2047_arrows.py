"""The picture of New York 2047: the heads of arrows are seen, and what lies beside them too."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest

from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Relocate
from bot.presenters.newyork2047 import NewYorkPresenter
from maps.geometry import away
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047 import style
from maps.newyork2047.ground import label_boxes
from maps.newyork2047.layout import COUNTER, STAR, atlas
from maps.newyork2047.placement import ROUND, head
from tests.maps import newyork2047_scenes as scenes
from tests.maps.newyork2047_scenes import GAME, SCENES, compose, near

# arrows


@pytest.mark.parametrize("name", [name for name in SCENES if "turn" in name])
def test_heads_of_moves_keep_clear_of_counters(name: str) -> None:
    """But for some in spaces full of them."""
    scene = compose(name)
    moves = [path for path in scene.summary.paths if path.kind == "move"]
    hidden = 0
    for path in moves:
        at = head(scene.way(path))
        tokens = [token for stack in scene.stacks.values() for token in stack.tokens]
        hidden += any(dist(at, token.at) < COUNTER * token.zoom + ROUND / 2 for token in tokens)
    assert hidden <= len(moves) * 0.2, (hidden, len(moves))


def test_the_head_lies_over_the_name() -> None:
    units = {"tower": {"3": "morningside"}}
    moved = ev.Moved(seat="tower", unit="3", origin="cloisters", target="morningside", how="move")
    scene = newyork2047.compose(scenes.placed(units), events=[moved])
    (path,) = scene.summary.paths
    assert near(scene, head(scene.way(path)), style.LOOKS["tower"].color, 10) > 100


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
        return near(scene, head(scene.way(path)), style.WHITE, 24)

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


def test_the_key_names_every_sign() -> None:
    texts = [box.text for box in compose("turn 9 of 3").canvas.boxes]
    wanted = {"moved", "stopped", "support", "standoff", "lost", "new", "taken", "changed sides"}
    assert wanted <= set(texts)


# one's own part


def test_own_part_is_tight() -> None:
    units = {"1": "kennedy", "2": "jamaica", "3": "bayside", "4": "forest_hills"}
    view = scenes.placed({"greene": units}, "greene")
    focus = NewYorkPresenter(GAME.map).focus(view, "", True)
    frame = newyork2047.compose(view, focus=focus).frame
    for key in units.values():
        assert frame.holds(atlas().places[key].bounds)
        for near_by in GAME.map.near[key]:
            assert all(frame.holds(box) for box in atlas().places[near_by].words)
    assert not frame.shows(atlas().places["jersey_city"].bounds)
    assert not frame.holds(atlas().places["rockaways"].bounds)
    assert frame.scale > 1.4
