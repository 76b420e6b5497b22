"""Nemein in words, and its order desk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import read_options
from adjudicator.nemein.orders import Handful, House, Move, Order, Split, Swap, Upgrade
from adjudicator.nemein.state import View
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import BETWEEN, MenuStep, OneOrder, Tap
from bot.presenters.nemein import setup, text, turn, words
from bot.presenters.nemein.words import stack_text
from bot.presenters.text import GAME_OVER, NOTHING_OWED
from maps.text import offer_text, seat_name

_ZOOM, _NEAR = 2, 1
"""How many tiles around a space, or one's own coins, a picture is cropped to."""


class NemeinPresenter(OneOrder):
    """See `Presenter`. currencies: for options, which name them."""

    key = "nemein"
    odds = frozenset({"attack", "flip"})
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
        south, north = (money.amount(read.amount(side)) for side, money in enumerate(read.money))
        lines = [text.OPTION_COINS(amount=south, most=read.max_coins)]
        if south != north:
            lines = [text.OPTION_OWN_COINS(south=south, north=north, most=read.max_coins)]
        lines.append(text.OPTION_BOARD(tiles=len(board_of(read.side).names)))
        lines.append(text.OPTION_WIN(n=read.houses_to_win))
        return [*lines, text.OPTION_QUIET(n=read.quiet_turns)] if read.quiet_turns else lines

    def to_move(self, view: View) -> str:
        if view.phase.key == "setup":
            return text.SETUP_PHASE
        return GAME_OVER if view.mover is None else text.TO_MOVE(seat=seat_name(view.mover))

    def aside(self, view: View) -> str:
        state = view.state
        if view.phase.key == "setup" or view.mover is None:
            return ""
        extra = text.EXTRA_TURNS_WON(n=state.extra) if state.extra else ""
        offers = offer_text([seat_name(seat) for seat in SEATS if seat in state.offers])
        return " · ".join(filter(None, (extra, offers)))

    def task(self, view: View) -> str:
        if view.seat not in view.phase.owing:
            return NOTHING_OWED
        if view.phase.key == "setup":
            return setup.task(view)
        others = [seat for seat in SEATS if seat in view.state.offers and seat != view.seat]
        return "\n".join([*turn.task(view), *(text.DRAW_OFFERED(seat=seat_name(seat)) for seat in others)])

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.news(events, names, seat)

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
                raise NotUnderstoodError(zoom.strip(), text.NOT_A_TILE(example="c3"), near)
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
            Choice(written, clip(f"{written} · {setup.handful_text(view, order.coins)}", 100))
            for written, order in handfuls.items()
            if written.startswith(low) or written.removeprefix("handful ").startswith(low)
        ][:MOST_CHOICES]

    def describe(self, view: View, order: Order) -> str:
        return turn.plain(words.describe(view.state, order))

    def example(self, view: View) -> str:
        if view.phase.key == "setup":
            return "handful stock"
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
        return "" if value.startswith("u.") else value  # a unit: where it goes is chosen next

    def marks(self, view: View, picked: str) -> Mapping[str, str]:
        if view.seat not in view.phase.owing:
            return {}
        if view.phase.key == "setup":
            return setup.marks(view, picked)
        return turn.marks(view, picked)

    def frame(self, view: View, draft: Sequence[Order], picked: str) -> tuple[str, ...]:
        """In the set-up the own home; in a turn what is around the picked unit, or what is ordered."""
        if view.seat not in view.phase.owing:
            return ()
        if view.phase.key == "setup":
            return setup.home_part(view)
        board, tiles = view.board, list(turn.marks(view, picked))
        for action in words.actions_of(draft) if not tiles else ():
            tiles += [action.origin, action.target] if isinstance(action, Move) else []
            tiles += [action.tile] if isinstance(action, Swap | Split | Upgrade | House) else []
        return self._around(view, [board.index[tile] for tile in tiles], _NEAR)

    def named(self, view: View, said: str) -> tuple[str, ...]:
        index = view.board.index
        found = dict.fromkeys(index[name] for name in re.findall(r"[a-k]\d+", said.lower()) if name in index)
        return self._around(view, found, _NEAR)

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        return words.result(outcome, names)
