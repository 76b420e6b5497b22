"""Orders of WW3 and their text.

``d3-d4`` one distance, ``d3-d4-e4`` a Soldier's two, ``e3-e5`` an Air Craft's two, ``d3-d4 h3-h4`` two
Soldiers, ``pass``, ``setup N=d2 A=e3 …``, ``concede``, ``draw``. Source: Orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from adjudicator.base_game import DECLARATIONS, Pass, read_lines
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.near import Way, meant
from adjudicator.text import article, nearest
from adjudicator.ww3 import text
from adjudicator.ww3.board import (
    FORMATIONS,
    KIND_OF,
    KINDS,
    LETTERS,
    NAMES,
    SEATS,
    STOCK,
    Board,
    Placed,
    formation,
    name_key,
)
from adjudicator.ww3.moves import numbered
from adjudicator.ww3.state import View
from adjudicator.ww3.ways import ONE, Code, Path


@dataclass(frozen=True, slots=True)
class Setup:
    """The secret formation. placed: points by kind, in the order of `KINDS`."""

    placed: Placed

    def __str__(self) -> str:
        parts = [
            f"{kind}={','.join(points)}" for kind, points in zip(KINDS, self.placed, strict=True) if points
        ]
        return " ".join(["setup", *parts])


@dataclass(frozen=True, slots=True)
class Move:
    """Paths of names: one of two or three points (an Air Craft's two distances name their ends alone), or two
    of two."""

    paths: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " ".join("-".join(path) for path in self.paths)


Order: TypeAlias = Setup | Move | Pass | Declare

_POINT = r"[a-z]\d{1,2}"
_JOIN = r"\s*(?:->|to\b|[-–—−‑→>x×])\s*"
_WORDS = {kind.lower(): kind for kind in KINDS} | {
    **{NAMES[kind].lower(): kind for kind in KINDS},
    **{
        "nuke": "N",
        "nuclear": "N",
        "bomb": "N",
        "air": "A",
        "aircraft": "A",
        "capitan": "C",
        "soldiers": "S",
    },
}
"""What people write for a unit."""
_KEPT = 1 << 14
"""So many orders a catalogue keeps. There are a hundred thousand pairs."""
_UNITS = "|".join(sorted(_WORDS, key=len, reverse=True))
_PATH = re.compile(rf"(?:({_UNITS})\s+)?({_POINT}(?:{_JOIN}{_POINT})+)(?:\s*(?:,|&|\+|and\b)\s*|\s+|$)")
_BARE = re.compile(rf"(?:({_UNITS})\s+)?((?:{_POINT}[\s,]*){{2,4}})")
_NAME = rf"(?:{_UNITS}|[a-z]+)"
_ONE_PLACE = re.compile(rf"(?:the )?({_UNITS})(?: to| on|,)? ({_POINT})")
_PLACE = re.compile(rf"\b({_NAME})\s*[=:]\s*([a-z0-9 ,]*?)(?=\s+{_NAME}\s*[=:]|$)")


def parse_text(board: Board, view: View, written: str) -> tuple[Order, ...]:
    """Read all orders of a message, for the view's seat. Raises NotUnderstoodError, also for an empty one."""
    return read_lines(written, lambda line: _parse_line(board, view, line))


def _parse_line(board: Board, view: View, line: str) -> Order:
    low = line.lower()
    if low == "pass":
        return Pass()
    if low in DECLARATIONS:
        return Declare(low)
    word, _, rest = low.partition(" ")
    if word == "setup":
        return _parse_setup(board, view, line, rest.strip())
    if view.phase.key == "setup" and (_formation(low) is not None or _is_place(low)):
        return _parse_setup(board, view, line, low)
    paths = _split(low)
    if not paths:
        return _nearly(board, view, line)
    if len(paths) > 2:
        raise NotUnderstoodError(line, text.TWO_SOLDIERS)
    read = [[_point(board, line, name) for name in path] for _, path in paths]
    for (unit, _), path in zip(paths, read, strict=True):
        _check_unit(board, view, line, unit, path[0])
    if len(read) == 1:
        return Move((_completed(board, view, _canonical(board, view, read[0])),))
    return Move(tuple(_canonical(board, view, path) for path in read))


def _completed(board: Board, view: View, path: tuple[str, ...]) -> tuple[str, ...]:
    """Name the point between where a Soldier's two steps name their ends alone: where it passes makes no
    difference."""
    first, last = board.index[path[0]], board.index[path[-1]]
    if len(path) != 2 or KIND_OF.get(view.board[first]) != "S" or last in board.beside[first]:
        return path
    order = ways_of(board, view).get((path[0], path[1]))
    return path if order is None else order.paths[0]


def ways_of(board: Board, view: View) -> dict[tuple[str, str], Move]:
    """Return the moves of single units that the view's seat could make if it were its turn, by origin and
    target: of several ways the shortest, then the straight one."""
    if view.own is None:
        return {}
    single = [move for move in numbered(board, view.state, view.own) if move % ONE == 0]

    def rank(order: Move) -> tuple[int, bool, str]:
        [path] = order.paths
        ends = board.index[path[0]], board.index[path[-1]]
        bent = len(path) == 3 and board.between.get(ends) != board.index[path[1]]
        return len(path), bent, str(order)

    found: dict[tuple[str, str], Move] = {}
    for order in sorted(Catalogue(board).listed(single), key=rank):
        found.setdefault((order.paths[0][0], order.paths[0][-1]), order)
    return found


def _nearly(board: Board, view: View, line: str) -> Order:
    """Find the one move that a line may mean: "tank d5", "f6". Raises NotUnderstoodError, which says what
    would do."""
    low = line.lower()
    for name in re.findall(r"\b[a-z]\d+\b", low):
        _point(board, line, name)
    ways = ways_of(board, view)
    own = [order for order in ways.values() if order.paths[0][0] == low]
    if low in board.index and own:
        raise NotUnderstoodError(line, text.WHERE_TO(example=own[0]), [str(order) for order in own])
    letter = view.board[board.index[low]] if low in board.index else ""
    if view.own is not None and letter in LETTERS[view.own] and letter:
        stuck = (
            text.BASE_STAYS if KIND_OF[letter] == "B" else text.STUCK(unit=NAMES[KIND_OF[letter]], point=low)
        )
        raise NotUnderstoodError(line, stuck)
    found = meant(
        low,
        (
            (order, Way(origin, target, NAMES[KIND_OF[view.board[board.index[origin]]]]))
            for (origin, target), order in ways.items()
        ),
    )
    if len(found) == 1:
        return found[0]
    if found:
        raise NotUnderstoodError(line, text.WHICH, [str(order) for order in found])
    words = ("setup", *DECLARATIONS) if view.phase.key == "setup" else ("pass", *DECLARATIONS)
    guess = nearest(low.partition(" ")[0], words)
    if view.phase.key == "setup":
        raise NotUnderstoodError(line, text.SETUP_HELP(example="setup stock"), guess)
    example = next(iter(ways.values()), "d3-d4")
    raise NotUnderstoodError(line, text.NOT_UNDERSTOOD(example=example), guess)


def _split(low: str) -> list[tuple[str, list[str]]]:
    """Split a line into paths, each with the word for its unit ("" none); [] if the line is something else.

    >>> _split("s d3-d4 h3xh4"), _split("d3d4"), _split("d3-d4 h3")
    ([('s', ['d3', 'd4']), ('', ['h3', 'h4'])], [('', ['d3', 'd4'])], [])
    """
    if bare := _BARE.fullmatch(low):  # points without signs: two or three are one path, four are two
        word, names = bare[1] or "", re.findall(_POINT, bare[2])
        return [(word, names)] if len(names) < 4 else [(word, names[:2]), ("", names[2:])]
    found, at = list[tuple[str, list[str]]](), 0
    while at < len(low):
        match = _PATH.match(low, at)
        if match is None:
            return []
        found.append((match[1] or "", re.findall(_POINT, match[2])))
        at = match.end()
    return found


def _check_unit(board: Board, view: View, line: str, word: str, name: str) -> None:
    """Check a unit's name before its path. Enemies' units are not looked at."""
    letter = view.board[board.index[name]]
    if not word or view.own is None or letter not in LETTERS[view.own]:
        return
    if _WORDS[word] != KIND_OF[letter]:
        stands = article(NAMES[KIND_OF[letter]])
        raise NotUnderstoodError(line, text.OTHER_UNIT(point=name, unit=stands))


def _canonical(board: Board, view: View, path: list[str]) -> tuple[str, ...]:
    """Shorten an Air Craft's straight path of two distances to its ends."""
    if len(path) == 3 and KIND_OF.get(view.board[board.index[path[0]]]) == "A":
        first, between, last = (board.index[name] for name in path)
        if board.between.get((first, last)) == between:
            return path[0], path[2]
    return tuple(path)


def _formation(words: str) -> tuple[str, bool] | None:
    """Read the name of a stock formation, and whether it is mirrored; None: it is none.

    >>> _formation("Bunkr, mirrored"), _formation("mirrored"), _formation("default"), _formation("hello")
    (('bunker', True), ('stock', True), ('stock', False), None)
    """
    named = [word for word in re.findall("[a-z]+", words.lower()) if word not in ("formation", "the")]
    mirrored = bool({"mirror", "mirrored"} & {*named})
    named = [word for word in named if word not in ("mirror", "mirrored")] or ([STOCK] if mirrored else [])
    if len(named) != 1 or re.search(r"[^a-z ,.]", words.lower()):
        return None
    if named[0] in ("default", "standard"):
        return STOCK, mirrored
    found = nearest(named[0], FORMATIONS, 1)
    return (found[0], mirrored) if found else None


def _is_place(low: str) -> bool:
    return bool(re.match(r"[a-z ]+[=:]", low) or _ONE_PLACE.fullmatch(low))


def _parse_setup(board: Board, view: View, line: str, rest: str) -> Setup:
    if view.seat not in SEATS:
        raise NotUnderstoodError(line, text.NO_SEAT)
    seat = SEATS.index(view.seat)
    if (one := _ONE_PLACE.fullmatch(rest)) is not None:
        rest = f"{one[1]}={one[2]}"
    if not re.search(r"[=:]", rest):
        found = _formation(rest)
        if found is None:
            example = Setup(formation(board, STOCK, seat))
            guess = [f"setup {name}" for name in FORMATIONS]
            raise NotUnderstoodError(line, text.NO_FORMATION(example=example), guess)
        return Setup(formation(board, found[0], seat, found[1]))
    placed: dict[str, list[str]] = {}
    read = 0
    for match in _PLACE.finditer(rest):
        kind = _WORDS.get(match[1], "")
        if not kind:
            units = ", ".join(f"{each} {NAMES[each]}" for each in KINDS)
            raise NotUnderstoodError(line, text.NO_UNIT(word=match[1], units=units))
        if kind in placed:
            raise NotUnderstoodError(line, text.UNIT_TWICE(kind=kind))
        placed[kind] = [_point(board, line, name) for name in match[2].replace(",", " ").split()]
        read += len(re.sub(r"\s", "", match[0]))
    if read != len(re.sub(r"\s", "", rest)):
        raise NotUnderstoodError(line, text.SETUP_FORM)
    return Setup(tuple(tuple(sorted(placed.get(kind, ()), key=name_key)) for kind in KINDS))


def moved(placed: Placed, one: str, other: str) -> Placed:
    """Return a formation in which two points are exchanged."""
    change = {one: other, other: one}
    return tuple(
        tuple(sorted((change.get(each, each) for each in points), key=name_key)) for points in placed
    )


def filled_in(setup: Setup, before: Placed) -> Setup:
    """Complete a set-up that places single units: they go there in the formation before it, and change places
    with whatever stands there. Any other one stays as it is."""
    given = [(at, points[0]) for at, points in enumerate(setup.placed) if len(points) == 1]
    lone = all(len(points) < 2 for points in setup.placed) and len(given) < len(KINDS)
    if not given or not lone or any(len(before[at]) != 1 for at, _ in given):
        return setup
    for at, point in given:
        before = moved(before, before[at][0], point)
    return Setup(before)


def _point(board: Board, line: str, name: str) -> str:
    if name in board.index:
        return name
    if re.fullmatch(_POINT, name) is None or not "a" <= name[0] <= "k":
        raise NotUnderstoodError(line, text.NO_POINT(name=name))
    numbers, column = [int(each[1:]) for each in board.index if each[0] == name[0]], name[0]
    first, last = f"{column}{min(numbers)}", f"{column}{max(numbers)}"
    raise NotUnderstoodError(line, text.OFF_BOARD(name=name, column=column, first=first, last=last))


def code_of(board: Board, order: Move) -> Code:
    """Return an order's paths with all their points; a leap that no straight line explains stays one."""
    return tuple(_full(board, tuple(board.index[name] for name in path)) for path in order.paths)


def _full(board: Board, path: Path) -> Path:
    if len(path) == 2 and path[1] not in board.beside[path[0]] and path in board.between:
        return path[0], board.between[(path[0], path[1])], path[1]
    return path


class Catalogue:
    """The moves of a board as orders, in the order of their texts. Those that were made last are kept."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._order = lru_cache(_KEPT)(self._made)

    def listed(self, moves: Iterable[int]) -> list[Move]:
        """Make orders of numbered moves, sorted by text."""
        return list(map(self._order, sorted(moves)))

    def _made(self, move: int) -> Move:
        return Move(self.board.ways.named(move))
