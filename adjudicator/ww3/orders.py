"""Orders of WW3 and their text.

``d3-d4`` one distance, ``d3-d4-e4`` a Soldier's two, ``e3-e5`` an Air Craft's two, ``d3-d4 h3-h4`` two
Soldiers, ``pass``, ``setup N=d2 A=e3 …``, ``concede``, ``draw``. Source: Orders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.base_game import DECLARATIONS, Pass, read_lines
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.text import article, nearest
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
from adjudicator.ww3.moves import Code, Path, moves_of
from adjudicator.ww3.state import View


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
_UNITS = "|".join(sorted(_WORDS, key=len, reverse=True))
_PATH = re.compile(rf"(?:({_UNITS})\s+)?({_POINT}(?:{_JOIN}{_POINT})+)(?:\s*(?:,|&|\+|and\b)\s*|\s+|$)")
_BARE = re.compile(rf"(?:({_UNITS})\s+)?((?:{_POINT}[\s,]*){{2,4}})")
_NAME = rf"(?:{_UNITS}|[a-z]+)"
_PLACE = re.compile(rf"\b({_NAME})\s*[=:]\s*([a-z0-9 ,]*?)(?=\s+{_NAME}\s*[=:]|$)")


def parse_text(board: Board, view: View, text: str) -> tuple[Order, ...]:
    """Read all orders of a message, for the view's seat. Raises NotUnderstoodError, also for an empty one."""
    return read_lines(text, lambda line: _parse_line(board, view, line))


def _parse_line(board: Board, view: View, line: str) -> Order:
    low = line.lower()
    if low == "pass":
        return Pass()
    if low in DECLARATIONS:
        return Declare(low)
    word, _, rest = low.partition(" ")
    if word == "setup":
        return _parse_setup(board, view, line, rest.strip())
    if view.phase.key == "setup" and (word in FORMATIONS or re.match(r"[a-z ]+[=:]", low)):
        return _parse_setup(board, view, line, low)
    paths = _split(low)
    if not paths:
        raise NotUnderstoodError(line, *_help(board, view, low))
    if len(paths) > 2:
        raise NotUnderstoodError(line, "two Soldiers at the most move in a turn")
    read = [[_point(board, line, name) for name in path] for _, path in paths]
    for (unit, _), path in zip(paths, read, strict=True):
        _check_unit(board, view, line, unit, path[0])
    return Move(tuple(_canonical(board, view, path) for path in read))


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
        raise NotUnderstoodError(line, f"{stands} stands on {name}; the points are enough")


def _canonical(board: Board, view: View, path: list[str]) -> tuple[str, ...]:
    """Shorten an Air Craft's straight path of two distances to its ends."""
    if len(path) == 3 and KIND_OF.get(view.board[board.index[path[0]]]) == "A":
        first, between, last = (board.index[name] for name in path)
        if board.between.get((first, last)) == between:
            return path[0], path[2]
    return tuple(path)


def _parse_setup(board: Board, view: View, line: str, rest: str) -> Setup:
    words = re.sub(r"\bformation\b", " ", rest).split()
    if view.seat not in SEATS:
        raise NotUnderstoodError(line, "a formation is for a seat, and you have none")
    seat = SEATS.index(view.seat)
    mirrored = any(word in ("mirrored", "mirror") for word in words)
    named = [word for word in words if word not in ("mirrored", "mirror")]
    if not re.search(r"[=:]", rest):
        if len(named) > 1 or (named and named[0] not in FORMATIONS) or not (named or mirrored):
            guess = [f"setup {name}" for name in nearest(named[0] if named else STOCK, FORMATIONS)]
            raise NotUnderstoodError(
                line,
                f"name ten points, such as {Setup(formation(board, STOCK, seat))}, or a stock formation",
                guess or [f"setup {name}" for name in FORMATIONS],
            )
        return Setup(formation(board, named[0] if named else STOCK, seat, mirrored))
    placed: dict[str, list[str]] = {}
    read = 0
    for match in _PLACE.finditer(rest):
        kind = _WORDS.get(match[1], "")
        if not kind:
            raise NotUnderstoodError(
                line, f"{match[1]} is no unit; they are " + ", ".join(f"{k} {NAMES[k]}" for k in KINDS)
            )
        if kind in placed:
            raise NotUnderstoodError(line, f"{kind} stands in it twice")
        placed[kind] = [_point(board, line, name) for name in match[2].replace(",", " ").split()]
        read += len(re.sub(r"\s", "", match[0]))
    if read != len(re.sub(r"\s", "", rest)):
        raise NotUnderstoodError(line, "a set-up is written unit=point, such as N=d2, and S=d3,e2,g3,h3")
    return Setup(tuple(tuple(sorted(placed.get(kind, ()), key=name_key)) for kind in KINDS))


def _point(board: Board, line: str, name: str) -> str:
    if name in board.index:
        return name
    if re.fullmatch(_POINT, name) is None or not "a" <= name[0] <= "k":
        raise NotUnderstoodError(
            line, f"{name} is no point; they are written like d4, from a to k and 1 to 11"
        )
    numbers = [int(each[1:]) for each in board.index if each[0] == name[0]]
    raise NotUnderstoodError(
        line,
        f"{name} is not on the board; "
        f"column {name[0]} has {name[0]}{min(numbers)} to {name[0]}{max(numbers)}",
    )


def _help(board: Board, view: View, low: str) -> tuple[str, list[str]]:
    """Explain why a line is no order, and what may be meant."""
    if low in board.index:
        codes: list[Code] = moves_of(board, view.state, view.own) if view.own is not None else []
        singles: list[Code] = [code for code in codes if len(code) == 1 and code[0][0] == board.index[low]]
        moves = Catalogue(board).listed(view.board, singles)
        return "one point; a move is two, from and to, such as d3-d4", [str(move) for move in moves]
    for name in re.findall(r"\b[a-z]\d+\b", low):
        if name not in board.index:
            return f"{name} is not on the board; points are written like d4, from a to k and 1 to 11", []
    words = ("setup", *DECLARATIONS) if view.phase.key == "setup" else ("pass", *DECLARATIONS)
    guess = nearest(low.split(maxsplit=1)[0], words) if low.split() else []
    if view.phase.key == "setup":
        return "not an order. Write setup with ten points, or setup stock; there is also concede", guess
    return "not an order. A move is two points, such as d3-d4; there are also draw and concede", guess


def code_of(board: Board, order: Move) -> Code:
    """Return an order's paths with all their points; a leap that no straight line explains stays one."""
    return tuple(_full(board, tuple(board.index[name] for name in path)) for path in order.paths)


def _full(board: Board, path: Path) -> Path:
    if len(path) == 2 and path[1] not in board.beside[path[0]] and path in board.between:
        return path[0], board.between[(path[0], path[1])], path[1]
    return path


class Catalogue:
    """The moves of a board as orders, in the order of their texts; single moves are made once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[tuple[bool, Path], tuple[str, tuple[str, ...]]] = {}

    def listed(self, spaces: str, codes: Sequence[Code]) -> list[Move]:
        """Make orders of generated moves, sorted by text."""
        found: dict[str, Move] = {}
        for code in codes:
            told = [self._path(spaces, path) for path in code]
            found[" ".join(text for text, _ in told)] = Move(tuple(names for _, names in told))
        return [found[text] for text in sorted(found)]

    def _path(self, spaces: str, path: Path) -> tuple[str, tuple[str, ...]]:
        flies = len(path) == 3 and KIND_OF[spaces[path[0]]] == "A"
        key = flies, path
        if key not in self._known:
            names = tuple(self.board.names[point] for point in (path[::2] if flies else path))
            self._known[key] = "-".join(names), names
        return self._known[key]
