"""Games of WW3 to draw: played by lot through the real rules, or put together."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event, Outcome
from adjudicator.ww3.board import EMPTY, FORMATIONS, LETTER_OF, LETTERS, SEATS, formation
from adjudicator.ww3.moves import moves_of
from adjudicator.ww3.orders import Setup
from adjudicator.ww3.resolve import deploy, make_move, make_pass
from adjudicator.ww3.state import Last, LastStep, State, View, Ww3Options, view_of
from maps.ww3 import style
from maps.ww3.layout import WIDTH, ground, whole
from tests.maps.pictures import Pictures

BOARD = ground()
EMPTY_BOARD = EMPTY * len(BOARD.names)


def setup(seat: str, name: str = "stock", mirrored: bool = False) -> Setup:
    """A stock formation as an order."""
    return Setup(formation(BOARD, name, SEATS.index(seat), mirrored))


@cache
def played(plies: int, seed: int = 1, players: int = 4, fog: bool = False) -> State:
    """The state after so many moves, meetings preferred; fewer if the game ends."""
    rng = random.Random(seed)
    options = Ww3Options(players, fog)
    names = list(FORMATIONS)
    given = {seat: setup(seat, names[(seed + k) % 6], bool(k % 2)) for k, seat in enumerate(options.seats())}
    start = State(EMPTY_BOARD, options, "setup")
    state = deploy(BOARD, start, given, ScriptedChance(6, *[1] * (players - 1)), [])
    for _ in range(plies):
        moves = moves_of(BOARD, state, state.seat)
        found: list[Event] = []
        if not moves:
            state = make_pass(state, found)
            continue
        takes = [code for code in moves if any(state.board[path[-1]] != EMPTY for path in code)]
        code = rng.choice(sorted(takes if takes and rng.random() < 0.5 else moves))
        after = make_move(BOARD, state, code, found)
        if after.phase == "over":
            return state
        state = after
    return state


def view(
    seat: str | None = None, plies: int = 0, seed: int = 1, players: int = 4, fog: bool = False, **more: Any
) -> View:
    """A game after so many moves; `more`: parts of its state."""
    return view_of(replace(played(plies, seed, players, fog), **more), seat)


def secret(seat: str | None, players: int = 4) -> View:
    """The set-up."""
    return view_of(State(EMPTY_BOARD, Ww3Options(players), "setup"), seat)


def placed(pieces: Mapping[str, str], seat: str | None = None, fog: bool = False, **more: Any) -> View:
    """Only these units: point -> seat's first letter and kind ("rN" Red's Nuclear Bomb)."""
    spaces = list(EMPTY_BOARD)
    initials = [each[0] for each in SEATS]
    for name, unit in pieces.items():
        spaces[BOARD.index[name]] = LETTER_OF[initials.index(unit[0]), unit[1]]
    state = State("".join(spaces), Ww3Options(4, fog), "play")
    return view_of(replace(state, **more), seat)


def step(path: str, piece: str = "S", result: str = "moved", of: str = "", met: str = "") -> LastStep:
    points = tuple(BOARD.index[name] for name in path.split("-"))
    return LastStep(points, piece, SEATS.index(of) if of else -1, met, result)


def last(seat: str, *steps: LastStep) -> Last:
    return Last(SEATS.index(seat), steps)


def points(names: str) -> frozenset[int]:
    return frozenset(BOARD.index[name] for name in names.split())


def over(reason: str, red: int, blue: int, silver: int, olive: int, **more: Any) -> View:
    places = dict(zip(SEATS, (red, blue, silver, olive), strict=True))
    gone = {letter: EMPTY for team in more.get("out", ()) for letter in LETTERS[team]}
    board = "".join(gone.get(letter, letter) for letter in played(40).board)
    return view(None, 40, phase="over", outcome=Outcome(reason, places), board=board, **more)


def fullest(seat: str | None = None, **more: Any) -> View:
    """Units on many neighbouring points, all that can fall fallen, all notices."""
    spaces = list(EMPTY_BOARD)
    for team in range(3):  # the fourth is out
        for k, kind in enumerate("NATCPSSSSB"):
            spaces[20 + 10 * team + k] = LETTER_OF[team, kind]
    given: dict[str, Any] = {
        "board": "".join(spaces),
        "lost": ("NATCPSSSS", "SSSSPCTAN", "NATCPSSSS", "S"),
        "gone": ("B", "B", "", "NATCPSSSB"),
        "out": (3,),
        "quiet": 49,
        "offers": frozenset({"red", "silver"}),
        "last": last(
            "red",
            step("d4-e4", result="won", of="blue", met="S"),
            step("f4-f5", result="lost", of="silver", met="T"),
        ),
    }
    return view(seat, **given | more)


SCENES: dict[str, View] = {
    "start": view(),
    "start, olive": view("olive"),
    "middle": view(None, 45),
    "middle, blue": view("blue", 45, seed=3),
    "two": view("silver", 20, players=2),
    "three": view("blue", 20, players=3),
    "fog": view(None, 50, seed=5, fog=True),
    "fog, red": view("red", 50, seed=5, fog=True),
    "fog, olive": view("olive", 50, seed=5, fog=True),
    "set-up": secret(None),
    "set-up, blue": secret("blue"),
    "set-up, silver": secret("silver", 2),
    "fullest": fullest(),
    "fullest, blue": fullest("blue"),
    "fullest, olive": fullest("olive"),
    "won": over("last_base", 1, 4, 2, 3, out=(1, 3, 2)),
    "drawn": over("agreed", 1, 4, 1, 1, out=(1,)),
}


COORDINATES = {*"abcdefghijk", *map(str, range(1, 12))}


def spot(view: View, point: str, dx: float, dy: float) -> tuple[int, int]:
    x, y = whole(WIDTH, view.own or 0).at(BOARD.index[point])
    return round(round(x) + dx), round(round(y) + dy)


PICTURES = Pictures("ww3", SCENES, SEATS, style.palette(), spot, {*BOARD.names, *COORDINATES})
