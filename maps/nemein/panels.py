"""What stands around the board of Nemein: who is to move, the stage, players, house coins and houses.

In the set-up also the viewer's own handful, on a plate in the middle of the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chance import CoinFlip
from adjudicator.game import Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.money import Currency
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.state import View, counting
from adjudicator.text import counted
from maps.canvas import Canvas, fit, text_width
from maps.nemein import pieces, style, words
from maps.nemein.layout import EDGE, HEADER, RIM, STRIP, NemeinFrame
from maps.painter import Request
from maps.panels import PanelStyle, PanelWriter
from maps.text import seat_name

NAME, PLAIN, SMALL, TITLE = 36.0, 29.0, 26.0, 31.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text, in units."""
PILE, PILE_GAP = 74.0, 10.0
"""A pile's width, and the room between two, in units."""
ICON = 68.0
"""From one house that counts to the next, in units."""
KEY = 40.0
"""The width of a mark in the key, in units."""
PLATE = 160.0
"""The height of the plate with a handful, in units."""
COIN, COUNT, PITCH = 88.0, 42.0, 186.0
"""On that plate: a coin's width, the size of its number, and from one coin to the next, in units."""


class NemeinPanels(PanelWriter[NemeinFrame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(
        style, big=44.0, plain=PLAIN, small=SMALL, margin=MARGIN, key=KEY, key_room=8.0, least=0.72
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
        frame, view, events = self.frame, self.view, self.request.events
        high = frame.header / frame.unit
        self.plate()
        left, upper, lower = MARGIN, high * 0.31, high * 0.75
        seat = view.mover or words.winner(view)
        if seat is not None:
            self.put(pieces.token(seat, self.pixels(74)), (left + 37, high / 2 - 1))
            left += 92
        status = words.status(view)
        if more := words.further(view):
            status += f" · {more}"
        self.heading(status, self.request.caption, left, upper, gap=24.0)
        room = self.wide - left - MARGIN
        if key:
            drawn = [pieces.badge(kind, KEY * 3.0 * frame.unit) for kind in key]
            self.key(list(zip(drawn, map(pieces.KEY.__getitem__, key), strict=True)), left, lower)
            return
        second, color = words.last_words(view, events), style.QUIET
        if view.outcome is not None:
            second, color = f"{words.result(view)}. {second}".rstrip(), style.ALERT
        elif self.draft and view.mover is not None:
            second, color = f"your orders, private: {'; '.join(map(str, self.draft))}", style.ALERT
        elif view.state.phase == "setup":
            second = "your set-up is private" if view.seat else "both seats choose in secret"
        elif notices := words.notices(view):
            second, color = "; ".join([*notices, *([second] if second else [])]), style.ALERT
        if color == style.QUIET and (found := words.flip(events)) is not None:
            room -= self._flip(found, lower)
        self.lower_row((second, color), (), left, lower, room)

    def _flip(self, found: CoinFlip, middle: float) -> float:
        """Show the newest coin flip at the right end of the line; returns its width in units."""
        said, spot = words.flip_words(found, self.request.events), (self.wide - MARGIN, middle)
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
        about = f"{seat_name(seat)} · {words.face(seat)} · {money.code}"
        name = self.request.player(seat, seat_name(seat))
        if name == seat_name(seat):
            about = f"{words.face(seat)} · {money.code}"
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
        for at in range(len(words.STAGES) - 1, -1, -1):
            stage = self.view.state.stage
            color = style.GOLD if at == stage else style.WHITE if at > stage else style.FADED
            x -= self.write(words.STAGES[at], (x, middle), SMALL, color, 200, bold=at == stage, right=True)
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
        self.write(f"{count} in hand", (MARGIN, word), SMALL, style.WHITE if count else style.QUIET, 200)
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
        self.write(f"counting {built} of {wanted}", (x, word), SMALL, color, 210, right=True)
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
        return "Handfuls and placements are secret until both are ready"
    at = SEATS.index(view.seat)
    code, coins = options.money[at].code, handful(draft)
    wanted = words.sum_text(options.amount(at), code)
    if coins is None:
        return f"Choose coins worth {wanted}, {options.max_coins} at most"
    placed = sum(len(stack) for order in draft if isinstance(order, Place) for _, stack in order.placed)
    units = sum(coin != options.money[at].house for coin in coins)
    said = f"{sum(coins)} of {wanted} · {counted(len(coins), 'coin')}"
    return f"{said} · {placed} of {counted(units, 'unit')} placed"


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
        text, pixels = fit(said, True, TITLE * unit, TITLE * unit * 0.7, (self.panels.wide - 120) * unit)
        spot = (self.center * unit, (self.middle - PLATE / 2 + 29) * unit + 0.36 * pixels)
        color = style.ALERT if self._is_wrong() else style.WHITE
        self.panels.canvas.text(text, spot, pixels, color, style.HEADER, bold=True, anchor="middle")
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
