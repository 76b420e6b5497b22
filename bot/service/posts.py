"""What goes into the outbox: posts as JSON values, queued in the transaction that makes them true.

A payload has a `kind`:
"say"    text, mentions, buttons, and `picture` true: the public picture after step `seq`
"desk"   the order desk of a seat in its player's DM, made up when it is sent (dropped if it is stale)
"lobby"  the table's lobby message, made up when it is sent
`fallback` is the text to say in the table's channel if a DM cannot be delivered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.game import Event, Seat
from adjudicator.text import listing
from bot.service.core import Loaded
from bot.service.message import Button, buttons, custom_id, when
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Table


async def say(
    tx: Tx,
    table: Table,
    key: str,
    text: str,
    now: float,
    *,
    mentions: Iterable[int] = (),
    rows: Sequence[Sequence[Button]] = (),
    seq: int | None = None,
) -> None:
    """Queue a post to the table's channel; seq: with the public picture after that step."""
    payload: dict[str, Any] = {
        "kind": "say",
        "text": text,
        "mentions": list(mentions),
        "rows": [[[button.id, button.label, button.style] for button in row] for row in rows],
        "seq": seq,
    }
    await outbox.put(
        tx,
        key=f"{table.id}/{key}",
        payload=payload,
        created_at=now,
        channel_id=table.channel_id,
        table_id=table.id,
    )


async def tell(
    tx: Tx, table: Table, user_id: int, key: str, text: str, now: float, fallback: str = ""
) -> None:
    """Queue a DM; fallback: what to say in the channel if it cannot be delivered ("" nothing)."""
    payload: dict[str, Any] = {
        "kind": "say",
        "text": text,
        "mentions": [],
        "rows": [],
        "seq": None,
        "fallback": fallback,
    }
    await outbox.put(
        tx, key=f"{table.id}/{key}", payload=payload, created_at=now, user_id=user_id, table_id=table.id
    )


async def desks(tx: Tx, loaded: Loaded, now: float) -> None:
    """Queue an order desk for everyone who owes an order."""
    table, turn = loaded.table, loaded.phase.turn
    for seat in sorted(loaded.phase.owing):
        user_id = loaded.player(seat).user_id
        payload = {"kind": "desk", "seat": seat, "turn": turn}
        await outbox.put(
            tx,
            key=f"{table.id}/{turn}/desk/{seat}",
            payload=payload,
            created_at=now,
            user_id=user_id,
            table_id=table.id,
        )


async def shared_desk(tx: Tx, loaded: Loaded, seat: Seat, now: float) -> None:
    """Queue a desk for a seat whose teammate has filled in the sheet of both."""
    table, turn = loaded.table, loaded.phase.turn
    payload = {"kind": "desk", "seat": seat, "turn": turn}
    await outbox.put(
        tx,
        key=f"{table.id}/{turn}/shared/{seat}/{now:.6f}",
        payload=payload,
        created_at=now,
        user_id=loaded.player(seat).user_id,
        table_id=table.id,
    )


async def lobby(tx: Tx, table: Table, now: float) -> None:
    await outbox.put(
        tx,
        key=f"{table.id}/lobby/{now:.3f}",
        payload={"kind": "lobby"},
        created_at=now,
        channel_id=table.channel_id,
        table_id=table.id,
    )


def turn_buttons(table_id: str, turn: int) -> tuple[Button, ...]:
    """Under every turn's post: a private desk for those who owe, the board for everyone."""
    return buttons(
        Button(custom_id("desk", table_id, None, turn), "My orders", "primary"),
        Button(custom_id("board", table_id, None, turn), "Board"),
        Button(custom_id("past", table_id, None, turn, "new"), "History"),
    )


def draw_button(table_id: str, turn: int) -> Button:
    return Button(custom_id("draw", table_id, None, turn), "Agree to the draw")


def over_buttons(table_id: str, turn: int) -> tuple[Button, ...]:
    """Under the last post."""
    return buttons(
        Button(custom_id("past", table_id, None, turn, "new"), "History"),
        Button(custom_id("verify", table_id, None, turn), "Verify"),
    )


def calling(loaded: Loaded, due_at: float | None) -> tuple[str, list[int]]:
    """Who is called now, in one line with mentions, and whom to notify."""
    owing = [seat for seat in loaded.seats if seat in loaded.phase.owing]
    users = [loaded.player(seat).user_id for seat in owing]
    called = listing(
        [f"<@{user}> ({loaded.presenter.seat_name(seat)})" for user, seat in zip(users, owing, strict=True)],
        "and",
    )
    until = f" until {when(due_at, 'f')} ({when(due_at)})" if due_at is not None else ""
    return f"**Next:** {called}{until}.", users


def for_users(users: Iterable[int]) -> str:
    """A small line that notifies these users: only a mention in the text does."""
    return "-# For " + listing([f"<@{user}>" for user in users], "and")


def headline(loaded: Loaded, text: str) -> str:
    return f"### {loaded.game.name} `{loaded.table.id}` · {text}"


def narration(loaded: Loaded, events: Sequence[Event], heading: str, why: str = "") -> str:
    """The public part of what happened, in words; `why` is a line before it."""
    public = [event for event in events if event.seen_by is None]
    lines = loaded.presenter.narrate(public, loaded.names())
    return "\n".join([headline(loaded, heading), *([why] if why else []), *lines])


def places(loaded: Loaded, given: Mapping[Seat, int]) -> list[str]:
    """The final table, best first."""
    names = loaded.names()
    ranked = sorted(given.items(), key=lambda item: (item[1], loaded.seats.index(item[0])))
    # Not "1.": Markdown would count on by itself, and equal places share.
    return [f"**{place}** · {names[seat]}" for seat, place in ranked]
