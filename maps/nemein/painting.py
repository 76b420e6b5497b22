"""The picture of a game of Nemein, from a View: coins on a hexagon of felt tiles.

The viewer's own home is at the bottom. Drafts are not drawn in the public's picture. Marks: "chosen", "move",
"attack" (a sure win) or "flip" by tile. Events tell the newest actions and the coin flip; without any, the
view's newest action is shown. A part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import CoinFlip
from adjudicator.game import Event, Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.money import Currency
from adjudicator.nemein.orders import Handful, House, Move, Order, Place, Split, Swap, Upgrade
from adjudicator.nemein.state import LastAction, Stack, View, counting
from maps.canvas import Canvas, fit, text_width
from maps.decal import Decal
from maps.geometry import scaled
from maps.nemein import pieces, style, text, words
from maps.nemein.coin_faces import coin_image
from maps.nemein.empty_board import empty_board, tile_color
from maps.nemein.layout import (
    EDGE,
    HEADER,
    MIN_NAME,
    PART_SIZE,
    RIM,
    STRIP,
    WIDTH,
    CoinSpot,
    NemeinFrame,
    fan,
    hexagon,
    housed,
    part,
    tag_line,
)
from maps.nemein.layout import whole as whole_board
from maps.nemein.words import sentences
from maps.painter import Painter, Request
from maps.palette import Rgb
from maps.panels import PanelStyle, PanelWriter
from maps.text import seat_name
from maps.touch import Layer, Shape

NAME, PLAIN, SMALL, TITLE = 42.0, 36.0, 32.0, 34.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text, in units."""
PILE, PILE_GAP = 74.0, 10.0
"""A pile's width, and the room between two, in units."""
ICON = 68.0
"""From one house that counts to the next, in units."""
KEY = 44.0
"""The width of a mark in the key, in units."""
PLATE = 160.0
"""The height of the plate with a handful, in units."""
COIN, COUNT, PITCH = 88.0, 42.0, 186.0
"""On that plate: a coin's width, the size of its number, and from one coin to the next, in units."""


class NemeinPanels(PanelWriter[NemeinFrame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(
        style, big=52.0, plain=PLAIN, small=SMALL, margin=MARGIN, key=KEY, key_room=8.0, least=0.88
    )

    def __init__(
        self, canvas: Canvas, frame: NemeinFrame, request: Request[View], draft: Sequence[Order]
    ) -> None:
        super().__init__(canvas, frame, request)
        self.draft = draft

    def pixels(self, length: float) -> int:
        """Return a length in pixels."""
        return max(6, round(length * self.frame.unit))

    def header(self, key: Sequence[str]) -> None:
        """Write whose turn it is, the newest action or the viewer's orders, and the caption.

        key: marks to explain instead of the action
        """
        frame, view, events = self.frame, self.view, self.request.changes or self.request.events
        high = frame.header / frame.unit
        self.plate()
        left, upper, lower = MARGIN, high * 0.31, high * 0.75
        seat = view.mover or words.winner(view)
        if seat is not None:
            self.put(pieces.token(seat, self.pixels(74)), (left + 37, high / 2 - 1))
            left += 92
        self.heading(words.status(view), self.request.caption, left, upper, gap=24.0)
        room = self.wide - left - MARGIN
        if key:
            drawn = [pieces.badge(kind, KEY * 3.0 * frame.unit) for kind in key]
            self.key(list(zip(drawn, map(text.MARKS.__getitem__, key), strict=True)), left, lower)
            return
        second, color = words.last_words(view, events), style.QUIET
        if view.outcome is not None:
            second = text.OVER(reason=words.result(view), last=second).rstrip()
            color = style.ALERT
        elif self.draft and view.mover is not None:
            second = text.YOUR_ORDERS(orders="; ".join(map(str, self.draft)))
            color = style.ALERT
        elif view.state.phase == "setup":
            second = text.SETUP_OWN if view.seat else text.SETUP_BOTH
        elif notices := words.notices(view):
            second, color = "; ".join([*notices, *([second] if second else [])]), style.ALERT
        if color == style.QUIET and (found := words.flip(events)) is not None:
            room -= self._flip(found, words.flip_words(found, events), lower)
        self.lower_row((second, color), (), left, lower, room)

    def _flip(self, found: CoinFlip, said: str, middle: float) -> float:
        """Show the newest coin flip at the right end of the line; returns its width in units."""
        spot = (self.wide - MARGIN, middle)
        wide = self.write(said, spot, PLAIN, style.GOLD, 420, ground=style.HEADER, bold=True, right=True)
        seat = found.seat or SEATS[0]
        money = self.view.state.money(seat)
        drawn = pieces.flipped(money.code, found.heads, self.pixels(50))
        self.put(drawn, (self.wide - MARGIN - wide - 36, middle))
        return wide + 86

    def seats(self) -> None:
        """Write both seats' lines and corners: the viewer's own below the board."""
        lower, upper = self.frame.lower, self.frame.upper
        for seat, is_low in ((upper, False), (lower, True)):
            self._strip(seat, self.high - STRIP / 2 + 1 if is_low else HEADER + STRIP / 2 - 1)
            self._hand(seat, is_low)
            self._houses(seat, is_low)

    def _strip(self, seat: Seat, middle: float) -> None:
        """Write a seat's player, its coins, and the stage of its turn."""
        self.put(pieces.token(seat, self.pixels(50)), (MARGIN + 25, middle))
        is_mover = self.view.mover == seat
        stages = self._stages(middle) if is_mover else 0.0
        money = self.view.state.money(seat)
        name = self.request.player(seat, seat_name(seat))
        about = text.ABOUT_SEAT(seat=seat_name(seat), side=words.face(seat), currency=money.code)
        if name == seat_name(seat):
            about = text.ABOUT(side=words.face(seat), currency=money.code)
        left = MARGIN + 64
        room = self.wide - 2 * MARGIN - 64 - stages
        about_wide = text_width(about, False, SMALL) + 18
        color = style.LOOKS[seat].ink
        taken = self.write(name, (left, middle), NAME, color, max(200, room - about_wide), bold=True)
        if room - taken - 18 > 120:
            self.write(about, (left + taken + 18, middle + 3), SMALL, style.QUIET, room - taken - 18)

    def _stages(self, middle: float) -> float:
        """Write the stages of the turn, the open one in gold, at the right; returns their width in units."""
        x = self.wide - MARGIN
        for at in range(len(text.STAGES) - 1, -1, -1):
            stage = self.view.state.stage
            color = style.GOLD if at == stage else style.WHITE if at > stage else style.FADED
            x -= self.write(text.STAGES[at], (x, middle), SMALL, color, 200, bold=at == stage, right=True)
            if at:
                x -= 9
                x -= self.write("›", (x, middle), SMALL, style.FADED, 40, right=True) + 9
        return self.wide - MARGIN - x + 24

    def _corner(self, is_low: bool) -> tuple[float, float]:
        """Return the height of a corner's words, and of the middle of its drawings, in units."""
        if is_low:
            return self.high - STRIP - 20, self.high - STRIP - 96
        return HEADER + STRIP + 22, HEADER + STRIP + 106

    def _hand(self, seat: Seat, is_low: bool) -> None:
        """Draw at the left the house coins in a seat's hand, in piles."""
        count = self.view.state.hand(seat)
        if self.view.state.phase == "setup":
            return
        word, middle = self._corner(is_low)
        self.write(text.IN_HAND(n=count), (MARGIN, word), SMALL, style.WHITE if count else style.QUIET, 200)
        x = MARGIN
        for lying in pieces.piles(count)[:2]:
            code = self.view.state.money(seat).code
            spare = (pieces.PILE - lying) * pieces.THICK * PILE / 2
            place = (x + PILE / 2, middle + (spare if is_low else -spare))
            self.put(pieces.pile(code, seat, lying, self.pixels(PILE)), place)
            x += PILE + PILE_GAP

    def _houses(self, seat: Seat, is_low: bool) -> None:
        """Draw at the right how many of a seat's houses count, of how many."""
        word, middle = self._corner(is_low)
        if self.view.state.phase == "setup":
            return
        wanted, built = self.view.options.houses_to_win, counting(self.view.state, seat)
        x = self.wide - MARGIN
        color = style.LOOKS[seat].ink if built else style.QUIET
        self.write(text.COUNTING(n=built, wanted=wanted), (x, word), SMALL, color, 210, right=True)
        shown = [k < built for k in range(wanted)] if wanted <= 3 else [built > 0]
        middle += -14 if not is_low else 14
        for k, full in enumerate(shown):
            drawn = pieces.house_icon(seat, full, self.pixels(ICON - 6))
            self.put(drawn, (x - (len(shown) - k - 0.5) * ICON, middle))


def handful(draft: Sequence[Order]) -> tuple[int, ...] | None:
    """Return the handful in a draft of the set-up, if there is one."""
    return next((order.coins for order in reversed(draft) if isinstance(order, Handful)), None)


def handful_title(view: View, draft: Sequence[Order]) -> str:
    """Return what the plate says."""
    options = view.options
    if view.seat is None:
        return text.PLATE_SECRET
    at = SEATS.index(view.seat)
    code, coins = options.money[at].code, handful(draft)
    wanted = words.sum_text(options.amount(at), code)
    if coins is None:
        return text.PLATE_CHOOSE(sum=wanted, most=options.max_coins)
    placed = sum(len(stack) for order in draft if isinstance(order, Place) for _, stack in order.placed)
    units = sum(coin != options.money[at].house for coin in coins)
    return text.PLATE_CHOSEN(sum=sum(coins), wanted=wanted, n=len(coins), placed=placed, units=units)


class HandfulPlate:
    """Draws the viewer's own handful in the set-up, or all coins of both seats."""

    def __init__(self, panels: NemeinPanels) -> None:
        self.panels, self.view, self.draft = panels, panels.view, panels.draft
        frame = panels.frame
        self.middle = frame.middle[1] / frame.unit
        self.center = panels.wide / 2

    def put(self) -> None:
        """Draw the plate with its title and the coins."""
        said = handful_title(self.view, self.draft)
        shown = self._coins()
        self._plate(self.panels.wide - 2 * (EDGE + RIM + 8))
        unit = self.panels.frame.unit
        shown_text, pixels = fit(
            said, True, TITLE * unit, TITLE * unit * 0.7, (self.panels.wide - 120) * unit
        )
        spot = (self.center * unit, (self.middle - PLATE / 2 + 29) * unit + 0.36 * pixels)
        color = style.ALERT if self._is_wrong() else style.WHITE
        self.panels.canvas.text(shown_text, spot, pixels, color, style.HEADER, bold=True, anchor="middle")
        for seat, row in shown:
            self._row(seat, row)

    def _is_wrong(self) -> bool:
        """Return whether the handful is not worth what it must be."""
        coins = handful(self.draft)
        if coins is None or self.view.seat is None:
            return False
        return sum(coins) != self.view.options.amount(SEATS.index(self.view.seat))

    def _coins(self) -> list[tuple[Seat, list[tuple[int, int]]]]:
        """Return the coins to show by seat, with their numbers; -1: not said."""
        seat = self.view.seat
        if seat is None:
            return [(one, [(coin, -1) for coin in self._money(one).coins]) for one in SEATS]
        chosen = handful(self.draft)
        coins = self._money(seat).coins
        return [(seat, [(coin, -1 if chosen is None else chosen.count(coin)) for coin in coins])]

    def _money(self, seat: Seat) -> Currency:
        return self.view.state.money(seat)

    def _plate(self, wide: float) -> None:
        """Draw the plate itself; width in units."""
        canvas, unit = self.panels.canvas, self.panels.frame.unit
        middle = self.middle * unit
        left, right = (self.center - wide / 2) * unit, (self.center + wide / 2) * unit
        for grow, color in ((5.0, style.INK), (3.0, style.GOLD), (0.0, style.HEADER)):
            canvas.fill(left - grow * unit, right + grow * unit, middle, (PLATE / 2 + grow) * unit, color)

    def _row(self, seat: Seat, row: list[tuple[int, int]]) -> None:
        """Draw a seat's coins with their numbers."""
        panels = self.panels
        down = self.middle + 26
        pitch = PITCH if self.view.seat else COIN + 6
        start = self.center - pitch * len(row) / 2
        if self.view.seat is None:
            start = self.center + (24 if seat == SEATS[1] else -24 - pitch * len(row))
        for k, (coin, count) in enumerate(row):
            x = start + k * pitch
            room = pitch if count < 0 else COIN + 6
            drawn = pieces.coin(self._money(seat).code, coin, seat, panels.pixels(COIN))
            panels.put(drawn, (x + room / 2, down))
            if count >= 0:
                color = style.WHITE if count else style.FADED
                spot = (x + COIN + 10, down)
                panels.write(f"×{count}", spot, COUNT, color, 80, ground=style.HEADER, bold=True)


TILE_NAME, SMALL_NAME, LOST = 0.20, 0.18, 0.22
"""The size of a tile's name alone on it, and below coins, and of what was lost there, in tiles."""
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
    scene.everything(marks, request.changes or request.events)
    panels = NemeinPanels(scene.canvas, frame, request, own)
    panels.header([kind for kind in pieces.MARKS[1:] if kind in marks.values()])
    if frame.is_whole:
        panels.seats()
        if view.state.phase == "setup":
            HandfulPlate(panels).put()
    return panels.finished()


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
        for name, units, house in words.losses(self.view, events):
            lost = [text.LOST_UNIT(coin=coin) for coin in units] + ([text.LOST_HOUSE] if house else [])
            self._lost(self.view.board.index[name], " ".join(lost))

    def _lost(self, tile: int, said: str) -> None:
        """Write at a tile's upper tip what its viewer lost there."""
        size, high = round(LOST * self.frame.tile, 1), -0.37
        wide = text_width(said, True, size) / self.frame.tile + 0.1
        if self._fits(tile, LOST, high):
            self._put(pieces.tag_above(round(wide, 2), self.frame.tile), tile, 0.0, high)
            self._write(tile, said, LOST, high + 0.36 * LOST, style.WHITE, style.RED)

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
        size = round(max(TILE_NAME if bare else SMALL_NAME, MIN_NAME * frame.unit / frame.tile), 3)
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
                drawn = pieces.plinth(self.view.state.money(owner).code, owner, wide)
                self._put(drawn, tile, spot.x, spot.y)
            else:
                ringed = not (stack is not None and stack.housed and k == 1)
                self._coin(tile, spot, owner, is_ghost, ringed)

    def _coin(self, tile: int, spot: CoinSpot, owner: str, is_ghost: bool, ringed: bool) -> None:
        """Draw one coin."""
        at = self.frame.at(tile, spot.x, spot.y)
        wide = max(8, round(spot.wide * self.frame.tile))
        currency = self.view.state.money(owner).code
        if is_ghost:
            drawing = coin_image(currency, spot.coin, owner == SEATS[0], wide, owner, True).copy()
            drawing.putalpha(drawing.getchannel("A").point([round(k * GHOST) for k in range(256)]))
            self.canvas.overlay(drawing, at)
        else:
            pieces.coin(currency, spot.coin, owner, wide, ringed).put(self.canvas, at)

    def _below(self, action: LastAction) -> None:
        """Draw what of an action lies below the coins."""
        if action.how == "won":
            self._put(pieces.burst(self.frame.tile), action.target)
        self._put(pieces.frame_mark("last", self.frame.tile), action.target)
        if action.origin != action.target:
            self._put(pieces.frame_mark("from", self.frame.tile), action.origin)
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


def touch_layer(view: View, size: int) -> Layer:
    """Return the tiles as shapes."""
    frame = whole_board(view.options.side, size or WIDTH, view.seat == "north")
    corners = scaled(hexagon(0.0), frame.tile)
    shapes = (Shape.around(name, frame.at(tile), corners) for name, tile in view.board.index.items())
    return Layer(frame.width, frame.height, tuple(shapes))


PAINTER = Painter(compose_request, sentences, touch_layer)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
