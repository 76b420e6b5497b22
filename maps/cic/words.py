"""The words in a picture of Commander-In-Chief, and its description."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cic.board import EMPTY, NAMES, SQUARES
from adjudicator.cic.orders import ATTACK, CAPTURE
from adjudicator.cic.state import SIDES, View, side_of
from adjudicator.game import Seat
from adjudicator.text import listing
from maps.cic import text
from maps.cic.changes import changes_of
from maps.painter import Request
from maps.text import Reason, is_near, offer_text, private_orders, quiet_text, reason_text, seat_name, titled

REASONS = {
    "commander_captured": Reason("commander captured", "the enemy Commander is captured"),
    "round_limit": Reason("all rounds played: {score}", "the last round is over"),
    "quiet_rounds": Reason(
        "{quiet_rounds} quiet rounds", "nothing was captured, attacked or promoted for too long"
    ),
    "no_legal_move": Reason("no legal move left", "the side to move has no legal move"),
    "conceded": Reason("{loser} conceded", "the other side has conceded"),
    "agreed": Reason("by agreement", "a draw was agreed"),
}


def winner(view: View) -> int | None:
    """Return the side that won, or None for a draw or an unfinished game."""
    if view.outcome is None or len(set(view.outcome.places.values())) == 1:
        return None
    return next(side_of(seat) for seat in view.seats if view.outcome.places[seat] == 1)


def result(view: View) -> tuple[str, str]:
    """Return who won, and how. The game must be over."""
    assert view.outcome is not None
    won = winner(view)
    dark, light = view.score
    score = f"Light {light}, Dark {dark}"
    loser = "the other side" if won is None else seat_name(SIDES[1 - won])
    quiet = view.options.quiet_rounds
    how = reason_text(REASONS, view.outcome.reason, score=score, loser=loser, quiet_rounds=quiet)
    if view.outcome.reason in ("quiet_rounds", "no_legal_move") and view.options.objective == "points":
        how = f"{how}: {score}"
    return ("Draw" if won is None else f"{seat_name(SIDES[won])} wins"), how


def last_move(view: View) -> tuple[str, str]:
    """Return the newest move in words: who, and what it did. There must have been one.

    The piece is named as it was before it became a King Amphibian.
    """
    last = view.last
    assert last is not None
    piece = NAMES["A" if last.promoted else last.piece]
    origin, target = SQUARES[last.origin], SQUARES[last.target]
    start = f"{seat_name(SIDES[side_of(last.seat)])} {piece} {origin}"
    if last.sign == ATTACK:
        return start, f"hit the enhanced {NAMES[last.taken]} {target}"
    ending = ", now King" if last.promoted else ""
    if last.sign == CAPTURE:
        return start, f"took {NAMES[last.taken]} {target}{ending}"
    return start, f"to {target}{ending}"


def is_quiet(view: View) -> bool:
    """Return whether the limit of quiet rounds is near."""
    return view.outcome is None and is_near(view.quiet, 2 * view.options.quiet_rounds)


def notices(view: View) -> list[str]:
    """Return what is unusual: offers, concessions, the nearing limit of quiet rounds."""
    if view.outcome is not None:
        return []
    found = [offer_text([seat_name(seat)]) for seat in view.seats if seat in view.offers]
    found += [f"{seat_name(seat)} has conceded" for seat in view.seats if seat in view.conceded]
    if is_quiet(view):
        found.append(quiet_text(view.quiet // 2, view.options.quiet_rounds))
    return found


def progress(view: View) -> str:
    """Return the round, with its limit in a points game; at the end, how many were begun."""
    if view.outcome is not None:
        rounds = (view.ply + 1) // 2
        return f"{rounds} round{'' if rounds == 1 else 's'} played"
    limit = f" of {view.options.round_limit}" if view.options.objective == "points" else ""
    return f"Round {view.round}{limit}"


def objective(view: View) -> str:
    """Return what wins the game."""
    return "Most points win" if view.options.objective == "points" else "Capture the Commander"


def _pieces(view: View, side: int) -> str:
    """Return one side's pieces by letter and square; "+" marks an enhanced one."""
    found: dict[str, list[str]] = {}
    for square, letter in enumerate(view.board):
        if letter != EMPTY and letter.isupper() == (side == 1):
            plus = "+" if square in view.enhanced else ""
            found.setdefault(letter.upper(), []).append(SQUARES[square] + plus)
    parts = [f"{letter} {' '.join(found[letter])}" for letter in "CFBTHSDAK" if letter in found]
    return ", ".join(parts) or "none"


def _now(request: Request[View]) -> str:
    """Return whose turn it is, or how the game ended."""
    view = request.view

    def who(seat: Seat) -> str:
        name = request.player(seat, seat_name(seat))
        return seat_name(seat) if name == seat_name(seat) else f"{seat_name(seat)} ({name[:32]})"

    if view.outcome is not None:
        return f"{': '.join(result(view))}."
    if view.phase.key == "setup":
        return f"Setup, to choose enhanced pieces: {', '.join(who(s) for s in sorted(view.phase.owing))}."
    assert view.mover is not None
    stands_in = f" in place of {seat_name(view.replaces)}" if view.replaces else ""
    group = f", {view.group} pieces" if view.group else ""
    return f"{who(view.mover)} to move{stands_in}{group}."


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield whose turn it is, the last move, score and losses, and every piece by side, letter and square."""
    view = request.view
    yield f"{titled('Commander-In-Chief', request.caption)}."
    yield _now(request)
    if view.last is not None:
        yield f"Last: {' '.join(last_move(view))}."
    changes = changes_of(view, request.changes)
    for said, squares in ((text.YOU_LOST, changes.lost), (text.IN_DANGER, changes.in_danger(view))):
        if named := [f"{NAMES[letter]} {SQUARES[square]}" for square, letter in squares]:
            yield said(pieces=listing(named, "and"))
    yield from private_orders(request.draft)
    yield f"{progress(view)}. {objective(view)}. Score: Light {view.score[1]}, Dark {view.score[0]}."
    yield from (f"{notice}." for notice in notices(view))
    if any(view.lost):
        light, dark = (" ".join(sorted(view.lost[side])) or "nothing" for side in (1, 0))
        yield f"Lost: Light {light}; Dark {dark}."
    yield f"Light: {_pieces(view, 1)}. Dark: {_pieces(view, 0)}."
    if view.enhanced:
        yield "(+ enhanced)"
