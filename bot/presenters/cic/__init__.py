"""Commander-In-Chief in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from adjudicator.cic import events as ev
from adjudicator.cic.board import NAMES, SQUARES, VALUES, becomes_king
from adjudicator.cic.explain import legal_moves, start_squares
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order
from adjudicator.cic.state import SIDES, View, read_options, side_of
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Options, Outcome, Seat
from adjudicator.text import Text, listing
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import (
    BETWEEN,
    MenuStep,
    OneOrder,
    by_turns,
    congratulated,
    declaration,
    declared,
)
from bot.presenters.cic import text
from bot.presenters.text import GAME_OVER, NOTHING_OWED, NOTHING_THERE, TAKE_THE_DRAW, WHOLE_BOARD, YOUR_MOVE


class CicPresenter(OneOrder):
    """See `Presenter`."""

    key = "cic"
    setup_words: tuple[str, ...] = ("enhance",)
    alike = re.compile(rf"^enhance\b|(?<![^\W_])[a-z]?[a-h]\d+{BETWEEN}[a-h]\d")

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("d2-d3", "e7-e6", "d8-d7") if "dark" in seat else ("e7-e6", "d2-d3", "c2-c4")

    def option_lines(self, options: Options) -> list[str]:
        read = read_options(options)
        points = read.objective == "points"
        lines = [text.MOST_POINTS(n=2 * read.round_limit) if points else text.CAPTURE_THE_COMMANDER]
        dark, light = read.enhanced
        if dark != light:
            lines.append(text.ENHANCED_UNEQUAL(dark=dark, light=light))
        elif dark:
            lines.append(text.ENHANCED(n=dark))
        if read.teams == "both":
            lines.append(text.TEAMS_BOTH)
        elif read.teams != "none":
            lines.append(text.TEAMS_ONE(side=read.teams.capitalize()))
        if read.quiet_rounds:
            lines.append((text.QUIET_POINTS if points else text.QUIET_DRAW)(n=2 * read.quiet_rounds))
        return lines

    def to_move(self, view: View) -> str:
        if view.phase.key == "setup":
            return text.CHOOSING
        over = view.outcome is not None
        return GAME_OVER if over else text.TO_MOVE(seat=self.seat_name(view.mover or ""))

    def aside(self, view: View) -> str:
        if view.phase.key == "setup" or view.outcome is not None:
            return ""
        told = []
        if view.options.objective == "points":
            dark, light = view.score
            left = view.last_number - view.number + 1
            told.append(text.SCORE_NOW(dark=dark, light=light, left=left))
        if view.offers:
            told.append(self._offers(view, text.OFFERED))
        return " · ".join(told)

    def _offers(self, view: View, said: Text) -> str:
        names = [self.seat_name(seat) for seat in sorted(view.offers)]
        return said(names=listing(names, "and"), n=len(names))

    def task(self, view: View) -> str:
        seat = view.seat or ""
        if seat not in view.phase.owing:
            return NOTHING_OWED
        if view.phase.key == "setup":
            return text.ENHANCE(n=view.options.enhanced[side_of(seat)])
        told = [{"air": text.MOVE_AIR, "surface": text.MOVE_SURFACE}.get(view.group, YOUR_MOVE)]
        if view.replaces:
            told.append(text.REPLACES(seat=self.seat_name(view.replaces)))
        if view.offers:
            told.append(self._offers(view, TAKE_THE_DRAW))
        return " ".join(told)

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """At most three lines: who moves for whom, the move, an offer that lapsed or the score."""
        kings = {event.square for event in events if isinstance(event, ev.Promoted)}
        over = any(isinstance(event, ev.GameOver) for event in events)
        told = [event for event in events if not (over and isinstance(event, ev.DrawLapsed))]
        return [line for event in told if (line := _line(event, names, kings))]

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        seen = [event for event in events if event.seen_by is None or seat in event.seen_by]
        return self.narrate(seen, names)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return ""

    def standing(self, view: View) -> Mapping[Seat, str]:
        return {}

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[str, ...]:
        if zoom.strip():
            raise NotUnderstoodError("", WHOLE_BOARD)
        return ()

    def places(self, view: View, typed: str) -> list[Choice]:
        return []

    def describe(self, view: View, order: Order) -> str:
        match order:
            case Declare():
                return declaration(order)
            case Enhance(squares=squares):
                named = [_piece(view, square) for square in squares]
                return text.ENHANCES(pieces=listing(named, "and")) if named else text.ENHANCES_NOTHING
            case Move(origin=origin, target=target, sign=sign):
                told = {"piece": _name(view, origin), "origin": SQUARES[origin], "target": SQUARES[target]}
                if sign == CAPTURE:
                    return text.CAPTURE(**told, taken=_name(view, target))
                if sign == ATTACK:
                    return text.ATTACK(**told, hit=_name(view, target))
                return text.MOVE(**told)
        raise TypeError(order)

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Any], typed: str) -> list[Choice]:
        """Suggest every piece before a second of its orders."""
        wanted = "".join(typed.lower().split())
        for sign in "-–—x×*>":
            wanted = wanted.replace(sign, "")
        groups: dict[str, list[Choice]] = {}
        for order in legal:
            written, words = str(order), self.describe(view, order)
            bare = written.replace("-", "").replace("x", "").replace("*", "").replace(" ", "")
            if bare.startswith(wanted) or typed.lower().strip() in f"{written} {words}".lower():
                label = clip(self._suggested(view, order), 100)
                groups.setdefault(written[:2], []).append(Choice(written, label))
        return sorted(by_turns({0: groups})[:MOST_CHOICES], key=lambda choice: choice.value)

    def _suggested(self, view: View, order: Order) -> str:
        if not isinstance(order, Move):
            return self.describe(view, order).capitalize()
        told, there = {"order": order, "piece": _name(view, order.origin)}, _name(view, order.target)
        if order.sign == CAPTURE:
            return text.SUGGEST_CAPTURE(**told, taken=there)
        return text.SUGGEST_ATTACK(**told, hit=there) if order.sign == ATTACK else text.SUGGEST_MOVE(**told)

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        if view.seat not in view.phase.owing:
            return ()
        if view.phase.key == "setup":
            return (self._enhance_menu(view, draft),)
        pieces: dict[str, list[Move]] = {}
        for order in sorted(legal_moves(view), key=lambda order: _first(view, order)):
            pieces.setdefault(SQUARES[order.origin], []).append(order)
        if not picked:  # a draft keeps its piece open, so that it can go elsewhere
            picked = next((SQUARES[order.origin] for order in draft if isinstance(order, Move)), "")
        choices = tuple(
            Choice(square, piece, _counts(orders), square == picked, piece)
            for square, orders in pieces.items()
            for piece in (_piece(view, orders[0].origin),)
        )
        steps = [MenuStep("pick", text.CHOOSE_PIECE, choices)]
        if picked in pieces:
            orders = pieces[picked]
            where = text.WHERE(piece=_name(view, orders[0].origin), square=picked)
            targets = tuple(_target(view, order, order in draft) for order in orders)
            steps.append(MenuStep("give", where, targets))
        return tuple(steps)

    def _enhance_menu(self, view: View, draft: Sequence[Order]) -> MenuStep:
        side = side_of(view.seat or "")
        chosen = {square for order in draft if isinstance(order, Enhance) for square in order.squares}
        choices = tuple(
            Choice(SQUARES[square], _piece(view, square), "", square in chosen)
            for square in start_squares(side)
        )
        most = view.options.enhanced[side]
        return MenuStep("give", text.CHOOSE_ENHANCED(n=most), choices, least=0, most=most)

    def order_text(self, view: View, values: Sequence[str]) -> str:
        if view.phase.key == "setup":
            return "enhance " + (" ".join(values) or "none")
        return values[0] if values else ""

    def marks(self, view: View, picked: str) -> Mapping[int, str]:
        if view.phase.key != "play" or view.seat not in view.phase.owing:
            return {}
        words = {CAPTURE: "capture", ATTACK: "attack"}
        found = {}
        for order in legal_moves(view):
            if SQUARES[order.origin] == picked:
                found[order.origin] = "chosen"
                found[order.target] = words.get(order.sign, "move")
        return found

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        winners = [seat for seat, place in outcome.places.items() if place == 1]
        if len(winners) == len(outcome.places):
            return text.DRAWN[outcome.reason]
        told = text.WON[outcome.reason](side=SIDES[side_of(winners[0])].capitalize())
        return congratulated(told, [names[seat] for seat in winners if seat in names])


def _name(view: View, square: int) -> str:
    """Return the name of the piece that stands there; "" if none does."""
    return NAMES.get(view.board[square].upper(), "")


def _piece(view: View, square: int) -> str:
    return text.PIECE(piece=_name(view, square), square=SQUARES[square])


def _first(view: View, order: Move) -> tuple[bool, int, int, int]:
    """Sort captures first, the best piece first, then attacks."""
    worth = VALUES.get(view.board[order.target].upper(), 0)
    return order.sign == MOVE, -worth * (order.sign == CAPTURE), order.origin, order.target


def _counts(orders: Sequence[Move]) -> str:
    """Say how much a piece can do: "3 captures, 5 moves"."""
    signs = [order.sign for order in orders]
    counted = ((text.CAPTURES, CAPTURE), (text.ATTACKS, ATTACK), (text.MOVES, MOVE))
    return ", ".join(said(n=signs.count(sign)) for said, sign in counted if sign in signs)


def _target(view: View, order: Move, chosen: bool) -> Choice:
    square, there = SQUARES[order.target], _name(view, order.target) or NOTHING_THERE
    if order.sign == ATTACK:
        label, more = text.TARGET_ATTACK(square=square, piece=there), text.LOSES_ENHANCEMENT
    else:
        label = text.TARGET_CAPTURE(square=square, piece=there) if order.sign == CAPTURE else square
        more = "" if order.sign == CAPTURE else NOTHING_THERE
        if becomes_king(view.board[order.origin], order.target):
            more = text.BECOMES_KING
    return Choice(str(order), label, more, chosen, square, there)


def _line(event: Event, names: Mapping[Seat, str], kings: Collection[str]) -> str:
    """Tell one thing that happened. kings: where an Amphibian becomes a King Amphibian"""
    match event:
        case ev.EnhancementsRevealed(dark=dark, light=light):
            sides = [listing(squares, "and") or text.NOTHING for squares in (dark, light)]
            return text.REVEALED(dark=sides[0], light=sides[1])
        case ev.Replaced(seat=seat, by=by):
            return text.REPLACED(player=names[seat], by=names[by])
        case ev.Moved(seat=seat, piece=piece, origin=origin, target=target):
            said = text.MOVED_KING if target in kings else text.MOVED
            return said(player=names[seat], piece=NAMES[piece], move=f"{origin}{MOVE}{target}")
        case ev.Captured(seat=seat, piece=piece, origin=origin, target=target, taken=taken):
            said = text.TAKES_KING if target in kings else text.TAKES
            way = {"piece": NAMES[piece], "move": f"{origin}{CAPTURE}{target}"}
            return said(player=names[seat], taken=NAMES[taken], square=target, **way)
        case ev.Attacked(seat=seat, piece=piece, origin=origin, target=target, hit=hit):
            way = {"piece": NAMES[piece], "move": f"{origin}{ATTACK}{target}"}
            return text.ATTACKED(player=names[seat], hit=NAMES[hit], square=target, **way)
        case ev.Conceded(seat=seat, by=by) if by is not None:
            return text.TEAMMATE_CONCEDED(player=names[seat], by=names[by])
        case ev.GameOver(reason="round_limit" | "quiet_rounds" | "no_legal_move", score=score):
            return text.SCORE(**score) if any(score.values()) else ""
        case _:
            return declared(event, names)
