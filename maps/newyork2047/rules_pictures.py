"""The pictures of the rules of New York 2047: the map explained, two orders, two battles. All are drawn from
positions and turns that the rules played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.chance import ScriptedChance
from adjudicator.game import Resolution, Seat
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Hold, Move, Order, Support
from adjudicator.newyork2047.state import State
from maps.boards import board
from maps.canvas import Canvas
from maps.newyork2047 import style, text
from maps.newyork2047.layout import FAR, WIDTH, MapFrame, whole
from maps.newyork2047.painting import map_scene
from maps.newyork2047.panels import BIG, GAP, HEAD, MARGIN, ROW, SMALL, TABLE, MapPanel, seat_badge
from maps.newyork2047.pieces import counter, flag, star, turreton
from maps.painter import Request, RulesPicture
from maps.text import seat_name

ACROSS = 1100
"""The width of a picture, in pixels."""
LEGEND = 178.0
"""The height of the explanations below the map, in units."""
CELL, SIGHT = 546, 480
"""The width of one of two maps beside each other, and its height, in pixels."""
TITLE, LINE, LETTERS = 46.0, 34.0, 26.0
"""The heights of a title and of a line of words, and the size of letters, in pixels."""
CORNER = (850.0, 570.0)
"""The left upper corner of the maps around Flushing, in units."""


def draw() -> tuple[RulesPicture, ...]:
    """Return the map, the orders and the battles."""
    game = NewYork2047(board("newyork2047"))
    orders, battles = TURNS[:2], TURNS[2:]
    return (
        _map(game),
        RulesPicture("orders", _beside(game, orders), text.ORDERS_ALT),
        RulesPicture("battles", _beside(game, battles), text.BATTLES_ALT),
    )


def _map(game: NewYork2047) -> RulesPicture:
    """Draw the map before the first turn, with the homes named and the things explained."""
    view = game.view(game.start({}, ScriptedChance()).state, None)
    frame, spaces = whole(ACROSS), view.board.spaces
    unit, drawn = frame.scale, map_scene(Request(view=view), frame).canvas
    canvas = Canvas.blank(ACROSS, frame.height + round(LEGEND * unit), style.HEADER, style.palette())
    canvas.entries.paste(drawn.entries, (0, 0))
    wide, high = HEAD
    head = MapPanel(canvas, (MARGIN, MARGIN, MARGIN + wide, MARGIN + high), unit)
    head.write(text.GAME, MARGIN + 14, MARGIN + 56, BIG, wide - 26)
    top = MARGIN + high + GAP
    table = MapPanel(canvas, (MARGIN, top, MARGIN + TABLE, top + len(SEATS) * ROW + 20), unit)
    for k, seat in enumerate(SEATS):
        y = top + 16 + (k + 0.5) * ROW
        table.put(seat_badge(seat, 0.72 * unit), MARGIN + 31, y)
        table.write(seat_name(seat), MARGIN + 55, y, SMALL, TABLE - 140)
        home = spaces[view.state.homes[seat]].abbr.upper()
        table.write(home, MARGIN + TABLE - 12, y, SMALL, 80, color=style.GOLD, anchor="right")
    _legend(canvas, frame.height / unit, unit)
    homes = ", ".join(f"{seat_name(seat)} in {spaces[view.state.homes[seat]].name}" for seat in SEATS)
    stars = sum(space.star for space in spaces.values())
    return RulesPicture("map", canvas.png(), text.MAP_ALT(homes=homes, stars=stars))


def _legend(canvas: Canvas, top: float, unit: float) -> None:
    """Explain the map's things below it."""
    panel = MapPanel(canvas, (-9, top - 9, WIDTH + 9, top + LEGEND + 9), unit)
    panel.fill((0, top, WIDTH, top + 4), style.WHITE)
    scale = unit * FAR.zoom
    things = {
        "home": flag("greene", scale * 0.9),
        "star": star(scale * 0.95),
        "unit": counter("greene", "1", scale * 0.72),
        "turreton": turreton("moe", "greene", 17.0, scale * 0.62),
    }
    for k, (kind, said) in enumerate(text.EXPLAINED.items()):
        x, y = 16 + 664 * (k % 2), top + 36 + 56 * (k // 2)
        if kind in things:
            panel.put(things[kind], x + 30, y)
        else:
            panel.fill((x + 6, y - 18, x + 56, y + 18), style.LOOKS["greene"].color)
            panel.fill((x + 12, y - 12, x + 50, y + 12), style.LOOKS["greene"].tint)
        panel.write(said, x + 72, y, SMALL, 592, bold=False)


@dataclass(frozen=True)
class Turn:
    """A worked turn: where units stand, what is ordered, and the words for it."""

    units: Mapping[Seat, Mapping[str, str]]
    orders: Mapping[Seat, tuple[Order, ...]]
    title: str
    said: str
    result: str


_HELD = {
    "greene": {"2": "flushing", "4": "jackson_heights", "5": "jamaica"},
    "papst": {"2": "bayside", "3": "forest_hills"},
}
_ATTACK: tuple[Order, ...] = (Move("3", "flushing"), Support("2", "", "3", "flushing"))
_HELP = Support("4", "", "2", "")
TURNS = (
    Turn(
        {"greene": {"4": "forest_hills"}},
        {"greene": (Move("4", "flushing"),)},
        text.MOVE,
        text.MOVE_ORDERS,
        text.MOVE_RESULT,
    ),
    Turn(
        {"greene": {"2": "flushing"}, "papst": _HELD["papst"]},
        {"greene": (Hold("2"),), "papst": _ATTACK},
        text.SUPPORTED,
        text.SUPPORTED_ORDERS,
        text.SUPPORTED_RESULT,
    ),
    Turn(
        {"greene": {"2": "flushing", "4": "jackson_heights"}, "papst": _HELD["papst"]},
        {"greene": (Hold("2"), _HELP), "papst": _ATTACK},
        text.EQUAL,
        text.EQUAL_ORDERS,
        text.EQUAL_RESULT,
    ),
    Turn(
        _HELD,
        {"greene": (Hold("2"), _HELP, Move("5", "bayside")), "papst": _ATTACK},
        text.CUT,
        text.CUT_ORDERS,
        text.CUT_RESULT,
    ),
)


def played(game: NewYork2047, turn: Turn) -> Resolution[State]:
    """Return what the rules make of a turn."""
    lands = {key: seat for seat, own in turn.units.items() for key in own.values()}
    position = {
        "units": {seat: dict(turn.units.get(seat, {})) for seat in SEATS},
        "control": lands | {"jamaica": "greene", "astoria": "papst"},
    }
    return game.resolve(game.position(position), turn.orders, ScriptedChance())


def _beside(game: NewYork2047, turns: tuple[Turn, ...]) -> bytes:
    """Draw two turns beside each other."""
    high = round(TITLE + SIGHT + 3 * LINE + 18)
    canvas = Canvas.blank(ACROSS, high, style.HEADER, style.palette())
    for k, turn in enumerate(turns):
        left = k * (ACROSS - CELL)
        resolution = played(game, turn)
        frame = MapFrame(*CORNER, CELL, SIGHT, CELL / 546.0)
        view = game.view(resolution.state, None)
        drawn = map_scene(Request(view=view, events=resolution.events), frame).canvas
        canvas.entries.paste(drawn.entries, (left, round(TITLE)))
        panel = MapPanel(canvas, (left, -60.0, left + 20.0, -40.0), 1.0)  # for its letters
        panel.write(turn.title, left + 14, TITLE / 2, 32, CELL - 28)
        y = TITLE + SIGHT + 9 + LINE / 2
        panel.write(turn.said, left + 14, y, LETTERS, CELL - 24, color=style.GOLD)
        for row, line in enumerate(turn.result.split("\n"), 1):
            panel.write(line, left + 14, y + row * LINE, LETTERS, CELL - 24, bold=False)
    return canvas.png()
