"""What follows the moves: homes, eliminations, limits, new units, the end of a season.

Source: After the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.game import Event, Outcome, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key
from adjudicator.newyork2047.orders import Disband, Order, Relocate
from adjudicator.newyork2047.resolve import Moved
from adjudicator.newyork2047.state import Owed, State, Tally, Unit, living, owing, tally

STARS_TO_WIN = 10
"""Star spaces that do not win yet: one more after a fall wins."""

Orders = Mapping[Seat, Sequence[Order]]


@dataclass(frozen=True, slots=True)
class Result:
    state: State
    events: list[Event]


def after_moves(board: Board, state: State, moved: Moved, orders: Orders) -> Result:
    """Make the position after the moves the next state: an adjustment if a choice is open, else the next
    season or the end. Choices given ahead count as far as they are needed and possible."""
    told: list[Event] = []
    state = replace(
        state, units=moved.units, control=moved.control, turretons=moved.turretons, turn=state.turn + 1
    )
    state, homeless = _judge_homes(board, state, told)
    owed: dict[Seat, Owed] = {}
    table = tally(state, board)
    for seat in SEATS:
        if seat in state.homes:
            excess = max(0, table[seat].units - table[seat].limit)
            if excess or seat in homeless:
                owed[seat] = Owed(homeless.get(seat, ()), excess)
    if owed:
        state = _given_ahead(replace(state, owed=owed), orders, told)
    if state.owed:
        told += [
            ev.Owes(seat=seat, relocate=open_.relocate, disband=open_.disband)
            for seat, open_ in state.owed.items()
        ]
        return Result(replace(state, phase="adjustment"), told)
    return finish_season(board, state, told)


def adjust(board: Board, state: State, orders: Orders) -> Result:
    """Resolve an adjustment. What was not chosen takes the default."""
    told: list[Event] = []
    for seat in SEATS:
        if seat in state.owed:
            state = _choose(state, seat, orders.get(seat, ()), told, rest="default")
    return finish_season(board, replace(state, owed={}, turn=state.turn + 1), told)


def choose_default(state: State, seat: Seat) -> Result:
    """Make the choices that a faction owes for it."""
    told: list[Event] = []
    state = _choose(state, seat, (), told, rest="default")
    return Result(
        replace(state, owed={each: owed for each, owed in state.owed.items() if each != seat}), told
    )


# -- homes


def _judge_homes(board: Board, state: State, told: list[Event]) -> tuple[State, dict[Seat, tuple[Key, ...]]]:
    """Settle who lost the home base: the eliminated leave the game, the others have a choice of a new one.
    Judged together, on the control right after the moves; then lands pass. Source: After the moves, 2."""
    control = state.control
    homeless: dict[Seat, tuple[Key, ...]] = {}
    gone: dict[Seat, Seat] = {}
    for seat, home in state.homes.items():
        by = control.get(home, seat)
        if by == seat:
            continue
        told.append(ev.HomeLost(seat=seat, space=home, by=by))
        choices = tuple([key for key in board.stars if control.get(key) == seat])
        if choices:
            homeless[seat] = choices
        else:
            gone[seat] = by
    if not gone:
        return state, homeless
    for seat, by in gone.items():
        lost = tuple([str(unit.number) for unit in state.units if unit.seat == seat])
        lands = tuple(sorted([key for key, holder in control.items() if holder == seat]))
        told.append(ev.Eliminated(seat=seat, by=by, units=lost, lands=lands))
    turretons = dict(state.turretons)
    for name in TURRETONS:
        loyal = turretons[name]
        if loyal is not None and loyal in gone:
            turretons[name] = None
            told.append(ev.TurretonTurned(turreton=name, space=board.places[name], seat=None, before=loyal))
    # No capturer is eliminated in the same turn: it controls the home base that it took.
    state = replace(
        state,
        units=tuple([unit for unit in state.units if unit.seat not in gone]),
        control={key: gone.get(holder, holder) for key, holder in control.items()},
        homes={seat: home for seat, home in state.homes.items() if seat not in gone},
        turretons=turretons,
        ended={**dict.fromkeys(gone, state.turn - 1), **state.ended},
        offers=state.offers - gone.keys(),
    )
    return state, homeless


# -- choices


def _given_ahead(state: State, orders: Orders, told: list[Event]) -> State:
    """Make the choices that need no question: the only possible relocation, those given ahead, and those of
    factions that conceded, which take the default."""
    for seat in tuple(state.owed):
        owed = state.owed[seat]
        if len(owed.relocate) == 1:
            state = _move_home(state, seat, owed.relocate[0], "only", told)
            state = replace(state, owed={**state.owed, seat: Owed((), owed.disband)})
        rest = "default" if seat in state.ended else "open"
        state = _choose(state, seat, orders.get(seat, ()), told, rest)
    still = {seat: owed for seat, owed in state.owed.items() if owed != Owed()}
    return replace(state, owed=still)


def _choose(state: State, seat: Seat, orders: Sequence[Order], told: list[Event], rest: str) -> State:
    """Carry out a faction's choices as far as they are owed and possible; what is left over is made by
    default, or stays owed ("open")."""
    owed = state.owed[seat]
    relocate, excess = owed.relocate, owed.disband
    home = default_home(state, seat, relocate) if relocate else ""  # judged before units are given up
    for order in orders:
        if isinstance(order, Relocate) and order.target in relocate:
            state = _move_home(state, seat, order.target, "ordered", told)
            relocate = ()
    if excess:
        named = {order.unit for order in orders if isinstance(order, Disband)}
        for unit in _own(state, seat):
            if excess and str(unit.number) in named:
                state = _give_up(state, unit, "ordered", told)
                excess -= 1
    if rest == "default":
        if relocate:
            state = _move_home(state, seat, home, "default", told)
        for unit in default_disbands(state, seat, excess):
            state = _give_up(state, unit, "default", told)
        relocate, excess = (), 0
    return replace(state, owed={**state.owed, seat: Owed(relocate, excess)})


def default_home(state: State, seat: Seat, choices: Sequence[Key]) -> Key:
    """Return the one with most own units, then the first in the alphabet."""
    standing = [unit.space for unit in state.units if unit.seat == seat]
    return min(choices, key=lambda key: (-standing.count(key), key))


def default_disbands(state: State, seat: Seat, excess: int) -> list[Unit]:
    """Return the highest numbers, the highest first."""
    return _own(state, seat)[:excess]


def _own(state: State, seat: Seat) -> list[Unit]:
    """Return a faction's units, the highest number first."""
    return sorted((unit for unit in state.units if unit.seat == seat), reverse=True)


def _move_home(state: State, seat: Seat, target: Key, how: str, told: list[Event]) -> State:
    told.append(ev.Relocated(seat=seat, origin=state.homes[seat], target=target, how=how))
    return replace(state, homes={**state.homes, seat: target})


def _give_up(state: State, unit: Unit, how: str, told: list[Event]) -> State:
    told.append(ev.Disbanded(seat=unit.seat, unit=str(unit.number), space=unit.space, how=how))
    return replace(state, units=tuple([other for other in state.units if other != unit]))


# -- the end of a season


def finish_season(board: Board, state: State, told: list[Event]) -> Result:
    """Finish a season: new units, the shortage for the next turn, the end of the game or the next season. The
    turn has been counted. Source: After the moves, 4 and 5."""
    table = tally(state, board)
    coming, short = _new_units(state, table, told)
    units = tuple(sorted((*state.units, *coming), key=by_seat)) if coming else state.units
    came = Counter(unit.seat for unit in coming)
    stars = {seat: row.stars for seat, row in table.items()}
    rows = {
        seat: {
            "stars": row.stars,
            "units": row.units + came[seat],
            "limit": row.limit,
            "change": row.stars - state.counted[seat],
        }
        for seat, row in table.items()
    }
    told.append(ev.SeasonOver(year=state.year, season=state.season, table=rows))
    reason = _end(state, stars)
    if reason:
        state = replace(state, units=units, short=short, counted=stars)
        return Result(end_game(board, state, reason, told), told)
    spring = state.season == "spring"
    season = "fall" if spring else "spring"
    state = replace(
        state,
        units=units,
        short=short,
        counted=stars,
        season=season,
        phase=season,
        year=state.year if spring else state.year + 1,
    )
    if not owing(state):  # nobody who plays has a unit: the season passes, and new ones come
        return finish_season(board, state, told)
    return Result(state, told)


def _new_units(
    state: State, table: Mapping[Seat, Tally], told: list[Event]
) -> tuple[list[Unit], dict[Seat, int]]:
    """Place the new units. Returns how many each faction is short of its limit after that, too."""
    coming: list[Unit] = []
    short = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        missing = table[seat].limit - table[seat].units
        if missing <= 0 or seat in state.ended:
            continue
        number = min(state.short[seat], missing)
        short[seat] = missing - number
        if number:
            home = state.homes[seat]
            used = {unit.number for unit in state.units if unit.seat == seat}
            free = [each for each in range(1, len(used) + number + 1) if each not in used]
            for each in free[:number]:
                coming.append(Unit(seat, each, home))
                told.append(ev.Appeared(seat=seat, unit=str(each), space=home))
    return coming, short


def by_seat(unit: Unit) -> tuple[int, int]:
    """Sort units as in a state."""
    return SEATS.index(unit.seat), unit.number


def _end(state: State, stars: Mapping[Seat, int]) -> str:
    """Return the reason for which the game ends now, or ""."""
    left = living(state)
    if state.season == "fall":
        above = sorted((stars[seat] for seat in left if stars[seat] > STARS_TO_WIN), reverse=True)
        if above and (len(above) == 1 or above[0] > above[1]):
            return "stars"
    if len(left) == 1:
        return "last_left"
    if state.season == "fall" and state.year >= state.options.last_year:
        return "last_year"
    return ""


def end_game(board: Board, state: State, reason: str, told: list[Event]) -> State:
    """End the game. Returns the state with its outcome, and tells the event."""
    outcome = Outcome(reason, places(board, state, reason))
    told.append(ev.GameOver(reason=reason, places=outcome.places))
    return replace(state, phase="over", outcome=outcome, owed={}, offers=frozenset())


def places(board: Board, state: State, reason: str) -> dict[Seat, int]:
    """Rank living factions by stars, then units (all first in an agreed draw); below them those that were
    eliminated or conceded, the later the better. Ties share a place."""
    table = tally(state, board)

    def worth(seat: Seat) -> tuple[int, int, int]:
        if seat in state.ended:
            return 0, state.ended[seat], 0
        if reason == "agreed":
            return 1, 0, 0
        return 1, table[seat].stars, table[seat].units

    values = {seat: worth(seat) for seat in SEATS}
    return {seat: 1 + sum(other > value for other in values.values()) for seat, value in values.items()}
