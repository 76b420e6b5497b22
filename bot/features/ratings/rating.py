"""Skills and how games change them: openskill's Plackett-Luce, and the numbers that people read.

A skill is a bell curve: `mu` its middle, `sigma` its width. Everybody begins with NEW. Values are rounded
before they are kept, so that recounting on another machine, whose `exp` may differ in the last bit, gives the
very same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from openskill.models import PlackettLuce

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
