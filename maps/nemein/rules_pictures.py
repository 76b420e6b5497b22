"""The pictures of the rules of Nemein: what coins can do, and a turn. Turns are resolved by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event
from adjudicator.nemein import Nemein
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.state import State
from maps.boards import board
from maps.canvas import Canvas
from maps.nemein import pieces, style, text
from maps.nemein.layout import NemeinFrame, spots
from maps.nemein.painting import NemeinScene
from maps.painter import RulesPicture
from maps.rules_sheet import Panel, SheetLook, column, cut, sheet

LOOK = SheetLook(style.HEADER, style.WHITE, style.GOLD)
SIDE = 4
SOUTH, NORTH = SEATS
COIN, STRIP = 124, 150
"""The width of a coin in the row of coins, and the height of that row, in pixels."""

Tiles = Mapping[str, tuple[str, int, Sequence[int]]]
"""By tile: whose coins stand there, the unit on a house or 0, the other units."""


def draw() -> tuple[RulesPicture, ...]:
    """Return the pictures."""
    return _coins(), _turn()


def _coins() -> RulesPicture:
    """The coins, and what each action does."""
    near = ("c3", "d4")
    attack: Tiles = {"c3": (SOUTH, 0, [5]), "d4": (NORTH, 0, [1])}
    level: Tiles = {"c3": (SOUTH, 0, [10]), "d4": (NORTH, 0, [10])}
    marks = {"c3": "chosen", "d4": "flip"}
    alone: Tiles = {"d4": (SOUTH, 0, [10])}
    housed: Tiles = {"d4": (SOUTH, 5, [])}
    rows = [
        [Panel(text.COINS_TITLE, text.COINS, _row_of_coins())],
        [
            Panel(text.MOVE_TITLE, text.MOVE, _after({"c3": (SOUTH, 0, [10])}, "move c3-d4", near)),
            Panel(text.ATTACK_TITLE, text.ATTACK, _after(attack, "move c3-d4", near)),
            Panel(text.FLIP_TITLE, text.FLIP, _shown(_state(level), near, 3, 2.8, 2.05, marks=marks)),
        ],
        [
            Panel(text.SPLIT_TITLE, text.SPLIT, _after({"c3": (SOUTH, 0, [10])}, "split c3", near)),
            Panel(text.HOUSE_TITLE, text.HOUSE, _after(alone, "house d4", near)),
            Panel(text.UPGRADE_TITLE, text.UPGRADE, _after(housed, "upgrade d4", near)),
        ],
    ]
    return RulesPicture("coins", sheet(text.COINS_HEADING, rows, LOOK), text.COINS_ALT)


def _turn() -> RulesPicture:
    """All four actions of a turn, one after the other, and a won game."""
    state = _state(
        {
            "c3": (SOUTH, 0, [10]),
            "c4": (SOUTH, 0, [10]),
            "d3": (SOUTH, 5, []),
            "d4": (NORTH, 0, [5]),
        }
    )
    actions = ("move c3-d4 10", "split c4 10", "upgrade d3", "house d4")
    panels = []
    for at, (order, words) in enumerate(
        zip(actions, (text.FIRST, text.SECOND, text.THIRD, text.FOURTH), strict=True)
    ):
        state, events = _played(state, order)
        image = _shown(state, ("c3", "d4", "d3", "c4"), 2, 4.4, 2.1, events=events)
        panels.append(Panel(text.STEP_TITLE(n=at + 1, order=order), words, image))
    won = {tile: (SOUTH, coin, ()) for tile, coin in (("d2", 10), ("d4", 5), ("e5", 1))}
    final = _shown(_state({**won, "e2": (NORTH, 0, [10])}), ("d2", "e5"), 1, 7.2, 1.9)
    rows = [panels[:2], panels[2:], [Panel(text.WIN_TITLE, text.WIN, final)]]
    return RulesPicture("turn", sheet(text.TURN_HEADING, rows, LOOK), text.TURN_ALT)


def _game() -> Nemein:
    return Nemein(board("nemein"))


def _state(tiles: Tiles) -> State:
    """Return a game with these coins and a few far off, South to move."""
    far: Tiles = {"a1": (SOUTH, 0, [1]), "g4": (NORTH, 0, [1])}
    found = {
        tile: {"seat": seat, "units": list(units), **({"house": unit} if unit else {})}
        for tile, (seat, unit, units) in {**far, **tiles}.items()
    }
    return _game().position({"tiles": found, "hands": {SOUTH: 3, NORTH: 3}})


def _played(state: State, order: str) -> tuple[State, Sequence[Event]]:
    """Return what an order of South's makes of a game."""
    game = _game()
    orders = game.parse(game.view(state, SOUTH), order)
    found = game.resolve(state, {SOUTH: orders}, ScriptedChance())
    return found.state, found.events


def _after(tiles: Tiles, order: str, around: Sequence[str]) -> Image.Image:
    """Show what an order does, in a row of three panels."""
    state, events = _played(_state(tiles), order)
    return _shown(state, around, 3, 2.8, 2.05, events=events)


def _shown(
    state: State,
    around: Sequence[str],
    count: int,
    wide: float,
    high: float,
    *,
    events: Sequence[Event] = (),
    marks: Mapping[str, str] | None = None,
) -> Image.Image:
    """Draw a part of the board, its middle that of some tiles, for a row of so many panels.

    wide, high: of the part, in tiles
    """
    view = _game().view(state, None)
    places = [spots(SIDE, False)[view.board.index[name]] for name in around]
    x, y = (sum(along) / len(places) for along in zip(*places, strict=True))
    frame = NemeinFrame.of_part(
        column(count), (x - wide / 2, y - high / 2, wide, high), side=SIDE, turned=False
    )
    scene = NemeinScene(view, frame, ())
    scene.everything(marks or {}, events)
    return cut(scene.canvas, frame.header)


def _row_of_coins() -> Image.Image:
    """Draw the coins of a dollar, South's and North's."""
    wide = column(1)
    canvas = Canvas.blank(wide, STRIP, style.TABLE, style.palette())
    coins = (10, 5, 1, 25)
    for half, seat in enumerate(SEATS):
        for at, coin in enumerate(coins):
            x = wide * (half / 2 + (at + 0.5) / 8.0)
            pieces.coin("USD", coin, seat, COIN).put(canvas, (x, STRIP / 2))
    return cut(canvas)
