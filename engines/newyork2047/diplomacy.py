"""What letters change in a turn: what it has promised, whom it trusts, what it offers.

A level keeps its word, and says yes, as often as `WORD` says: the seed decides for each of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Key
from adjudicator.newyork2047.orders import Hold, Move, Support, UnitOrder
from adjudicator.newyork2047.state import Field
from engines.engine import Letter, Level
from engines.newyork2047.chart import Chart
from engines.newyork2047.letters import (
    MOST_LETTERS,
    Help,
    Talk,
    agree_to_peace,
    agree_to_support,
    offer_peace,
    offer_support,
)
from engines.newyork2047.sheets import Sheet

WORD: Mapping[Level, int] = {Level.RECRUIT: 50, Level.SERGEANT: 65, Level.CAPTAIN: 80, Level.GENERAL: 90}
"""How often a level keeps its word, of a hundred times."""
CLOSE = 2
"""A faction whose units are so many moves away at most is worth a letter."""
AHEAD = 8
"""Whoever has so many stars gets no help, and no peace that it asks for."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed for a turn, as far as the seat keeps to it.

    shut:    spaces that it does not go to, nor helps others to go to
    trusted: seats that are expected not to come either
    bound:   orders that it has promised
    heard:   orders of others that were promised to it;  invited: the own orders that fit them
    letters: the answers
    """

    shut: frozenset[Key] = frozenset()
    trusted: frozenset[Seat] = frozenset()
    bound: Mapping[str, UnitOrder] = field(default_factory=dict)
    heard: Mapping[Seat, Mapping[str, UnitOrder]] = field(default_factory=dict)
    invited: Mapping[str, UnitOrder] = field(default_factory=dict)
    letters: tuple[Letter, ...] = ()


def terms(
    chart: Chart,
    position: Field,
    seat: Seat,
    spoken: Mapping[Seat, Talk],
    stars: Mapping[Seat, int],
    level: Level,
    random: Random,
) -> Terms:
    """Decide which promises are kept and which wishes granted."""
    kept = {other: random.randrange(100) < WORD[level] for other in SEATS}
    shut: set[Key] = set()
    trusted: set[Seat] = set()
    bound: dict[str, UnitOrder] = {}
    heard: dict[Seat, dict[str, UnitOrder]] = {}
    invited: dict[str, UnitOrder] = {}
    letters: list[Letter] = []
    for other, talk in spoken.items():
        if other not in position.owing:
            continue
        modest = stars.get(other, 0) < AHEAD
        peace = talk.agreed
        if talk.wanted and modest and kept[other] and len(letters) < MOST_LETTERS:
            letters.append(agree_to_peace(seat, other))
            peace = True
        if (peace or talk.offered) and kept[other]:
            shut |= theirs(position, other)
        if peace:
            trusted.add(other)
        for help_ in talk.promised:
            helper = _helper(chart, position, seat, help_, bound)
            if helper is not None and kept[other]:
                bound[helper.unit] = helper
        for help_ in talk.asked[:1]:
            harmless = modest and help_.target not in shut | theirs(position, seat)
            helper = _helper(chart, position, seat, help_, bound) if harmless else None
            if helper is not None and kept[other] and len(letters) < MOST_LETTERS:
                bound[helper.unit] = helper
                letters.append(agree_to_support(chart.board, seat, help_))
        for help_ in talk.given:
            orders = heard.setdefault(other, {})
            given = _helper(chart, position, other, help_, orders)
            if given is not None and help_.seat == seat:
                orders[given.unit] = given
                if help_.target and help_.target not in shut:
                    invited.setdefault(help_.unit, Move(help_.unit, help_.target))
    return Terms(frozenset(shut), frozenset(trusted), bound, heard, invited, tuple(letters))


def theirs(position: Field, seat: Seat) -> set[Key]:
    """Return the spaces that a faction controls, or where it stands."""
    found = {space for space, holder in position.state.control.items() if holder == seat}
    return found | set(position.places.get(seat, {}).values())


def _helper(
    chart: Chart, position: Field, seat: Seat, help_: Help, busy: Mapping[str, UnitOrder]
) -> Support | None:
    """Return how a seat can give a support: by the first of its pieces that can."""
    board = chart.board
    unit = position.units.get((help_.seat, help_.unit))
    if unit is None or (help_.target and help_.target not in board.near[unit.space]):
        return None
    battle = help_.target or unit.space
    for name, here in position.places.get(seat, {}).items():
        able = battle in board.near[here] and (here in board.water or battle not in board.water)
        if able and name not in busy and name not in TURRETONS and (help_.seat, help_.unit) != (seat, name):
            return Support(name, "" if help_.seat == seat else help_.seat, help_.unit, help_.target)
    return None


def breaks(order: UnitOrder, shut: frozenset[Key]) -> bool:
    """Return whether an order breaks a peace."""
    return isinstance(order, (Move, Support)) and order.target in shut


def offers(
    chart: Chart,
    position: Field,
    seat: Seat,
    sheet: Sheet,
    spoken: Mapping[Seat, Talk],
    stars: Mapping[Seat, int],
    agreed: Terms,
    random: Random,
) -> tuple[Sheet, list[Letter]]:
    """Write to those near by that have not been written to: offer the support of an idle unit against a third
    faction, or peace to whom the sheet does not attack. Returns the sheet with the supports."""
    sheet = dict(sheet)
    letters: list[Letter] = []
    near = [
        other
        for other in _close(chart, position, seat)
        if spoken[other].silent and not spoken[other].wanted and stars.get(other, 0) < AHEAD
    ]
    aims = {order.target for order in sheet.values() if isinstance(order, (Move, Support))}
    for other in near:
        if len(letters) + len(agreed.letters) >= MOST_LETTERS:
            break
        if aims & theirs(position, other) or random.randrange(3) == 0:
            continue
        chances = _chances(chart, position, seat, sheet, other)
        found = next((pair for pair in chances if pair[0].target not in agreed.shut), None)
        if found is not None:
            order, help_ = found
            sheet[order.unit] = order
            letters.append(offer_support(chart.board, seat, help_))
        else:
            letters.append(offer_peace(seat, other, _tempting(chart, position, seat, other)))
    return sheet, letters


def _close(chart: Chart, position: Field, seat: Seat) -> list[Seat]:
    """List the factions near by, the nearest first."""
    mine = position.places.get(seat, {}).values()
    found = []
    for other in SEATS:
        if other == seat or other not in position.owing:
            continue
        far = min(
            (chart.steps[one].get(two, 9) for one in mine for two in position.places[other].values()),
            default=9,
        )
        if far <= CLOSE:
            found.append((far, other))
    return [other for _, other in sorted(found)]


def _chances(
    chart: Chart, position: Field, seat: Seat, sheet: Sheet, other: Seat
) -> Iterator[tuple[Support, Help]]:
    """List the supports that idle units can give another's attack on a third faction's star."""
    board, state = chart.board, position.state
    own = position.places[seat]
    for name, order in sheet.items():
        if not isinstance(order, Hold) or name in TURRETONS:
            continue
        for star, _ in chart.reach[own[name]]:
            holder = (
                state.turretons[chart.turreton[star]] if star in chart.turreton else state.control.get(star)
            )
            if holder in (None, seat, other):
                continue
            for text, space in position.places[other].items():
                matching = (space in board.water) == (star in board.water)
                if text not in TURRETONS and matching and star in board.near[space]:
                    yield Support(name, other, text, star), Help(other, text, star)


def _tempting(chart: Chart, position: Field, seat: Seat, other: Seat) -> str:
    """Name the other's space that the seat could go to, a star if there is one."""
    board = chart.board
    near = {space for here in position.places[seat].values() for space in board.near[here]}
    found = sorted(near & theirs(position, other), key=lambda space: (space not in chart.stars, space))
    return board.name(found[0]) if found else ""
