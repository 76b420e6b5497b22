"""Crosstables: everybody against everybody, or round by round where not all meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.features.leagues.model.matches import Played, points_text
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.table.row_format import is_duel
from bot.features.leagues.table.scoring import Side, counts, sides
from bot.features.leagues.table.standings import Row, divisions, meant
from maps.league import Tone

HALF = Fraction(1, 2)
UNDER_WAY, NO_RESULT = "…", "×"
ROUNDS = {UNDER_WAY: "under way", NO_RESULT: "no result"}
MATRIX = {**ROUNDS, "+": "the opponent had left", "−": "has left"}
PLACES = {"=": "shared", "s": "with a substitute"}
RANKS = "+ won, = drawn, − lost: against whom, by rank"


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
    keys = [RANKS] if is_duel(plan) else ["the place in each round"]
    keys += [_keys(lines, ROUNDS if is_duel(plan) else {**ROUNDS, **PLACES})]
    return Cross(tuple(f"R{at}" for at in range(1, last + 1)), tuple(lines), " · ".join(filter(None, keys)))


def _keys(lines: Sequence[tuple[Row, Sequence[Mark]]], signs: Mapping[str, str]) -> str:
    """What those of the signs mean that occur."""
    texts = {mark.text for _, marks in lines for mark in marks if mark.tone != "void"}
    return " · ".join(f"{sign} {word}" for sign, word in signs.items() if any(sign in text for text in texts))


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
        return Mark("bye", "quiet", "bye")
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
