"""Nemein in words: what happened, what an order does, how the seats stand. Coins are told by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from adjudicator.chance import CoinFlip
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Event, Outcome, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein.actions import flips, lowest_enemy, possible
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.explain import check_line, why_not, wins
from adjudicator.nemein.money import coins_text
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
from adjudicator.text import listing
from bot.presenters.base import declaration, declared, victory
from bot.presenters.nemein import text
from maps.nemein.words import REASONS
from maps.text import long_reason, seat_name


def stack_text(stack: Stack) -> str:
    """What stands on a tile: "5 on a house, 1"."""
    housed = [text.STACK_HOUSED(coin=stack.housed)] if stack.housed else []
    return ", ".join([*housed, *map(str, stack.loose)])


# -- the turn


def verbs(actions: Iterable[Action]) -> list[str]:
    """What one can do, in the order of a turn: ["split", "house", "end"]."""
    there = {VERBS[type(action)] for action in actions}
    return [word for word in VERBS.values() if word in there]


def acts(actions: Iterable[Action]) -> str:
    """The same as a sentence says it: "split, build a house or end the turn"."""
    return listing(text.ACTS[word] for word in verbs(actions))


def branches(view: View, draft: Sequence[Order]) -> tuple[State, ...]:
    """What a line may lead to: two states after a coin flip, the won one first."""
    try:
        return check_line(view.state, actions_of(draft))
    except IllegalOrderError:  # something happened since it was written
        return (view.state,)


def actions_of(orders: Iterable[Order]) -> list[Action]:
    return [order for order in orders if isinstance(order, Action)]


def odds(state: State, move: Move) -> str:
    """How an attack goes, "sure win", "coin flip" or "wins the game"; "" for a move."""
    if why_not(state, move) is not None or lowest_enemy(state, move) is None:
        return ""
    if wins(state, move):
        return text.WINS_GAME
    return text.COIN_FLIP if flips(state, move) else text.SURE_WIN


def describe(state: State, order: Order, sure: bool = True) -> str:
    """An order in words, as things stand. sure: whether they do, or a coin decides before it"""
    match order:
        case Declare():
            return declaration(order)
        case Handful(coins=coins):
            return coins_text(coins)
        case Place(placed=placed):
            return "; ".join(f"{tile} {', '.join(map(str, coins))}" for tile, coins in placed)
        case Move(origin=origin, target=target, coin=coin):
            how = odds(state, order)
            if how == text.WINS_GAME and not sure:
                how = text.SURE_WIN
            if how:
                return text.ATTACK(target=target, coin=coin, origin=origin, odds=how)
            return text.MOVE(coin=coin, origin=origin, target=target)
        case End():
            return text.END
    stack = state.tiles[state.board.index[order.tile]]  # something may have happened since it was written
    able = stack is not None and why_not(state, order) is None
    match order:
        case Swap(tile=tile):
            if stack is None or not able:
                return text.SWAP_LATER(tile=tile)
            return text.SWAP(tile=tile, loose=stack.loose[0], housed=stack.housed)
        case Split(tile=tile, coin=coin):
            return text.SPLIT(tile=tile, coin=coin, into=state.money(state.mover).below(coin))
        case Upgrade(tile=tile):
            if stack is None or not able:
                return text.UPGRADE_LATER(tile=tile)
            return text.UPGRADE(
                tile=tile, coin=stack.housed, into=state.money(stack.owner).above(stack.housed)
            )
        case House(tile=tile):
            if not state.board.counts(state.board.index[tile], state.mover):
                return text.HOUSE_BAD(tile=tile)
            if not able:
                return text.HOUSE(tile=tile)
            said = text.HOUSE_WINS if sure and wins(state, order) else text.HOUSE_GOOD
            return said(tile=tile, n=counting(state, state.mover) + 1, needed=state.options.houses_to_win)
    raise TypeError(order)


def line_words(view: View, draft: Sequence[Order]) -> list[str]:
    """A line of actions in words, one below the other, each as it stands when its turn comes."""
    told, before = list[str](), list[Order]()
    for order in actions_of(draft):
        states = branches(view, before)
        able = [state for state in states if why_not(state, order) is None]
        words = describe(able[0] if able else states[0], order, sure_in(states, order))
        told.append(text.LINE(n=len(told) + 1, told=words))
        before.append(order)
    ended = any(isinstance(order, End) for order in before)
    after = branches(view, [order for order in before if not isinstance(order, End)])
    open_ = [state for state in after if state.phase == "play"]
    if told and not ended and open_:
        told.append(text.STAYS_OPEN(acts=still(*open_)))
    if told and any(state.extra for state in open_):
        told.append(text.EXTRA_FOLLOWS if all(state.extra for state in after) else text.EXTRA_IF_WON)
    return told


def sure_in(states: Sequence[State], order: Action) -> bool:
    """Whether an action that wins the game does so whatever a coin before it shows."""
    return all(
        state.phase == "play" and why_not(state, order) is None and wins(state, order) for state in states
    )


def still(*states: State) -> str:
    """What the mover can do now, in one of these states: "split, build a house or end the turn"."""
    return acts(action for state in states for action in possible(state))


# -- what happened


def narrate(events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
    """What one step did, in at most three lines: the attack or move; what else was done; what came of it."""
    first, others, last = _told(events, names, "")
    who = next((names[event.seat] for event in events if isinstance(event, _ACTS)), "")
    if not any(isinstance(event, ev.Revealed) for event in events):
        first, others = ([" ".join(part)] if part else [] for part in (first, others))
    head, *more = [*first, *others] or [""]
    named = [text.SAID(seat=who, told=head)] if who and head else [head] if head else []
    return [*named, *more, *([" ".join(last)] if last else [])]


def news(events: Sequence[Event], names: Mapping[Seat, str], you: Seat) -> list[str]:
    """What happened in several steps, a line for each turn, at most the last three."""
    ends = [at + 1 for at, event in enumerate(events) if isinstance(event, ev.TurnEnded | ev.Begins)]
    lines = list[str]()
    for start, end in pairwise([0, *ends, len(events)]):
        part = events[start:end]
        who = next((event.seat for event in part if isinstance(event, _ACTS)), "")
        first, others, last = _told(part, names, you)
        if any(isinstance(event, ev.Revealed) for event in part):
            lines += [*first, *last]
            continue
        told = " ".join([*first, *others, *last])
        if told:
            seat = text.YOU if who == you else names.get(who, "")
            lines.append(text.SAID(seat=seat, told=told) if first or others else told)
    return lines[-_MOST_NEWS:]


_ACTS = (ev.Moved, ev.Attacked, ev.Split, ev.Upgraded, ev.Housed, ev.Swapped)
"""What a seat does, told with its name."""
_MOST_NEWS = 3


def _told(
    events: Sequence[Event], names: Mapping[Seat, str], you: Seat
) -> tuple[list[str], list[str], list[str]]:
    """Sentences about the move or the reveal; about what else a seat did; and about the rest."""
    first, others, last, skipped = list[str](), list[str](), list[str](), list[str]()
    over = any(isinstance(event, ev.GameOver) for event in events)
    attack: ev.Attacked | None = None
    heads = False
    for event in events:
        match event:
            case CoinFlip():
                heads = event.heads
            case ev.Revealed(seat=seat, handful=handful) if seat != you:
                first.append(text.REVEALED(seat=names[seat], coins=coins_text(handful)))
            case ev.Revealed():
                pass
            case ev.Begins(seat=seat) if seat == you:
                last.append(text.HEADS_YOU_BEGIN if heads else text.TAILS_YOU_BEGIN)
            case ev.Begins(seat=seat):
                last.append((text.HEADS_BEGINS if heads else text.TAILS_BEGINS)(seat=names[seat]))
            case ev.Moved(coin=coin, origin=origin, target=target):
                first.append(text.MOVED(coin=coin, origin=origin, target=target))
            case ev.Swapped(tile=tile, housed=housed, loose=loose):
                first.append(text.SWAPPED(tile=tile, housed=housed, loose=loose))
            case ev.Attacked():
                attack = event
            case ev.Won() | ev.Repelled() if attack is not None:
                first += _fight(attack, event, over)
            case ev.Skipped(action=action):
                skipped.append(f"`{action}`")
            case ev.TurnEnded(seat=seat, extra=extra):
                alone = not first and not others
                if extra and seat == you:
                    last.append(text.YOUR_EXTRA)
                elif extra and attack is None:
                    last.append(text.EXTRA_BEGINS(seat=names[seat]))
                elif alone and not extra and seat != you:
                    last.append(text.TURN_ENDED(seat=names[seat]))
            case ev.Split() | ev.Upgraded() | ev.Housed():
                others.append(_changed(event))
            case _:
                if said := declared(event, names):
                    last.append(said)
    if skipped:
        last.insert(0, text.SKIPPED(actions=", ".join(skipped)))
    return first, others, last


def _changed(event: ev.Split | ev.Upgraded | ev.Housed) -> str:
    match event:
        case ev.Split(tile=tile, coin=coin, into=into):
            return text.SPLIT_DONE(coin=coin, tile=tile, into=into)
        case ev.Upgraded(tile=tile, coin=coin, into=into):
            return text.UPGRADED(coin=coin, tile=tile, into=into)
        case ev.Housed(tile=tile, counts=counts):
            return (text.HOUSED if counts else text.HOUSED_NEAR)(tile=tile)


def _fight(attack: ev.Attacked, end: ev.Won | ev.Repelled, over: bool) -> list[str]:
    """How an attack went, and what it brought."""
    where = {"coin": attack.coin, "origin": attack.origin, "target": attack.target}
    if isinstance(end, ev.Repelled):
        return [text.LOST_FLIP(**where)]
    taken: Mapping[str, object] = end.taken
    lost = taken.get("units")
    things = [str(coin) for coin in lost] if isinstance(lost, Sequence) else []
    things += [text.TAKEN_HOUSE] if taken.get("houses") else []
    told = [(text.WON if attack.sure else text.WON_FLIP)(**where, taken=listing(things, "and"))]
    if end.promoted_to != attack.coin:
        told.append(text.PROMOTED(into=end.promoted_to))
    return told if over else [*told, text.EXTRA_WON]


# -- how things stand


def stands(state: State, seat: Seat) -> str:
    """How a seat stands: "3 units: one 10, two 5s · 1 of 3 houses · 2 house coins in hand"."""
    here = Counter(coin for stack in state.tiles if stack and stack.owner == seat for coin in stack.units)
    built, good, needed = len(houses_of(state, seat)), counting(state, seat), state.options.houses_to_win
    units = text.UNITS(n=units_of(state, seat), coins=coins_text(here.elements())) if here else text.NO_UNITS
    houses = text.HOUSES(n=good, needed=needed)
    if built > good:
        houses = text.HOUSES_NEAR(n=good, needed=needed, near=built - good)
    return " · ".join([units, houses, text.HAND(n=state.hand(seat))])


def summary(view: View) -> str:
    """How quiet it is, once that matters: the picture shows how the seats stand."""
    limit, quiet = view.state.options.quiet_turns, view.state.quiet
    if limit and quiet * 2 >= limit and view.outcome is None and view.mover is not None:
        return text.QUIET(n=quiet, limit=limit)
    return ""


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """How the game ended."""
    winners = [seat for seat in SEATS if outcome.places[seat] == 1]
    if outcome.reason == "agreed":
        return text.AGREED
    if len(winners) > 1:
        return text.QUIET_DRAW
    return victory(
        seat_name(winners[0]),
        long_reason(REASONS, outcome.reason),
        [names[seat] for seat in winners if seat in names],
    )
