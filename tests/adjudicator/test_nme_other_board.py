"""Another board file can replace that of NME: the rules take everything from the file."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.nme import Nme
from maps.nme import board_file


@pytest.fixture
def larger(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The short sides, whose length the rules leave open, six hexagons long: thirteen rows."""
    monkeypatch.setattr(board_file, "ROWS", "ABCDEFGHIJKLM")
    monkeypatch.setattr(board_file, "FIRST", -5)
    monkeypatch.setattr(board_file, "DEPTHS", {"black": (0, 0, 1), "gray": (15, 1, 0), "white": (36, -1, -1)})
    return board_file.definition()


def test_a_larger_board_plays(larger: dict[str, Any]) -> None:
    game, rng = Nme(larger), random.Random(13)
    assert game.board()["armies"]["gray"]["base"] == ["G0s", "H0s", "I0s", "J0s", "K0s", "L0s", "M0s"]
    state = game.start({"quiet_rounds": 20}, ScriptedChance()).state
    rows = set()
    for _ in range(400):
        if game.outcome(state) is not None:
            break
        [seat] = game.phase(state).owing
        view = game.view(state, seat)
        orders = list(game.legal(view))
        for order in orders:
            assert game.parse(view, str(order).lower()) == (order,)
            rows.add(str(order)[0])
        state = game.resolve(state, {seat: (rng.choice(orders),)}, ScriptedChance()).state
        assert game.load(game.dump(state)) == state
    assert rows == set("ABCDEFGHIJKLM")


def test_a_board_of_too_many_spaces_is_refused(larger: dict[str, Any]) -> None:
    larger["hexagons"] |= {f"Z{number}": [number, 99] for number in range(1, 200)}
    with pytest.raises(ValueError, match="512 at the most"):
        Nme(larger)
