"""What a game of a league brings: places, shares, teams, byes, substitutes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.registry import games
from bot.features.leagues.matches import Result, points_of, worth
from bot.features.leagues.plan import Plan, default, read_plan
from maps.boards import boards

GAMES = games(boards())


def plan_of(game: str = "cic", options: dict[str, Any] | None = None, **given: str) -> Plan:
    rules = GAMES[game]
    return read_plan(rules, options or {}, given)


def texts(points: dict[int, Fraction]) -> dict[int, str]:
    return {number: str(value) for number, value in points.items()}


def test_a_duel_is_won_drawn_or_lost() -> None:
    plan = plan_of()
    assert texts(points_of(plan, Result("played", (1, 2), (0, 1)), (7, 3))) == {7: "1", 3: "0"}
    assert texts(points_of(plan, Result("played", (2, 1), (0, 1)), (7, 3))) == {7: "0", 3: "1"}
    assert texts(points_of(plan, Result("played", (1, 1), (0, 1)), (7, 3))) == {7: "1/2", 3: "1/2"}


def test_who_shares_a_place_shares_the_points_of_the_places_it_takes_up() -> None:
    plan = plan_of("newyork2047", points="6,5,4,3,2,1,0")
    shared = Result("played", (1, 2, 2, 2, 5, 6, 6), tuple(range(7)))
    assert texts(points_of(plan, shared, (1, 2, 3, 4, 5, 6, 7))) == {
        1: "6", 2: "4", 3: "4", 4: "4", 5: "2", 6: "1/2", 7: "1/2"
    }  # fmt: skip


def test_the_natural_places_of_nme_have_a_point_each() -> None:
    plan = plan_of("nme")
    assert plan.points == ("4", "3", "2", "1", "0")
    decided = Result("played", (5, 2, 4), (0, 1, 2))
    assert texts(points_of(plan, decided, (1, 2, 3))) == {1: "0", 2: "3", 3: "1"}
    two_live = Result("played", (1, 5, 1), (0, 1, 2))
    assert texts(points_of(plan, two_live, (1, 2, 3))) == {1: "7/2", 2: "0", 3: "7/2"}


def test_a_draw_of_all_shares_all_points_there_are() -> None:
    """Else three who agree on a draw at once would have more than who wins with one President."""
    plan = plan_of("nme")
    drawn = Result("played", (1, 1, 1), (0, 1, 2))
    assert texts(points_of(plan, drawn, (1, 2, 3))) == {1: "2", 2: "2", 3: "2"}


def test_in_protect_the_ally_every_win_is_better_than_a_draw() -> None:
    plan = plan_of("nme", {"players": 2})
    for places, points in (((1, 5), "1"), ((2, 5), "1"), ((1, 1), "1/2"), ((5, 2), "0")):
        assert texts(points_of(plan, Result("played", places, (0, 1)), (1, 2)))[1] == points


def test_a_team_has_its_points_for_each_of_its_seats() -> None:
    plan = plan_of("cic", {"teams": "both"}, format="tables")
    won = Result("played", (1, 1, 2, 2), (0, 0, 1, 1))
    assert texts(points_of(plan, won, (1, 2, 3, 4))) == {1: "1", 2: "1", 3: "0", 4: "0"}
    drawn = Result("played", (1, 1, 1), (0, 1, 1))
    assert texts(points_of(plan, drawn, (1, 2, 3))) == {1: "1/2", 2: "1/2", 3: "1/2"}


def test_byes_and_walkovers() -> None:
    swiss, robin = plan_of(format="swiss", rounds="5", bye="1/2"), plan_of(bye="1/2")
    assert texts(points_of(swiss, Result("bye"), (4,))) == {4: "1/2"}
    assert texts(points_of(robin, Result("bye"), (4,))) == {4: "0"}
    assert texts(points_of(robin, Result("walkover"), (4,))) == {4: "1/2"}
    assert texts(points_of(plan_of("nme", bye="2"), Result("bye"), (4, 5))) == {4: "2", 5: "2"}


@pytest.mark.parametrize(
    "result",
    [Result("none"), Result("none", (1, 2), (0, 1)), Result("annulled", (1, 2), (0, 1)), Result("ruled")],
)
def test_what_has_no_result_counts_for_nobody(result: Result) -> None:
    assert points_of(plan_of(), result, (1, 2)) == {}


def test_a_ruling_counts_as_its_places_say_and_so_does_a_forfeit() -> None:
    plan = plan_of()
    assert texts(points_of(plan, Result("ruled", (2, 1), (0, 1)), (1, 2))) == {1: "0", 2: "1"}
    lost = Result("played", (2, 1), (0, 1), forfeits=(True, False))
    assert texts(points_of(plan, lost, (1, 2))) == {1: "0", 2: "1"}


def test_who_stepped_in_has_a_share() -> None:
    plan = plan_of(substitute="40")
    won = Result("played", (1, 2), (0, 1), subs=(9, None))
    assert texts(points_of(plan, won, (1, 2))) == {1: "3/5", 2: "0", 9: "2/5"}
    outside = Result("played", (1, 2), (0, 1), subs=(0, None))
    assert texts(points_of(plan, outside, (1, 2))) == {1: "3/5", 2: "0"}
    back = Result("played", (1, 2), (0, 1), subs=(1, None))
    assert texts(points_of(plan, back, (1, 2))) == {1: "1", 2: "0"}
    assert texts(points_of(plan_of(), won, (1, 2))) == {1: "1", 2: "0"}


@given(st.data())
def test_shared_points_add_up_to_those_of_the_places(data: st.DataObject) -> None:
    """Standard places (1, 2, 2, 4): whoever shares them, the sum is that of the scale."""
    values = sorted(data.draw(st.lists(st.fractions(0, 9), min_size=2, max_size=7)), reverse=True)
    levels = data.draw(st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values)))
    places = [1 + sum(other < level for other in levels) for level in levels]
    found = worth(values, places)
    assert sum(found) == sum(values)
    for one, points in zip(places, found, strict=True):
        for other, theirs in zip(places, found, strict=True):
            assert points >= theirs if one < other else points == theirs if one == other else True


def test_the_default_bye_is_worth_a_draw_of_all_or_a_win() -> None:
    for key, game in GAMES.items():
        plan = default(game, {})
        seats = len(game.seats({}))
        drawn = worth(plan.values, [1] * len(game.teams({})))[0]
        if seats == 2:
            assert plan.bye_points == plan.values[0], key
        else:
            assert plan.bye_points == drawn, key
