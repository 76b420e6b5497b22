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
WEIGHTS = (
    # An own star that is held. Who can come is weaker, as strong, stronger unless it gets help, stronger.
    *(-2, -10, -22, -48),
    # An own star that nobody holds: weaker than who can come to its help, as strong, stronger.
    *(-8, -26, -60),
    # The same, from the water: with somebody who can come to its help, or nobody.
    *(-8, -60),
    *(0,),
    # All this of the home base.
    *(-4, -20, -44, -96, -16, -52, -120, -16, -120),
    # A star that another holds. It is stronger, as strong, weaker unless it gets help, weaker.
    *(3, 10, 22, 44),
    # A star of nobody: others are stronger, as strong, weaker; then the same of one that is not held.
    *(8, 24, 50),
    *(8, 24, 50),
    # A star that can be entered from the water.
    *(40,),
    # The next star that nobody claims is so many moves away: 2, 3, 4, 5.
    *(14, 8, 4, 2),
)
"""What the next season may bring, see `prospects`."""
HOME_RISK = 10


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
    return value + sum([WEIGHTS[index] for index in prospects(stake, after, seat)])


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


def prospects(stake: Stake, after: After, seat: Seat) -> list[int]:
    """List what the next season may bring a seat, as indexes of `WEIGHTS`."""
    chart = stake.chart
    reach, turreton = chart.reach, chart.turreton
    control, loyal = after.control, after.turretons
    here: dict[Key, int] = {}
    force: dict[Key, dict[Seat, int]] = {}  # star -> who has how many units for a battle there
    edge: set[tuple[Key, Seat]] = set()  # who can attack it, not only support
    for unit in after.units:
        who, _, space = unit
        here[space] = here.get(space, 0) + 1
        for star, able in reach[space]:
            if star in force:
                force[star][who] = force[star].get(who, 0) + 1
            else:
                force[star] = {who: 1}
            if able:
                edge.add((star, who))
    found: list[int] = []
    chance: dict[Key, int] = {}
    for star, powers in force.items():
        towered = star in turreton
        holder = loyal[turreton[star]] if towered else control.get(star)
        stay = here.get(star, 0)
        if towered and holder is not None:
            stay += TURRETON_POWER
        elif stay and holder is not None and stake.homes.get(holder) == star:
            stay += 1
        if holder == seat:
            risk = _risk(star, seat, powers, edge, stay)
            if risk >= 0:
                found.append(HOME_RISK + risk if stake.homes.get(seat) == star else risk)
        elif seat in powers:
            hope = _chance(star, seat, holder, powers, edge, stay)
            if hope >= 0:
                chance[star] = hope
    claimed: set[Key] = set()
    for unit in after.units:
        if unit.seat == seat:
            outlook = _outlook(chart, after, unit, chance, claimed)
            if outlook >= 0:
                found.append(outlook)
    return found


def _risk(star: Key, seat: Seat, powers: Mapping[Seat, int], edge: set[tuple[Key, Seat]], stay: int) -> int:
    """Return which danger an own star is in, the worst; -1 if in none. stay: what defends it as it is"""
    mine = powers.get(seat, 0)
    worst = -1
    for who, power in powers.items():
        if who == seat:
            continue
        if (star, who) not in edge:
            if stay:
                continue
            found = 7 if mine else 8  # it can only land where nobody else goes
        elif stay:
            found = 3 if power > stay + mine else 2 if power > stay else 1 if power == stay else 0
        else:
            found = 6 if power > mine else 5 if power == mine else 4
        if worst < 0 or WEIGHTS[found] < WEIGHTS[worst]:
            worst = found
    return worst


def _chance(
    star: Key,
    seat: Seat,
    holder: Seat | None,
    powers: Mapping[Seat, int],
    edge: set[tuple[Key, Seat]],
    stay: int,
) -> int:
    """Return which hope there is for a star; -1 if none. stay: what defends it as it is"""
    power = powers[seat]
    rival = max([other for who, other in powers.items() if who != seat], default=0)
    if (star, seat) not in edge:
        return -1 if stay or rival else 29
    if stay:
        assert holder is not None
        helped = stay + powers.get(holder, 0)
        return 22 if power > helped else 21 if power > stay else 20 if power == stay else 19
    if holder is None:
        return 25 if power > rival else 24 if power == rival else 23
    return 28 if power > rival else 27 if power == rival else 26


def _outlook(chart: Chart, after: After, unit: Unit, chance: Mapping[Key, int], claimed: set[Key]) -> int:
    """Return what a unit's place is good for: the best star in its reach that no other unit claims, or how
    far the next one is; -1 for nothing."""
    best, found = -1, ""
    for star, _ in chart.reach[unit.space]:
        hope = chance.get(star, -1)
        if hope >= 0 and star not in claimed and (best < 0 or WEIGHTS[hope] > WEIGHTS[best]):
            best, found = hope, star
    if best >= 0:
        claimed.add(found)
        return best
    for far, star in chart.order[unit.space]:
        if far > 5:
            break
        if far > 1 and star not in claimed and holder_of(chart, after, star) != unit.seat:
            return 28 + far
    return -1


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
