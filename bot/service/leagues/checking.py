"""Checking a league's file: the seed is the promised one, the numbers are its lots, the table follows from
the results. What no one can see from it alone: whether its results are those of the games; their
records tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import HmacChance, commitment, shuffle
from bot.service.leagues.exporting import FORMAT
from bot.service.leagues.matches import Played, Result
from bot.service.leagues.plan import Plan
from bot.service.leagues.standings import standings


@dataclass(frozen=True, slots=True)
class _Entered:
    number: int
    division: int
    left_round: int | None


def faults(told: object) -> list[str]:
    """What is wrong with a league's file, a line each; [] all is true. Never raises."""
    if not isinstance(told, Mapping) or told.get("format") != FORMAT:
        return [f"this is no file of a league ({FORMAT})"]
    try:
        return [*_lots(told), *_table(told)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ZeroDivisionError) as error:
        return [f"it cannot be read: {type(error).__name__} {error}"]


def _lots(told: Mapping[str, Any]) -> list[str]:
    if told["seed"] is None:
        return ["the seed is not in it: it is published when the season is over"]
    seed = bytes.fromhex(told["seed"])
    if commitment(seed) != told["commitment"]:
        return ["the seed does not fit the SHA-256 of the sign-up post"]
    entrants = list(told["entrants"])
    order, _ = shuffle(HmacChance(seed, told["league"], 0), list(range(len(entrants))))
    return [
        f"{entrants[at]['name']} has the number {entrants[at]['number']}, but the lot gives {number}"
        for number, at in enumerate(order, 1)
        if entrants[at]["number"] != number
    ]


def _table(told: Mapping[str, Any]) -> list[str]:
    entered = [_Entered(each["number"], each["division"], each["left_round"]) for each in told["entrants"]]
    played = [
        Played(
            game["round"],
            game["board"],
            tuple(game["numbers"]),
            game["division"],
            None if game["result"] is None else Result.read(game["result"]),
        )
        for game in told["games"]
    ]
    found = []
    again = standings(Plan.read(told["plan"]), entered, played)
    if len(again) != len(told["table"]):
        return [f"there are {len(again)} divisions, and {len(told['table'])} tables"]
    for division, (rows, kept) in enumerate(zip(again, told["table"], strict=True), 1):
        right = [{"rank": row.rank, "number": row.number, "points": str(row.points)} for row in rows]
        if right != list(kept):
            found.append(f"the table of division {division} does not follow from the results")
    return found
