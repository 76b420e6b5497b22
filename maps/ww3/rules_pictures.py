"""The pictures of the rules of WW3: what beats what, how units move, and what a turn does.

What is shown follows from the rules themselves: moves are the legal ones, and turns are resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from adjudicator.chance import ScriptedChance
from adjudicator.ww3 import Ww3
from adjudicator.ww3.board import EMPTY, KINDS, LETTER_OF, NAMES, SEATS
from adjudicator.ww3.orders import Move
from adjudicator.ww3.state import State, View, Ww3Options
from maps.boards import board
from maps.canvas import Canvas
from maps.painter import Request, RulesPicture
from maps.rules_sheet import Panel, SheetLook, column, cut, sheet
from maps.ww3 import style, text
from maps.ww3.layout import Ww3Frame, ground
from maps.ww3.painting import composed
from maps.ww3.pieces import RADIUS, counter

LOOK = SheetLook(style.HEADER, style.WHITE, style.BRASS)
WIDE = 4.9
"""The width of a small board, in pitches."""
STRIP, SIGN, NAME = 180, 1.15, 26.0
"""Of the row of units: its height in pixels, a counter's size over the usual one, the size of a name."""


def draw() -> tuple[RulesPicture, ...]:
    """Return the pictures."""
    return _units(), _turn()


def _units() -> RulesPicture:
    """What beats what, and where units can go."""
    pair = Move((("e6", "f6"), ("g6", "h6")))
    rows = [
        [Panel(text.RANKS_TITLE, text.RANKS, _ranks())],
        [
            Panel(text.STEP_TITLE, text.STEP, _choice({"f6": "rT", "g6": "bS"}, "f6")),
            Panel(text.SOLDIER_TITLE, text.SOLDIER, _choice({"f6": "rS", "e6": "bC"}, "f6")),
            Panel(text.AIRCRAFT_TITLE, text.AIRCRAFT, _choice({"f6": "rA", "g7": "bT"}, "f6")),
        ],
        [
            Panel(text.PAIR_TITLE, text.PAIR, _shown(_view({"e6": "rS", "g6": "rS"}), 2, 1.6, draft=(pair,))),
            Panel(text.SPY_TITLE, text.SPY, _after({"f6": "rP", "g6": "bN", "d6": "rS"}, "f6-g6", 1.6)),
        ],
    ]
    return RulesPicture("pieces", sheet(text.UNITS_HEADING, rows, LOOK), text.UNITS_ALT)


def _turn() -> RulesPicture:
    """An order, and three ways in which a move may end."""
    order = Move((("e6", "f6"),))
    clash = {"e6": "rT", "f6": "bC", "g7": "bS", "g5": "rA"}
    fails = {"f7": "rS", "f6": "bT", "g5": "rA"}
    falls = {"e6": "rS", "f6": "bB", "g6": "bA", "f7": "bT", "d5": "rC"}
    rows = [
        [
            Panel(text.ORDER_TITLE, text.ORDER(order=order), _shown(_view(clash), 2, 3.2, draft=(order,))),
            Panel(text.WINS_TITLE, text.WINS, _after(clash, "e6-f6")),
        ],
        [
            Panel(text.FALLS_TITLE, text.FALLS, _after(fails, "f7-f6")),
            Panel(text.BASE_TITLE, text.BASE, _after(falls, "e6-f6")),
        ],
    ]
    return RulesPicture("turn", sheet(text.TURN_HEADING, rows, LOOK), text.TURN_ALT)


def _game() -> Ww3:
    return Ww3(board("ww3"))


def _state(pieces: Mapping[str, str]) -> State:
    """Return a game with these units and far-off Bases, Red to move. pieces: point -> seat's first letter and
    kind"""
    spaces = [EMPTY] * len(ground().names)
    initials = [seat[0] for seat in SEATS]
    bases = {"d1": "rB", "a6": "bB", "k8": "oB"}
    if "bB" in pieces.values():
        del bases["a6"]
    for name, unit in {**bases, **pieces}.items():
        spaces[ground().index[name]] = LETTER_OF[initials.index(unit[0]), unit[1]]
    return State("".join(spaces), Ww3Options(4), "play")


def _view(pieces: Mapping[str, str]) -> View:
    return _game().view(_state(pieces), SEATS[0])


def _choice(pieces: Mapping[str, str], chosen: str) -> Image.Image:
    """Show where a unit can go."""
    view, marks = _view(pieces), {chosen: "chosen"}
    beside = [ground().names[point] for point in ground().beside[ground().index[chosen]]]
    for order in _game().legal(view):
        if isinstance(order, Move) and len(order.paths) == 1 and order.paths[0][0] == chosen:
            target = order.paths[0][-1]
            if view.board[ground().index[target]] != EMPTY:
                marks[target] = "capture"
            else:
                marks[target] = "move" if target in beside else "second"
    return _shown(view, 3, WIDE, named=False, marks=marks)


def _after(pieces: Mapping[str, str], order: str, high: float = 3.2) -> Image.Image:
    """Show what an order of Red's does."""
    game, state = _game(), _state(pieces)
    orders = game.parse(game.view(state, SEATS[0]), order)
    found = game.resolve(state, {SEATS[0]: orders}, ScriptedChance())
    return _shown(game.view(found.state, None), 2, high)


def _shown(view: View, count: int, high: float, *, named: bool = True, **more: Any) -> Image.Image:
    """Draw the middle of the board for a row of so many panels. high: in pitches"""
    frame = Ww3Frame.of_part(column(count), (-WIDE / 2, -high / 2, WIDE, high), bottom=0)
    scene = composed(Request(view=view, **more), frame, named=named)
    return cut(scene.canvas, frame.header)


def _ranks() -> Image.Image:
    """Draw all kinds from the highest, with their names."""
    wide = column(1)
    canvas = Canvas.blank(wide, STRIP, style.TABLE, style.palette())
    pitch = wide / len(KINDS)
    middle = RADIUS * SIGN + 8
    for at, kind in enumerate(KINDS):
        x = pitch * (at + 0.5)
        counter(kind, at % 2, SIGN).put(canvas, (x, middle))
        for line, word in enumerate(NAMES[kind].split()):
            below = (x, STRIP - 36 + line * NAME)
            canvas.text(word, below, NAME, style.WHITE, style.TABLE, bold=True, anchor="middle")
        if at:
            sign = "=" if KINDS[at - 1 : at + 1] == "CP" else ">"
            beside = (pitch * at, middle + 14)
            canvas.text(sign, beside, 40, style.GOLD, style.TABLE, bold=True, anchor="middle")
    return cut(canvas)
