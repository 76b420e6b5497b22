"""The set-up: the viewer's own handful on a plate in the middle of the board."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.money import Currency
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.state import View
from adjudicator.text import counted
from maps.canvas import fit
from maps.nemein import pieces, style, words
from maps.nemein.layout import EDGE, RIM
from maps.nemein.panels import Panels

HIGH = 160.0
"""The plate's height, in units."""
COIN, COUNT, PITCH = 88.0, 42.0, 186.0
"""A coin's width, the size of its number, and from one coin to the next."""
TITLE = 31.0


def handful(draft: Sequence[Order]) -> tuple[int, ...] | None:
    """The handful in a draft of the set-up."""
    return next((order.coins for order in reversed(draft) if isinstance(order, Handful)), None)


def title(view: View, draft: Sequence[Order]) -> str:
    """What the plate says."""
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


class Purse:
    """Draws the plate."""

    def __init__(self, panels: Panels, view: View, draft: Sequence[Order]) -> None:
        self.panels, self.view, self.draft = panels, view, draft
        frame = panels.frame
        self.middle = frame.middle[1] / frame.unit
        self.center = panels.wide / 2

    def put(self) -> None:
        """The plate with its title and the coins."""
        said = title(self.view, self.draft)
        shown = self._coins()
        self._plate(self.panels.wide - 2 * (EDGE + RIM + 8))
        unit = self.panels.frame.unit
        text, pixels = fit(said, True, TITLE * unit, TITLE * unit * 0.7, (self.panels.wide - 120) * unit)
        spot = (self.center * unit, (self.middle - HIGH / 2 + 29) * unit + 0.36 * pixels)
        color = style.ALERT if self._is_wrong() else style.WHITE
        self.panels.canvas.text(text, spot, pixels, color, style.SIGN, bold=True, anchor="middle")
        for seat, row in shown:
            self._row(seat, row)

    def _is_wrong(self) -> bool:
        """Whether the handful is not worth what it must be."""
        coins = handful(self.draft)
        if coins is None or self.view.seat is None:
            return False
        return sum(coins) != self.view.options.amount(SEATS.index(self.view.seat))

    def _coins(self) -> list[tuple[Seat, list[tuple[int, int]]]]:
        """The coins to show, with how many there are, -1: not said."""
        seat = self.view.seat
        if seat is None:
            return [(one, [(coin, -1) for coin in self._money(one).coins]) for one in SEATS]
        chosen = handful(self.draft)
        return [
            (seat, [(coin, -1 if chosen is None else chosen.count(coin)) for coin in self._money(seat).coins])
        ]

    def _money(self, seat: Seat) -> Currency:
        return self.view.state.money(seat)

    def _plate(self, wide: float) -> None:
        canvas, unit = self.panels.canvas, self.panels.frame.unit
        middle = self.middle * unit
        left, right = (self.center - wide / 2) * unit, (self.center + wide / 2) * unit
        for grow, color in ((5.0, style.INK), (3.0, style.GOLD), (0.0, style.SIGN)):
            canvas.fill(left - grow * unit, right + grow * unit, middle, (HIGH / 2 + grow) * unit, color)

    def _row(self, seat: Seat, row: list[tuple[int, int]]) -> None:
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
                panels.write(
                    f"×{count}", (x + COIN + 10, down), COUNT, color, 80, ground=style.SIGN, bold=True
                )
