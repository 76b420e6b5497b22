"""Points: what a game of a league, or a bye, brings to each entrant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bot.features.leagues.model.matches import Result, read_points
from bot.features.leagues.model.plan import Plan

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Side:
    """Who wins and loses together: one seat, or a team. at: its seats, as they stand in `numbers`"""

    place: int
    at: tuple[int, ...]


def sides(result: Result) -> tuple[Side, ...]:
    """The sides of a game, in the order of its seats; () where nobody has a place.

    >>> sides(Result("played", (1, 2, 2), (0, 1, 1)))
    (Side(place=1, at=(0,)), Side(place=2, at=(1, 2)))
    """
    seats: dict[int, list[int]] = {}
    for seat in range(len(result.places)):
        seats.setdefault(result.teams[seat] if result.teams else seat, []).append(seat)
    return tuple(Side(min(result.places[seat] for seat in at), tuple(at)) for at in seats.values())


def counts(result: Result | None) -> bool:
    """Whether a game is over and somebody has a place in it."""
    return result is not None and result.kind in ("played", "ruled") and bool(result.places)


@lru_cache(maxsize=1024)
def _worth(points: tuple[str, ...], places: tuple[int, ...]) -> list[Fraction]:
    return worth([read_points(text) for text in points], places)


def worth(values: Sequence[Fraction], places: Sequence[int]) -> list[Fraction]:
    """The points of each side. Those who share a place have the average of the places that they take up;
    where all share, these are all places there are. Places after the last value have the last one.

    >>> [str(points) for points in worth([Fraction(n) for n in (2, 1, 0)], [1, 1, 3])]
    ['3/2', '3/2', '0']
    >>> [str(points) for points in worth([Fraction(n) for n in (4, 3, 2, 1, 0)], [1, 1, 1])]
    ['2', '2', '2']
    """
    found = []
    for place in places:
        sharing = places.count(place)
        first, taken = place, sharing
        if sharing == len(places) > 1:
            first, taken = 1, max(sharing, len(values))
        total = sum((values[min(at, len(values)) - 1] for at in range(first, first + taken)), NOTHING)
        found.append(total / taken)
    return found


def points_of(plan: Plan, result: Result, numbers: Sequence[int]) -> dict[int, Fraction]:
    """The points that a game, or a bye, brings: {number: points}; {} where it counts for nobody.

    Of a seat in which somebody else sat at the end, `plan.substitute` percent are not its entrant's, but of
    who stepped in; nobody's if that is no entrant.
    """
    if result.kind == "bye":
        # In a round robin with an odd number everybody has one.
        return dict.fromkeys(numbers, NOTHING if plan.format == "roundrobin" else plan.bye_points)
    if result.kind == "walkover":
        return dict.fromkeys(numbers, plan.bye_points)
    if not counts(result):
        return {}
    found = dict.fromkeys(numbers, NOTHING)
    played = sides(result)
    share = Fraction(plan.substitute, 100)
    for side, points in zip(played, _worth(plan.points, tuple(side.place for side in played)), strict=True):
        for seat in side.at:
            number = numbers[seat]
            sub = result.subs[seat] if result.subs else None
            if sub is None:
                found[number] += points
                continue
            found[number] += points * (1 - share)
            if sub and share:
                found[sub] = found.get(sub, NOTHING) + points * share
    return found
