"""The words in a picture of NME, and its description."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES, ARMY_OF, KIND_OF, KINDS, LETTERS, NAMES, NOBODY
from adjudicator.nme.moves import moves_of, origin_of, target_of
from adjudicator.nme.state import GRAY, State, View
from adjudicator.text import listing
from maps.nme import text
from maps.nme.changes import changes_of
from maps.nme.layout import ground
from maps.painter import Request
from maps.text import (
    PLACES,
    called,
    is_near,
    private_orders,
    quiet_text,
    seat_name,
    titled,
)


def army_name(army: int | Seat) -> str:
    """Return "Black", "Gray" or "White"."""
    return seat_name(ARMIES[army] if isinstance(army, int) else army)


def player(request: Request[View], army: int) -> str:
    """Return the name of an army's player, or the army's."""
    seat = ARMIES[army]
    return request.player(seat, army_name(army)) if seat in request.view.seats else army_name(army)


def winner(view: View) -> int | None:
    """Return the army of the seat that came out alone at the top; None: a draw, or not over."""
    if view.outcome is None:
        return None
    best = min(view.outcome.places.values())
    first = [seat for seat in view.seats if view.outcome.places[seat] == best]
    return ARMIES.index(first[0]) if len(first) == 1 else None


def status(view: View) -> str:
    """Return who is to move, or who has won."""
    if view.outcome is None:
        if view.mover is not None and view.mover != ARMIES[view.state.army]:
            return text.TO_MOVE_GRAY(seat=army_name(view.mover))
        return text.TO_MOVE(army=army_name(view.state.army))
    army_won = winner(view)
    if army_won is None:
        return text.DRAW
    place, army = view.outcome.places[ARMIES[army_won]], army_name(army_won)
    return text.WINS(army=army) if place == 1 else text.PLACED(army=army, place=PLACES[place])


def result(view: View) -> str:
    """Return why the game ended, and everybody's place."""
    assert view.outcome is not None
    places = view.outcome.places
    ranked = sorted(view.seats, key=lambda seat: (places[seat], seat))
    said = []
    for seat in ranked:
        army = army_name(seat)
        if sum(places[other] == places[seat] for other in ranked) > 1:
            said.append(text.DRAWS(army=army))
        elif view.state.options.ally and places[seat] == 5:
            said.append(text.UNPLACED(army=army))
        else:
            said.append(text.PLACE(army=army, place=PLACES[places[seat]]))
    return text.ENDED(reason=text.REASONS[view.outcome.reason], places=", ".join(said))


def last_move(view: View) -> str:
    """Return the newest move in words; "" before the first."""
    last = view.state.last
    if last is None:
        return ""
    names = ground().names
    told = {"army": army_name(last.army), "piece": NAMES[last.piece]}
    told |= {"origin": names[last.origin], "target": names[last.target]}
    if last.how == "trade":
        return text.TRADED(**told, prize=NAMES[last.traded])
    if not last.taken:
        return (text.MOVED_NAVAL if last.how == "naval_one" else text.MOVED)(**told)
    took = {"naval_one": text.TOOK_NAVAL, "flank": text.TOOK_FLANK}.get(last.how, text.TOOK)
    return took(**told, of=army_name(last.of), taken=NAMES[last.taken])


def grouped(prisoners: str) -> list[tuple[int, str, int]]:
    """Return captured pieces as (army, kind, how many), by army and worth."""
    found = []
    for army, letters in enumerate(LETTERS):
        for letter in letters:
            if count := prisoners.count(letter):
                found.append((army, KIND_OF[letter], count))
    return found


def role(view: View, army: int) -> list[str]:
    """Return what is to be said about an army, in rows: its fate; in Protect the Ally, who moves Gray."""
    state = view.state
    for fall in state.falls:
        if fall.army == army:
            return [text.OUT if fall.by == NOBODY else text.TAKEN_BY(army=army_name(fall.by))]
    if not state.options.ally or army != GRAY or view.outcome is not None:
        return []
    moves = text.MOVES_NOW if state.army == GRAY else text.MOVES_NEXT
    return [text.ALLY, moves(army=army_name(state.gray_next))]


def notices(view: View) -> list[str]:
    """Return what is unusual: votes for a draw, possible flanking, the nearing end of quiet rounds."""
    state = view.state
    if view.outcome is not None:
        return []
    found = [text.VOTES(army=army_name(seat)) for seat in view.seats if seat in state.offers]
    found += [
        text.MAY_FLANK(army=army_name(army), space=ground().names[space])
        for army, space in sorted(state.flanks)
        if _can_flank(state, army, space)
    ]
    limit = state.options.quiet_rounds
    if is_near(state.quiet, limit):
        found.append(quiet_text(state.quiet, limit))
    return found


def short_notices(view: View) -> list[str]:
    """Return the same in a few words, for the corner of a picture."""
    state = view.state
    if view.outcome is not None:
        return []
    found = []
    if is_near(state.quiet, state.options.quiet_rounds):
        found.append(text.QUIET(count=state.quiet, limit=state.options.quiet_rounds))
    for army, space in sorted(state.flanks):
        if _can_flank(state, army, space):
            found.append(text.FLANK(army=army_name(army), space=ground().names[space]))
    if votes := [army_name(seat) for seat in view.seats if seat in state.offers]:
        found.append(text.VOTE(armies=", ".join(votes)))
    return found


def _can_flank(state: State, army: int, lost: int) -> bool:
    """Return whether an army could use its right to flank that hexagon if it were to move now."""
    data, infantry = ground(), LETTERS[army][KINDS.index("I")]
    return any(
        target_of(move) == lost
        and state.board[origin_of(move)] == infantry
        and origin_of(move) < data.hexagons
        and lost not in data.beside[origin_of(move)]
        for move in moves_of(data, state, army)
    )


def standing(view: View, army: int) -> str:
    """Return an army's pieces by letter and space: "P A4s, A A2s A6s"."""
    found: dict[str, list[str]] = {}
    for space, letter in enumerate(view.board):
        if ARMY_OF.get(letter) == army:
            found.setdefault(KIND_OF[letter], []).append(ground().names[space])
    return ", ".join(f"{kind} {' '.join(found[kind])}" for kind in KINDS if kind in found) or text.NO_PIECES


def _army_sentence(request: Request[View], army: int) -> str:
    """Return an army's player, where it stands, and whom it holds prisoner."""
    state = request.view.state
    who = called(army_name(army), player(request, army))
    told = {"army": who, "pieces": standing(request.view, army)}
    for fall in state.falls:
        if fall.army == army:
            by = "" if fall.by == NOBODY else army_name(fall.by)
            return text.ARMY_TAKEN(**told, by=by) if by else text.ARMY_OUT(**told)
    held = [f"{count} {army_name(of)} {kind}" for of, kind, count in grouped(state.prisoners[army])]
    return text.ARMY_HOLDS(**told, prisoners=", ".join(held)) if held else text.ARMY(**told)


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield who is to move, the newest move, the order, what is unusual, and each army's pieces."""
    view = request.view
    title = text.ALLY_GAME if view.state.options.ally else text.GAME
    yield f"{titled(title, request.caption)}. {status(view)}."
    if view.outcome is not None:
        yield f"{result(view)}."
    yield from private_orders(request.draft)
    if last := last_move(view):
        yield text.LAST(move=last)
    changes, names = changes_of(view, request.changes), ground().names
    danger = [(space, KIND_OF[view.board[space]]) for space in changes.threatened]
    for said, pieces in ((text.YOU_LOST, changes.lost), (text.IN_DANGER, danger)):
        if named := [f"{NAMES[kind]} {names[space]}" for space, kind in pieces]:
            yield said(pieces=listing(named, "and"))
    yield from (f"{notice}." for notice in notices(view))
    yield from (_army_sentence(request, army) for army in range(3))
