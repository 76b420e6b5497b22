"""A bye moves nobody up or down among those who are level: `python -m bench.byes` shows it over seasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest

from bot.features.leagues.matches import Entering, Played, Result
from bot.features.leagues.pairing.rounds import pair_round
from bot.features.leagues.plan import RULES, Plan, Tie
from bot.features.leagues.standings import Row
from tests.bot.leagues.test_standings import LOST, WON, duel, plan_of, table


def bye(number: int, round_: int, kind: str = "bye") -> Played:
    return Played(round_, 9, (number,), 1, Result(kind))  # type: ignore[arg-type]


SEASON = [
    *(duel(1, 4, WON), duel(2, 5, WON), bye(3, 1)),
    *(duel(3, 1, WON, 2), duel(2, 5, WON, 2), bye(4, 2)),
    *(duel(1, 2, WON, 3), duel(4, 3, WON, 3), bye(5, 3)),
]
"""1, 2, 3 and 4 have two points, 5 has one. 1 met 4, 3 and 2 (six points), 2 met 5 twice and 1 (four); 3 and
4, who had a bye, met 1 and each other (four)."""


def swiss(*ties: Tie) -> Plan:
    return replace(plan_of(format="swiss", rounds="3"), ties=(*ties, "lot"))


def by(tie: Tie, plan: Plan | None = None) -> tuple[list[int], dict[int, str]]:
    """The order by this tie-break and then the number, and its values."""
    rows: list[Row] = table(plan or swiss(tie), 5, SEASON)
    return [row.number for row in rows], {row.number: row.ties[0] for row in rows}


@pytest.mark.parametrize(
    ("tie", "order", "values"),
    [
        # 1 and 2 had no bye. Their average is what a bye's player has: (6 + 4) / 2.
        ("buchholz", [1, 3, 4, 2, 5], {1: "6", 2: "4", 3: "5", 4: "5"}),
        # 1 has beaten 4 and 2 (two points each), 2 has beaten 5 twice (one each): (4 + 2) / 2.
        ("sonneborn", [1, 3, 4, 2, 5], {1: "4", 2: "2", 3: "3", 4: "3"}),
        # Both have won two games.
        ("wins", [1, 2, 3, 4, 5], {1: "2", 2: "2", 3: "2", 4: "2"}),
    ],
)
def test_a_bye_is_worth_what_those_who_are_level_have(
    tie: Tie, order: list[int], values: dict[int, str]
) -> None:
    found, told = by(tie)
    assert found == order
    assert {number: told[number] for number in values} == values


def test_where_all_who_are_level_had_one_it_is_an_opponent_with_ones_own_points() -> None:
    assert by("buchholz")[1][5] == "5"  # 2 twice, and itself
    played = [duel(1, 2, WON), bye(3, 1), duel(3, 2, LOST, 2), bye(1, 2), duel(3, 1, WON, 3), bye(2, 3)]
    assert [(row.number, row.ties[0]) for row in table(swiss("buchholz"), 3, played)] == [
        *((1, "6"), (2, "6"), (3, "6"))
    ]


def test_a_walkover_and_a_game_without_a_result_are_like_a_bye() -> None:
    def other(kind: str, *numbers: int) -> Row:
        broken = Played(1, 9, numbers, 1, Result(kind))  # type: ignore[arg-type]
        games = [game if game.numbers != (3,) else broken for game in SEASON]
        return next(row for row in table(swiss("buchholz"), 5, games) if row.number == 3)

    assert (other("walkover", 3).points, other("walkover", 3).ties[0]) == (2, "5")
    # It brings no point either: 3 is level with 5 alone, who had a bye as well.
    assert (other("none", 3, 4).points, other("none", 3, 4).ties[0]) == (1, "5")


def test_who_has_played_fewer_games_is_compared_by_the_game() -> None:
    """A late game is not counted yet: a bye's player with two games has two thirds of what three bring."""
    rows = {row.number: row for row in table(swiss("buchholz"), 5, [*SEASON[:7], *SEASON[8:], bye(4, 3)])}
    assert rows[4].points == 2
    assert rows[4].ties[0] == rows[1].ties[0].replace("6", "5")


def test_seasons_that_began_before_keep_what_they_were_told() -> None:
    plan = swiss("buchholz")
    stored = plan.stored()
    del stored["rules"]
    former = Plan.read(stored)
    assert (plan.rules, former.rules) == (RULES, 1)
    assert by("buchholz", former) == ([1, 3, 4, 2, 5], {1: "6", 2: "4", 3: "6", 4: "6", 5: "5"})


def _byes(rules: int) -> float:
    """The average number of those who have no game at drawn tables: of nine players for four seats."""
    plan = Plan(format="tables", rounds=3, points=("1", "0"), bye="1", ties=("lot",), least=4, rules=rules)
    found: Counter[int] = Counter()
    for season in range(30):
        played: list[Played] = []
        for number in range(1, 4):
            seed = bytes([season] * 32).hex()
            entering = [Entering(one) for one in range(1, 10)]
            matches, _ = pair_round(plan, entering, played, number, 4, seed, "lg", 100 * number)
            for board, match in enumerate(matches, 1):
                found[match.numbers[0]] += len(match.numbers) == 1
                played.append(Played(number, board, match.numbers, 1, Result("bye")))
    return mean(found.elements())


def test_byes_at_tables_do_not_follow_the_numbers() -> None:
    """The number is the last tie-break: whose number is the last one must not have the byes as well."""
    assert _byes(1) > 7
    assert 4.3 < _byes(2) < 5.7
