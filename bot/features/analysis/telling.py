"""An analysis in words, and as the graph that is drawn of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.features.analysis import text
from bot.features.history.pages import code
from bot.presenters.colours import seat_colour
from engines.analysis import Analysis, TurningPoint, VoidSupport
from maps.analysis import Curve, Graph, Mark
from maps.analysis.text import signed

MOST_ORDERS, MOST_VOIDS = 4, 8
"""So many orders of a sheet are told, and so many void supports."""


def graph_of(snapshot: GameSnapshot, found: Analysis) -> Graph:
    """Return what is drawn. Seats that win and lose together have one curve."""
    teams = snapshot.game.teams(snapshot.table.options)
    names = [_side(snapshot, team) for team in teams]
    initials = [name[:1].upper() for name in names]
    players = snapshot.plain_names()
    curves = tuple(
        Curve(
            name,
            ", ".join(players[seat] for seat in team if seat in players),
            initials[at] if initials.count(initials[at]) == 1 else str(at + 1),
            seat_colour(snapshot.table.game, team[0]),
            tuple(turn.values[team[0]] for turn in found.turns),
        )
        for at, (team, name) in enumerate(zip(teams, names, strict=True))
    )
    turns = tuple(turn.turn for turn in found.turns)
    marks = tuple(
        Mark(number, next(at for at, team in enumerate(teams) if seat in team), turns.index(point.turn))
        for number, point in enumerate(found.turning, 1)
        for seat in (point.choice.seat,)
    )
    caption = text.CAPTION(game=snapshot.game.name, code=snapshot.table.id)
    return Graph(caption, turns, curves, marks)


def _side(snapshot: GameSnapshot, team: Sequence[Seat]) -> str:
    """Name a side: its seat, or what the seats of its team have in common."""
    if len(team) == 1:
        return snapshot.presenter.seat_name(team[0])
    return team[0].partition("-")[0].title()


def told_of(snapshot: GameSnapshot, found: Analysis) -> Iterator[str]:
    """Yield the lines beside the graph."""
    names = snapshot.names()
    yield text.TURNING
    for number, point in enumerate(found.turning, 1):
        yield _point(snapshot, names, number, point)
    if not found.turning:
        yield text.NO_TURNING
    if found.luck:
        yield text.LUCK
        for one in found.luck:
            worth = signed(one.worth)
            yield text.BALANCE(who=names[one.seat], good=one.good, bad=one.bad, worth=worth)
    if found.voids:
        yield text.VOIDS
        yield from (_void(snapshot, names, void) for void in found.voids[:MOST_VOIDS])
        if len(found.voids) > MOST_VOIDS:
            yield text.MORE(n=len(found.voids) - MOST_VOIDS)


def _point(snapshot: GameSnapshot, names: dict[Seat, str], number: int, point: TurningPoint) -> str:
    choice = point.choice
    return text.POINT(
        n=number,
        turn=point.turn,
        who=names[choice.seat],
        ordered=_orders(snapshot, choice.ordered, choice.better),
        better=_orders(snapshot, choice.better, choice.ordered),
        line=choice.line,
        stood=signed(choice.stood),
        could=signed(choice.stood + choice.worth),
    )


def _orders(snapshot: GameSnapshot, orders: Sequence[str], other: Sequence[str]) -> str:
    """Tell orders; of a sheet what the other one does not have."""
    shown = [order for order in orders if order not in other] if snapshot.presenter.many else list(orders)
    if not shown:
        return text.NOTHING
    told, left = code("; ".join(shown[:MOST_ORDERS])), len(shown) - MOST_ORDERS
    return text.OTHERS(orders=told, n=left) if left > 0 else told


def _void(snapshot: GameSnapshot, names: dict[Seat, str], found: VoidSupport) -> str:
    void, spaces = found.void, snapshot.game.board()["spaces"]
    target = spaces[void.target]["name"]
    other = _unit(void.other)
    if void.of != void.seat and void.other.isdecimal():
        other = f"{snapshot.presenter.seat_name(void.of)} {void.other}"
    return text.VOID(
        turn=found.turn,
        who=names[void.seat],
        unit=_unit(void.unit),
        space=spaces[void.space]["name"],
        other=other,
        where=(text.HOLDING if void.hold else text.INTO)(space=target),
        why=text.ATTACKED if void.reason == "attacked" else text.UNMATCHED,
    )


def _unit(unit: str) -> str:
    return text.UNIT(n=unit) if unit.isdecimal() else unit.capitalize()
