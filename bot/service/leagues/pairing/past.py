"""What the rounds before were, as pairing sees it: who met whom, on which seats, with how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from bot.service.leagues.matches import Played, Result
from bot.service.leagues.plan import Plan


class Past:
    """The games and byes of the rounds before.

    seats:  the seats of each number, round after round; None for a bye
    byes:   how many rounds each number had no game in
    """

    def __init__(self, plan: Plan, played: Iterable[Played]) -> None:
        self._score: dict[int, Fraction] = {}
        self.byes: Counter[int] = Counter()
        self.seats: dict[int, list[int | None]] = {}
        self._met: Counter[tuple[int, int]] = Counter()
        for game in sorted(played, key=lambda game: (game.round, game.board)):
            self._read(plan, game)

    def _read(self, plan: Plan, game: Played) -> None:
        alone = len(game.numbers) == 1
        for seat, number in enumerate(game.numbers):
            self.seats.setdefault(number, []).append(None if alone else seat)
            self.byes[number] += alone
            for other in game.numbers[:seat]:
                self._met[_pair(number, other)] += 1
        result = game.result or _drawn(game.numbers)
        for number, points in _points(plan, result, game.numbers).items():
            self._score[number] = self.points(number) + points

    def met(self, one: int, other: int) -> int:
        """How often they sat at one table."""
        return self._met[_pair(one, other)]

    def points(self, number: int) -> Fraction:
        """The points so far; a game that is late counts as a draw of all."""
        return self._score.get(number, Fraction(0))

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


def _points(plan: Plan, result: Result, numbers: Sequence[int]) -> dict[int, Fraction]:
    if result.kind in ("bye", "walkover"):
        return dict.fromkeys(numbers, plan.bye_points)
    if not result.places or result.kind in ("none", "annulled"):
        return {}
    values, teams = plan.values, result.teams or tuple(range(len(numbers)))
    best = {team: min(p for p, t in zip(result.places, teams, strict=True) if t == team) for team in teams}
    order = sorted(best.values())
    found = {}
    for number, team in zip(numbers, teams, strict=True):
        shared = [values[min(i, len(values) - 1)] for i, place in enumerate(order) if place == best[team]]
        found[number] = sum(shared, Fraction(0)) / len(shared)
    return found
