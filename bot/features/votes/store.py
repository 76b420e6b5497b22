"""Votes of a table's players, and their ballots: one for each seat."""

from sqlalchemy import insert, select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change, rows
from bot.storage.dialect import insert_or_replace
from bot.storage.records import Ballot, Vote, VoteStatus, columns

_v, _b = schema.votes, schema.ballots


async def insert_vote(tx: Tx, vote: Vote) -> int:
    """Store a new vote; its id."""
    values = {key: value for key, value in columns(vote).items() if key != "id"}
    found: int = (await tx.execute(insert(_v).values(values).returning(_v.c.id))).scalar_one()
    return found


async def get(tx: Tx, vote_id: int) -> Vote | None:
    """The vote, or None."""
    found = await rows(tx, select(_v).where(_v.c.id == vote_id), Vote)
    return found[0] if found else None


async def of_table(tx: Tx, table_id: str, status: VoteStatus | None = "open") -> list[Vote]:
    """The table's votes in this status (None: all), oldest first."""
    statement = select(_v).where(_v.c.table_id == table_id).order_by(_v.c.id)
    return await rows(tx, statement if status is None else statement.where(_v.c.status == status), Vote)


async def put_off(tx: Tx, vote_id: int, lapses_at: float) -> None:
    """The vote lapses at another moment. Conflict if it is over."""
    statement = update(_v).where(_v.c.id == vote_id, _v.c.status == "open").values(lapses_at=lapses_at)
    await must_change(tx, statement, f"vote {vote_id} is over")


async def close(tx: Tx, vote_id: int, status: VoteStatus, closed_at: float) -> None:
    """The vote is over. Conflict if it was before: nothing passes twice."""
    statement = (
        update(_v).where(_v.c.id == vote_id, _v.c.status == "open").values(status=status, closed_at=closed_at)
    )
    await must_change(tx, statement, f"vote {vote_id} is over")


async def cast(tx: Tx, ballot: Ballot) -> None:
    """Store the seat's ballot, in place of a former one."""
    await insert_or_replace(tx, _b, columns(ballot))


async def ballots(tx: Tx, vote_id: int) -> dict[str, Ballot]:
    """The ballots by seat."""
    found = await rows(tx, select(_b).where(_b.c.vote_id == vote_id).order_by(_b.c.at, _b.c.seat), Ballot)
    return {ballot.seat: ballot for ballot in found}
