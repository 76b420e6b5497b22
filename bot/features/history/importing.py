"""Bringing a game here by its record: a finished one to look at, another to play on.

Nothing is stored before the whole record has been replayed (`reading`). Who played it elsewhere is nobody
here: such players are names with numbers of their own that no user of Discord has.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.chance import commitment
from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import File, Message, clip
from bot.engine import house_rules, post_words, posts
from bot.engine import seeds as sources
from bot.engine.codes import free_code
from bot.engine.context import Context
from bot.engine.origin import game_id, imported
from bot.engine.schedule import read_spec
from bot.features.history import resuming
from bot.features.history.record_reading import MOST_BYTES, Brought, examine
from bot.features.server_settings import permissions
from bot.features.server_settings.permissions import Asker
from bot.storage import players, seeds, tables
from bot.storage.database import Tx
from bot.storage.records import ACTIVE, OVER, Table

MOST_FAULTS = 8
MOST_A_DAY = 20
"""So many finished games may one user bring to a server in a day."""
_DAY = 86400.0
_NOBODY = 1 << 60
"""Numbers of players who are nobody here are below minus this."""


class GameImport:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._reading = asyncio.Lock()
        """Held while a file is looked at, so that pictures wait for one at the most."""

    async def may(self, asker: Asker, size: int) -> None:
        """Refuse before a file is fetched: who may open games may bring them, and no file is too large."""
        async with self.context.db.read() as tx:
            await permissions.check(tx, asker)
        if size > MOST_BYTES:
            raise Refused(f"A record has at most {MOST_BYTES // 1_000_000} MB; this file has more.")

    async def bring(self, asker: Asker, channel_id: int, data: bytes, deadline: str = "24h") -> Message:
        """Check the record and bring its game to this channel. The answer is for the user, a post for all."""
        span = str(read_spec(deadline))
        async with self._reading:
            examined = await self.context.renderer.work(examine, data)
        if examined.refusal:
            raise Refused(examined.refusal)
        if examined.brought is None:
            return _false(examined.faults)
        brought, now = examined.brought, self.context.clock.now()
        async with self.context.db.begin() as tx:
            await permissions.check(tx, asker)
            await _is_new(tx, asker, brought, now)
            for other in () if brought.over else await tables.by_channel(tx, channel_id, ACTIVE):
                raise Refused(
                    f"Game `{other.id}` is already in this channel, and a channel holds one game. "
                    "Bring this one to another channel."
                )
            *older, newest = _sources(brought)
            code = await free_code(self.context.hooks, tx)
            table = self._table(brought, code, now, asker, channel_id, span, older, newest)
            await tables.insert(tx, table)
            if newest["seed"] is not None:
                await seeds.insert(tx, table.id, newest["seed"])
            if brought.over:
                await self._finished(tx, table, brought, now)
            else:
                await resuming.keep(tx, table.id, brought, examined.kept)
                await posts.lobby(tx, table, now)
        if brought.over:
            shown = "`/history`, `/replay`, `/verify` and `/export` show it"
            return Message(f"The game is here as `{table.id}`: {shown}. It counts for no rating.")
        return Message(
            f"The game is here as `{table.id}`, with you as its host. Its post comes: when somebody has "
            "joined for every seat, press **Start**."
        )

    def _table(
        self,
        brought: Brought,
        code: str,
        now: float,
        asker: Asker,
        channel_id: int,
        span: str,
        older: Sequence[Mapping[str, Any]],
        newest: Mapping[str, Any],
    ) -> Table:
        game, over = self.context.rules[brought.game, brought.rules_version], brought.over
        _, settings = house_rules.read(game, self.context.presenters[game.key], "", self.context.defaults)
        return Table(
            id=code,
            game=game.key,
            rules_version=game.rules_version,
            options=brought.options,
            name=game.name,
            guild_id=asker.guild_id,
            channel_id=channel_id,
            host_id=asker.user_id,
            status="over" if over else "lobby",
            commitment=newest["commitment"],
            deadline_spec=span,
            seating="choice",
            turn=brought.turn if over else 0,
            seq=len(brought.steps) if over else 0,
            outcome=brought.outcome,
            created_at=now,
            started_at=now if over else None,
            ended_at=now if over else None,
            settings=settings,
            undone=brought.undone,
            origin={"imported": True, "game_id": brought.game_id, "sources": older, "ended": over},
        )

    async def _finished(self, tx: Tx, table: Table, brought: Brought, now: float) -> None:
        """A game that is over, with its players as names."""
        seats: dict[int, Seat] = {}
        for number, (seat, name) in enumerate(brought.players.items()):
            user = await _nobody(tx)
            await players.join(tx, table.id, user, name=name, joined_at=now + number / 1000)
            seats[user] = seat
        await players.seat_all(tx, table.id, seats)
        await resuming.store(tx, table.id, brought, {seat: user for user, seat in seats.items()}, now)
        snapshot = await self.context.snapshot(tx, table.id)
        if snapshot.outcome is None:
            result = ["It was broken off: it has no result."]
        else:
            result = [snapshot.presenter.result(snapshot.outcome, snapshot.names())]
            result += post_words.places(snapshot, snapshot.outcome)
        blocks = [
            post_words.headline(snapshot, "a game from its record"),
            f"<@{table.host_id}> has brought it here. {resuming.checked(brought)}",
            "\n".join(result),
        ]
        rows = [post_words.over_buttons(table.id, snapshot.stamp)]
        await posts.say(tx, table, "brought", "\n".join(blocks), now, rows=rows, seq=table.seq)


async def _is_new(tx: Tx, asker: Asker, brought: Brought, now: float) -> None:
    """Refuse a finished game that was brought here before, and too many in a day: they count in no limit of
    games that are played."""
    there = await tables.of_guild(tx, asker.guild_id, OVER) if asker.guild_id is not None else []
    copies = [table for table in there if imported(table)]
    for table in copies if brought.over else ():
        same = [source["commitment"] for source in await sources.promised(tx, table)] == [
            source["commitment"] for source in brought.sources
        ]
        if same and (game_id(table), table.game) == (brought.game_id, brought.game):
            raise Refused(f"This game is here already, as `{table.id}`.")
    late = [table for table in copies if table.host_id == asker.user_id and table.created_at > now - _DAY]
    if len(late) >= MOST_A_DAY:
        raise Refused(f"You have brought {MOST_A_DAY} games here in the last 24 hours. Go on tomorrow.")


def _sources(brought: Brought) -> list[dict[str, Any]]:
    """Commitment and seed of every seed. A game that goes on gets a new one: nobody here may know what chance
    holds, and whoever brings it may."""
    found = [dict(source) for source in brought.sources]
    if not brought.over:
        seed = secrets.token_bytes(32)
        found.append({"commitment": commitment(seed), "seed": seed.hex()})
    return found


async def _nobody(tx: Tx) -> int:
    """A number for somebody who played elsewhere: below zero, and nobody has it yet."""
    while True:
        user = -_NOBODY - secrets.randbelow(_NOBODY)
        if not await tables.of_user(tx, user):
            return user


def _false(faults: Sequence[str]) -> Message:
    """What is false in a record, a line each; what does not fit is in a file with all of it."""
    lines = [f"- {clip(fault, 180)}" for fault in faults[:MOST_FAULTS]]
    files: tuple[File, ...] = ()
    if len(faults) > MOST_FAULTS:
        lines.append(f"… and {len(faults) - MOST_FAULTS} more, all in the file")
        files = (File("faults.txt", "".join(f"{fault}\n" for fault in faults).encode()),)
    head = "This record is not true, so nothing was brought here:"
    return Message("\n".join([head, *lines]), files=files)
