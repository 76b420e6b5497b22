"""The words in a picture of Nemein, and its description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.chance import CoinFlip, in_words
from adjudicator.game import Event, Seat
from adjudicator.nemein import events as told
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.state import STAGES as STAGE_NAMES
from adjudicator.nemein.state import LastAction, Stack, View, counting, houses_of
from adjudicator.text import counted
from maps.nemein import style
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
        "too many turns without an attack or a new house, and more houses that count",
    ),
    "agreed": Reason("by agreement"),
    "conceded": Reason("the opponent conceded", "the other side has given up"),
}
STAGES = ("Move", "Split", "Upgrade", "House", "End")


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
    """Return who is to move, or who has won."""
    if view.outcome is not None:
        won = winner(view)
        return f"{seat_name(won)} wins" if won else "Draw"
    if view.mover is None:
        return "Secret set-up"
    return f"{seat_name(view.mover)} to move"


def result(view: View) -> str:
    """Return why the game ended."""
    assert view.outcome is not None
    return reason_text(REASONS, view.outcome.reason)


def further(view: View) -> str:
    """Return how many further turns were won; "" if none."""
    extra = view.state.extra if view.mover else 0
    return f"+{counted(extra, 'turn')}" if extra else ""


def phrase(last: LastAction, names: Sequence[str]) -> str:
    """Return an action in words."""
    who, coin = seat_name(last.seat), last.coin
    origin, target = names[last.origin], names[last.target]
    return {
        "move": f"{who}: {coin} from {origin} to {target}",
        "won": f"{who}: {coin} from {origin} won {target}",
        "lost": f"{who}: {coin} from {origin} lost at {target}",
        "swap": f"{who}: swap on {target}",
        "split": f"{who}: {coin} split on {target}",
        "upgrade": f"{who}: {coin} upgraded on {target}",
        "house": f"{who}: a house on {target}",
    }.get(last.how, "")


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


def losses(view: View, events: Sequence[Event]) -> list[tuple[int, str]]:
    """Return where the viewer lost coins to an attack, and which: "−10 −5"."""
    found = []
    for event in events:
        if isinstance(event, told.Won) and view.seat not in (None, event.seat):
            units = event.taken["units"]
            assert isinstance(units, tuple | list)
            lost = [f"\N{MINUS SIGN}{coin}" for coin in units]
            lost += ["\N{MINUS SIGN}house"] if event.taken["houses"] else []
            found.append((view.board.index[event.target], " ".join(lost)))
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
    """Return what a flip decided."""
    _, up = in_words(found)
    if any(isinstance(event, told.Begins) for event in events):
        return f"{up}: {'South' if found.heads else 'North'} begins"
    return f"{up}: attack {'won' if found.heads else 'lost'}"


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
    return f"house under {stack.housed}{' and ' + loose if loose else ''}"


def standing(view: View, seat: Seat) -> str:
    """Return where a seat's coins stand."""
    names = view.board.names
    found = [
        f"{names[tile]} {stack_words(stack)}"
        for tile, stack in enumerate(view.state.tiles)
        if stack is not None and stack.owner == seat
    ]
    return ", ".join(found) or "no coins"


def houses(view: View, seat: Seat) -> str:
    """Return a seat's houses: on the board, counting, in the hand."""
    built = counted(len(houses_of(view.state, seat)), "house")
    counts = f"{counting(view.state, seat)} of {view.options.houses_to_win} counting"
    return f"{built}, {counts}, {counted(view.state.hand(seat), 'house coin')} in hand"


def _seat_sentence(request: Request[View], seat: Seat) -> str:
    """Return a seat's player, its houses, and where its coins stand."""
    view = request.view
    who = called(seat_name(seat), request.player(seat, seat_name(seat)))
    return f"{who}, {view.state.money(seat).code}: {houses(view, seat)}; {standing(view, seat)}."


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield who is to move and at which stage, the newest actions, the viewer's own orders, what is unusual,
    and for each seat its houses and where its coins stand."""
    view, events = request.view, request.events
    yield f"{titled('Nemein', request.caption)}. {status(view)}."
    if view.outcome is not None:
        yield f"{result(view)}."
    elif view.mover is not None:
        yield f"Stage of the turn: {STAGE_NAMES[view.state.stage]}."
        if more := further(view):
            yield f"Further turns won: {more[1:]}."
    if request.draft and view.seat is not None:
        yield f"Your orders, seen by nobody else: {'; '.join(map(str, request.draft))}."
    if view.state.phase == "setup":
        yield "Handfuls and placements are secret until both are ready."
        return
    if found := flip(events):
        yield f"Coin flip, {flip_words(found, events)}."
    if last := last_words(view, events):
        yield f"Last: {last}."
    yield from (f"{capitalized(notice)}." for notice in notices(view))
    yield from (_seat_sentence(request, seat) for seat in SEATS)
