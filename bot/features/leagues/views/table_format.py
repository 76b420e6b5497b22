"""Format a league's tables and crosstables: as lines of text, and as cells for pictures (maps/league)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from bot.common.message import clip, plain_name
from bot.features.leagues.plan import Plan, is_duel, points_text
from bot.features.leagues.scoring import Played, Side, counts, sides
from bot.features.leagues.standings import Row, divisions, meant
from bot.features.leagues.views import text as words
from maps.league import Cell, Column, Grid, Line, Tone, Zone

HALF = Fraction(1, 2)
UNDER_WAY, NO_RESULT = "…", "×"
ROUNDS = (UNDER_WAY, NO_RESULT)
MATRIX = (*ROUNDS, "+", "−")
PLACES = ("=", "s")


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a cell. said: the same in a line of text, "" nothing"""

    text: str
    tone: Tone = ""
    said: str = ""


NOTHING = Mark("")


@dataclass(frozen=True, slots=True)
class Cross:
    """heads: of the columns;  lines: each row of the standings with its marks, one a column
    keys: what the signs mean"""

    heads: tuple[str, ...]
    lines: tuple[tuple[Row, tuple[Mark, ...]], ...]
    keys: str = ""


def cross(plan: Plan, rows: Sequence[Row], played: Sequence[Played]) -> Cross:
    """The crosstable of a division. rows: its standings;  played: the games, of other divisions too"""
    here = {row.number: row for row in rows}
    games = [game for game in played if any(number in here for number in game.numbers)]
    if plan.format == "roundrobin":
        heads = tuple(str(row.rank) for row in rows)
        groups = divisions(rows)
        between: dict[tuple[int, ...], list[Played]] = {}
        for game in sorted(games, key=lambda game: game.round):
            pair = meant(game, groups)
            if len(pair) > 1:
                between.setdefault(tuple(sorted(pair)), []).append(game)
        met = [(row, tuple(_meetings(row, rows, between))) for row in rows]
        return Cross(heads, tuple(met), _keys(met, MATRIX))
    last = max((game.round for game in games), default=0)
    by_round: dict[tuple[int, int], Played] = {}
    for game in games:
        by_round |= {(game.round, number): game for number in game.numbers}
    lines = []
    for row in rows:
        found = [by_round.get((at, row.number)) for at in range(1, last + 1)]
        lines.append((row, tuple(_round(plan, row, game, here) for game in found)))
    duel = is_duel(plan)
    keys = [words.RANKS if duel else words.PLACE_IN_ROUND, _keys(lines, ROUNDS if duel else ROUNDS + PLACES)]
    return Cross(tuple(f"R{at}" for at in range(1, last + 1)), tuple(lines), " · ".join(filter(None, keys)))


def said_in(marks: Sequence[Mark]) -> str:
    """Marks in a line of text."""
    return " ".join(mark.said for mark in marks if mark.said)


def _keys(lines: Sequence[tuple[Row, Sequence[Mark]]], signs: Sequence[str]) -> str:
    """What those of the signs mean that occur."""
    texts = {mark.text for _, marks in lines for mark in marks if mark.tone != "void"}
    found = [sign for sign in signs if any(sign in text for text in texts)]
    return " · ".join(words.SIGN(sign=sign, means=words.SIGNS[sign]) for sign in found)


# -- everybody against everybody


def _meetings(
    row: Row, rows: Sequence[Row], between: Mapping[tuple[int, ...], Sequence[Played]]
) -> Iterator[Mark]:
    for other in rows:
        pair = tuple(sorted((row.number, other.number)))
        yield Mark("", "self") if other is row else _all_of(row, other, between.get(pair, ()))


def _all_of(row: Row, other: Row, met: Sequence[Played]) -> Mark:
    """All games of two entrants in one cell."""
    if not met:
        return NOTHING
    shares = [_share(game, row.number) for game in met]
    text = " ".join(_score(game, share) for game, share in zip(met, shares, strict=True))
    said = " ".join(f"{_sign(game, share)}{other.rank}" for game, share in zip(met, shares, strict=True))
    if row.annulled or other.annulled:
        return Mark(text.replace(UNDER_WAY, "").strip(), "void")
    known = [share for share in shares if share is not None]
    if len(known) < len(shares):
        waits = any(game.result is None for game in met)
        return Mark(text, "open" if waits else "quiet", said)
    mean = sum(known, Fraction(0)) / len(known)
    return Mark(text, _tone(mean), said)


def _score(game: Played, share: Fraction | None) -> str:
    if share is not None and _is_walkover(game):
        return "+" if share else "−"
    if share is not None:
        return points_text(share)
    return UNDER_WAY if game.result is None else NO_RESULT


def _sign(game: Played, share: Fraction | None) -> str:
    if share is None:
        return UNDER_WAY if game.result is None else NO_RESULT
    return "=" if share == HALF else "+" if share > HALF else "−"


def _tone(share: Fraction) -> Tone:
    return "level" if share == HALF else "won" if share > HALF else "lost"


def _share(game: Played, number: int) -> Fraction | None:
    """1 won, ½ drawn, 0 lost; None: there is no result."""
    if _is_walkover(game):
        return Fraction(number in game.numbers)
    if game.result is None or not counts(game.result):
        return None
    own, others = _side(game, number)
    best = min(side.place for side in others)
    return HALF if own.place == best else Fraction(own.place < best)


def _is_walkover(game: Played) -> bool:
    return game.result is not None and game.result.kind == "walkover"


def _side(game: Played, number: int) -> tuple[Side, list[Side]]:
    """The entrant's side, and the others."""
    assert game.result is not None
    seat, played = game.numbers.index(number), sides(game.result)
    own = next(side for side in played if seat in side.at)
    return own, [side for side in played if side is not own]


# -- round by round


def _round(plan: Plan, row: Row, game: Played | None, here: Mapping[int, Row]) -> Mark:
    if game is None:
        return NOTHING
    if game.result is not None and game.result.kind in ("bye", "walkover"):
        return Mark(words.BYE, "quiet", words.BYE)
    share = _share(game, row.number)
    if is_duel(plan):
        other = next((here[one] for one in game.numbers if one != row.number and one in here), None)
        text = f"{_sign(game, share)}{other.rank if other is not None else '?'}"
        tone: Tone = "open" if game.result is None else "quiet" if share is None else _tone(share)
        return Mark(text, tone, text)
    if share is None:
        return (
            Mark(UNDER_WAY, "open", UNDER_WAY) if game.result is None else Mark(NO_RESULT, "quiet", NO_RESULT)
        )
    own, others = _side(game, row.number)
    assert game.result is not None
    seat = game.numbers.index(row.number)
    sub = game.result.subs[seat] if game.result.subs else None
    text = str(own.place) + ("=" if any(side.place == own.place for side in others) else "")
    text += "" if sub in (None, row.number) else "s"
    # Who is level with the best of the others is first with them, as `_share` has it.
    return Mark(text, "" if share < HALF else _tone(share), text)


MOST_NAME = 20
"""Characters of a name in a line."""


def lines(plan: Plan, rows: Sequence[Row], names: Mapping[int, str], *, own: int = 0) -> str:
    """Rows of the table in words: what the picture says, short, and what it does not say. own: the number of
    who looks"""
    return " · ".join(_line(plan, row, names[row.number], own == row.number) for row in rows)


def _line(plan: Plan, row: Row, name: str, own: bool) -> str:
    shown = plain_name(clip(name, MOST_NAME))
    shown = shown if row.left is None else f"~~{shown}~~"
    told = (words.ROW_OWN if own else words.ROW)(rank=row.rank, name=shown, points=points_text(row.points))
    notes = [*([words.YOU] if own else []), *_decided(plan, row)]
    if row.record.missed:
        notes.append(words.MISSED(n=row.record.missed))
    if row.annulled:
        notes.append(words.LEFT_VOID)
    elif row.left is not None:
        notes.append(words.LEFT_IN(n=row.left - 1) if row.left > 1 else words.LEFT_BEFORE)
    return words.ROW_NOTES(row=told, notes=", ".join(notes)) if notes else told


def _decided(plan: Plan, row: Row) -> list[str]:
    """The tie-break that told this row from those with the same points; others are noise on a phone."""
    if not row.asked or not row.record.games:
        return []
    tie, value = plan.ties[row.asked - 1], row.ties[row.asked - 1]
    if tie == "lot":
        return [words.BY_LOT]
    return [words.DECIDED[tie](value=value)] if tie in words.DECIDED and value else []


def zones(plan: Plan, tables: Sequence[Sequence[Row]]) -> dict[int, Zone]:
    """Who is to go "up" or "down" after the season if it ended like this: as `pairing.rounds.moves`."""
    found: dict[int, Zone] = {}
    for upper, lower in pairwise(tables):
        staying = [row for row in lower if row.left is None]
        most = min(plan.moves, len(upper) // 2, len(staying) // 2)
        found |= {row.number: "up" for row in staying[:most]}
        found |= {row.number: "down" for row in upper[len(upper) - most :] if row.left is None}
    return found


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
    """The standings, with as few columns as a phone has room for. own: the number of the entrant whose row is
    marked"""
    heads: tuple[str, ...] = words.DUEL_HEADS if is_duel(plan) else words.PLACE_HEADS
    # Byes are points that no game has brought.
    heads += (words.BYES_HEAD,) if any(row.record.byes for row in rows) else ()
    columns = [Column("#", 1, "right"), Column(words.PLAYER_HEAD, 0, "left")]
    columns += [*(Column(head, 2) for head in heads), Column(words.POINTS_HEAD, 3, "right")]
    lines = []
    for row in rows:
        told = [Cell(str(row.rank), "quiet"), name(names, row.number)]
        told += [Cell(text) for text in _counts(plan, row)]
        told += [Cell(str(row.record.byes or "·"))] if words.BYES_HEAD in heads else []
        told.append(Cell(points_text(row.points), "strong"))
        lines.append(line(row, told, own, zones))
    foot = [text for key, text in words.ZONES.items() if any(one.zone == key for one in lines)]
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
    shape = [Column("#", 48, "right"), Column(words.PLAYER_HEAD, 0, "left")]
    shape += [*(Column(head, wide) for head in heads), Column(words.POINTS_HEAD, 84, "right")]
    lines = []
    for row, marks in found.lines[rows]:
        told = [Cell(str(row.rank), "quiet"), name(names, row.number)]
        told += [Cell(mark.text, mark.tone) for mark in marks[columns]]
        lines.append(line(row, [*told, Cell(points_text(row.points), "strong")], own, {}))
    return Grid(title, caption, tuple(shape), tuple(lines), found.keys)


WIDE = 500
"""Pixels for the columns of a crosstable, between the names and the points."""


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
    return Cell(names.get(number, ""), "own", words.PLAYER_NUMBER(n=number))


def _counts(plan: Plan, row: Row) -> list[str]:
    if is_duel(plan):
        return [str(count) for count in (row.record.wins, row.record.draws, row.record.losses)]
    return [str(row.record.games), str(row.record.places.get(1, 0) or "·")]


def alt_of(grid: Grid) -> str:
    """Each row's rank, name and points."""
    return "; ".join(
        words.ALT_ROW(rank=cells[0].text, name=cells[1].text, points=cells[-1].text)
        for cells in (one.cells for one in grid.lines)
    )
