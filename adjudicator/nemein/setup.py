"""The set-up of Nemein: checking a handful and its placement, and the reveal. Source: Handful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.chance import Chance, flip
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Event, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein import text
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, board_of
from adjudicator.nemein.money import Currency, coins_text, default_place, room_of, stock_handfuls
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.state import Stack, State
from adjudicator.text import listing


def units_in(money: Currency, handful: Handful) -> tuple[int, ...]:
    """Return a handful without its house coins."""
    return tuple(coin for coin in handful.coins if coin != money.house)


def stock(options: NemeinOptions, seat: Seat) -> tuple[Handful, Place]:
    """Return the stock handful of a seat, with its default placement."""
    handful = Handful(options.stock(SEATS.index(seat)))
    return handful, standing(options, seat, handful)


def standing(options: NemeinOptions, seat: Seat, handful: Handful) -> Place:
    """Return the default placement of a handful whose units fit."""
    money = options.money[SEATS.index(seat)]
    return Place(default_place(options.side, seat, units_in(money, handful)))


def examples(options: NemeinOptions, seat: Seat) -> list[Handful]:
    """Return a sensible handful for each number of house coins."""
    at = SEATS.index(seat)
    found = stock_handfuls(
        options.money[at].coins, options.amount(at), options.max_coins, room_of(options.side)
    )
    return [Handful(coins) for coins in found]


def joined(
    options: NemeinOptions, seat: Seat, draft: Sequence[Order], orders: Sequence[Order]
) -> list[Order]:
    """Join these orders to a set-up sheet: a new handful stands by default unless a placement comes with it,
    and a placement alone joins the handful that is there, the stock one if none is. Actions of a turn
    stay in it: `check` refuses them."""
    handfuls: list[Order] = [order for order in orders if isinstance(order, Handful)]
    places: list[Order] = [order for order in orders if isinstance(order, Place)]
    if handfuls and not places:
        [*_, newest] = handfuls
        assert isinstance(newest, Handful)
        if fault_of_handful(options, seat, newest) is None:
            places = [standing(options, seat, newest)]
    if places and not handfuls:
        handfuls = [order for order in draft if isinstance(order, Handful)]
        handfuls = handfuls or [stock(options, seat)[0]]
    strange = [order for order in orders if not isinstance(order, (Handful, Place, Declare))]
    if not handfuls and not places:
        return [*(order for order in draft if isinstance(order, (Handful, Place))), *strange]
    return [*handfuls, *places, *strange]


def check_setup(options: NemeinOptions, seat: Seat, orders: Sequence[Order]) -> tuple[Handful, Place]:
    """Check the handful and the placement of a sheet; a handful alone stands by default. Raises
    IllegalOrderError."""
    handfuls = [order for order in orders if isinstance(order, Handful)]
    places = [order for order in orders if isinstance(order, Place)]
    for many in (handfuls, places):
        if len(many) > 1:
            raise IllegalOrderError(str(many[1]), text.SAID_TWICE)
    if not handfuls:
        wanted = str(stock(options, seat)[0])
        raise IllegalOrderError(str(places[0]), text.NO_HANDFUL, (wanted,))
    [handful] = handfuls
    fault = fault_of_handful(options, seat, handful)
    if fault is not None:
        raise IllegalOrderError(str(handful), fault, (str(stock(options, seat)[0]),))
    by_default = standing(options, seat, handful)
    if not places:
        return handful, by_default
    fault = fault_of_place(options, seat, handful, places[0])
    if fault is not None:
        raise IllegalOrderError(str(places[0]), fault, (str(by_default),))
    return handful, places[0]


def fault_of_handful(options: NemeinOptions, seat: Seat, handful: Handful) -> str | None:
    """Explain why that is no handful of the seat, with running totals; None: it is one."""
    at = SEATS.index(seat)
    money, amount, coins = options.money[at], options.amount(at), handful.coins
    strange = [coin for coin in coins if coin not in money.coins]
    if strange:
        return text.NO_COIN(word=strange[0], currency=money.code, coins=money.named())
    total, most, units = sum(coins), options.max_coins, units_in(money, handful)
    room, faults = room_of(options.side), list[str]()
    if total < amount:
        missing = money.sum(amount - total)
        faults.append(text.TOO_LITTLE(sum=money.sum(total), missing=missing, amount=money.amount(amount)))
    if total > amount:
        over = money.sum(total - amount)
        faults.append(text.TOO_MUCH(sum=money.sum(total), over=over, amount=money.amount(amount)))
    if len(coins) > most:
        faults.append(text.TOO_MANY(n=len(coins), most=most))
    if not units:
        faults.append(text.NO_UNIT(units=listing(map(str, money.units))))
    if most >= len(units) > room:
        faults.append(text.NO_ROOM(room=room, n=len(units)))
    return ". ".join(faults) or None


def fault_of_place(options: NemeinOptions, seat: Seat, handful: Handful, place: Place) -> str | None:
    """Explain why the units of a right handful cannot stand so; None: they can."""
    at, board = SEATS.index(seat), board_of(options.side)
    money, home = options.money[at], [board.names[tile] for tile in board.homes[at]]
    for tile, coins in place.placed:
        if tile not in home:
            return text.NOT_HOME(tile=tile, rows=listing(sorted({name[0] for name in home}), "and"))
        if money.house in coins:
            return text.HOUSE_COIN(coin=money.house)
        if len(coins) > MOST_ON_TILE:
            return text.FULL_TILE(n=len(coins), tile=tile, most=MOST_ON_TILE)
    stand = Counter(coin for _, coins in place.placed for coin in coins)
    wanted = Counter(units_in(money, handful))
    missing, strange = wanted - stand, stand - wanted
    if missing or strange:
        told = ((text.MISSING, missing), (text.STRANGE, strange))
        return ". ".join(said(coins=coins_text(coins.elements())) for said, coins in told if coins)
    if len({tile for tile, _ in place.placed}) < len(place.placed):
        [tile, *_] = [tile for tile, many in Counter(tile for tile, _ in place.placed).items() if many > 1]
        return text.TILE_TWICE(tile=tile)
    return None


def reveal(state: State, given: Mapping[Seat, Sequence[Order]], chance: Chance, found: list[Event]) -> State:
    """Reveal both handfuls and placements, together, and flip for who moves first. A seat that gave none has
    the stock ones. Source: Handful; Ruling."""
    tiles, hands, board = list(state.tiles), [0, 0], state.board
    for at, seat in enumerate(SEATS):
        sheet = given.get(seat) or stock(state.options, seat)
        handful, place = check_setup(state.options, seat, sheet)
        for name, coins in place.placed:
            tiles[board.index[name]] = Stack(seat, 0, coins)
        hands[at] = handful.coins.count(state.money(seat).house)
        found.append(ev.Revealed(seat=seat, handful=handful.coins, tiles=dict(place.placed)))
    coin = flip(chance)
    first = SEATS[0] if coin.heads else SEATS[1]
    found += [coin, ev.Begins(seat=first)]
    return replace(
        state, phase="play", tiles=tuple(tiles), hands=(hands[0], hands[1]), mover=first, n=chance.n
    )
