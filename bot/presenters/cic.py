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
from bot.presenters.base import BETWEEN, MenuStep, OneOrder, Page
from bot.presenters.phrases import GAME_OVER, NOTHING_OWED, by_turns, declaration, declared, victory
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

    def pages(self) -> tuple[Page, ...]:
        return PAGES


# -- the rules in short; "Ruling" marks what is not the publisher's

PAGES = (
    Page(
        "The game",
        "Two armed forces, **Dark** and **Light**, of fifteen pieces each, on a checkerboard turned into a "
        "diamond: `a1` is Light's corner at the bottom, `h8` Dark's at the top. Dark moves first; then one "
        "move each.\n"
        "- **Land**: each side's fifteen start squares. **Sea**: the 34 squares between. **Air**: all 64.\n"
        "- A piece moves to an empty square, or captures the enemy piece on the square it goes to.\n"
        "- **Forward** is towards the enemy's corner: for Light from `c3` to `d4`. Forward, Backward, Left "
        "and Right (*orthogonal*) join squares of one colour; the four directions between them "
        "(*diagonal*, such as `c3` to `d3`) run along the files and ranks.\n"
        "- Pieces move in a straight line and stop at the first piece, unless they jump. **Tanks and "
        "Bombers block**: nothing jumps over them.\n\n"
        "**How to win.** Objective *commander*: capture the enemy Commander. Objective *points*: the higher "
        "score of captured pieces when the rounds are over; capturing the Commander scores 7 and play goes "
        "on. Or the other side concedes.",
    ),
    Page(
        "Land and Sea pieces",
        "**Amphibian** (A, 1 point): Land and Sea, 1 step Forward, Forward Left or Forward Right. On the "
        "enemy's Land it becomes a **King Amphibian** (K, 1 point): 1 or 2 steps in any of 8 directions.\n"
        "**Tank** (T, 2 points): own Land only, 1 or 2 steps diagonally. It blocks.\n"
        "**Submarine** (S, 3 points): Sea only. Its first move is exactly 1 step Forward. Later 1 or 2 "
        "steps Left, Right or diagonally; on 2 steps it may jump.\n"
        "**Destroyer** (D, 3 points): Sea only. Its first move is 1 step Forward, Forward Left or Forward "
        "Right; later 1 step in any direction.\n"
        "**Commander** (C, 7 points): Land and Sea, 1 step in any direction; where start and end both lie "
        "on the enemy's Land, 1 or 2 steps.\n\n"
        "*Ruling*: each Submarine and Destroyer has its own first-move duty until it has moved.",
    ),
    Page(
        "Air pieces",
        "**Fighter** (F, 4 points): everywhere, 1 to 3 steps orthogonally or 1 to 2 diagonally.\n"
        "**Bomber** (B, 5 points): as the Fighter, and it jumps over any number of pieces, blockers "
        "excepted. It blocks.\n"
        "**Helicopter** (H, 4 points): to any of the 16 squares exactly two squares away, over anything but "
        "a blocker. A blocker next to it in one direction forbids the square straight behind it and the two "
        "squares of the ring beside that one.",
    ),
    Page(
        "Options",
        "**Enhanced pieces**: before the first move each side secretly names up to so many of its pieces; "
        "both choices are revealed together. An attack on an enhanced piece moves nothing: the piece loses "
        "its enhancement and the turn is over. Afterwards it is captured as usual.\n"
        "**Teams**: a side may be two seats, *Air* (Fighters, Bomber, Helicopters) and *Surface* (the other "
        "ten). Surface makes the side's first move; then they alternate. A seat without a legal move is "
        "replaced by its teammate for that turn. Teammates may not discuss strategy once play begins.\n"
        "*Ruling*: a conceding seat concedes for its side once its teammate agrees; otherwise the teammate "
        "plays both groups.\n"
        "**Draws**: by agreement of all seats that have not conceded; an offer lapses when the other side "
        "moves (*Ruling*). *Rulings*: a side to move without a legal move is a draw (in a points game the "
        "scores decide), and so is the limit of quiet rounds.",
    ),
    Page(
        "Writing orders",
        "- `e7-e6` a move, `e7xe6` a capture, `e7*e6` an attack on an enhanced piece. Without a sign, "
        "`e7 e6` or `e7e6`, the right one is filled in. A sign that you write must be right (*Ruling*): that "
        "protects a move that you stored earlier.\n"
        "- `enhance b2 c2 a1` or `enhance none` in the set-up.\n"
        "- `draw` offers or accepts a draw, `concede` gives up.\n"
        "Capitals and spaces never matter. You may replace an order until the turn resolves.",
    ),
)
