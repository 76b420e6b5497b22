"""The words in a picture of NME, and in its description."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES, ARMY_OF, KIND_OF, KINDS, LETTERS, NAMES, NOBODY
from adjudicator.nme.moves import moves_of, origin_of, target_of
from adjudicator.nme.state import GRAY, State, View
from maps.canvas import clean
from maps.nme.layout import ground

REASONS = {
    "last_president": "one President is left",
    "compromise": "a Compromise",
    "presidents_only": "only Presidents are left",
    "agreed": "by agreement",
    "all_passed": "every army passed",
    "quiet_rounds": "too many quiet rounds",
    "gray_assassinated": "Gray took the President",
    "ally_assassinated": "the Gray President is taken",
    "stalemate": "stalemate",
    "conceded": "the opponent conceded",
}
PLACES = ("", "1st", "2nd", "3rd", "4th", "5th")


def army_name(army: int) -> str:
    """ "Black", "Gray" or "White"."""
    return ARMIES[army].title()


def player(view: View, army: int, names: Mapping[Seat, str] | None) -> str:
    """Who plays an army, as the fonts can write it: the player's name, or the army's."""
    seat = ARMIES[army]
    return clean((names or {}).get(seat, ""), army_name(army)) if seat in view.seats else army_name(army)


def winner(view: View) -> int | None:
    """The army of the seat that came out alone at the top, or None: a draw, or not over."""
    if view.outcome is None:
        return None
    best = min(view.outcome.places.values())
    first = [seat for seat in view.seats if view.outcome.places[seat] == best]
    return ARMIES.index(first[0]) if len(first) == 1 else None


def status(view: View) -> str:
    """Who is to move, or who has won."""
    if view.outcome is None:
        army = army_name(view.state.army)
        by = view.mover if view.mover != ARMIES[view.state.army] else None
        return f"{army} to move" if by is None else f"{army} to move, played by {by.title()}"
    army_won = winner(view)
    if army_won is None:
        return "Draw"
    place = view.outcome.places[ARMIES[army_won]]
    return f"{army_name(army_won)} wins" if place == 1 else f"{army_name(army_won)} is {PLACES[place]}"


def result(view: View) -> str:
    """Why the game ended, and everybody's place."""
    assert view.outcome is not None
    reason = REASONS.get(view.outcome.reason, view.outcome.reason.replace("_", " "))
    places = view.outcome.places
    ranked = sorted(view.seats, key=lambda seat: (places[seat], seat))
    said = []
    for seat in ranked:
        shared = sum(places[other] == places[seat] for other in ranked) > 1
        unplaced = view.state.options.ally and places[seat] == 5
        said.append(
            f"{seat.title()} {'draws' if shared else 'unplaced' if unplaced else PLACES[places[seat]]}"
        )
    return f"{reason[0].upper()}{reason[1:]}: {', '.join(said)}"


def last_move(view: View) -> str:
    """The newest move in words; "" before the first."""
    last = view.state.last
    if last is None:
        return ""
    names = ground().names
    origin, target = names[last.origin], names[last.target]
    start = f"{army_name(last.army)} {NAMES[last.piece]} {origin}"
    if last.how == "trade":
        return f"{start} to {target}, traded for {NAMES[last.traded]}"
    by = {"naval_one": " by Naval One", "flank": " by flanking"}.get(last.how, "")
    if not last.taken:
        return f"{start} to {target}{by}"
    return f"{start} took {army_name(last.of)} {NAMES[last.taken]} {target}{by}"


def grouped(prisoners: str) -> list[tuple[int, str, int]]:
    """Captured pieces as (army, kind, how many), by army and worth."""
    found = []
    for army, letters in enumerate(LETTERS):
        for letter in letters:
            if count := prisoners.count(letter):
                found.append((army, KIND_OF[letter], count))
    return found


def fate(state: State, army: int) -> str:
    """How an army came to be out; "" if it is not."""
    for fall in state.falls:
        if fall.army == army:
            return "out" if fall.by == NOBODY else f"out, taken by {army_name(fall.by)}"
    return ""


def role(view: View, army: int) -> str:
    """What is to be said about an army besides its player: in Protect the Ally, who moves Gray next."""
    state = view.state
    told = fate(state, army)
    if told or not state.options.ally or army != GRAY or view.outcome is not None:
        return told
    when = "now" if state.army == GRAY else "next"
    return f"the ally: {when} played by {state.gray_next.title()}"


def notices(view: View) -> list[str]:
    """What is unusual now: votes for a draw, flanking that is possible, the nearing end of quiet rounds."""
    state = view.state
    if view.outcome is not None:
        return []
    found = [f"{seat.title()} votes for a draw" for seat in view.seats if seat in state.offers]
    found += [
        f"{army_name(army)} may flank {ground().names[space]}"
        for army, space in sorted(state.flanks)
        if _can_flank(state, army, space)
    ]
    limit = state.options.quiet_rounds
    if limit and 5 * state.quiet >= 3 * limit:
        found.append(f"Quiet rounds: {state.quiet} of {limit}")
    return found


def _can_flank(state: State, army: int, lost: int) -> bool:
    """Whether an army's right to capture on that hexagon by flanking could be used if it were to move now."""
    data, infantry = ground(), LETTERS[army][KINDS.index("I")]
    return any(
        target_of(move) == lost
        and state.board[origin_of(move)] == infantry
        and origin_of(move) < data.hexagons
        and lost not in data.beside[origin_of(move)]
        for move in moves_of(data, state, army)
    )


def standing(view: View, army: int) -> str:
    """An army's pieces by letter and space: "P A4s, A A2s A6s"."""
    found: dict[str, list[str]] = {}
    for space, letter in enumerate(view.board):
        if ARMY_OF.get(letter) == army:
            found.setdefault(KIND_OF[letter], []).append(ground().names[space])
    return ", ".join(f"{kind} {' '.join(found[kind])}" for kind in KINDS if kind in found) or "none"
