"""The words in and for the picture of WW3."""

from __future__ import annotations

import pytest

from adjudicator.ww3.board import EMPTY
from adjudicator.ww3.orders import Move
from adjudicator.ww3.state import Last
from maps.ww3 import painting as ww3
from maps.ww3 import style
from maps.ww3.layout import ground
from maps.ww3.painting import compose
from tests.maps import ww3_scenes as scenes
from tests.maps.ww3_scenes import PICTURES

NAMES, SCENES, texts = PICTURES.names, PICTURES.scenes, PICTURES.texts


def test_who_is_to_move() -> None:
    assert "Red to move" in texts(scenes.view())
    assert "Blue to move" in texts(scenes.view(None, 1))
    gold = style.palette().index_of(style.GOLD)
    for plies, expected in ((0, True), (1, False)):
        low = compose(scenes.view(None, plies), names=NAMES).entries.crop((0, 1150, 340, 1200))
        assert (low.tobytes().count(bytes([gold])) > 100) == expected


def test_the_set_up() -> None:
    for seat in (None, "blue"):
        found = texts(scenes.secret(seat, 3), names={"blue": "Bernd"})
        assert {"Set-up", "every formation stays secret until all are chosen"} <= set(found)
        assert {"Blue · formation secret", "Bernd"} <= set(found)
        assert "Olive" not in found and "Red" in found


def test_the_end() -> None:
    assert {"Red wins", "One Base is left: Red 1st, Silver 2nd, Olive 3rd, Blue 4th"} <= set(
        texts(SCENES["won"])
    )
    assert {"Draw", "By agreement: Red draws, Silver draws, Olive draws, Blue 4th"} <= set(
        texts(SCENES["drawn"])
    )
    assert "Blue · out, 4th" in texts(SCENES["won"], names={"blue": "Bernd"})
    assert "wins" in texts(SCENES["won"])
    assert texts(SCENES["drawn"]).count("draws") == 3
    assert not any("to move" in text for text in texts(SCENES["won"]))


def test_notices() -> None:
    found = texts(SCENES["fullest"], names=NAMES)
    assert {"Red · offers a draw", "Silver · offers a draw", "Quiet rounds: 49 of 50"} <= set(found)
    assert not any("Quiet" in text for text in texts(scenes.view(None, 5)))
    near, far = (scenes.placed({"f6": "rS"}, quiet=quiet) for quiet in (30, 29))
    assert "Quiet rounds: 30 of 50" in texts(near)
    assert not any("Quiet" in text for text in texts(far))


TOLD = (
    (scenes.last("red", scenes.step("d3-d4-e4")), "Red Soldier d3-d4-e4"),
    (scenes.last("olive", scenes.step("i5-h5-g5", "")), "Olive unit i5-h5-g5"),
    (scenes.last("red", scenes.step("f4-f5", "T", "won", "blue", "C")), "Red Tank f4 took Blue Captain f5"),
    (
        scenes.last("red", scenes.step("f10-f11", "A", "won", "silver", "B")),
        "Red Air Craft f10 took Silver Base f11: Silver is out",
    ),
    (
        scenes.last("blue", scenes.step("d5-d4"), scenes.step("d6-e6", "S", "lost", "red", "P")),
        "Blue Soldier d5-d4; Blue Soldier d6 fell to Red Spy e6",
    ),
    (
        scenes.last("blue", scenes.step("e5-f6", "N", "bounced", "red", "N")),
        "Blue Nuclear Bomb e5 and Red Nuclear Bomb f6 met: both stay",
    ),
    (
        scenes.last(
            "red", scenes.step("f4-f5", "S", "won", "blue", "S"), scenes.step("e5-f5", "S", "skipped")
        ),
        "Red Soldier f4 took Blue Soldier f5; e5-f5 not made",
    ),
)


@pytest.mark.parametrize(("last", "told"), TOLD)
def test_the_newest_move_in_words(last: Last, told: str) -> None:
    view = scenes.placed({"f6": "rS", "a6": "bB"}, last=last)
    assert told in texts(view)
    assert f"Last: {told}." in ww3.alt(view)


@pytest.mark.parametrize("name", SCENES)
def test_alt(name: str) -> None:
    view = SCENES[name]
    draft = () if view.outcome or view.seat is None else (Move((("d10", "d11"), ("h10", "h11"))),)
    if view.phase.key == "setup" and view.seat is not None:
        draft = (scenes.setup(view.seat),)  # type: ignore[assignment]
    text = ww3.alt(view, draft, names=NAMES, caption="k7f3 · turn 1234")
    assert len(text) <= 1024
    assert "…" not in text
    assert text.startswith("WW3, k7f3 · turn 1234. ")
    assert all(f"seen by nobody else: {order}." in text for order in draft)
    assert ("to move" in text) == (view.phase.key == "play")
    for point, letter in enumerate(view.board):
        if letter != EMPTY:
            assert ground().names[point] in text


def test_alt_in_full() -> None:
    view = scenes.placed(
        {"f1": "rB", "f5": "rS", "e4": "rS", "a6": "bB", "b6": "bN", "k6": "oB"},
        "red",
        fog=True,
        known=scenes.points("f5"),
        lost=("SS", "", "AS", ""),
        gone=("", "", "NB", ""),
        out=(2,),
        last=scenes.last("blue", scenes.step("b7-b6", "")),
    )
    assert ww3.alt(view, names={"red": "Ann"}, caption="k7f3 · turn 3") == (
        "WW3, k7f3 · turn 3. Red to move. Last: Blue unit b7-b6. Red (Ann): S e4 f5, B f1; fell: 2 S. "
        "Blue: ? a6 b6. Silver, out: fell: A, S; left: 2 ?. Olive: ? k6. "
        "Everybody knows your units on f5."
    )
