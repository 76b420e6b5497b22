"""/order, /orders, /draw, /concede."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import acknowledge, said, show
from bot.discord.autocomplete import TABLE, own_tables, shown
from bot.discord.contexts import with_players
from bot.discord.router import Router
from bot.engine.interaction_source import Pressed
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice
_MISSING = " · your order is missing"


class OrderCommands(commands.Cog):
    """Giving orders. Every answer is private."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    async def _pick(self, interaction: Interaction, table: str | None) -> str:
        return await self.services.which.pick(interaction.user.id, table, interaction.channel_id, own=True)

    @with_players
    @app_commands.command(
        name="order", description="Give an order in secret; what is legal is offered as you type"
    )
    @app_commands.describe(
        order="Your order, such as e7-e6, or several with ; between them",
        table=TABLE,
        send="Send it at once, without a look at the preview",
    )
    async def order(
        self, interaction: Interaction, order: str, table: str | None = None, send: bool = False
    ) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        user = interaction.user.id
        here = Pressed(private=True)
        given = await self.services.orders.give(
            table_id, user, order, send=send, pressed=here, said=said(interaction)
        )
        if given.asks is not None:
            await show(interaction, given.asks)
        elif given.resolved and not given.goes_on:
            board = await self.services.records.board(table_id, user)
            await show(interaction, Message(given.text, board.picture))
        else:
            desk = await self.services.desks.desk(table_id, user, note=given.note, news=given.goes_on)
            await show(interaction, desk)

    @order.autocomplete("order")
    async def _legal(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            table_id = await self._pick(interaction, getattr(interaction.namespace, "table", None))
        except Refused:
            return []
        found = await self.services.desks.suggest(table_id, interaction.user.id, typed)
        return shown(found)

    @with_players
    @app_commands.command(
        name="orders", description="Your order desk, for you alone: see, change and send orders"
    )
    @app_commands.describe(table=TABLE)
    async def orders(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        await show(interaction, await self.services.desks.desk(table_id, interaction.user.id))

    @with_players
    @app_commands.command(name="draw", description="Offer a draw, or agree to one")
    @app_commands.describe(table=TABLE)
    async def draw(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        given = await self.services.orders.declare(table_id, interaction.user.id, "draw")
        await show(interaction, Message(given.text))

    @with_players
    @app_commands.command(name="concede", description="Give up a game (you are asked once more)")
    @app_commands.describe(table=TABLE)
    async def concede(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._pick(interaction, table)
        await show(interaction, await self.services.orders.concession(table_id, interaction.user.id))

    @order.autocomplete("table")
    @orders.autocomplete("table")
    @draw.autocomplete("table")
    @concede.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await own_tables(self.services, interaction, typed, _MISSING)
