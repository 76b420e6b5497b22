"""What happens in a turn of WW3: the set-up is opened, units move and meet, seats go out, the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.chance import Chance, roll
from adjudicator.game import Event, Outcome, Seat
from adjudicator.ww3 import events as ev
from adjudicator.ww3.board import (
    EMPTY,
    KIND_OF,
    KINDS,
    LETTER_OF,
    LETTERS,
    SEAT_OF,
    SEATS,
    STOCK,
    Board,
    formation,
)
from adjudicator.ww3.moves import ATTACKER, DEFENDER, NOBODY, winner
from adjudicator.ww3.orders import Setup
from adjudicator.ww3.state import (
    Last,
    LastStep,
    State,
    Ways,
    living,
    living_seats,
    next_seat,
    only_bases,
    playing,
    units,
)
from adjudicator.ww3.ways import Code, Direction, Path


def deploy(
    board: Board, state: State, given: Mapping[Seat, Setup], chance: Chance, found: list[Event]
) -> State:
    """Reveal all formations together, and roll for who begins. A seat that gave none stands as the stock
    formation has it. Source: Setup and order; Rulings."""
    spaces = [EMPTY] * len(board.names)
    for seat in living(state):
        order = given.get(SEATS[seat])
        placed = formation(board, STOCK, seat) if order is None else order.placed
        pieces = {name: kind for kind, points in zip(KINDS, placed, strict=True) for name in points}
        for name, kind in pieces.items():
            spaces[board.index[name]] = LETTER_OF[seat, kind]
        points = tuple(sorted(pieces, key=board.index.__getitem__))
        found.append(
            ev.Deployed(
                seat=SEATS[seat],
                points=points,
                pieces={} if state.options.fog else {name: pieces[name] for name in points},
            )
        )
    first = _roll(living(state), chance, found)
    return replace(state, board="".join(spaces), phase="play", seat=first, n=chance.n)


def _roll(seats: tuple[int, ...], chance: Chance, found: list[Event]) -> int:
    """Roll for who begins: the highest; those who tie for it roll again. Source: Setup and order."""
    rolling = seats
    while len(rolling) > 1:
        dice = [roll(chance, SEATS[seat]) for seat in rolling]
        found += dice
        highest = max(die.value for die in dice)
        rolling = tuple(seat for seat, die in zip(rolling, dice, strict=True) if die.value == highest)
    found.append(ev.Begins(seat=SEATS[rolling[0]]))
    return rolling[0]


def make_move(board: Board, state: State, code: Code, found: list[Event]) -> State:
    """Make a turn's move: one unit, or two Soldiers one after the other."""
    before, mover = state, state.seat
    steps: list[LastStep] = []
    air = KIND_OF[state.board[code[0][0]]] == "A"
    for path in code:
        if state.phase == "over":
            break
        state, step = _go(board, state, path, found)
        steps.append(step)
    way = board.direction(code[0][0], code[0][-1]) if air else None
    lapsed = state.offers - {SEATS[mover]}
    if lapsed and state.phase != "over":
        found.append(ev.DrawLapsed(seats=tuple(seat for seat in SEATS if seat in lapsed)))
    offers, last = state.offers & {SEATS[mover]}, Last(mover, tuple(steps))
    return _end_turn(before, replace(state, offers=offers, last=last, ways=_ways(state, mover, way)), found)


def make_pass(state: State, found: list[Event]) -> State:
    """Pass for a seat without a legal move. Source: Movement, a Ruling."""
    found.append(ev.Passed(seat=SEATS[state.seat]))
    return _end_turn(state, replace(state, ways=_ways(state, state.seat, None)), found)


def _ways(state: State, mover: int, way: Direction | None) -> Ways:
    """Return the directions after a turn. way: that of the mover's Air Craft; None: it did not fly"""
    red, blue, silver, olive = (way if seat == mover else old for seat, old in enumerate(state.ways))
    return red, blue, silver, olive


def _go(board: Board, state: State, path: Path, found: list[Event]) -> tuple[State, LastStep]:
    """Move one unit along its way; all its points but the last are empty."""
    mover, names = SEATS[state.seat], tuple(board.names[point] for point in path)
    first, last = path[0], path[-1]
    letter, there = state.board[first], state.board[last]
    shown = KIND_OF[letter] if not state.options.fog or first in state.known else ""
    if there in LETTERS[state.seat]:  # under fog: the first of a pair won there
        found.append(ev.Skipped(seat=mover, path=names))
        return state, LastStep(path, shown, result="skipped")
    fog, known = state.options.fog, state.known
    if there == EMPTY:
        found.append(ev.Moved(seat=mover, piece=shown, path=names))
        spaces = _put(state.board, {first: EMPTY, last: letter})
        known = (known - {first}) | ({last} if first in known else set())
        return replace(state, board=spaces, known=known), LastStep(path, shown)
    kind, met, of = KIND_OF[letter], KIND_OF[there], SEAT_OF[there]
    won = winner(kind, met)
    found.append(ev.Met(seat=mover, piece=kind, path=names, of=SEATS[of], defender=met, winner=won))
    if won == NOBODY:
        step = LastStep(path, kind, of, met, "bounced")
        return replace(state, known=known | {first, last} if fog else known), step
    step = LastStep(path, kind, of, met, "won" if won == ATTACKER else "lost")
    loser, fell = (of, met) if won == ATTACKER else (state.seat, kind)
    lost = _add(state.lost, loser, fell)
    after = {first: EMPTY} if won == DEFENDER else {first: EMPTY, last: letter}
    known = (known - {first}) | {last} if fog else known
    state = replace(state, board=_put(state.board, after), lost=lost, known=known)
    if fell == "B":
        state = put_out(board, state, of, mover, found)
    return state, step


def put_out(board: Board, state: State, seat: int, by: Seat | None, found: list[Event]) -> State:
    """Put a seat out: its units leave. The game may be over. Source: End; Rulings."""
    points = units(state.board, seat)
    kinds = {point: KIND_OF[state.board[point]] for point in points}
    shown = {
        board.names[point]: kind
        for point, kind in kinds.items()
        if not state.options.fog or point in state.known
    }
    names = tuple(board.names[point] for point in points)
    found.append(ev.SeatOut(seat=SEATS[seat], by=by, points=names, pieces=shown))
    state = replace(
        state,
        board=_put(state.board, dict.fromkeys(points, EMPTY)),
        gone=_add(state.gone, seat, "".join(sorted(kinds.values(), key=KINDS.index))),
        known=state.known.difference(points),
        out=(*state.out, seat),
        offers=state.offers - {SEATS[seat]},
        round_done=frozenset(),
        quiet=0,
    )
    if len(living(state)) == 1:
        return end(state, "conceded" if by is None else "last_base", found)
    return state


def concede(board: Board, state: State, seat: Seat, found: list[Event]) -> State:
    """Concede: the seat's Base and units leave. Source: End."""
    found.append(ev.Conceded(seat=seat))
    index = SEATS.index(seat)
    state = put_out(board, state, index, None, found)
    if state.phase == "over":
        return state
    state = settle(agreed(state, found), found)
    return _pass_on(state) if state.seat == index else state


def offer(state: State, seat: Seat, found: list[Event]) -> State:
    """Offer a draw, or agree to it. Source: End."""
    state = replace(state, offers=state.offers | {seat})
    missing = tuple(each for each in living_seats(state) if each not in state.offers)
    found.append(ev.DrawOffered(seat=seat, missing=missing))
    return agreed(state, found)


def agreed(state: State, found: list[Event]) -> State:
    """End the game in a draw once all living seats have agreed to it."""
    return end(state, "agreed", found) if state.offers.issuperset(living_seats(state)) else state


def _end_turn(before: State, state: State, found: list[Event]) -> State:
    """Set the counters after a turn or pass, and whose turn it is then. Source: End, quiet_rounds."""
    mover = before.seat
    ply = state.ply + 1
    if state.phase == "over":
        return replace(state, ply=ply)
    quiet, done = state.quiet, state.round_done | {mover}
    if state.lost != before.lost:  # a unit left the board: counting starts again after this turn
        quiet, done = 0, frozenset()
    elif done.issuperset(living(state)):
        quiet, done = quiet + 1, frozenset()
    return _pass_on(settle(replace(state, ply=ply, quiet=quiet, round_done=done), found))


def _pass_on(state: State) -> State:
    """Go on with the next seat's turn; a finished game keeps the seat whose turn it was."""
    return replace(state, seat=next_seat(state, state.seat)) if state.phase == "play" else state


def settle(state: State, found: list[Event]) -> State:
    """End the game in play if there is nothing left to play for. Source: End, Rulings."""
    if state.phase != "play":
        return state
    if only_bases(state.board):
        return end(state, "only_bases", found)
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        return end(state, "quiet_rounds", found)
    return state


def end(state: State, reason: str, found: list[Event]) -> State:
    """End the game: who lives shares the first place; the others in the reverse order of going out."""
    seats = playing(state)
    places = {SEATS[seat]: 1 for seat in seats}
    places |= {SEATS[seat]: len(seats) - number for number, seat in enumerate(state.out)}
    found.append(ev.GameOver(reason=reason, places=places))
    return replace(state, phase="over", outcome=Outcome(reason, places))


def _put(spaces: str, letters: Mapping[int, str]) -> str:
    changed = list(spaces)
    for point, letter in letters.items():
        changed[point] = letter
    return "".join(changed)


def _add(texts: tuple[str, str, str, str], seat: int, kinds: str) -> tuple[str, str, str, str]:
    red, blue, silver, olive = (text + kinds if each == seat else text for each, text in enumerate(texts))
    return red, blue, silver, olive
