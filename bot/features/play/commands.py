"""/order, /orders, /draw, /concede; the order desk: its menus and buttons, and the form for typed orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from discord import app_commands

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, ask, begin_private_answer, said, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, own_table, shown, with_players
from bot.discord.components import button, form, menu
from bot.engine.desk import Desks, kept_words, read_kept
from bot.engine.orders import Given, Orders, Pressed
from bot.features.info.game_views import GameViews
from bot.features.play import text


class Boarding(Protocol):
    """Shows the board after a turn."""

    async def board(self, table_id: str, user_id: int) -> Message:
        """Return the position as the user may see it."""


class OrderCommands(GameCog):
    """Giving orders. Every answer is private."""

    mark = text.ORDER_MISSING

    def __init__(self, games: GamePicker, desks: Desks, orders: Orders, game_views: GameViews) -> None:
        super().__init__(games)
        self._desks, self._orders, self._game_views = desks, orders, game_views

    @with_players
    @app_commands.command(name="order", description=text.ORDER)
    @app_commands.describe(order=text.ORDER_ORDER, send=text.ORDER_SEND)
    @own_table
    async def order(
        self, interaction: Interaction, order: str, table: str | None = None, send: bool = False
    ) -> None:
        code, user = await self.games.asked(interaction, table, own=True), interaction.user.id
        given = await self._orders.give(
            code, user, order, send=send, asks=True, pressed=Pressed(private=True), said=said(interaction)
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
    @app_commands.command(name="orders", description=text.ORDERS)
    @own_table
    async def orders(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, await self._desks.desk(code, interaction.user.id))

    @with_players
    @app_commands.command(name="draw", description=text.DRAW)
    @own_table
    async def draw(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        given = await self._orders.declare(code, interaction.user.id, "draw")
        await show(interaction, Message(given.text))

    @with_players
    @app_commands.command(name="concede", description=text.CONCEDE)
    @own_table
    async def concede(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, await self._orders.concession(code, interaction.user.id))


class DeskButtons:
    """What changes a sheet of orders shows the desk anew, in the place of the message that was used."""

    def __init__(self, desks: Desks, orders: Orders, game_views: Boarding) -> None:
        self._desks, self._orders, self._game_views = desks, orders, game_views

    @button("desk", public=True)
    async def open(self, interaction: Interaction, press: Press) -> None:
        """Open a private desk of the turn that is open now, whatever turn the button is from."""
        await begin_private_answer(interaction)
        await show(interaction, await self._desks.desk(press.table, interaction.user.id))

    # -- the sheet

    @menu("pick")
    async def pick(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._desk(interaction, press, picked=values[0])

    @menu("lead")
    async def lead(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            await self._tap(interaction, press, values[0])

    @menu("do")
    async def do(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            user, told = interaction.user.id, said(interaction)
            await self._orders.give(press.table, user, values[0], turn=press.turn, said=told)
            await self._desk(interaction, press)

    @menu("give", empty=True)
    async def give(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            user, told = interaction.user.id, said(interaction)
            await self._orders.give_values(press.table, user, values, press.turn, told)
            await self._desk(interaction, press)

    async def _leads_on(self, interaction: Interaction, press: Press, values: Sequence[str]) -> bool:
        """Show the next menu if the choice is no order yet: then it begins with "@"."""
        if not values or not values[0].startswith("@"):
            return False
        await self._desk(interaction, press, picked=values[0][1:])
        return True

    @button("tap")
    async def tap(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, read_kept(press.extra)[0])

    @button("tapsend")
    async def tap_and_send(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, read_kept(press.extra)[0], send=True)

    async def _tap(self, interaction: Interaction, press: Press, value: str, *, send: bool = False) -> None:
        """Give the order behind a button or menu of the presenter's own, then show it picked on the desk."""
        given = await self._orders.tap(
            press.table,
            interaction.user.id,
            value,
            press.turn,
            send=send,
            pressed=_pressed(interaction),
            said=said(interaction),
        )
        if given.resolved or given.asks is not None:
            await self._given(interaction, press, given)
        else:
            await self._desk(interaction, press, value, given.note)

    @button("more", looks=True)
    async def more(self, interaction: Interaction, press: Press) -> None:
        """Show below the desk what one does rarely."""
        await begin_private_answer(interaction)
        await show(interaction, await self._desks.more(press.table, interaction.user.id, press.turn))

    @button("type")
    async def type(self, interaction: Interaction, press: Press) -> None:
        _, news = read_kept(press.extra)
        kept = kept_words("", news)
        asked = await self._desks.form(press.table, interaction.user.id, press.turn, kept)
        await ask(interaction, asked)

    @form("typed")
    async def typed(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        typed, told = values.get("orders", ""), said(interaction)
        given = await self._orders.give(press.table, interaction.user.id, typed, turn=press.turn, said=told)
        await self._given(interaction, press, given)

    @button("clear")
    async def clear(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._orders.clear(press.table, interaction.user.id, press.turn, said=said(interaction))
        await self._same(interaction, press)

    @button("keep")
    async def keep(self, interaction: Interaction, press: Press) -> None:
        """Adopt the orders that a former player of the seat has left."""
        await acknowledge(interaction)
        await self._orders.take_over(press.table, interaction.user.id, press.turn, said=said(interaction))
        await self._same(interaction, press)

    @button("send")
    async def send(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user, told = interaction.user.id, said(interaction)
        pressed = _pressed(interaction)
        given = await self._orders.send(press.table, user, press.turn, asks=True, pressed=pressed, said=told)
        if given.asks is not None:  # in the desk's place: both buttons lead back to it
            await show(interaction, given.asks)
        elif given.resolved:
            await self._given(interaction, press, given)
        else:
            await self._same(interaction, press, given.note)

    @button("sendsure")
    async def send_anyway(self, interaction: Interaction, press: Press) -> None:
        """Send a sheet that lacks orders, as its player was asked."""
        await acknowledge(interaction)
        user, told = interaction.user.id, said(interaction)
        pressed = _pressed(interaction)
        given = await self._orders.send(press.table, user, press.turn, pressed=pressed, said=told)
        await self._given(interaction, press, given)

    @button("back")
    async def back(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._desk(interaction, press)

    @button("unsend")
    async def unsend(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._orders.unsend(press.table, interaction.user.id, press.turn, said=said(interaction))
        await self._same(interaction, press)

    # -- the end of a game

    @button("draw", public=True)
    async def draw(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        if press.seat is None:  # under the post of somebody's offer
            given = await self._orders.agree(press.table, interaction.user.id)
            await show(interaction, Message(given.text))
        else:
            await self._declare(interaction, press, "draw")

    @button("concede", public=True)
    async def concede(self, interaction: Interaction, press: Press) -> None:
        await say(interaction, await self._orders.concession(press.table, interaction.user.id, press.turn))

    @button("concedeyes")
    async def concede_yes(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._declare(interaction, press, "concede")

    @button("playon")
    async def play_on(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, Message(text.PLAY_ON(code=press.table)))

    async def _declare(self, interaction: Interaction, press: Press, what: str) -> None:
        given = await self._orders.declare(press.table, interaction.user.id, what, press.turn)
        await show(interaction, Message(given.text))

    # -- what is shown

    async def _desk(self, interaction: Interaction, press: Press, picked: str = "", note: str = "") -> None:
        """Show the desk anew where it stands, with news if it had them."""
        _, news = read_kept(press.extra)
        desk = await self._desks.desk(
            press.table, interaction.user.id, turn=press.turn, picked=picked, note=note, news=news
        )
        await show(interaction, desk)

    async def _same(self, interaction: Interaction, press: Press, note: str = "") -> None:
        """As `_desk`; what was picked stays so."""
        picked, _ = read_kept(press.extra)
        await self._desk(interaction, press, picked, note)

    async def _given(self, interaction: Interaction, press: Press, given: Given) -> None:
        if given.asks is not None:  # below the desk, which stays as it is
            await say(interaction, given.asks)
        elif given.resolved and given.goes_on and _pressed(interaction).private:
            await show(interaction, await self._desks.desk(press.table, interaction.user.id))
        elif given.resolved:
            board = await self._game_views.board(press.table, interaction.user.id)
            await show(interaction, Message(given.text, board.picture))
        else:
            await self._desk(interaction, press, note=given.note)


def _pressed(interaction: Interaction) -> Pressed:
    """The message that was used; private: in a channel."""
    message = interaction.message
    return Pressed(message.id, message.flags.ephemeral) if message is not None else Pressed()
