"""Compute a league's standings from its entrants and games; tie-breaks order those who are level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Protocol

from bot.features.leagues.pairing.rounds import circle, round_robin_rounds
from bot.features.leagues.plan import Plan, Tie, points_text
from bot.features.leagues.scoring import NOTHING, Played, Result, counts, points_of, sides

Group = list[int]
Placing = tuple[int, tuple[str, ...], int]
WON, HALF, LOST = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent in a game, and how it went against that one: 1 placed before, ½ level, 0 behind."""

    number: int
    share: Fraction


@dataclass(slots=True)
class Record:
    """What an entrant's games were, as far as they are over and count.

    games:    without byes and walkovers
    wins:     games in which nobody had as good a place;  draws: those with a shared best place
    byes:     byes and walkovers;  missed: deadlines
    places:   how often each natural place was taken
    met:      the opponents, one by one; those of the own team are none
    unplayed: games that were not played: byes, walkovers, games without a result
    dummies:  shares of the opponents who were missed in these
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
    unplayed: int = 0


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
                record.unplayed += 1
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
        record.unplayed += 1


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


def buchholz(record: Record, points: Mapping[int, Fraction]) -> Fraction:
    """The points of all opponents."""
    return sum((points[met.number] for met in record.met), NOTHING)


def sonneborn(record: Record, points: Mapping[int, Fraction]) -> Fraction:
    """The points of the opponents who were beaten, and half of those of who were level."""
    return sum((points[one.number] * one.share for one in record.met), NOTHING)


def wins(record: Record, points: Mapping[int, Fraction]) -> Fraction:
    """The games that were won alone."""
    return Fraction(record.wins)


_BY_GAMES = {"buchholz": buchholz, "sonneborn": sonneborn, "wins": wins}
"""The tie-breaks to which every game adds."""


def by_games(
    tie: str, level: Group, kept: Mapping[int, Record], points: Mapping[int, Fraction], rules: int
) -> dict[int, Fraction]:
    """By number, the value in a tie-break to which every game adds, for all who have the same points.

    Who has games that were not played has what as many games bring, on average, to those of the group who
    have none: so the tie-break moves nobody up or down for them. Where there is nobody of these, and in
    seasons of the first rules, each opponent who was missed has as many points as oneself, and is no win.
    """
    value = _BY_GAMES[tie]
    found = {number: value(kept[number], points) for number in level}
    whole = [number for number in level if kept[number].games and not kept[number].unplayed]
    games = sum(kept[number].games for number in whole)
    usual = sum((found[number] for number in whole), NOTHING) / games if games else None
    for number in level:
        record = kept[number]
        if record.unplayed and usual is not None and rules > 1:
            found[number] = usual * (record.games + record.unplayed)
        elif tie != "wins":
            missed = sum(record.dummies, NOTHING) if tie == "sonneborn" else len(record.dummies)
            found[number] += missed * points[number]
    return found


def ranked(
    plan: Plan,
    points: Mapping[int, Fraction],
    kept: Mapping[int, Record],
    lots: Mapping[int, int],
    everybody: Mapping[int, Fraction],
) -> list[Placing]:
    """Those with `points`, best first: each with its values in the tie-breaks, and how many of these it took.

    everybody: the points of the opponents too;  lots: for each number its lot, the lower one is before
    """
    level = groups = _by(list(points), lambda number: points[number])
    texts: dict[int, list[str]] = {number: [] for number in points}
    asked = dict.fromkeys(points, 0)
    ties: list[Tie] = [*(tie for tie in plan.ties if tie != "lot"), "lot"]
    for tie in ties:
        values = _values(tie, level, kept, lots, everybody, plan.rules)
        found: list[Group] = []
        for group in groups:
            if tie == "direct":
                values = _among(group, kept)[0] if len(group) > 1 else {}
                parts = direct(group, kept)
            else:
                sign = -1 if tie in ("missed", "lot") else 1
                parts = _by(group, lambda number: sign * values[number])  # noqa: B023 (used at once)
            for number in group:
                texts[number].append(points_text(values[number]) if number in values else "")
                asked[number] += len(group) > 1
            found += parts
        groups = found
    return [(number, tuple(texts[number]), asked[number]) for group in groups for number in group]


def _values(
    tie: Tie,
    level: Sequence[Group],
    kept: Mapping[int, Record],
    lots: Mapping[int, int],
    points: Mapping[int, Fraction],
    rules: int,
) -> dict[int, Fraction]:
    """By number, what a tie-break says of each alone; {} for `direct`, which looks at groups.

    level: those with the same points together"""
    found: dict[int, Fraction] = {}
    for group in level:
        if tie in _BY_GAMES:
            found |= by_games(tie, group, kept, points, rules)
        elif tie != "direct":
            found |= {
                number: Fraction(kept[number].missed if tie == "missed" else lots[number]) for number in group
            }
    return found


def _by(group: Group, value: Callable[[int], Fraction]) -> list[Group]:
    """The group in parts of the same value, the greatest first; within a part in the order given."""
    order = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(order, key=value)]


class Numbered(Protocol):
    """Who has a number in a league, and a division."""

    @property
    def number(self) -> int: ...
    @property
    def division(self) -> int: ...


class Entered(Numbered, Protocol):
    """left_round: the first round without this player, None: takes part"""

    @property
    def left_round(self) -> int | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entrant's line in the table of a division.

    rank:     from 1; the lot sees to it that no two have the same
    ties:     for each of the plan's tie-breaks its value; "" where there is none
    asked:    how many of them it took to tell the row from others with the same points
    left:     the first round without this player
    annulled: left so early that no game with this player counts for anybody
    """

    rank: int
    number: int
    division: int
    points: Fraction
    record: Record
    ties: tuple[str, ...]
    asked: int
    left: int | None
    annulled: bool


def standings(
    plan: Plan, entrants: Sequence[Entered], played: Sequence[Played], lots: Sequence[int] = ()
) -> tuple[tuple[Row, ...], ...]:
    """The table of each division, best first.

    entrants: those without a number or a division (who step in for others) are left out
    played:   all games and byes so far; those without a result yet say nothing
    lots:     the numbers in the order of the last tie-break, best first; () as they were given at the start,
              which was by lot
    """
    entered = [one for one in entrants if one.number]
    gone = annulled(plan, entered)
    counted = counting(plan, entered, played)
    order = {number: at for at, number in enumerate(lots or sorted(one.number for one in entered), 1)}
    total = {one.number: NOTHING for one in entered}
    for game in counted:
        if game.result is not None:
            for number, won in points_of(plan, game.result, game.numbers).items():
                total[number] = total.get(number, NOTHING) + won
    kept = records(plan, total, counted)
    found = []
    for division in range(1, max((one.division for one in entered), default=1) + 1):
        here = {one.number: one for one in entered if one.division == division}
        points = {number: total[number] for number in here if number not in gone}
        line = ranked(plan, points, kept, order, total)
        out = sorted((number for number in here if number in gone), key=order.__getitem__)
        line += [(number, (), 0) for number in out]
        rows = [
            Row(
                rank=rank,
                number=number,
                division=division,
                points=points.get(number, NOTHING),
                record=replace(kept[number], met=[], dummies=[]),
                ties=ties,
                asked=asked,
                left=here[number].left_round,
                annulled=number in gone,
            )
            for rank, (number, ties, asked) in enumerate(line, 1)
        ]
        found.append(tuple(rows))
    return tuple(found)


def stepped_in(plan: Plan, entrants: Sequence[Entered], played: Sequence[Played]) -> dict[int, Fraction]:
    """The points of those who play for others alone (numbers without a division), most first."""
    own = {one.number for one in entrants if one.number and one.division}
    found: dict[int, Fraction] = {}
    for game in counting(plan, [one for one in entrants if one.number in own], played):
        if game.result is not None and any(game.result.subs):
            for number, won in points_of(plan, game.result, game.numbers).items():
                if number not in own:
                    found[number] = found.get(number, NOTHING) + won
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def annulled(plan: Plan, entered: Sequence[Entered]) -> frozenset[int]:
    """Who left a round robin before half of its rounds, if then their games count for nobody."""
    if plan.format != "roundrobin" or not plan.annul:
        return frozenset()
    groups = divisions(entered)
    return frozenset(
        one.number
        for one in entered
        if one.left_round is not None
        and 2 * (one.left_round - 1)
        < (plan.rounds or round_robin_rounds(len(groups[one.division]), plan.cycles))
    )


def counting(plan: Plan, entered: Sequence[Entered], played: Sequence[Played]) -> tuple[Played, ...]:
    """The games that count: without those of who was annulled, and the walkovers against them."""
    gone = annulled(plan, entered)
    if not gone:
        return tuple(played)
    groups = divisions(entered)
    return tuple(game for game in played if not gone & set(meant(game, groups)))


def meant(game: Played, groups: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Who was to play a game of a round robin, also if only one was there. groups: see `divisions`"""
    if game.result is not None and game.result.kind == "walkover":
        for pair in circle(groups.get(game.division, ()), game.round):
            if game.numbers[0] in pair:
                return pair
    return game.numbers


def divisions(entered: Iterable[Numbered]) -> dict[int, list[int]]:
    """The numbers in each division, as their round robin was paired."""
    found: dict[int, list[int]] = {}
    for one in sorted(entered, key=lambda one: one.number):
        found.setdefault(one.division, []).append(one.number)
    return found
