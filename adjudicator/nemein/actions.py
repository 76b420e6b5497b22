"""The single actions of a turn: which are possible in a state, and what each does. Source: A turn.

Everything here is seen from the state's mover, and leaves its input alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.game import Event, Outcome, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, other
from adjudicator.nemein.menu import Choice, menu_of
from adjudicator.nemein.money import beats
from adjudicator.nemein.orders import STAGE_OF, VERBS, Action, End, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import HOUSE, MOVE, SPLIT, UPGRADE, LastAction, Stack, State, counting

Toss = Callable[[], bool]
"""Flips a coin: True is heads."""


def possible(state: State) -> list[Action]:
    """List every action that the mover may do now, each once; [] when the game is not in play."""
    return [action for _, action in choices(state)]


def choices(state: State) -> list[Choice]:
    """List the same, each with its canonical text."""
    if state.phase != "play":
        return []
    found: list[Choice] = []
    stage, seat, hand = state.stage, state.mover, state.hand(state.mover)
    units = state.money(seat).units
    menu, highest = menu_of(state.options.side, units), units[0]
    standing = [(tile, stack) for tile, stack in enumerate(state.tiles) if stack is not None]
    full = {tile for tile, stack in standing if stack.coins >= MOST_ON_TILE} if stage <= SPLIT else ()
    for tile, stack in standing:
        if stack.owner != seat:
            continue
        housed, loose = stack.housed, stack.loose
        kinds = loose if len(loose) < 2 else tuple(dict.fromkeys(loose))
        if stage <= MOVE and kinds:
            ways = menu.moves[tile]
            found += [way[coin] for near, way in ways if near not in full for coin in kinds]
            if housed:
                found.append(menu.swaps[tile])
        if stage <= SPLIT and tile not in full:
            splits = menu.splits[tile]
            able = dict.fromkeys((housed, *kinds)) if housed else kinds
            found += [splits[coin] for coin in able if coin in splits]
        if stage <= UPGRADE and housed and housed != highest:
            found.append(menu.upgrades[tile])
        if stage <= HOUSE and hand and not housed and len(loose) == 1:
            found.append(menu.houses[tile])
    found.append(menu.end)
    return found


def lowest_enemy(state: State, action: Action) -> int | None:
    """Return the lowest enemy coin on the tile that a possible action attacks; None: it attacks nothing."""
    if not isinstance(action, Move):
        return None
    there = state.tiles[state.board.index[action.target]]
    return None if there is None or there.owner == state.mover else there.units[-1]


def is_sure(state: State, coin: int, lowest: int) -> bool:
    """Return whether the mover's coin beats that enemy coin without a flip."""
    return beats(coin, state.money(state.mover), lowest, state.money(other(state.mover)))


def flips(state: State, action: Action) -> bool:
    """Return whether a coin flip decides that possible action."""
    lowest = lowest_enemy(state, action)
    return lowest is not None and isinstance(action, Move) and not is_sure(state, action.coin, lowest)


def outcomes(state: State, action: Action) -> tuple[State, ...]:
    """List the states that a possible action may lead to: one state, or if a coin decides, that with heads
    and that with tails."""
    if flips(state, action):
        return tuple(act(state, action, toss, []) for toss in (lambda: True, lambda: False))
    return (act(state, action, lambda: True, []),)


def act(state: State, action: Action, toss: Toss, found: list[Event]) -> State:
    """Do a possible action: the other seat's offer lapses, the action is done, and the game ends if that
    decides it."""
    lapsed = state.offers - {state.mover}
    if lapsed:
        found.append(ev.DrawLapsed(seats=tuple(sorted(lapsed))))
    if isinstance(action, End):
        return _end_turn(state, found)
    done = _move(state, action, toss, found) if isinstance(action, Move) else _change(state, action, found)
    stage, ply = STAGE_OF[type(action)] + 1, state.ply + 1
    state = replace(state, **done, stage=stage, ply=ply, offers=state.offers - lapsed)
    # nothing else takes a unit or makes a house
    return settle(state, found) if done.get("busy") else state


Changes = dict[str, Any]
"""What an action changes of a state, by its fields; `busy` if there was an attack or a new house."""


def _move(state: State, action: Move, toss: Toss, found: list[Event]) -> Changes:
    """Move a unit to an adjacent tile. Source: Move; Attack."""
    board, seat, coin, tiles = state.board, state.mover, action.coin, list(state.tiles)
    origin, target = board.index[action.origin], board.index[action.target]
    tiles[origin] = _lifted(tiles[origin], coin)
    there = tiles[target]
    if there is None or there.owner == seat:
        found.append(ev.Moved(seat=seat, coin=coin, origin=action.origin, target=action.target))
        tiles[target] = _dropped(there, seat, coin)
        return {"tiles": tuple(tiles), "last": LastAction(seat, "move", origin, target, coin)}
    lowest = there.units[-1]
    sure = is_sure(state, coin, lowest)
    found.append(
        ev.Attacked(
            seat=seat, coin=coin, origin=action.origin, target=action.target, lowest=lowest, sure=sure
        )
    )
    if not sure and not toss():
        found.append(ev.Repelled(seat=seat, coin=coin, target=action.target))
        last = LastAction(seat, "lost", origin, target, coin)
        return {"tiles": tuple(tiles), "last": last, "busy": True}
    promoted = state.money(seat).above(coin) or coin
    taken = {"units": there.units, "houses": int(bool(there.housed))}
    found.append(ev.Won(seat=seat, target=action.target, taken=taken, promoted_to=promoted))
    tiles[target] = Stack(seat, 0, (promoted,))
    last = LastAction(seat, "won", origin, target, coin)
    return {"tiles": tuple(tiles), "last": last, "busy": True, "extra": state.extra + 1}


def _change(state: State, action: Swap | Split | Upgrade | House, found: list[Event]) -> Changes:
    """Do an action on one tile. Source: Swap; Split; Upgrade; House."""
    seat, name, tile = state.mover, action.tile, state.board.index[action.tile]
    stack, money = state.tiles[tile], state.money(state.mover)
    assert stack is not None
    housed, loose, more = stack.housed, stack.loose, Changes()
    if isinstance(action, Swap):
        coin, [housed], loose = housed, loose, (housed,)
        found.append(ev.Swapped(seat=seat, tile=name, housed=housed, loose=coin))
    elif isinstance(action, Split):
        coin, into = action.coin, money.below(action.coin)
        assert into is not None
        of_house = housed == coin
        found.append(ev.Split(seat=seat, tile=name, coin=coin, into=into, housed=of_house))
        if of_house:
            housed, loose = into, (into,)
        else:
            loose = _sorted((*_without(loose, coin), into, into))
    elif isinstance(action, Upgrade):
        coin, higher = housed, money.above(housed)
        assert higher is not None
        found.append(ev.Upgraded(seat=seat, tile=name, coin=coin, into=higher))
        housed = higher
    else:
        [coin] = loose
        found.append(ev.Housed(seat=seat, tile=name, coin=coin, counts=state.board.counts(tile, seat)))
        south, north = (hand - (owner == seat) for owner, hand in zip(SEATS, state.hands, strict=True))
        housed, loose, more = coin, (), {"hands": (south, north), "busy": True}
    tiles = (*state.tiles[:tile], Stack(seat, housed, loose), *state.tiles[tile + 1 :])
    last = LastAction(seat, VERBS[type(action)], tile, tile, coin)
    return {"tiles": tiles, "last": last, **more}


def _end_turn(state: State, found: list[Event]) -> State:
    """End the turn; a further one that was won comes next, else the other seat's. Source: A turn; Winning,
    the quiet turns."""
    seat, quiet, limit = state.mover, 0 if state.busy else state.quiet + 1, state.options.quiet_turns
    found.append(ev.TurnEnded(seat=seat, extra=state.extra))
    done: Changes = {"offers": state.offers & {seat}, "ply": state.ply + 1, "quiet": quiet}
    if limit and quiet >= limit:
        south, north = (counting(state, each) for each in SEATS)
        winner = None if south == north else SEATS[0] if south > north else SEATS[1]
        return finish(replace(state, **done), "quiet_turns", winner, found)
    return replace(
        state,
        **done,
        number=state.number + 1,
        mover=seat if state.extra else other(seat),
        stage=MOVE,
        extra=max(0, state.extra - 1),
        busy=False,
    )


def settle(state: State, found: list[Event]) -> State:
    """End the game if the board decides it. Source: Winning."""
    for seat in (state.mover, other(state.mover)):
        if all(stack is None or stack.owner == seat for stack in state.tiles):
            return finish(state, "no_units", seat, found)
        if counting(state, seat) >= state.options.houses_to_win:
            return finish(state, "houses", seat, found)
    return state


def finish(state: State, reason: str, winner: Seat | None, found: list[Event]) -> State:
    """End the game. winner: None for a draw"""
    places = {seat: 1 if winner in (None, seat) else 2 for seat in SEATS}
    found.append(ev.GameOver(reason=reason, places=places))
    return replace(state, phase="over", outcome=Outcome(reason, places))


def _lifted(stack: Stack | None, coin: int) -> Stack | None:
    """Return what stays on a tile without that loose unit."""
    assert stack is not None
    rest = Stack(stack.owner, stack.housed, _without(stack.loose, coin))
    return rest if rest.coins else None


def _dropped(stack: Stack | None, seat: Seat, coin: int) -> Stack:
    """Return what stands on a tile with that unit of a seat beside what it has there."""
    if stack is None:
        return Stack(seat, 0, (coin,))
    return Stack(seat, stack.housed, _sorted((*stack.loose, coin)))


def _without(coins: Sequence[int], coin: int) -> tuple[int, ...]:
    at = coins.index(coin)
    return (*coins[:at], *coins[at + 1 :])


def _sorted(coins: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(coins, reverse=True))
