"""Commander-In-Chief in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.cic import events as ev
from adjudicator.cic.board import NAMES, SQUARES
from adjudicator.cic.explain import legal_moves, start_squares
from adjudicator.cic.orders import ATTACK, CAPTURE, Enhance, Move, Order
from adjudicator.cic.state import SIDES, View, read_options, side_of
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Options, Outcome, Seat
from adjudicator.text import counted, listing
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import (
    BETWEEN,
    GAME_OVER,
    NOTHING_OWED,
    MenuStep,
    OneOrder,
    by_turns,
    declaration,
    declared,
    victory,
)
from maps.cic.words import REASONS
from maps.text import long_reason, offer_text


class CicPresenter(OneOrder):
    """See `Presenter`."""

    key = "cic"
    setup_words: tuple[str, ...] = ("enhance",)
    alike = re.compile(rf"^enhance\b|(?<![^\W_])[a-z]?[a-h]\d+{BETWEEN}[a-h]\d")

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("d2-d3", "e7-e6", "d8-d7") if "dark" in seat else ("e7-e6", "d2-d3", "c2-c4")

    def option_lines(self, options: Options) -> list[str]:
        read = read_options(options)
        if read.objective == "points":
            lines = [f"Objective: the higher score after {counted(read.round_limit, 'round')}"]
        else:
            lines = ["Objective: capture the enemy Commander"]
        dark, light = read.enhanced
        if dark or light:
            each = f"{dark} a side" if dark == light else f"Dark {dark}, Light {light}"
            lines.append(f"Enhanced pieces, chosen in secret: {each}")
        if read.teams != "none":
            sides = "both sides" if read.teams == "both" else read.teams.capitalize()
            lines.append(f"Teams (Surface and Air): {sides}")
        if read.quiet_rounds:
            ends = "the scores decide" if read.objective == "points" else "a draw"
            lines.append(f"After {read.quiet_rounds} quiet rounds: {ends}")
        return lines

    def phase_line(self, view: View) -> str:
        if view.phase.key == "setup":
            return "Each side chooses its enhanced pieces in secret"
        if view.outcome is not None:
            return GAME_OVER
        limit = f" of {view.options.round_limit}" if view.options.objective == "points" else ""
        scores = f" · Dark {view.score[0]} : {view.score[1]} Light" if any(view.score) else ""
        offers = f" · {self._offers(view)}" if view.offers else ""
        return f"Round {view.round}{limit} · {self.seat_name(view.mover or '')} to move{scores}{offers}"

    def _offers(self, view: View) -> str:
        return offer_text([self.seat_name(seat) for seat in sorted(view.offers)])

    def task(self, view: View) -> str:
        seat = view.seat or ""
        if view.phase.key == "setup" and seat in view.phase.owing:
            most = view.options.enhanced[side_of(seat)]
            return (
                f"Choose up to {counted(most, 'piece')} to enhance: each must be attacked twice. "
                "Both sides' choices are revealed together."
            )
        if seat not in view.phase.owing:
            return NOTHING_OWED
        whose = ""
        if view.group:
            whose = " You move the Air pieces." if view.group == "air" else " You move the Surface pieces."
        if view.replaces:
            whose = f" {self.seat_name(view.replaces)} has no legal move, so you move for it."
        offers = f" {self._offers(view)}." if view.offers else ""
        return f"It is your move.{whose}{offers}"

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return [line for event in events if (line := self._line(event, names))]

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        seen = [event for event in events if event.seen_by is None or seat in event.seen_by]
        return self.narrate(seen, names)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return ""

    def standing(self, view: View) -> Mapping[Seat, str]:
        return {}

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[str, ...]:
        if zoom.strip():
            raise NotUnderstoodError("", "this board is small: it is always shown whole")
        return ()

    def places(self, view: View, typed: str) -> list[Choice]:
        return []

    def _line(self, event: Event, names: Mapping[Seat, str]) -> str:
        match event:
            case ev.EnhancementsRevealed(dark=dark, light=light):
                sides = (("Dark", dark), ("Light", light))
                told = "; ".join(f"{side} {listing(squares, 'and') or 'nothing'}" for side, squares in sides)
                return f"The enhanced pieces: {told}."
            case ev.Replaced(seat=seat, by=by):
                return f"{names[seat]} had no legal move; {names[by]} moved instead."
            case ev.Moved(seat=seat, piece=piece, origin=origin, target=target):
                return f"{names[seat]}: {NAMES[piece]} {origin} → {target}."
            case ev.Captured(seat=seat, piece=piece, origin=origin, target=target, taken=taken, value=value):
                what = f"{NAMES[piece]} {origin} captures the {NAMES[taken]} on {target}"
                return f"{names[seat]}: {what} ({counted(value, 'point')})."
            case ev.Attacked(seat=seat, piece=piece, origin=origin, target=target, hit=hit):
                return (
                    f"{names[seat]}: {NAMES[piece]} {origin} attacks {target}. "
                    f"The {NAMES[hit]} there loses its enhancement; nothing moves."
                )
            case ev.Promoted(square=square):
                return f"On {square} it becomes a King Amphibian."
            case ev.Conceded(seat=seat, by=None):
                return f"{names[seat]} concedes."
            case ev.Conceded(seat=seat, by=by) if by is not None:
                return f"{names[seat]} concedes; {names[by]} plays on with both groups."
            case ev.GameOver(score=score) if any(score.values()):
                return f"Points for captures: Dark {score['dark']}, Light {score['light']}."
            case _:
                return declared(event, names)

    def describe(self, view: View, order: Order) -> str:
        match order:
            case Declare():
                return declaration(order)
            case Enhance(squares=squares):
                board = view.board
                named = [f"{NAMES[board[square].upper()]} {SQUARES[square]}" for square in squares]
                return f"enhance {listing(named, 'and')}" if named else "enhance nothing"
            case Move(origin=origin, target=target, sign=sign):
                name = NAMES[view.board[origin].upper()]
                there = view.board[target].upper()
                if sign == CAPTURE:
                    return f"{name} {SQUARES[origin]} captures the {NAMES[there]} on {SQUARES[target]}"
                if sign == ATTACK:
                    return (
                        f"{name} {SQUARES[origin]} attacks the enhanced {NAMES[there]} on {SQUARES[target]}"
                    )
                return f"{name} {SQUARES[origin]} to {SQUARES[target]}"
        raise TypeError(order)

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Any], typed: str) -> list[Choice]:
        """Suggest every piece before a second of its orders."""
        wanted = "".join(typed.lower().split())
        for sign in "-–—x×*>":
            wanted = wanted.replace(sign, "")
        groups: dict[str, list[Choice]] = {}
        for order in legal:
            text, words = str(order), self.describe(view, order)
            bare = text.replace("-", "").replace("x", "").replace("*", "").replace(" ", "")
            if bare.startswith(wanted) or typed.lower().strip() in f"{text} {words}".lower():
                groups.setdefault(text[:2], []).append(Choice(text, clip(f"{text} · {words}", 100)))
        return sorted(by_turns({0: groups})[:MOST_CHOICES], key=lambda choice: choice.value)

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        if view.seat not in view.phase.owing:
            return ()
        if view.phase.key == "setup":
            return (self._enhance_menu(view, draft),)
        moves = legal_moves(view)
        pieces: dict[str, list[Move]] = {}
        for order in moves:
            pieces.setdefault(SQUARES[order.origin], []).append(order)
        if not picked:  # a draft keeps its piece open, so that it can go elsewhere
            picked = next((SQUARES[order.origin] for order in draft if isinstance(order, Move)), "")
        steps = [
            MenuStep(
                "pick",
                "1. Choose a piece",
                tuple(
                    Choice(
                        square,
                        f"{NAMES[view.board[orders[0].origin].upper()]} {square}",
                        self._summary(orders),
                        chosen=square == picked,
                    )
                    for square, orders in pieces.items()
                ),
            )
        ]
        if picked in pieces:
            steps.append(
                MenuStep(
                    "give",
                    "2. Choose where it goes",
                    tuple(self._target(view, order, order in draft) for order in pieces[picked]),
                )
            )
        return tuple(steps)

    def _summary(self, orders: Sequence[Move]) -> str:
        hits = sum(1 for order in orders if order.sign in (CAPTURE, ATTACK))
        return counted(len(orders), "move") + (f", {counted(hits, 'capture')}" if hits else "")

    def _target(self, view: View, order: Move, chosen: bool) -> Choice:
        there = NAMES.get(view.board[order.target].upper(), "")
        target = SQUARES[order.target]
        words = {CAPTURE: f"{target}: capture the {there}", ATTACK: f"{target}: attack the enhanced {there}"}
        return Choice(str(order), words.get(order.sign, f"{target}"), "", chosen)

    def _enhance_menu(self, view: View, draft: Sequence[Order]) -> MenuStep:
        side = side_of(view.seat or "")
        chosen = {square for order in draft if isinstance(order, Enhance) for square in order.squares}
        choices = tuple(
            Choice(
                SQUARES[square],
                f"{NAMES[view.board[square].upper()]} {SQUARES[square]}",
                "",
                square in chosen,
            )
            for square in start_squares(side)
        )
        most = view.options.enhanced[side]
        return MenuStep("give", f"Choose up to {counted(most, 'piece')}", choices, least=0, most=most)

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
        reason = long_reason(REASONS, outcome.reason)
        winners = [seat for seat, place in outcome.places.items() if place == 1]
        if outcome.reason == "agreed":
            return "**A draw** by agreement."
        if len(winners) == len(outcome.places):
            return f"**A draw:** {reason}."
        side = SIDES[side_of(winners[0])].capitalize()
        return victory(side, reason, [names[seat] for seat in winners])
