"""The set-up of Nemein: checking a handful and its placement, and the reveal. Source: Handful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.chance import Chance, flip
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Event, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, board_of
from adjudicator.nemein.money import Currency, default_place, room_of, stock_handfuls
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.state import Stack, State
from adjudicator.text import counted, listing


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
            raise IllegalOrderError(str(many[1]), "it is said twice; all coins go into one")
    if not handfuls:
        wanted = str(stock(options, seat)[0])
        raise IllegalOrderError(str(places[0]), "the handful is missing", (wanted,))
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
        return f"{strange[0]} is no coin of {money.code}; its coins are {money.named()}"
    total, most = sum(coins), options.max_coins
    faults = []
    if total != amount:
        wrong = f"{money.sum(abs(amount - total))} {'are missing' if total < amount else 'too much'}"
        faults.append(f"that is {money.sum(total)} of {money.sum(amount)}: {wrong}")
    if len(coins) > most:
        faults.append(f"that is {counted(len(coins), 'coin')}, and {most} is the most")
    units = units_in(money, handful)
    if not units:
        kinds = listing([str(coin) for coin in money.units])
        faults.append(f"at least one coin is a unit: {kinds}")
    if most >= len(units) > room_of(options.side):
        faults.append(f"{len(units)} units do not fit on your home tiles: {room_of(options.side)} do")
    return "; ".join(faults) or None


def fault_of_place(options: NemeinOptions, seat: Seat, handful: Handful, place: Place) -> str | None:
    """Explain why the units of a right handful cannot stand so; None: they can."""
    at, board = SEATS.index(seat), board_of(options.side)
    money, home = options.money[at], [board.names[tile] for tile in board.homes[at]]
    for tile, coins in place.placed:
        if tile not in home:
            rows = listing(sorted({name[0] for name in home}), "and")
            return f"{tile} is none of your home tiles, which are rows {rows}"
        if money.house in coins:
            return f"{money.house} is the house coin: it stays in the hand"
        if len(coins) > MOST_ON_TILE:
            return f"{len(coins)} coins on {tile}, and {MOST_ON_TILE} is the most"
    stand = Counter(coin for _, coins in place.placed for coin in coins)
    wanted = Counter(units_in(money, handful))
    missing, strange = wanted - stand, stand - wanted
    if missing or strange:
        many = stand.total() > wanted.total()
        faults = [f"{stand.total()} of {counted(wanted.total(), 'unit')}"]
        if many:
            faults = [f"{counted(stand.total(), 'unit')} placed, but your handful has {wanted.total()}"]
        if missing:
            faults.append(f"not placed yet: {_coins(missing)}")
        if strange:
            faults.append(f"not in {'it' if many else 'your handful'}: {_coins(strange)}")
        return "; ".join(faults)
    if len({tile for tile, _ in place.placed}) < len(place.placed):
        return "a tile is named twice"
    return None


def _coins(coins: Mapping[int, int]) -> str:
    """Write coins in words.

    >>> _coins({5: 2, 10: 1})
    '10, 5x2'
    """
    return ", ".join(
        f"{coin}x{coins[coin]}" if coins[coin] > 1 else f"{coin}" for coin in sorted(coins)[::-1]
    )


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
