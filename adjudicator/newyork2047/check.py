"""What may be ordered: checking with reasons and alternatives, warnings, and lists of legal orders.

Source: Orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Seat
from adjudicator.newyork2047.board import TURRETONS, Key
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support, UnitOrder
from adjudicator.newyork2047.state import Field, State, View
from adjudicator.text import counted, listing


def declarations(state: State, seat: Seat) -> tuple[str, ...]:
    """List what a seat may declare now."""
    if state.outcome is not None or seat in state.ended or seat not in state.short:
        return ()
    return ("concede",) if seat in state.offers else ("concede", "draw")


def unit_of(order: Order) -> str:
    """Name the line of the sheet that an order fills."""
    match order:
        case Relocate():
            return "relocate"
        case Disband():
            return "disband"
        case Declare(what=what):
            return what
        case _:
            return order.unit


def sorted_sheet(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Sort orders as on a sheet: units by number, Turretons, the choices, declarations."""

    def place(order: Order) -> tuple[int, int, str]:
        line = unit_of(order)
        if line.isdecimal():
            return 0, int(line), ""
        if line in TURRETONS:
            return 1, TURRETONS.index(line), ""
        if isinstance(order, Disband):
            return 3, int(order.unit), ""
        return (2, 0, "") if isinstance(order, Relocate) else (4, 0, line)

    return tuple(sorted(orders, key=place))


def join(draft: Sequence[Order], orders: Sequence[Order]) -> tuple[Order, ...]:
    """Add these orders to the draft: they replace what stood on the same lines."""
    lines = {unit_of(order) for order in orders}
    return sorted_sheet([*(order for order in draft if unit_of(order) not in lines), *orders])


def fits(field: Field, own: dict[str, Key], seat: Seat, order: Order) -> bool:
    """Return whether a unit's order is possible now. `own`: the seat's pieces. The quick form of
    `explain`."""
    if type(order) is Move:
        space = own.get(order.unit)
        return space is not None and order.unit not in TURRETONS and order.target in field.board.near[space]
    if type(order) is Support:
        space = own.get(order.unit)
        other = field.units.get((order.seat or seat, order.other))
        if space is None or other is None:
            return False
        if order.seat and (order.seat == seat or order.unit in TURRETONS):
            return False
        board = field.board
        battle = order.target or other.space
        if order.target and order.target not in board.near[other.space]:
            return False
        if not order.seat and order.unit == order.other:
            return False
        return battle in board.near[space] and (space in board.water or battle not in board.water)
    return type(order) is Hold and order.unit in own


def check(field: Field, seat: Seat | None, orders: Sequence[Order]) -> None:
    """Raise IllegalOrderError, with what would work, unless the sheet could be resolved for this seat."""
    state = field.state
    if seat is None or not orders:
        raise IllegalOrderError("", _nothing(field, seat), [str(order) for order in legal(field, seat)])
    said = [order for order in orders if isinstance(order, Declare)]
    for declared in said:
        allowed = declarations(state, seat)
        if said.count(declared) > 1:
            raise IllegalOrderError(str(declared), "once is enough", (str(declared),))
        if declared.what not in allowed:
            raise IllegalOrderError(str(declared), "that cannot be declared now", allowed)
    if Declare("concede") in said and len(orders) > 1:
        raise IllegalOrderError("concede", "it stands alone: no orders beside it")
    if len(said) == len(orders):
        return
    if seat not in field.owing:
        raise IllegalOrderError(str(orders[0]), _nothing(field, seat))
    own = field.places.get(seat, {})
    seen: set[str] = set()
    for order in orders:
        if isinstance(order, Declare):
            continue
        line = str(order) if isinstance(order, Disband) else unit_of(order)
        if line in seen:
            raise IllegalOrderError(str(order), f"{_line_name(line)} has two orders in one sheet")
        seen.add(line)
        if not isinstance(order, (Relocate, Disband)) and state.phase != "adjustment":
            if not fits(field, own, seat, order):
                raise _explain(field, own, seat, order)
        else:
            _check_choice(field, seat, order)
    if state.phase == "adjustment":
        most = state.owed[seat].disband
        given = [order for order in orders if isinstance(order, Disband)]
        if len(given) > most:
            raise IllegalOrderError(
                str(given[most]), f"you have to disband {counted(most, 'unit')}, not {len(given)}"
            )


def _line_name(line: str) -> str:
    return f"unit {line}" if line.isdecimal() else line.capitalize()


def _nothing(field: Field, seat: Seat | None) -> str:
    """Explain why no order is expected, or that none was given."""
    state = field.state
    if state.outcome is not None:
        return "the game is over"
    if seat is None:
        return "only a faction gives orders"
    if seat in field.owing:
        return "no order was given"
    if seat in state.ended:
        return "your faction is out of the game"
    if state.phase == "adjustment":
        return "your faction has nothing to choose now; the others do"
    return "your faction has no units now"


def _check_choice(field: Field, seat: Seat, order: Order) -> None:
    """Check a relocation or a disbanding: owed now, or given ahead in a season."""
    state = field.state
    if isinstance(order, Relocate):
        if state.phase != "adjustment":
            if order.target not in field.board.stars:
                instead = [f"relocate {key}" for key in field.board.stars]
                raise IllegalOrderError(str(order), "a home base stands on a star space on land", instead)
            return
        choices = state.owed[seat].relocate
        if order.target not in choices:
            reason = "your home base cannot go there" if choices else "your home base does not move"
            raise IllegalOrderError(str(order), reason, [f"relocate {key}" for key in choices])
    elif isinstance(order, Disband):
        own = [name for name in field.places.get(seat, {}) if name not in TURRETONS]
        if order.unit not in own:
            raise IllegalOrderError(
                str(order), f"you have no unit {order.unit}", [f"disband {name}" for name in own]
            )
        if state.phase == "adjustment" and not state.owed[seat].disband:
            raise IllegalOrderError(str(order), "you have no unit too many")
    else:
        choices_now = [str(choice) for choice in legal(field, seat)]
        raise IllegalOrderError(str(order), "the units move again in the next season", choices_now)


def _explain(field: Field, own: dict[str, Key], seat: Seat, order: UnitOrder) -> IllegalOrderError:
    """Explain why an order of a unit is not possible, and what is."""
    board, text, space = field.board, str(order), own.get(order.unit)
    if space is None:
        if order.unit in TURRETONS:
            reason, mine = (
                f"{order.unit.capitalize()} is not loyal to you",
                [name for name in own if name in TURRETONS],
            )
        else:
            reason, mine = f"you have no unit {order.unit}", list(own)
        have = f"; you have {listing(mine, 'and')}" if mine else ""
        return IllegalOrderError(text, f"{reason}{have}", [f"{name} hold" for name in mine])
    here = board.name(space)
    if isinstance(order, Move):
        if order.unit in TURRETONS:
            return IllegalOrderError(
                text, "a Turreton cannot move: it supports or holds", [f"{order.unit} hold"]
            )
        near = board.near[space]
        if order.target == space:
            reason = f"unit {order.unit} stands in {here} already"
            return IllegalOrderError(text, reason, [f"{order.unit} hold"])
        names = listing([board.name(key) for key in near])
        reason = f"{board.name(order.target)} is no neighbour of {here}: unit {order.unit} can go to {names}"
        return IllegalOrderError(text, reason, [str(Move(order.unit, key)) for key in near])
    assert isinstance(order, Support)
    instead = [str(other) for other in unit_orders(field, seat, order.unit) if isinstance(other, Support)]
    return IllegalOrderError(text, _support_fault(field, space, seat, order), instead)


def _support_fault(field: Field, space: Key, seat: Seat, order: Support) -> str:
    board, whose = field.board, order.seat or seat
    other = field.units.get((whose, order.other))
    if order.other in TURRETONS:
        return "a Turreton cannot be supported"
    if other is None:
        return f"{'you have' if whose == seat else f'{whose} has'} no unit {order.other}"
    if order.unit in TURRETONS and whose != seat:
        return "a Turreton supports only units of its own faction"
    if whose == seat and order.unit == order.other:
        return "a unit cannot support itself"
    if order.target and order.target not in board.near[other.space]:
        there = board.name(other.space)
        return f"{whose} {order.other} stands in {there} and cannot reach {board.name(order.target)}"
    battle = order.target or other.space
    if battle == space:
        return "a unit needs no support from its own space: it defends there anyway"
    if battle not in board.near[space]:
        return f"{board.name(battle)} does not touch {board.name(space)}"
    return "units on land support into land only, and that is water"


def legal(field: Field, seat: Seat | None, draft: Sequence[Order] = ()) -> list[Order]:
    """List the orders that may join the draft, sorted by text. Choices ahead are not listed, though they may
    be given."""
    state = field.state
    if seat is None or seat not in field.owing or Declare("concede") in draft:
        return []
    if state.phase == "adjustment":
        return sorted(_choices(field, seat, draft), key=str)
    given = {unit_of(order) for order in draft}
    names = [name for name in field.places.get(seat, {}) if name not in given]
    return sorted((order for name in names for order in unit_orders(field, seat, name)), key=str)


def _choices(field: Field, seat: Seat, draft: Sequence[Order]) -> Iterator[Order]:
    owed = field.state.owed[seat]
    if not any(isinstance(order, Relocate) for order in draft):
        yield from (Relocate(key) for key in owed.relocate)
    chosen = {order.unit for order in draft if isinstance(order, Disband)}
    if len(chosen) < owed.disband:
        own = field.places.get(seat, {})
        yield from (Disband(name) for name in own if name not in TURRETONS and name not in chosen)


def unit_orders(field: Field, seat: Seat, unit: str) -> Iterator[UnitOrder]:
    """List everything that one piece of a seat may be ordered: hold, moves, supports (in no set order)."""
    board, space = field.board, field.places[seat][unit]
    turreton = unit in TURRETONS
    yield Hold(unit)
    if not turreton:
        yield from (Move(unit, key) for key in board.near[space])
    reach = [key for key in board.near[space] if space in board.water or key not in board.water]
    for battle in reach:
        for other in field.standing.get(battle, ()):
            if not turreton or other.seat == seat:
                yield Support(unit, "" if other.seat == seat else other.seat, str(other.number), "")
        for origin in board.near[battle]:
            for other in field.standing.get(origin, ()):
                own = other.seat == seat
                if (own or not turreton) and not (own and str(other.number) == unit):
                    yield Support(unit, "" if own else other.seat, str(other.number), battle)


def warnings(view: View, field: Field, orders: Sequence[Order]) -> tuple[str, ...]:
    """Warn of what is possible but pointless in a checked sheet: one line each."""
    seat, board = view.seat or "", view.board
    sheet = {unit_of(order): order for order in orders if not isinstance(order, Declare)}
    own = field.places.get(seat, {})
    moves = {order.unit: order.target for order in orders if isinstance(order, Move)}
    said: list[str] = []
    landing: dict[Key, list[str]] = {}
    for unit, target in moves.items():
        name = board.name(target)
        home = view.state.homes.get(seat) == target
        if target not in board.water and not home:
            landing.setdefault(target, []).append(unit)
        there = field.standing.get(target, [])
        foreign = [other for other in there if other.seat != seat]
        if foreign and (own[unit] in board.water) != (target in board.water):
            said.append(
                f"{unit} to {name}: {foreign[0].seat.capitalize()} stands there, and nobody attacks between "
                "land and water; it works only if that space is left and no other faction wants it"
            )
        for other in there:
            text = str(other.number)
            if other.seat != seat or target in board.water or home:
                continue
            if text not in moves:
                said.append(f"{unit} to {name}: your unit {text} stays there, so the move does not happen")
            elif moves[text] == own[unit]:
                said.append(f"{unit} and {text} want to change places: neither moves")
    said += [
        f"{listing(units, 'and')} all go to {board.name(target)}: only one unit enters a land space"
        for target, units in landing.items()
        if len(units) > 1
    ]
    for order in orders:
        if isinstance(order, Support) and not order.seat:
            done = sheet.get(order.other)
            moving = moves.get(order.other, "")
            if order.target and moving != order.target:
                stays = "supports" if isinstance(done, Support) else "holds"
                does = f"moves to {board.name(moving)}" if moving else stays
                said.append(f"{order}: your unit {order.other} {does}, so that support counts for nothing")
            elif not order.target and moving:
                said.append(
                    f"{order}: your unit {order.other} moves to {board.name(moving)}, so that support counts "
                    "for nothing"
                )
    said += _against_oneself(field, seat, orders, moves)
    return tuple(dict.fromkeys(said))


def _against_oneself(
    field: Field, seat: Seat, orders: Sequence[Order], moves: Mapping[str, Key]
) -> Iterator[str]:
    """Warn of supports of other factions against own moves, or against own units that stay."""
    for order in orders:
        if not isinstance(order, Support) or not order.seat:
            continue
        other = field.units[order.seat, order.other]
        battle, who = order.target or other.space, f"{order.seat.capitalize()} {order.other}"
        there = field.board.name(battle)
        rivals = [unit for unit, target in moves.items() if target == battle]
        if rivals:
            yield f"{order}: it helps {who} against your own {listing(rivals, 'and')} in {there}"
        mine = [str(unit.number) for unit in field.standing.get(battle, ()) if unit.seat == seat]
        stay = [unit for unit in mine if unit not in moves]
        if order.target and stay:
            yield f"{order}: it helps {who} against your own {listing(stay, 'and')} in {there}"
