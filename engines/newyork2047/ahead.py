"""What sheets lead to: the adjudicator's resolution of the moves, without the events, and the eliminations.

This is the engine's inner loop. Whoever is asked about many joint sheets of one position makes each seat's
`Plan` once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import Key
from adjudicator.newyork2047.orders import Move, Order, Support
from adjudicator.newyork2047.resolve import Season, groups, reachable
from adjudicator.newyork2047.state import Field, State, Unit

_HELPER: ev.Who = ("", "")
"""Stands for a support whose giver nobody asks about."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's sheet, made ready. moves: unit -> target; helps: (who helps, from where, whom, its target or
    "" for its hold)"""

    orders: tuple[Order, ...]
    moves: Mapping[Unit, Key]
    helps: tuple[tuple[Seat, Key, Unit, Key], ...]


def plan(field: Field, seat: Seat, orders: Iterable[Order]) -> Plan:
    """Make a sheet of legal orders ready."""
    kept = tuple(orders)
    units, places = field.units, field.places[seat]
    moves = {units[seat, order.unit]: order.target for order in kept if isinstance(order, Move)}
    return Plan(
        kept,
        {unit: moves[unit] for unit in sorted(moves)},
        tuple(
            (seat, places[order.unit], units[order.seat or seat, order.other], order.target)
            for order in kept
            if isinstance(order, Support)
        ),
    )


@dataclass(slots=True)
class After:
    """The position after the moves, before choices and new units. lost: those whose home base is another's
    and who move it; gone: those who are eliminated"""

    units: list[Unit]
    control: Mapping[Key, Seat]
    turretons: Mapping[str, Seat | None]
    lost: tuple[Seat, ...]
    gone: tuple[Seat, ...]


def standing(state: State) -> After:
    """Take a state for what it is, as if its last moves were just made."""
    return After(list(state.units), state.control, state.turretons, (), ())


def look(field: Field, plans: Iterable[Plan]) -> After:
    """Resolve the plans of some seats; the others hold. plans: in the order of the seats"""
    season = _Quiet(field, plans)
    season.count_supports()
    season.reinforce()
    needs = season.dependencies()
    order_of_spaces = groups(needs)
    cycles = [space for group in order_of_spaces if len(group) > 1 for space in group]
    if cycles:
        season.strike_hopeless_moves(reachable(needs, cycles))
        order_of_spaces = groups(season.dependencies())
    for group in order_of_spaces:
        if len(group) == 1:
            season.settle(group[0])
        elif not season.rotate(group):
            season.fight_where_they_stand(group)
    return season.after()


class _Quiet(Season):
    """A resolution that tells no events."""

    def __init__(self, field: Field, plans: Iterable[Plan]) -> None:
        self.field = field
        self.board = field.board
        self.moves = {}
        self.helps: list[tuple[Seat, Key, Unit, Key]] = []
        for each in plans:
            self.moves.update(each.moves)
            self.helps += each.helps
        self.into = {}
        self.joined = {}
        self.bound = {}
        self.fate = {}
        self.beaten_by = {}
        self.dead = {}
        self.verdicts = {}

    def count_supports(self) -> None:
        moves, water = self.moves, self.board.water
        attackers: dict[Key, set[Seat]] = {}
        for mover, target in moves.items():
            if (mover.space in water) == (target in water):
                attackers.setdefault(target, set()).add(mover.seat)
        push: dict[Unit, list[ev.Who]] = {}
        prop: dict[Unit, list[ev.Who]] = {}
        for seat, space, other, target in self.helps:
            if moves.get(other, "") != target:
                continue
            if space in attackers and (len(attackers[space]) > 1 or seat not in attackers[space]):
                continue
            (push if target else prop).setdefault(other, []).append(_HELPER)
        self.push, self.prop = push, prop

    def after(self) -> After:
        """Say where everybody is now, and who is out."""
        state, water = self.field.state, self.board.water
        control = dict(state.control)
        turretons = dict(state.turretons)
        places = self.board.places
        units: list[Unit] = []
        moves, fate, dead = self.moves, self.fate, self.dead
        wet: dict[Key, Seat] = {}
        for unit in state.units:
            if unit in dead:
                continue
            now = unit
            target = moves.get(unit)
            if target is not None:
                became = fate.get(unit, "entered")
                if became == "lost":
                    continue
                if became == "entered":
                    now = Unit(unit.seat, unit.number, target)
                    if target not in water:
                        control[target] = unit.seat
            units.append(now)
            if now.space in water:
                wet[now.space] = now.seat
        for name, place in places.items():
            if place in wet:
                turretons[name] = wet[place]
        return self._judge_homes(units, control, turretons)

    def _judge_homes(
        self, units: list[Unit], control: dict[Key, Seat], turretons: dict[str, Seat | None]
    ) -> After:
        lost: tuple[Seat, ...] = ()
        gone: dict[Seat, Seat] = {}
        for seat, home in self.field.state.homes.items():
            by = control.get(home, seat)
            if by == seat:
                continue
            if any(control.get(star) == seat for star in self.board.stars):
                lost += (seat,)
            else:
                gone[seat] = by
        if not gone:
            return After(units, control, turretons, lost, ())
        return After(
            [unit for unit in units if unit.seat not in gone],
            {key: gone.get(holder, holder) for key, holder in control.items()},
            {name: None if loyal in gone else loyal for name, loyal in turretons.items()},
            lost,
            tuple(gone),
        )
