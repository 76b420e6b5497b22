"""Orders and spaces of New York 2047 while they are being typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.newyork2047.board import Board, plain
from adjudicator.newyork2047.check import unit_of
from adjudicator.newyork2047.notation import Notation
from adjudicator.newyork2047.orders import Hold, Move, Order, Relocate, Support
from bot.common.message import MOST_CHOICES, Choice

_MOST_VALUE = 100
"""Discord's limit for what an option holds after a choice."""


def suggest(
    notation: Notation, board: Board, draft: Sequence[Order], legal: Sequence[Order], typed: str
) -> list[Choice]:
    """Completes the last order of what is typed and keeps those before it, in short forms if there is no
    room. What a choice holds is also what it shows, so that one may type on after it. Pieces that have no
    order yet come first, and each piece comes before a second order of any."""
    *before, last = re.split(r"[;\n]", typed)
    kept = [tidy for part in before if (tidy := " ".join(part.split()))]
    begun = {tidy.split()[0].lower() for tidy in kept}
    done = {unit_of(order) for order in draft}
    groups: dict[str, list[str]] = {}
    for order in sorted(legal, key=lambda each: (unit_of(each) in done, _line(each), _plainest(each))):
        piece = unit_of(order)
        if piece not in begun and _fits(board, order, last):
            groups.setdefault(piece, []).append(str(order))
    short = [_shortened(notation, board, text) for text in kept]
    found: list[Choice] = []
    queues = list(groups.values())
    while queues and len(found) < MOST_CHOICES:
        for queue in queues:
            text = queue.pop(0)
            values = ("; ".join([*some, text]) for some in (kept, short))
            value = next((value for value in values if len(value) <= _MOST_VALUE), "")
            if value:
                found.append(Choice(value, value))
        queues = [queue for queue in queues if queue]
    return found[:MOST_CHOICES]


def _line(order: Order) -> tuple[int, str]:
    """Units by number, then all else."""
    piece = unit_of(order)
    return (int(piece), "") if piece.isdecimal() else (1 << 30, piece)


def _plainest(order: Order) -> int:
    """Moves before a hold before supports."""
    return {Support: 2, Hold: 1}.get(type(order), 0)


def _fits(board: Board, order: Order, typed: str) -> bool:
    """Whether an order is what is typed, words begun and left out: "3 soh", "3 s ham 2", "3 upper b"."""
    wanted = plain(typed).split()
    if not wanted:
        return True
    words = str(order).replace("_", " ").split()
    if isinstance(order, (Move, Relocate)):
        name = plain(board.name(order.target)).split()
        words = [*words[:2], "to", *name, board.spaces[order.target].abbr]
    first, *rest = wanted
    whole = bool(rest) or typed[-1:].isspace()
    if not words[0].startswith(first) or (whole and first.isdecimal() and words[0] != first):
        return False
    left = iter(words[1:])
    return all(any(word.startswith(part) for word in left) for part in rest)


def _shortened(notation: Notation, board: Board, text: str) -> str:
    """An order in its shortest form, if it is one: "1 ues", "2 s 1 soh"."""
    try:
        [order] = notation.parse(None, text)
    except NotUnderstoodError:
        return text
    match order:
        case Hold(unit=unit):
            return f"{unit} h"
        case Move(unit=unit, target=target):
            return f"{unit} {board.spaces[target].abbr}"
        case Support(unit=unit, seat=seat, other=other, target=target):
            whose = f"{seat[:3]} " if seat else ""
            return f"{unit} s {whose}{other} {board.spaces[target].abbr if target else 'h'}"
    return text


def places(board: Board, typed: str) -> list[Choice]:
    """Spaces by the beginning of any word of their names, those that begin so first."""
    wanted = plain(typed)
    found = [
        Choice(key, space.name)
        for key, space in board.spaces.items()
        if f" {wanted}" in f" {plain(space.name)}" or space.abbr == wanted
    ]
    found.sort(key=lambda choice: (not plain(choice.label).startswith(wanted), choice.label))
    return found[:MOST_CHOICES]
