"""What the engine announces, and which features listen: `bot/wiring.py` lists them.

A handler runs inside the transaction in which the thing happens, after those that stand before it. What it
raises undoes all of it. Whoever holds a snapshot reaches the hooks through it (`snapshot.hooks`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from adjudicator.game import Seat
from bot.common.message import Button
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from bot.storage.records import Deadline, Draft

if TYPE_CHECKING:
    from bot.engine.context import Context
    from bot.engine.snapshot import GameSnapshot

Job: TypeAlias = Callable[[], Awaitable[None]]
OnGame: TypeAlias = "Callable[[Tx, GameSnapshot, float], object]"
OnSeat: TypeAlias = "Callable[[Tx, GameSnapshot, Seat, float], object]"


class PlayAhead(Protocol):
    """Plays what a seat has given ahead for the open turn: the sheet that is there now by it, None: none.

    draft: what is on the seat's sheet already;  forced: the seat has no choice
    late: the deadline has passed
    """

    def __call__(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        seat: Seat,
        draft: Draft | None,
        now: float,
        *,
        forced: bool,
        late: bool,
    ) -> Draft | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """Handlers, in the order in which they are called.

    Deadlines
    deadline_setting:  (tx, snapshot, due, now): when the open turn is due that would be at `due`
    deadline_shifted:  (tx, table_id, was, due): after a pause the same time ends at another moment
    deadline_missed:   (tx, snapshot, seat, why, now): a seat gave nothing too often, or for the last time
    turn_continued:    (tx, after, turn): the turn of this number goes on, under another number

    Turns
    has_order_ahead:   (tx, snapshot, seat): whether a seat that has sent nothing would play by itself
    play_ahead:        see `PlayAhead`; the first sheet counts
    seat_acted:        (tx, snapshot, seat, now): the player of an offered seat has given orders
    game_begun:        (tx, snapshot, now): the first turn is open
    game_moved:        (tx, after, now): a step was made, or taken back, and the game goes on
    orders_owed:       (tx, snapshot, now): seats may owe orders that they owed not before, or owe them anew;
                       also if somebody else has a seat
    turn_taken_back:   (tx, table_id, turn): the game goes back to this turn: what users are told, by user
    game_over:         (tx, after, now): with a result, or broken off (`after.outcome` is None)

    Players
    player_left:       (tx, snapshot, seat, now): is not in the game's server any more
    player_returned:   (tx, snapshot, seat, now): is there again
    seat_abandoned:    (context, tx, snapshot, seat, why, now): whether somebody plays it on from now on

    Outages
    outage_over:       (context, tx, gone_at, now, part): what gives the time back to this part, or to all
                       (None), as (name for the log, job)
    brought_back:      (tx, snapshot, row, ahead, now): this row was set by a clock that was so much ahead

    Contributions
    desk_lines:        (tx, snapshot, seat): lines on the desk of a seat
    desk_buttons:      (snapshot, seat): buttons on the desk of a seat, and on boards of one's own
    rows_by_seat:      records of which each seat has at most one: read with the players
    code_taken:        (tx, code): whether a code is spoken for, though no game has it yet
    """

    deadline_setting: Sequence[Callable[[Tx, GameSnapshot, float, float], float]] = ()
    deadline_shifted: Sequence[Callable[[Tx, str, float | None, float], None]] = ()
    deadline_missed: Sequence[Callable[[Tx, GameSnapshot, Seat, str, float], object]] = ()
    turn_continued: Sequence[Callable[[Tx, GameSnapshot, int], None]] = ()

    has_order_ahead: Sequence[Callable[[Tx, GameSnapshot, Seat], bool]] = ()
    play_ahead: Sequence[PlayAhead] = ()
    seat_acted: Sequence[OnSeat] = ()
    game_begun: Sequence[OnGame] = ()
    game_moved: Sequence[OnGame] = ()
    turn_taken_back: Sequence[Callable[[Tx, str, int], Mapping[int, str]]] = ()
    orders_owed: Sequence[OnGame] = ()
    game_over: Sequence[OnGame] = ()

    player_left: Sequence[OnSeat] = ()
    player_returned: Sequence[OnSeat] = ()
    seat_abandoned: Sequence[Callable[[Context, Tx, GameSnapshot, Seat, str, float], bool]] = ()

    outage_over: Sequence[Callable[[Context, Tx, float, float, Part | None], Sequence[tuple[str, Job]]]] = ()
    brought_back: Sequence[Callable[[Tx, GameSnapshot, Deadline, float, float], None]] = ()

    desk_lines: Sequence[Callable[[Tx, GameSnapshot, Seat], Sequence[str]]] = ()
    desk_buttons: Sequence[Callable[[GameSnapshot, Seat], Sequence[Button]]] = ()
    rows_by_seat: Sequence[type[Any]] = ()
    code_taken: Sequence[Callable[[Tx, str], bool]] = ()
