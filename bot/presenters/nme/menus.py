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
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, by_turns
from bot.presenters.nme import text
from bot.presenters.nme.words import describe, mover_name, order_of_spaces, right_of, victim
from bot.presenters.pages import paged
from bot.presenters.text import NOTHING_THERE
from maps.nme.words import army_name

_MOST_TEXT = 100
_PAGE = "@"
"""Between a piece's space and the page of its targets, in what is picked: "C4@2"."""


def by_piece(catalogue: Catalogue, view: View) -> dict[str, list[Move]]:
    """The legal moves by origin: pieces that can capture first, then by kind, then by space; their moves as
    `_target_order` has them."""
    board, spaces = catalogue.board, view.board
    found: dict[str, list[Move]] = {}
    for order in legal_moves(catalogue, view):
        found.setdefault(order.origin, []).append(order)

    def rank(origin: str) -> tuple[bool, int, tuple[str, int, str]]:
        quiet = all(order.sign != CAPTURE for order in found[origin])
        return quiet, KINDS.index(KIND_OF[spaces[board.index[origin]]]), order_of_spaces(origin)

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
    board, pieces = catalogue.board, by_piece(catalogue, view)
    if not pieces:
        return (MenuStep("do", text.NO_MOVE, (Choice("pass", text.PASS, chosen=Pass() in draft),)),)
    origin = _open(pieces, draft, picked_space(picked))
    choices = tuple(_piece(board, view, space, orders, space == origin) for space, orders in pieces.items())
    steps = [MenuStep("pick", text.CHOOSE_PIECE(army=army_name(view.state.army)), choices[:MOST_CHOICES])]
    if origin:
        _, _, page = picked.partition(_PAGE)
        steps.append(_targets(board, view, draft, pieces[origin], int(page) if page.isdigit() else 0))
    return tuple(steps)


def picked_space(picked: str) -> str:
    """The space of the piece that is picked, whichever page of its targets is shown."""
    return picked.partition(_PAGE)[0]


def _open(pieces: Mapping[str, Sequence[Move]], draft: Sequence[Order], picked: str) -> str:
    """The piece whose targets are shown; "" none yet."""
    if picked in pieces:
        return picked
    drafted = next((order.origin for order in draft if isinstance(order, Move)), "")
    if drafted in pieces:
        return drafted
    return next(iter(pieces)) if len(pieces) == 1 else ""


def _piece(board: Board, view: View, origin: str, orders: Sequence[Move], chosen: bool) -> Choice:
    """ "Air Force A2s", and how much it can do: "1 capture, 6 moves"."""
    captures = sum(order.sign == CAPTURE for order in orders)
    trades = sum(bool(order.trade) for order in orders)
    counted = (text.CAPTURES, captures), (text.MOVES, len(orders) - captures - trades), (text.TRADES, trades)
    told = [said(n=n) for said, n in counted if n]
    if any(right_of(board, view.board, order) == "naval_one" for order in orders):
        told.append(text.NAVAL_ONE)
    label = text.PIECE(piece=NAMES[KIND_OF[view.board[board.index[origin]]]], space=origin)
    return Choice(origin, label, ", ".join(told), chosen, label)


def _targets(board: Board, view: View, draft: Sequence[Order], orders: Sequence[Move], page: int) -> MenuStep:
    """Where a piece may go, a page of it. page: from 1; 0 the one with the draft's move, or else the first"""
    origin = orders[0].origin
    traded = {order.target for order in orders if order.trade}
    choices = [_target(board, view, order, order in draft, traded) for order in orders]
    if not page:
        drafted = next((at for at, order in enumerate(orders) if order in draft), 0)
        page = drafted // (MOST_CHOICES - 1) + 1
    where = text.WHERE(piece=NAMES[KIND_OF[view.board[board.index[origin]]]], space=origin)
    return MenuStep("give", where, paged(choices, page, f"@{origin}{_PAGE}"))


def _target(board: Board, view: View, order: Move, chosen: bool, traded: Collection[str]) -> Choice:
    """One place to go to: "C4", "C4: capture Gray's Infantry", "A4n by Naval One", "L5s: trade for Navy".

    traded: where the piece may be traded
    """
    target, right = order.target, right_of(board, view.board, order)
    if right == "trade":
        label = text.TRADE_FOR(space=target, piece=NAMES[order.trade])
        holder = army_name(board.base_of[board.index[target]])
        return Choice(str(order), label, text.TRADED(holder=holder), chosen, label, _ground(board, target))
    bare = text.NO_TRADE(space=target) if target in traded and order.sign != CAPTURE else target
    if order.sign == CAPTURE:
        said = {"naval_one": text.CAPTURE_NAVAL, "flank": text.CAPTURE_FLANK}.get(right, text.CAPTURE)
        label = said(space=target, victim=victim(board, view.state, order))
    elif right == "naval_one":
        label = text.MOVE_NAVAL(space=target)
    else:
        label = bare
    there = victim(board, view.state, order) or _ground(board, target)
    return Choice(str(order), label, _what(board, view, order), chosen, bare, there)


def _what(board: Board, view: View, order: Move) -> str:
    """What comes of the capture, where one may not see it at once; or what the empty space is."""
    there = view.board[board.index[order.target]]
    if there != EMPTY:
        if ARMY_OF[there] in {fall.army for fall in view.state.falls}:
            return text.REMOVED
        if KIND_OF[there] == "P":
            return text.ASSASSINATED
        # In Protect the Ally one moves Gray too, and what it captures is Gray's.
        mover = view.state.army
        return text.PRISONER if mover == view.own else text.PRISONER_OF(army=army_name(mover))
    return _ground(board, order.target)


def _ground(board: Board, target: str) -> str:
    """What an empty space is."""
    space = board.index[target]
    black, base = space in board.black, board.base_of.get(space)
    if base is None:
        return text.BLACK_STAR if black else NOTHING_THERE if space < board.hexagons else text.EMPTY_STAR
    return (text.BLACK_STAR_BASE if black else text.BASE)(army=army_name(base))


def marks(catalogue: Catalogue, view: View, picked: str) -> dict[int, str]:
    """The picked piece's space ("chosen") and where it may go: "move", "capture", "naval_one" or "trade"
    (there it may go without one too)."""
    board, picked = catalogue.board, picked_space(picked)
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
        return [Choice(str(order), describe(board, view, order).capitalize()) for order in legal]
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
        Choice(str(order), clip(_suggested(board, view, order), _MOST_TEXT))
        for order in by_turns(ranks)[:MOST_CHOICES]
    ]


def _suggested(board: Board, view: View, order: Move) -> str:
    told = {"order": order, "piece": mover_name(view.state, view.board[board.index[order.origin]])}
    there = victim(board, view.state, order)
    return text.SUGGEST_CAPTURE(**told, victim=there) if there else text.SUGGEST_MOVE(**told)


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
    words = describe(board, view, order).lower() + (f" {text.CAPTURES(n=2)}" if order.sign == CAPTURE else "")
    return 4 if len(low) > 2 and low in words else None


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
