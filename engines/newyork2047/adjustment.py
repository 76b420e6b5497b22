"""The choices after a turn: where the home base moves, and which units are given up."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.game import Seat
from adjudicator.newyork2047.adjust import default_disbands, default_home
from adjudicator.newyork2047.orders import Disband, Order, Relocate
from adjudicator.newyork2047.state import State, Unit
from engines.newyork2047.ahead import After
from engines.newyork2047.evaluate import Stake, worth


def choose(stake: Stake, state: State, seat: Seat, nodes: int) -> tuple[tuple[Order, ...], int]:
    """Choose what a seat owes, by what the position is worth then. Returns how many positions were looked at,
    too; where these would be too many, the rest takes the default."""
    owed = state.owed[seat]
    seen = 0
    orders: list[Order] = []
    if owed.relocate:
        best = default_home(state, seat, owed.relocate)
        if len(owed.relocate) <= nodes:
            best = max(
                owed.relocate,
                key=lambda home: worth(
                    replace(stake, homes={**stake.homes, seat: home}), _after(state), seat
                ),
            )
            seen += len(owed.relocate)
        orders.append(Relocate(best))
        stake = replace(stake, homes={**stake.homes, seat: best})
    for _ in range(owed.disband):
        own = [unit for unit in state.units if unit.seat == seat]
        if seen + len(own) <= nodes:
            gone = max(own, key=lambda unit: worth(stake, _after(state, unit), seat))
            seen += len(own)
        else:
            gone = default_disbands(state, seat, 1)[0]
        orders.append(Disband(str(gone.number)))
        state = replace(state, units=tuple(unit for unit in state.units if unit != gone))
    return tuple(orders), seen


def _after(state: State, without: Unit | None = None) -> After:
    return After([unit for unit in state.units if unit != without], state.control, state.turretons, (), ())
