"""The set-up of Nemein at the order desk: the handful, then where its units stand. Whatever is chosen is a
whole set-up that may be sent.

What is picked says what is not in the draft, so it lives in the ids of buttons and menus:
"h3.1.2.5"         a handful, how many of each coin from the highest
"p", "p.a1.10"     placing; with the 10 on a1 in hand
"m.a1.10.b2"       that 10 went to b2;  "s.a1.10.b2.5" it changed places with a 5 there
"sets:2", "units:2", "goes.a1.10:2"   pages of the menus: handfuls, coins, tiles
"stock", "line"    the default of the rules: a whole set-up, or only its placement
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.nemein.board import MOST_ON_TILE, SEATS
from adjudicator.nemein.money import Currency, coins_text, default_place, room_of, stock_handfuls
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.setup import fault_of_handful, units_in
from adjudicator.nemein.state import View
from adjudicator.text import listing
from bot.common.message import Choice, Counted
from bot.presenters.base import MenuStep, Tap
from bot.presenters.nemein import text
from bot.presenters.pages import page_of, paged
from bot.presenters.text import NOTHING_THERE

_PLACING = ("p", "m", "s", "line", "goes")
_SETS, _UNITS, _GOES = "@sets:", "@units:", "@goes.{}.{}:"


def _side(view: View) -> int:
    return SEATS.index(view.seat or SEATS[0])


def money_of(view: View) -> Currency:
    return view.options.money[_side(view)]


def handful_in(draft: Sequence[Order]) -> tuple[int, ...]:
    return next((order.coins for order in draft if isinstance(order, Handful)), ())


def place_in(draft: Sequence[Order]) -> dict[str, list[int]]:
    """Where the units of a draft stand."""
    placed = next((order.placed for order in draft if isinstance(order, Place)), ())
    return {tile: list(coins) for tile, coins in placed}


def task(view: View) -> str:
    money = money_of(view)
    amount = money.amount(view.options.amount(_side(view)))
    return text.SETUP_TASK(most=view.options.max_coins, amount=amount, house=money.house)


def sheet(view: View, draft: Sequence[Order]) -> list[str]:
    """A set-up in words."""
    coins, money = handful_in(draft), money_of(view)
    if not coins:
        return []
    houses, rows = coins.count(money.house), listing(sorted({tile[0] for tile in _home(view)}), "and")
    return [
        text.YOUR_COINS(coins=coins_text(coins)),
        text.YOUR_UNITS(houses=houses, units=len(coins) - houses, rows=rows),
    ]


def handful_text(view: View, coins: Sequence[int]) -> str:
    """ "3 houses, 8 units: one 10, two 5s, five 1s"."""
    houses = coins.count(money_of(view).house)
    units = [coin for coin in coins if coin != money_of(view).house]
    return f"{text.HANDFUL(houses=houses, units=len(units))}: {coins_text(units)}"


# -- handfuls


def _value(view: View, coins: Sequence[int]) -> str:
    return "h" + ".".join(str(coins.count(coin)) for coin in money_of(view).coins)


def _read_value(view: View, value: str) -> tuple[int, ...]:
    """The handful of a value; () if it is none of this currency."""
    counts, coins = value.removeprefix("h").split("."), money_of(view).coins
    if len(counts) != len(coins) or not all(each.isdecimal() for each in counts):
        return ()
    return tuple(coin for coin, n in zip(coins, counts, strict=True) for _ in range(min(int(n), 99)))


def _right(view: View, coins: Sequence[int]) -> bool:
    handful = Handful(tuple(coins))
    return bool(coins) and fault_of_handful(view.options, view.seat or SEATS[0], handful) is None


def handfuls(view: View) -> list[tuple[int, ...]]:
    """Handfuls to choose from, the default first: for each number of house coins an even one, and one of few,
    strong units."""
    money, options = money_of(view), view.options
    amount = options.amount(_side(view))
    even = list(stock_handfuls(money.coins, amount, options.max_coins, room_of(options.side)))
    found = [options.stock(_side(view))]
    for coins in reversed(even):
        houses = coins.count(money.house)
        left, strong = amount - houses * money.house, [money.house] * houses
        for coin in money.units:
            strong += [coin] * (left // coin)
            left %= coin
        found += [coins, tuple(strong)]
    return [coins for coins in dict.fromkeys(found) if _right(view, coins)]


def exchanges(view: View, coins: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what may be changed in a handful, with the handful after it: a coin is broken into lower ones, or
    lower ones are joined to it."""
    money = money_of(view)
    for at, coin in enumerate(money.coins):
        left, parts = coin, list[int]()
        for lower in money.coins[at + 1 :]:
            parts += [lower] * (left // lower)
            left %= lower
        if left or not parts:
            continue
        named = ", ".join(map(str, parts))
        have, need = Counter(coins), Counter(parts)
        if have[coin]:
            yield text.BREAK(coin=coin, into=named), _sorted(have - Counter([coin]) + need)
        if have >= need:
            yield text.JOIN(coins=named, into=coin), _sorted(have - need + Counter([coin]))


def _sorted(coins: Counter[int]) -> tuple[int, ...]:
    return tuple(sorted(coins.elements(), reverse=True))


# -- buttons


def placing(draft: Sequence[Order], picked: str) -> bool:
    kind = picked.split(".", maxsplit=1)[0].partition(":")[0]
    return kind in (*_PLACING, _UNITS[1:-1]) and bool(place_in(draft))


def taps(view: View, draft: Sequence[Order], picked: str) -> tuple[tuple[Tap, ...], ...]:
    if placing(draft, picked):
        return ((Tap("coins", text.BACK_TO_COINS), Tap("line", text.DEFAULT_PLACES)),)
    default = Tap("stock", text.DEFAULT, "secondary" if draft else "success")
    return ((default, Tap("p", text.PLACE, disabled=not place_in(draft))),)


def tapped(view: View, draft: Sequence[Order], value: str) -> str:
    """The orders that a button or a choice makes; "" none."""
    kind, *rest = value.split(".")
    if value == "stock":
        coins = view.options.stock(_side(view))
        return f"{Handful(coins)}; {_default(view, coins)}"
    if value == "line":
        return str(_default(view, handful_in(draft))) if handful_in(draft) else ""
    if value.startswith("h"):
        coins = _read_value(view, value)
        return str(Handful(coins)) if _right(view, coins) and coins != handful_in(draft) else ""
    if kind in ("m", "s"):
        return _moved(draft, kind, rest)
    return ""


def _default(view: View, coins: Sequence[int]) -> Place:
    units = units_in(money_of(view), Handful(tuple(coins)))
    return Place(default_place(view.options.side, view.seat or SEATS[0], units))


def _moved(draft: Sequence[Order], kind: str, rest: Sequence[str]) -> str:
    """The placement after a unit went to another tile, or changed places with one there; "" if a quicker
    press has moved it already."""
    stacks, numbers = place_in(draft), [int(part) for part in rest if part.isdecimal()]
    tiles = [part for part in rest if not part.isdecimal()]
    if len(tiles) != 2 or len(numbers) != (1 if kind == "m" else 2):
        return ""
    origin, target = tiles
    there = stacks.setdefault(target, [])
    if numbers[0] not in stacks.get(origin, ()) or (kind == "s" and numbers[1] not in there):
        return ""
    stacks[origin].remove(numbers[0])
    if kind == "s":
        there.remove(numbers[1])
        stacks[origin].append(numbers[1])
    there.append(numbers[0])
    if len(there) > MOST_ON_TILE:
        return ""
    named = (f"{tile}={','.join(str(coin) for coin in coins)}" for tile, coins in stacks.items() if coins)
    return " ".join(["place", *named])


# -- menus


def menus(view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """Handfuls, and what may be changed in the one that is chosen; or coins to place, then where they go."""
    if placing(draft, picked):
        return (_placing_menu(view, place_in(draft), picked),)
    coins = handful_in(draft)
    choices = [_preset(view, each, each == coins) for each in handfuls(view)]
    shown = paged(choices, page_of(picked, _SETS), _SETS)
    label = text.OTHER_COINS if coins else text.CHOOSE_COINS
    steps = [MenuStep("lead", label, shown, counted=_counted(view, coins))]
    changes = [
        Choice(_value(view, after), label, coins_text(after))
        for label, after in exchanges(view, coins)
        if _right(view, after)
    ]
    return (*steps, MenuStep("lead", text.CHANGE_COINS, tuple(changes))) if changes else tuple(steps)


def _counted(view: View, coins: tuple[int, ...]) -> Counted:
    money, options = money_of(view), view.options
    things = tuple((coin, coins.count(coin)) for coin in money.coins)
    amount, room = options.amount(_side(view)), room_of(options.side)
    return Counted("h", things, 1, amount, money.sub, options.max_coins, room)


def _preset(view: View, coins: tuple[int, ...], chosen: bool) -> Choice:
    houses = coins.count(money_of(view).house)
    label = text.HANDFUL(houses=houses, units=len(coins) - houses)
    return Choice(_value(view, coins), label, coins_text(coins[houses:]), chosen)


def _placing_menu(view: View, stacks: dict[str, list[int]], picked: str) -> MenuStep:
    held = _held(stacks, picked)
    if held is not None:
        tile, coin = held
        onwards = _GOES.format(tile, coin)
        others = [each for each in _home(view) if each != tile]
        choices = [choice for other in others for choice in _goes(stacks, held, other)]
        choices.sort(key=lambda choice: choice.value.startswith("s."))
        back = Choice(f"{_UNITS}1", text.ANOTHER_COIN)
        shown = paged(choices, page_of(picked, onwards), onwards, [back])
        return MenuStep("lead", text.MOVE_TARGET(coin=coin, tile=tile), shown)
    units = [(tile, coin) for tile in _home(view) for coin in _kinds(stacks, tile)]
    choices = [
        Choice(f"p.{tile}.{coin}", text.UNIT_ON(coin=coin, tile=tile), _beside(stacks, tile, coin))
        for tile, coin in units
    ]
    return MenuStep("lead", text.PLACE_UNIT, paged(choices, page_of(picked, _UNITS), _UNITS))


def _kinds(stacks: dict[str, list[int]], tile: str) -> list[int]:
    return sorted(set(stacks.get(tile, ())), reverse=True)


def _on(coins: Sequence[int]) -> str:
    return ", ".join(str(coin) for coin in sorted(coins, reverse=True))


def _home(view: View) -> list[str]:
    return [view.board.names[tile] for tile in view.board.homes[_side(view)]]


def _held(stacks: dict[str, list[int]], picked: str) -> tuple[str, int] | None:
    """The unit that is being placed."""
    kind, *rest = picked.partition(":")[0].split(".")
    if kind not in ("p", "goes") or len(rest) < 2 or not rest[1].isdecimal():
        return None
    return (rest[0], int(rest[1])) if int(rest[1]) in stacks.get(rest[0], ()) else None


def _beside(stacks: dict[str, list[int]], tile: str, coin: int) -> str:
    rest = list(stacks[tile])
    rest.remove(coin)
    return text.STANDS_WITH(coins=_on(rest)) if rest else text.STANDS_ALONE


def _goes(stacks: dict[str, list[int]], held: tuple[str, int], target: str) -> Iterator[Choice]:
    """What a unit may do on another tile: go there, or change places."""
    tile, coin = held
    there = stacks.get(target, [])
    if len(there) < MOST_ON_TILE:
        told = text.JOINS(coins=_on(there)) if there else NOTHING_THERE
        yield Choice(f"m.{tile}.{coin}.{target}", target, told)
    for unit in _kinds(stacks, target):
        if unit != coin:
            yield Choice(f"s.{tile}.{coin}.{target}.{unit}", text.SWAP_WITH(tile=target, coin=unit))


def home_part(view: View) -> tuple[str, ...]:
    """The tiles to crop the picture to: the back row, so that what is around it is the home and no more."""
    rows, home = view.board.rows, view.board.homes[_side(view)]
    back = (min if _side(view) == 0 else max)(rows[tile] for tile in home)
    return tuple(view.board.names[tile] for tile in home if rows[tile] == back)


def marks(view: View, picked: str) -> dict[str, str]:
    kind, *rest = picked.partition(":")[0].split(".")
    if kind not in ("p", "goes") or not rest or rest[0] not in view.board.index:
        return {}
    return {tile: "chosen" if tile == rest[0] else "move" for tile in _home(view)}
