"""What a position is worth to a seat, in hundredths of a star.

Stars count most, then units. Then what the next season may bring: own stars that others can take, stars of
others that can be taken, and how near the rest is. Whoever comes close to eleven stars is everybody's enemy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.newyork2047.adjust import STARS_TO_WIN
from adjudicator.newyork2047.board import SEATS, Key
from adjudicator.newyork2047.contest import TURRETON_POWER
from adjudicator.newyork2047.state import SPARE_UNITS, State, Unit
from engines.newyork2047.ahead import After
from engines.newyork2047.chart import Chart

STAR = 100
UNIT = 26
"""A unit on the map, within the limit."""
COMING = 12
"""A unit within the limit that is still to come."""
HOME = 70
"""The home base that is lost, if another can be had."""
OUT = -4000
VICTORY = 6000
NEAR = (0, 0, 14, 8, 4, 2)
"""A unit whose nearest free star is so many moves away."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What an evaluation needs of the position that the season began with.

    fall:     whether this season can end the game
    final:    whether it surely does
    homes:    as in the state
    playing:  who neither is out nor has conceded
    """

    chart: Chart
    fall: bool
    final: bool
    homes: Mapping[Seat, Key]
    playing: tuple[Seat, ...]


def stake(chart: Chart, state: State) -> Stake:
    """Take it from a state."""
    fall = state.season == "fall"
    return Stake(
        chart,
        fall,
        fall and state.year >= state.options.last_year,
        state.homes,
        tuple(seat for seat in SEATS if seat not in state.ended),
    )


def worth(stake: Stake, after: After, seat: Seat) -> int:
    """Say what a position is worth to a seat; only differences mean something."""
    stars, units = count(stake.chart, after)
    if seat in after.gone or seat not in stake.homes:
        return OUT
    if stake.fall:
        ended = _end(stake, stars, units, seat)
        if ended is not None:
            return ended
    mine = stars[seat]
    limit = mine + SPARE_UNITS
    value = STAR * mine + UNIT * min(units[seat], limit) + COMING * max(0, limit - units[seat])
    if mine > 7:
        value += 20 * (mine - 7) * (mine - 7)
    if seat in after.lost:
        value -= HOME
    for other in stake.playing:
        if other != seat:
            theirs = stars[other]
            value -= 8 * theirs + 3 * units[other]
            if theirs > 7:
                value -= 30 * (theirs - 7) * (theirs - 7)
    return value + _prospects(stake, after, seat, stars)


def count(chart: Chart, after: After) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """Count everybody's stars and units."""
    stars = dict.fromkeys(SEATS, 0)
    control = after.control
    for star in chart.board.stars:
        if star in control:
            stars[control[star]] += 1
    for loyal in after.turretons.values():
        if loyal is not None:
            stars[loyal] += 1
    units = dict.fromkeys(SEATS, 0)
    for unit in after.units:
        units[unit.seat] += 1
    return stars, units


def holder_of(chart: Chart, after: After, star: Key) -> Seat | None:
    """Return who controls a star space, or has its Turreton."""
    return after.turretons[chart.turreton[star]] if star in chart.turreton else after.control.get(star)


def _end(stake: Stake, stars: Mapping[Seat, int], units: Mapping[Seat, int], seat: Seat) -> int | None:
    """Return what the end of the game is worth, if this is it."""
    table = sorted(((stars[each], units[each], each) for each in stake.playing), reverse=True)
    won = table[0][0] > STARS_TO_WIN and (len(table) == 1 or table[0][0] > table[1][0])
    if not won and not stake.final:
        return None
    own = stars[seat], units[seat]
    better = sum(row[:2] > own for row in table)
    equal = sum(row[:2] == own for row in table) - 1
    if not better:
        return VICTORY - 400 * equal + STAR * own[0] + own[1]
    return (-VICTORY // 2 if won else 0) - 500 * better + STAR * own[0] + UNIT * own[1]


def _prospects(stake: Stake, after: After, seat: Seat, stars: Mapping[Seat, int]) -> int:
    """Say what the next season may bring."""
    chart = stake.chart
    reach, turreton = chart.reach, chart.turreton
    control, loyal = after.control, after.turretons
    here: dict[Key, list[Unit]] = {}
    force: dict[Key, dict[Seat, int]] = {}  # star -> who has how many units for a battle there
    edge: set[tuple[Key, Seat]] = set()  # who can attack it, not only support
    for unit in after.units:
        who, _, space = unit
        if space in here:
            here[space].append(unit)
        else:
            here[space] = [unit]
        for star, able in reach[space]:
            if star in force:
                force[star][who] = force[star].get(who, 0) + 1
            else:
                force[star] = {who: 1}
            if able:
                edge.add((star, who))
    value = 0
    chance: dict[Key, int] = {}
    for star, powers in force.items():
        holder = loyal[turreton[star]] if star in turreton else control.get(star)
        units = here.get(star)
        if holder == seat:
            value -= _risk(star, seat, powers, edge, units, stake, star in turreton)
        elif seat in powers:
            found = _chance(star, seat, holder, powers, edge, units, stake, star in turreton)
            if found:
                leader = stars[holder] - 6 if holder is not None else 0
                chance[star] = found + 4 * leader if leader > 0 else found
    claimed: set[Key] = set()
    for unit in after.units:
        if unit.seat == seat:
            value += _outlook(chart, after, unit, seat, chance, claimed)
    return value


def _risk(
    star: Key,
    seat: Seat,
    powers: Mapping[Seat, int],
    edge: set[tuple[Key, Seat]],
    units: list[Unit] | None,
    stake: Stake,
    towered: bool,
) -> int:
    """Say what the danger to an own star costs."""
    mine = powers.get(seat, 0)
    stay = (len(units) if units else 0) + (TURRETON_POWER if towered else 0)
    home = stake.homes.get(seat) == star
    if home and stay:
        stay += 1
    cost = 0
    for who, power in powers.items():
        if who == seat:
            continue
        if (star, who) not in edge:
            if stay:
                continue
            found = 8 if mine else 60  # it can only land where nobody else goes
        elif stay:
            found = 48 if power > stay + mine else 22 if power > stay else 10 if power == stay else 2
        else:
            found = 60 if power > mine else 26 if power == mine else 8
        cost = found + cost // 4 if found > cost else cost + found // 4
    return cost * 2 if home else cost


def _chance(
    star: Key,
    seat: Seat,
    holder: Seat | None,
    powers: Mapping[Seat, int],
    edge: set[tuple[Key, Seat]],
    units: list[Unit] | None,
    stake: Stake,
    towered: bool,
) -> int:
    """Say what the hope for a star is worth."""
    power = powers[seat]
    stay = len(units) if units else 0
    guarded = bool(stay or (towered and holder is not None))
    if (star, seat) not in edge:
        if guarded or any(who != seat for who in powers):
            return 0
        return 40
    rival = max((other for who, other in powers.items() if who != seat), default=0)
    if guarded:
        assert holder is not None
        if towered:
            stay += TURRETON_POWER
        if stake.homes.get(holder) == star:
            stay += 1
        helped = stay + powers.get(holder, 0)
        return 44 if power > helped else 22 if power > stay else 10 if power == stay else 3
    return 50 if power > rival else 24 if power == rival else 8


def _outlook(
    chart: Chart, after: After, unit: Unit, seat: Seat, chance: Mapping[Key, int], claimed: set[Key]
) -> int:
    """Say what a unit's place is worth: the best star in its reach that no other unit claims, or how far the
    next one is."""
    best, found = 0, ""
    for star, _ in chart.reach[unit.space]:
        value = chance.get(star, 0)
        if value > best and star not in claimed:
            best, found = value, star
    if best:
        claimed.add(found)
        return best
    for far, star in chart.order[unit.space]:
        if far >= len(NEAR):
            break
        if far > 1 and star not in claimed and holder_of(chart, after, star) != seat:
            return NEAR[far]
    return 0


def standing_of(stake: Stake, after: After, seat: Seat) -> int:
    """Say how a seat stands in the game, -900 … 900, from the stars and units of all."""
    stars, units = count(stake.chart, after)
    if seat not in stake.playing or seat in after.gone:
        return -900
    own = 10 * stars[seat] + 2 * units[seat]
    others = [10 * stars[each] + 2 * units[each] for each in stake.playing if each != seat]
    if not others:
        return 900
    best, mean = max(others), sum(others) // len(others)
    return max(-900, min(900, 4 * (own - mean) + 4 * (own - best)))
