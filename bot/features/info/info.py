"""Looking back: boards, the steps of a game, and its record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Event, Seat
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, MOST_TEXT, Choice, Menu, Message, custom_id, fit, when
from bot.engine import lineage, posts, presence, ready_counts
from bot.engine.access import Looking
from bot.engine.context import Core
from bot.engine.order_errors import look_error
from bot.engine.snapshot import Loaded
from bot.storage import deadlines, players, tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY

MOST_LISTED = 20
"""So many games fit into one message, with the longest names."""
FARTHEST = 30
"""So many steps back a unit's fate is looked for."""


class Records:
    def __init__(self, core: Core, looking: Looking) -> None:
        self.core = core
        self._looking = looking

    async def board(self, table_id: str, user_id: int, zoom: str = "", mine: bool = False) -> Message:
        """The position as the user may see it: a player from the own side, everyone else the public one.

        zoom: a space to crop the picture around;  mine: crop it to the user's own pieces
        """
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
            deadline = await deadlines.get(tx, loaded.table.id)
            missing, soon = await self.core.missing(tx, loaded), await self.core.soon(tx, loaded)
            told = "" if loaded.over else ready_counts.words(loaded, missing, soon)
            there = await presence.words(tx, loaded, self.core.clock.now())
        broken = loaded.over and loaded.outcome is None
        if broken:  # nothing is secret any more
            loaded = replace(loaded, state=loaded.game.revealed(loaded.state))
        seat = loaded.seat_of(user_id)
        if mine and seat is None:
            raise Refused(f"You do not play in game `{loaded.table.id}`.")
        view = loaded.view(seat)
        try:
            focus = loaded.presenter.focus(view, zoom, mine)
        except OrderError as error:
            raise Refused(look_error(error)) from None
        heading = "broken off" if broken else loaded.moment if loaded.outcome else loaded.title
        lines = [posts.headline(loaded, heading), loaded.presenter.phase_line(view) + "."]
        standing = loaded.presenter.standing(view)
        for each, name in loaded.names().items():
            told_of = [standing[each]] if each in standing else []
            lines.append(" · ".join([f"- {name}", *told_of, *there[each]]))
        if loaded.outcome is not None:
            lines.append(loaded.presenter.result(loaded.outcome, loaded.names()))
        elif broken:
            lines.append("The game was broken off: it has no result.")
        else:
            lines += [posts.paused(loaded.pause)] if loaded.pause is not None else []
            due = [f"Due {when(deadline.due_at)}"] if deadline is not None else []
            small = " · ".join([*([told] if told else []), *due])
            lines += [f"-# {small}"] if small else []
        caption = loaded.moment if loaded.outcome else ""
        picture = await self.core.picture(loaded, seat, focus=focus, caption=caption)
        return Message(fit("\n".join(lines), MOST_TEXT), picture)

    async def places(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Spaces for autocomplete."""
        try:
            async with self.core.db.read() as tx:
                loaded = await self.core.loaded(tx, table_id)
        except Refused:
            return []
        return loaded.presenter.places(loaded.view(loaded.seat_of(user_id)), typed)[:MOST_CHOICES]

    async def why(self, table_id: str, user_id: int, unit: str) -> Message:
        """What became of a unit, from the newest turn that can tell it."""
        refusal = None
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
            seat, presenter = loaded.seat_of(user_id), loaded.presenter
            async for after, title, events in self._turns(tx, loaded, seat):
                try:
                    told = presenter.why(after.view(seat), events, unit)
                except OrderError as error:
                    refusal = refusal or error
                    continue
                if told:
                    return Message(fit("\n".join([posts.headline(after, title), *told]), MOST_TEXT))
        if refusal is not None:
            raise Refused(look_error(refusal))
        if not loaded.presenter.many:
            raise Refused(f"In {loaded.game.name} there is nothing to explain: `/history` shows every turn.")
        raise Refused(f"No turn of game `{loaded.table.id}` is resolved yet.")

    async def units(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Units that `why` can explain, for autocomplete and menus."""
        try:
            async with self.core.db.read() as tx:
                loaded = await self.core.loaded(tx, table_id)
                seat = loaded.seat_of(user_id)
                async for after, _, events in self._turns(tx, loaded, seat):
                    return loaded.presenter.units(after.view(seat), events, typed)[:MOST_CHOICES]
        except Refused:
            pass
        return []

    async def why_menu(self, table_id: str, user_id: int) -> Message:
        """A menu of the units that `why` can explain; the user's own stand first."""
        async with self.core.db.read() as tx:
            loaded = await self.core.loaded(tx, table_id)
        found = await self.units(table_id, user_id, "")
        if not found:
            raise Refused(f"No turn of game `{loaded.table.id}` is resolved yet.")
        ident = custom_id("why", loaded.table.id, None, loaded.stamp)
        text = "Which unit? `/why` knows all of them, of every faction."
        return Message(text, rows=(Menu(ident, "Choose a unit", tuple(found)),))

    async def _turns(
        self, tx: Tx, newest: Loaded, seat: Seat | None
    ) -> AsyncIterator[tuple[Loaded, str, list[Event]]]:
        """The resolved turns, newest first: the table after each, its title, and what the seat may know of
        it. Choices that ended a turn belong to it."""
        events: list[Event] = []
        after: Loaded | None = None
        line = islice((await lineage.of(tx, newest.table)).line(newest.table.seq), FARTHEST + 1)
        for seq, earlier in pairwise(line):
            loaded = await self.core.loaded(tx, newest.table.id, seq)
            if loaded.step.kind != "resolve":
                continue
            before = await self.core.loaded(tx, newest.table.id, earlier)
            after = after or loaded
            events = loaded.events(seat) + events
            if before.adjusting:
                continue
            yield after, before.title, events
            after, events = None, []

    async def mine(self, user_id: int, orders_owed: list[tuple[Any, bool]]) -> Message:
        """The user's games: those that wait for an order first."""
        lines = []
        async with self.core.db.read() as tx:
            for table, missing in orders_owed:
                player = await players.get(tx, table.id, user_id)
                told = ["**your order is missing**" if missing else "nothing to do"]
                told += presence.missed(player) if player is not None else []
                told += ["your seat is free"] if player is not None and player.offered_at else []
                lines.append(f"- `{table.id}` {table.name} in <#{table.channel_id}>: {' · '.join(told)}")
            for seated in await tables.of_user(tx, user_id, LOBBY):
                table = seated.table
                lines.append(f"- `{table.id}` {table.name} in <#{table.channel_id}>: in the lobby")
        if not lines:
            return Message("You play in no game now. `/game new` makes one.")
        if len(lines) > MOST_LISTED:
            lines[MOST_LISTED:] = [f"… and {len(lines) - MOST_LISTED} more"]
        return Message("\n".join(["### Your games", *lines]))

    async def choices(self, user_id: int, guild_id: int | None, typed: str) -> list[tuple[str, str]]:
        """Tables for autocomplete: the user's own, then those of the server that the user can see."""
        async with self.core.db.read() as tx:
            own = [seated.table for seated in await tables.of_user(tx, user_id)]
            here = await tables.search(tx, typed.strip().lower(), guild_id=guild_id) if guild_id else []
        found: dict[str, str] = {}
        for table in [*own, *await self._looking.listed(here, user_id)]:
            if table.id.startswith(typed.strip().lower()):
                found.setdefault(table.id, f"{table.id} · {table.name} · {table.status}")
        return list(found.items())[:25]
