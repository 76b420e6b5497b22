"""A league in plain values: its games and results, what they score, and who has met whom.

Entrants are numbers from 1, given by lot at the start. `numbers` of a game are in the order of its seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal

from adjudicator.game import AnyGame
from bot.features.leagues.plan import Plan, read_points

Kind = Literal["played", "bye", "walkover", "none", "ruled", "annulled"]


def teams_of(game: AnyGame, options: Mapping[str, Any]) -> tuple[int, ...]:
    """For each seat the number of its team, as in `Result.teams`."""
    teams = {seat: at for at, team in enumerate(game.teams(options)) for seat in team}
    return tuple(teams[seat] for seat in game.seats(options))


@dataclass(frozen=True, slots=True)
class Entering:
    """An entrant as one round sees it.

    active: whether the player still takes part
    place:  in the order from which tables are drawn; 0 where that of the numbers is
    rating: by which a Swiss league is seeded; None where it is not
    """

    number: int
    division: int = 1
    active: bool = True
    place: int = 0
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played; one number alone has a bye, or a walkover, where in a round robin the opponent has
    left."""

    numbers: tuple[int, ...]
    division: int = 1
    walkover: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a game was for the league.

    kind:    "played" to its end; "bye"; "walkover" (a bye because the opponent has left); "none": broken off,
             nobody scores; "ruled" by the organiser; "annulled": counts for nobody
    places:  the natural place of each seat, in the order of `numbers`; () where nobody has one
    teams:   for each seat the number of its team (0, 1, …), equal for those who win and lose together
    subs:    for each seat the number of the entrant who sat there at the end in another's place; 0 somebody
             from outside the league; None: the entrant's own
    forfeits: for each seat whether it was out because nothing came from it in time
    missed:  for each seat the deadlines that the entrant missed
    """

    kind: Kind
    places: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    subs: tuple[int | None, ...] = ()
    forfeits: tuple[bool, ...] = ()
    missed: tuple[int, ...] = ()

    def stored(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Result:
        """A stored result.

        >>> Result.read(Result("played", (1, 2), (0, 1)).stored())
        Result(kind='played', places=(1, 2), teams=(0, 1), subs=(), forfeits=(), missed=())
        """
        lists = {key: tuple(stored.get(key, ())) for key in ("places", "teams", "subs", "forfeits", "missed")}
        return cls(stored["kind"], **lists)


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a league, or a bye. result: None while it is not finished"""

    round: int
    board: int
    numbers: tuple[int, ...]
    division: int = 1
    result: Result | None = None


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


class Past:
    """The games and byes of the rounds before.

    seats:  the seat of each number in each of its games, the first game first
    byes:   how many rounds each number had no game in
    teams:  the team of each seat; () where each plays alone
    floats: for each number and round 1 if its opponent had more points, -1 if fewer or for a bye, else 0
    """

    def __init__(self, plan: Plan, played: Iterable[Played], teams: Sequence[int] = ()) -> None:
        self.seats: dict[int, list[int]] = {}
        self.byes: Counter[int] = Counter()
        self.floats: dict[int, dict[int, int]] = {}
        self._points: dict[int, Fraction] = {}
        self._met: Counter[tuple[int, int]] = Counter()
        self._allied: Counter[tuple[int, int]] = Counter()
        self.teams = tuple(teams)
        games = sorted(played, key=lambda game: (game.round, game.board))
        for number, together in groupby(games, key=lambda game: game.round):
            self._read(plan, number, list(together))

    def _read(self, plan: Plan, number: int, games: Sequence[Played]) -> None:
        """One round; floats go by the points before it."""
        for game in games:
            for seat, one in enumerate(game.numbers):
                if game.result is not None and game.result.kind in ("bye", "walkover"):
                    self._note(number, one, 0, (one,))  # also where a game of three had lost a player
                else:
                    self._note(number, one, seat, game.numbers)
        for game in games:
            for one, points in points_of(plan, game.result or _drawn(game.numbers), game.numbers).items():
                self._points[one] = self.points(one) + points

    def _note(self, number: int, one: int, seat: int, numbers: Sequence[int]) -> None:
        others = [other for other in numbers if other != one]
        if others:
            self.seats.setdefault(one, []).append(seat)
        else:
            self.byes[one] += 1
        above = max((self.points(other) for other in others), default=Fraction(-1))
        self.floats.setdefault(one, {})[number] = (above > self.points(one)) - (above < self.points(one))
        for at, other in enumerate(numbers[:seat]):
            self._met[_pair(one, other)] += 1
            if len(self.teams) == len(numbers) and self.teams[at] == self.teams[seat]:
                self._allied[_pair(one, other)] += 1

    def met(self, one: int, other: int) -> int:
        """How often they sat at one table."""
        return self._met[_pair(one, other)]

    def allied(self, one: int, other: int) -> int:
        """How often they were a team."""
        return self._allied[_pair(one, other)]

    def met_all(self) -> Iterable[tuple[tuple[int, int], int]]:
        """Who met, the lower number first, and how often."""
        return self._met.items()

    def points(self, number: int) -> Fraction:
        """The points so far; a game that is late counts as a draw of all."""
        return self._points.get(number, Fraction(0))

    def had(self, number: int, seats: int) -> list[int]:
        """How often that number had each seat."""
        found = self.seats.get(number, [])
        return [found.count(seat) for seat in range(seats)]


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _drawn(numbers: Sequence[int]) -> Result:
    """A draw of all; of one alone, a bye."""
    if len(numbers) == 1:
        return Result("bye")
    return Result("played", (1,) * len(numbers), tuple(range(len(numbers))))
