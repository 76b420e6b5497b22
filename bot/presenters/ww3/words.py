"""WW3 in words: seats, orders, what happened, how seats stand. Takes views and public events alone, so under
fog nothing can be told here that is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.base_game import Pass
from adjudicator.chance import Die
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Seat
from adjudicator.text import counted, listing, nearest
from adjudicator.ww3 import events as ev
from adjudicator.ww3.board import (
    EMPTY,
    HIDDEN,
    KIND_OF,
    KINDS,
    NAMES,
    SEAT_OF,
    SEATS,
    Board,
    Direction,
    name_key,
)
from adjudicator.ww3.explain import COMPASS
from adjudicator.ww3.moves import DEFENDER, NOBODY, Path, winner
from adjudicator.ww3.orders import Order, Setup, code_of
from adjudicator.ww3.state import State, View, units
from bot.presenters.base import declaration, declared
from maps.text import quiet_text
from maps.ww3.words import team_name

ARROW = " → "
NATIONS = {"red": "China", "blue": "Russia", "silver": "North Korea", "olive": "America"}


def read_point(board: Board, typed: str) -> str:
    """A point's name. Raises NotUnderstoodError with near-misses."""
    name = "".join(typed.split()).lower()
    if name not in board.index:
        raise NotUnderstoodError(
            typed.strip(), "no point; they are written like d4", nearest(name, board.index)
        )
    return name


def way(board: Board, path: Path) -> str:
    """ "d3 → d4 → e4"."""
    return ARROW.join(board.names[point] for point in path)


def unit_there(letter: str) -> str:
    """ "Blue's Tank", "Blue's unit" where its kind is not known."""
    return f"{team_name(SEAT_OF[letter])}'s {NAMES[KIND_OF[letter]]}"


# -- orders


def describe(board: Board, view: View, order: Order) -> str:
    """An order in words: "Soldier d3 → d4, attack on Blue's Tank"."""
    if isinstance(order, Declare):
        return declaration(order)
    if isinstance(order, Pass):
        return "no legal move: pass"
    if isinstance(order, Setup):
        return placed_words(order.placed)
    return "; then ".join(_path_words(board, view.board, path) for path in code_of(board, order))


def placed_words(placed: Sequence[Sequence[str]]) -> str:
    """ "Nuclear Bomb d2, Air Craft e3, …"."""
    told = [(kind, points) for kind, points in zip(KINDS, placed, strict=True) if points]
    return ", ".join(
        f"{NAMES[kind]}{'s' if len(points) > 1 else ''} {listing(points, 'and')}" for kind, points in told
    )


def _path_words(board: Board, spaces: str, path: Path) -> str:
    letter, there = spaces[path[0]], spaces[path[-1]]
    # Something may have happened since the order was written.
    unit = NAMES[KIND_OF[letter]] if letter != EMPTY else "nothing on"
    text = f"{unit} {way(board, path)}"
    if EMPTY in (there, letter) or SEAT_OF[there] == SEAT_OF[letter]:
        return text
    return f"{text}, against {unit_there(there)}{prospect(KIND_OF[letter], KIND_OF[there])}"


def prospect(kind: str, met: str) -> str:
    """What comes of an attack, as far as it is known: ": a win"; "" where that is not known."""
    if met == HIDDEN:
        return ""
    won = winner(kind, met)
    return ": bounces back" if won == NOBODY else ": a loss" if won == DEFENDER else ": a win"


# -- what happened


def narrate(events: Sequence[Event], names: Mapping[Seat, str], you: Seat = "") -> list[str]:
    """A line for each thing; the dice of one throw share a line. you: whose units are "yours"."""
    lines: list[str] = []
    dice: list[Die] = []
    throws = 0
    over = any(isinstance(event, ev.GameOver) for event in events)
    rolling: set[Seat | None] = set()
    for event in events:
        if isinstance(event, Die):
            if event.seat in rolling:  # somebody rolls again: another throw
                lines.append(_dice(dice, throws))
                dice, rolling, throws = [], set(), throws + 1
            dice.append(event)
            rolling.add(event.seat)
            continue
        if dice:
            lines.append(_dice(dice, throws))
            dice, rolling, throws = [], set(), throws + 1
        if line := _line(event, names, you, over):
            lines.append(line)
    return lines


def _dice(dice: Sequence[Die], throws: int) -> str:
    rolled = " · ".join(f"{team_name(die.seat or '')} **{die.value}**" for die in dice)
    numbers = f"#{dice[0].n}" if len(dice) == 1 else f"#{dice[0].n} to #{dice[-1].n}"
    return f"🎲 {'Dice' if not throws else 'A tie, so again'}: {rolled} ({numbers})"


def _line(event: Event, names: Mapping[Seat, str], you: Seat, over: bool) -> str:
    match event:
        case ev.Deployed() if you:
            return ""  # the desk's picture shows it
        case ev.Deployed(seat=seat, points=points, pieces=pieces):
            if not pieces:
                return f"{names[seat]} has placed {counted(len(points), 'unit')}."
            by_kind = [sorted((p for p in points if pieces[p] == kind), key=name_key) for kind in KINDS]
            return f"{names[seat]}: {placed_words(by_kind)}."
        case ev.Begins(seat=seat):
            if seat == you:
                return "You rolled the highest and begin."
            return f"{names[seat]} rolled the highest and begins."
        case ev.Moved(seat=seat, piece=piece, path=path):
            unit = NAMES[piece] if piece else "a unit"
            return f"{names[seat]}: {unit} {ARROW.join(path)}."
        case ev.Met():
            return _met(event, names, you)
        case ev.Skipped(seat=seat, path=path):
            return (
                f"{names[seat]}: the Soldier on {path[0]} stays, for the first one stands on {path[-1]} now."
            )
        case ev.SeatOut(seat=seat, points=points, pieces=pieces):
            whose = "**You are out**" if seat == you else f"**{team_name(seat)} is out**"
            own = "your" if seat == you else "its"
            left = f": {own} {_leaving(points, pieces)}" if points and not over else ""
            return f"{whose}{left}."
        case ev.Passed(seat=seat):
            return f"{names[seat]}: no legal move, so a pass."
        case _:
            return declared(event, names)


def _leaving(points: Sequence[str], pieces: Mapping[str, str]) -> str:
    """What leaves the board with a Base: kinds only where all are known."""
    if len(pieces) < len(points):
        return f"{counted(len(points), 'unit')} left the board" if len(points) > 1 else "unit left the board"
    kinds = Counter(pieces[point] for point in points)
    told = [f"{NAMES[kind]}{f' ×{n}' if n > 1 else ''}" for kind in KINDS if (n := kinds[kind])]
    return f"{listing(told, 'and')} left the board"


def _met(event: ev.Met, names: Mapping[Seat, str], you: Seat) -> str:
    unit, there = NAMES[event.piece], NAMES[event.defender]
    whose = "your" if event.of == you else f"{team_name(event.of)}'s"
    text = f"{names[event.seat]}: {unit} {ARROW.join(event.path)}"
    if event.winner == NOBODY:
        return f"{text} meets {whose} {there}: neither takes the other, and it is back on {event.path[0]}."
    if event.winner == DEFENDER:
        return f"{text} **falls** to {whose} {there}."
    base = "**Base**" if event.defender == "B" else there
    return f"{text} **takes** {whose} {base}."


# -- how seats stand


def stands(state: State, seat: int) -> str:
    """How a seat stands, in a few words: "8 units · lost Soldier ×2"."""
    fallen = kinds_told(state.lost[seat])
    if seat in state.out:
        how = "Base taken" if "B" in state.lost[seat] else "conceded"
        others = kinds_told(state.lost[seat].replace("B", ""))
        return " · ".join([f"out, {how}", *([f"lost {others}"] if others else [])])
    number = counted(len(units(state.board, seat)), "unit")
    return " · ".join([number, *([f"lost {fallen}"] if fallen else [])])


def kinds_told(kinds: Iterable[str]) -> str:
    """ "Tank, Soldier ×2"."""
    held = Counter(kinds)
    return ", ".join(
        f"{NAMES[kind]}{f' ×{held[kind]}' if held[kind] > 1 else ''}" for kind in KINDS if held[kind]
    )


def summary(view: View) -> str:
    """How the seats stand, in small, once there is something to tell; and how quiet it is."""
    state, lines = view.state, list[str]()
    if any(state.lost) or state.out:
        lines = [f"-# {team_name(seat)}: {stands(state, SEATS.index(seat))}" for seat in view.seats]
    limit, quiet = state.options.quiet_rounds, state.quiet
    if limit and quiet * 2 >= limit and quiet and view.outcome is None:
        lines.append(f"-# {quiet_text(quiet, limit)}; then it is a draw")
    return "\n".join(lines)


def compass(direction: Direction) -> str:
    """ "north-east"."""
    return COMPASS[direction]
