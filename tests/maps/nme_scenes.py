"""Games of NME to draw: played by lot through the real rules, or put together."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import Outcome
from adjudicator.nme import Nme
from adjudicator.nme.board import ARMIES, NOBODY
from adjudicator.nme.orders import Move
from adjudicator.nme.state import Fall, LastMove, State, View, view_of
from maps.boards import board
from maps.nme import style
from maps.nme.layout import WIDTH, ground, whole
from tests.maps.pictures import Pictures

GAME = Nme(board("nme"))
BOARD = ground()


@cache
def played(plies: int, seed: int = 1, players: int = 3) -> State:
    """The state after so many moves, captures preferred; fewer if the game ends or an army falls."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players}), ScriptedChance()).state
    for _ in range(plies):
        [seat] = GAME.phase(state).owing
        moves = [order for order in GAME.legal(GAME.view(state, seat)) if isinstance(order, Move)]
        takes = [move for move in moves if move.sign == "x"]
        after = GAME.resolve(
            state, {seat: (rng.choice(takes if takes and rng.random() < 0.4 else moves),)}, ScriptedChance()
        ).state
        if after.falls or after.outcome:
            return state
        state = after
    return state


def view(seat: str | None = None, plies: int = 0, seed: int = 1, players: int = 3, **more: Any) -> View:
    """A game after so many moves; `more`: parts of its state."""
    return view_of(replace(played(plies, seed, players), **more), seat)


def placed(pieces: Mapping[str, str], seat: str | None = None, **more: Any) -> View:
    """Only these pieces: space -> letter, as positions are written ("P" Black's, "p" Gray's, "1" White's)."""
    spaces = ["."] * len(BOARD.names)
    for name, letter in pieces.items():
        spaces[BOARD.index[name]] = letter
    return view_of(replace(played(0), board="".join(spaces), **more), seat)


def last(
    army: int,
    origin: str,
    target: str,
    piece: str = "S",
    taken: str = "",
    of: int = -1,
    how: str = "",
    traded: str = "",
) -> LastMove:
    kind = how or ("capture" if taken else "move")
    places = (BOARD.index[origin], BOARD.index[target])
    return LastMove(army, ARMIES[army], *places, piece, taken, of, kind, traded)


def fullest(seat: str | None = None, **more: Any) -> View:
    """Counters on many neighbouring spaces, more prisoners than there can be, all notices."""
    spaces = ["."] * len(BOARD.names)
    letters = "PAASSNNIIIIIIII" + "paassnniiiiiiii" + "122334455555555"
    for space, letter in zip(range(34, 34 + 20), letters, strict=False):
        spaces[space] = letter
    for star, letter in zip(range(180, 180 + 25), letters[20:], strict=True):
        spaces[star] = letter
    captured = (
        "aassnniiiiiiii" + "2233445555",
        "AASSNNIIIIIIII" + "2233445555",
        "AASSNNIIIIIIII" + "aassnniiiiiiii",
    )
    given = {
        "board": "".join(spaces),
        "prisoners": captured,
        "quiet": 49,
        "offers": frozenset({"black", "gray"}),
        "flanks": frozenset({(0, BOARD.index["C4"]), (2, BOARD.index["D11"])}),
        "last": last(0, "D10", "E11n", "S", "S", 2),
    }
    return view(seat, **given | more)


def over(reason: str, black: int, gray: int, white: int, **more: Any) -> View:
    places = {"black": black, "gray": gray, "white": white}
    return view(None, 40, phase="over", outcome=Outcome(reason, places), **more)


FALLEN = (Fall(1, 0),)


SCENES: dict[str, View] = {
    "start": view(),
    "start, gray": view("gray"),
    "start, white": view("white"),
    "middle": view(None, 45),
    "middle, gray": view("gray", 45),
    "fullest": fullest(),
    "fullest, gray": fullest("gray"),
    "fullest, white": fullest("white"),
    "dead": fullest("white", falls=FALLEN),
    "naval one": view("black", 20, last=last(0, "A4s", "A4n", "P", how="naval_one")),
    "flank": view(None, 20, last=last(1, "G3", "G5", "I", "A", 0, "flank")),
    "trade": view(None, 20, last=last(2, "K6", "L5s", "I", how="trade", traded="S")),
    "ally": view("white", 31, players=2),
    "ally, black": view("black", 28, players=2),
    "won": over("last_president", 1, 5, 4, falls=(Fall(1, 0), Fall(2, 0))),
    "compromise": over("compromise", 2, 5, 3, falls=(Fall(1, 0),)),
    "drawn": over("agreed", 1, 5, 1, falls=(Fall(1, NOBODY),)),
}


def spot(view: View, space: str, dx: float, dy: float) -> tuple[int, int]:
    x, y = whole(WIDTH, view.own or 0).at(BOARD.index[space])
    return round(round(x) + dx), round(round(y) + dy)


PICTURES = Pictures("nme", SCENES, ARMIES, style.palette(), spot, {*BOARD.names, *"ABCDEFGHIJKL"})
