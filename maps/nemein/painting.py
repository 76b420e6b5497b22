"""The picture of a game of Nemein, from a View: coins on a hexagon of felt tiles.

The viewer's own home is at the bottom. Drafts are not drawn in the public's picture. Marks: "chosen", "move",
"attack" (a sure win) or "flip" by tile. Events tell the newest actions and the coin flip; without any, the
view's newest action is shown. A part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.orders import House, Move, Order, Place, Split, Swap, Upgrade
from adjudicator.nemein.state import LastAction, Stack, View
from maps.canvas import Canvas, text_width
from maps.decal import Decal
from maps.nemein import pieces, style, words
from maps.nemein.coin_faces import coin_image
from maps.nemein.empty_board import empty_board, tile_color
from maps.nemein.layout import MIN_NAME, PART_SIZE, WIDTH, CoinSpot, NemeinFrame, fan, housed, part, tag_line
from maps.nemein.layout import whole as whole_board
from maps.nemein.panels import HandfulPlate, NemeinPanels
from maps.nemein.words import sentences
from maps.painter import Painter, Request
from maps.palette import Rgb

NAME, SMALL_NAME = 0.20, 0.16
"""The size of a tile's name alone on it, and below coins, in tiles."""
GHOST = 0.75
"""How opaque a coin is that is still to come."""
BADGES: dict[type, str] = {Split: "split", Upgrade: "upgrade", House: "house", Swap: "swap"}


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of Nemein."""
    view, size, marks = request.view, request.size, request.marks or {}
    side, turned = view.options.side, view.seat == "north"
    cropped = part(request.focus, side, size or PART_SIZE, turned) if request.focus else None
    frame = cropped or whole_board(side, size or WIDTH, turned)
    own = tuple(request.draft) if view.seat is not None else ()
    scene = NemeinScene(view, frame, own)
    scene.everything(marks, request.events)
    panels = NemeinPanels(scene.canvas, frame, request, own)
    panels.header([kind for kind in pieces.MARKS[1:] if kind in marks.values()])
    if frame.is_whole:
        panels.seats()
        if view.state.phase == "setup":
            HandfulPlate(panels).put()
    return scene.canvas


class NemeinScene:
    """Draws one picture's board, from the ground up. draft: the viewer's own orders, () for the public"""

    def __init__(self, view: View, frame: NemeinFrame, draft: Sequence[Order]) -> None:
        self.view, self.frame, self.draft = view, frame, draft
        self.setup = view.state.phase == "setup"
        self.closed = tuple(seat for seat in SEATS if self.setup and seat != view.seat)
        self.tiles = dict(enumerate(view.state.tiles)) | self._placed()
        self.canvas = empty_board(frame, self.closed).copy()
        self.guests = self._guests()
        self.left: set[int] = set()
        """The tiles that the newest actions left."""

    def _placed(self) -> dict[int, Stack | None]:
        """Return the viewer's own placement in the set-up."""
        seat, index = self.view.seat, self.view.board.index
        if not self.setup or seat is None:
            return {}
        return {
            index[name]: Stack(seat, 0, coins)
            for order in self.draft
            if isinstance(order, Place)
            for name, coins in order.placed
            if 0 < len(coins) <= 3
        }

    def _guests(self) -> dict[int, int]:
        """Return the coins that a draft moves onto tiles where no enemy stands: tile -> denomination."""
        found = {}
        for order in self.draft:
            if isinstance(order, Move):
                target = self.view.board.index[order.target]
                stack = self.tiles[target]
                if stack is None or (stack.owner == self.view.seat and stack.coins < 3):
                    found[target] = order.coin
        return found

    def everything(self, marks: Mapping[str, str], events: Sequence[Event]) -> None:
        """Draw all of it."""
        found = [] if self.setup else words.actions(self.view, events)
        self.left |= {action.origin for action in found}
        self._names(large=True)
        marked = sorted((self.view.board.index[name], kind) for name, kind in marks.items())
        for action in found:
            self._below(action)
        for order in self.draft if not self.setup else ():
            if isinstance(order, Move):
                index = self.view.board.index
                self._arrow(index[order.origin], index[order.target], "draft", whole=True)
        for tile in self._targets():
            self._put(pieces.frame_mark("draft", self.frame.tile), tile)
        for tile, kind in marked:
            self._put(pieces.frame_mark(kind, self.frame.tile), tile)
        for tile, stack in self.tiles.items():
            if stack is not None and stack.housed:
                counts = self.view.board.counts(tile, stack.owner)
                self._put(pieces.roof(stack.owner, counts, self.frame.tile), tile)
        for tile in self.tiles:
            self._stack(tile)
        for action in found:
            self._above(action)
        self._orders()
        for tile, kind in marked:
            self._badge(kind, tile)
        self._names(large=False)

    def _names(self, large: bool) -> None:
        """Write tiles' names: the large ones of empty tiles, or the small ones below coins."""
        covered = {
            tile
            for seat, home in zip(SEATS, self.view.board.homes, strict=True)
            for tile in home
            if seat in self.closed
        }
        for tile, name in enumerate(self.view.board.names):
            color = tile_color(self.frame, tile)
            bare = self.tiles[tile] is None and tile not in self.guests and tile not in self.left
            if tile in covered:
                color = style.lid(color)
                if large:
                    self._write(tile, "?", 0.42, 0.0, style.name_color(color), color)
                bare = False
            if bare == large:
                self._name(tile, name, color, bare)

    def _name(self, tile: int, name: str, color: Rgb, bare: bool) -> None:
        """Write a tile's name: on its felt, or below coins on a tag at its lower tip."""
        frame = self.frame
        size = round(max(NAME if bare else SMALL_NAME, MIN_NAME * frame.unit / frame.tile), 3)
        if bare:
            self._write(tile, name, size, 0.0, style.name_color(color), color)
            return
        low = tag_line(size)
        if self._fits(tile, size, low):
            spot = frame.at(tile, 0.0, pieces.tag_middle(size))
            pieces.tag(size, len(name), frame.tile).put(self.canvas, spot)
            self._write(tile, name, size, low, style.WHITE, style.HEADER)

    def _fits(self, tile: int, size: float, drop: float) -> bool:
        """Return whether a name of that size lies in the picture. drop: how far below the tile's middle"""
        x, y = self.frame.at(tile, 0.0, drop)
        half = size * self.frame.tile
        return (
            half < x < self.frame.width - half
            and self.frame.header + size * self.frame.tile < y < self.frame.height - 2 - 0.1 * self.frame.tile
        )

    def _write(self, tile: int, name: str, high: float, drop: float, ink: Rgb, ground: Rgb) -> None:
        """Write on a tile. drop: of the baseline, in tiles;  0: in the middle"""
        size = round(high * self.frame.tile, 1)
        x, y = self.frame.at(tile, 0.0, drop)
        half = text_width(name, True, size) / 2
        low = y + (0.36 if drop == 0 else 0.0) * size
        if half < x < self.frame.width - half and self.frame.header + size < low < self.frame.height - 2:
            self.canvas.text(name, (x, low), size, ink, ground, bold=True, anchor="middle")

    def _stack(self, tile: int) -> None:
        """Draw a tile's coins, and the one that a draft brings."""
        stack, guest = self.tiles[tile], self.guests.get(tile)
        if not self.frame.shows(tile, 0.8) or (stack is None and guest is None):
            return
        owner = stack.owner if stack is not None else self.view.seat or SEATS[0]
        loose = (*(stack.loose if stack else ()), *([guest] if guest else ()))
        if stack is not None and stack.housed:
            money = self.view.state.money(owner)
            spots = housed(money.house, stack.housed, loose)
        else:
            spots = fan(loose)
        for k, spot in enumerate(spots):
            is_ghost = guest is not None and k == len(spots) - 1
            if k == 0 and stack is not None and stack.housed:
                wide = max(8, round(spot.wide * self.frame.tile))
                drawn = pieces.plinth(self.view.state.money(owner).code, owner, wide, bool(loose))
                self._put(drawn, tile, spot.x, spot.y)
            else:
                self._coin(tile, spot, owner, is_ghost)

    def _coin(self, tile: int, spot: CoinSpot, owner: str, is_ghost: bool) -> None:
        """Draw one coin."""
        at = self.frame.at(tile, spot.x, spot.y)
        wide = max(8, round(spot.wide * self.frame.tile))
        currency = self.view.state.money(owner).code
        if is_ghost:
            drawing = coin_image(currency, spot.coin, owner == SEATS[0], wide, owner, True).copy()
            drawing.putalpha(drawing.getchannel("A").point([round(k * GHOST) for k in range(256)]))
            self.canvas.overlay(drawing, at)
        else:
            pieces.coin(currency, spot.coin, owner, wide).put(self.canvas, at)

    def _below(self, action: LastAction) -> None:
        """Draw what of an action lies below the coins."""
        if action.how == "won":
            self._put(pieces.burst(self.frame.tile), action.target)
        self._put(pieces.frame_mark("last", self.frame.tile), action.target)
        if action.origin != action.target:
            if self.tiles[action.origin] is None:
                self._put(pieces.left(self.frame.tile), action.origin)
            self._arrow(action.origin, action.target, _kind(action), whole=True, blunt=action.how == "lost")

    def _above(self, action: LastAction) -> None:
        """Draw what of it lies above them."""
        if action.origin != action.target:
            if action.how == "lost":
                (x0, y0), (x1, y1) = self.frame.at(action.origin), self.frame.at(action.target)
                place = (x0 + (x1 - x0) * 0.46, y0 + (y1 - y0) * 0.46)
                pieces.badge("lost", 0.78 * self.frame.tile).put(self.canvas, place)
            else:
                self._arrow(action.origin, action.target, _kind(action))
        else:
            self._badge(action.how, action.target)

    def _orders(self) -> None:
        """Draw the viewer's own orders."""
        if self.setup:
            return
        index = self.view.board.index
        for order in self.draft:
            if isinstance(order, Move):
                self._arrow(index[order.origin], index[order.target], "draft")
            elif isinstance(order, Split | Upgrade | House | Swap):
                self._badge(BADGES[type(order)], index[order.tile])

    def _targets(self) -> list[int]:
        """Return the tiles on which the viewer's own orders do something."""
        index = self.view.board.index
        found = [order.target for order in self.draft if isinstance(order, Move)]
        found += [order.tile for order in self.draft if isinstance(order, Split | Upgrade | House | Swap)]
        return sorted({index[name] for name in found})

    def _badge(self, kind: str, tile: int) -> None:
        self._put(pieces.badge(kind, self.frame.tile), tile, *pieces.BADGE)

    def _put(self, drawn: Decal, tile: int, dx: float = 0.0, dy: float = 0.0) -> None:
        if self.frame.shows(tile, 0.8):
            drawn.put(self.canvas, self.frame.at(tile, dx, dy))

    def _arrow(self, origin: int, target: int, kind: str, whole: bool = False, blunt: bool = False) -> None:
        """Draw an arrow's head over the edge between two tiles. whole: an arrow from the one's middle"""
        size = self.frame.tile
        (x0, y0), (x1, y1) = self.frame.at(origin), self.frame.at(target)
        across, down = (x1 - x0) / size, (y1 - y0) / size
        share = pieces.WHOLE if whole else pieces.HEAD
        drawn = pieces.arrow(round(across * share, 3), round(down * share, 3), kind, size, blunt)
        middle = pieces.ARROW_TIP - (pieces.WHOLE if whole else pieces.HEAD) / 2
        if self.frame.shows(origin) or self.frame.shows(target):
            drawn.put(self.canvas, (x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle))


def _kind(action: LastAction) -> str:
    """Return the kind of an action's arrow."""
    return "attack" if action.how in ("won", "lost") else "last"


PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
