"""The words in and for the picture of NME."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.game import Outcome
from adjudicator.nme.orders import Move
from adjudicator.nme.state import Fall, LastMove
from maps.nme import painting as nme
from maps.nme import style
from maps.nme.painting import compose
from tests.maps import nme_scenes as scenes
from tests.maps.nme_scenes import PICTURES

NAMES, SCENES, texts = PICTURES.names, PICTURES.scenes, PICTURES.texts


def test_who_is_to_move() -> None:
    view = scenes.view()
    assert "Black to move" in texts(view)
    assert "Gray to move" in texts(scenes.view(None, 1))
    x, y = 700, 1326
    gold = style.palette().index_of(style.GOLD)
    for plies, expected in ((0, True), (1, False)):
        low = compose(scenes.view(None, plies), names=NAMES).entries.crop((0, y - 20, x, y + 20))
        assert (low.tobytes().count(bytes([gold])) > 100) == expected


def test_protect_the_ally() -> None:
    """Gray has no player; it is said who moves it."""
    names = {"black": "Ann", "white": "Bernd", "gray": "nobody"}
    first, second = scenes.view(None, 1, players=2), scenes.view(None, 2, players=2)
    assert "Gray to move, played by Black" in texts(first, names=names)
    assert "the ally: now played by Black" in texts(first, names=names)
    assert "White to move" in texts(second, names=names)
    assert "the ally: next played by White" in texts(second, names=names)
    assert "nobody" not in texts(first, names=names)
    assert {"Ann", "Bernd", "Gray"} <= set(texts(first, names=names))


def test_the_end() -> None:
    assert {"Black wins", "One President is left: Black 1st, White 4th, Gray 5th"} <= set(
        texts(SCENES["won"])
    )
    assert {"Black is 2nd", "A Compromise: Black 2nd, White 3rd, Gray 5th"} <= set(
        texts(SCENES["compromise"])
    )
    assert {"Draw", "By agreement: Black draws, White draws, Gray 5th"} <= set(texts(SCENES["drawn"]))
    ally = scenes.view(None, 20, players=2)
    ended = replace(
        ally,
        mover=None,
        state=replace(ally.state, phase="over", outcome=Outcome("conceded", {"black": 5, "white": 2})),
    )
    assert {"White is 2nd", "The opponent conceded: White 2nd, Black unplaced"} <= set(texts(ended))
    assert not any("to move" in text for text in texts(ended))


def test_notices() -> None:
    found = texts(SCENES["fullest"])
    assert {"Black votes for a draw", "Gray votes for a draw", "Quiet rounds: 49 of 50"} <= set(found)
    flank = {"C4": "s", "C6": "I"}
    rights = {"flanks": frozenset({(0, scenes.BOARD.index["C4"])})}
    assert "Black may flank C4" in texts(scenes.placed(flank, **rights))
    assert "Black may flank C4" in texts(scenes.placed(flank, "gray", **rights))
    for more in ({"C5": "n"}, {"C6": "A"}, {"C4": "."}, {"C6": ".", "C5": "I"}):
        assert not any("flank" in text for text in texts(scenes.placed(flank | more, **rights))), more
    assert not any("Quiet" in text for text in texts(scenes.view(None, 20)))


SAVED = scenes.last(0, "A4s", "A4n", "P", how="naval_one")
TOLD = (
    (SAVED, "Black President A4s to A4n by Naval One"),
    (replace(SAVED, taken="I", of=1), "Black President A4s took Gray Infantry A4n by Naval One"),
    (
        scenes.last(1, "G3", "G5", "I", "A", 2, "flank"),
        "Gray Infantry G3 took White Air Force G5 by flanking",
    ),
    (
        scenes.last(2, "B1", "A1s", "I", how="trade", traded="S"),
        "White Infantry B1 to A1s, traded for Special Force",
    ),
    (scenes.last(2, "K5s", "K5n", "N"), "White Navy K5s to K5n"),
)


@pytest.mark.parametrize(("last", "told"), TOLD)
def test_the_newest_move_in_words(last: LastMove, told: str) -> None:
    assert told in texts(scenes.placed({}, last=last))


@pytest.mark.parametrize("name", SCENES)
def test_alt(name: str) -> None:
    view = SCENES[name]
    text = nme.alt(view, (Move("F6", "F9", "-"),), names=NAMES, caption="k7f3 · turn 12")
    assert len(text) <= 1024
    assert "…" not in text
    assert text.startswith("Protect the Ally" if view.state.options.ally else "NME")
    assert "Your order, seen by nobody else: F6-F9." in text
    assert ("to move" in text) == (view.outcome is None)
    for space, letter in enumerate(view.board):
        if letter != ".":
            assert scenes.BOARD.names[space] in text


def test_alt_in_full() -> None:
    view = scenes.placed(
        {"A4s": "P", "F6": "I", "F7": "I", "I0s": "p", "L1": "2"},
        falls=(Fall(2, 1),),
        prisoners=("ii5", "", ""),
        last=scenes.last(1, "I8s", "I7s", "A", "P", 2),
    )
    assert nme.alt(view, names={"black": "Ann"}, caption="k7f3 · turn 3") == (
        "NME, k7f3 · turn 3. Black to move. Last: Gray Air Force I8s took White President I7s. "
        "Black (Ann): P A4s, I F6 F7; holds 2 Gray I, a White I. Gray: P I0s. "
        "White, out, taken by Gray: A L1."
    )
