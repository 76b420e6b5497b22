"""Which game somebody means: the one named, that of the channel, or the one that waits for them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.common.errors import Refused
from bot.engine.access import Looking
from bot.engine.context import Context
from bot.storage import players, tables
from bot.storage.records import LOBBY, OVER, PLAYING, Table


class GameLookup:
    def __init__(self, context: Context, looking: Looking) -> None:
        self.context = context
        self._looking = looking

    async def owed(self, user_id: int) -> list[tuple[Table, bool]]:
        """The user's games in play, each with whether an order of theirs is missing; those first."""
        async with self.context.db.read() as tx:
            found = []
            for seated in await tables.of_user(tx, user_id, PLAYING):
                snapshot = await self.context.snapshot(tx, seated.table.id)
                seat = seated.seat or ""
                missing = seat in snapshot.phase.owing and seat in await self.context.missing(tx, snapshot)
                found.append((seated.table, missing))
        return sorted(found, key=lambda item: not item[1])

    async def pick(self, user_id: int, said: str | None, channel_id: int | None, *, own: bool = False) -> str:
        """Which game is meant: the one named, the channel's, or the user's only one. Refused if there is
        none, or none for this user. own: one to act in"""
        if said and said.strip():
            code = (await self._looking.must_look(said.split()[0], user_id)).id
        else:
            code = await self._meant(user_id, channel_id, own)
        if own:
            await self._looking.must_be_there(code, user_id)
        return code

    async def _meant(self, user_id: int, channel_id: int | None, own: bool) -> str:
        """Which game is meant where none is named."""
        others = ""
        async with self.context.db.read() as tx:
            if channel_id is not None:
                # Orders are for games to come, looking back for those that were.
                for statuses in (PLAYING, LOBBY, OVER) if own else (PLAYING, OVER, LOBBY):
                    for table in await tables.by_channel(tx, channel_id, statuses):
                        if not own or await players.seat_of(tx, table.id, user_id):
                            return table.id
                        others = others or table.id
        mine = await self.owed(user_id)
        owing = [table for table, missing in mine if missing]
        waiting = owing or [table for table, _ in mine]
        if len(waiting) == 1:
            return waiting[0].id
        if not waiting and others:
            raise Refused(f"You do not play in game `{others}`.")
        if not waiting:
            raise Refused("There is no game here. Name one with `table`, or see `/games`.")
        listed = ", ".join(f"`{table.id}`" for table in waiting)
        told = "These wait for you:" if owing else "You play"
        asked = f"You do not play in game `{others}`." if others else "Which game?"
        raise Refused(f"{asked} {told} {listed}. Name one with `table`.")

    async def kinds(self, user_id: int, channels: Iterable[int]) -> list[str]:
        """The kinds of game that somebody may mean here, by their keys: that of the first of these channels
        that has or had a game; else those of the user's games in play."""
        async with self.context.db.read() as tx:
            for channel in channels:
                for statuses in (PLAYING, LOBBY, OVER):
                    for table in await tables.by_channel(tx, channel, statuses):
                        return [table.game]
        return sorted({table.game for table, _ in await self.owed(user_id)})
