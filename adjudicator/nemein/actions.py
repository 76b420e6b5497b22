"""The single actions of a turn: which are possible in a state, and what each does. Source: A turn.

Everything here is seen from the state's mover, and leaves its input alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudicator.game import Event, Outcome, Seat
from adjudicator.nemein import events as ev
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, other
from adjudicator.nemein.money import beats
from adjudicator.nemein.orders import STAGE_OF, Action, End, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import HOUSE, MOVE, SPLIT, UPGRADE, LastAction, Stack, State, counting, units_of

Toss = Callable[[], bool]
"""Flips a coin: True is heads."""


def possible(state: State) -> list[Action]:
    """List every action that the mover may do now, each once; [] when the game is not in play."""
    if state.phase != "play":
        return []
    found: list[Action] = []
    board, stage, seat, tiles = state.board, state.stage, state.mover, state.tiles
    names, money = board.names, state.money(seat)
    lowest, highest, hand = money.coins[-1], money.coins[1], state.hand(seat)
    for tile, stack in enumerate(tiles):
        if stack is None or stack.owner != seat:
            continue
        name, kinds = names[tile], tuple(dict.fromkeys(stack.loose))
        if stage <= MOVE:
            for near in board.neighbours[tile] if kinds else ():
                there = tiles[near]
                if there is None or there.coins < MOST_ON_TILE:
                    found += [Move(name, names[near], coin) for coin in kinds]
            if stack.housed and kinds:
                found.append(Swap(name))
        if stage <= SPLIT and stack.coins < MOST_ON_TILE:
            found += [
                Split(name, coin) for coin in dict.fromkeys((stack.housed, *kinds)) if coin and coin != lowest
            ]
        if stage <= UPGRADE and stack.housed and stack.housed != highest:
            found.append(Upgrade(name))
        if stage <= HOUSE and hand and stack.coins == 1:
            found.append(House(name))
    found.append(End())
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
    state = replace(state, offers=state.offers - lapsed, ply=state.ply + 1)
    if isinstance(action, End):
        return _end_turn(state, found)
    if isinstance(action, Move):
        state = _move(state, action, toss, found)
    else:
        state = _rearrange(state, action, found)
    return settle(replace(state, stage=STAGE_OF[type(action)] + 1), found)


def _move(state: State, action: Move, toss: Toss, found: list[Event]) -> State:
    """Move a unit to an adjacent tile. Source: Move; Attack."""
    board, seat, coin = state.board, state.mover, action.coin
    origin, target = board.index[action.origin], board.index[action.target]
    state = _lift(state, origin, coin)
    there = state.tiles[target]
    if there is None or there.owner == seat:
        found.append(ev.Moved(seat=seat, coin=coin, origin=action.origin, target=action.target))
        return _last(_drop(state, target, coin), "move", origin, target, coin)
    lowest = there.units[-1]
    sure = is_sure(state, coin, lowest)
    found.append(
        ev.Attacked(
            seat=seat, coin=coin, origin=action.origin, target=action.target, lowest=lowest, sure=sure
        )
    )
    state = replace(state, busy=True)
    if not sure and not toss():
        found.append(ev.Repelled(seat=seat, coin=coin, target=action.target))
        return _last(state, "lost", origin, target, coin)
    promoted = state.money(seat).above(coin) or coin
    taken = {"units": there.units, "houses": int(bool(there.housed))}
    found.append(ev.Won(seat=seat, target=action.target, taken=taken, promoted_to=promoted))
    state = _put(state, target, Stack(seat, 0, (promoted,)))
    return _last(replace(state, extra=state.extra + 1), "won", origin, target, coin)


def _rearrange(state: State, action: Swap | Split | Upgrade | House, found: list[Event]) -> State:
    """Do an action on one tile. Source: Swap; Split; Upgrade; House."""
    seat, name, tile = state.mover, action.tile, state.board.index[action.tile]
    stack, money = state.tiles[tile], state.money(state.mover)
    assert stack is not None
    if isinstance(action, Swap):
        [loose], coin = stack.loose, stack.housed
        found.append(ev.Swapped(seat=seat, tile=name, housed=loose, loose=coin))
        return _last(_put(state, tile, Stack(seat, loose, (coin,))), "swap", tile, tile, coin)
    if isinstance(action, Split):
        into = money.below(action.coin)
        assert into is not None
        housed = stack.housed == action.coin
        found.append(ev.Split(seat=seat, tile=name, coin=action.coin, into=into, housed=housed))
        if housed:
            stack = Stack(seat, into, (into,))
        else:
            stack = Stack(seat, stack.housed, _sorted((*_without(stack.loose, action.coin), into, into)))
        return _last(_put(state, tile, stack), "split", tile, tile, action.coin)
    if isinstance(action, Upgrade):
        higher = money.above(stack.housed)
        assert higher is not None
        found.append(ev.Upgraded(seat=seat, tile=name, coin=stack.housed, into=higher))
        state = _last(state, "upgrade", tile, tile, stack.housed)
        return _put(state, tile, Stack(seat, higher, stack.loose))
    [coin] = stack.loose
    counts = state.board.counts(tile, seat)
    found.append(ev.Housed(seat=seat, tile=name, coin=coin, counts=counts))
    south, north = (hand - (owner == seat) for owner, hand in zip(SEATS, state.hands, strict=True))
    state = replace(_put(state, tile, Stack(seat, coin, ())), hands=(south, north), busy=True)
    return _last(state, "house", tile, tile, coin)


def _end_turn(state: State, found: list[Event]) -> State:
    """End the turn; a further one that was won comes next, else the other seat's. Source: A turn; Winning,
    the quiet turns."""
    seat = state.mover
    found.append(ev.TurnEnded(seat=seat, extra=state.extra))
    state = replace(state, quiet=0 if state.busy else state.quiet + 1)
    if state.options.quiet_turns and state.quiet >= state.options.quiet_turns:
        south, north = (counting(state, each) for each in SEATS)
        winner = None if south == north else SEATS[0] if south > north else SEATS[1]
        return finish(state, "quiet_turns", winner, found)
    return replace(
        state,
        number=state.number + 1,
        mover=seat if state.extra else other(seat),
        stage=MOVE,
        extra=max(0, state.extra - 1),
        busy=False,
    )


def settle(state: State, found: list[Event]) -> State:
    """End the game if the board decides it. Source: Winning."""
    for seat in (state.mover, other(state.mover)):
        if not units_of(state, other(seat)):
            return finish(state, "no_units", seat, found)
        if counting(state, seat) >= state.options.houses_to_win:
            return finish(state, "houses", seat, found)
    return state


def finish(state: State, reason: str, winner: Seat | None, found: list[Event]) -> State:
    """End the game. winner: None for a draw"""
    places = {seat: 1 if winner in (None, seat) else 2 for seat in SEATS}
    found.append(ev.GameOver(reason=reason, places=places))
    return replace(state, phase="over", outcome=Outcome(reason, places))


def _last(state: State, how: str, origin: int, target: int, coin: int) -> State:
    return replace(state, last=LastAction(state.mover, how, origin, target, coin))


def _put(state: State, tile: int, stack: Stack | None) -> State:
    return replace(state, tiles=(*state.tiles[:tile], stack, *state.tiles[tile + 1 :]))


def _lift(state: State, tile: int, coin: int) -> State:
    """Take that loose unit of the mover from the board."""
    stack = state.tiles[tile]
    assert stack is not None
    rest = Stack(stack.owner, stack.housed, _without(stack.loose, coin))
    return _put(state, tile, rest if rest.coins else None)


def _drop(state: State, tile: int, coin: int) -> State:
    """Put that unit of the mover on the tile, beside what it has there."""
    stack = state.tiles[tile] or Stack(state.mover, 0, ())
    return _put(state, tile, replace(stack, loose=_sorted((*stack.loose, coin))))


def _without(coins: Sequence[int], coin: int) -> tuple[int, ...]:
    at = coins.index(coin)
    return (*coins[:at], *coins[at + 1 :])


def _sorted(coins: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(coins, reverse=True))
