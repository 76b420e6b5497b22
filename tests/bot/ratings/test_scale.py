"""What docs/ratings.md says that 200 points mean is what the method itself says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from bot.features.ratings.rating import MIDDLE, SCALE, WIDTHS, Skill, rate

DOCS = (Path(__file__).parents[3] / "docs/ratings.md").read_text("utf-8")
WORDS = {"two players": (2, 1), "three": (3, 1), "four": (4, 1), "seven": (7, 1), "two sides": (2, 2)}
WIDTH = 80 / SCALE / WIDTHS


def told() -> Iterator[tuple[int, int, float]]:
    """Sides, players of each, and the chance, as the page has them."""
    for words, percent in re.findall(r"^\| ([^|]+) \| (\d+) % \|$", DOCS, re.MULTILINE):
        [sizes] = [sizes for known, sizes in WORDS.items() if words.startswith(known)]
        yield (*sizes, int(percent) / 100)


def drift(sides: int, team: int, chance: float) -> float:
    """How far the stronger player's rating moves in a game, on average, if this is the chance to come before
    any one of the others. It is 0 where the ratings say what is so."""
    strong, other = Skill(25 + 200 / SCALE, WIDTH), Skill(25, WIDTH)
    table = [[strong] * team, *([[other] * team] * (sides - 1))]
    weight, found, left = chance / (1 - chance), 0.0, 1.0
    for place in range(1, sides + 1):
        here = weight / (weight + sides - place)  # the others are alike: each is drawn with the weight 1
        places = [place, *(at for at in range(1, sides + 1) if at != place)]
        found += left * here * (rate(table, places)[0][0].mu - strong.mu)
        left *= 1 - here
    return found


def test_the_page_has_all_of_them() -> None:
    assert [(sides, team) for sides, team, _ in told()] == list(WORDS.values())
    assert (MIDDLE, SCALE) == (1500, 25)


@pytest.mark.parametrize(("sides", "team", "chance"), list(told()))
def test_200_points_mean_what_the_page_says(sides: int, team: int, chance: float) -> None:
    assert drift(sides, team, chance - 0.008) < 0 < drift(sides, team, chance + 0.008)


def test_the_others_being_alike_their_order_does_not_matter() -> None:
    found = {
        round(rate([[Skill(33, WIDTH)], *([[Skill(25, WIDTH)]] * 2)], [2, *rest])[0][0].mu, 6)
        for rest in permutations((1, 3))
    }
    assert len(found) == 1
