"""Commander-In-Chief in words and at the desk, and how short reports of sequential games are."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.cic import events as ev
from adjudicator.cic.state import View
from adjudicator.game import Outcome
from adjudicator.registry import games
from bot.common.message import MOST_CHOICES
from bot.presenters import presenters
from bot.presenters.cic import text
from maps.boards import boards

GAMES = games(boards())
GAME, WORDS = GAMES["cic"], presenters()["cic"]


def position(**given: Any) -> View:
    view = GAME.view(GAME.position(given), given.get("to_move", "dark"))
    assert isinstance(view, View)
    return view


def test_pieces_and_targets_that_capture_stand_first_and_are_counted() -> None:
    view = position(
        pieces={"dark": {"h8": "C", "g7": "B", "d8": "A"}, "light": {"a1": "C", "e5": "F", "g5": "H"}},
    )
    pieces, targets = WORDS.menus(view, (), "g7")
    moves = [str(order) for order in GAME.legal(view) if str(order).startswith("g7")]
    captures = sum("x" in move for move in moves)
    assert captures and pieces.choices[0].value == "g7"
    told = f"{text.CAPTURES(n=captures)}, {text.MOVES(n=len(moves) - captures)}"
    assert pieces.choices[0].description == told
    assert ["x" in each.value for each in targets.choices] == sorted(
        ("x" in move for move in moves), reverse=True
    )
    assert sorted(each.value for each in targets.choices) == sorted(moves)


def test_a_promotion_is_told_before_and_after() -> None:
    view = position(pieces={"dark": {"h8": "C", "d3": "A"}, "light": {"a1": "C"}})
    [target] = [each for each in WORDS.menus(view, (), "d3")[1].choices if each.value == "d3-c2"]
    assert target.description == text.BECOMES_KING
    state = GAME.position({"pieces": {"dark": {"h8": "C", "d3": "A"}, "light": {"a1": "C"}}})
    done = GAME.resolve(state, {"dark": GAME.parse(view, "d3-c2")}, ScriptedChance())
    names = {"dark": "**Dark**", "light": "**Light**"}
    assert WORDS.narrate(done.events, names) == [
        text.MOVED_KING(player="**Dark**", piece="Amphibian", move="d3-c2")
    ]


@pytest.mark.parametrize("reason", ev.REASONS)
def test_every_ending_has_its_sentence(reason: str) -> None:
    names = {"dark": "**Dark** (Ada)", "light": "**Light** (Ben)"}
    if reason in text.WON:
        said = WORDS.result(Outcome(reason, {"dark": 2, "light": 1}), names)
        assert "**Light wins" in said and "**Light** (Ben)" in said
    if reason in text.DRAWN:
        assert WORDS.result(Outcome(reason, {"dark": 1, "light": 1}), names).startswith("**Draw")
    assert reason in text.WON or reason in text.DRAWN


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("cic", {}),
        ("cic", {"objective": "points", "round_limit": 6}),
        ("cic", {"teams": "both", "quiet_rounds": 9}),
        ("nme", {"quiet_rounds": 9}),
        ("nme", {"players": 2, "quiet_rounds": 9}),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_a_turn_is_told_in_three_lines(key: str, options: dict[str, Any], seed: int) -> None:
    """Random games with many captures and offers of draws, from the beginning."""
    game, words, lot = GAMES[key], presenters()[key], random.Random(seed)
    state = game.start(game.options(options), ScriptedChance()).state
    names = {seat: f"**{words.seat_name(seat)}** (x)" for seat in ("black", "gray", "white")}
    names |= {seat: f"**{words.seat_name(seat)}** (x)" for seat in game.seats(game.options(options))}
    for _ in range(80):
        if game.outcome(state) is not None:
            break
        [seat] = game.phase(state).owing
        if lot.random() < 0.2 and "draw" in game.declarations(state, seat):
            state = game.declare(state, seat, "draw").state
        if game.outcome(state) is not None:
            break
        view = game.view(state, seat)
        legal = list(game.legal(view))
        hits = [order for order in legal if "x" in str(order)]
        order = lot.choice(hits if hits and lot.random() < 0.6 else legal)
        assert all(len(step.choices) <= MOST_CHOICES for step in words.menus(view, (order,), ""))
        done = game.resolve(state, {seat: (order,)}, ScriptedChance())
        lines = words.narrate(done.events, names)
        assert 1 <= len(lines) <= 3 and all("\n" not in line for line in lines), lines
        state = done.state
