"""/order, /orders, /draw, /concede."""

from __future__ import annotations

from discord import app_commands

from bot.common.message import Message
from bot.discord.answer import said, show
from bot.discord.autocomplete import Choice, shown
from bot.discord.client import Interaction
from bot.discord.contexts import with_players
from bot.discord.game_cog import GameCog, GamePicker, own_table
from bot.engine.desk import Desks
from bot.engine.orders import Orders, Pressed
from bot.features.info.game_views import GameViews


class OrderCommands(GameCog):
    """Giving orders. Every answer is private."""

    mark = " · your order is missing"

    def __init__(self, games: GamePicker, desks: Desks, orders: Orders, game_views: GameViews) -> None:
        super().__init__(games)
        self._desks, self._orders, self._game_views = desks, orders, game_views

    @with_players
    @app_commands.command(
        name="order", description="Give an order in secret; legal orders appear as you type"
    )
    @app_commands.describe(
        order="Your order, like e7-e6; put ; between several",
        send="Send it at once, without a preview",
    )
    @own_table
    async def order(
        self, interaction: Interaction, order: str, table: str | None = None, send: bool = False
    ) -> None:
        code, user = await self.games.asked(interaction, table, own=True), interaction.user.id
        given = await self._orders.give(
            code, user, order, send=send, pressed=Pressed(private=True), said=said(interaction)
        )
        if given.asks is not None:
            await show(interaction, given.asks)
        elif given.resolved and not given.goes_on:
            board = await self._game_views.board(code, user)
            await show(interaction, Message(given.text, board.picture))
        else:
            await show(interaction, await self._desks.desk(code, user, note=given.note, news=given.goes_on))

    @order.autocomplete("order")
    async def _legal(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction, own=True)
        return shown(await self._desks.suggest(code, interaction.user.id, typed)) if code else []

    @with_players
    @app_commands.command(
        name="orders", description="Open your order desk: see, change and send orders (only you see this)"
    )
    @own_table
    async def orders(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, await self._desks.desk(code, interaction.user.id))

    @with_players
    @app_commands.command(name="draw", description="Offer or accept a draw")
    @own_table
    async def draw(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        given = await self._orders.declare(code, interaction.user.id, "draw")
        await show(interaction, Message(given.text))

    @with_players
    @app_commands.command(name="concede", description="Concede a game (asks you to confirm)")
    @own_table
    async def concede(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, await self._orders.concession(code, interaction.user.id))
