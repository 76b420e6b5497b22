"""Nemein in words, and its order desk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import read_options
from adjudicator.nemein.orders import Handful, Order
from adjudicator.nemein.state import View
from adjudicator.text import listing
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import BETWEEN, GAME_OVER, NOTHING_OWED, MenuStep, OneOrder, Tap
from bot.presenters.nemein import setup, turn, words
from bot.presenters.nemein.words import stack_text, still
from maps.text import offer_text, seat_name

_ZOOM, _NEAR = 2, 1
"""How many tiles around a space, or one's own coins, a picture is cropped to."""


class NemeinPresenter(OneOrder):
    """See `Presenter`. currencies: for options, which name them."""

    key = "nemein"
    setup_words: tuple[str, ...] = ("handful", "place")
    alike = re.compile(
        rf"^(?:handful|place|split|upgrade|swap|end)\b|^house\W+[a-k]\d|^(?:move\W+)?[a-k]\d+{BETWEEN}[a-k]\d"
    )

    def __init__(self, currencies: Mapping[str, Currency]) -> None:
        self._currencies = currencies

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("move d4-d3 10", "move b2-c3 10; end", "move c3-c4 10; end")

    def option_lines(self, options: Options) -> list[str]:
        read = read_options(self._currencies, options)
        worth = [
            f"{money.code} coins ({' '.join(map(str, money.coins))}) worth {money.sum(read.amount(side))}"
            for side, money in enumerate(read.money)
        ]
        if worth[0] == worth[1]:
            lines = [f"A handful of {worth[0]}, at most {read.max_coins} of them"]
        else:
            lines = [f"South: a handful of {worth[0]}; North: {worth[1]}; at most {read.max_coins} of them"]
        tiles = len(board_of(read.side).names)
        lines.append(f"Board of side {read.side}: {tiles} tiles")
        houses = "1 house" if read.houses_to_win == 1 else f"{read.houses_to_win} houses"
        lines.append(f"To win: {houses} on the middle row or beyond it, or no enemy unit left")
        if read.quiet_turns:
            lines.append(
                f"After {read.quiet_turns} turns without an attack or a new house: more counting houses win"
            )
        return lines

    def phase_line(self, view: View) -> str:
        state = view.state
        if view.phase.key == "setup":
            return "Both players choose their coins in secret"
        if view.mover is None:
            return GAME_OVER
        offers = f" · {self._offers(view)}" if state.offers else ""
        further = f" · {state.extra} further turn{'s' if state.extra > 1 else ''} won" if state.extra else ""
        return f"{seat_name(view.mover)} to move: {still(state)}{further}{offers}"

    def _offers(self, view: View) -> str:
        return offer_text([seat_name(seat) for seat in SEATS if seat in view.state.offers])

    def task(self, view: View) -> str:
        if view.seat not in view.phase.owing:
            return NOTHING_OWED
        if view.phase.key == "setup":
            return self._setup_task(view)
        others = [seat for seat in view.state.offers if seat != view.seat]
        offers = [f"{self._offers(view)}: `draw` agrees."] if others else []
        return "\n".join([*turn.task(view), *offers])

    def _setup_task(self, view: View) -> str:
        options, side = view.options, SEATS.index(view.seat or SEATS[0])
        money = options.money[side]
        amount = money.sum(options.amount(side))
        home = view.board.homes[side]
        rows = sorted({view.board.names[tile][0] for tile in home})
        return (
            f"Choose your coins in secret: worth exactly **{amount}**, at most {options.max_coins}. A "
            f"{money.house} is a *house coin* and stays in your hand; all others are your units, on your "
            f"home rows {listing(rows, 'and')}. Tap **Sensible default**, or + and −."
        )

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names, you=seat)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return words.summary(view)

    def standing(self, view: View) -> Mapping[Seat, str]:
        if not any(view.state.tiles):
            return {}
        return {seat: words.stands(view.state, seat) for seat in SEATS}

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[str, ...]:
        board = view.board
        if zoom.strip():
            name = "".join(zoom.lower().split())
            if name not in board.index:
                near = [each for each in board.names if each[0] == name[:1]]
                raise NotUnderstoodError(
                    zoom.strip(), "no tile of this board; tiles are written like c3", near
                )
            return self._around(view, [board.index[name]], _ZOOM)
        if not mine:
            return ()
        own = [tile for tile, stack in enumerate(view.state.tiles) if stack and stack.owner == view.seat]
        return self._around(view, own, _NEAR)

    def _around(self, view: View, tiles: Iterable[int], steps: int) -> tuple[str, ...]:
        """The tiles themselves first, then those so many steps away, by name."""
        board = view.board
        found = dict.fromkeys(tiles)
        for _ in range(steps):
            found |= dict.fromkeys(near for tile in found for near in board.neighbours[tile])
        return tuple(board.names[tile] for tile in found)

    def places(self, view: View, typed: str) -> list[Choice]:
        wanted, found = "".join(typed.lower().split()), []
        for tile, name in enumerate(view.board.names):
            if name.startswith(wanted):
                stack = view.state.tiles[tile]
                stands = f" · {seat_name(stack.owner)}: {stack_text(stack)}" if stack is not None else ""
                found.append(Choice(name, f"{name}{stands}"))
        return found[:MOST_CHOICES]

    def sheet(self, view: View, draft: Sequence[Order]) -> list[str]:
        if view.phase.key == "setup":
            return setup.sheet(view, draft)
        return words.line_words(view, draft)

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Order], typed: str) -> list[Choice]:
        if view.seat not in view.phase.owing:
            return []
        if view.phase.key == "play":
            return turn.suggest(view, draft, typed)
        low = " ".join(typed.lower().split())
        handfuls = {str(order): order for order in legal if isinstance(order, Handful)}
        return [
            Choice(text, clip(f"{text} · {setup.total(view, order.coins)}", 100))
            for text, order in handfuls.items()
            if text.startswith(low) or text.removeprefix("handful ").startswith(low)
        ][:MOST_CHOICES]

    def describe(self, view: View, order: Order) -> str:
        return turn.plain(words.describe(view.state, order))

    def example(self, view: View) -> str:
        if view.phase.key == "setup":
            return str(Handful(view.options.stock(SEATS.index(view.seat or SEATS[0]))))
        return turn.example(view)

    # -- the desk

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        if view.seat not in view.phase.owing:
            return ()
        if view.phase.key == "setup":
            return setup.menus(view, draft, picked)
        return turn.menus(view, draft, picked)

    def taps(self, view: View, draft: Sequence[Order], picked: str) -> tuple[tuple[Tap, ...], ...]:
        if view.phase.key == "setup":
            return setup.taps(view, draft, picked)
        return turn.taps(view, draft)

    def tapped(self, view: View, draft: Sequence[Order], value: str) -> str:
        if view.phase.key == "setup":
            return setup.tapped(view, draft, value)
        return "" if value.startswith("u.") else value

    def progress(self, view: View, draft: Sequence[Order], picked: str) -> str:
        return setup.progress(view, draft, picked) if view.phase.key == "setup" else ""

    def preview(self, view: View, draft: Sequence[Order], picked: str) -> Sequence[Order]:
        return setup.preview(view, draft, picked) if view.phase.key == "setup" else draft

    def marks(self, view: View, picked: str) -> Mapping[str, str]:
        if view.seat not in view.phase.owing:
            return {}
        if view.phase.key == "setup":
            return setup.marks(view, picked)
        return turn.marks(view, picked)

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        return words.result(outcome, names)
