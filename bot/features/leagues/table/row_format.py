"""Lines of a league's table: in words, and as cells for its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.text import counted
from bot.common.message import clip, plain_name
from bot.features.leagues.model.matches import points_text
from bot.features.leagues.model.plan import Plan, Tie
from bot.features.leagues.table.standings import Row
from maps.league import Zone

TOLD: Mapping[Tie, str] = {"direct": "direct", "buchholz": "Bh", "sonneborn": "SB"}
"""Tie-breaks as they stand in a line of the table; the others are told otherwise."""
LONG: Mapping[str, str] = {
    "direct": "the games among them",
    "Bh": "Buchholz",
    "SB": "Sonneborn-Berger",
}
MOST_PLACES = 8
"""So many places are told one by one; of more it is told how often each was taken."""
MOST_NAME = 20
"""Signs of a name in a line."""


def is_duel(plan: Plan) -> bool:
    """Whether games are won, drawn or lost; else there are places."""
    return plan.format != "tables"


def lines(plan: Plan, rows: Sequence[Row], names: Mapping[int, str], room: int, *, own: int = 0) -> list[str]:
    """Rows of the table in at most `room` signs: if they are too long (names may be odd), ranks, names and
    points alone. own: the number of who looks"""
    full = [_line(plan, row, names[row.number], own == row.number) for row in rows]
    short = sorted({word for word in LONG if any(f" {word} " in line for line in full)})
    if short:
        full.append(f"-# {', '.join(f'{word}: {LONG[word]}' for word in short)}")
    if sum(len(line) + 1 for line in full) <= room:
        return full
    return [" · ".join(_head(row, names[row.number], own == row.number)) for row in rows]


def _head(row: Row, name: str, own: bool) -> list[str]:
    shown = plain_name(clip(name, MOST_NAME))
    if row.left is not None:
        shown = f"~~{shown}~~"
    return [f"**{row.rank}.** {f'**{shown}** (you)' if own else shown}", f"**{points_text(row.points)}**"]


def _line(plan: Plan, row: Row, name: str, own: bool) -> str:
    told = [*_head(row, name, own), *_played(plan, row)]
    told += _decided(plan, row)
    if row.missed:
        told.append(f"{row.missed} missed")
    if row.annulled:
        told.append("has left; these games count for nobody")
    elif row.left is not None:
        told.append(f"left in round {row.left - 1}" if row.left > 1 else "left before round 1")
    return " · ".join(told)


def _decided(plan: Plan, row: Row) -> list[str]:
    """The tie-break that told this row from those with the same points; others are noise on a phone."""
    if not row.asked:
        return []
    tie, value = plan.ties[row.asked - 1], row.ties[row.asked - 1]
    if tie == "lot":
        return ["by lot"]
    return [f"{TOLD[tie]} {value}"] if tie in TOLD and value and row.games else []


def _played(plan: Plan, row: Row) -> list[str]:
    """What the games were: "+2 =1 −0", or the places."""
    told = []
    if row.games and is_duel(plan):
        told.append(f"+{row.wins} ={row.draws} −{row.losses}")
    elif row.games > MOST_PLACES:
        told.append(f"places {' '.join(f'{place}×{times}' for place, times in row.places)}")
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
