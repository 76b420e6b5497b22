"""What may be ordered: checking with reasons and alternatives, warnings, and lists of legal orders.

Source: Orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Seat
from adjudicator.newyork2047 import text as words
from adjudicator.newyork2047.board import TURRETONS, Key
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support, UnitOrder, spelled
from adjudicator.newyork2047.state import Field, State, View
from adjudicator.text import listing


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
            raise IllegalOrderError(str(declared), words.SAID_TWICE, (str(declared),))
        if declared.what not in allowed:
            raise IllegalOrderError(str(declared), words.NOT_NOW, allowed)
    if Declare("concede") in said and len(orders) > 1:
        raise IllegalOrderError("concede", words.CONCEDE_ALONE)
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
            raise IllegalOrderError(str(order), _twice(order))
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
            raise IllegalOrderError(str(given[most]), words.TOO_MANY_DISBANDED(most=most, given=len(given)))


def _twice(order: Order) -> str:
    match order:
        case Relocate():
            return words.TWO_HOMES
        case Disband(unit=unit):
            return words.TWICE_DISBANDED(unit=unit)
        case _:
            return words.TWO_ORDERS(unit=unit_of(order).capitalize())


def _nothing(field: Field, seat: Seat | None) -> str:
    """Explain why no order is expected, or that none was given."""
    state = field.state
    if state.outcome is not None:
        return words.GAME_OVER
    if seat is None:
        return words.ONLY_FACTIONS
    if seat in field.owing:
        return words.NONE_GIVEN
    if seat in state.ended:
        return words.OUT
    if state.phase == "adjustment":
        return words.NOTHING_TO_CHOOSE
    return words.NO_UNITS


def _check_choice(field: Field, seat: Seat, order: Order) -> None:
    """Check a relocation or a disbanding: owed now, or given ahead in a season."""
    state = field.state
    if isinstance(order, Relocate):
        if state.phase != "adjustment":
            if order.target not in field.board.stars:
                instead = [f"relocate {key}" for key in field.board.stars]
                raise IllegalOrderError(str(order), words.HOME_ON_STAR, instead)
            return
        choices = state.owed[seat].relocate
        if order.target not in choices:
            reason = words.HOME_NOT_THERE if choices else words.HOME_STAYS
            raise IllegalOrderError(str(order), reason, [f"relocate {key}" for key in choices])
    elif isinstance(order, Disband):
        own = [name for name in field.places.get(seat, {}) if name not in TURRETONS]
        if order.unit not in own:
            raise IllegalOrderError(
                str(order), _no_unit(order.unit, own), [f"disband {name}" for name in own]
            )
        if state.phase == "adjustment" and not state.owed[seat].disband:
            raise IllegalOrderError(str(order), words.NONE_TOO_MANY)
    else:
        choices_now = [str(choice) for choice in legal(field, seat)]
        raise IllegalOrderError(str(order), words.UNITS_REST, choices_now)


def _explain(field: Field, own: dict[str, Key], seat: Seat, order: UnitOrder) -> IllegalOrderError:
    """Explain why an order of a unit is not possible, and what is."""
    board, text, space = field.board, str(order), own.get(order.unit)
    if space is None:
        lost = words.NOT_LOYAL(turreton=order.unit.capitalize())
        return IllegalOrderError(text, lost if order.unit in TURRETONS else _no_unit(order.unit, own))
    here = board.name(space)
    if isinstance(order, Move):
        if order.unit in TURRETONS:
            reason = words.TURRETON_STAYS(turreton=order.unit.capitalize())
            return IllegalOrderError(text, reason, map(str, unit_orders(field, seat, order.unit)))
        near = board.near[space]
        if order.target == space:
            reason = words.THERE_ALREADY(unit=order.unit, space=here)
            return IllegalOrderError(text, reason, [f"{order.unit} hold"])
        reason = words.OUT_OF_REACH(
            unit=order.unit,
            target=board.name(order.target),
            space=here,
            spaces=listing([board.name(key) for key in near]),
        )
        return IllegalOrderError(text, reason, [str(Move(order.unit, key)) for key in near])
    assert isinstance(order, Support)
    possible = [other for other in unit_orders(field, seat, order.unit) if isinstance(other, Support)]
    possible.sort(key=lambda other: (other.seat, other.other) != (order.seat, order.other))
    return IllegalOrderError(text, _support_fault(field, space, seat, order), map(str, possible))


def _no_unit(unit: str, own: Iterable[str]) -> str:
    mine = listing([name.capitalize() for name in own], "and")
    return words.NO_UNIT_BUT(unit=unit, units=mine) if mine else words.NO_UNIT(unit=unit)


def _support_fault(field: Field, space: Key, seat: Seat, order: Support) -> str:
    board, whose = field.board, order.seat or seat
    other, foreign = field.units.get((whose, order.other)), whose != seat
    if order.other in TURRETONS:
        return words.TURRETON_UNSUPPORTED
    if other is None and foreign:
        return words.NO_SUCH_UNIT(faction=whose, unit=order.other)
    if other is None:
        return _no_unit(order.other, field.places.get(seat, {}))
    turreton = order.unit.capitalize() if order.unit in TURRETONS else ""
    if turreton and foreign:
        return words.TURRETON_OWN
    if not foreign and order.unit == order.other:
        return words.SUPPORTS_ITSELF
    if order.target and order.target not in board.near[other.space]:
        there, target = board.name(other.space), board.name(order.target)
        if foreign:
            return words.FOREIGN_OUT_OF_REACH(faction=whose, other=order.other, space=there, target=target)
        return words.OTHER_OUT_OF_REACH(other=order.other, space=there, target=target)
    battle = order.target or other.space
    if battle == space:
        return words.OWN_SPACE
    here, name = board.name(space), board.name(battle)
    if battle not in board.near[space] and turreton:
        return words.TURRETON_NOT_ADJACENT(turreton=turreton, space=here, battle=name)
    if battle not in board.near[space]:
        return words.NOT_ADJACENT(unit=order.unit, space=here, battle=name)
    return words.LAND_INTO_WATER(unit=order.unit, battle=name)


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
            said.append(words.NO_ATTACK_ASHORE(unit=unit, faction=foreign[0].seat, space=name))
        for other in there:
            text = str(other.number)
            if other.seat != seat or target in board.water or home:
                continue
            if text not in moves:
                said.append(words.OWN_UNIT_STAYS(unit=unit, space=name, other=text))
            elif moves[text] == own[unit]:
                said.append(words.CHANGING_PLACES(unit=unit, other=text))
    said += [
        words.ONE_ENTERS(units=listing(units, "and"), space=board.name(target))
        for target, units in landing.items()
        if len(units) > 1
    ]
    for order in orders:
        if not isinstance(order, Support) or order.seat:
            continue
        moving, written = moves.get(order.other, ""), spelled(board, str(order))
        if moving and moving != order.target:
            said.append(words.SUPPORT_OF_MOVER(order=written, other=order.other, space=board.name(moving)))
        elif order.target and not moving:
            supports = isinstance(sheet.get(order.other), Support)
            idle = words.SUPPORT_OF_SUPPORTER if supports else words.SUPPORT_OF_HOLDER
            said.append(idle(order=written, other=order.other))
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
        battle = order.target or other.space
        there = field.board.name(battle)

        def helps(mine: Sequence[str], order: Support = order, space: str = there) -> str:
            text = words.AGAINST_YOURSELF if len(mine) == 1 else words.AGAINST_YOURSELVES
            return text(
                order=spelled(field.board, str(order)),
                faction=order.seat,
                other=order.other,
                mine=listing(mine, "and"),
                space=space,
            )

        rivals = [unit for unit, target in moves.items() if target == battle]
        if rivals:
            yield helps(rivals)
        mine = [str(unit.number) for unit in field.standing.get(battle, ()) if unit.seat == seat]
        stay = [unit for unit in mine if unit not in moves]
        if order.target and stay:
            yield helps(stay)
