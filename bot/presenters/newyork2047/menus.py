"""The order desk of New York 2047: the sheet, its menus and what to mark on the map.

`picked` is "" (nothing yet), a unit ("3", "moe"), a battle space for its supports ("3@soho"), a further
page of those ("3@soho:2"), or a page of the units (":2").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Seat
from adjudicator.newyork2047.board import TURRETONS, Board, Key, plain
from adjudicator.newyork2047.check import unit_of, unit_orders
from adjudicator.newyork2047.orders import Disband, Hold, Move, Notation, Order, Relocate, Support, UnitOrder
from adjudicator.newyork2047.state import Field, Owed, View
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, by_turns, declaration
from bot.presenters.newyork2047 import text as words
from bot.presenters.newyork2047.story import starred, unit_name
from bot.presenters.text import MORE
from maps.text import capitalized, seat_name

_PAGE = MOST_CHOICES - 1
"""What a page of a longer menu holds beside the entry that turns it."""


def pieces(view: View) -> dict[str, Key]:
    """Where the seat's units and Turretons stand, by their names in orders."""
    seat = view.seat or ""
    found = {str(unit.number): unit.space for unit in view.units(seat)}
    return {**found, **{name: view.board.places[name] for name in view.turretons(seat)}}


def piece_name(piece: str) -> str:
    """ "3", "Moe"."""
    return piece.capitalize()


def order_of(draft: Sequence[Order], piece: str) -> Order | None:
    """The order of a piece in the draft."""
    return next((order for order in draft if unit_of(order) == piece), None)


# -- an order in words


def deed(view: View, order: UnitOrder) -> str:
    """What a piece is to do: "→ Soho", "holds", "supports Papst 3 holding Flushing ★"."""
    match order:
        case Move(target=target):
            return words.CHOICE_MOVES(space=starred(view.board, target))
        case Support(seat=seat, other=other, target=target):
            text = words.CHOICE_SUPPORTS if target else words.CHOICE_SUPPORTS_HOLD
            return text(other=_other(seat, other), space=starred(view.board, _battle(view, order)))
        case Hold():
            return words.CHOICE_HOLDS


def _other(seat: Seat, other: str) -> str:
    """A supported unit: "Papst 3"; "1" of one's own."""
    return unit_name(seat, other) if seat else other


def describe(view: View, order: Order) -> str:
    """An order in words: "unit 2 supports unit 3 to Soho"."""
    name, now = view.board.name, view.state.phase == "adjustment"
    match order:
        case Relocate(target=target):
            return (words.HOME_MOVES if now else words.HOME_MOVES_AHEAD)(space=name(target))
        case Disband(unit=unit):
            return (words.DISBANDED if now else words.DISBANDED_AHEAD)(unit=unit)
        case Hold(unit=unit):
            return words.HOLDS(piece=_piece(unit))
        case Move(unit=unit, target=target):
            return words.MOVES(piece=_piece(unit), space=name(target))
        case Support(unit=unit, seat=seat, other=other, target=target):
            text = words.SUPPORTS if target else words.SUPPORTS_HOLD
            whom = unit_name(seat, other) if seat else _piece(other)
            return text(piece=_piece(unit), other=whom, space=name(_battle(view, order)))
        case Declare():
            return declaration(order)
    raise TypeError(order)


def _piece(unit: str) -> str:
    """ "unit 3", "Moe"."""
    return words.UNIT(unit=unit) if unit.isdecimal() else piece_name(unit)


def sheet(view: View, draft: Sequence[Order]) -> list[str]:
    """A line for each order; one for the pieces without; then choices, asked or given ahead."""
    if view.seat not in view.phase.owing:
        return []
    lines, none = [], []
    for piece, space in pieces(view).items() if view.state.phase != "adjustment" else ():
        order, facts = order_of(draft, piece), {"unit": piece_name(piece), "space": view.board.name(space)}
        if order is None:
            none.append(words.SHEET_UNIT(**facts))
        else:
            lines.append(_sheet_line(view, order, facts))
    lines += [words.SHEET_NONE(units=", ".join(none))] if none else []
    return lines + [
        words.SHEET_CHOICE(meaning=capitalized(describe(view, order)))
        for order in draft
        if isinstance(order, (Relocate, Disband))
    ]


def _sheet_line(view: View, order: Order, facts: Mapping[str, str]) -> str:
    """facts: the piece and where it stands"""
    match order:
        case Move(target=target):
            return words.SHEET_MOVE(**facts, target=starred(view.board, target))
        case Support(seat=seat, other=other, target=target):
            text = words.SHEET_SUPPORT if target else words.SHEET_SUPPORT_HOLD
            battle = starred(view.board, _battle(view, order))
            return text(**facts, other=_other(seat, other), target=battle)
    return words.SHEET_HOLD(**facts)


def forgotten(view: View, draft: Sequence[Order]) -> tuple[str, ...]:
    """The units without an order that cannot have been meant to hold: an own unit supports their move, most
    units have orders, or none has."""
    if view.state.phase == "adjustment" or view.seat not in view.phase.owing:
        return ()
    own = [piece for piece in pieces(view) if piece.isdecimal()]
    without = [piece for piece in own if order_of(draft, piece) is None]
    if not own or not without or len(without) == len(own) or len(without) < len(own) - len(without):
        return tuple(without)
    helped = {
        order.other for order in draft if isinstance(order, Support) and order.target and not order.seat
    }
    return tuple(piece for piece in without if piece in helped)


# -- menus


def menus(view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """The menus of the desk; without a choice the first piece that has no order is open."""
    seat = view.seat
    if seat is None or seat not in view.phase.owing:
        return ()
    owed = view.state.owed.get(seat)
    if view.state.phase == "adjustment":
        return _choices(view, draft, owed) if owed is not None else ()
    own = pieces(view)
    unit, space, page = _read(picked)
    if unit not in own:
        unit = next((piece for piece in own if order_of(draft, piece) is None), "") if not page else ""
    steps = [_units_menu(view, draft, own, unit, page if not space else 0)]
    if unit:
        hold, moves, supports = _options(view, unit)
        order = order_of(draft, unit)
        direct, further = _at_once(draft, supports, len(moves) + 1)
        if not space and isinstance(order, Support) and order not in direct:
            space = _battle(view, order)
        steps.append(_orders_menu(view, unit, order, space, (*moves, hold, *direct), further))
        if space in further:
            steps.append(_supports_menu(view, draft, unit, space, further[space], page))
    return tuple(step for step in steps if step.choices)


def _at_once(
    draft: Sequence[Order], supports: Mapping[Key, Sequence[Support]], others: int
) -> tuple[list[Support], dict[Key, list[Support]]]:
    """Which supports stand beside the other orders, and which in a third menu. At once there are those that
    fit the sheet, those that let another's unit hold, as letters ask for, and the only other one in a space.

    others: how many other orders there are
    """
    listed = sorted(
        (each for some in supports.values() for each in some), key=lambda each: _usual(draft, each)
    )
    likely = {each for each in listed if _matched(draft, each) or (each.seat and not each.target)}
    alone = {each for some in supports.values() if len(rest := set(some) - likely) == 1 for each in rest}
    direct = [each for each in listed if each in likely | alone][: MOST_CHOICES - others - len(supports)]
    further = {key: [each for each in some if each not in direct] for key, some in supports.items()}
    return direct, {key: some for key, some in further.items() if some}


def _read(picked: str) -> tuple[str, Key, int]:
    """The piece, the battle space and the page (from 0) of what was picked."""
    picked = picked.removeprefix("@")
    match = re.fullmatch(r"([a-z0-9]*)\+?(?:@([a-z_]+))?(?::(\d{1,3}))?", picked)
    if match is None:
        return "", "", 0
    return match[1], match[2] or "", max(0, int(match[3] or 1) - 1)


def _paged(choices: Sequence[Choice], page: int, onwards: str) -> tuple[Choice, ...]:
    """One page of a list that may be longer than a menu, with an entry that turns to the next."""
    if len(choices) <= MOST_CHOICES:
        return tuple(choices)
    pages = -(-len(choices) // _PAGE)
    page %= pages
    follows = (page + 1) % pages
    turn = Choice(f"{onwards}:{follows + 1}", MORE(page=follows + 1, pages=pages))
    return (*choices[page * _PAGE : (page + 1) * _PAGE], turn)


def _units_menu(view: View, draft: Sequence[Order], own: Mapping[str, Key], unit: str, page: int) -> MenuStep:
    choices = []
    for piece, space in own.items():
        order = order_of(draft, piece)
        told = deed(view, order) if isinstance(order, (Hold, Move, Support)) else words.CHOICE_NO_ORDER
        label = words.CHOICE_UNIT(unit=piece_name(piece), space=view.board.name(space))
        choices.append(Choice(piece, label, clip(told, 100), chosen=piece == unit))
    if unit and not page:
        page = list(own).index(unit) // _PAGE
    return MenuStep("pick", words.PICK_UNIT, _paged(choices, page, ""))


def _orders_menu(
    view: View,
    unit: str,
    order: Order | None,
    space: Key,
    others: Sequence[UnitOrder],
    supports: Mapping[Key, Sequence[Support]],
) -> MenuStep:
    """What the piece may do: `others`, or support in one of the spaces around; `space`: the one chosen."""
    board = view.board
    choices = []
    for other in others:
        told = ""
        if isinstance(other, Move):
            label = words.CHOICE_MOVE(space=starred(board, other.target))
            told = _standing(view, other.target)
        elif isinstance(other, Support):
            text = words.CHOICE_SUPPORT_OWN if other.target else words.CHOICE_SUPPORT_OWN_HOLD
            where = starred(board, _battle(view, other))
            label = text(other=_other(other.seat, other.other), space=where)
        else:
            label = words.CHOICE_HOLD
        choices.append(Choice(str(other), label, clip(told, 100), order == other and not space))
    for key, listed in supports.items():
        label = words.CHOICE_SUPPORT_IN(space=starred(board, key))
        here = any(isinstance(other, Support) and _battle(view, other) == key for other in others)
        told = (words.MORE_SUPPORTS if here else words.POSSIBLE_SUPPORTS)(n=len(listed))
        choices.append(Choice(f"@{unit}@{key}", label, told, key == space))
    return MenuStep("do", words.PICK_ORDER(piece=_piece(unit)), tuple(choices))


def _supports_menu(
    view: View, draft: Sequence[Order], unit: str, space: Key, listed: Sequence[Support], page: int
) -> MenuStep:
    order, name = order_of(draft, unit), view.board.name(space)
    choices = []
    for support in sorted(listed, key=lambda each: _usual(draft, each)):
        whose, matched = support.seat or view.seat or "", _matched(draft, support)
        stands = next(u.space for u in view.units(whose) if str(u.number) == support.other)
        holding = not support.target
        if support.seat:
            text = words.CHOICE_THEIRS_HOLDING if holding else words.CHOICE_THEIRS
        else:
            text = words.CHOICE_YOURS_HOLDING if holding else words.CHOICE_YOURS
        told = words.SUPPORT_ON_SHEET if matched else ""
        if not holding:
            origin = words.SUPPORT_FROM_ON_SHEET if matched else words.SUPPORT_FROM
            told = origin(space=view.board.name(stands))
        label = text(other=_other(support.seat, support.other), space=name)
        choices.append(Choice(str(support), label, told, support == order))
    placeholder = clip(words.PICK_SUPPORTED(space=name), 100)
    return MenuStep("do", placeholder, _paged(choices, page, f"@{unit}@{space}"))


def _matched(draft: Sequence[Order], support: Support) -> bool:
    """Whether an own unit does what this supports: as ordered on the sheet; without an order it holds."""
    if support.seat:
        return False
    order = order_of(draft, support.other)
    if support.target:
        return isinstance(order, Move) and order.target == support.target
    return order is None or isinstance(order, (Hold, Support))


def _usual(draft: Sequence[Order], support: Support) -> tuple[bool, bool, str, bool, int]:
    """What people want most comes first: what the sheet says, own units, then by faction and number."""
    return (
        not _matched(draft, support),
        bool(support.seat),
        support.seat,
        not support.target,
        int(support.other),
    )


def _options(view: View, unit: str) -> tuple[Hold, list[Move], dict[Key, list[Support]]]:
    """The legal orders of a piece: to hold, its moves, its supports by battle space, the best first."""
    board = view.board
    moves: list[Move] = []
    supports: dict[Key, list[Support]] = {}
    for order in unit_orders(Field(board, view.state), view.seat or "", unit):
        if isinstance(order, Move):
            moves.append(order)
        elif isinstance(order, Support):
            supports.setdefault(_battle(view, order), []).append(order)
    moves.sort(key=lambda move: _gain(view, move.target))
    return (
        Hold(unit),
        moves,
        {key: supports[key] for key in sorted(supports, key=lambda key: _gain(view, key))},
    )


def _gain(view: View, space: Key) -> tuple[int, str]:
    """Sort what a move there may gain: a foreign star, foreign land, the rest, an own star; then by name."""
    board, state = view.board, view.state
    turreton = board.spaces[space].turreton
    holder = state.turretons[turreton] if turreton else state.control.get(space)
    mine = holder is not None and holder == view.seat
    if board.spaces[space].star:
        return (3 if mine else 0), board.name(space)
    return (2 if mine or holder is None else 1), board.name(space)


def _battle(view: View, support: Support) -> Key:
    """The space that a support is about."""
    if support.target:
        return support.target
    seat = support.seat or view.seat or ""
    found = next((u.space for u in view.units(seat) if str(u.number) == support.other), "")
    return found


def _standing(view: View, space: Key) -> str:
    """Who stands in a space or controls it: "Greene 3", "controlled by Tower", "" nobody."""
    there = [unit_name(unit.seat, str(unit.number)) for unit in view.units() if unit.space == space]
    loyal = next(
        (seat for name, seat in view.state.turretons.items() if view.board.places[name] == space), None
    )
    if loyal is not None:
        turreton = (view.board.spaces[space].turreton or "").capitalize()
        there.append(words.TURRETON_OF(turreton=turreton, seat=seat_name(loyal)))
    if there:
        return ", ".join(there)
    holder = view.state.control.get(space)
    return words.CONTROLLED_BY(seat=seat_name(holder)) if holder and holder != view.seat else ""


def _choices(view: View, draft: Sequence[Order], owed: Owed) -> tuple[MenuStep, ...]:
    """The menus of an adjustment."""
    steps = []
    board, own = view.board, view.units(view.seat)
    if owed.relocate:
        steps.append(
            MenuStep(
                "give",
                words.PICK_HOME,
                tuple(
                    Choice(f"relocate {key}", board.name(key), _standing(view, key), Relocate(key) in draft)
                    for key in owed.relocate[:MOST_CHOICES]
                ),
            )
        )
    if owed.disband:
        most = min(owed.disband, len(own), MOST_CHOICES)
        steps.append(
            MenuStep(
                "give",
                words.PICK_DISBANDS(n=owed.disband),
                tuple(
                    Choice(
                        f"disband {unit.number}",
                        words.CHOICE_UNIT(unit=unit.number, space=board.name(unit.space)),
                        "",
                        Disband(str(unit.number)) in draft,
                    )
                    for unit in own[-MOST_CHOICES:]
                ),
                least=most,
                most=most,
            )
        )
    return tuple(steps)


# -- the map


def marks(view: View, picked: str) -> dict[Key, str]:
    """The picked piece's space ("chosen"), where it may go ("move") or, once supports are looked at, the
    battle space ("support")."""
    unit, space, _ = _read(picked)
    own = pieces(view)
    if view.state.phase == "adjustment" or view.seat not in view.phase.owing or unit not in own:
        return {}
    found: dict[Key, str] = {own[unit]: "chosen"}
    if space:
        return {**found, space: "support"} if space in view.board.spaces else found
    if unit in TURRETONS:
        return {**found, **dict.fromkeys(_options(view, unit)[2], "support")}
    return {**found, **dict.fromkeys(view.board.near[own[unit]], "move")}


# -- typing

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
    for text in by_turns({0: groups}):
        values = ("; ".join([*some, text]) for some in (kept, short))
        value = next((value for value in values if len(value) <= _MOST_VALUE), "")
        if value:
            found.append(Choice(value, value))
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
    said = str(order).replace("_", " ").split()
    if isinstance(order, (Move, Relocate)):
        name = plain(board.name(order.target)).split()
        said = [*said[:2], "to", *name, board.spaces[order.target].abbr]
    first, *rest = wanted
    whole = bool(rest) or typed[-1:].isspace()
    if not said[0].startswith(first) or (whole and first.isdecimal() and said[0] != first):
        return False
    left = iter(said[1:])
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
