"""A league's tables as values for their pictures (maps/league)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.features.leagues.model.matches import points_text
from bot.features.leagues.model.plan import Plan, Tie
from bot.features.leagues.table.crosstable import Cross
from bot.features.leagues.table.row_format import is_duel
from bot.features.leagues.table.standings import Row
from maps.league import Cell, Column, Grid, Line, Zone

HEADS: Mapping[Tie, str] = {"buchholz": "Bh", "sonneborn": "SB"}
"""Tie-breaks that have a column, if they are among the plan's; the first one of them."""
PLACES = 3
"""So many of the first places have a column each, where games have places."""


def table_grid(
    plan: Plan,
    rows: Sequence[Row],
    names: Mapping[int, str],
    zones: Mapping[int, Zone],
    *,
    title: str,
    caption: str,
    own: int = 0,
) -> Grid:
    """The standings. own: the number of the entrant whose row is marked"""
    tie = next((at for at, tie in enumerate(plan.ties) if tie in HEADS), None)
    heads = ["G", "W", "D", "L"] if is_duel(plan) else ["G", *_placed(plan)]
    heads += ["B"] if any(row.byes for row in rows) else []  # points that no game has brought
    narrow = 48 if is_duel(plan) else 58
    columns = [Column("#", 54, "right"), Column("Player", 0, "left")]
    columns += [Column(head, narrow) for head in heads]
    if tie is not None:
        columns.append(Column(HEADS[plan.ties[tie]], 92, "right"))
    columns.append(Column("Pts", 96, "right"))
    lines = []
    for row in rows:
        told = [Cell(str(row.rank), "quiet"), name(names, row.number)]
        told += [Cell(text) for text in _counts(plan, row)]
        told += [Cell(str(row.byes or "·"))] if "B" in heads else []
        if tie is not None:
            told.append(Cell(row.ties[tie] if row.ties else "", "quiet"))
        told.append(Cell(points_text(row.points), "strong"))
        lines.append(line(row, told, own, zones))
    foot = [text for key, text in FEET.items() if any(one.zone == key for one in lines)]
    return Grid(title, caption, tuple(columns), tuple(lines), "   ".join(foot))


def cross_grid(
    found: Cross,
    rows: slice,
    columns: slice,
    names: Mapping[int, str],
    *,
    title: str,
    caption: str,
    own: int = 0,
) -> Grid:
    """A part of a crosstable: these rows and columns."""
    heads = found.heads[columns]
    wide = min(66, WIDE // max(len(heads), 1))
    shape = [Column("#", 48, "right"), Column("Player", 0, "left")]
    shape += [*(Column(head, wide) for head in heads), Column("Pts", 84, "right")]
    lines = []
    for row, marks in found.lines[rows]:
        told = [Cell(str(row.rank), "quiet"), name(names, row.number)]
        told += [Cell(mark.text, mark.tone) for mark in marks[columns]]
        lines.append(line(row, [*told, Cell(points_text(row.points), "strong")], own, {}))
    return Grid(title, caption, tuple(shape), tuple(lines), found.keys)


WIDE = 500
"""Pixels for the columns of a crosstable, between the names and the points."""
FEET: Mapping[Zone, str] = {"up": "↑ goes up", "down": "↓ goes down"}


def line(row: Row, told: Sequence[Cell], own: int, zones: Mapping[int, Zone]) -> Line:
    """A row with its cells."""
    return Line(
        tuple(told),
        own=row.number == own,
        struck=row.left is not None,
        zone=zones.get(row.number, ""),
    )


def name(names: Mapping[int, str], number: int) -> Cell:
    """An entrant's name."""
    return Cell(names.get(number, ""), "own", f"Player {number}")


def _counts(plan: Plan, row: Row) -> list[str]:
    if is_duel(plan):
        return [str(count) for count in (row.games, row.wins, row.draws, row.losses)]
    times, places = dict(row.places), len(_placed(plan))
    return [str(row.games), *(str(times.get(place, 0) or "·") for place in range(1, places + 1))]


def _placed(plan: Plan) -> tuple[str, ...]:
    """The places that have a column."""
    return ("1st", "2nd", "3rd")[: len(plan.points)]


def alt_of(grid: Grid, what: str) -> str:
    """The picture in words: what it is, and each row's rank, name and points."""
    told = [f"{one.cells[0].text}. {one.cells[1].text} {one.cells[-1].text}" for one in grid.lines]
    return f"{what} of {grid.title}: {'; '.join(told)}."
