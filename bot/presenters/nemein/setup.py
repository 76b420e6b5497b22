"""The set-up of Nemein at the order desk: the handful, coin by coin, then where its units stand.

What is picked says all that is not in the draft yet, so it lives in the ids of buttons and menus:
"h3.1.2.5"         a handful, how many of each coin from the highest
"p", "p.a1.10"     placing; with the 10 on a1 in hand
"p.a1"             the tile alone, and
"p.a1.10.b2"       the tile where it goes, where a menu has no room for all coins
"m.a1.10.b2"       that 10 went to b2;  "s.a1.10.b2.5" it changed places with a 5 there
"stock", "line"    the default of the rules: a whole set-up, or only its placement
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.nemein.board import MOST_ON_TILE, SEATS
from adjudicator.nemein.money import Currency, default_place, room_of
from adjudicator.nemein.orders import Handful, Order, Place
from adjudicator.nemein.state import View
from adjudicator.text import counted
from bot.common.message import MOST_CHOICES, Choice
from bot.presenters.base import MenuStep, Tap
from bot.presenters.nemein.words import coins_text

_PLACING = ("p", "m", "s", "line")


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


def shown(view: View, draft: Sequence[Order], picked: str) -> tuple[int, ...]:
    """The handful that the builder shows."""
    kind, _, rest = picked.partition("h")
    counts = rest.split(".")
    coins = money_of(view).coins
    if kind or len(counts) != len(coins) or not all(each.isdecimal() for each in counts):
        return handful_in(draft)
    return tuple(
        coin for coin, number in zip(coins, counts, strict=True) for _ in range(min(int(number), 99))
    )


def _picked(view: View, coins: Sequence[int]) -> str:
    return "h" + ".".join(str(coins.count(coin)) for coin in money_of(view).coins)


def fault(view: View, coins: Sequence[int]) -> str:
    """What is wrong with a handful, in a few words; "" nothing."""
    money, options = money_of(view), view.options
    amount = options.amount(_side(view))
    left = amount - sum(coins)
    if left > 0:
        return f"{money.sum(left)} missing"
    if left < 0:
        return f"{money.sum(-left)} too much"
    if len(coins) > options.max_coins:
        return f"{counted(len(coins) - options.max_coins, 'coin')} too many"
    units = len(coins) - coins.count(money.house)
    if not units:
        return f"at least one coin must be a unit, not a {money.house}"
    room = room_of(options.side)
    return f"only {room} units fit on your home rows" if units > room else ""


def total(view: View, coins: Sequence[int]) -> str:
    """ "95c of 100c, 12 of 20 coins"."""
    money, options = money_of(view), view.options
    amount = options.amount(_side(view))
    worth = f"{money.sum(sum(coins))} of {money.sum(amount)}"
    return f"{worth}, {len(coins)} of {options.max_coins} coins"


def progress(view: View, draft: Sequence[Order], picked: str) -> str:
    """The running total while it is not right."""
    coins = shown(view, draft, picked)
    wrong = fault(view, coins)
    if not wrong:
        return ""
    lines = [f"**{total(view, coins)}: {wrong}**"]
    if coins:
        lines.insert(0, f"**{'New' if draft else 'Your'} handful:** {coins_text(coins)}")
    if draft:
        lines.append("-# The set-up above stays as it is until this one is right.")
    return "\n".join(lines)


def sheet(view: View, draft: Sequence[Order]) -> list[str]:
    """A set-up in words."""
    coins, money = handful_in(draft), money_of(view)
    if not coins:
        return []
    hand = coins.count(money.house)
    lines = [
        f"**Handful:** {coins_text(coins)} ({total(view, coins)})",
        f"**In hand:** {counted(hand, 'house coin')}; on the board: {counted(len(coins) - hand, 'unit')}",
    ]
    lines += [f"-# `{order}`" for order in draft]
    return lines


# -- buttons


def placing(draft: Sequence[Order], picked: str) -> bool:
    return picked.split(".", maxsplit=1)[0] in _PLACING and bool(place_in(draft))


def taps(view: View, draft: Sequence[Order], picked: str) -> tuple[tuple[Tap, ...], ...]:
    if placing(draft, picked):
        return ((Tap("coins", "◀ Coins"), Tap("line", "Default placement")),)
    coins, money = shown(view, draft, picked), money_of(view)
    amount, most = view.options.amount(_side(view)), view.options.max_coins
    found: list[Tap] = []
    for coin in money.coins:
        less = list(coins)
        if coin in less:
            less.remove(coin)
        more = tuple(sorted((*coins, coin), reverse=True))
        full = sum(more) > amount or len(more) > most
        # Each button needs a value of its own, also where it cannot be pressed.
        found.append(
            Tap(_picked(view, less) if coin in coins else f"-{coin}", f"− {coin}", disabled=coin not in coins)
        )
        found.append(Tap(f"+{coin}" if full else _picked(view, more), f"+ {coin}", "primary", disabled=full))
    first = (
        Tap("stock", "Sensible default", "success"),
        Tap("p", "Place the coins…", disabled=not place_in(draft) or bool(progress(view, draft, picked))),
    )
    return (first, *(tuple(found[at : at + 4]) for at in range(0, len(found), 4)))


def tapped(view: View, draft: Sequence[Order], value: str) -> str:
    """The orders that a button or a choice makes; "" none."""
    kind, *rest = value.split(".")
    if value == "stock":
        coins = view.options.stock(_side(view))
        return f"{Handful(coins)}; {_default(view, coins)}"
    if value == "line":
        return str(_default(view, handful_in(draft))) if handful_in(draft) else ""
    if value.startswith("h"):
        coins = shown(view, draft, value)
        same = sorted(coins) == sorted(handful_in(draft))
        return "" if same or fault(view, coins) else str(Handful(coins))
    if kind in ("m", "s"):
        return _moved(draft, kind, rest)
    return ""


def _default(view: View, coins: Sequence[int]) -> Place:
    units = tuple(coin for coin in coins if coin != money_of(view).house)
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


# -- placing


def menus(view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    if not placing(draft, picked):
        return ()
    stacks, home = place_in(draft), _home(view)
    units = [(tile, coin) for tile in home for coin in _kinds(stacks, tile)]
    tile, held, target = _read(stacks, picked)
    if len(units) <= MOST_CHOICES:
        steps = [_units_step("1. Choose a coin", stacks, units, held)]
    else:
        tiles = [each for each in home if stacks.get(each)]
        words = (Choice(f"p.{each}", each, f"with {_on(stacks, each)}", each == tile) for each in tiles)
        steps = [MenuStep("lead", "1. Choose a tile", tuple(words))]
        if tile and not target:
            there = [(tile, coin) for coin in _kinds(stacks, tile)]
            steps.append(_units_step(f"Choose a coin on {tile}", stacks, there, held))
    if held is not None:
        steps += _target_steps(stacks, home, held, target)
    return tuple(steps)


def _kinds(stacks: dict[str, list[int]], tile: str) -> list[int]:
    return sorted(set(stacks.get(tile, ())), reverse=True)


def _on(stacks: dict[str, list[int]], tile: str) -> str:
    return ", ".join(str(coin) for coin in sorted(stacks.get(tile, ()), reverse=True))


def _units_step(
    words: str, stacks: dict[str, list[int]], units: Sequence[tuple[str, int]], held: tuple[str, int] | None
) -> MenuStep:
    choices = (
        Choice(f"p.{tile}.{coin}", f"{coin} on {tile}", _beside(stacks, tile, coin), (tile, coin) == held)
        for tile, coin in units
    )
    return MenuStep("lead", words, tuple(choices))


def _home(view: View) -> list[str]:
    return [view.board.names[tile] for tile in view.board.homes[_side(view)]]


def _read(stacks: dict[str, list[int]], picked: str) -> tuple[str, tuple[str, int] | None, str]:
    """The tile whose unit is being placed, that unit, and where it goes, as far as they are picked."""
    kind, *rest = picked.split(".")
    if kind != "p" or not rest or not stacks.get(rest[0]):
        return "", None, ""
    tile, kinds = rest[0], _kinds(stacks, rest[0])
    if len(rest) == 1:
        return tile, (tile, kinds[0]) if len(kinds) == 1 else None, ""
    if not rest[1].isdecimal() or int(rest[1]) not in kinds:
        return tile, None, ""
    return tile, (tile, int(rest[1])), rest[2] if len(rest) == 3 else ""


def _beside(stacks: dict[str, list[int]], tile: str, coin: int) -> str:
    rest = sorted(stacks[tile], reverse=True)
    rest.remove(coin)
    return f"with {', '.join(str(other) for other in rest)}" if rest else "alone there"


def _target_steps(
    stacks: dict[str, list[int]], home: Sequence[str], held: tuple[str, int], target: str
) -> list[MenuStep]:
    """Where a unit may go: tiles with room first, then the coins that it may change places with. Where that
    is too much for a menu the tile is chosen first."""
    others = [tile for tile in home if tile != held[0]]
    all_of = {tile: _goes(stacks, held, tile) for tile in others}
    words = f"2. The {held[1]} on {held[0]} goes to"
    choices = [choice for tile in others for choice in all_of[tile]]
    if len(choices) <= MOST_CHOICES:
        choices.sort(key=lambda choice: choice.value.startswith("s."))
        return [MenuStep("lead", words, tuple(choices))] if choices else []
    tiles = []
    for tile in others:
        if stacks.get(tile):
            value = f"p.{held[0]}.{held[1]}.{tile}"
            tiles.append(Choice(value, f"{tile}…", f"with {_on(stacks, tile)}", tile == target))
        else:
            tiles += all_of[tile]
    steps = [MenuStep("lead", words, tuple(tiles))]
    if all_of.get(target):
        steps.append(MenuStep("lead", f"The {held[1]} on {held[0]}, and {target}", all_of[target]))
    return steps


def _goes(stacks: dict[str, list[int]], held: tuple[str, int], target: str) -> tuple[Choice, ...]:
    """What a unit may do on another tile: go there, or change places."""
    tile, coin = held
    found, there = [], _on(stacks, target)
    if len(stacks.get(target, ())) < MOST_ON_TILE:
        found.append(Choice(f"m.{tile}.{coin}.{target}", target, f"to {there}" if there else "empty"))
    for unit in _kinds(stacks, target):
        if unit != coin:
            label = f"{target}: change places with the {unit}"
            found.append(Choice(f"s.{tile}.{coin}.{target}.{unit}", label))
    return tuple(found)


def marks(view: View, picked: str) -> dict[str, str]:
    kind, *rest = picked.split(".")
    if kind != "p" or not rest or rest[0] not in view.board.index:
        return {}
    return {tile: "chosen" if tile == rest[0] else "move" for tile in _home(view)}


def preview(view: View, draft: Sequence[Order], picked: str) -> Sequence[Order]:
    """What the desk's picture shows: the handful as far as it is put together."""
    coins = shown(view, draft, picked)
    return (Handful(coins),) if coins and fault(view, coins) else draft
