"""Seasons for tests of pairing: rounds that are paired and played, with results from a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.chance import HmacChance
from bot.features.leagues.pairing.rounds import pair
from bot.features.leagues.plan import Format, Plan
from bot.features.leagues.scoring import Entering, Match, Played, Result

WON, LOST, DRAWN = (1, 2), (2, 1), (1, 1)


def plan(form: Format, seats: int = 2, **changed: object) -> Plan:
    points = ("1", "0") if seats == 2 else tuple(str(points) for points in range(seats - 1, -1, -1))
    values = {"rounds": 5, "points": points, "bye": "1", "ties": ("lot",), "least": 2, **changed}
    return Plan(format=form, **values)  # type: ignore[arg-type]


def chance(number: int, seed: int = 0) -> HmacChance:
    return HmacChance(seed.to_bytes(32, "big"), f"round {number}")


def entering(size: int, gone: Sequence[int] = ()) -> list[Entering]:
    return [Entering(number, active=number not in gone) for number in range(1, size + 1)]


def one_round(
    form: Format,
    size: int,
    played: Sequence[Played],
    number: int,
    *,
    seats: int = 2,
    seed: int = 0,
    **more: object,
) -> tuple[Match, ...]:
    """The matches of the next round of a league of one division."""
    gone = more.pop("gone", ())
    teams = more.pop("teams", ())
    return pair(
        plan(form, seats, **more),
        entering(size, gone),  # type: ignore[arg-type]
        played,
        number,
        seats,
        chance(number, seed),
        teams,  # type: ignore[arg-type]
    )


def finished(matches: Sequence[Match], number: int, places: Iterator[tuple[int, ...] | None]) -> list[Played]:
    """The games of a round with these places; None: late."""
    found = []
    for board, match in enumerate(matches, 1):
        if len(match.numbers) == 1:
            result: Result | None = Result("walkover" if match.walkover else "bye")
        else:
            given = next(places)
            result = Result("played", given, tuple(range(len(given)))) if given else None
        found.append(Played(number, board, match.numbers, match.division, result))
    return found
