"""The matches of a round: what leagues ask of pairing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudicator.chance import Chance, HmacChance, shuffle
from bot.features.leagues.model.matches import Entering, Match, Played
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.pairing.divisions import divide, moves
from bot.features.leagues.pairing.drawn_tables import draw
from bot.features.leagues.pairing.past import Past
from bot.features.leagues.pairing.round_robin import circle
from bot.features.leagues.pairing.round_robin import rounds as whole
from bot.features.leagues.pairing.swiss import swiss

__all__ = ["divide", "how_many", "moves", "pair", "pair_round"]


def how_many(plan: Plan, sizes: Sequence[int], seats: int) -> int:
    """The number of rounds of a season with divisions of these sizes.

    A whole round robin lasts as long as its largest division needs; smaller ones are done before.
    """
    if plan.rounds:
        return plan.rounds
    return max((whole(size, plan.cycles) for size in sizes), default=0)


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
        if not plan.rounds and number > whole(len(group), plan.cycles):
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
