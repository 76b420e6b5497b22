"""NME in words: armies, spaces, orders, what happened, how armies stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.base_game import Pass
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Outcome, Seat
from adjudicator.nme import events as ev
from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS, NAMES, NOBODY, Board
from adjudicator.nme.moves import right
from adjudicator.nme.orders import CAPTURE, MOVE, Move, Order, nearest_spaces
from adjudicator.nme.state import State, View, kills, living
from adjudicator.text import article, listing
from bot.presenters.base import congratulated, declaration
from bot.presenters.nme import text
from maps.nme.words import army_name
from maps.text import capitalized


def order_of_spaces(name: str) -> tuple[str, int, str]:
    """Sorts spaces as one looks for them: C4, C4n, C4s, C5, C10."""
    return name[0], int(name[1:].rstrip("ns")), name[1:].lstrip("0123456789")


def read_space(board: Board, typed: str) -> str:
    """A space's name as the board writes it. Raises NotUnderstoodError with near-misses."""
    name = "".join(typed.split()).lower()
    name = capitalized(name)
    if name not in board.index:
        raise NotUnderstoodError(typed.strip(), text.NOT_A_SPACE, nearest_spaces(name, list(board.index)))
    return name


# -- orders


def right_of(board: Board, spaces: str, order: Move) -> str:
    """By which special right a move of the board is made: "naval_one", "flank", "trade" or ""."""
    origin, target = board.index[order.origin], board.index[order.target]
    kind = KIND_OF.get(spaces[origin], "")
    return "trade" if order.trade else right(board, kind, origin, target)


def piece_there(letter: str) -> str:
    """ "Gray's Infantry"."""
    return text.PIECE_OF(army=army_name(ARMY_OF[letter]), piece=NAMES[KIND_OF[letter]])


def victim(board: Board, state: State, order: Move) -> str:
    """What stands where a move leads: "Gray's Infantry", "a dead Infantry of Gray", "" nothing."""
    there = state.board[board.index[order.target]]
    if there == EMPTY:
        return ""
    army = ARMY_OF[there]
    if army not in living(state):
        return text.DEAD_PIECE(piece=NAMES[KIND_OF[there]], army=army_name(army))
    return piece_there(there)


def mover_name(state: State, letter: str) -> str:
    """A piece that moves: "Infantry", or "Gray's Infantry" where one seat moves two armies."""
    return piece_there(letter) if state.gray_next else NAMES[KIND_OF[letter]]


def describe(board: Board, view: View, order: Order) -> str:
    """An order in words: "Air Force A2s takes Gray's Infantry on C4"."""
    if isinstance(order, Declare):
        return declaration(order, text.TO_VOTE)
    if isinstance(order, Pass):
        return text.PASSES
    state = view.state
    letter = state.board[board.index[order.origin]]
    if letter == EMPTY:  # something has happened since the order was written
        return text.NOBODY(origin=order.origin, target=order.target)
    told = {"piece": mover_name(state, letter), "origin": order.origin, "target": order.target}
    right = right_of(board, state.board, order)
    if right == "trade":
        return text.TO_TRADE(**told, prize=article(NAMES[order.trade]))
    there = victim(board, state, order) if order.sign == CAPTURE else ""
    if not there:
        return (text.TO_NAVAL if right == "naval_one" else text.TO_MOVE_PIECE)(**told)
    taking = {"naval_one": text.TO_CAPTURE_NAVAL, "flank": text.TO_FLANK}.get(right, text.TO_CAPTURE)
    return taking(**told, victim=there)


# -- what happened


def narrate(events: Sequence[Event], names: Mapping[Seat, str], you: Seat = "") -> list[str]:
    """A line for each thing, at most three in a turn. you: whose pieces are "yours"."""
    over = any(isinstance(event, ev.GameOver) for event in events)
    return [line for event in events if (line := _line(event, names, you, over))]


def _mover(names: Mapping[Seat, str], army: str, seat: Seat) -> str:
    """Who moves: "**Black** (Ada)", "**Gray** (moved by Black)"."""
    return names[seat] if army == seat else text.GRAY(seat=army_name(seat))


def _line(event: Event, names: Mapping[Seat, str], you: Seat, over: bool) -> str:
    match event:
        case ev.Moved(army=army, seat=seat, piece=piece, origin=origin, target=target, naval_one=naval):
            way = (text.WAY_NAVAL if naval else text.WAY)(piece=NAMES[piece], order=f"{origin}{MOVE}{target}")
            return text.MOVED(player=_mover(names, army, seat), way=way)
        case ev.Captured():
            return _captured(event, names, you)
        case ev.FlankRight():  # often of no use: the desk of who has it says what is possible
            return ""
        case ev.Traded(army=army, seat=seat, origin=origin, target=target, piece=piece, holder=holder):
            return text.TRADES_FOR(
                player=_mover(names, army, seat),
                way=text.WAY(piece=NAMES["I"], order=f"{origin}{MOVE}{target}"),
                prize=article(NAMES[piece]),
                holder=army_name(holder),
            )
        case ev.ArmyOut(army=army):
            if over:  # at the end it is the result that counts
                return ""
            return text.YOURE_OUT if army == you else text.OUT(player=names[army])
        case ev.Passed(army=army, seat=seat):
            return text.PASSED(player=_mover(names, army, seat))
        case ev.DrawOffered(seat=seat, missing=()):
            return text.AGREED(player=names[seat])
        case ev.DrawOffered(seat=seat, missing=missing):
            others = listing([names[other] for other in missing], "and")
            return text.VOTED(player=names[seat], others=others)
        case ev.VoteWithdrawn(seat=seat):
            return text.VOTE_WITHDRAWN(player=names[seat])
        case ev.Conceded(seat=seat):
            return (text.CONCEDES_LAST if over else text.CONCEDES)(player=names[seat])
        case ev.Forfeited(seat=seat):
            return (text.FORFEITS_LAST if over else text.FORFEITS)(player=names[seat])
        case ev.Penalised(seat=seat, space=space):
            return text.PENALISED(player=names[seat], space=space)
        case _:
            return ""


def _captured(event: ev.Captured, names: Mapping[Seat, str], you: Seat) -> str:
    how = text.WAY_NAVAL if event.naval_one else text.WAY_FLANK if event.flank else text.WAY
    told = {
        "player": _mover(names, event.army, event.seat),
        "space": event.target,
        "way": how(piece=NAMES[event.piece], order=f"{event.origin}{CAPTURE}{event.target}"),
    }
    army, piece = army_name(event.of), NAMES[event.taken]
    if event.dead:
        return text.TAKES_DEAD(**told, army=army, piece=piece)
    if event.taken == "P":  # that tells of the event Assassinated too
        yours = event.of == you
        return text.ASSASSINATES_YOURS(**told) if yours else text.ASSASSINATES(**told, army=army)
    if event.of == you:
        return text.TAKES_YOURS(**told, piece=piece)
    return text.TAKES(**told, army=army, piece=piece)


# -- how armies stand


def stands(state: State, army: int) -> str:
    """How an army stands, in a few words: "13 pieces · holds Gray's Infantry ×2 · 1 assassination"."""
    fallen = next((fall for fall in state.falls if fall.army == army), None)
    killed = kills(state, army)
    told = [text.ASSASSINATIONS(n=killed)] if killed else []
    if fallen is not None:
        # Who conceded and who had to forfeit are alike in a state.
        how = text.OUT_ALONE if fallen.by == NOBODY else text.OUT_BY(army=army_name(fallen.by))
        return " · ".join([how, *told])
    prisoners = _prisoners(state, army)
    pieces = text.PIECES(n=sum(state.board.count(letter) for letter in LETTERS[army]))
    return " · ".join([pieces, *([text.HOLDS(prisoners=prisoners)] if prisoners else []), *told])


def _prisoners(state: State, army: int) -> str:
    """Whom an army holds: "Gray's Navy ×2, Infantry; White's Infantry". A President is an assassination."""
    held = Counter(letter for letter in state.prisoners[army] if KIND_OF[letter] != "P")
    told = []
    for owner in range(3):
        named = [
            NAMES[KIND_OF[letter]] + (f" ×{number}" if number > 1 else "")
            for letter, number in held.items()
            if ARMY_OF[letter] == owner
        ]
        told += [text.PIECE_OF(army=army_name(owner), piece=", ".join(named))] if named else []
    return "; ".join(told)


def summary(view: View) -> str:
    """How quiet it is, once the end is near; who holds whom is in the picture."""
    state = view.state
    limit, quiet = state.options.quiet_rounds, state.quiet
    near = limit and quiet * 2 >= limit and view.outcome is None
    return text.QUIET(count=quiet, limit=limit) if near else ""


# -- how a game ended


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """One line: who won or drew and how; the table has the places."""
    places = {seat: outcome.places[seat] for seat in ARMIES if seat in outcome.places}
    by_place = {place: seat for seat, place in places.items()}
    best = min(places.values())
    first = [seat for seat, place in places.items() if place == best]
    if len(first) > 1:
        return _drawn(outcome.reason, first, places)
    army, player = army_name(first[0]), [names[seat] for seat in first if seat in names]
    others = [army_name(seat) for seat in places if seat not in first]
    match outcome.reason:
        case "last_president":
            return congratulated(text.WON(army=army), player) if best == 1 else text.LAST(army=army)
        case "gray_assassinated":
            return congratulated(text.WON_BY_GRAY(army=army, loser=others[0]), player)
        case "ally_assassinated":
            return _well_played(text.SECOND(army=army), player)
        case "conceded":
            return _well_played(text.SECOND_CONCEDED(army=army, loser=others[0]), player)
        case reason:
            said = text.COMPROMISE_QUIET if reason == "quiet_rounds" else text.COMPROMISE
            return said(second=army, third=army_name(by_place[3]))


def _well_played(result: str, player: Sequence[str]) -> str:
    return f"{result} {text.WELL_PLAYED(player=player[0])}" if player else result


def _drawn(reason: str, seats: Sequence[Seat], places: Mapping[Seat, int]) -> str:
    """Who draws is said where not everyone does."""
    if len(seats) == len(places):
        return text.DRAWN[reason]
    return text.DRAWN_BETWEEN[reason](armies=listing([army_name(seat) for seat in seats], "and"))
