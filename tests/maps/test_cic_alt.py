"""The picture in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.cic.board import EMPTY, SQUARES
from adjudicator.cic.orders import Enhance
from maps.cic.painting import alt
from maps.text import MAX_LENGTH
from tests.maps import cic_scenes as scenes
from tests.maps.cic_scenes import PICTURES

NAMES, SCENES = PICTURES.names, PICTURES.scenes


@pytest.mark.parametrize("name", SCENES)
def test_short_enough_and_complete(name: str) -> None:
    view = SCENES[name]
    text = alt(view, names=NAMES, caption="k7f3 · turn 1234")
    assert len(text) <= MAX_LENGTH
    assert not text.endswith("…")
    for square, letter in enumerate(view.board):
        if letter != EMPTY:
            assert SQUARES[square] in text


def test_start() -> None:
    text = alt(scenes.view(), names={"dark": "Ann"})
    assert "Dark (Ann) to move" in text
    assert "Light: C a1, F a2 b1, B b2, T a3 c1, H b3 c2, S a4 d1, D c3, A a5 b4 d2 e1." in text


def test_last_move_score_and_enhancements() -> None:
    view = replace(
        scenes.placed(("e4",), e4="K", h8="c"),
        last=scenes.last("e4", "f5", "x", "H", promoted=True),
        score=(0, 4),
        lost=("H", ""),
    )
    text = alt(view)
    assert "Last: Light Amphibian e4 took Helicopter f5, now King." in text
    assert "Score: Light 4, Dark 0." in text
    assert "Lost: Light nothing; Dark H." in text
    assert "Light: K e4+." in text


def test_results() -> None:
    assert "Light wins: Commander captured." in alt(SCENES["won"])
    assert "Draw: By agreement." in alt(SCENES["drawn"])


def test_notices() -> None:
    text = alt(replace(scenes.view(), offers=frozenset({"light"}), quiet=60))
    assert "Light offers a draw." in text
    assert "Quiet rounds: 30 of 50." in text
    assert "Quiet" not in alt(replace(scenes.view(), quiet=58))


def test_draft_only_if_passed() -> None:
    view = scenes.view("dark", enhanced=1)
    assert "enhance h8" in alt(view, (Enhance((63,)),))
    assert "not sent" not in alt(view)
    assert alt(view) == alt(scenes.view(enhanced=1))
