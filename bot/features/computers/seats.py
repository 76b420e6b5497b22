"""Which seats computers hold, which of them are to think, and who is still there to play with."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.storage import drafts
from bot.storage.computers import is_computer
from bot.storage.database import Tx
from bot.storage.records import Thinking
from bot.storage.rows import find, remove, save


def wanted(tx: Tx, snapshot: GameSnapshot) -> set[Seat]:
    """Return the seats whose computers are to think now: they owe orders, or are offered a draw."""
    held = {str(player.seat) for player in snapshot.players if is_computer(player.user_id)}
    if not held or snapshot.over:
        return set()
    there = drafts.of_table(tx, snapshot.table.id, snapshot.phase.turn)
    found = set()
    for seat in held:
        shared = snapshot.game.sharing(snapshot.state, seat)
        draft = there.get(snapshot.sheet(seat))
        # What people share a sheet with stays as they leave it.
        done = draft is not None and (draft.ready or any(not snapshot.computer(other) for other in shared))
        if (seat in snapshot.phase.owing and not done) or _is_offered(snapshot, seat):
            found.add(seat)
    return found


def _is_offered(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether others offer a draw that this seat may agree to."""
    offers: Collection[Seat] = snapshot.state.offers
    return bool(offers) and seat not in offers and "draw" in snapshot.game.declarations(snapshot.state, seat)


def orders_owed(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Note who is to think, in the transaction in which they come to owe something."""
    if any(is_computer(player.user_id) for player in snapshot.players):
        put_right(tx, snapshot, now)


def put_right(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """The same also where computers have just lost their seats."""
    known = {row.seat: row for row in find(tx, Thinking, table_id=snapshot.table.id)}
    seats = wanted(tx, snapshot)
    for seat in known.keys() - seats:
        remove(tx, Thinking, table_id=snapshot.table.id, seat=seat)
    for seat in sorted(seats):
        if seat not in known or known[seat].turn != snapshot.stamp:
            save(tx, Thinking(table_id=snapshot.table.id, seat=seat, turn=snapshot.stamp, due_at=now))
    if seats:
        tx.wakes("computers")


def game_over(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Nobody is to think any more."""
    if any(is_computer(player.user_id) for player in after.players):
        remove(tx, Thinking, table_id=after.table.id)


def goes_on(snapshot: GameSnapshot) -> bool:
    """Whether anybody is there to play with: a person, or a computer at a person's side, who is not out."""
    living, people = set(snapshot.living), set(snapshot.people)
    sides = snapshot.game.teams(snapshot.table.options)
    return any(living & set(side) for side in sides if people & set(side))
