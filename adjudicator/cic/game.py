"""Commander-In-Chief as a `Game`: the turn sequence, declarations and the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from adjudicator.base_game import TurnGame, leaves
from adjudicator.chance import Chance
from adjudicator.cic import events as ev
from adjudicator.cic.board import (
    ALL,
    EMPTY,
    NAMES,
    REGIONS,
    SQUARES,
    VALUES,
    becomes_king,
    count,
    generate,
    play,
    start_board,
)
from adjudicator.cic.explain import check_declaration, check_orders, legal_moves, start_squares
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order, parse_text
from adjudicator.cic.state import (
    PIECES,
    SIDES,
    CicOptions,
    LastMove,
    State,
    View,
    active_seats,
    check_play,
    first_state,
    load_checked,
    owing,
    phase_of,
    read_options,
    score,
    seats_of_side,
    show_view,
    side_of,
    view_of,
)
from adjudicator.cic.text import EXPOSED, MORE_TO_ENHANCE
from adjudicator.codec import Scope
from adjudicator.errors import PositionError
from adjudicator.game import Declare, Event, Options, Outcome, Phase, Resolution, Seat, Sheets


class Cic(TurnGame[State, View, Order]):
    """Commander-In-Chief. Stateless; see `Game` for the contract of each method."""

    key: ClassVar[str] = "cic"
    name: ClassVar[str] = "Commander-In-Chief"
    rules_version: ClassVar[int] = 1
    options_type = CicOptions
    event_types = ev.EVENTS

    def teams(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        seats = self.seats(options)
        return tuple(tuple(seat for seat in seats if side_of(seat) == side) for side in (0, 1))

    def start(self, options: Options, chance: Chance) -> Resolution[State]:
        state = replace(first_state(read_options(options)), n=chance.n)
        return Resolution(state, (ev.Started(seats=state.options.seats(), first=state.phase),))

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def parse(self, view: View, text: str) -> tuple[Order, ...]:
        # A seat that waits writes its next move down early: a missing sign is meant from its side.
        side = side_of(view.seat) if view.seat in view.seats else view.side
        now = view.phase.key == "play" and view.seat in view.phase.owing
        return parse_text(view.board, side, view.enhanced, text, lambda: legal_moves(view) if now else ())

    def check(self, view: View, orders: Sequence[Order]) -> None:
        check_orders(view, orders)

    def warn(self, view: View, orders: Sequence[Order]) -> tuple[str, ...]:
        """Warns of a Commander left where it can be captured next, and of unused enhancements."""
        found: list[str] = []
        for order in orders:
            if isinstance(order, Enhance) and view.seat is not None:
                left = view.options.enhanced[side_of(view.seat)] - len(order.squares)
                if left > 0:
                    found.append(MORE_TO_ENHANCE(n=left))
            if isinstance(order, Move) and (threat := _exposes_commander(view, order)):
                found.append(threat)
        return tuple(found)

    def legal(self, view: View, draft: Sequence[Order] = ()) -> Iterator[Order]:
        full = any(order != Declare("draw") for order in draft)
        if view.seat not in view.phase.owing or full:
            return iter(())
        if view.phase.key == "setup":
            mine = start_squares(side_of(view.seat))
            return iter((*(Enhance((square,)) for square in mine), Enhance(())))
        return iter(legal_moves(view))

    def default(self, view: View) -> tuple[Order, ...] | None:
        """Enhance nothing for an absent seat; a move cannot be guessed."""
        return (Enhance(()),) if view.phase.key == "setup" and view.seat in view.phase.owing else None

    def sharing(self, state: State, seat: Seat) -> frozenset[Seat]:
        """Let either seat of a side give the choice in the set-up. Source: Advanced options; Ruling."""
        if state.phase == "setup" and seat in owing(state):
            return frozenset(seats_of_side(state.options, side_of(seat)))
        return frozenset({seat})

    def take_turn(
        self, before: State, state: State, given: Sheets[Order], chance: Chance, found: list[Event]
    ) -> State:
        orders = {seat: order for seat, [order] in given.items()}
        if state.phase == "setup":
            return _reveal(state, orders, found)
        [(seat, order)] = orders.items()
        assert isinstance(order, Move)
        state = _make_move(state, seat, order, found)
        return _settle(_lapse_offers(state, seat, found), found)

    def living(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for side in (0, 1) for seat in active_seats(state, side))

    def check_declaration(self, view: View, what: str) -> None:
        check_declaration(view, what)

    def declared(self, state: State, seat: Seat, what: str, found: list[Event]) -> State:
        """Concede, or offer a draw. Source: Winning; Teams; Rulings."""
        if what == "concede":
            state = replace(state, conceded=state.conceded | {seat}, offers=state.offers - {seat})
            left = active_seats(state, side_of(seat))
            found.append(ev.Conceded(seat=seat, by=left[0] if left else None))
            if not left:
                return _end(state, "conceded", 1 - side_of(seat), found)
        else:
            state = replace(state, offers=state.offers | {seat})
            found.append(ev.DrawOffered(seat=seat, missing=_undecided(state)))
        return state if _undecided(state) else _end(state, "agreed", None, found)

    def load(self, data: Mapping[str, Any]) -> State:
        state = load_checked(data)
        if state.phase == "play" and _settle(state, []).phase == "over":
            raise PositionError("the game is over in this state, which says that it goes on")
        return state

    def position(self, data: Mapping[str, Any]) -> State:
        state = load_checked(data)
        check_play(state)
        return _settle(state, []) if state.phase == "play" else state

    def show(self, view: View) -> dict[str, Any]:
        return show_view(view)

    def board(self) -> dict[str, Any]:
        return {
            "squares": {
                name: {"region": REGIONS[square], "file": square // 8, "rank": square % 8}
                for square, name in enumerate(SQUARES)
            },
            "start": PIECES.dump(start_board(), Scope(None, None)),
            "values": dict(VALUES),
        }

    def perft(self, state: State, depth: int) -> dict[str, int]:
        if depth < 1 or not _plain(state, depth):
            return leaves(self, state, depth)
        commander = state.options.objective == "commander"
        counts = {}
        for order in legal_moves(view_of(state, next(iter(owing(state))))):
            if depth > 1 and commander and state.board[order.target] in "Cc":
                counts[str(order)] = 0
                continue
            after = play(state.board, order.origin, order.target)
            counts[str(order)] = count(after, 1 - state.side, depth - 1, commander)
        return counts


def _plain(state: State, depth: int) -> bool:
    """Return whether the quick counter applies: whole sides, nothing enhanced, no limit within reach."""
    options = state.options
    limits = []
    if options.quiet_rounds:
        limits.append(2 * options.quiet_rounds - state.quiet)
    if options.objective == "points":
        limits.append(2 * options.round_limit - state.ply)
    return (
        state.phase == "play"
        and options.teams == "none"
        and not state.enhanced
        and all(depth <= limit for limit in limits)
    )


def _exposes_commander(view: View, order: Move) -> str:
    """Warn if the mover's Commander, not enhanced, could be captured by the reply; "" if it could not."""
    board, enhanced = view.board, set(view.enhanced)
    if order.sign != ATTACK:
        if view.options.objective == "commander" and board[order.target] in "Cc":
            return ""  # the game is over
        board = play(board, order.origin, order.target)
        enhanced = {order.target if square == order.origin else square for square in enhanced}
    home = board.find("c" if view.side == 0 else "C")
    if home < 0 or home in enhanced:
        return ""
    enemy = 1 - view.side
    threats = [code >> 6 for code in generate(board, enemy, ALL[enemy]) if code & 63 == home]
    return EXPOSED(piece=NAMES[board[threats[0]].upper()], square=SQUARES[threats[0]]) if threats else ""


def _undecided(state: State) -> tuple[Seat, ...]:
    """Return the seats that have neither conceded nor agreed to a draw."""
    return tuple(
        seat for seat in state.options.seats() if seat not in state.conceded and seat not in state.offers
    )


def _reveal(state: State, given: Mapping[Seat, Order], found: list[Event]) -> State:
    """Reveal the choices of both sides, together. If both seats of a side gave one, its first seat's (the
    Surface's) counts. Source: Advanced options; Rulings."""
    chosen: list[tuple[int, ...]] = []
    for side in (0, 1):
        orders = [given[seat] for seat in seats_of_side(state.options, side) if seat in given]
        order = orders[0] if orders else Enhance(())
        assert isinstance(order, Enhance)
        chosen.append(order.squares)
    dark, light = (tuple(SQUARES[square] for square in squares) for squares in chosen)
    found.append(ev.EnhancementsRevealed(dark=dark, light=light))
    return replace(state, phase="play", enhanced=frozenset(chosen[0] + chosen[1]))


def _make_move(state: State, seat: Seat, order: Move, found: list[Event]) -> State:
    """Make the move itself, on the board and in the counters."""
    view = view_of(state, seat)
    if view.replaces is not None:
        found.append(ev.Replaced(seat=view.replaces, by=seat))
    board, enhanced, lost = state.board, state.enhanced, state.lost
    letter, there = board[order.origin], board[order.target]
    piece, taken = letter.upper(), there.upper() if there != EMPTY else ""
    origin, target = SQUARES[order.origin], SQUARES[order.target]
    promoted = False
    if order.sign == ATTACK:
        found.append(ev.Attacked(seat=seat, piece=piece, origin=origin, target=target, hit=taken))
        enhanced -= {order.target}
    else:
        if order.sign == CAPTURE:
            value = VALUES[taken]
            found.append(
                ev.Captured(seat=seat, piece=piece, origin=origin, target=target, taken=taken, value=value)
            )
            lost = (lost[0] + taken, lost[1]) if state.side == 1 else (lost[0], lost[1] + taken)
        else:
            found.append(ev.Moved(seat=seat, piece=piece, origin=origin, target=target))
        board = play(board, order.origin, order.target)
        enhanced = frozenset(order.target if square == order.origin else square for square in enhanced)
        promoted = becomes_king(letter, order.target)
        if promoted:
            found.append(ev.Promoted(seat=seat, square=target))
    movers = list(state.movers)
    movers[state.side] = view.group
    return replace(
        state,
        board=board,
        side=1 - state.side,
        ply=state.ply + 1,
        quiet=state.quiet + 1 if order.sign == MOVE and not promoted else 0,
        enhanced=enhanced,
        movers=(movers[0], movers[1]),
        lost=lost,
        last=LastMove(
            seat,
            order.origin,
            order.target,
            order.sign,
            board[order.target].upper() if order.sign != ATTACK else piece,
            taken,
            promoted,
        ),
    )


def _lapse_offers(state: State, seat: Seat, found: list[Event]) -> State:
    """Drop draw offers of the side that did not move. Source: Winning; Ruling."""
    lapsed = frozenset(other for other in state.offers if side_of(other) != side_of(seat))
    if lapsed:
        found.append(ev.DrawLapsed(seats=tuple(sorted(lapsed))))
    return replace(state, offers=state.offers - lapsed)


def _settle(state: State, found: list[Event]) -> State:
    """End the game if the newest move ended it. Source: Winning; Rulings."""
    options = state.options
    captured = state.last is not None and state.last.sign == CAPTURE and state.last.taken == "C"
    if options.objective == "commander" and captured:
        return _end(state, "commander_captured", 1 - state.side, found)
    if options.objective == "points" and state.ply >= 2 * options.round_limit:
        reason = "round_limit"
    elif options.quiet_rounds and state.quiet >= 2 * options.quiet_rounds:
        reason = "quiet_rounds"
    elif not generate(state.board, state.side, ALL[state.side]):
        reason = "no_legal_move"
    else:
        return state
    dark, light = score(state)
    if options.objective == "commander" or dark == light:
        return _end(state, reason, None, found)
    return _end(state, reason, 0 if dark > light else 1, found)


def _end(state: State, reason: str, winner: int | None, found: list[Event]) -> State:
    """End the game. winner: a side, or None for a draw"""
    places = {seat: 1 if winner is None or side_of(seat) == winner else 2 for seat in state.options.seats()}
    found.append(ev.GameOver(reason=reason, places=places, score=dict(zip(SIDES, score(state), strict=True))))
    return replace(state, phase="over", outcome=Outcome(reason, places))
