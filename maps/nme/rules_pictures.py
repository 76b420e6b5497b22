"""How each piece of NME moves, and a round as an example, drawn from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PIL import Image

from adjudicator.chance import ScriptedChance
from adjudicator.nme import Nme
from adjudicator.nme.board import EMPTY
from adjudicator.nme.moves import moves_of, origin_of, right, target_of
from adjudicator.nme.state import View
from maps.boards import board
from maps.nme import style, text
from maps.nme.changes import Changes
from maps.nme.layout import NmeFrame, Window, ground, spots
from maps.nme.painting import NmeScene, Space
from maps.painter import RulesPicture
from maps.rules_sheet import Panel, SheetLook, column, cut, sheet

LOOK = SheetLook(style.TABLE, style.WHITE, style.GOLD)
PRESIDENTS = {"black": {"A4s": "P"}, "gray": {"E1": "P"}, "white": {"L5": "P"}}
"""Out of sight."""
Pieces = Mapping[str, Mapping[str, str]]
"""By army: kinds by space."""

PANELS: tuple[tuple[tuple[str, str, float, float, Pieces], ...], ...] = (
    (
        ("P", "F6", 5.4, 4.6, {"black": {"F6": "P"}, "gray": {"F7": "I"}}),
        ("I", "F6", 5.4, 4.6, {"black": {"F6": "I"}, "gray": {"F7": "I", "G6": "S"}}),
        ("naval_one", "F6n", 5.4, 4.6, {"black": {"F6n": "P"}, "white": {"F7s": "N", "G5s": "I"}}),
    ),
    (
        ("A", "F6", 8.4, 7.9, {"black": {"F6": "A"}, "gray": {"F8": "I"}, "white": {"E7": "S"}}),
        ("N", "F6n", 8.4, 7.9, {"black": {"F6n": "N"}, "white": {"G6s": "N"}, "gray": {"E7": "I"}}),
        ("S", "F6", 11.6, 10.9, {"black": {"F6": "S", "F7": "I", "G6": "I"}, "gray": {"F9": "A"}}),
    ),
)
"""By row: what the panel is about, its piece's space, how wide and high it is, in sides; who stands there."""
ROUND: Pieces = {
    "black": {"F3": "S"},
    "gray": {"F6": "I", "H6": "I"},
    "white": {"F8": "A"},
}
ORDERS = ("F3xF6", "H6xF6", "F8xF6")
ROUND_WINDOW = (-7.0, -3.85, 15.4, 4.6)
"""From the middle of F6, in sides."""


def draw() -> tuple[RulesPicture, ...]:
    """Return the pictures of the rules."""
    pieces = [[_panel(*each) for each in row] for row in PANELS]
    steps = [[step] for step in _round()]
    return (
        RulesPicture("pieces", sheet(text.PIECES, pieces, LOOK), text.PIECES_ALT),
        RulesPicture("turn", sheet(text.ROUND, steps, LOOK), text.ROUND_ALT),
    )


def _game() -> Nme:
    return Nme(board("nme"))


def _view(pieces: Pieces) -> View:
    """Return a position with these pieces; Presidents that are not among them stand at home."""
    standing = {}
    for army, home in PRESIDENTS.items():
        here = pieces.get(army, {})
        standing[army] = {**({} if "P" in here.values() else home), **here}
    game = _game()
    return game.view(game.load({"pieces": standing}), None)


def _panel(about: str, space: str, wide: float, high: float, pieces: Pieces) -> Panel:
    """Show a piece with every space to which it may go."""
    view, data = _view(pieces), ground()
    origin = data.index[space]
    kind = "P" if about == "naval_one" else about
    marks: dict[Space, str] = {origin: "chosen"}
    for move in moves_of(data, view.state, 0):
        if origin_of(move) == origin:
            target = target_of(move)
            plain = "capture" if view.board[target] != EMPTY else "move"
            marks[target] = right(data, kind, origin, target) or plain
    x, y = spots(0)[origin]
    image = _drawn(view, (x - wide / 2, y - high / 2, wide, high), column(3), marks)
    title, words = text.MOVES[about]
    return Panel(title, words, image)


def _round() -> list[Panel]:
    """Show the moves of a round, one by one."""
    game, view = _game(), _view(ROUND)
    left, top, wide, high = ROUND_WINDOW
    x, y = spots(0)[ground().index["F6"]]
    found = []
    for order, (title, words) in zip(ORDERS, text.ROUND_STEPS, strict=True):
        assert view.mover is not None
        given = game.parse(game.view(view.state, view.mover), order)
        view = game.view(game.resolve(view.state, {view.mover: given}, ScriptedChance()).state, None)
        window = (x + left, y + top, wide, high)
        found.append(Panel(title, words, _drawn(view, window, column(1))))
    return found


def _drawn(view: View, window: Window, size: int, marks: Mapping[Space, str] | None = None) -> Image.Image:
    """Draw a part of the board. marks: instead of the newest move and of names"""
    frame = NmeFrame.of_part(size, window, bottom=0)
    shown = view if marks is None else replace(view, state=replace(view.state, last=None))
    scene = NmeScene(shown, frame, Changes(), bold=marks is not None)
    if marks is None:
        scene.names({}, stars=False)
        scene.last()
    scene.pieces()
    scene.tags()
    scene.marks(marks or {})
    return cut(scene.canvas, frame.header)
