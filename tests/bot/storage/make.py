"""Small records for tests; every field can be given."""

from itertools import count
from typing import Any

from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.records import Desk, Draft, Letter, Step, Table

_NUMBERS = count(10_000)
BIG = 2**62 + 7  # a Discord id that fits neither 32 bits nor a float


def table(table_id: str = "k7f3", **given: Any) -> Table:
    values: dict[str, Any] = {
        "id": table_id,
        "game": "nemein",
        "rules_version": 1,
        "options": {"fog": True},
        "name": "Süd gegen Nord",
        "guild_id": 10,
        "channel_id": 20,
        "host_id": BIG,
        "commitment": "c0ffee",
        "deadline_spec": "24h",
        "created_at": 100.25,
    }
    return Table(**(values | given))


def step(seq: int = 1, table_id: str = "k7f3", **given: Any) -> Step:
    values: dict[str, Any] = {
        "table_id": table_id,
        "seq": seq,
        "turn": seq - 1,
        "kind": "start" if seq == 1 else "resolve",
        "orders": {"south": ["a1-a2"]},
        "events": [{"type": "die", "n": 6, "value": 3}],
        "state": f'{{"seq": {seq},  "é":"\\u00e9"}}',
        "at": 100.5 + seq,
    }
    return Step(**(values | given))


def draft(seat: str = "south", turn: int = 1, **given: Any) -> Draft:
    values: dict[str, Any] = {
        "table_id": "k7f3",
        "seat": seat,
        "turn": turn,
        "orders": ["a1-a2", "b1 hold"],
        "ready": False,
        "user_id": BIG,
        "at": 5.5,
    }
    return Draft(**(values | given))


def desk(user_id: int = BIG, **given: Any) -> Desk:
    values: dict[str, Any] = {
        "table_id": "k7f3",
        "user_id": user_id,
        "seat": "south",
        "turn": 1,
        "channel_id": BIG,
        "message_id": BIG,
    }
    return Desk(**(values | given))


def letter(text: str = "Shall we?", **given: Any) -> Letter:
    values: dict[str, Any] = {
        "table_id": "k7f3",
        "number": next(_NUMBERS),
        "turn": 2,
        "sender_seat": "south",
        "sender_user": BIG,
        "recipients": ["north"],
        "text": text,
        "at": 7.5,
    }
    return Letter(**(values | given))


def seated_table(tx: Tx, table_id: str = "k7f3") -> None:
    """A table with users 1 and 2 on the seats south and north."""
    tables.insert(tx, table(table_id))
    for user_id in (1, 2):
        players.join(tx, table_id, user_id, name=f"user {user_id}", joined_at=float(user_id))
    players.seat_all(tx, table_id, {1: "south", 2: "north"})
