"""Votes of a table's players, and their ballots: one for each seat."""

from typing import Any

from sqlalchemy import select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change
from bot.storage.records import Ballot, Vote, VoteStatus
from bot.storage.rows import fetch, find

_v, _b = schema.votes, schema.ballots


def of_table(tx: Tx, table_id: str, status: VoteStatus | None = "open") -> list[Vote]:
    """Return the table's votes in this status (None: all), oldest first."""
    found = find(tx, Vote, table_id=table_id)
    return found if status is None else [vote for vote in found if vote.status == status]


def change_open(tx: Tx, vote_id: int, **values: Any) -> None:
    """Set columns of an open vote, such as its status. Conflict if it is over: nothing passes twice."""
    statement = update(_v).where(_v.c.id == vote_id, _v.c.status == "open").values(**values)
    must_change(tx, statement, f"vote {vote_id} is over")


def ballots(tx: Tx, vote_id: int) -> dict[str, Ballot]:
    """The ballots by seat."""
    found = fetch(tx, select(_b).where(_b.c.vote_id == vote_id).order_by(_b.c.at, _b.c.seat), Ballot)
    return {ballot.seat: ballot for ballot in found}
