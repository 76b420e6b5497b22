"""What stands around the board: who is to move, the stage of the turn, players, house coins and houses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import CoinFlip
from adjudicator.game import Event, Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.orders import Order
from adjudicator.nemein.state import View, counting
from maps.canvas import Canvas, text_width
from maps.nemein import markers, pieces, style, words
from maps.nemein.layout import SIGN, STRIP, Frame
from maps.panels import Hand, Writer

BIG, NAME, PLAIN, SMALL = 44.0, 36.0, 29.0, 26.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text."""
PILE, PILE_GAP = 74.0, 10.0
"""A pile's width, and the room between two."""
ICON = 68.0
"""From one house that counts to the next."""
KEY = 40.0
"""How wide a mark of the legend is."""


class Panels(Writer[Frame]):
    """Writes around the board of one picture."""

    hand = Hand(
        table=style.TABLE,
        sign=style.SIGN,
        rule=style.GOLD,
        white=style.WHITE,
        quiet=style.QUIET,
        big=BIG,
        plain=PLAIN,
        small=SMALL,
        margin=MARGIN,
        key=KEY,
        key_room=8.0,
        least=0.72,
    )

    def __init__(self, canvas: Canvas, frame: Frame, view: View, names: Mapping[Seat, str] | None) -> None:
        super().__init__(canvas, frame)
        self.view, self.names = view, names

    def pixels(self, length: float) -> int:
        return max(6, round(length * self.frame.unit))

    def sign(
        self, caption: str, draft: Sequence[Order], legend: Sequence[str], events: Sequence[Event]
    ) -> None:
        """The line at the top: whose turn it is, the newest action or the viewer's own orders, the caption.

        legend: marks to be told in place of the newest action
        """
        frame, view = self.frame, self.view
        high = frame.sign / frame.unit
        self.plate()
        left, upper, lower = MARGIN, high * 0.31, high * 0.75
        seat = view.mover or words.winner(view)
        if seat is not None:
            self.put(pieces.token(seat, self.pixels(74)), (left + 37, high / 2 - 1))
            left += 92
        status = words.status(view)
        if more := words.further(view):
            status += f" · {more}"
        self.heading(status, caption, left, upper, gap=24.0)
        room = self.wide - left - MARGIN
        if legend:
            drawn = [markers.badge(kind, KEY * 3.0 * frame.unit) for kind in legend]
            told = [markers.LEGEND[kind] for kind in legend]
            self.legend(zip(drawn, told, strict=True), left, lower)
            return
        second, color = words.last_words(view, events), style.QUIET
        if view.outcome is not None:
            second, color = f"{words.result(view)}. {second}".rstrip(), style.ALERT
        elif draft and view.mover is not None:
            second, color = f"your orders, private: {'; '.join(map(str, draft))}", style.ALERT
        elif view.state.phase == "setup":
            second = "your set-up is private" if view.seat else "both seats choose in secret"
        elif notices := words.notices(view):
            second, color = "; ".join([*notices, *([second] if second else [])]), style.ALERT
        if color == style.QUIET and (found := words.flip(events)) is not None:
            room -= self._flip(found, events, lower)
        self.write(second or "no move yet", (left, lower), PLAIN, color, room, ground=style.SIGN)

    def _flip(self, found: CoinFlip, events: Sequence[Event], middle: float) -> float:
        """The newest coin flip at the right end of the line; returns how wide it is."""
        said = words.flip_words(found, events)
        wide = self.write(
            said,
            (self.wide - MARGIN, middle),
            PLAIN,
            style.GOLD,
            420,
            ground=style.SIGN,
            bold=True,
            right=True,
        )
        seat = found.seat or SEATS[0]
        money = self.view.state.money(seat)
        drawn = pieces.flipped(money.code, found.heads, self.pixels(50))
        self.put(drawn, (self.wide - MARGIN - wide - 36, middle))
        return wide + 86

    def seats(self) -> None:
        """Both seats' lines and corners: the viewer's own below the board."""
        lower, upper = self.frame.lower, self.frame.upper
        for seat, is_low in ((upper, False), (lower, True)):
            self._strip(seat, self.high - STRIP / 2 + 1 if is_low else SIGN + STRIP / 2 - 1)
            self._hand(seat, is_low)
            self._houses(seat, is_low)

    def _strip(self, seat: Seat, middle: float) -> None:
        """A seat's player, its coins, and the stage of its turn."""
        self.put(pieces.token(seat, self.pixels(50)), (MARGIN + 25, middle))
        is_mover = self.view.mover == seat
        stages = self._stages(middle) if is_mover else 0.0
        money = self.view.state.money(seat)
        about = f"{seat.title()} · {words.face(seat)} · {money.code}"
        name = words.player(seat, self.names)
        if name == seat.title():
            about = f"{words.face(seat)} · {money.code}"
        left = MARGIN + 64
        room = self.wide - 2 * MARGIN - 64 - stages
        about_wide = text_width(about, False, SMALL) + 18
        color = style.LOOKS[seat].ink
        taken = self.write(name, (left, middle), NAME, color, max(200, room - about_wide), bold=True)
        if room - taken - 18 > 120:
            self.write(about, (left + taken + 18, middle + 3), SMALL, style.QUIET, room - taken - 18)

    def _stages(self, middle: float) -> float:
        """The stages of the turn, the open one in gold, at the right end; returns how wide they are."""
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
        """The height of a corner's words, and of the middle of its drawings."""
        if is_low:
            return self.high - STRIP - 20, self.high - STRIP - 96
        return SIGN + STRIP + 22, SIGN + STRIP + 106

    def _hand(self, seat: Seat, is_low: bool) -> None:
        """Left: the house coins in a seat's hand, in piles."""
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
        """Right: how many of a seat's houses count, of how many."""
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
            drawn = markers.house_icon(seat, full, self.pixels(ICON - 6))
            self.put(drawn, (x - (len(shown) - k - 0.5) * ICON, middle))
