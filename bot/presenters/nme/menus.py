"""The order desk of NME: choose a piece, then where it goes; what to mark in the picture; orders while they
are being typed. `picked` is the space of the piece that is chosen, or ""."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from adjudicator.base_game import Pass
from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF, KINDS, NAMES, Board
from adjudicator.nme.explain import legal_moves
from adjudicator.nme.orders import CAPTURE, Catalogue, Move, Order
from adjudicator.nme.state import View
from adjudicator.text import counted
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, by_turns
from bot.presenters.nme.words import describe, order_of_spaces, right_of, victim
from maps.nme.words import RIGHTS, army_name
from maps.text import capitalized

_MOST_MENUS = 3
"""Menus of targets beside that of the pieces and the row of buttons: Discord shows five rows."""
_MOST_TEXT = 100

Section = tuple[str, list[Move]]


def by_piece(catalogue: Catalogue, view: View) -> dict[str, list[Move]]:
    """The legal moves by origin: pieces by kind, then by space; their moves as `_target_order` has them."""
    board, spaces = catalogue.board, view.board
    found: dict[str, list[Move]] = {}
    for order in legal_moves(catalogue, view):
        found.setdefault(order.origin, []).append(order)

    def rank(origin: str) -> tuple[int, tuple[str, int, str]]:
        return KINDS.index(KIND_OF[spaces[board.index[origin]]]), order_of_spaces(origin)

    return {
        origin: sorted(found[origin], key=lambda order: _target_order(board, view, order))
        for origin in sorted(found, key=rank)
    }


def _target_order(board: Board, view: View, order: Move) -> tuple[int, int, bool, tuple[str, int, str], int]:
    """What one looks for first: captures, the best piece first; what is special; hexagons; stars."""
    space = board.index[order.target]
    there = view.board[space]
    special = right_of(board, view.board, order)
    taken = KINDS.index(KIND_OF[there]) if there != EMPTY else 0
    first = 0 if there != EMPTY else 1 if special else 2
    prize = KINDS.index(order.trade) if order.trade else 0
    return first, taken, space >= board.hexagons, order_of_spaces(order.target), prize


# -- menus


def menus(catalogue: Catalogue, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """The menus of the desk. A draft keeps its piece open, so that it can go elsewhere."""
    if view.seat not in view.phase.owing:
        return ()
    pieces = by_piece(catalogue, view)
    if not pieces:
        choice = Choice("pass", "Pass", "There is no legal move", chosen=Pass() in draft)
        return (MenuStep("do", "No legal move: pass", (choice,)),)
    picked = _open(pieces, draft, picked)
    choices = tuple(
        _piece(catalogue.board, view, origin, orders, origin == picked) for origin, orders in pieces.items()
    )
    army = army_name(view.state.army)
    steps = [MenuStep("pick", f"1. Choose a piece of {army}", choices[:MOST_CHOICES])]
    if picked:
        sections = _sections(catalogue.board, view, pieces[picked])
        name = NAMES[KIND_OF[view.board[catalogue.board.index[picked]]]]
        traded = {order.target for order in pieces[picked] if order.trade}
        for title, orders in sections:
            where = f": {title}" if len(sections) > 1 else ""
            steps.append(
                MenuStep(
                    "give",
                    f"2. {name} {picked} goes to{where}",
                    tuple(_target(catalogue.board, view, order, order in draft, traded) for order in orders),
                )
            )
    return tuple(steps)


def _open(pieces: Mapping[str, Sequence[Move]], draft: Sequence[Order], picked: str) -> str:
    """The piece whose targets are shown; "" none yet."""
    if picked in pieces:
        return picked
    drafted = next((order.origin for order in draft if isinstance(order, Move)), "")
    if drafted in pieces:
        return drafted
    return next(iter(pieces)) if len(pieces) == 1 else ""


def _piece(board: Board, view: View, origin: str, orders: Sequence[Move], chosen: bool) -> Choice:
    """ "Air Force A2s · 7 targets, 1 capture", and what it can do."""
    name = NAMES[KIND_OF[view.board[board.index[origin]]]]
    targets = len({order.target for order in orders})
    hits = [order for order in orders if order.sign == CAPTURE]
    trades = [order for order in orders if order.trade]
    label = f"{name} {origin} · {counted(targets, 'target')}"
    label += f", {counted(len(hits), 'capture')}" if hits else ""
    label += f", {counted(len(trades), 'trade')}" if trades else ""
    rights = {right_of(board, view.board, order) for order in orders}
    told = [f"captures {victim(board, view.state, order)} on {order.target}" for order in hits]
    told += ["Naval One"] if "naval_one" in rights else []
    told += ["can be traded for a prisoner"] if "trade" in rights else []
    told = told or [" ".join(order.target for order in orders)]
    return Choice(origin, label, clip("; ".join(told), _MOST_TEXT), chosen)


def _target(board: Board, view: View, order: Move, chosen: bool, traded: Collection[str]) -> Choice:
    """One place to go to: "C4", "C4: capture Gray's Infantry", "A4n by Naval One", "L5s, trade for Navy".

    traded: where the piece may be traded
    """
    target, right = order.target, right_of(board, view.board, order)
    if right == "trade":
        holder = army_name(board.base_of[board.index[target]])
        prize = NAMES[order.trade]
        told = f"{holder} gets the Infantry; your {prize} stands on {target}"
        return Choice(str(order), f"{target}, trade for {prize}", told, chosen)
    label = f"{target}, no trade" if target in traded else target
    if order.sign == CAPTURE:
        label = f"{target}: capture {victim(board, view.state, order)}"
    label += RIGHTS.get(right, "")
    return Choice(str(order), label, _what(board, view, order), chosen)


def _what(board: Board, view: View, order: Move) -> str:
    """What a space is, or what comes of the capture, where one may not see it at once."""
    space = board.index[order.target]
    there = view.board[space]
    if there != EMPTY:
        if ARMY_OF[there] in {fall.army for fall in view.state.falls}:
            return "Is removed, no prisoner"
        if KIND_OF[there] == "P":
            return "Is assassinated"
        # In Protect the Ally one moves Gray too, and what it captures is Gray's.
        whose = "your" if view.state.army == view.own else f"{army_name(view.state.army)}'s"
        return f"Becomes {whose} prisoner"
    told = ["black star"] if space in board.black else []
    told += [f"base of {army_name(board.base_of[space])}"] if space in board.base_of else []
    return capitalized(", ".join(told))


def _sections(board: Board, view: View, orders: Sequence[Move]) -> list[Section]:
    """The moves of a piece in as few menus as hold them, at most three."""
    if len(orders) <= MOST_CHOICES:
        return [("", list(orders))]
    first, hexagons, stars = list[Move](), list[Move](), list[Move]()
    for order in orders:
        if order.sign == CAPTURE or right_of(board, view.board, order):
            first.append(order)
        else:
            (hexagons if board.index[order.target] < board.hexagons else stars).append(order)
    found = [*_halves("hexagons", hexagons), *_halves("stars", stars)]
    if first and len(found) < _MOST_MENUS:
        return [("captures", first), *found]
    if first:
        return [*found[:-1], (f"captures and {found[-1][0]}", [*first, *found[-1][1]])]
    return found


def _halves(title: str, orders: list[Move]) -> list[Section]:
    """A section, or two of about the same length where it is too long for a menu: by rows."""
    if len(orders) <= MOST_CHOICES:
        return [(title, orders)] if orders else []
    rows = [order.target[0] for order in orders]
    # Cut between two rows, as near to the middle as can be; one row alone is never so long.
    cuts = [at for at in range(1, len(rows)) if rows[at] != rows[at - 1]]
    middle = min(cuts, key=lambda at: abs(2 * at - len(rows)))
    return [
        (f"{title}, rows {part[0].target[0]} to {part[-1].target[0]}", part)
        for part in (orders[:middle], orders[middle:])
    ]


def marks(catalogue: Catalogue, view: View, picked: str) -> dict[int, str]:
    """The picked piece's space ("chosen") and where it may go: "move", "capture", "naval_one" or "trade"
    (there it may go without one too)."""
    board = catalogue.board
    if view.seat not in view.phase.owing or picked not in board.index:
        return {}
    found: dict[int, str] = {}
    for order in legal_moves(catalogue, view):
        if order.origin == picked:
            right, target = right_of(board, view.board, order), board.index[order.target]
            kind = "capture" if order.sign == CAPTURE else "move"
            found[board.index[picked]] = "chosen"
            # Trades come after the move without one.
            found[target] = right if right in ("naval_one", "trade") else kind
    return found


# -- typing

_SIGN = "->|[-–—−‑→>x×]"
_BETWEEN = re.compile(rf"\s*(?:{_SIGN}|to\b)\s*|\s+")


def suggest(board: Board, view: View, legal: Iterable[Order], typed: str) -> list[Choice]:
    """Orders that fit: by what stands first in them, then by piece, by target, by words. Every piece comes
    before a second of its orders."""
    legal = list(legal)
    moves = [order for order in legal if isinstance(order, Move)]
    if not moves:
        return [Choice(str(order), f"{order} · {describe(board, view, order)}") for order in legal]
    moves.sort(
        key=lambda order: (
            KINDS.index(KIND_OF[view.board[board.index[order.origin]]]),
            order_of_spaces(order.origin),
            _target_order(board, view, order),
        )
    )
    ranks: dict[int, dict[str, list[Move]]] = {}
    for order in moves:
        rank = _fits(board, view, order, typed)
        if rank is not None:
            ranks.setdefault(rank, {}).setdefault(order.origin, []).append(order)
    return [
        Choice(str(order), clip(f"{order} · {describe(board, view, order)}", _MOST_TEXT))
        for order in by_turns(ranks)[:MOST_CHOICES]
    ]


def _fits(board: Board, view: View, order: Move, typed: str) -> int | None:
    """How well an order fits what is typed so far, 0 best; None not at all."""
    low = " ".join(typed.lower().split())
    if not low:
        return 0
    kind = KIND_OF[view.board[board.index[order.origin]]]
    name = NAMES[kind].lower()
    word, _, rest = low.partition(" ")
    if rest and (word == kind.lower() or name.startswith(word) or word == name.split()[0]):
        # "S A3s", "navy a1s", "air force a2s": the piece stands before its space
        rest = rest.removeprefix("force").strip()
        return 0 if _spaces_fit(order, rest) else None
    origin, target = order.origin.lower(), order.target.lower()
    if low == origin:
        return 0
    if _spaces_fit(order, low):
        return 1
    if name.startswith(low) or low == kind.lower():
        return 2
    if target.startswith(low.lstrip("-x")):
        return 3
    return 4 if len(low) > 2 and low in describe(board, view, order).lower() else None


def _spaces_fit(order: Move, typed: str) -> bool:
    """Whether a move begins as typed, with or without a sign between its spaces.

    >>> move = Move("A3s", "B2n", "-")
    >>> [_spaces_fit(move, typed) for typed in ("a", "a3s-", "a3sb2", "a3s to b2n", "a3-", "b2n")]
    [True, True, True, True, False, False]
    """
    origin, text = order.origin.lower(), order.target.lower()
    text += f"={order.trade.lower()}" if order.trade else ""
    first, *last = _BETWEEN.split(typed, maxsplit=1)
    if not last:
        return (origin + text).startswith(first)
    return first == origin and text.startswith(last[0].removesuffix("n1").replace(" ", ""))
