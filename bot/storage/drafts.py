"""Orders that were given and are not resolved yet: one draft per seat, for one turn. And when the player of a
seat last changed its sheet, or its orders ahead, also if nothing is left of them.

Times of changes are Discord's, those of the messages and presses that asked: see `bot.engine.order_sheets`.
"""

from dataclasses import replace

from sqlalchemy import bindparam, delete

from . import schema
from .database import Tx
from .dialect import insert_or_replace
from .records import Change, ChangeOf, Draft, columns
from .rows import find, first

_d = schema.drafts
_CLEAR = delete(_d).where(_d.c.table_id == bindparam("table"), _d.c.turn <= bindparam("newest"))


def put(tx: Tx, draft: Draft) -> None:
    """Store the draft in place of the seat's former one, whichever turn that was for."""
    known = tx.kept(_d, draft.table_id)
    insert_or_replace(tx, _d, columns(draft))
    if known is not None:
        tx.keep(_d, draft.table_id, known | {draft.seat: draft})


def get(tx: Tx, table_id: str, seat: str, turn: int) -> Draft | None:
    """The seat's draft for this turn, or None. A draft for another turn is none."""
    return of_table(tx, table_id, turn).get(seat)


def of_table(tx: Tx, table_id: str, turn: int) -> dict[str, Draft]:
    """All drafts for this turn by seat, in the order of seats."""
    known = _all(tx, table_id)
    return {seat: known[seat] for seat in sorted(known) if known[seat].turn == turn}


def counting(tx: Tx, table_id: str, turn: int) -> dict[str, Draft]:
    """As `of_table`, but for what a seat's player before has left: it counts when it is kept."""
    found = of_table(tx, table_id, turn)
    return {seat: draft for seat, draft in found.items() if not draft.inherited}


def set_ready(tx: Tx, table_id: str, seat: str, turn: int, ready: bool) -> bool:
    """Say whether the seat is done with this turn, with the draft that it has, whoever left it. False if it
    has none for the turn."""
    draft = get(tx, table_id, seat, turn)
    if draft is not None and (draft.ready != ready or draft.inherited):
        put(tx, replace(draft, ready=ready, inherited=False))
    return draft is not None


def keep(tx: Tx, table_id: str, seat: str, turn: int) -> bool:
    """Let the draft count that the seat's player before has left. False if there is none of that kind."""
    draft = get(tx, table_id, seat, turn)
    if draft is None or not draft.inherited:
        return False
    put(tx, replace(draft, inherited=False))
    return True


def clear_table(tx: Tx, table_id: str, turn: int) -> int:
    """Forget the table's drafts for this turn and earlier ones; how many there were."""
    known = _all(tx, table_id)
    left = {seat: draft for seat, draft in known.items() if draft.turn > turn}
    if len(left) == len(known):
        return 0
    tx.send(_CLEAR, {"table": table_id, "newest": turn})
    tx.keep(_d, table_id, left)
    return len(known) - len(left)


def _all(tx: Tx, table_id: str) -> dict[str, Draft]:
    """All drafts of the table, by seat."""
    known: dict[str, Draft] | None = tx.kept(_d, table_id)
    if known is None:
        found = find(tx, Draft, table_id=table_id)
        known = tx.keep(_d, table_id, {draft.seat: draft for draft in found})
    return known


def changed_at(tx: Tx, table_id: str, seat: str, what: ChangeOf) -> float | None:
    """Return when it was changed last, or None if it never was."""
    change = first(tx, Change, table_id=table_id, seat=seat, what=what)
    return None if change is None else change.at


def note_change(tx: Tx, table_id: str, seat: str, what: ChangeOf, at: float) -> None:
    """Note that it was changed then. An earlier moment than the one that is known changes nothing."""
    row = columns(Change(table_id=table_id, seat=seat, what=what, at=at))
    insert_or_replace(tx, schema.changes, row, newer="at")
