"""The standings of a league: computed from its entrants and games, whenever somebody looks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from bot.features.leagues.model.matches import Played
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.pairing.round_robin import circle, rounds
from bot.features.leagues.table.scoring import NOTHING, points_of
from bot.features.leagues.table.tiebreaks import Record, Standing, ranked, records


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
    games:    those that are over and count, without byes and walkovers
    wins:     games in which nobody had as good a place;  draws: those with a shared best place
    places:   how often each natural place was taken: ((place, times), …)
    byes:     byes and walkovers;  missed: deadlines
    ties:     for each of the plan's tie-breaks its value; "" where there is none
    asked:    how many of them it took to tell the row from others with the same points
    left:     the first round without this player
    annulled: left so early that no game with this player counts for anybody
    """

    rank: int
    number: int
    division: int
    points: Fraction
    games: int
    wins: int
    draws: int
    losses: int
    places: tuple[tuple[int, int], ...]
    byes: int
    missed: int
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
        line += [Standing(number, (), 0) for number in out]
        found.append(
            tuple(
                _row(rank, one, here[one.number], kept[one.number], points.get(one.number, NOTHING), gone)
                for rank, one in enumerate(line, 1)
            )
        )
    return tuple(found)


def _row(
    rank: int, one: Standing, entrant: Entered, record: Record, points: Fraction, gone: Collection[int]
) -> Row:
    return Row(
        rank=rank,
        number=one.number,
        division=entrant.division,
        points=points,
        games=record.games,
        wins=record.wins,
        draws=record.draws,
        losses=record.losses,
        places=tuple(sorted(record.places.items())),
        byes=record.byes,
        missed=record.missed,
        ties=one.values,
        asked=one.asked,
        left=entrant.left_round,
        annulled=one.number in gone,
    )


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
        and 2 * (one.left_round - 1) < (plan.rounds or rounds(len(groups[one.division]), plan.cycles))
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
