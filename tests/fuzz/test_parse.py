"""Fuzzing of `parse`, over all games: only OrderError ever comes out, and accepted text is a fixed point."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import strategies as st

from adjudicator.errors import IllegalOrderError, NotUnderstoodError, OrderError
from tests.conformance import GAMES, SCENARIOS, states
from tests.fuzz.profile import fuzzed

SIGNS = [
    "-",
    "x",
    "*",
    " ",
    "",
    "->",
    "–",
    "—",
    "→",
    ">",
    "×",
    " to ",
    ",",
    ".",
    "/",
    "--",
    "\t",
    "\u00a0",
    "\u2028",
]
SQUARES = [f"{file}{rank}" for file in "abcdefghiA\u017f\u212a" for rank in "0123456789²٣"]
SPACES = [
    f"{row}{number}{end}" for row in "AcelLmſ" for number in (0, 1, 4, 8, 12, "٣") for end in ("", "n", "S")
]
WORDS = ["enhance", "none", "draw", "concede", "ENHANCE", "None", "pass", "hold", "a", "K", ""]
WORDS += ["=S", "= navy", " N1", "(n1)", "s ", "penalty B2", "forfeit", "penalty", "Pass"]
GLUE = [" ", ";", "\n", "\r\n", "", ",", "  ", "\x00", "\x1c", "\x85"]


def views() -> list[tuple[str, Any, Any]]:
    """Views of every seat, in some states of every game."""
    found = []
    for key, number in SCENARIOS:
        game = GAMES[key]
        for state in states(key, number, 12)[::4]:
            for seat in (None, *game.seats(game.dump(state)["options"])):
                found.append((key, state, game.view(state, seat)))
    return random.Random(5).sample(found, min(len(found), 60))


VIEWS = views()
pick = st.sampled_from
orders = st.one_of(
    st.builds("".join, st.tuples(pick(names), pick(SIGNS), pick(names))) for names in (SQUARES, SPACES)
)
trades = st.builds(
    "".join, st.tuples(orders, pick(["=", " = ", " ", ""]), pick([*"pasniPQ", "navy", "n1", ""]))
)
words = st.one_of(orders, pick(WORDS), pick(SQUARES), pick(SPACES), st.text(max_size=6))
texts = st.one_of(
    st.text(max_size=40),
    orders,
    trades,
    st.lists(st.tuples(words, pick(GLUE)), max_size=7).map(lambda pairs: "".join(a + b for a, b in pairs)),
    st.lists(pick(SQUARES), max_size=7).map(lambda squares: "enhance " + " ".join(squares)),
)


def tried(key: str, view: Any, text: str) -> None:
    game = GAMES[key]
    try:
        found = game.parse(view, text)
    except NotUnderstoodError as error:
        assert "\n" not in error.reason
        assert error.reason
        return
    assert found
    canonical = "\n".join(map(str, found))
    assert game.parse(view, canonical) == found
    assert "\n".join(map(str, game.parse(view, canonical))) == canonical
    assert game.parse(view, canonical.replace("\n", " ; ").upper()) == found
    try:
        game.check(view, found)
    except IllegalOrderError as error:
        for instead in error.instead:
            try:  # an alternative is an order that may be given now, or a word or square to use in one
                game.check(view, game.parse(view, instead))
            except NotUnderstoodError:
                assert instead in canonical or instead.isalnum() or "-" in instead


@fuzzed(300, st.integers(0, 10_000), texts)
def test_any_text(number: int, text: str) -> None:
    key, _, view = VIEWS[number % len(VIEWS)]
    tried(key, view, text)


@fuzzed(80, st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    key, _, view = VIEWS[len(data) % len(VIEWS)]
    tried(key, view, data.decode("utf-8", "replace"))
    tried(key, view, data.decode("latin-1"))


@fuzzed(80, st.integers(0, 10_000), st.data())
def test_twisted_legal_orders(number: int, data: st.DataObject) -> None:
    """Legal orders with a character changed, doubled or left out, and other spaces and case."""
    key, state, _ = VIEWS[number % len(VIEWS)]
    game = GAMES[key]
    for seat in sorted(game.phase(state).owing):
        view = game.view(state, seat)
        legal = list(game.legal(view))
        order = legal[data.draw(st.integers(0, len(legal) - 1))]
        text = str(order)
        assert game.parse(view, f"\t{text.upper()}\n") == (order,)
        at = data.draw(st.integers(0, len(text) - 1))
        put = data.draw(st.one_of(st.just(""), st.text(min_size=1, max_size=2)))
        tried(key, view, text[:at] + put + text[at + 1 :])


@pytest.mark.parametrize(
    "text",
    [
        *(",", ";,;", ",\n,", "\ud800", "enhance ,", "enhance" + " h8" * 500, "e7-e6" * 400),
        *("penalty", "penalty\u00a0B2", "A4s-A4=", "A4s-A4==S", "=S", "N1", "a4ſ-a4", "I A4-A5 N1 N1"),
        "A4s" * 400,
    ],
)
def test_texts_that_were_trouble(text: str) -> None:
    for key, _, view in VIEWS:
        tried(key, view, text)


def test_errors_are_order_errors() -> None:
    assert issubclass(NotUnderstoodError, OrderError)
    assert issubclass(IllegalOrderError, OrderError)
