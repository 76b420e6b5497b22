"""One turn of NME: the move, what it does to armies and prisoners, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.game import Event, Outcome, Seat
from adjudicator.nme import events as ev
from adjudicator.nme.board import (
    ARMIES,
    ARMY_OF,
    EMPTY,
    KIND_OF,
    KINDS,
    LETTERS,
    NOBODY,
    Board,
    sorted_letters,
)
from adjudicator.nme.moves import right
from adjudicator.nme.orders import Move
from adjudicator.nme.state import (
    GRAY,
    Fall,
    Flank,
    LastMove,
    State,
    kills,
    living,
    living_seats,
    mover,
    next_army,
)

UNPLACED = 5
"""Who lost a decided game of Protect the Ally is unplaced, last. Source: Protect the Ally; Ruling."""


def make_pass(state: State, found: list[Event]) -> State:
    """Pass for an army without a legal move. A full round of passes is a draw. Source: Moves; Ruling."""
    found.append(ev.Passed(army=ARMIES[state.army], seat=mover(state)))
    state = _turn_made(replace(state, passes=state.passes + 1), lively=False)
    if state.passes >= len(living(state)):
        return end(state, "all_passed", _draw(state), found)
    return _go_on(state, found)


def make_move(board: Board, state: State, order: Move, found: list[Event]) -> State:
    """Make a legal move of the army whose turn it is: the piece moves, what it meets is captured, an Infantry
    may be traded, and with a President its army falls. Source: Moves; Turn order and end."""
    state = _move_piece(board, state, order, found)
    last = state.last
    assert last is not None
    state = _turn_made(state, lively=bool(last.taken) or last.piece == "I")
    if last.seat in state.offers:
        state = replace(state, offers=state.offers - {last.seat})
        found.append(ev.VoteWithdrawn(seat=last.seat))
    if last.taken == "P":
        found.append(ev.Assassinated(army=ARMIES[last.of], by=ARMIES[last.army], seat=last.seat))
        if state.options.ally:
            return _ally_decided(state, last, found)
        state = fall(state, last.of, last.army, found)
    return _go_on(settle(state, found), found)


def _move_piece(board: Board, state: State, order: Move, found: list[Event]) -> State:
    """Move a piece. Returns the state after it, with the prisoners and the rights to flank that come of
    it."""
    army, seat, spaces = state.army, mover(state), state.board
    origin, target = board.index[order.origin], board.index[order.target]
    letter, there = spaces[origin], spaces[target]
    kind, taken, victim = KIND_OF[letter], KIND_OF.get(there, ""), ARMY_OF.get(there, NOBODY)
    how = right(board, kind, origin, target) or ("capture" if taken else "move")
    told: dict[str, Any] = {
        "army": ARMIES[army],
        "seat": seat,
        "origin": order.origin,
        "target": order.target,
    }
    prisoners, stands, owned = list(state.prisoners), letter, victim in living(state)
    if taken:
        told |= {"naval_one": how == "naval_one", "flank": how == "flank"}
        found.append(ev.Captured(**told, piece=kind, taken=taken, of=ARMIES[victim], dead=not owned))
        if owned:  # Ruling: a piece captured from a dead army is removed, not held
            prisoners[army] = sorted_letters(prisoners[army] + there)
    elif order.trade:
        holder, how = board.base_of[target], "trade"
        stands = LETTERS[army][KINDS.index(order.trade)]
        found.append(ev.Traded(**told, piece=order.trade, holder=ARMIES[holder]))
        prisoners[holder] = sorted_letters(prisoners[holder].replace(stands, "", 1) + letter)
    else:
        found.append(ev.Moved(**told, piece=kind, naval_one=how == "naval_one"))
    changed = list(spaces)
    changed[origin], changed[target] = EMPTY, stands
    # A right is to capture the piece that captured: it is gone once that piece does not stand there any more.
    flanks = frozenset(flank for flank in state.flanks if flank.hexagon not in (origin, target))
    if taken == "I" and owned and target < board.hexagons:
        flanks |= {Flank(victim, target)}
        found.append(ev.FlankRight(army=ARMIES[victim], hexagon=order.target))
    return replace(
        state,
        board="".join(changed),
        prisoners=(prisoners[0], prisoners[1], prisoners[2]),
        flanks=flanks,
        passes=0,
        last=LastMove(army, seat, origin, target, kind, taken, victim, how, order.trade),
    )


def fall(state: State, army: int, by: int, found: list[Event]) -> State:
    """Put an army out. Its prisoners are gone for good, and its right to flank. Source: Turn order and
    end."""
    found.append(ev.ArmyOut(army=ARMIES[army]))
    prisoners = list(state.prisoners)
    prisoners[army] = ""
    return replace(
        state,
        falls=(*state.falls, Fall(army, by)),
        prisoners=(prisoners[0], prisoners[1], prisoners[2]),
        flanks=frozenset(flank for flank in state.flanks if flank.army != army),
        offers=state.offers - {ARMIES[army]},
    )


def _turn_made(state: State, lively: bool) -> State:
    """Do what ends every turn: unused rights lapse, and the turn counts in the round. lively: something was
    captured or traded, or Infantry moved. Source: Flanking; quiet_rounds, a Ruling."""
    army = state.army
    return _counted(
        replace(
            state,
            flanks=frozenset(flank for flank in state.flanks if flank.army != army),
            ply=state.ply + 1,
            quiet=0 if lively else state.quiet,
            round_done=frozenset() if lively else state.round_done | {army},
        )
    )


def _counted(state: State) -> State:
    """Count a round once every living army has had its turn in it."""
    if not state.round_done or not state.round_done.issuperset(living(state)):
        return state
    return replace(state, quiet=state.quiet + 1, round_done=frozenset())


def _go_on(state: State, found: list[Event]) -> State:
    """Go on with the next army's turn, unless the game is over."""
    state = _quiet_over(state, found)
    if state.phase == "over":
        return state
    gray_next = _other(state.gray_next) if state.army == GRAY else state.gray_next
    return replace(state, army=next_army(state, state.army), gray_next=gray_next)


def _quiet_over(state: State, found: list[Event]) -> State:
    """End the game, if it goes on, after too many quiet rounds. Source: quiet_rounds, a Ruling."""
    most = state.options.quiet_rounds
    if state.phase == "over" or not most or state.quiet < most:
        return state
    return end(state, "quiet_rounds", _compromise(state) or _draw(state), found)


def _other(seat: Seat) -> Seat:
    return {"black": "white", "white": "black", "": ""}[seat]


def settle(state: State, found: list[Event]) -> State:
    """End the game if one President is left, or only Presidents. Source: Turn order and end; Rulings."""
    if state.options.ally or not state.falls:
        return state
    alive = living(state)
    if len(alive) == 1:
        return end(state, "last_president", _final_places(state), found)
    if any(letter in LETTERS[army][1:] for army in alive for letter in state.board):
        return state
    places = _compromise(state)
    return end(state, "compromise" if places else "presidents_only", places or _draw(state), found)


def _final_places(state: State) -> dict[Seat, int]:
    """Rank the armies when one President is left. Source: Places; Ruling (concession)."""
    first, second = (fall.army for fall in state.falls)
    [last] = living(state)
    places = {first: 5, second: 3 if kills(state, second) else 4, last: 1 if kills(state, last) == 2 else 2}
    return {ARMIES[army]: places[army] for army in sorted(places)}


def _compromise(state: State) -> dict[Seat, int]:
    """Return the places of a Compromise, if there was an assassination; else {}."""
    alive = living(state)
    if not any(kills(state, army) for army in alive):
        return {}
    return {ARMIES[army]: 5 if army not in alive else 2 if kills(state, army) else 3 for army in range(3)}


def _draw(state: State) -> dict[Seat, int]:
    """Rank a draw: the living seats share the first place; who was out keeps the fifth. Source: Rulings."""
    alive = living_seats(state)
    return {seat: 1 if seat in alive else UNPLACED for seat in state.options.seats()}


def _ally_decided(state: State, last: LastMove, found: list[Event]) -> State:
    """End the game after a President fell in Protect the Ally. Source: Protect the Ally."""
    seat, loser = last.seat, _other(last.seat)
    if last.army == GRAY:
        return end(state, "gray_assassinated", {seat: 1, loser: UNPLACED}, found)
    if last.of == GRAY:
        return end(state, "ally_assassinated", {seat: 2, loser: UNPLACED}, found)
    return end(state, "stalemate", _draw(state), found)


def give_up(state: State, seat: Seat, found: list[Event]) -> State:
    """Remove the President of a seat that conceded or has to forfeit. Source: Turn order and end; Ruling."""
    army = ARMIES.index(seat)
    state = _cleared(state, state.board.index(LETTERS[army][0]))
    if state.options.ally:
        return end(state, "conceded", {seat: UNPLACED, _other(seat): 2}, found)
    state = settle(_counted(fall(state, army, NOBODY, found)), found)
    if state.phase != "over" and not undecided(state):
        state = end(state, "agreed", _draw(state), found)
    state = _quiet_over(state, found)
    if state.phase == "over" or state.army != army:
        return state
    return replace(state, army=next_army(state, army))


def undecided(state: State) -> tuple[Seat, ...]:
    """Return the living seats that have not voted for a draw."""
    return tuple(seat for seat in living_seats(state) if seat not in state.offers)


def agree(state: State, seat: Seat, found: list[Event]) -> State:
    """Vote for a draw. Source: Turn order and end; Ruling."""
    state = replace(state, offers=state.offers | {seat})
    missing = undecided(state)
    found.append(ev.DrawOffered(seat=seat, missing=missing))
    return state if missing else end(state, "agreed", _draw(state), found)


def remove(board: Board, state: State, seat: Seat, space: str, found: list[Event]) -> State:
    """Remove the Infantry on that space, as a penalty. Source: Silence."""
    found.append(ev.Penalised(seat=seat, space=space))
    return settle(_cleared(state, board.index[space]), found)


def _cleared(state: State, space: int) -> State:
    """Clear a space: nothing can be flanked there, and who had to pass may move."""
    board = state.board[:space] + EMPTY + state.board[space + 1 :]
    flanks = frozenset(flank for flank in state.flanks if flank.hexagon != space)
    return replace(state, board=board, flanks=flanks, passes=0)


def end(state: State, reason: str, given: Mapping[Seat, int], found: list[Event]) -> State:
    """End the game. Whose turn it was when the end came, it stays."""
    places = {seat: given[seat] for seat in state.options.seats()}
    found.append(ev.GameOver(reason=reason, places=places))
    return replace(state, phase="over", outcome=Outcome(reason, places), offers=frozenset())
