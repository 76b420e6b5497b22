"""How each piece of Commander-In-Chief moves, and a few moves as an example, drawn from the rules."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from adjudicator.cic.board import EMPTY, INDEX, generate
from adjudicator.cic.state import State, View
from maps.canvas import to_colors
from maps.cic import style, text
from maps.cic.layout import Layout
from maps.cic.painting import draw_board
from maps.painter import Request, RulesPicture
from maps.rules_sheet import Panel, SheetLook, column, sheet

LOOK = SheetLook(style.PAGE, style.INK, style.GOLD_EDGE)
COMMANDERS = {"light": {"a1": "C"}, "dark": {"h8": "C"}}
Pieces = Mapping[str, Mapping[str, str]]
"""By side: letters by square."""

PANELS: tuple[tuple[tuple[str, str, Pieces], ...], ...] = (
    (
        ("C", "d4", {"light": {"d4": "C"}, "dark": {"e5": "A"}}),
        ("F", "d4", {"light": {"d4": "F"}, "dark": {"d6": "S", "f6": "A"}}),
        ("B", "d4", {"light": {"d4": "B", "e5": "A"}, "dark": {"d6": "S", "f6": "A", "b4": "B"}}),
    ),
    (
        ("H", "d4", {"light": {"d4": "H", "e4": "A"}, "dark": {"f4": "D", "b4": "A"}}),
        ("T", "b2", {"light": {"b2": "T"}, "dark": {"b4": "H"}}),
        ("S", "d4", {"light": {"d4": "S", "d5": "A"}, "dark": {"d6": "D"}}),
    ),
    (
        ("D", "d4", {"light": {"d4": "D"}, "dark": {"e4": "S"}}),
        ("A", "d4", {"light": {"d4": "A"}, "dark": {"e5": "D"}}),
        ("K", "d4", {"light": {"d4": "K"}, "dark": {"f6": "F"}}),
    ),
)
"""By row: a piece, its square, and who stands there."""
SIZES = {**dict.fromkeys("CDA", (4.4, 3.7)), **dict.fromkeys("FB", (7.1, 5.97))}
USUAL = (6.3, 5.3)
"""Of a panel, in diagonals of squares: as far as a piece can go."""
EXAMPLE: Pieces = {
    "light": {"d4": "D", "b4": "F", "c1": "T"},
    "dark": {"e6": "H", "d3": "A", "d6": "S"},
}
ORDERS = ("e6xd4", "b4xd4", "d3-c2")
EXAMPLE_SIZE = (5.6, 4.5)
"""Of a panel of the example, around d4."""


def draw() -> tuple[RulesPicture, ...]:
    """Return the pictures of the rules."""
    pieces = [[_panel(*each) for each in row] for row in PANELS]
    steps = _example()
    return (
        RulesPicture("pieces", sheet(text.PIECES, pieces, LOOK), text.PIECES_ALT),
        RulesPicture("turn", sheet(text.EXAMPLE, [steps[:2], steps[2:]], LOOK), text.EXAMPLE_ALT),
    )


def _state(pieces: Pieces, to_move: str) -> State:
    """Return a position with these pieces; Commanders that are not among them stand at home."""
    standing = {}
    for side, home in COMMANDERS.items():
        here = pieces.get(side, {})
        standing[side] = {**({} if "C" in here.values() else home), **here}
    return Cic().load({"pieces": standing, "to_move": to_move})


def _marks(view: View, square: str) -> dict[int, str]:
    """Mark a piece, and the squares to which it may go."""
    origin = INDEX[square]
    found = {origin: "chosen"}
    for move in generate(view.board, view.side, view.board[origin]):
        if move >> 6 == origin:
            found[move & 63] = "capture" if view.board[move & 63] != EMPTY else "move"
    return found


def _panel(letter: str, square: str, pieces: Pieces) -> Panel:
    """Show a piece with every square to which it may go."""
    view = Cic().view(_state(pieces, "light"), None)
    request = Request(view=view, marks=_marks(view, square))
    title, words = text.MOVES[letter]
    return Panel(title, words, _cut(request, square, column(3), SIZES.get(letter, USUAL), named=False))


def _example() -> list[Panel]:
    """Show a choice, and three moves."""
    game, state = Cic(), _state(EXAMPLE, "dark")
    view = game.view(state, None)
    requests = [Request(view=view, marks=_marks(view, "e6"))]
    for order in ORDERS:
        assert view.mover is not None
        given = game.parse(game.view(state, view.mover), order)
        state = game.resolve(state, {view.mover: given}, ScriptedChance()).state
        view = game.view(state, None)
        requests.append(Request(view=view))
    return [
        Panel(title, words, _cut(request, "d4", column(2), EXAMPLE_SIZE, named=True))
        for request, (title, words) in zip(requests, text.EXAMPLE_STEPS, strict=True)
    ]


def _cut(
    request: Request[View], square: str, wide: int, size: tuple[float, float], *, named: bool
) -> Image.Image:
    """Draw the board around a square. wide: in pixels;  size: in diagonals of squares"""
    across, down = size
    whole = Layout(round(wide * 8.22 / across), turned=False, named=named)
    x, y = whole.center(INDEX[square])
    left = min(max(0, round(x - wide / 2)), whole.size - wide)
    high = round(wide * down / across)
    top = min(max(0, round(y - high / 2)), whole.height - high)
    canvas = draw_board(request, whole)
    return to_colors(canvas.entries.crop((left, top, left + wide, top + high)), canvas.palette)
