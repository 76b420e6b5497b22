"""Orders of NME and their text.

``A4s-A4`` move, ``B2xC2`` capture, ``A4s-A4n`` Naval One, ``K6-L5s=S`` trade, ``pass``, ``concede``,
``draw``. Source: Orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.base_game import DECLARATIONS, Pass, read_lines
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.near import Way, meant, places, plain
from adjudicator.nme.board import EMPTY, KIND_OF, KINDS, LETTERS, NAMES, Board
from adjudicator.nme.moves import TARGET, moves_of, origin_of, target_of, trade_of
from adjudicator.nme.state import State
from adjudicator.nme.text import (
    CAN_BOTH,
    CAN_CAPTURE,
    CAN_GO,
    CANNOT_MOVE,
    EMPTY_SPACE,
    GAME_MASTER_ONLY,
    NO_ROW,
    NO_STAR,
    NONE_GOES,
    NOT_A_SPACE,
    NOT_A_TRADE,
    NOT_AN_ORDER,
    NOT_IN_ROW,
    NOT_NAVAL,
    OTHER_PIECE,
    OTHERS,
    SEVERAL,
)
from adjudicator.text import article, listing, nearest

MOVE, CAPTURE = "-", "x"


@dataclass(frozen=True, slots=True)
class Move:
    """One piece's move. origin, target: names of spaces; sign: MOVE or CAPTURE; trade: the kind that appears,
    ""."""

    origin: str
    target: str
    sign: str
    trade: str = ""

    def __str__(self) -> str:
        return f"{self.origin}{self.sign}{self.target}{'=' if self.trade else ''}{self.trade}"


Order: TypeAlias = Move | Pass | Declare

RULINGS = ("penalty", "forfeit")
_SPACE = r"[a-z]\d{1,2}[ns]?"
_MOVE = re.compile(
    rf"(?:([pasni])\s+)?({_SPACE})\s*(->|to|[-–—−‑→>x×])?\s*({_SPACE})\s*(?:=\s*([a-z]+))?\s*(n1|\(n1\))?",
    re.IGNORECASE,
)
_WORDS = {"president": "P", "air": "A", "special": "S", "navy": "N", "infantry": "I"}


class Catalogue:
    """The moves of a board as orders, in the order of their texts; equal ones are one object, since
    generation makes many. Holds the board too."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[int, Move] = {}
        self._moves, self._captures = (_Keys(board, sign, self._known) for sign in (MOVE, CAPTURE))

    def listed(self, spaces: str, codes: Sequence[int]) -> list[Move]:
        """Make orders of generated moves, sorted by text."""
        moves, captures, known = self._moves, self._captures, self._known
        keys = [(moves if spaces[code & TARGET] == EMPTY else captures)[code] for code in codes]
        keys.sort()
        return [known[key] for key in keys]


class _Keys(dict[int, int]):
    """Numbers that sort as the texts of generated moves, by their codes; the orders themselves are `known` by
    those numbers. Each is made when it is first asked for."""

    def __init__(self, board: Board, sign: str, known: dict[int, Move]) -> None:
        super().__init__()
        self._board, self._sign, self._known = board, sign, known
        # What comes first in a text decides: the origin with its sign, the target, what is traded for.
        signed = sorted(name + each for name in board.names for each in (MOVE, CAPTURE))
        self._starts = {text: place << 13 for place, text in enumerate(signed)}
        self._ends = {name: place << 3 for place, name in enumerate(sorted(board.names))}

    def __missing__(self, code: int) -> int:
        order = as_order(self._board, self._sign, code)
        key = self._starts[order.origin + order.sign] + self._ends[order.target]
        key += 1 + sorted(KINDS).index(order.trade) if order.trade else 0
        self[code], self._known[key] = key, order
        return key


def as_order(board: Board, sign: str, code: int) -> Move:
    """Make an order of a generated move."""
    return Move(board.names[origin_of(code)], board.names[target_of(code)], sign, trade_of(code))


def parse_text(
    board: Board, state: State, army: int, text: str, legal: Callable[[], Sequence[Move]] = lambda: ()
) -> tuple[Order, ...]:
    """Read all orders of a message; the sign is that of the position. legal: the moves of whoever is to move
    now; a line that is nearly a move is the one of them that it fits. Raises NotUnderstoodError, also for an
    empty one."""
    return read_lines(text, lambda line: _parse_line(board, state, army, line, legal))


def _parse_line(
    board: Board, state: State, army: int, line: str, legal: Callable[[], Sequence[Move]]
) -> Order:
    low = line.lower()
    if low == "pass":
        return Pass()
    if low in DECLARATIONS:
        return Declare(low)
    if low.split(maxsplit=1)[0] in RULINGS:
        raise NotUnderstoodError(line, GAME_MASTER_ONLY)
    match = _MOVE.fullmatch(low)
    if match is None:
        return _nearly(board, state, army, line, legal)
    kind, first, _, last, trade, mark = match.groups()
    origin, target = _space(board, line, first), _space(board, line, last)
    there = KIND_OF.get(state.board[board.index[origin]], "")
    if kind and not there:
        raise NotUnderstoodError(line, EMPTY_SPACE(space=origin))
    if kind and there != kind.upper():
        stands, other = article(NAMES[there]), article(NAMES[kind.upper()])
        raise NotUnderstoodError(line, OTHER_PIECE(space=origin, piece=stands, other=other))
    if mark and there != "P":
        raise NotUnderstoodError(line, NOT_NAVAL)
    return _signed(board, state, army, origin, target, _traded(line, trade) if trade else "")


def _signed(board: Board, state: State, army: int, origin: str, target: str, trade: str = "") -> Move:
    goal = state.board[board.index[target]]
    sign = MOVE if goal == EMPTY or goal in LETTERS[army] else CAPTURE
    return Move(origin, target, sign, trade)


def _traded(line: str, word: str) -> str:
    """Read the kind that a word after "=" names."""
    kind = _WORDS.get(word, word.upper())
    if kind not in NAMES:
        raise NotUnderstoodError(line, NOT_A_TRADE(word=word))
    return kind


def _space(board: Board, line: str, word: str) -> str:
    """Read a space's name, as the board writes it."""
    name = word[0].upper() + word[1:]
    if name in board.index:
        return name
    row = [each for each in board.index if each[0] == name[0]]
    if not row:
        rows = sorted(each[0] for each in board.index)
        raise NotUnderstoodError(line, NO_ROW(row=name[0], first=rows[0], last=rows[-1]))
    if name[-1] in "ns":
        raise NotUnderstoodError(line, NO_STAR(name=name), nearest_spaces(name, row))
    last = max(int(each[1:]) for each in row if each[-1] not in "ns")
    raise NotUnderstoodError(line, NOT_IN_ROW(name=name, row=name[0], last=last))


def tidy_ruling(board: Board, what: str) -> str:
    """Tidy the spaces of a declaration; the space that a ruling names as the board writes it."""
    word, _, space = " ".join(what.split()).partition(" ")
    name = space[:1].upper() + space[1:].lower()
    return f"{word.lower()} {name if name in board.index else space}".strip()


def nearest_spaces(name: str, spaces: Sequence[str]) -> list[str]:
    """List what the writer may have meant: first the same number, then names alike."""
    same = [each for each in spaces if each != name and each.rstrip("ns") == name.rstrip("ns")]
    low = {each.lower(): each for each in spaces}
    return same + [low[each] for each in nearest(name, low) if low[each] not in same]


def _nearly(board: Board, state: State, army: int, line: str, legal: Callable[[], Sequence[Move]]) -> Order:
    """Find the one legal move that a line may mean. Raises NotUnderstoodError, which says what would do."""
    low, spaces = line.lower(), state.board
    ways = [
        (each, Way(each.origin, each.target, NAMES[KIND_OF[spaces[board.index[each.origin]]]]))
        for each in ([] if "=" in low else legal())
        if not each.trade
    ]
    found = meant(low, ways)
    if len(found) == 1:
        return found[0]
    if found:
        moves = [str(each) for each in found]
        raise NotUnderstoodError(line, SEVERAL(moves=listing(moves)), moves)
    if re.fullmatch(_SPACE, low) is not None:
        origin = board.index[_space(board, low, low)]
        if spaces[origin] in LETTERS[army]:
            options = _moves_from(board, state, army, origin)
            raise NotUnderstoodError(line, reach(board, spaces, origin, options), map(str, options))
        if ways:
            raise NotUnderstoodError(line, NONE_GOES(space=board.names[origin]))
    both = re.fullmatch(rf"({_SPACE})({_SPACE})", plain(low))
    if both is not None:
        return _signed(board, state, army, *(_space(board, line, each) for each in both.groups()))
    for name in re.findall(r"[a-z]\d+[a-z]*", low):
        if re.fullmatch(_SPACE, name) is None or not any(each[0].lower() == name[0] for each in board.index):
            raise NotUnderstoodError(line, NOT_A_SPACE(name=name))
    words = DECLARATIONS if moves_of(board, state, army) else ("pass", *DECLARATIONS)
    raise NotUnderstoodError(line, NOT_AN_ORDER, nearest(low.split(maxsplit=1)[0], words))


def _moves_from(board: Board, state: State, army: int, origin: int) -> list[Move]:
    """Return what the piece on a space could do if it were its turn."""
    codes = [code for code in moves_of(board, state, army) if origin_of(code) == origin]
    signs = (MOVE if state.board[target_of(code)] == EMPTY else CAPTURE for code in codes)
    return sorted((as_order(board, *each) for each in zip(signs, codes, strict=True)), key=str)


def reach(board: Board, spaces: str, origin: int, options: Sequence[Move], toward: int | None = None) -> str:
    """Describe what a piece is and can do. toward: where it was meant to go"""
    wanted = origin if toward is None else toward

    def far(name: str) -> int:
        return distance(board, board.index[name], wanted)

    told = {"space": board.names[origin], "piece": article(NAMES[KIND_OF[spaces[origin]]])}
    go, capture = (
        places(list(dict.fromkeys(each.target for each in options if each.sign == sign)), far, OTHERS)
        for sign in (MOVE, CAPTURE)
    )
    if go and capture:
        return CAN_BOTH(**told, go=go, capture=capture)
    if go:
        return CAN_GO(**told, go=go)
    return CAN_CAPTURE(**told, capture=capture) if capture else CANNOT_MOVE(**told)


def distance(board: Board, a: int, b: int) -> int:
    """Measure between two spaces, in thirds of a row."""
    (q, r), (x, y) = board.points[a], board.points[b]
    return max(abs(x - q), abs(y - r), abs(x - q + y - r))
