"""Pair a round in any format; split a league into divisions; round robins by the circle method."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from adjudicator.chance import Chance, HmacChance, shuffle
from bot.features.leagues.pairing.drawn_tables import draw
from bot.features.leagues.pairing.swiss import swiss
from bot.features.leagues.plan import Plan
from bot.features.leagues.scoring import Entering, Match, Past, Played


def round_robin_rounds(size: int, cycles: int) -> int:
    """How many rounds it takes until `size` entrants have met `cycles` times.

    >>> [round_robin_rounds(size, 1) for size in (1, 2, 5, 6)], round_robin_rounds(6, 2)
    ([0, 1, 5, 5], 10)
    """
    return max(size - 1 + size % 2, 0) * cycles if size > 1 else 0


def circle(numbers: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The games of round `number` (from 1), the first of each in the first seat; one number alone has a bye.

    With m places on the circle (m is odd; of an even size the last is in its middle) the places i and j meet
    in round r where i + j = r (modulo m); who is left over meets the middle, or has a bye. The place that is
    an odd way ahead has the first seat, which so alternates from round to round, but once. In the next cycle
    seats are exchanged; it begins one round later, so that nobody has a seat three times in a row.

    >>> [circle([1, 2, 3, 4], r) for r in (1, 2, 3)]
    [[(4, 1), (3, 2)], [(2, 1), (3, 4)], [(1, 3), (4, 2)]]
    >>> circle([1, 2, 3], 1)
    [(1,), (3, 2)]
    """
    if len(numbers) < 2:
        return [(one,) for one in numbers]
    around = len(numbers) - 1 + len(numbers) % 2
    cycle, turn = divmod(number - 1, around)
    turn = (turn + cycle) % around
    found: list[tuple[int, ...]] = []
    for i in range(around):
        j = (turn - i) % around
        if i == j:
            games = [(numbers[-1], numbers[i]) if turn % 2 == 0 else (numbers[i], numbers[-1])]
            found += [(numbers[i],)] if len(numbers) % 2 else games
        elif i < j:
            found.append((numbers[i], numbers[j]) if (i - j) % around % 2 else (numbers[j], numbers[i]))
    return [tuple(reversed(game)) for game in found] if cycle % 2 else found


def sizes(plan: Plan, total: int, seats: int) -> list[int]:
    """How many play in each division, the first first. As equal as possible; but where rounds are paired or
    drawn, so that as few as possible have no game, and the sizes differ by no more than a game's seats."""
    count = max(1, min(plan.divisions, total // max(seats, 2)))
    small, over = divmod(total, count)
    equal = [small] * (count - over) + [small + 1] * over
    if plan.format == "roundrobin" or count == 1:
        return equal
    base, tables = divmod(total // seats, count)
    whole = [base * seats] * (count - tables) + [(base + 1) * seats] * tables
    for at in range(total - sum(whole)):
        whole[at % count] += 1
    whole.sort()
    return whole if _idle(whole, seats) < _idle(equal, seats) else equal


def _idle(found: Sequence[int], seats: int) -> int:
    return sum(size % seats for size in found)


def divide(plan: Plan, numbers: Sequence[int], seats: int = 2) -> dict[int, int]:
    """The division of each number, from all of them in the order of strength."""
    found: dict[int, int] = {}
    at = 0
    for division, size in enumerate(sizes(plan, len(numbers), seats), 1):
        found |= dict.fromkeys(numbers[at : at + size], division)
        at += size
    return found


def moves(
    plan: Plan,
    groups: Sequence[Sequence[int]],
    leavers: Collection[int] = (),
    seats: int = 2,
) -> dict[int, int]:
    """The division of each number in the next season.

    groups:  the numbers of each division, the first division first, best first
    leavers: who does not play on; who came last and leaves goes down for nobody
    """
    ups: list[list[int]] = [[] for _ in groups]
    downs: list[list[int]] = [[] for _ in groups]
    for at in range(len(groups) - 1):
        upper, lower = groups[at], [number for number in groups[at + 1] if number not in leavers]
        most = min(plan.moves, len(upper) // 2, len(lower) // 2)
        downs[at] = [number for number in upper[len(upper) - most :] if number not in leavers]
        ups[at + 1] = lower[:most]
    order: list[int] = []
    for at, group in enumerate(groups):
        gone = {*leavers, *ups[at], *downs[at]}
        order += downs[at - 1] if at else []
        order += [number for number in group if number not in gone]
        order += ups[at + 1] if at + 1 < len(groups) else []
    return divide(plan, order, seats)


def how_many(plan: Plan, sizes: Sequence[int]) -> int:
    """How many rounds a season has; a whole round robin lasts as long as its largest division needs."""
    if plan.rounds:
        return plan.rounds
    return max((round_robin_rounds(size, plan.cycles) for size in sizes), default=0)


def pair(
    plan: Plan,
    entering: Sequence[Entering],
    played: Sequence[Played],
    number: int,
    seats: int,
    chance: Chance,
    teams: Sequence[int] = (),
) -> tuple[Match, ...]:
    """The matches of round `number` (from 1), the first division first, best boards first, byes last.

    played: all rounds before; a game without a result counts as a draw of all
    chance: where all lots come from, division after division
    teams:  for each seat the number of its team, where seats win and lose together
    """
    past = Past(plan, played, teams)
    found: list[Match] = []
    for division in sorted({one.division for one in entering}):
        group = [one for one in entering if one.division == division]
        group.sort(key=lambda one: (one.place, one.number))
        found += _ordered(_paired(plan, group, past, number, seats, chance), past)
    return tuple(found)


def pair_round(
    plan: Plan,
    entering: Sequence[Entering],
    played: Sequence[Played],
    number: int,
    seats: int,
    seed: str,
    league_id: str,
    drawn: int,
    teams: Sequence[int] = (),
) -> tuple[tuple[Match, ...], int]:
    """The matches of a round of a league, and how many chance results are used after it. Runs in a worker.

    drawn: how many were used before;  the rest: see `pair`
    """
    chance = HmacChance(bytes.fromhex(seed), league_id, drawn)
    if plan.format == "tables" and plan.rules > 1:
        entering = _placed(entering, seed, league_id)
    return pair(plan, entering, played, number, seats, chance, teams), chance.n


def _placed(entering: Sequence[Entering], seed: str, league_id: str) -> tuple[Entering, ...]:
    """With places of their own to draw tables from: who has the last places has more byes, and must not be
    who has the last numbers, which are the last tie-break."""
    lot = HmacChance(bytes.fromhex(seed), f"{league_id}/places", 0)
    order, _ = shuffle(lot, sorted(one.number for one in entering))
    places = {number: place for place, number in enumerate(order, 1)}
    return tuple(replace(one, place=places[one.number]) for one in entering)


def _paired(
    plan: Plan, group: Sequence[Entering], past: Past, number: int, seats: int, chance: Chance
) -> list[Match]:
    division = group[0].division
    numbers = [one.number for one in group]
    active = [one.number for one in group if one.active]
    if plan.format == "roundrobin":
        if not plan.rounds and number > round_robin_rounds(len(group), plan.cycles):
            return []
        games = circle(numbers, number)
        return list(_without_leavers(games, set(active), division))
    if plan.format == "swiss":
        ratings = {one.number: one.rating for one in group if one.active and one.rating is not None}
        return [Match(game, division) for game in swiss(active, past, number, chance, ratings)]
    return [Match(game, division) for game in draw(numbers, active, past, seats, number, chance)]


def _without_leavers(games: Iterable[tuple[int, ...]], active: set[int], division: int) -> Iterable[Match]:
    """The games of a round robin; whose opponent has left wins without a game."""
    for game in games:
        here = tuple(number for number in game if number in active)
        if here:
            yield Match(here, division, walkover=len(here) < len(game))


def _ordered(matches: Iterable[Match], past: Past) -> list[Match]:
    """The best boards first: by the points of the best player there, then of all; walkovers and byes last."""

    def rank(match: Match) -> tuple[object, ...]:
        points = sorted(-past.points(number) for number in match.numbers)
        return len(match.numbers) == 1, not match.walkover, points[0], sum(points), min(match.numbers)

    return sorted(matches, key=rank)
