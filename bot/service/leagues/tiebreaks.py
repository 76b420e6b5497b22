"""Tie-breaks: who is before whom among those who have the same points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from bot.service.leagues.matches import Played, Result, points_text
from bot.service.leagues.plan import Plan, Tie
from bot.service.leagues.scoring import NOTHING, counts, sides

Group = list[int]
WON, HALF, LOST = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent in a game, and how it went against that one: 1 placed before, ½ level, 0 behind."""

    number: int
    share: Fraction


@dataclass(slots=True)
class Record:
    """What an entrant's games were, as far as they are over and count.

    met:   the opponents, one by one; those of the own team are none
    dummies: shares of games that were not played (byes, walkovers, games without a result): for tie-breaks
           each counts as an opponent with as many points as oneself
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    missed: int = 0
    places: dict[int, int] = field(default_factory=dict)
    met: list[Met] = field(default_factory=list)
    dummies: list[Fraction] = field(default_factory=list)


def records(plan: Plan, numbers: Iterable[int], played: Sequence[Played]) -> dict[int, Record]:
    """What the games were for each entrant. played: those that count, in any order"""
    found = {number: Record() for number in numbers}
    opponents = max((len(game.numbers) for game in played), default=2) - 1
    for game in played:
        if game.result is None:
            continue
        here = [found.get(number) or Record() for number in game.numbers]
        if counts(game.result):
            _add(here, game.numbers, game.result)
        elif game.result.kind in ("bye", "walkover"):
            _unplayed(plan, here, game.result, opponents)
        else:
            for record in here:
                record.dummies += [NOTHING] * (len(here) - 1)
        for record, missed in zip(here, game.result.missed, strict=False):
            record.missed += missed
    return found


def _add(here: Sequence[Record], numbers: Sequence[int], result: Result) -> None:
    played = sides(result)
    best = min(side.place for side in played)
    leaders = sum(side.place == best for side in played)
    for side in played:
        for seat in side.at:
            record = here[seat]
            record.games += 1
            record.places[result.places[seat]] = record.places.get(result.places[seat], 0) + 1
            record.wins += side.place == best and leaders == 1
            record.draws += side.place == best and leaders > 1
            record.losses += side.place != best
            for other in played:
                if other is not side:
                    share = HALF if other.place == side.place else WON if side.place < other.place else LOST
                    record.met += [Met(numbers[at], share) for at in other.at]


def _unplayed(plan: Plan, here: Sequence[Record], result: Result, opponents: int) -> None:
    for record in here:
        record.byes += 1
        # In a round robin with an odd number everybody has a bye: it says nothing.
        if result.kind == "bye" and plan.format == "roundrobin":
            continue
        best = plan.values[0]
        share = min(WON, plan.bye_points / best) if best else NOTHING
        record.dummies += [share] * opponents


def direct(group: Group, kept: Mapping[int, Record]) -> list[Group]:
    """Those who are level, split by the games among them, best first.

    Each opponent counts once, with the average of the games against that one. If some have not met, only who
    is first whatever those games would have been is put before the rest.
    """
    if len(group) < 2:
        return [group]
    scores, missing = _among(group, kept)
    if any(missing.values()):
        reach = sorted((scores[number] + missing[number], number) for number in group)
        for number in group:
            rival = next(most for most, other in reversed(reach) if other != number)
            if scores[number] > rival:
                rest = [other for other in group if other != number]
                return [[number], *direct(rest, kept)]
        return [group]
    parts = _by(group, lambda number: scores[number])
    return [group] if len(parts) == 1 else [one for part in parts for one in direct(part, kept)]


def _among(group: Group, kept: Mapping[int, Record]) -> tuple[dict[int, Fraction], dict[int, int]]:
    """By number: the score against the others of the group, and how many of them it has not met."""
    inside, scores, missing = set(group), {}, {}
    for number in group:
        shares: dict[int, list[Fraction]] = defaultdict(list)
        for met in kept[number].met:
            if met.number in inside:
                shares[met.number].append(met.share)
        scores[number] = sum((sum(found, NOTHING) / len(found) for found in shares.values()), NOTHING)
        missing[number] = len(group) - 1 - len(shares)
    return scores, missing


def buchholz(number: int, record: Record, points: Mapping[int, Fraction]) -> Fraction:
    """The points of all opponents; a game that was not played counts as an opponent with one's own points."""
    return sum((points[met.number] for met in record.met), len(record.dummies) * points[number])


def sonneborn(number: int, record: Record, points: Mapping[int, Fraction]) -> Fraction:
    """The points of the opponents who were beaten, and half of those of who were level."""
    met = sum((points[one.number] * one.share for one in record.met), NOTHING)
    return met + sum(record.dummies, NOTHING) * points[number]


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's place in an order. values: in each tie-break, as texts; asked: how many of them it took"""

    number: int
    values: tuple[str, ...]
    asked: int


def ranked(
    ties: Sequence[Tie],
    points: Mapping[int, Fraction],
    kept: Mapping[int, Record],
    lots: Mapping[int, int],
    everybody: Mapping[int, Fraction],
) -> list[Standing]:
    """Those with `points`, best first.

    everybody: the points of the opponents too;  lots: for each number its lot, the lower one is before
    """
    groups = _by(list(points), lambda number: points[number])
    texts: dict[int, list[str]] = {number: [] for number in points}
    asked = dict.fromkeys(points, 0)
    for tie in (*(tie for tie in ties if tie != "lot"), "lot"):
        found: list[Group] = []
        for group in groups:
            values, parts = _split(tie, group, kept, lots, everybody)
            for number in group:
                texts[number].append(points_text(values[number]) if number in values else "")
                asked[number] += len(group) > 1
            found += parts
        groups = found
    return [Standing(number, tuple(texts[number]), asked[number]) for group in groups for number in group]


def _split(
    tie: str,
    group: Group,
    kept: Mapping[int, Record],
    lots: Mapping[int, int],
    everybody: Mapping[int, Fraction],
) -> tuple[Mapping[int, Fraction], list[Group]]:
    """The values of those who are level so far, and the group in parts, best first."""
    if tie == "direct":
        return (_among(group, kept)[0] if len(group) > 1 else {}), direct(group, kept)
    values = {number: _value(tie, number, everybody, kept, lots) for number in group}
    sign = -1 if tie in ("missed", "lot") else 1
    return values, _by(group, lambda number: sign * values[number])


def _value(
    tie: str,
    number: int,
    points: Mapping[int, Fraction],
    kept: Mapping[int, Record],
    lots: Mapping[int, int],
) -> Fraction:
    record = kept[number]
    if tie == "buchholz":
        return buchholz(number, record, points)
    if tie == "sonneborn":
        return sonneborn(number, record, points)
    return Fraction({"wins": record.wins, "missed": record.missed, "lot": lots[number]}[tie])


def _by(group: Group, value: Callable[[int], Fraction]) -> list[Group]:
    """The group in parts of the same value, the greatest first; within a part in the order given."""
    order = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(order, key=value)]
