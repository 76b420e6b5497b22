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
from maps.text import is_near, offer_text, private_orders, quiet_text, seat_name, titled


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
    score = text.SCORE(light=light, dark=dark)
    points, quiet = view.options.objective == "points", 2 * view.options.quiet_rounds
    match view.outcome.reason:
        case "commander_captured":
            how = text.COMMANDER_CAPTURED
        case "conceded" if won is not None:
            how = text.CONCEDED(side=seat_name(SIDES[1 - won]))
        case "round_limit":
            how = text.ALL_TURNS(score=score)
        case "quiet_rounds":
            how = text.QUIET_SCORE(limit=quiet, score=score) if points else text.QUIET(limit=quiet)
        case "no_legal_move":
            how = text.NO_MOVE_SCORE(score=score) if points else text.NO_MOVE
        case _:
            how = text.AGREED
    return (text.DRAW if won is None else text.WINS(side=seat_name(SIDES[won]))), how


def last_move(view: View) -> tuple[str, str]:
    """Return the newest move in words: who, and what it did. There must have been one.

    The piece is named as it was before it became a King Amphibian.
    """
    last = view.last
    assert last is not None
    piece = NAMES["A" if last.promoted else last.piece]
    side, target = seat_name(SIDES[side_of(last.seat)]), SQUARES[last.target]
    who = text.MOVER(side=side, piece=piece, square=SQUARES[last.origin])
    if last.sign == ATTACK:
        return who, text.HIT(piece=NAMES[last.taken], square=target)
    if last.sign == CAPTURE:
        took = text.TOOK_KING if last.promoted else text.TOOK
        return who, took(piece=NAMES[last.taken], square=target)
    return who, (text.WENT_KING if last.promoted else text.WENT)(square=target)


def is_quiet(view: View) -> bool:
    """Return whether the limit of quiet turns is near."""
    return view.outcome is None and is_near(view.quiet, 2 * view.options.quiet_rounds)


def notices(view: View) -> list[str]:
    """Return what is unusual: offers, concessions, the nearing limit of quiet turns."""
    if view.outcome is not None:
        return []
    found = [offer_text([seat_name(seat)]) for seat in view.seats if seat in view.offers]
    found += [text.HAS_CONCEDED(seat=seat_name(seat)) for seat in view.seats if seat in view.conceded]
    if is_quiet(view):
        found.append(quiet_text(view.quiet, 2 * view.options.quiet_rounds, "turns"))
    return found


def progress(view: View) -> str:
    """Return the turn, with the last one in a points game; at the end, in which that was."""
    if view.outcome is not None:
        declared = view.outcome.reason in ("conceded", "agreed")  # in a turn of which nothing was played
        return text.ENDED(turn=view.ply + declared)
    if view.options.objective == "points":
        return text.TURN_OF(turn=view.number, last=view.last_number)
    return text.TURN(turn=view.number)


def objective(view: View) -> str:
    """Return what wins the game."""
    return text.POINTS_WIN if view.options.objective == "points" else text.COMMANDER_WINS


def _pieces(view: View, side: int) -> str:
    """Return one side's pieces by letter and square; "+" marks an enhanced one."""
    found: dict[str, list[str]] = {}
    for square, letter in enumerate(view.board):
        if letter != EMPTY and letter.isupper() == (side == 1):
            plus = "+" if square in view.enhanced else ""
            found.setdefault(letter.upper(), []).append(SQUARES[square] + plus)
    parts = [f"{letter} {' '.join(found[letter])}" for letter in "CFBTHSDAK" if letter in found]
    return ", ".join(parts) or text.NO_PIECES


def _now(request: Request[View]) -> str:
    """Return whose turn it is, or how the game ended."""
    view = request.view

    def who(seat: Seat) -> str:
        name = request.player(seat, seat_name(seat))
        return seat_name(seat) if name == seat_name(seat) else f"{seat_name(seat)} ({name[:32]})"

    if view.outcome is not None:
        return f"{': '.join(result(view))}."
    if view.phase.key == "setup":
        return text.SETTING_UP(seats=", ".join(who(seat) for seat in sorted(view.phase.owing)))
    assert view.mover is not None
    groups = {"air": text.AIR_TO_MOVE, "surface": text.SURFACE_TO_MOVE}
    told = groups.get(view.group, text.SEAT_TO_MOVE)(seat=who(view.mover))
    return f"{text.INSTEAD(seat=seat_name(view.replaces))} {told}" if view.replaces else told


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield whose turn it is, the last move, what was captured, and all pieces by side, letter and square."""
    view = request.view
    yield f"{titled(text.GAME, request.caption)}."
    yield _now(request)
    if view.last is not None:
        who, what = last_move(view)
        yield text.LAST(who=who, what=what)
    changes = changes_of(view, request.changes)
    for said, squares in ((text.YOU_LOST, changes.lost), (text.IN_DANGER, changes.in_danger(view))):
        if named := [f"{NAMES[letter]} {SQUARES[square]}" for square, letter in squares]:
            yield said(pieces=listing(named, "and"))
    yield from private_orders(request.draft)
    yield f"{progress(view)}."
    if view.options.objective == "points":
        yield text.SCORE_IS(light=view.score[1], dark=view.score[0])
    yield from (f"{notice}." for notice in notices(view))
    if any(view.lost):
        light, dark = (" ".join(sorted(view.lost[side])) or text.NOTHING for side in (1, 0))
        yield text.CAPTURED(light=dark, dark=light)
    yield text.PIECES_OF(light=_pieces(view, 1), dark=_pieces(view, 0))
    if view.enhanced:
        yield text.PLUS
