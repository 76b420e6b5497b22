"""The words in a picture of WW3, and its description. All come from a view, which hides what it must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.game import Event, Seat
from adjudicator.text import listing
from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, NAMES, SEAT_OF, SEATS
from adjudicator.ww3.events import Met, Moved, Passed
from adjudicator.ww3.orders import Order, Setup
from adjudicator.ww3.state import Last, LastStep, View, playing
from maps.painter import Request
from maps.text import (
    PLACES,
    Reason,
    called,
    is_near,
    offer_text,
    private_orders,
    quiet_text,
    reason_text,
    seat_name,
    titled,
)
from maps.ww3 import text
from maps.ww3.layout import ground

MAX_NAME = 20
"""Players' names are cut to this many characters in the description."""


REASONS = {
    "last_base": Reason("one Base is left", "its Base is the last one"),
    "only_bases": Reason("only Bases are left"),
    "quiet_rounds": Reason("too many quiet rounds", "too many rounds in which no unit left the board"),
    "agreed": Reason("by agreement"),
    "conceded": Reason("all others are out", "the other side gave up"),
}


def team_name(team: int | Seat) -> str:
    """Return "Red", "Blue", "Silver" or "Olive"."""
    return seat_name(SEATS[team] if isinstance(team, int) else team)


def player(request: Request[View], team: int) -> str:
    """Return the name of a team's player, or the team's."""
    return request.player(SEATS[team], team_name(team))


def winner(view: View) -> int | None:
    """Return the team that came out alone at the top; None: a draw, or not over."""
    if view.outcome is None:
        return None
    first = [team for team in playing(view.state) if view.outcome.places[SEATS[team]] == 1]
    return first[0] if len(first) == 1 else None


def status(view: View) -> str:
    """Return who is to move, or who has won."""
    if view.outcome is not None:
        won = winner(view)
        return text.DRAW if won is None else text.WINS_GAME(team=team_name(won))
    if view.phase.key == "setup":
        return text.SETUP
    return text.TO_MOVE(team=team_name(view.state.seat))


def result(view: View) -> str:
    """Return why the game ended, and everybody's place."""
    assert view.outcome is not None
    places = view.outcome.places
    ranked = sorted(playing(view.state), key=lambda team: (places[SEATS[team]], team))
    said = []
    for team in ranked:
        name, place = team_name(team), places[SEATS[team]]
        shared = sum(places[SEATS[other]] == place for other in ranked) > 1
        said.append(text.DRAWS(team=name) if shared else text.PLACED(team=name, place=PLACES[place]))
    return text.RESULT(reason=reason_text(REASONS, view.outcome.reason), places=", ".join(said))


def _step(step: LastStep, team: int) -> str:
    """Return what one unit did."""
    names = [ground().names[point] for point in step.path]
    way = "-".join(names)
    unit = f"{team_name(team)} {NAMES[step.piece] if step.piece else 'unit'}"
    if step.result == "moved":
        return text.MOVED(unit=unit, way=way)
    if step.result == "skipped":
        return text.NOT_MADE(way=way)
    ends = {"unit": unit, "origin": names[0], "target": names[-1]}
    ends["other"] = f"{team_name(step.of)} {NAMES[step.met]}"
    if step.result == "bounced":
        return text.BOTH_STAY(**ends)
    if step.result == "lost":
        return text.FELL(**ends)
    return text.TOOK_BASE(team=team_name(step.of), **ends) if step.met == "B" else text.TOOK(**ends)


RESULTS = {"attacker": "won", "defender": "lost", "none": "bounced"}


def newest(view: View, changes: Sequence[Event] = ()) -> list[Last]:
    """Return what was done in these changes; without any, the newest turn."""
    found, index = list[Last](), ground().index
    for event in changes:
        if isinstance(event, Moved | Met):
            path = tuple(index[name] for name in event.path)
            step = LastStep(path, event.piece)
            if isinstance(event, Met):
                step = LastStep(
                    path, event.piece, SEATS.index(event.of), event.defender, RESULTS[event.winner]
                )
            found.append(Last(SEATS.index(event.seat), (step,)))
    return found or ([view.state.last] if view.state.last is not None else [])


def last_move(view: View, events: Sequence[Event] = ()) -> str:
    """Return the newest turn in words; "" before the first."""
    passed = [event.seat for event in events if isinstance(event, Passed)]
    if passed:
        return text.PASSED(team=team_name(passed[-1]))
    last = view.state.last
    return "" if last is None else "; ".join(_step(step, last.seat) for step in last.steps)


def losses(view: View, changes: Sequence[Event]) -> list[str]:
    """Return what the viewer lost to others, with the points: "Soldier g8"."""
    return [
        f"{NAMES[event.defender]} {event.path[-1]}"
        for event in changes
        if isinstance(event, Met) and event.of == view.seat and event.winner == "attacker"
    ]


def fate(view: View, team: int) -> str:
    """Return how a team ended: out, or with what result; "" while it plays."""
    if team in view.state.out:
        place = view.outcome.places[SEATS[team]] if view.outcome is not None else 0
        return text.OUT_AT(place=PLACES[place]) if place else text.OUT
    if view.outcome is not None:
        return text.FIRST if winner(view) == team else text.LEVEL
    return ""


def notices(view: View) -> list[str]:
    """Return what is unusual: offers of a draw, the nearing end of quiet rounds."""
    state, limit = view.state, view.state.options.quiet_rounds
    if view.outcome is not None:
        return []
    offers = offer_text([team_name(team) for team in playing(state) if SEATS[team] in state.offers])
    return [
        *([offers] if offers else []),
        *([quiet_text(state.quiet, limit)] if is_near(state.quiet, limit) else []),
    ]


def order(draft: Sequence[Order]) -> str:
    """Return the viewer's own orders as text; a formation is seen in the picture."""
    return "; ".join(text.FORMATION if isinstance(each, Setup) else str(each) for each in draft)


def grouped(kinds: str) -> str:
    """Return kinds of units by rank.

    >>> grouped("SNS")
    'N, 2 S'
    """
    return ", ".join(kind if count == 1 else f"{count} {kind}" for kind, count in counts(kinds))


def counts(kinds: str) -> list[tuple[str, int]]:
    """Return by rank how many units of each kind there are.

    >>> counts("SNS")
    [('N', 1), ('S', 2)]
    """
    return [(kind, kinds.count(kind)) for kind in (*KINDS, "?") if kind in kinds]


def standing(view: View, team: int) -> str:
    """Return a team's units by kind and point: "N d2, S d3 e2, ? f1"."""
    found: dict[str, list[str]] = {}
    for point, letter in enumerate(view.board):
        if letter != EMPTY and SEAT_OF[letter] == team:
            found.setdefault(KIND_OF[letter], []).append(ground().names[point])
    return ", ".join(f"{kind} {' '.join(found[kind])}" for kind in (*KINDS, "?") if kind in found) or "none"


def seen(view: View) -> frozenset[int]:
    """Return the points with the viewer's own units whose kind everybody knows, under fog."""
    state = view.state
    if not state.options.fog or state.phase != "play" or view.own is None:
        return frozenset()
    return frozenset(point for point in state.known if SEAT_OF.get(state.board[point]) == view.own)


def listed(points: frozenset[int]) -> str:
    """Return points by name, in the order of the board."""
    return " ".join(ground().names[point] for point in sorted(points))


def _team_sentence(request: Request[View], team: int) -> str:
    """Return a team's player, whether it is out, where it stands, and what it lost."""
    view, state = request.view, request.view.state
    who = called(team_name(team), player(request, team), MAX_NAME)
    told = fate(view, team)
    if told:
        who += f", {told}"
    if SEATS[team] in state.offers:
        who += f", {text.OFFERS}"
    parts = [] if view.phase.key == "setup" or team in state.out else [standing(view, team)]
    if state.lost[team]:
        parts.append(text.FALLEN(units=grouped(state.lost[team])))
    if state.gone[team]:
        parts.append(text.LEFT(units=grouped(state.gone[team])))
    return f"{who}{': ' if parts else ''}{'; '.join(parts)}."


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield who is to move, the newest move, the order, what is unusual, each team's units ("?": hidden)."""
    view = request.view
    yield f"{titled('WW3', request.caption)}. {status(view)}."
    if view.outcome is not None:
        yield f"{result(view)}."
    yield from private_orders(request.draft)
    if last := last_move(view, request.events):
        yield text.LAST(moves=last)
    if lost := losses(view, request.changes):
        yield text.YOU_LOST(units=listing(lost, "and"))
    yield from (f"{notice}." for notice in notices(view))
    yield from (_team_sentence(request, team) for team in playing(view.state))
    if known := seen(view):
        yield text.KNOWN(points=listed(known))
