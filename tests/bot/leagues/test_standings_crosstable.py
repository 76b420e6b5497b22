"""Crosstables: who met whom, and what came of it."""

from __future__ import annotations

from bot.features.leagues.matches import Played, Result
from bot.features.leagues.pairing.rounds import circle
from bot.features.leagues.plan import Plan
from bot.features.leagues.standings import standings
from bot.features.leagues.views.table_format import cross
from tests.bot.leagues.test_standings import DRAWN, WON, Someone, plan_of


def marks(plan: Plan, size: int, played: list[Played], **left: int) -> dict[int, list[str]]:
    people = [Someone(number, 1, left.get(f"p{number}")) for number in range(1, size + 1)]
    [rows] = standings(plan, people, played)
    found = cross(plan, rows, played)
    assert all(len(line) == len(found.heads) for _, line in found.lines)
    return {row.number: [f"{mark.text}{mark.tone[:1]}" for mark in line] for row, line in found.lines}


def test_everybody_against_everybody() -> None:
    played = [
        Played(1, 1, (1, 2), 1, Result("played", WON, (0, 1))),
        Played(1, 2, (3, 4), 1, Result("none")),
        Played(2, 1, (3, 1), 1, Result("played", DRAWN, (0, 1))),
        Played(3, 1, (1, 4)),
    ]
    assert marks(plan_of(), 4, played) == {
        1: ["s", "½l", "1w", "…o"],
        3: ["½l", "s", "", "×q"],
        2: ["0l", "", "s", ""],
        4: ["…o", "×q", "", "s"],
    }


def test_two_games_stand_in_one_cell() -> None:
    played = [
        Played(1, 1, (1, 2), 1, Result("played", WON, (0, 1))),
        Played(2, 1, (2, 1), 1, Result("played", DRAWN, (0, 1))),
    ]
    assert marks(plan_of(cycles="2"), 2, played) == {1: ["s", "1 ½w"], 2: ["0 ½l", "s"]}


def test_a_walkover_stands_where_the_game_was_to_be() -> None:
    opponent = next(number for game in circle(range(1, 5), 3) for number in game if 4 in game and number != 4)
    played = [Played(3, 1, (opponent,), 1, Result("walkover"))]
    found = marks(plan_of(), 4, played, p4=3)
    assert "+w" in found[opponent] and "−l" in found[4]
    assert "+v" in marks(plan_of(), 4, played, p4=2)[opponent]


def test_games_with_who_was_annulled_are_struck_out() -> None:
    played = [Played(1, 1, (1, 2), 1, Result("played", WON, (0, 1))), Played(1, 2, (1, 4))]
    found = marks(plan_of(), 4, played, p1=2)
    assert found == {
        2: ["s", "", "", "0v"],
        3: ["", "s", "", ""],
        4: ["", "", "s", "v"],
        1: ["1v", "", "v", "s"],
    }


def test_round_by_round_with_the_rank_of_the_opponent() -> None:
    played = [
        Played(1, 1, (1, 2), 1, Result("played", WON, (0, 1))),
        Played(1, 2, (3,), 1, Result("bye")),
        Played(2, 1, (3, 1), 1, Result("played", DRAWN, (0, 1))),
        Played(2, 2, (2,), 1, Result("bye")),
        Played(3, 1, (2, 3)),
    ]
    plan = plan_of(format="swiss", rounds="3", bye="0")
    assert marks(plan, 3, played) == {
        1: ["+3w", "=2l", ""],
        3: ["byeq", "=1l", "…3o"],
        2: ["−1l", "byeq", "…2o"],
    }


def test_round_by_round_with_places() -> None:
    plan = plan_of("nme", points="4,3,2,1,0")
    played = [
        Played(1, 1, (1, 2, 3), 1, Result("played", (2, 5, 4), (0, 1, 2))),
        Played(2, 1, (1, 2, 3), 1, Result("played", (1, 5, 1), (0, 1, 2), subs=(None, None, 0))),
        Played(3, 1, (1, 2, 3), 1, Result("none")),
        Played(4, 1, (1, 2), 1, Result("bye")),
        Played(4, 2, (3,)),
    ]
    assert marks(plan, 3, played) == {
        1: ["2w", "1=l", "×q", "byeq"],
        2: ["5", "5", "×q", "byeq"],
        3: ["4", "1=sl", "×q", "…o"],
    }
