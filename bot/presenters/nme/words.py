"""NME in words: armies, spaces, orders, what happened, how armies stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.base_game import Pass
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Outcome, Seat
from adjudicator.nme import events as ev
from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS, NAMES, NOBODY, Board
from adjudicator.nme.moves import right
from adjudicator.nme.orders import CAPTURE, Move, Order, nearest_spaces
from adjudicator.nme.state import State, View, kills, living
from adjudicator.text import article, counted, listing
from bot.presenters.base import declaration, victory
from maps.nme.words import REASONS, RIGHTS, army_name
from maps.text import long_reason, quiet_text

FULL = 15
"""Pieces of an army at the start."""


def order_of_spaces(name: str) -> tuple[str, int, str]:
    """Sorts spaces as one looks for them: C4, C4n, C4s, C5, C10."""
    return name[0], int(name[1:].rstrip("ns")), name[1:].lstrip("0123456789")


def read_space(board: Board, typed: str) -> str:
    """A space's name as the board writes it. Raises NotUnderstoodError with near-misses."""
    name = "".join(typed.split()).lower()
    name = name[:1].upper() + name[1:]
    if name not in board.index:
        reason = "no space; a hexagon is written like C4, a star like C4n or C4s"
        raise NotUnderstoodError(typed.strip(), reason, nearest_spaces(name, list(board.index)))
    return name


# -- orders


def right_of(board: Board, spaces: str, order: Move) -> str:
    """By which special right a move of the board is made: "naval_one", "flank", "trade" or ""."""
    origin, target = board.index[order.origin], board.index[order.target]
    kind = KIND_OF.get(spaces[origin], "")
    return "trade" if order.trade else right(board, kind, origin, target)


def piece_there(letter: str) -> str:
    """ "Gray's Infantry"."""
    return f"{army_name(ARMY_OF[letter])}'s {NAMES[KIND_OF[letter]]}"


def victim(board: Board, state: State, order: Move) -> str:
    """What stands where a move leads: "Gray's Infantry", "an Infantry of Gray (out)", "" nothing."""
    there = state.board[board.index[order.target]]
    if there == EMPTY:
        return ""
    army = ARMY_OF[there]
    if army not in living(state):
        return f"{article(NAMES[KIND_OF[there]])} of {army_name(army)} (out)"
    return piece_there(there)


def describe(board: Board, view: View, order: Order) -> str:
    """An order in words: "Air Force A2s captures Gray's Infantry on C4"."""
    if isinstance(order, Declare):
        return declaration(order, "vote for a draw")
    if isinstance(order, Pass):
        return "no legal move: pass"
    state = view.state
    letter = state.board[board.index[order.origin]]
    # Something may have happened since the order was written.
    name = NAMES[KIND_OF[letter]] if letter != EMPTY else "nothing on"
    if state.gray_next and letter != EMPTY:  # one seat, two armies
        name = f"{army_name(ARMY_OF[letter])}'s {name}"
    right = right_of(board, state.board, order)
    text = f"{name} {order.origin} to {order.target}"
    if order.sign == CAPTURE and (there := victim(board, state, order)):
        text = f"{name} {order.origin} captures {there} on {order.target}"
    if right == "trade":
        return f"{text}, traded for {article(NAMES[order.trade])}"
    return text + RIGHTS.get(right, "")


# -- what happened


def narrate(events: Sequence[Event], names: Mapping[Seat, str], you: Seat = "") -> list[str]:
    """A line for each thing. you: whose pieces are "yours"."""
    over = any(isinstance(event, ev.GameOver) for event in events)
    return [line for event in events if (line := _line(event, names, you, over))]


def _mover(names: Mapping[Seat, str], army: str, seat: Seat) -> str:
    """Who moves: "**Black** (Ada)", "**Gray**, moved by **Black** (Ada)"."""
    return names[seat] if army == seat else f"**{army_name(army)}**, moved by {names[seat]}"


def _line(event: Event, names: Mapping[Seat, str], you: Seat, over: bool) -> str:
    match event:
        case ev.Moved(army=army, seat=seat, piece=piece, origin=origin, target=target, naval_one=naval):
            how = f" by Naval One (`{origin}-{target} N1`)" if naval else ""
            return f"{_mover(names, army, seat)}: {NAMES[piece]} {origin} → {target}{how}."
        case ev.Captured():
            return _captured(event, names, you)
        case ev.FlankRight():  # often of no use: the desk of who has it says what is possible
            return ""
        case ev.Traded(army=army, seat=seat, origin=origin, target=target, piece=piece, holder=holder):
            return (
                f"{_mover(names, army, seat)}: Infantry {origin} → {target}, traded there for "
                f"{article(NAMES[piece])}; {army_name(holder)} holds the Infantry."
            )
        case ev.ArmyOut(army=army):
            if over:  # at the end it is the result that counts
                return ""
            return (
                f"**You are out.** {_YOURS_LEFT}" if army == you else f"{names[army]} is out. {_LEFT_BEHIND}"
            )
        case ev.Passed(army=army, seat=seat):
            return f"{_mover(names, army, seat)}: no legal move, so a pass."
        case ev.DrawOffered(seat=seat, missing=missing):
            if not missing:
                return f"{names[seat]} votes for a draw too: agreed."
            return f"{names[seat]} votes for a draw. To agree: {listing([names[s] for s in missing], 'and')}."
        case ev.VoteWithdrawn(seat=seat):
            return f"{names[seat]} moved, so the vote for a draw is withdrawn."
        case ev.Conceded(seat=seat):
            return f"{names[seat]} concedes{'' if over else _REMOVED}."
        case ev.Forfeited(seat=seat):
            return f"{names[seat]} forfeits the game{'' if over else _REMOVED}."
        case ev.Penalised(seat=seat, space=space):
            return f"Penalty: the Infantry of {names[seat]} on {space} is removed."
        case _:
            return ""


_LEFT_BEHIND = "Its pieces stay, without value; the prisoners it held are gone for good."
_YOURS_LEFT = "Your pieces stay, without value; the prisoners you held are gone for good."
_REMOVED = ": the President is removed, nobody's assassination"


def _whose(army: str, you: Seat) -> str:
    return "your" if army == you else f"{army_name(army)}'s"


def _captured(event: ev.Captured, names: Mapping[Seat, str], you: Seat) -> str:
    name = NAMES[event.taken]
    what = f"{_whose(event.of, you)} {name}"
    # That tells of the event Assassinated too.
    end = ": **an assassination**" if event.taken == "P" else f"; {army_name(event.army)} holds it prisoner"
    if event.dead:
        what = f"{article(name)} of {army_name(event.of)}, which is out,"
        end = ": it is removed"
    how = " by flanking" if event.flank else ""
    if event.naval_one:
        how = f" by Naval One (`{event.origin}x{event.target} N1`)"
    return (
        f"{_mover(names, event.army, event.seat)}: {NAMES[event.piece]} {event.origin} captures {what} "
        f"on {event.target}{how}{end}."
    )


# -- how armies stand


def stands(state: State, army: int) -> str:
    """How an army stands, in a few words: "13 pieces · holds Gray's Infantry ×2 · 1 assassination"."""
    fallen = next((fall for fall in state.falls if fall.army == army), None)
    killed = kills(state, army)
    told = [counted(killed, "assassination")] if killed else []
    if fallen is not None:
        # Who conceded and who had to forfeit are alike in a state.
        how = "President removed" if fallen.by == NOBODY else f"assassinated by {army_name(fallen.by)}"
        return " · ".join([f"out, {how}", *told])
    prisoners = _prisoners(state, army)
    pieces = counted(_pieces(state, army), "piece")
    return " · ".join([pieces, *([f"holds {prisoners}"] if prisoners else []), *told])


def _prisoners(state: State, army: int) -> str:
    """Whom an army holds: "Gray's Navy ×2, Infantry; White's Infantry". A President is an assassination."""
    held = Counter(letter for letter in state.prisoners[army] if KIND_OF[letter] != "P")
    told = []
    for owner in range(3):
        named = [
            NAMES[KIND_OF[letter]] + (f" ×{number}" if number > 1 else "")
            for letter, number in held.items()
            if ARMY_OF[letter] == owner
        ]
        told += [f"{army_name(owner)}'s {', '.join(named)}"] if named else []
    return "; ".join(told)


def _pieces(state: State, army: int) -> int:
    return sum(state.board.count(letter) for letter in LETTERS[army])


def summary(view: View) -> str:
    """How the armies stand, in small, once there is something to tell; and how quiet it is."""
    state = view.state
    lines = []
    if state.falls or any(state.prisoners) or any(_pieces(state, army) < FULL for army in range(3)):
        lines = [f"-# {army_name(army)}: {stands(state, army)}" for army in range(3)]
    limit, quiet = state.options.quiet_rounds, state.quiet
    if limit and quiet * 2 >= limit and view.outcome is None:
        lines.append(f"-# {quiet_text(quiet, limit)}; then the game ends")
    return "\n".join(lines)


# -- how a game ended

_TH = {3: "rd", 4: "th", 5: "th"}
_OUT = {
    3: "out second, with one assassination",
    4: "out second, without one",
    5: "first President out",
}


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """One line: who won or drew and why, and each place in words."""
    places = {seat: outcome.places[seat] for seat in ARMIES if seat in outcome.places}
    by_place = {place: seat for seat, place in places.items()}
    first = [seat for seat, place in places.items() if place == 1]
    match outcome.reason:
        case "last_president":
            return _last_left(by_place, names, _why(outcome))
        case "gray_assassinated":
            [loser] = [seat for seat in places if seat not in first]
            return _won(by_place[1], _why(outcome, loser), names)
        case "ally_assassinated":
            return _second(by_place[2], _why(outcome), names)
        case "conceded":
            [loser] = [seat for seat, place in places.items() if place == 5]
            return _second(by_place[2], _why(outcome, loser), names)
        case "agreed":
            return f"**A draw** by agreement{_between(first, places)}."
    if first:
        return f"**A draw**{_between(first, places)}: {_why(outcome)}."
    return (
        f"**A Compromise:** {_why(outcome)}. {army_name(by_place[2])} is 2nd, with the assassination; "
        f"{army_name(by_place[3])} 3rd; {army_name(by_place[5])} 5th, {_OUT[5]}."
    )


def _last_left(by_place: Mapping[int, Seat], names: Mapping[Seat, str], why: str) -> str:
    """One President is left: who wins only with both assassinations."""
    others = "; ".join(
        f"{army_name(by_place[place])} {place}{_TH[place]}: {_OUT[place]}"
        for place in sorted(by_place)
        if place > 2
    )
    if 1 in by_place:
        return f"{_won(by_place[1], why, names)} {others}."
    second = by_place[2]
    return (
        f"**{army_name(second)} is 2nd**, the last President standing. {others}. "
        f"Nobody made both assassinations. Well played, {names[second]}!"
    )


def _why(outcome: Outcome, loser: Seat = "") -> str:
    return long_reason(REASONS, outcome.reason, loser=army_name(loser))


def _won(seat: Seat, why: str, names: Mapping[Seat, str]) -> str:
    return victory(army_name(seat), why, [names[seat]])


def _second(seat: Seat, why: str, names: Mapping[Seat, str]) -> str:
    """Protect the Ally: decided, but not in the best way."""
    return victory(army_name(seat), why, [names[seat]], "wins 2nd place")


def _between(seats: list[Seat], places: Mapping[Seat, int]) -> str:
    """Who draws, where not everyone does."""
    if len(seats) == len(places):
        return ""
    return f" of {listing([army_name(seat) for seat in seats], 'and')}"
