"""The words in a picture of Nemein, and its description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.chance import CoinFlip, in_words
from adjudicator.game import Event, Seat
from adjudicator.nemein import events as told
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.state import STAGES as STAGE_NAMES
from adjudicator.nemein.state import LastAction, Stack, View, counting, houses_of
from adjudicator.text import listing
from maps.nemein import style, text
from maps.painter import Request
from maps.text import (
    Reason,
    called,
    capitalized,
    is_near,
    offer_text,
    quiet_text,
    reason_text,
    seat_name,
    titled,
)

REASONS = {
    "no_units": Reason("no unit left", "no enemy unit is left on the board"),
    "houses": Reason("enough counting houses", "enough houses stand on the middle row or beyond it"),
    "quiet_turns": Reason(
        "too many quiet turns",
        "the quiet turns ran out, and more of its houses count",
    ),
    "agreed": Reason("by agreement"),
    "conceded": Reason("the opponent conceded", "the other side gave up"),
}


def face(seat: Seat) -> str:
    """Return which side of its coins a seat has up."""
    return "heads" if seat == SEATS[0] else "tails"


def sum_text(amount: int, currency: str) -> str:
    """Return an amount in sub-units: "100 ¢"."""
    return f"{amount} {style.UNITS[currency]}"


def winner(view: View) -> Seat | None:
    """Return who won; None: a draw, or not over."""
    if view.outcome is None:
        return None
    first = [seat for seat in SEATS if view.outcome.places[seat] == 1]
    return first[0] if len(first) == 1 else None


def status(view: View) -> str:
    """Return who is to move, with further turns won, or who has won."""
    if view.outcome is not None:
        won = winner(view)
        return text.WINS(seat=seat_name(won)) if won else text.DRAW
    if view.mover is None:
        return text.SETUP
    seat, extra = seat_name(view.mover), view.state.extra
    return text.TO_MOVE_MORE(seat=seat, n=extra) if extra else text.TO_MOVE(seat=seat)


def result(view: View) -> str:
    """Return why the game ended."""
    assert view.outcome is not None
    return reason_text(REASONS, view.outcome.reason)


PHRASES = {
    "move": text.MOVED,
    "won": text.TOOK,
    "lost": text.LOST,
    "swap": text.SWAPPED,
    "split": text.SPLIT_UP,
    "upgrade": text.UPGRADED,
    "house": text.HOUSED,
}


def phrase(last: LastAction, names: Sequence[str]) -> str:
    """Return an action in words."""
    said = PHRASES[last.how]
    known = {
        "seat": seat_name(last.seat),
        "coin": last.coin,
        "origin": names[last.origin],
        "target": names[last.target],
    }
    return said(**{name: known[name] for name in said.samples})


def actions(view: View, events: Sequence[Event]) -> list[LastAction]:
    """Return what the events tell of the board; without any, the newest action of the view."""
    found = list(_told(view, events))
    if found:
        return found
    return [view.state.last] if view.state.last is not None else []


def _told(view: View, events: Sequence[Event]) -> Iterator[LastAction]:
    """Yield the actions that the events tell."""
    index = view.board.index
    attack: told.Attacked | None = None
    for event in events:
        if isinstance(event, told.Moved):
            yield LastAction(event.seat, "move", index[event.origin], index[event.target], event.coin)
        elif isinstance(event, told.Attacked):
            attack = event
        elif isinstance(event, told.Won | told.Repelled) and attack is not None:
            how = "won" if isinstance(event, told.Won) else "lost"
            yield LastAction(attack.seat, how, index[attack.origin], index[attack.target], attack.coin)
        elif isinstance(event, told.Split | told.Upgraded | told.Housed):
            how = {told.Split: "split", told.Upgraded: "upgrade", told.Housed: "house"}[type(event)]
            yield LastAction(event.seat, how, index[event.tile], index[event.tile], event.coin)
        elif isinstance(event, told.Swapped):
            yield LastAction(event.seat, "swap", index[event.tile], index[event.tile], event.loose)


def losses(view: View, events: Sequence[Event]) -> list[tuple[str, list[int], bool]]:
    """Return where the viewer lost coins to an attack: the tile, the units, and whether a house."""
    found = []
    for event in events:
        if isinstance(event, told.Won) and view.seat not in (None, event.seat):
            units = event.taken["units"]
            assert isinstance(units, tuple | list)
            found.append((event.target, list(units), bool(event.taken["houses"])))
    return found


def last_words(view: View, events: Sequence[Event]) -> str:
    """Return the newest actions in words; "" before the first."""
    found = actions(view, events)
    said = [phrase(action, view.board.names) for action in found]
    for k in range(1, len(said)):
        if found[k].seat == found[k - 1].seat:
            said[k] = said[k].partition(": ")[2]
    return "; ".join(said)


def flip(events: Sequence[Event]) -> CoinFlip | None:
    """Return the newest coin flip, if there is one."""
    return next((event for event in reversed(events) if isinstance(event, CoinFlip)), None)


def flip_words(found: CoinFlip, events: Sequence[Event]) -> str:
    """Return what a flip decided: one of these events, the next of which tells."""
    _, up = in_words(found)
    if any(isinstance(event, told.Begins) for event in events[events.index(found) + 1 :][:1]):
        return text.FLIP_FIRST(side=up, seat=seat_name(SEATS[0] if found.heads else SEATS[1]))
    return (text.FLIP_WON if found.heads else text.FLIP_LOST)(side=up)


def notices(view: View) -> list[str]:
    """Return what is unusual: offers of a draw, the nearing end of quiet turns."""
    state = view.state
    if view.outcome is not None:
        return []
    found = [offer_text([seat_name(seat)]) for seat in SEATS if seat in state.offers]
    limit = state.options.quiet_turns
    if is_near(state.quiet, limit):
        found.append(quiet_text(state.quiet, limit, "turns").lower())
    return found


def stack_words(stack: Stack) -> str:
    """Return a tile's coins: "10+5", "house under 10 and 1"."""
    loose = "+".join(map(str, stack.loose))
    if not stack.housed:
        return loose
    if not loose:
        return text.HOUSE_UNDER(unit=stack.housed)
    return text.HOUSE_UNDER_AND(unit=stack.housed, loose=loose)


def standing(view: View, seat: Seat) -> str:
    """Return where a seat's coins stand."""
    names = view.board.names
    found = [
        f"{names[tile]} {stack_words(stack)}"
        for tile, stack in enumerate(view.state.tiles)
        if stack is not None and stack.owner == seat
    ]
    return ", ".join(found) or text.NO_COINS


def _seat_sentence(request: Request[View], seat: Seat) -> str:
    """Return a seat's player, its houses, and where its coins stand."""
    view = request.view
    return text.SEAT(
        seat=called(seat_name(seat), request.player(seat, seat_name(seat))),
        currency=view.state.money(seat).code,
        houses=len(houses_of(view.state, seat)),
        counting=counting(view.state, seat),
        wanted=view.options.houses_to_win,
        hand=view.state.hand(seat),
        coins=standing(view, seat),
    )


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield who is to move and at which stage, the newest actions, the viewer's own orders, what is unusual,
    and for each seat its houses and where its coins stand."""
    view, events = request.view, request.events
    who = seat_name(view.mover) if view.outcome is None and view.mover else ""
    yield f"{titled('Nemein', request.caption)}. {text.TO_MOVE(seat=who) if who else status(view)}."
    if view.outcome is not None:
        yield f"{result(view)}."
    elif view.mover is not None:
        yield text.STAGE(stage=STAGE_NAMES[view.state.stage])
        if view.state.extra:
            yield text.FURTHER(n=view.state.extra)
    if request.draft and view.seat is not None:
        yield text.OWN_ORDERS(orders="; ".join(map(str, request.draft)))
    if view.state.phase == "setup":
        yield text.SETUP_SECRET
        return
    if found := flip(events):
        yield text.FLIPPED(result=flip_words(found, events))
    if last := last_words(view, events):
        yield text.LAST(actions=last)
    for tile, units, house in losses(view, request.changes):
        coins = [*map(str, units), *([text.A_HOUSE] if house else [])]
        yield text.YOU_LOST(tile=tile, coins=listing(coins, "and"))
    yield from (f"{capitalized(notice)}." for notice in notices(view))
    yield from (_seat_sentence(request, seat) for seat in SEATS)
