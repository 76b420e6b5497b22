"""Rate players: skills, what a finished game was for each user in it, and what it does to their skills.

Skills change by openskill's Plackett-Luce. A skill is a bell curve: `mu` is its middle, `sigma` its width.
Everybody begins with NEW. Values are rounded before they are kept, so that recounting on another machine,
whose `exp` may differ in the last bit, gives the very same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from math import lcm

from openskill.models import PlackettLuce

from adjudicator.game import AnyGame, Seat
from bot.engine import lineage
from bot.storage import players, steps
from bot.storage.computers import is_computer
from bot.storage.database import Tx
from bot.storage.league_records import GameResult, Rating, Sitting
from bot.storage.records import Table
from bot.storage.rows import find

_DIGITS = 6
_MODEL = PlackettLuce(mu=25.0, sigma=25.0 / 3, beta=25.0 / 6, tau=25.0 / 300)
MIDDLE, SCALE, WIDTHS = 1500, 25, 2
"""A shown rating: who begins has the MIDDLE, one of mu are SCALE points, ± are so many sigma."""


@dataclass(frozen=True, slots=True)
class Skill:
    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The rating as people read it.

        >>> NEW.points
        1500
        """
        return round(MIDDLE + SCALE * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """How far the true strength may well be from the points, up or down.

        >>> NEW.margin
        417
        """
        return round(SCALE * WIDTHS * self.sigma)

    @property
    def least(self) -> int:
        """What the player's strength is at the least, nearly for sure: what leaderboards sort by."""
        return self.points - self.margin

    def __str__(self) -> str:
        """
        >>> str(Skill(25.4, 2.4))
        '1510 ± 120'
        """
        return f"{self.points} ± {self.margin}"


NEW = Skill(round(_MODEL.mu, _DIGITS), round(_MODEL.sigma, _DIGITS))


def rate(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """The skills after a game. places: of each side, 1 is best; equal ones share

    A side is as strong as its players are on average, however many they are: where one plays against two, the
    rules give both sides the same army. So all sides are filled up to one size with the same players again.

    >>> [[str(skill) for skill in side] for side in rate([[NEW], [NEW]], [1, 2])]
    [['1566 ± 403'], ['1434 ± 403']]
    """
    size = lcm(*(len(side) for side in sides))
    teams = [
        [_MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in list(side) * (size // len(side))]
        for side in sides
    ]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        [Skill(round(one.mu, _DIGITS), round(one.sigma, _DIGITS)) for one in team[: len(side)]]
        for team, side in zip(rated, sides, strict=True)
    ]


GameOf = Callable[[Table], AnyGame]
Skills = MutableMapping[int, Skill]
_AT_ONCE = 40
"""So many steps are read between two waits: others may go on meanwhile."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A game that is over.

    results: of each user who sat there, by seat; who began the seat stands first
    teams:   the seats that win and lose together
    names:   of the users, as they were in this game
    rated:   whether it counts for ratings
    """

    table: Table
    results: tuple[GameResult, ...]
    teams: tuple[tuple[Seat, ...], ...]
    names: Mapping[int, str]
    rated: bool

    @property
    def users(self) -> list[int]:
        """Those whose ratings it changes."""
        return [result.user_id for result in self.results if self.rated and result.began]


def count(tx: Tx, game_of: GameOf, table: Table) -> Counted:
    """Look at a game that is over, as it is stored."""
    if table.guild_id is None or table.origin.get("imported"):
        return Counted(table, (), (), {}, False)
    game = game_of(table)
    everybody = find(tx, Sitting, table_id=table.id)
    sat = [sitting for sitting in everybody if not is_computer(sitting.user_id)]
    first_there = {sitting.seat: sitting for sitting in sorted(everybody, key=lambda one: -one.id)}
    if any(is_computer(sitting.user_id) for sitting in first_there.values()):
        return Counted(table, (), (), {}, False)  # against computers: it counts for nothing
    missed = {player.user_id: player.missed for player in players.of_table(tx, table.id)}
    played, ordered = _turns(tx, game, table, sat)
    seats, teams = game.seats(table.options), game.teams(table.options)
    places: Mapping[Seat, int] = table.outcome["places"] if table.outcome is not None else {}
    results, names, began = [], {}, set[Seat]()
    for first in sorted(sat, key=lambda sitting: (seats.index(sitting.seat), sitting.id)):
        if first.user_id in names:
            continue
        own = [sitting for sitting in sat if sitting.user_id == first.user_id]
        place = places.get(first.seat, 0)
        result = GameResult(
            table_id=table.id,
            seat=first.seat,
            user_id=first.user_id,
            guild_id=table.guild_id,
            game=table.game,
            place=place,
            shared=sum(other == place for other in places.values()),
            seats=len(seats),
            began=first.seat not in began,
            turns=sum(played[sitting.id] for sitting in own),
            missed=own[-1].missed if own[-1].until_at is not None else missed.get(first.user_id, 0),
            ended_at=table.ended_at or 0.0,
        )
        results.append(result)
        names[first.user_id] = own[-1].name
        began.add(first.seat)
    alone = len(sat) == len(everybody)  # no computer has ever played in it
    rated = alone and bool(places) and ordered and len(began) == len(seats) > 1
    return Counted(table, tuple(results), teams, names, rated)


def _turns(tx: Tx, game: AnyGame, table: Table, sat: Sequence[Sitting]) -> tuple[dict[int, int], bool]:
    """In how many turns each sitting owed an order; whether anybody gave one in the whole game.

    Turns that were taken back count: their orders had to be given. What goes on is the same turn.
    """
    played = {sitting.id: 0 for sitting in sat}
    ordered, before = False, ""
    for first in range(1, table.seq + 1, _AT_ONCE):
        for step in steps.without_events(tx, table.id, first, first + _AT_ONCE - 1):
            if step.kind == "resolve":
                phase = game.phase(game.load(json.loads(before)))
                owing = () if phase.goes_on else phase.owing
                for sitting in sat:
                    left = sitting.until_at is not None and sitting.until_at <= step.at
                    if sitting.seat in owing and sitting.from_at <= step.at and not left:
                        played[sitting.id] += 1
                if not ordered:
                    idle = lineage.idle(tx, table, step)
                    ordered = any(orders and seat not in idle for seat, orders in step.orders.items())
            before = step.state
    return played, ordered


def rerate(counted: Counted, skills: Skills) -> tuple[GameResult, ...]:
    """The results with what they do to ratings; `skills` has those before the game, then those after it.

    Who has none is new. Each seat's final place counts for who began the game there: leaving saves nobody,
    and who steps in risks nothing.
    """
    if not counted.rated:
        return counted.results
    first = {result.seat: result for result in counted.results if result.began}
    sides = [[skills.get(first[seat].user_id, NEW) for seat in team] for team in counted.teams]
    rated = rate(sides, [first[team[0]].place for team in counted.teams])
    found = {}
    for team, olds, news in zip(counted.teams, sides, rated, strict=True):
        for seat, old, new in zip(team, olds, news, strict=True):
            skills[first[seat].user_id] = new
            found[seat] = replace(
                first[seat],
                mu_before=old.mu,
                sigma_before=old.sigma,
                mu_after=new.mu,
                sigma_after=new.sigma,
            )
    return tuple(found[result.seat] if result.began else result for result in counted.results)


def newest(results: Sequence[GameResult], user_id: int, name: str, games: int) -> Rating | None:
    """The user's rating by the last of these results that counts for it. None: there is none; nor is there
    one for who has asked to be forgotten, and has a negative id."""
    for result in reversed(results):
        counts = result.user_id == user_id > 0
        if counts and result.mu_after is not None and result.sigma_after is not None:
            return Rating(
                guild_id=result.guild_id,
                game=result.game,
                user_id=user_id,
                name=name,
                mu=result.mu_after,
                sigma=result.sigma_after,
                games=games,
                at=result.ended_at,
            )
    return None
