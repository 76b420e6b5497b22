"""Lines of a league's table: in words, and as cells for its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.text import counted
from bot.service.leagues.matches import points_text
from bot.service.leagues.plan import Plan, Tie
from bot.service.leagues.standings import Row
from bot.service.message import clip, plain_name
from maps.league import Zone

SHORT: Mapping[Tie, str] = {
    "direct": "direct",
    "buchholz": "Buchholz",
    "sonneborn": "Sonneborn-Berger",
    "wins": "wins",
    "missed": "missed",
    "lot": "lot",
}
"""Tie-breaks as they stand in a line of the table."""
MOST_NAME = 24
"""Signs of a name in a line."""


def is_duel(plan: Plan) -> bool:
    """Whether games are won, drawn or lost; else there are places."""
    return plan.format != "tables"


def line(plan: Plan, row: Row, name: str, *, own: bool = False) -> str:
    """A row of the table, for everybody or for whose own it is."""
    shown = plain_name(clip(name, MOST_NAME))
    if row.left is not None:
        shown = f"~~{shown}~~"
    told = [f"{row.rank}. {f'**{shown}** (you)' if own else shown}", f"**{points_text(row.points)}**"]
    told += _played(plan, row)
    told += [
        f"{SHORT[tie]} {value}"
        for tie, value in list(zip(plan.ties, row.ties, strict=False))[: row.asked]
        if tie not in ("lot", "missed") and value
    ]
    if row.asked and plan.ties[row.asked - 1] == "lot":
        told.append("by lot")
    if row.missed:
        told.append(f"{counted(row.missed, 'missed deadline')}")
    if row.annulled:
        told.append("has left; these games count for nobody")
    elif row.left is not None:
        told.append(f"left before round {row.left}")
    return " · ".join(told)


def _played(plan: Plan, row: Row) -> list[str]:
    """What the games were: "+2 =1 −0", or the places."""
    told = []
    if row.games and is_duel(plan):
        told.append(f"+{row.wins} ={row.draws} −{row.losses}")
    elif row.games:
        places = [str(place) for place, times in row.places for _ in range(times)]
        told.append(f"{'place' if len(places) == 1 else 'places'} {' '.join(places)}")
    if row.byes:
        told.append(counted(row.byes, "bye"))
    return told


def zones(plan: Plan, tables: Sequence[Sequence[Row]]) -> dict[int, Zone]:
    """Who is to go "up" or "down" after the season if it ended like this: as `pairing.divisions.moves`."""
    found: dict[int, Zone] = {}
    for upper, lower in pairwise(tables):
        staying = [row for row in lower if row.left is None]
        most = min(plan.moves, len(upper) // 2, len(staying) // 2)
        found |= {row.number: "up" for row in staying[:most]}
        found |= {row.number: "down" for row in upper[len(upper) - most :] if row.left is None}
    return found
