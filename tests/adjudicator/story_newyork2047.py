"""What the events of a resolution of New York 2047 must tell, whatever the rules are: who reads them can
follow every unit, every land and every battle from one state to the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.game import Event, Resolution
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.state import State
from tests.adjudicator.reference_newyork2047_moves import SEATS, Turn

Board = Mapping[str, Any]
FOUGHT_FOR = ("standoff", "weaker", "landing", "void")


def check_story(
    board: Board, state: State, orders: Mapping[str, Sequence[str]], after: Resolution[State], moves: bool
) -> None:
    """All checks of one resolution. moves: whether the season is played again by the reference, for the
    supports and the cycles that events tell."""
    check_board(board, after.state)
    check_units(state, after)
    check_lands(state, after)
    check_count(after)
    if state.phase == "adjustment":
        return
    check_ends(state, orders, after.events)
    check_battles(board, state, after.events)
    if moves:
        check_moves(board, state, orders, after.events)


def check_board(board: Board, state: State) -> None:
    """One unit in a land space, but for the own home base; one faction in a space."""
    there: dict[str, list[tuple[str, int]]] = {}
    for seat, number, space in state.units:
        there.setdefault(space, []).append((seat, number))
    for space, units in there.items():
        assert len({seat for seat, _ in units}) == 1, space
        land = board["spaces"][space]["type"] == "land"
        assert not land or len(units) == 1 or state.homes[units[0][0]] == space, space
        assert not land or state.control[space] == units[0][0], space


def check_units(state: State, after: Resolution[State]) -> None:
    """Every unit is somewhere, or lost for a named reason; every new one is told, and every step."""
    place = {(seat, str(number)): space for seat, number, space in state.units}
    for event in after.events:
        if isinstance(event, ev.Moved):
            assert place[event.seat, event.unit] == event.origin != event.target
            place[event.seat, event.unit] = event.target
    for event in after.events:  # a unit that reinforces may be lost where it comes to
        if isinstance(event, ev.Lost | ev.Disbanded):
            assert place.pop((event.seat, event.unit)) == event.space
        elif isinstance(event, ev.Eliminated):
            assert {number for seat, number in place if seat == event.seat} == set(event.units)
            place = {unit: space for unit, space in place.items() if unit[0] != event.seat}
        elif isinstance(event, ev.Appeared):
            assert (event.seat, event.unit) not in place
            place[event.seat, event.unit] = event.space
    assert place == {(seat, str(number)): space for seat, number, space in after.state.units}


def check_lands(state: State, after: Resolution[State]) -> None:
    """Every land, Turreton and home base that changes is told, and no other."""
    control, turretons, homes = dict(state.control), dict(state.turretons), dict(state.homes)
    for event in after.events:
        if isinstance(event, ev.Taken):
            assert control.get(event.space) == event.before != event.seat
            control[event.space] = event.seat
        elif isinstance(event, ev.TurretonTurned):
            assert turretons[event.turreton] == event.before != event.seat
            turretons[event.turreton] = event.seat
        elif isinstance(event, ev.HomeLost):
            assert (homes[event.seat], control[event.space]) == (event.space, event.by)
        elif isinstance(event, ev.Eliminated):
            assert control[homes.pop(event.seat)] == event.by
            assert [space for space, seat in sorted(control.items()) if seat == event.seat] == list(
                event.lands
            )
            control.update(dict.fromkeys(event.lands, event.by))
        elif isinstance(event, ev.Relocated):
            assert (homes[event.seat], control[event.target]) == (event.origin, event.seat)
            homes[event.seat] = event.target
    assert (control, turretons, homes) == (after.state.control, after.state.turretons, after.state.homes)


def check_count(after: Resolution[State]) -> None:
    """The star table at a season's end is the state's; choices that are owed are told."""
    owes = {
        event.seat: (event.relocate, event.disband) for event in after.events if isinstance(event, ev.Owes)
    }
    assert owes == {seat: (owed.relocate, owed.disband) for seat, owed in after.state.owed.items()}
    counts = [event.table for event in after.events if isinstance(event, ev.SeasonOver)]
    assert bool(counts) != bool(after.state.owed)
    if counts:
        units = Counter(unit.seat for unit in after.state.units)
        told = {seat: (row["stars"], row["units"]) for seat, row in counts[-1].items()}
        assert told == {seat: (after.state.counted[seat], units[seat]) for seat in SEATS}
        for seat in SEATS:
            if seat not in after.state.ended:
                assert counts[-1][seat]["limit"] == units[seat] + after.state.short[seat]


def check_ends(state: State, orders: Mapping[str, Sequence[str]], events: Sequence[Event]) -> None:
    """Every order to move or to support has one end, told in its own words."""
    place = {(seat, str(number)): space for seat, number, space in state.units}
    told = []
    for event in events:
        if isinstance(event, ev.Supported | ev.SupportFailed):
            whose = "" if event.of == event.seat else f"{event.of} "
            what = "hold" if event.hold else f"to {event.target}"
            told.append((event.seat, f"{event.unit} support {whose}{event.other} {what}"))
            assert not event.hold or event.target == place[event.of, event.other]
        elif isinstance(event, ev.Moved | ev.Stayed) or (
            isinstance(event, ev.Lost) and event.reason == "attack_failed"
        ):
            told.append((event.seat, f"{event.unit} move {event.target}"))
    given = [(seat, text) for seat, texts in orders.items() for text in texts]
    assert sorted(told) == sorted(order for order in given if order[1].split()[1] in ("move", "support"))


def check_battles(board: Board, state: State, events: Sequence[Event]) -> None:
    """A battle's powers are the sums of what it tells, its result follows from them, and what became of the
    units follows from its result."""
    battles = {event.space: event for event in events if isinstance(event, ev.Battle)}
    for space, battle in battles.items():
        parts, powers = battle.parts, {side["seat"]: side["power"] for side in battle.sides}
        for side in battle.sides:
            assert side["power"] == len(side["movers"]) + len(side["supports"])
        if battle.defender is None:
            assert battle.defense == 0 and not parts and len(powers) > 1
        else:
            home = bool(parts["units"]) and state.homes.get(battle.defender) == space
            loyal = state.turretons.get(board["spaces"][space]["turreton"]) == battle.defender
            assert (parts["home"], parts["turreton"]) == (home, 2 * loyal)
            assert battle.defense == len(parts["units"]) + home + 2 * loyal + len(parts["supports"])
        first = [seat for seat, power in powers.items() if power == max(powers.values())]
        assert battle.strongest == (first[0] if len(first) == 1 else None)
        assert battle.result not in ("won", "void") or max(powers.values()) > battle.defense
        assert battle.result != "held" or max(powers.values()) < battle.defense
    won, told = set(), set()
    for event in events:
        if isinstance(event, ev.Moved) and event.how == "battle":
            won.add(event.target)
            assert (battles[event.target].result, battles[event.target].strongest) == ("won", event.seat)
        elif isinstance(event, ev.Lost):
            told.add(event.target)
            held = event.reason == "attack_failed"
            assert battles[event.target].result == ("held" if held else "won")
            assert event.by == (battles[event.target].defender if held else battles[event.target].strongest)
        elif isinstance(event, ev.Stayed) and event.reason in FOUGHT_FOR:
            told.add(event.target)
            battle = battles[event.target]
            powers = {side["seat"]: side["power"] for side in battle.sides}
            top = max(powers.values()) == powers[event.seat]
            alone = battle.strongest == event.seat
            assert event.reason == "weaker" or top
            assert event.reason != "weaker" or not top
            assert event.reason not in ("landing", "void") or alone
            assert event.reason != "landing" or battle.result in ("standoff", "won")
        elif isinstance(event, ev.Stayed) and event.reason == "one_enters" and event.target in battles:
            assert battles[event.target].result == "won"
    assert won == {space for space, battle in battles.items() if battle.result == "won"}
    assert battles.keys() == won | told


def check_moves(
    board: Board, state: State, orders: Mapping[str, Sequence[str]], events: Sequence[Event]
) -> None:
    """The supports that count, and the cycles that are fought out, are those of the reference."""
    dumped = {
        "units": {seat: {} for seat in SEATS},
        "homes": state.homes,
        "turretons": state.turretons,
        "ended": state.ended,
    }
    for seat, number, space in state.units:
        dumped["units"][seat][str(number)] = space  # type: ignore[index]
    turn = Turn(board, dumped, {seat: [text.split() for text in orders.get(seat, [])] for seat in SEATS})
    turn.resolve()
    supports = Counter((event.of, event.other) for event in events if isinstance(event, ev.Supported))
    assert turn.power == {unit: 1 + supports[unit] for unit in turn.start}
    for event in events:
        if isinstance(event, ev.Battle):
            assert event.ring == (event.space in turn.fought)
