"""Looking back: boards, the steps of a game, its record, and the check of a finished game."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from adjudicator.codec import digest
from adjudicator.replay import FORMAT, verify
from adjudicator.text import counted
from bot.service import posts
from bot.service.core import Core, Loaded
from bot.service.errors import Refused
from bot.service.message import Button, Message, Picture, buttons, clip, custom_id
from bot.service.orders import LOBBY
from bot.storage import deadlines, seeds, steps, tables
from bot.storage.database import Tx

MOST_LISTED = 20
"""So many games fit into one message, with the longest names."""


class Records:
    def __init__(self, core: Core) -> None:
        self.core = core

    async def board(self, table_id: str, user_id: int) -> Message:
        """The position as the user may see it: a player from the own side, everyone else the public one."""
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
            deadline = await deadlines.get(tx, loaded.table.id)
        seat = loaded.seat_of(user_id)
        view = loaded.view(seat)
        heading = loaded.moment if loaded.outcome else f"turn {loaded.number}"
        lines = [posts.headline(loaded, heading), loaded.presenter.phase_line(view) + "."]
        for each, name in loaded.names().items():
            missed = loaded.player(each).missed
            lines.append(f"- {name}" + (f" · {counted(missed, 'missed turn')}" if missed else ""))
        if loaded.outcome is not None:
            lines.append(loaded.presenter.result(loaded.outcome, loaded.names()))
        elif deadline is not None:
            lines.append(f"-# Due <t:{int(deadline.due_at)}:R>")
        caption = loaded.moment if loaded.outcome else ""
        return Message("\n".join(lines), await self.core.picture(loaded, seat, caption=caption))

    async def past(self, table_id: str, user_id: int, seq: str) -> Message:
        """One step of the game with buttons to the others. seq: a step's number, "new" the newest."""
        async with self.core.db.read() as tx:
            newest = await self.core.loaded(tx, table_id)
            last = newest.table.seq
            first = seq.partition(".")[0]
            wanted = int(first) if first.isdecimal() and first.isascii() else last
            number = min(max(wanted, 1), last)
            loaded = newest if number == last else await self.core.loaded(tx, table_id, number)
        seat = loaded.seat_of(user_id)
        lines = [posts.headline(loaded, f"step {number} of {last}")]
        lines += loaded.told(seat) or ["The game begins."]
        lines.append(f"-# {loaded.presenter.phase_line(loaded.view(seat))}")
        turn = newest.phase.turn

        def to(label: str, target: int) -> Button:
            clamped = min(max(target, 1), last)
            # Each button needs an id of its own, so the label's first sign is part of it.
            ident = custom_id("past", newest.table.id, None, turn, f"{clamped}.{label[0]}")
            return Button(ident, label, disabled=clamped == number)

        row = buttons(
            to("⏮ First", 1), to("◀ Back", number - 1), to("Next ▶", number + 1), to("Last ⏭", last)
        )
        picture = await self.core.picture(loaded, seat, caption=loaded.moment)
        return Message("\n".join(lines), picture, (row,))

    async def record(self, tx: Tx, loaded: Loaded) -> dict[str, Any]:
        """The whole game as a record (docs/records.md); with the seed only when it is over."""
        table = loaded.table
        told = []
        for step in await steps.between(tx, table.id, 1, table.seq):
            item: dict[str, Any] = {
                "kind": step.kind,
                "turn": step.turn,
                "events": [dict(event) for event in step.events],
                "state": digest(json.loads(step.state)),
            }
            if step.kind == "resolve":
                item["orders"] = {seat: list(orders) for seat, orders in step.orders.items()}
            if step.kind == "declare":
                item |= {"seat": step.seat, "what": step.orders[str(step.seat)][0]}
            told.append(item)
        over = table.status == "over"
        return {
            "format": FORMAT,
            "game": table.game,
            "rules_version": table.rules_version,
            "game_id": table.id,
            "options": dict(table.options),
            "commitment": table.commitment,
            "seed": await seeds.get(tx, table.id) if over else None,
            "steps": told,
            "outcome": None if table.outcome is None else dict(table.outcome),
        }

    async def must_be_over(self, table_id: str) -> None:
        """Refuse a game that cannot be verified yet."""
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
        if loaded.table.status != "over":
            raise Refused(
                f"Game `{loaded.table.id}` is not over: its secret seed is published at the end. "
                f"Until then its SHA-256 holds it: `{loaded.table.commitment}`"
            )

    async def verified(self, table_id: str) -> Message:
        """Check a finished game in front of everyone, with its record to check outside."""
        await self.must_be_over(table_id)
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
            record = await self.record(tx, loaded)
        report = await asyncio.to_thread(verify, self.core.games, record)  # a long game takes a while
        head = posts.headline(loaded, "every result is true" if report.ok else "this game does not verify")
        lines = [
            head,
            f"- The seed fits the SHA-256 that was published at the start: `{record['commitment']}`",
            f"- {report.turns} steps replayed, the same to the last byte",
            f"- {counted(len(report.results), 'chance result')}",
            "-# Check it yourself: `python -m adjudicator verify` with the file below.",
        ]
        if not report.ok:
            lines = [head, *(f"- {clip(fault, 200)}" for fault in report.faults[:8])]
        data = json.dumps(record, ensure_ascii=False, indent=1).encode()
        file = Picture(f"{loaded.table.id}-record.json", data, "The record of the game")
        return Message("\n".join(lines), file)

    async def mine(self, user_id: int, orders_owed: list[tuple[Any, bool]]) -> Message:
        """The user's games: those that wait for an order first."""
        lines = [
            f"- `{table.id}` {table.name} in <#{table.channel_id}>: "
            + ("**your order is missing**" if missing else "nothing to do")
            for table, missing in orders_owed
        ]
        async with self.core.db.read() as tx:
            for seated in await tables.of_user(tx, user_id, LOBBY):
                table = seated.table
                lines.append(f"- `{table.id}` {table.name} in <#{table.channel_id}>: in the lobby")
        if not lines:
            return Message("You play in no game now. `/game new` makes one.")
        if len(lines) > MOST_LISTED:
            lines[MOST_LISTED:] = [f"… and {len(lines) - MOST_LISTED} more"]
        return Message("\n".join(["### Your games", *lines]))

    async def choices(self, user_id: int, guild_id: int | None, typed: str) -> list[tuple[str, str]]:
        """Tables for autocomplete: the user's own, then the server's."""
        async with self.core.db.read() as tx:
            own = [seated.table for seated in await tables.of_user(tx, user_id)]
            here = await tables.search(tx, typed.strip().lower(), guild_id=guild_id) if guild_id else []
        found: dict[str, str] = {}
        for table in [*own, *here]:
            if table.id.startswith(typed.strip().lower()):
                found.setdefault(table.id, f"{table.id} · {table.name} · {table.status}")
        return list(found.items())[:25]
