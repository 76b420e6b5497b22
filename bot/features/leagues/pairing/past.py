"""What the rounds before were, as pairing sees it: who met whom, on which seats, with how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from bot.features.leagues.model.matches import Played, Result
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.table.scoring import points_of


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
