"""/vote."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import acknowledge, show
from bot.discord.autocomplete import TABLE, own_tables, shown
from bot.discord.contexts import with_players
from bot.discord.router import Router
from bot.features.votes.majority import Act
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice
LONG = "How long, such as 12h or 2d"


@with_players
class VoteCommands(
    commands.GroupCog,
    group_name="vote",
    group_description="Ask all who play: more time, a pause, a draw, a turn back, an end",
):
    """What the players of a game decide together. Answers are private, votes and results are not."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @app_commands.command(
        name="extend", description="Ask for more time for this turn: more than half must agree"
    )
    @app_commands.describe(time=f"{LONG}; a turn's length at most", table=TABLE)
    async def extend(self, interaction: Interaction, time: str = "", table: str | None = None) -> None:
        await self._call(interaction, "extend", table, time)

    @app_commands.command(
        name="pause", description="Ask for a pause, in which nothing resolves: two thirds must agree"
    )
    @app_commands.describe(time=LONG, table=TABLE)
    async def pause(self, interaction: Interaction, time: str = "", table: str | None = None) -> None:
        await self._call(interaction, "pause", table, time)

    @app_commands.command(name="resume", description="Ask to end a pause: two thirds must agree")
    @app_commands.describe(table=TABLE)
    async def resume(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "resume", table)

    @app_commands.command(name="draw", description="Ask for a draw: all who still play must agree")
    @app_commands.describe(table=TABLE)
    async def draw(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "draw", table)

    @app_commands.command(name="undo", description="Ask to take the last turn back: all who play must agree")
    @app_commands.describe(table=TABLE)
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "undo", table)

    @app_commands.command(
        name="end", description="Ask to end the game without a result: all who still play must agree"
    )
    @app_commands.describe(table=TABLE)
    async def end(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "end", table)

    @app_commands.command(name="list", description="What is being voted on, with the buttons")
    @app_commands.describe(table=TABLE)
    async def listed(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        await show(interaction, await self.services.voting.listed(table_id, interaction.user.id))

    async def _call(self, interaction: Interaction, act: Act, table: str | None, time: str = "") -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        said = await self.services.voting.call(table_id, interaction.user.id, act, time)
        await show(interaction, Message(said))

    async def _pick(self, interaction: Interaction, table: str | None) -> str:
        return await self.services.which.pick(interaction.user.id, table, interaction.channel_id, own=True)

    async def _spans(self, interaction: Interaction, act: Act, typed: str) -> list[Choice[str]]:
        try:
            table_id = await self._pick(interaction, getattr(interaction.namespace, "table", None))
        except Refused:
            return []
        found = await self.services.voting.spans(table_id, interaction.user.id, act, typed)
        return shown(found)

    @extend.autocomplete("time")
    async def _more(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._spans(interaction, "extend", typed)

    @pause.autocomplete("time")
    async def _long(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._spans(interaction, "pause", typed)

    @extend.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @draw.autocomplete("table")
    @undo.autocomplete("table")
    @end.autocomplete("table")
    @listed.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await own_tables(self.services, interaction, typed)
