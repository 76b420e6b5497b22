"""WW3 in words: seats, orders, what happened, how seats stand. Takes views and public events alone, so under
fog nothing can be told here that is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.base_game import Pass
from adjudicator.chance import Die
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Seat
from adjudicator.text import Text, listing, nearest
from adjudicator.ww3 import events as ev
from adjudicator.ww3.board import EMPTY, HIDDEN, KIND_OF, KINDS, NAMES, SEAT_OF, Board
from adjudicator.ww3.moves import ATTACKER, DEFENDER, NOBODY, winner
from adjudicator.ww3.orders import Order, Setup, code_of
from adjudicator.ww3.state import State, View, units
from adjudicator.ww3.ways import Path
from bot.presenters.base import declaration, declared
from bot.presenters.ww3 import text
from maps.ww3.words import team_name

_MOST_NEWS = 3
UNKNOWN = "?"
"""How a meeting goes whose outcome is not known."""


def read_point(board: Board, typed: str) -> str:
    """A point's name. Raises NotUnderstoodError with near-misses."""
    name = "".join(typed.split()).lower()
    if name not in board.index:
        raise NotUnderstoodError(typed.strip(), text.NOT_A_POINT, nearest(name, board.index))
    return name


def way(board: Board, path: Path) -> str:
    """ "d3 → d4 → e4"."""
    return text.ARROW.join(board.names[point] for point in path)


def unit_there(letter: str) -> str:
    """ "Blue's Tank", "Blue's unit" where its kind is not known."""
    return text.WHOSE(team=team_name(SEAT_OF[letter]), unit=NAMES[KIND_OF[letter]])


# -- orders


def describe(board: Board, view: View, order: Order) -> str:
    """An order in words: "Soldier d3 → d4, takes Blue's Spy"."""
    if isinstance(order, Declare):
        return declaration(order)
    if isinstance(order, Pass):
        return text.PASSES
    if isinstance(order, Setup):
        return placed_words(order.placed)
    return "; ".join(_path_words(board, view.board, path) for path in code_of(board, order))


def placed_words(placed: Sequence[Sequence[str]]) -> str:
    """ "Nuclear Bomb d2, Air Craft e3, …"."""
    return ", ".join(
        text.UNITS_AT(unit=NAMES[kind], n=len(points), points=listing(points, "and"))
        for kind, points in zip(KINDS, placed, strict=True)
        if points
    )


def _path_words(board: Board, spaces: str, path: Path) -> str:
    letter, there = spaces[path[0]], spaces[path[-1]]
    # Something may have happened since the order was written.
    unit = NAMES[KIND_OF[letter]] if letter != EMPTY else text.NOTHING
    if EMPTY in (there, letter) or SEAT_OF[there] == SEAT_OF[letter]:
        return text.MOVE(unit=unit, way=way(board, path))
    told = _of(
        prospect(KIND_OF[letter], KIND_OF[there]),
        text.MOVE_TAKES,
        text.MOVE_FALLS,
        text.MOVE_BOUNCES,
        text.MOVE_ATTACKS,
    )
    return told(unit=unit, way=way(board, path), other=unit_there(there))


def prospect(kind: str, met: str) -> str:
    """Who wins when a unit attacks another, as `winner` has it; UNKNOWN where that is not known."""
    return UNKNOWN if met == HIDDEN else winner(kind, met)


def target_words(kind: str, point: str, letter: str) -> str:
    """Where a unit goes, and what comes of it: "c4", "c4 · takes Blue's Spy"."""
    if letter == EMPTY:
        return point
    told = _of(
        prospect(kind, KIND_OF[letter]),
        text.TARGET_TAKES,
        text.TARGET_FALLS,
        text.TARGET_BOUNCES,
        text.TARGET_ATTACKS,
    )
    return told(point=point, other=unit_there(letter))


def _of(won: str, takes: Text, falls: Text, bounces: Text, attacks: Text) -> Text:
    return {ATTACKER: takes, DEFENDER: falls, NOBODY: bounces}.get(won, attacks)


# -- what happened


@dataclass
class _Told:
    """Lines: what units did, a line for each turn or unit; and what was declared."""

    moves: list[str] = field(default_factory=list)
    movers: list[Seat] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    newest: list[str] = field(default_factory=list)
    """Whichever of the lists was added to last."""

    def move(self, seat: Seat, line: str) -> None:
        self.moves.append(line)
        self.movers.append(seat)
        self.newest = self.moves

    def say(self, line: str) -> None:
        self.said.append(line)
        self.newest = self.said

    def add(self, line: str) -> None:
        """Say what followed from the newest."""
        if self.newest:
            self.newest[-1] += f" {line}"
        else:
            self.say(line)


def narrate(events: Sequence[Event], names: Mapping[Seat, str], you: Seat = "") -> list[str]:
    """What one step did, in at most three lines: what each unit did, then what was declared. you: whose units
    are "yours"."""
    told = _told(events, names, you)
    return [*told.moves, *([" ".join(told.said)] if told.said else [])]


def news(events: Sequence[Event], names: Mapping[Seat, str], you: Seat) -> list[str]:
    """What happened in several steps, a line for each turn, at most the last three lines."""
    told = _told(events, names, you)
    lines = list[str]()
    for at, line in enumerate(told.moves):
        if at and told.movers[at] == told.movers[at - 1]:
            lines[-1] += f" {line.partition(': ')[2]}"
        else:
            lines.append(line)
    return [*lines, *([" ".join(told.said)] if told.said else [])][-_MOST_NEWS:]


def _told(events: Sequence[Event], names: Mapping[Seat, str], you: Seat) -> _Told:
    told, throws = _Told(), list[list[Die]]()
    over = any(isinstance(event, ev.GameOver) for event in events)
    for event in events:
        match event:
            case Die():
                if not throws or event.seat in {die.seat for die in throws[-1]}:
                    throws.append([])  # somebody rolls again: another throw
                throws[-1].append(event)
            case ev.Deployed(pieces=pieces):
                placed = text.ALL_PLACED if pieces else text.ALL_PLACED_FOG
                if placed not in told.moves and not you:
                    told.move("", placed)
            case ev.Begins(seat=seat):
                dice = text.TIED.join(_dice(throw) for throw in throws)
                begins = (
                    text.YOU_BEGIN(dice=dice) if seat == you else text.BEGINS(dice=dice, seat=names[seat])
                )
                told.move("", begins)
            case ev.Moved(seat=seat, piece=piece, path=path):
                unit = NAMES[piece or HIDDEN]
                told.move(
                    seat, text.MOVED(seat=_name(names, seat, you), unit=unit, way=text.ARROW.join(path))
                )
            case ev.Met(seat=seat):
                told.move(seat, _met(event, names, you))
            case ev.Skipped(path=path):
                told.add(text.STAYS(point=path[0]))
            case ev.Conceded():
                pass  # told with what leaves
            case ev.SeatOut(seat=seat, by=None, points=points):
                leaving = len(points) if not over else 0
                conceded = text.CONCEDES_LEAVING(seat=names[seat], n=leaving) if leaving else ""
                told.say(conceded or text.CONCEDES(seat=names[seat]))
            case ev.SeatOut(seat=seat, points=points):
                told.add(_out(seat, 0 if over else len(points), you))
            case ev.Passed(seat=seat):
                told.move(seat, text.PASSED(seat=_name(names, seat, you)))
            case _:
                if said := declared(event, names):
                    told.say(said)
    return told


def _name(names: Mapping[Seat, str], seat: Seat, you: Seat) -> str:
    return text.YOU if seat == you else names[seat]


def _dice(throw: Sequence[Die]) -> str:
    return " · ".join(text.DIE(team=team_name(die.seat or ""), value=die.value) for die in throw)


def _out(seat: Seat, leaving: int, you: Seat) -> str:
    if seat == you:
        return text.YOU_ARE_OUT_LEAVING(n=leaving) if leaving else text.YOU_ARE_OUT
    team = team_name(seat)
    return text.IS_OUT_LEAVING(team=team, n=leaving) if leaving else text.IS_OUT(team=team)


def _met(event: ev.Met, names: Mapping[Seat, str], you: Seat) -> str:
    there = NAMES[event.defender]
    other = text.YOURS(unit=there) if event.of == you else text.WHOSE(team=team_name(event.of), unit=there)
    told = _of(event.winner, text.TAKES, text.FALLS, text.BOUNCED, text.BOUNCED)
    seat = _name(names, event.seat, you)
    return told(seat=seat, unit=NAMES[event.piece], other=other, point=event.path[-1])


# -- how seats stand


def stands(state: State, seat: int) -> str:
    """How a seat stands, in a few words: "8 units · lost 2 Soldiers"."""
    if seat in state.out:
        how = text.OUT_BASE if "B" in state.lost[seat] else text.OUT_CONCEDED
    else:
        how = text.UNITS(n=len(units(state.board, seat)))
    fallen = kinds_told(state.lost[seat].replace("B", ""))
    return " · ".join([how, *([text.LOST(kinds=fallen)] if fallen else [])])


def kinds_told(kinds: Iterable[str]) -> str:
    """ "Tank, 2 Soldiers"."""
    held = Counter(kinds)
    return ", ".join(
        text.SOME(n=held[kind], unit=NAMES[kind]) if held[kind] > 1 else NAMES[kind]
        for kind in KINDS
        if held[kind]
    )


def summary(view: View) -> str:
    """How quiet it is, once that matters: the picture shows how the seats stand."""
    limit, quiet = view.state.options.quiet_rounds, view.state.quiet
    if limit and quiet and quiet * 2 >= limit and view.outcome is None:
        return text.QUIET(n=quiet, limit=limit)
    return ""
