"""Nemein in words: what happened, what an order does, how the seats stand. Coins are told by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.chance import CoinFlip, in_words
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Event, Outcome, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein.actions import flips, lowest_enemy, possible
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.explain import check_line, why_not, wins
from adjudicator.nemein.money import grouped
from adjudicator.nemein.orders import (
    VERBS,
    Action,
    End,
    Handful,
    House,
    Move,
    Order,
    Place,
    Split,
    Swap,
    Upgrade,
)
from adjudicator.nemein.state import Stack, State, View, counting, houses_of, units_of
from adjudicator.text import counted, listing
from bot.presenters.base import declaration, declared, seats_named, victory
from maps.nemein.words import REASONS
from maps.text import capitalized, long_reason, quiet_text, seat_name

_NAMES = {seat: seat_name(seat) for seat in SEATS}


def coins_text(coins: Iterable[int]) -> str:
    """Coins by denomination, high to low.

    >>> coins_text((5, 10, 5))
    '10×1 · 5×2'
    """
    return " · ".join(f"{coin}×{number}" for coin, number in grouped(coins))


def stack_text(stack: Stack) -> str:
    """What stands on a tile: "house with 5, 1"."""
    loose = ", ".join(str(coin) for coin in stack.loose)
    if not stack.housed:
        return loose
    return f"house with {stack.housed}" + (f", beside it {loose}" if loose else "")


# -- the turn


def kinds(actions: Iterable[Action]) -> list[str]:
    """Which kinds of action these are, in the order of a turn: ["move", "split"]."""
    there = {VERBS[type(action)] for action in actions}
    return [word for word in VERBS.values() if word in there]


def branches(view: View, draft: Sequence[Order]) -> tuple[State, ...]:
    """What a line may lead to: two states after a coin flip, the won one first."""
    try:
        return check_line(view.state, actions_of(draft))
    except IllegalOrderError:  # something happened since it was written
        return (view.state,)


def actions_of(orders: Iterable[Order]) -> list[Action]:
    return [order for order in orders if isinstance(order, Action)]


def odds(state: State, move: Move) -> str:
    """ "sure win" or "coin flip" for an attack, "" for a move."""
    if why_not(state, move) is not None or lowest_enemy(state, move) is None:
        return ""
    return "coin flip" if flips(state, move) else "sure win"


def describe(state: State, order: Order, sure: bool = True) -> str:
    """An order in words, as things stand. sure: whether they do, or a coin decides before it"""
    match order:
        case Declare():
            return declaration(order)
        case Handful(coins=coins):
            return coins_text(coins)
        case Place(placed=placed):
            return "; ".join(f"{tile} {', '.join(str(coin) for coin in coins)}" for tile, coins in placed)
        case Move():
            return _move(state, order, sure)
        case Swap(tile=tile):
            stack = state.tiles[state.board.index[tile]]
            if stack is not None and stack.loose and stack.housed:
                return f"on {tile} the {stack.loose[0]} takes the place of the {stack.housed} on the house"
            return f"the units on {tile} change places"
        case Split(tile=tile, coin=coin):
            into = state.money(state.mover).below(coin)
            return f"the {coin} on {tile} becomes two {into}s"
        case Upgrade(tile=tile):
            stack = state.tiles[state.board.index[tile]]
            if stack is None or not stack.housed:  # something happened since it was written
                return f"the housed unit on {tile}"
            higher = state.money(stack.owner).above(stack.housed)
            return f"the housed {stack.housed} on {tile} becomes a {higher}"
        case House(tile=tile):
            if not state.board.counts(state.board.index[tile], state.mover):
                return f"a house on {tile}, which does not count so near to home"
            if why_not(state, order) is not None:
                return f"a house on {tile}"
            good = f"{counting(state, state.mover) + 1} of {state.options.houses_to_win}"
            won = " and **wins the game**" if sure and wins(state, order) else ""
            return f"a house on {tile}, which counts ({good}){won}"
        case End():
            return "end the turn"
    raise TypeError(order)


def _move(state: State, order: Move, sure: bool) -> str:
    lowest = lowest_enemy(state, order) if why_not(state, order) is None else None
    if lowest is None:
        return f"the {order.coin} goes from {order.origin} to {order.target}"
    how = f"the {order.coin} on {order.origin} attacks {order.target}"
    won = ", which wins the game" if sure and wins(state, order) else ""
    return f"{how}: **{'a coin flip' if flips(state, order) else 'a sure win'}{won}**"


def line_words(view: View, draft: Sequence[Order]) -> list[str]:
    """A line of actions in words, one below the other, each as it stands when its turn comes."""
    told, before = list[str](), list[Order]()
    flip = False
    for order in actions_of(draft):
        states = branches(view, before)
        able = [state for state in states if why_not(state, order) is None]
        words = describe(able[0] if able else states[0], order, sure_in(states, order))
        told.append(f"{len(told) + 1}. `{order}`: {words}")
        flip = flip or len(branches(view, [*before, order])) > 1
        before.append(order)
    if told and not any(isinstance(order, End) for order in before):
        after = [state for state in branches(view, before) if state.phase == "play"]
        if after:
            more = "after the flip " if flip else ""
            told.append(f"-# Without `end` your turn stays open: {more}you may still {still(*after)}.")
    further = _further(branches(view, [order for order in before if not isinstance(order, End)]))
    return [*told, further] if told and further else told


def sure_in(states: Sequence[State], order: Action) -> bool:
    """Whether an action that wins the game does so whatever a coin before it shows."""
    return all(
        state.phase == "play" and why_not(state, order) is None and wins(state, order) for state in states
    )


def _further(states: Sequence[State]) -> str:
    """Whether a further turn comes after the one that leads to these states."""
    won = [state.phase == "play" and state.extra > 0 for state in states]
    if not any(won):
        return ""
    if all(won):
        return "-# After this turn a further one of yours comes."
    return "-# If the flip is won, a further turn of yours comes after this one."


def still(*states: State) -> str:
    """What the mover can do now, in one of these states: "split, house or end"."""
    return listing(kinds(action for state in states for action in possible(state)))


# -- what happened


def narrate(events: Sequence[Event], names: Mapping[Seat, str], you: Seat = "") -> list[str]:
    """A line for each thing. A seat is named where another one acted before. you: who reads it"""
    found: list[str] = []
    acting: Seat = ""
    flip = ""
    alone = all(isinstance(event, ev.TurnEnded | ev.DrawLapsed) for event in events)
    over = any(isinstance(event, ev.GameOver) for event in events)
    for event in events:
        if isinstance(event, CoinFlip):
            flip = f"Coin flip #{event.n}: **{in_words(event)[1]}**. "
            continue
        line = _won(event, over) if isinstance(event, ev.Won) else _line(event, names, alone, you)
        if not line:
            continue
        seat = getattr(event, "seat", "")
        if isinstance(event, _ACTS):
            who = f"{names[seat]}: " if seat != acting else ""
            acting = seat
            line = f"{who}{line}" if who else _capital(line)
        found.append(f"{flip}{line}")
        flip = ""
    return [*found, flip.strip()] if flip else found


_ACTS = (ev.Moved, ev.Attacked, ev.Split, ev.Upgraded, ev.Housed, ev.Swapped)
"""What is told with the name of the seat before it."""


def _line(event: Event, names: Mapping[Seat, str], alone: bool, you: Seat) -> str:
    match event:
        case ev.Revealed(seat=seat, handful=handful, tiles=tiles):
            placed = sum(len(coins) for coins in tiles.values())
            hand = len(handful) - placed
            return (
                f"{names[seat]} plays {coins_text(handful)}: {counted(placed, 'unit')} on the board, "
                f"{counted(hand, 'house coin')} in hand."
            )
        case ev.Begins(seat=seat):
            return f"{names[seat]} moves first."
        case ev.Moved(coin=coin, origin=origin, target=target):
            return f"{coin} {origin} → {target}."
        case ev.Attacked(coin=coin, origin=origin, target=target, lowest=lowest, sure=sure):
            how = "more than" if sure else "not more than"
            end = "a sure win" if sure else "a coin flip decides, heads wins"
            return (
                f"{coin} {origin} → {target}, **an attack**. It is {how} {lowest}, the lowest there: {end}."
            )
        case ev.Repelled(coin=coin, target=target):
            return f"The attack on {target} is lost, and so is the {coin}; the defenders stay."
        case ev.Split(tile=tile, coin=coin, into=into, housed=housed):
            return f"the {coin} on {tile} becomes two {into}s{', one of them housed' if housed else ''}."
        case ev.Upgraded(tile=tile, coin=coin, into=into):
            return f"the housed {coin} on {tile} becomes a {into}."
        case ev.Housed(tile=tile, coin=coin, counts=counts):
            end = "it counts" if counts else "it does not count, so near to home"
            return f"**a house** beneath the {coin} on {tile}; {end}."
        case ev.Swapped(tile=tile, housed=housed, loose=loose):
            return f"on {tile} the {housed} is housed now, the {loose} is not any more."
        case ev.Skipped(action=action, reason=reason):
            return f"`{action}` was skipped: {seats_named(reason, _NAMES)}."
        case ev.TurnEnded(seat=seat, extra=extra):
            if extra and seat == you:
                return "Your turn ends. **Now comes your further turn**, won by an attack."
            if extra:
                return f"{names[seat]}: the turn ends; now comes a further one, won by an attack."
            return f"{names[seat]}: the turn ends." if alone else ""
        case _:
            return declared(event, names)


def _capital(line: str) -> str:
    """Begin a line with a capital, after the signs of bold text.

    >>> _capital("**a house**"), _capital("on c3")
    ('**A house**', 'On c3')
    """
    bare = line.lstrip("*")
    return line.removesuffix(bare) + capitalized(bare)


def _won(event: ev.Won, over: bool) -> str:
    taken: Mapping[str, object] = event.taken
    lost = taken.get("units")
    coins = [str(coin) for coin in lost] if isinstance(lost, Sequence) else []
    things = [*coins, *(["a house"] if taken.get("houses") else [])]
    gone = f"{listing(things, 'and')} {'are' if len(things) > 1 else 'is'} removed"
    further = "" if over else " This wins a further turn."
    return (
        f"The attack on {event.target} **wins**: {gone}, and a {event.promoted_to} stands there now.{further}"
    )


# -- how things stand


def stands(state: State, seat: Seat) -> str:
    """How a seat stands: "8 units: 10×1 · 5×7 · houses 1 of 3 · 2 in hand"."""
    here = Counter(coin for stack in state.tiles if stack and stack.owner == seat for coin in stack.units)
    houses, good = len(houses_of(state, seat)), counting(state, seat)
    told = [
        f"{counted(units_of(state, seat), 'unit')} ({coins_text(here.elements())})" if here else "no unit"
    ]
    told.append(f"houses {good} of {state.options.houses_to_win}")
    if houses > good:
        told.append(f"{houses - good} too near to home to count")
    told.append(f"{counted(state.hand(seat), 'house coin')} in hand")
    return " · ".join(told)


def summary(view: View) -> str:
    """How the seats stand, in small, and how quiet it is."""
    state = view.state
    if state.phase == "setup" or not any(state.tiles):
        return ""
    lines = [f"-# {seat_name(seat)}: {stands(state, seat)}" for seat in SEATS]
    limit, quiet = state.options.quiet_turns, state.quiet
    if limit and quiet * 2 >= limit and view.outcome is None:
        lines.append(f"-# {quiet_text(quiet, limit, 'turns')}; then the houses that count decide")
    return "\n".join(lines)


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """How the game ended."""
    winners = [seat for seat, place in outcome.places.items() if place == 1]
    if outcome.reason == "agreed":
        return "**A draw** by agreement."
    if len(winners) > 1:
        return "**A draw:** too many turns without an attack or a new house, and as many houses that count."
    why = long_reason(REASONS, outcome.reason)
    return victory(seat_name(winners[0]), why, [names[winners[0]]])
